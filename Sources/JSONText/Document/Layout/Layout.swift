/// How the surroundings of something new are laid out.
///
/// Asked only where something new is written. In compact text the answer is two bytes away; else it
/// is what the source shows closest by: the white space between the items of the container, else
/// before its only item, else that of a container beside it, else one unit more than around it.
/// It is handed on by value, so it is small: with optional spans it would have 240 bytes.
struct Layout: BitwiseCopyable {
  /// White space, with a comma or without.
  struct Break: BitwiseCopyable {
    var hasComma: Bool
    private var keptText: PossibleSpan
    private var keptUnits: Int32
    private var keptComma: PossibleSpan

    init(hasComma: Bool = false, text: Span? = nil, units: Int = 0, comma: Span? = nil) {
      self.hasComma = hasComma
      keptText = PossibleSpan(text)
      keptUnits = Int32(truncatingIfNeeded: units)
      keptComma = PossibleSpan(comma)
    }

    /// What the source has at such a place; a comma of its own may be in it.
    var text: Span? {
      get { keptText.span }
      set { keptText = PossibleSpan(newValue) }
    }

    /// How many units of indentation follow.
    var units: Int {
      get { Int(keptUnits) }
      set { keptUnits = Int32(truncatingIfNeeded: newValue) }
    }

    /// The comma that begins the line, and the space behind it: no part of the indentation.
    var comma: Span? { keptComma.span }
  }

  /// Between two items.
  var separator: Break
  /// Before the first item, and before the closing bracket.
  var opening: Break
  var closing: Break
  private var keptColon: PossibleSpan
  private let keptUnit: PossibleSpan
  /// An array shows no colon, a container of one item no separator.
  let knowsColon: Bool
  let knowsSeparator: Bool
  /// Whether lines break between items, or before the closing bracket, of a container whose first
  /// item stands behind its bracket.
  private(set) var breaksAtComma: Bool
  private var breaksAtEnd: Bool

  init(
    separator: Break, opening: Break, closing: Break, colon: Span? = nil, unit: Span? = nil,
    knowsColon: Bool = true, knowsSeparator: Bool = true, breaksAtComma: Bool = false,
    breaksAtEnd: Bool = false
  ) {
    (self.separator, self.opening, self.closing) = (separator, opening, closing)
    (keptColon, keptUnit) = (PossibleSpan(colon), PossibleSpan(unit))
    (self.knowsColon, self.knowsSeparator) = (knowsColon, knowsSeparator)
    (self.breaksAtComma, self.breaksAtEnd) = (breaksAtComma, breaksAtEnd)
  }

  /// What stands between a key and its value, where that is more than a colon.
  var colon: Span? {
    get { keptColon.span }
    set { keptColon = PossibleSpan(newValue) }
  }

  /// One step of indentation; nil where all stands on one line.
  var unit: Span? { keptUnit.span }

  static let compact = Layout(
    separator: Break(hasComma: true), opening: Break(), closing: Break())

  /// Whether there is white space inside of a bracket or behind a colon.
  fileprivate var isSpaced: Bool { opening.text != nil || colon != nil }

  /// Whether it shows more than that a value of an array stands between its brackets.
  fileprivate var knowsSomething: Bool { knowsColon || knowsSeparator || isSpaced }

  var isCompact: Bool { separator.text == nil && opening.text == nil && colon == nil }

  /// The layout of containers that many levels further in.
  func nested(_ levels: Int) -> Layout {
    var result = self
    if unit == nil {
      // It shows where its own lines break, and not how those of others would be indented.
      if breaksAtComma {
        result.separator = Break(hasComma: true, text: isSpaced ? Fixed.space : nil)
      }
      if breaksAtEnd { result.closing = Break(text: opening.text) }
      (result.breaksAtComma, result.breaksAtEnd) = (false, false)
      return result
    }
    result.opening.units += levels
    result.separator = Break(hasComma: true, text: opening.text, units: opening.units + levels)
    result.closing = Break(text: opening.text, units: opening.units + levels - 1)
    return result
  }
}

/// How items would stand in a container that is empty.
struct LinesOfEmpty: BitwiseCopyable {
  let opening: Span
  let unit: Span?
}

/// A layout that was asked for.
struct KnownLayout: BitwiseCopyable {
  /// The container; `.max` for none.
  var container = UInt32.max
  /// Whether it is that of a new container in it.
  var isInside = false
  var isCompact = true
  var layout = Layout.compact

  init() {}

  init(_ layout: Layout, of container: UInt32, isInside: Bool) {
    (self.container, self.isInside, self.layout) = (container, isInside, layout)
    isCompact = layout.isCompact
  }
}

extension Document {
  /// The layout of the items of a container.
  mutating func layout(of number: UInt32) -> Layout {
    if number == 0 { return .compact }
    guard var own = shownLayout(of: number) else {
      return layoutInside(nodes[Int(number)].parent, besides: number)
    }
    if !own.knowsSeparator, isSpaced(around: nodes[Int(number)].parent) {
      own.separator.text = Fixed.space
    }
    return own
  }

  /// The layout of a container that is new in this one.
  ///
  /// One that holds lines has its items on lines, whatever the containers beside it have.
  mutating func layoutInside(_ parent: UInt32, besides child: UInt32) -> Layout {
    let usual = layoutBesideOthers(in: parent, child)
    guard usual.unit == nil, child != 0 else { return usual }
    let around = layoutOfItems(in: parent)
    guard around.unit != nil, holdsLines(child, in: around) else { return usual }
    var layout = around.nested(1)
    if !layout.knowsColon { layout.colon = colon(around: parent) ?? Fixed.colon }
    return layout
  }

  /// Whether one of the first items of a new container had several lines in the source, or stood on
  /// a line further in than the items around it.
  private func holdsLines(_ number: UInt32, in around: Layout, depth levels: Int = 8) -> Bool {
    let bytes = source.view
    let depth = around.opening.text.map { indentation(of: $0).count }
    var item = firstItem(in: number)
    for _ in 0..<4 {
      guard let number = item else { return false }
      let node = nodes[Int(number)]
      if !node.isRun, !node.value.isMade {
        let start = node.value.offset
        if bytes[start] == 0x7B || bytes[start] == 0x5B,
          bytes[start..<endOfValue(at: start, of: bytes)].contains(0x0A)
        {
          return true
        }
        if let depth, let line = indentation(ofLineAt: start), line.count > depth { return true }
      } else if !node.isRun, levels > 0, holdsLines(number, in: around, depth: levels - 1) {
        return true
      }
      item = node.next == 0 ? nil : node.next
    }
    return false
  }

  private mutating func layoutBesideOthers(in parent: UInt32, _ child: UInt32) -> Layout {
    if let layout = noted(parent, isInside: true)?.layout { return layout }
    let known = knownLayout(inside: parent)
    var layout = known ?? layoutFromWithin(child) ?? .compact
    if !layout.knowsColon {
      layout.colon = colon(around: parent) ?? (layout.isCompact ? nil : Fixed.colon)
    }
    if !layout.knowsSeparator { layout.separator = separator(around: parent) }
    if known != nil { note(KnownLayout(layout, of: parent, isInside: true)) }
    return layout
  }

  private mutating func knownLayout(inside parent: UInt32) -> Layout? {
    var levels = 1
    var number = parent
    while number != 0 {
      if let own = shownLayout(of: number) {
        // What is in a new container that stands on one line stands there too.
        if let beside = layoutOfItem(in: number), own.unit != nil || beside.unit == nil,
          levels == 1 || beside.unit == nil
        {
          return beside
        }
        return own.nested(levels)
      }
      levels += 1
      number = nodes[Int(number)].parent
    }
    return nil
  }

  /// For a container around what used to be the whole document: one like that, one step out.
  private func layoutFromWithin(_ number: UInt32) -> Layout? {
    var (root, levels) = (number, 0)
    while nodes[Int(root)].parent != 0 { (root, levels) = (nodes[Int(root)].parent, levels + 1) }
    if let lines = layoutOfLines(in: root) { return levels == 0 ? lines : lines.nested(levels) }
    let frame = Int(nodes[Int(number)].frame)
    guard frame != 0, frames[frame].first != 0, let own = ownLayout(of: frames[frame].first)
    else { return nil }
    guard let unit = own.unit else { return own }
    let newline = ownNewline(of: frames[frame].first)
    return Layout(
      separator: Layout.Break(hasComma: true, text: newline, units: 1),
      opening: Layout.Break(text: newline, units: 1), closing: Layout.Break(text: newline),
      colon: own.knowsColon ? own.colon : Fixed.colon, unit: unit)
  }

  /// For a container that was put in the place of the whole document: its items stand on lines of
  /// their own, if they did in that.
  private func layoutOfLines(in number: UInt32) -> Layout? {
    var place = sourceOfItem(in: number)
    if place == nil, let first = firstItem(in: number) { place = sourceOfItem(in: first) }
    guard let place, let indentation = indentation(ofLineAt: place), !indentation.isEmpty,
      indentation.lowerBound > extent.lowerBound
    else { return nil }
    let bytes = source.view
    let hasReturn = bytes[max(0, indentation.lowerBound - 2)] == 0x0D
    // The item may have stood further in.
    let start = bytes.skipSpace(extent.lowerBound)
    let end = bytes.endOfLastItem(before: extent.upperBound + 1)
    let unit = layout(ofContainer: start, to: end)?.unit
    let newline = hasReturn ? Fixed.carriageReturnLineFeed : Fixed.lineFeed
    return Layout(
      separator: Layout.Break(hasComma: true, text: newline, units: 1),
      opening: Layout.Break(text: newline, units: 1), closing: Layout.Break(text: newline),
      unit: unit ?? Span(source: indentation), knowsColon: false)
  }

  private func firstItem(in number: UInt32) -> UInt32? {
    let frame = Int(nodes[Int(number)].frame)
    return frame == 0 || frames[frame].first == 0 ? nil : frames[frame].first
  }

  /// Where one of the first items of a container stood in the source.
  private func sourceOfItem(in number: UInt32) -> Int? {
    var item = firstItem(in: number)
    for _ in 0..<3 {
      guard let number = item else { return nil }
      let node = nodes[Int(number)]
      if !node.isRun, !node.value.isMade, node.isReplaced { return node.value.offset }
      item = node.next == 0 ? nil : node.next
    }
    return nil
  }

  /// What the nearest object around has between its keys and values, or one beside it in a list.
  private func colon(around parent: UInt32) -> Span?? {
    var number = parent
    while number != 0 {
      let node = nodes[Int(number)]
      let bytes = source.view
      if !node.isRun, !node.value.isMade {
        if bytes[node.value.offset] == 0x7B {
          let first = bytes.skipSpace(node.value.offset + 1)
          if bytes[first] == 0x22 { return .some(colon(behindKey: first)) }
        } else if let beside = layoutOfItem(in: number), beside.knowsColon {
          return .some(beside.colon)
        }
      }
      number = node.parent
    }
    return nil
  }

  /// The same by where the value begins; mostly the colon stands alone behind its quote.
  private func colon(before value: Int) -> Span? {
    let bytes = source.view
    if bytes[value - 1] == 0x3A, bytes[value - 2] == 0x22 { return nil }
    var end = value - 1
    while bytes[end] != 0x3A { end -= 1 }
    while bytes[end - 1] != 0x22 { end -= 1 }
    return Span(source: end..<value)
  }

  private func colon(behindKey key: Int) -> Span? {
    let bytes = source.view
    let end = bytes.endOfValidString(key + 1)
    let value = bytes.skipSpace(bytes.skipSpace(end) + 1)
    return value > end + 1 ? Span(source: end..<value) : nil
  }

  /// Whether the nearest container from the source, from this one outwards, shows white space.
  private func isSpaced(around parent: UInt32) -> Bool {
    var number = parent
    while number != 0 {
      if let own = ownLayout(of: number), own.knowsSomething { return !own.isCompact }
      number = nodes[Int(number)].parent
    }
    return false
  }

  /// What the nearest container around shows between items on one line, or what fits to it.
  private func separator(around parent: UInt32) -> Layout.Break {
    var number = parent
    while number != 0 {
      if let own = ownLayout(of: number) {
        if own.knowsSeparator, own.unit == nil, !own.breaksAtComma { return own.separator }
        // A line that breaks at a comma says nothing of others.
        if own.knowsSomething {
          return Layout.Break(hasComma: true, text: own.isSpaced ? Fixed.space : nil)
        }
      }
      number = nodes[Int(number)].parent
    }
    return Layout.compact.separator
  }

  /// The same as `ownLayout`; for what is new in a container it is asked a second time.
  private mutating func shownLayout(of number: UInt32) -> Layout? {
    if shownLayout.container == number { return shownLayout.layout }
    let own = ownLayout(of: number)
    if let own { shownLayout = KnownLayout(own, of: number, isInside: false) }
    return own
  }

  /// What the source shows of a container's layout; nil where it is not in the source, or empty.
  private func ownLayout(of number: UInt32) -> Layout? {
    let node = nodes[Int(number)]
    guard !node.isRun, !node.value.isMade else { return nil }
    return layout(ofContainer: node.value.offset, to: Int(node.end), by: firstItem(in: number))
      ?? layout(ofEmpty: node)
  }

  /// The layout that comments show in a container of nothing else.
  private func layout(ofEmpty node: Node) -> Layout? {
    guard let lines = linesOfEmpty[node.value.offset] else { return nil }
    return Layout(
      separator: Layout.Break(
        hasComma: true, text: lines.unit == nil ? Fixed.space : lines.opening),
      opening: Layout.Break(text: lines.opening),
      closing: Layout.Break(text: Span(source: (node.value.offset + 1)..<(Int(node.end) - 1))),
      colon: colon(around: node.parent) ?? Fixed.colon, unit: lines.unit)
  }

  /// `item` is the first item, if that is a node: it tells where its value ends.
  private func layout(
    ofContainer start: Int, to end: Int, by item: UInt32? = nil
  ) -> Layout? {
    let bytes = source.view
    guard bytes[start] == 0x7B || bytes[start] == 0x5B else { return nil }
    let first = bytes.skipSpace(start + 1)
    guard bytes[first] != 0x7D, bytes[first] != 0x5D else { return nil }
    let isObject = bytes[start] == 0x7B
    let value = isObject ? bytes.endOfHead(first) : first
    let colon = isObject ? colon(before: value) : nil
    let opening = Span(source: (start + 1)..<first)
    let closing = Span(source: bytes.endOfLastItem(before: end)..<(end - 1))
    let breaksLines = bytes[opening.range].contains(0x0A)
    let itemEnd = item.flatMap { knownEnd(of: $0, at: value) } ?? endOfValue(at: value, of: bytes)
    let next = bytes.endOfLead(itemEnd)
    var separator = Layout.Break(hasComma: true)
    let hasSeparator = bytes[bytes.skipSpace(itemEnd)] == 0x2C
    if hasSeparator {
      // A lone comma needs no look into the source.
      if next - itemEnd > 1 { separator = self.separator(in: itemEnd..<next) }
    } else if breaksLines {
      separator.text = opening
    } else if opening.length > 0 || colon != nil {
      separator.text = Fixed.space
    }
    return Layout(
      separator: separator, opening: Layout.Break(text: opening.length > 0 ? opening : nil),
      closing: Layout.Break(text: closing.length > 0 ? closing : nil), colon: colon,
      unit: breaksLines ? unit(opening: opening, closing: closing) : nil, knowsColon: isObject,
      knowsSeparator: hasSeparator || separator.text != nil,
      breaksAtComma: !breaksLines && hasSeparator && bytes[itemEnd..<next].contains(0x0A),
      breaksAtEnd: !breaksLines && bytes[closing.range].contains(0x0A))
  }

  /// Where the value of a node ends, if it is that which begins here.
  private func knownEnd(of item: UInt32, at value: Int) -> Int? {
    let node = nodes[Int(item)]
    guard !node.isRun, !node.value.isMade, node.value.offset == value else { return nil }
    return Int(node.end)
  }

  /// What a lead shows of the break between two items.
  private func separator(in lead: Range<Int>) -> Layout.Break {
    let bytes = source.view
    let comma = bytes.skipSpace(lead.lowerBound)
    let (front, behind) = (lead.lowerBound..<comma, comma..<lead.upperBound)
    guard bytes[front].contains(0x0A), !bytes[behind].contains(0x0A) else {
      return Layout.Break(text: Span(source: lead))
    }
    return Layout.Break(text: Span(source: front), comma: Span(source: behind))
  }

  /// What the items of a container are indented more than its closing bracket.
  private func unit(opening: Span, closing: Span) -> Span {
    let inner = indentation(of: opening)
    let outer = indentation(of: closing)
    if inner.count > outer.count {
      return Span(source: (inner.lowerBound + outer.count)..<inner.upperBound)
    }
    // Where lines aren't indented those further in aren't.
    let count = inner.isEmpty ? 0 : 2
    return Span(made: Fixed.spaces.lowerBound..<(Fixed.spaces.lowerBound + count))
  }

  /// The white space behind the last line break of some white space.
  private func indentation(of text: Span) -> Range<Int> {
    let (bytes, range) = (view(of: text.start), text.range)
    var start = range.upperBound
    while start > range.lowerBound, bytes[start - 1] != 0x0A { start -= 1 }
    return start > range.lowerBound ? start..<range.upperBound : range.upperBound..<range.upperBound
  }

  private func ownNewline(of number: UInt32) -> Span {
    let bytes = source.view
    var end = nodes[Int(number)].value.offset + 1
    while bytes[end] != 0x0A, isSpace(bytes[end]) { end += 1 }
    return bytes[end - 1] == 0x0D ? Fixed.carriageReturnLineFeed : Fixed.lineFeed
  }

  /// The layout of the first container with something in it among the first items of one.
  ///
  /// Which of them are nodes makes no difference.
  private func layoutOfItem(in number: UInt32) -> Layout? {
    let isObject = isObject(number)
    var item = frames[Int(nodes[Int(number)].frame)].first
    var left = 16
    while item != 0, left > 0 {
      let node = nodes[Int(item)]
      if node.isRun {
        if let layout = layout(inRun: node, upTo: left, isObject: isObject) { return layout }
        left -= node.runCount
      } else {
        if !node.value.isMade, !node.isReplaced,
          let layout = layout(ofContainer: node.value.offset, to: Int(node.end))
        {
          return layout
        }
        left -= 1
      }
      item = node.next
    }
    return nil
  }

  private func layout(inRun run: Node, upTo count: Int, isObject: Bool) -> Layout? {
    let bytes = source.view
    var offset = run.value.offset
    for _ in 0..<min(count, run.runCount) {
      let start = isObject ? bytes.endOfHead(offset) : offset
      let end = endOfValue(at: start, of: bytes)
      if let layout = layout(ofContainer: start, to: end) { return layout }
      offset = bytes.endOfLead(end)
    }
    return nil
  }
}
