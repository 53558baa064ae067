/// Takes a text with comments apart, in one pass.
///
/// What isn't JSON is passed over in some way: the reader of the strict text tells what is wrong.
struct CommentReader {
  let bytes: [UInt8]
  private(set) var strict: [UInt8] = []
  private(set) var gaps: [CommentGap] = []
  private var offset = 0
  /// Up to where the strict text is written; it is, only if there are gaps.
  private var copied = 0
  private var container = Container()
  private var outer: [Container] = []
  /// How many gaps know what is behind them.
  private var known = 0

  private struct Container {
    var start = -1
    var last = -1
    var isObject = false
  }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() throws(JSONError) {
    var last: UInt8?
    while true {
      let hasColon = try passGap(behind: last)
      guard offset < bytes.count else { break }
      let byte = bytes[offset]
      noteToken(byte, isValue: hasColon || !container.isObject)
      offset = bytes.endOfToken(at: offset)
      last = byte
    }
    if !gaps.isEmpty { copy(to: bytes.count) }
  }

  /// Passes over what is between two tokens; whether there is a colon.
  private mutating func passGap(behind last: UInt8?) throws(JSONError) -> Bool {
    let start = offset
    var (commas, colons) = (0, 0)
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: break
      case 0x2C: commas += 1
      case 0x3A: colons += 1
      case 0x2F where bytes.beginsComment(at: offset):
        try readGap(from: start, behind: last)
        return gaps.last?.kind == .key
      case 0x7D, 0x5D:
        if commas == 1, colons == 0, last != nil { try readGap(from: start, behind: last) }
        return colons > 0
      default: return colons > 0
      }
      offset += 1
    }
    return colons > 0
  }

  private mutating func readGap(from start: Int, behind last: UInt8?) throws(JSONError) {
    var scanner = GapScanner(bytes, from: start)
    try scanner.scan()
    offset = scanner.end
    let next = offset < bytes.count ? bytes[offset] : nil
    let isTrailing = scanner.hasTrailingComma(between: last, and: next)
    guard isTrailing || scanner.hasComments else { return }
    for piece in scanner.pieces where piece.isComment { try checkText(piece.range) }
    copy(to: start)
    let place = strict.count
    strict += scanner.strict(between: last, and: next)
    // Two words don't become one.
    if strict.count == place, last?.isOfWord == true, next?.isOfWord == true { strict.append(0x20) }
    copied = offset
    let kind: CommentGap.Kind =
      last == nil ? .start : next == nil ? .end : scanner.isBehindKey ? .key : .items
    var gap = CommentGap(
      kind: kind, original: start..<offset, strict: place..<strict.count,
      hasTrailingComma: isTrailing)
    if kind == .items {
      (gap.container, gap.last) = (container.start, container.last)
      gap.isLast = next == 0x7D || next == 0x5D
      gap.mayHaveLoose = gap.isLast || scanner.hasBlankLineBehindComment
    }
    gaps.append(gap)
  }

  /// What is in a comment is passed on and never read, but it is part of the text.
  private func checkText(_ comment: Range<Int>) throws(JSONError) {
    var place = comment.lowerBound
    while place < comment.upperBound { place = try bytes.endOfCharacter(inCommentAt: place) }
  }

  private mutating func copy(to end: Int) {
    if strict.isEmpty { strict.reserveCapacity(bytes.count) }
    strict += bytes[copied..<end]
    copied = end
  }

  /// Notes which item a token is, and which container it is in.
  private mutating func noteToken(_ byte: UInt8, isValue: Bool) {
    let place = strict.count + offset - copied
    switch byte {
    case 0x7D, 0x5D:
      noteNext(place)
      container = outer.popLast() ?? Container()
    case 0x7B, 0x5B:
      noteNext(place)
      container.last = place
      outer.append(container)
      container = Container(start: place, isObject: byte == 0x7B)
    case _ where isValue:
      noteNext(place)
      container.last = place
    default: break
    }
  }

  private mutating func noteNext(_ place: Int) {
    while known < gaps.count {
      gaps[known].next = place
      known += 1
    }
  }
}

extension UInt8 {
  /// Whether a word begins so: no text and no bracket does.
  fileprivate var isOfWord: Bool {
    switch self {
    case 0x22, 0x7B, 0x7D, 0x5B, 0x5D: false
    default: true
    }
  }
}

extension [UInt8] {
  /// Where a character of a comment ends, of a document or of rules.
  func endOfCharacter(inCommentAt place: Int) throws(JSONError) -> Int {
    let byte = self[place]
    if 0x01...0x7F ~= byte { return place + 1 }
    if byte > 0, let scalar = Found.scalar(in: self, at: place) {
      return place + UTF8.width(scalar)
    }
    throw JSONError(
      .badJSON, in: self, at: place, expected: byte == 0 ? Expected.noNull : Expected.utf8)
  }
}

extension [UInt8] {
  /// Whether there is a slash that begins a comment.
  fileprivate func beginsComment(at offset: Int) -> Bool {
    offset + 1 < count && (self[offset + 1] == 0x2F || self[offset + 1] == 0x2A)
  }

  /// The end of a token: a text, a bracket, or a word.
  fileprivate func endOfToken(at start: Int) -> Int {
    var offset = start + 1
    switch self[start] {
    case 0x7B, 0x7D, 0x5B, 0x5D: return offset
    case 0x22:
      while offset < count, self[offset] != 0x22 {
        offset += self[offset] == 0x5C ? 2 : 1
      }
      return Swift.min(offset + 1, count)
    default:
      while offset < count, !isSpace(self[offset]) {
        switch self[offset] {
        case 0x2C, 0x3A, 0x2F, 0x22, 0x7B, 0x7D, 0x5B, 0x5D: return offset
        default: offset += 1
        }
      }
      return offset
    }
  }
}
