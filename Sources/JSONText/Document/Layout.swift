/// How the surroundings of something new are laid out.
///
/// Asked only where something new is written. In compact text the answer is two bytes away; else it
/// is what the source shows closest by: the white space between the items of the container, else
/// before its only item, else that of a container beside it, else one unit more than around it.
struct Layout {
  /// Between two items: comma and white space.
  var separator: [Span]
  /// Before the first item, and before the closing bracket.
  var opening: [Span]
  var closing: [Span]
  /// White space behind a colon.
  var colon: Span?
  /// One step of indentation; nil where all stands on one line.
  var unit: Span?

  static let compact = Layout(separator: [Fixed.comma], opening: [], closing: [])

  var isCompact: Bool {
    separator.count == 1 && separator[0].length == 1 && opening.isEmpty && colon == nil
  }

  /// The layout of containers that are so many levels further in.
  func nested(_ levels: Int) -> Layout {
    guard let unit else { return self }
    let indent = [Span](repeating: unit, count: levels)
    return Layout(
      separator: [Fixed.comma] + opening + indent, opening: opening + indent,
      closing: opening + indent.dropLast(), colon: colon, unit: unit)
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
      separator: [Fixed.comma, newline, unit], opening: [newline, unit], closing: [newline],
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
    let separator: [Span]
    if bytes[bytes.skipSpace(itemEnd)] == 0x2C {
      separator = [Span(source: itemEnd..<next)]
    } else if breaksLines {
      separator = [Fixed.comma, opening]
    } else {
      separator = [opening.length > 0 || colon != nil ? Fixed.commaSpace : Fixed.comma]
    }
    return Layout(
      separator: separator, opening: opening.length > 0 ? [opening] : [],
      closing: closing.length > 0 ? [closing] : [], colon: colon,
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
