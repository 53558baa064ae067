/// How the surroundings of something new are laid out.
///
/// Asked only where something new is written. In compact text the answer is two bytes away; else it
/// is what the source shows closest by: the white space between the items of the container, else
/// before its only item, else that of a container beside it, else one unit more than around it.
struct Layout: BitwiseCopyable {
  /// White space, with a comma or without.
  struct Break: BitwiseCopyable {
    var hasComma = false
    /// What the source has at such a place; a comma of its own may be in it.
    var text: Span?
    /// How many units of indentation follow.
    var units = 0
  }

  /// Between two items.
  var separator: Break
  /// Before the first item, and before the closing bracket.
  var opening: Break
  var closing: Break
  /// White space behind a colon.
  var colon: Span?
  /// One step of indentation; nil where all stands on one line.
  var unit: Span?

  static let compact = Layout(
    separator: Break(hasComma: true), opening: Break(), closing: Break())

  var isCompact: Bool { separator.text == nil && opening.text == nil && colon == nil }

  /// The layout of containers that are so many levels further in.
  func nested(_ levels: Int) -> Layout {
    if unit == nil { return self }
    var result = self
    result.opening.units += levels
    result.separator = Break(hasComma: true, text: opening.text, units: opening.units + levels)
    result.closing = Break(text: opening.text, units: opening.units + levels - 1)
    return result
  }
}

extension Document {
  /// The layout of the items of a container.
  func layout(of number: UInt32) -> Layout {
    if number == 0 { return .compact }
    return ownLayout(of: number) ?? layoutInside(nodes[Int(number)].parent, besides: number)
  }

  /// The layout of a container that is new in this one.
  func layoutInside(_ parent: UInt32, besides child: UInt32) -> Layout {
    var levels = 1
    var number = parent
    while number != 0 {
      if let own = ownLayout(of: number) {
        if own.unit != nil, levels == 1, let beside = layoutOfItem(in: number) { return beside }
        return own.nested(levels)
      }
      levels += 1
      number = nodes[Int(number)].parent
    }
    return layoutFromWithin(child) ?? .compact
  }

  /// For a container around what used to be the whole document: one like that, one step out.
  private func layoutFromWithin(_ number: UInt32) -> Layout? {
    let frame = Int(nodes[Int(number)].frame)
    guard frame != 0, frames[frame].first != 0, let own = ownLayout(of: frames[frame].first),
      let unit = own.unit, let newline = ownNewline(of: frames[frame].first)
    else { return nil }
    return Layout(
      separator: Layout.Break(hasComma: true, text: newline, units: 1),
      opening: Layout.Break(text: newline, units: 1), closing: Layout.Break(text: newline),
      colon: own.colon ?? Fixed.space, unit: unit)
  }

  /// What the source shows of a container's layout; nil where it is not in the source, or empty.
  private func ownLayout(of number: UInt32) -> Layout? {
    let node = nodes[Int(number)]
    guard !node.isRun, !node.value.isMade else { return nil }
    return layout(ofContainer: node.value.offset, to: Int(node.end))
  }

  private func layout(ofContainer start: Int, to end: Int) -> Layout? {
    let bytes = source.view
    guard bytes[start] == 0x7B || bytes[start] == 0x5B else { return nil }
    let first = bytes.skipSpace(start + 1)
    guard bytes[first] != 0x7D, bytes[first] != 0x5D else { return nil }
    var colon: Span?
    var value = first
    if bytes[start] == 0x7B {
      let mark = bytes.skipSpace(bytes.endOfValidString(first + 1)) + 1
      value = bytes.skipSpace(mark)
      if value > mark { colon = Span(source: mark..<value) }
    }
    let opening = Span(source: (start + 1)..<first)
    let closing = Span(source: bytes.endOfLastItem(before: end)..<(end - 1))
    let breaksLines = bytes[opening.range].contains(0x0A)
    let itemEnd = endOfValue(at: value, of: bytes)
    let next = bytes.endOfLead(itemEnd)
    var separator = Layout.Break(hasComma: true)
    if bytes[bytes.skipSpace(itemEnd)] == 0x2C {
      // A lone comma needs no look into the source.
      if next - itemEnd > 1 { separator = Layout.Break(text: Span(source: itemEnd..<next)) }
    } else if breaksLines {
      separator.text = opening
    } else if opening.length > 0 || colon != nil {
      separator.text = Fixed.space
    }
    return Layout(
      separator: separator, opening: Layout.Break(text: opening.length > 0 ? opening : nil),
      closing: Layout.Break(text: closing.length > 0 ? closing : nil), colon: colon,
      unit: breaksLines ? unit(opening: opening, closing: closing) : nil)
  }

  /// What the items of a container are indented more than its closing bracket.
  private func unit(opening: Span, closing: Span) -> Span {
    let inner = indentation(in: opening.range)
    let outer = indentation(in: closing.range)
    if inner.count > outer.count {
      return Span(source: (inner.lowerBound + outer.count)..<inner.upperBound)
    }
    return Span(made: Fixed.spaces.lowerBound..<(Fixed.spaces.lowerBound + 2))
  }

  /// The white space behind the last line break of some white space.
  private func indentation(in range: Range<Int>) -> Range<Int> {
    var start = range.upperBound
    while start > range.lowerBound, source.view[start - 1] != 0x0A { start -= 1 }
    return start > range.lowerBound ? start..<range.upperBound : range.upperBound..<range.upperBound
  }

  private func ownNewline(of number: UInt32) -> Span? {
    let bytes = source.view
    let start = nodes[Int(number)].value.offset + 1
    return bytes[start] == 0x0D ? Fixed.carriageReturnLineFeed : Fixed.lineFeed
  }

  /// The layout of the first container among the items of one.
  private func layoutOfItem(in number: UInt32) -> Layout? {
    let isObject = isObject(number)
    var item = frames[Int(nodes[Int(number)].frame)].first
    var looked = 0
    while item != 0, looked < 16 {
      let node = nodes[Int(item)]
      if !node.value.isMade, !node.isReplaced {
        let bytes = source.view
        let start =
          node.isRun && isObject ? bytes.endOfHead(node.value.offset) : node.value.offset
        let end = node.isRun ? endOfValue(at: start, of: bytes) : Int(node.end)
        if let layout = layout(ofContainer: start, to: end) { return layout }
      }
      item = node.next
      looked += 1
    }
    return nil
  }
}
