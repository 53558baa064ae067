/// How containers are laid out that come to be in an object.
///
/// The tree lays one out as the first container that stands beside it, or else one step further in
/// than the object itself. Here both have to be the same, as they are in nearly all documents.
struct FlatLaying {
  /// The white space behind the bracket of the object, and what each level further in has more.
  fileprivate let opening: Range<Int>
  fileprivate let unit: (bytes: ByteView, range: Range<Int>)?
  /// The white space before its closing bracket.
  fileprivate let closing: Range<Int>
  /// What stands between a key and its value.
  let colon: Range<Int>
  /// Where all stands on one line, what is between members: of the text, or of what is fixed.
  fileprivate let separator: (range: Range<Int>, isFixed: Bool)
  /// Whether containers beside it have the same between their items.
  fileprivate(set) var knowsSeparator = true
  /// How many levels further in the object is than the one that shows all this.
  private var levels = 0

  /// For what comes to be in an object of so many members, of which the first ends at `firstEnd`.
  init(
    opening: Range<Int>, closing: Range<Int>, colon: Range<Int>, count: Int, firstEnd: Int,
    _ text: ByteView, fixed: ByteView
  ) {
    (self.opening, self.closing, self.colon) = (opening, closing, colon)
    if text[opening].contains(0x0A) {
      let (inner, outer) = (text.indentation(in: opening), text.indentation(in: closing))
      unit =
        inner.count > outer.count
        ? (text, (inner.lowerBound + outer.count)..<inner.upperBound)
        : inner.isEmpty ? (text, inner) : (fixed, Fixed.twoSpaces)
    } else {
      unit = nil
    }
    let isSpaced = !opening.isEmpty || colon.count > 1
    separator =
      count > 1
      ? (firstEnd..<text.endOfLead(firstEnd), false)
      : (isSpaced ? Fixed.spacedComma : Fixed.comma.range, true)
  }

  /// Whether there is any white space in the object, as far as its first two members show.
  var isSpaced: Bool { !opening.isEmpty || colon.count > 1 || separator.range.count > 1 }

  /// Whether there is none in what comes to be.
  var isCompact: Bool {
    !isSpaced && closing.isEmpty && unit == nil && knowsSeparator
  }

  /// Whether lines break in the object, though its first member stands behind its bracket.
  func breaksInside(_ text: ByteView) -> Bool {
    unit == nil
      && (text[closing].contains(0x0A)
        || !separator.isFixed && text[separator.range].contains(0x0A))
  }

  /// Whether there is none but before closing brackets.
  var hasOnlyClosing: Bool { !isSpaced && unit == nil && !closing.isEmpty }

  /// The same for what comes to be in a member of the object that has nothing in it.
  fileprivate var furtherIn: FlatLaying {
    var inner = self
    inner.levels += 1
    return inner
  }

  /// How long what is in front of an item is, so many levels further in.
  func width(_ level: Int) -> Int { opening.count + (unit?.range.count ?? 0) * (level + levels) }

  /// Adds what stands behind the opening bracket of a container so many levels further in.
  func appendOpening(_ level: Int, _ text: ByteView, to buffer: inout ByteBuffer) {
    buffer.append(opening, of: text)
    guard let unit else { return }
    for _ in 0..<level + levels { buffer.append(unit.range, of: unit.bytes) }
  }

  /// Adds what stands between its items.
  func appendSeparator(
    _ level: Int, _ text: ByteView, fixed: ByteView, to buffer: inout ByteBuffer
  ) {
    if unit == nil {
      return buffer.append(separator.range, of: separator.isFixed ? fixed : text)
    }
    buffer.append(0x2C)
    appendOpening(level, text, to: &buffer)
  }

  /// Adds what stands before its closing bracket.
  func appendClosing(_ level: Int, _ text: ByteView, to buffer: inout ByteBuffer) {
    if unit == nil { return buffer.append(closing, of: text) }
    appendOpening(level - 1, text, to: &buffer)
  }
}

/// How the containers in an object are laid out, which is noted while that is read.
struct FlatBeside {
  /// The white space behind the opening bracket of the first one that has something in it, before
  /// its closing bracket, and between its first key and value.
  private var opening = 0..<0
  private var closing = 0..<0
  private var colon = 0..<0
  /// What is between its items, in the text or in what is fixed, unless it is that of lines.
  private var separator: (range: Range<Int>, isFixed: Bool)?
  private var hasSeveralSeparators = false
  private var isThere = false
  /// Whether another one is laid out in another way.
  private var isMixed = false

  /// Whether there is none with something in it.
  var isNone: Bool { !isThere }

  /// Notes no more than whether a container has something in it.
  @inline(__always)
  mutating func noteFilled(_ value: Range<Int>, _ text: ByteView) {
    if !isThere { isThere = text.skipSpace(value.lowerBound + 1) != value.upperBound - 1 }
  }

  /// Notes a container, and what is between its items if that is asked for.
  @inline(never)
  mutating func note(
    _ value: Range<Int>, withSeparators: Bool, _ text: ByteView, fixed: ByteView
  ) {
    let first = text.skipSpace(value.lowerBound + 1)
    if isMixed || first == value.upperBound - 1 { return }
    var own = FlatBeside()
    own.isThere = true
    own.opening = (value.lowerBound + 1)..<first
    own.closing = text.endOfLastItem(before: value.upperBound)..<(value.upperBound - 1)
    if text[value.lowerBound] == 0x7B {
      let end = text.endOfValidString(first + 1)
      own.colon = end..<text.skipSpace(text.skipSpace(end) + 1)
    }
    if withSeparators {
      let end = text.endOfValidValue(own.colon.isEmpty ? first : own.colon.upperBound)
      if text[text.skipSpace(end)] == 0x2C {
        own.separator = (end..<text.endOfLead(end), false)
      } else if !text[own.opening].contains(0x0A) {
        let isSpaced = !own.opening.isEmpty || own.colon.count > 1
        own.separator = (isSpaced ? Fixed.spacedComma : Fixed.comma.range, true)
      }
    }
    if !isThere {
      self = own
      return
    }
    isMixed =
      !text.isSame(opening, own.opening) || !text.isSame(closing, own.closing)
      || !colon.isEmpty && !own.colon.isEmpty && !text.isSame(colon, own.colon)
    if colon.isEmpty { colon = own.colon }
    guard let other = own.separator else { return }
    if let separator, !isSame(separator, other, text, fixed) { hasSeveralSeparators = true }
    separator = other
  }

  private func isSame(
    _ left: (range: Range<Int>, isFixed: Bool), _ right: (range: Range<Int>, isFixed: Bool),
    _ text: ByteView, _ fixed: ByteView
  ) -> Bool {
    (left.isFixed ? fixed : text)[left.range].elementsEqual(
      (right.isFixed ? fixed : text)[right.range])
  }

  /// Whether they have the same between their items as new ones would have.
  fileprivate func separates(_ laying: FlatLaying, _ text: ByteView, fixed: ByteView) -> Bool {
    guard let separator else { return true }
    if hasSeveralSeparators { return false }
    if laying.unit == nil { return isSame(separator, laying.separator, text, fixed) }
    if separator.isFixed { return false }
    var expected = ByteBuffer()
    laying.appendSeparator(1, text, fixed: fixed, to: &expected)
    return isSame(separator, (0..<expected.count, true), text, expected.view)
  }

  /// Whether they are as new ones would be.
  fileprivate func fits(_ laying: FlatLaying, _ text: ByteView) -> Bool {
    if isMixed { return false }
    if !isThere { return true }
    if laying.unit == nil {
      return text.isSame(opening, laying.opening) && text.isSame(closing, laying.closing)
        && (colon.isEmpty || text.isSame(colon, laying.colon))
    }
    var expected = ByteBuffer()
    laying.appendOpening(1, text, to: &expected)
    let middle = expected.count
    laying.appendClosing(1, text, to: &expected)
    let made = expected.view
    return text[opening].elementsEqual(made[0..<middle])
      && text[closing].elementsEqual(made[middle..<expected.count])
      && (colon.isEmpty || text.isSame(colon, laying.colon))
  }
}

extension ByteView {
  fileprivate func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    left.count == right.count && self[left].elementsEqual(self[right])
  }

  /// The white space behind the last line break of some white space.
  fileprivate func indentation(in space: Range<Int>) -> Range<Int> {
    var start = space.upperBound
    while start > space.lowerBound, self[start - 1] != 0x0A { start -= 1 }
    return start > space.lowerBound ? start..<space.upperBound : space.upperBound..<space.upperBound
  }
}

extension FlatLaying {
  /// Adds what stands before a member of an object that was empty.
  func putLead(
    isFirst: Bool, _ text: ByteView, fixed: ByteView, _ pen: inout some FlatScriptPen,
    to out: inout ByteBuffer
  ) {
    guard isFirst || unit != nil else {
      return pen.put(separator.range, of: separator.isFixed ? fixed : text, to: &out)
    }
    if !isFirst { pen.put(Fixed.comma.range, of: fixed, to: &out) }
    pen.put(opening, of: text, to: &out)
    if let unit { pen.put(unit.range, of: unit.bytes, to: &out) }
  }

  /// Adds what stands before the closing bracket of an object that was empty.
  func putClosing(
    _ text: ByteView, _ pen: inout some FlatScriptPen, to out: inout ByteBuffer
  ) {
    pen.put(unit == nil ? closing : opening, of: text, to: &out)
  }
}

extension FlatDocument {
  /// How containers are laid out that come to be in the object that was read; nil where it doesn't
  /// tell.
  func laying(_ text: ByteView) -> FlatLaying? {
    let fixed = program.bytes.view
    if program.levels >= limits.depth - outer { return nil }
    if count == 0 {
      if let given { return given.furtherIn }
      guard outer == 0, text[brace + 1] == 0x7D else { return nil }
      return FlatLaying(
        opening: 0..<0, closing: 0..<0, colon: 0..<0, count: 0, firstEnd: 0, text, fixed: fixed)
    }
    var laying = FlatLaying(
      opening: (brace + 1)..<text.skipSpace(brace + 1), closing: tail..<text.skipSpace(tail),
      colon: colon(text), count: count, firstEnd: firstEnd, text, fixed: fixed)
    laying.knowsSeparator = beside.separates(laying, text, fixed: fixed)
    return beside.fits(laying, text) && !laying.breaksInside(text) ? laying : nil
  }

  /// How the members of an empty object are laid out, which is the value of a member of the object
  /// that is being read; nil where that isn't known yet, since others follow.
  func layingInside(_ value: Int, _ text: ByteView) -> FlatLaying? {
    // Nothing behind the value is known yet: the text may end there, and its pad begin.
    guard beside.isNone, text[value] == 0x7B, text.byte(unchecked: value + 1) == 0x7D else {
      return nil
    }
    let end = text.skipSpace(value + 2)
    guard text.byte(unchecked: end) == 0x7D else { return nil }
    let first = text.skipSpace(brace + 1)
    let isFirst = text.endOfHead(first) == value
    let keyEnd = text.endOfValidString(first + 1)
    let laying = FlatLaying(
      opening: (brace + 1)..<first, closing: (value + 2)..<end,
      colon: keyEnd..<(isFirst ? value : firstValue), count: isFirst ? 1 : 2, firstEnd: firstEnd,
      text, fixed: program.bytes.view)
    return laying.breaksInside(text) ? nil : laying
  }
}
