/// What a value of several lines that comes to another depth has in front of its lines.
struct Shift {
  /// The white space in front of the line where it began in the source.
  let old: Range<Int>
  /// What comes in its place.
  let new: Span
}

/// Values of several lines that come to another depth are indented anew.
///
/// Only the white space in front of their lines changes. While such a value is written, all that
/// comes from the source goes line by line; one inside another has a shift of its own, since it may
/// come from anywhere. Text in JSON has no line breaks, so every line break is between two tokens.
extension Document {
  /// Lines are looked back for so far: what begins further to the left stays as it is.
  private static let longestLine = 4_096

  /// Begins with a value that was put where it is; true where its lines come to another depth, so
  /// that `endShift` has to follow.
  @inline(never)
  mutating func beginShift(_ number: UInt32, isFirst: Bool, _ writer: inout Writer) -> Bool {
    let node = nodes[Int(number)]
    let bytes = source.view
    guard !node.value.isMade, bytes[node.value.offset] | 0x20 == 0x7B,
      bytes[node.value.offset..<Int(node.end)].contains(0x0A)
    else { return false }
    let outer = shifts.last
    guard let old = indentation(ofLineAt: node.value.offset) else { return false }
    let new = newIndentation(number, isFirst: isFirst, inside: outer)
    if outer == nil, new == nil || new?.elementsEqual(bytes[old]) == true { return false }
    // Before this one is another shift, or none.
    flush(&writer)
    let start = made.count
    if let new { made.append(contentsOf: new) } else { made.append(old, of: bytes) }
    shifts.append(Shift(old: old, new: Span(made: start..<made.count)))
    isShifted = true
    return true
  }

  /// Ends with a value.
  @inline(never)
  mutating func endShift(_ writer: inout Writer) {
    flush(&writer)
    shifts.removeLast()
    isShifted = !shifts.isEmpty
  }

  /// What stands in front of the line that an item is on from now; nil where it has none of its
  /// own.
  private mutating func newIndentation(
    _ number: UInt32, isFirst: Bool, inside outer: Shift?
  ) -> [UInt8]? {
    let node = nodes[Int(number)]
    let bytes = source.view
    guard node.lead == .none else {
      return indentation(ofLineAt: bytes.endOfLead(node.lead.offset))
        .map { shifted(bytes[$0].array, by: outer) }
    }
    let layout = layoutOfItems(in: node.parent)
    let gap = isFirst ? layout.opening : layout.separator
    guard let text = gap.text else { return nil }
    let space = view(of: text.start)[text.range].array
    guard let newline = space.lastIndex(of: 0x0A) else { return nil }
    var result = shifted(Array(space[(newline + 1)...]), by: text.start.isMade ? nil : outer)
    if let unit = layout.unit {
      let step = view(of: unit.start)[unit.range].array
      for _ in 0..<max(gap.units, 0) { result += step }
    }
    return result
  }

  private func shifted(_ space: [UInt8], by shift: Shift?) -> [UInt8] {
    guard let shift else { return space }
    let old = source.view[shift.old].array
    guard space.starts(with: old) else { return space }
    return made.view[shift.new.range].array + space[old.count...]
  }

  /// The white space in front of the line that a place in the source is in; nil where that is too
  /// far away.
  func indentation(ofLineAt place: Int) -> Range<Int>? {
    let bytes = source.view
    var start = place
    while start > extent.lowerBound, bytes[start - 1] != 0x0A {
      start -= 1
      if place - start > Self.longestLine { return nil }
    }
    var end = start
    while end < place, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    return start..<end
  }

  /// Writes bytes of the source line by line.
  @inline(never)
  mutating func putShifted(_ range: Range<Int>, _ tail: Tail) -> Tail {
    guard let shift = shifts.last else { return tail }
    var tail = tail
    var start = range.lowerBound
    var offset = start
    while offset < range.upperBound {
      guard source.view[offset] == 0x0A else {
        offset += 1
        continue
      }
      offset += 1
      // A blank line stays one.
      if shift.old.isEmpty, offset < range.upperBound, source.view[offset].endsLine { continue }
      let end = offset + shift.old.count
      guard end <= range.upperBound,
        source.view[offset..<end].elementsEqual(source.view[shift.old])
      else { continue }
      tail.put(start..<offset, of: source.view, in: &output)
      tail.put(shift.new.range, of: made.view, in: &output)
      (start, offset) = (end, end)
    }
    tail.put(start..<range.upperBound, of: source.view, in: &output)
    return tail
  }
}

extension UInt8 {
  /// Whether a line ends here, with or without a carriage return.
  fileprivate var endsLine: Bool { self == 0x0A || self == 0x0D }
}
