extension Document {
  /// A string that is a part of another one: some of the bytes between its quotes, as they stand in
  /// the text, escapes and all.
  ///
  /// The range counts from behind the opening quote and must not cut an escape or a character.
  package mutating func make(part range: Range<Int>, ofString node: NodeID) -> ValueText {
    let value = nodes[node.index].value
    let body = value.offset + 1
    let part = (body + range.lowerBound)..<(body + range.upperBound)
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
