extension Document {
  /// Where in the body of a string a byte of ASCII stands first, as it stands in the text.
  package func offset(of byte: UInt8, inString node: NodeID) -> Int? {
    let value = nodes[node.index].value
    let bytes = view(of: value)
    let start = value.offset &+ 1
    let end = Int(nodes[node.index].end) &- 1
    var offset = start
    while offset < end {
      // Looks up to 15 bytes past the end, which the pad allows.
      let found = BlockMatches(bytes.block(unchecked: offset) .== sixteen(byte))
      if !found.isEmpty {
        let place = offset &+ found.first
        return place < end ? place &- start : nil
      }
      offset &+= 16
    }
    return nil
  }

  /// A string that is a part of another one: some of the bytes between its quotes, as they stand in
  /// the text, escapes and all.
  ///
  /// The range counts from behind the opening quote and must not cut an escape or a character.
  package mutating func make(part range: Range<Int>, ofString node: NodeID) -> ValueText {
    let value = nodes[node.index].value
    let body = value.offset + 1
    let part = (body + range.lowerBound)..<(body + range.upperBound)
    guard hasRoom(for: part.count + 2) else { return .null }
    let start = made.count
    made.append(0x22)
    if value.isMade {
      made.append(own: part)
    } else {
      made.append(part, of: source.view)
    }
    made.append(0x22)
    return ValueText(start: Address(made: start), end: UInt32(made.count))
  }
}
