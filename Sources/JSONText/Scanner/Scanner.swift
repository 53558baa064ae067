/// What one pass over a text knows while it runs.
///
/// It lives on the stack of the function that reads. A token function answers -1 where the text is
/// wrong and leaves the reason here, so that the paths that succeed carry no error about.
struct Scanner {
  let bytes: ByteView
  let depthLimit: Int
  /// What is known of the text's UTF-8.
  var utf8: UTF8Progress
  /// The key that went by last, for predictions.
  var turn = 0
  /// The key that `skipKey` found last, and what the guide says about it.
  var key = 0
  var edge = Guide.Edge.none
  /// Which of the keys that may stand once were there: see `Guide.Watch`.
  private var noticed: UInt64 = 0
  private(set) var failure = Failure(reason: .none, offset: 0)

  init(bytes: ByteView, depthLimit: Int, utf8: UTF8Progress) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    self.utf8 = utf8
  }

  /// Why reading stopped; the words are made from it when someone asks.
  struct Failure {
    enum Reason: UInt8 {
      case none, value, key, colon, commaOrBrace, commaOrBracket, end, string, number, tooDeep
    }

    var reason: Reason
    var offset: Int
  }

  @inline(never)
  mutating func fail(_ reason: Failure.Reason, at offset: Int) -> Int {
    failure = Failure(reason: reason, offset: offset)
    return -1
  }

  /// Notes a key that is watched for; false where it shouldn't stand there.
  mutating func notices(_ slot: Int32) -> Bool {
    let bit: UInt64 = 1 << UInt64(slot)
    if slot == 0 || noticed & bit != 0 { return false }
    noticed |= bit
    return true
  }

  /// The end of a string whose body starts at `start`.
  @inline(__always)
  mutating func skipString(_ start: Int) -> Int {
    let special = bytes.findSpecial(start)
    return bytes.byte(special) == 0x22 ? special &+ 1 : skipSpecialString(from: special, start)
  }

  /// As `skipString`, from the first byte that is neither plain ASCII nor the closing quote.
  @inline(never)
  mutating func skipSpecialString(from special: Int, _ start: Int) -> Int {
    var offset = special
    while true {
      let byte = bytes.byte(offset)
      if byte == 0x22 { return offset &+ 1 }
      if byte == 0x5C {
        let end = bytes.skipEscape(offset)
        if end < 0 { return fail(.string, at: start) }
        offset = bytes.findSpecial(end)
      } else if byte >= 0x80 {
        let first = offset
        offset = bytes.findQuoteEscapeOrControl(offset)
        if !utf8.check(first..<offset, of: bytes) { return fail(.string, at: start) }
      } else {
        return fail(.string, at: start)
      }
    }
  }

  /// Says what is wrong with the scalar at `start`, if nobody has.
  @inline(never)
  mutating func failScalar(at start: Int) -> Int {
    if failure.reason != .none { return -1 }
    let byte = bytes.byte(start)
    return fail(byte &- 0x30 < 10 || byte == 0x2D ? .number : .value, at: start)
  }

  /// The end of a string, number or literal.
  @inline(__always)
  mutating func skipScalar(_ start: Int) -> Int {
    let byte = bytes.byte(start)
    if byte == 0x22 { return skipString(start &+ 1) }
    if byte &- 0x30 < 10 || byte == 0x2D {
      let end = bytes.skipNumber(start)
      return end >= 0 ? end : fail(.number, at: start)
    }
    let end = bytes.skipLiteral(start)
    return end >= 0 ? end : fail(.value, at: start)
  }
}

/// How far a text was found to be UTF-8.
///
/// Only strings with bytes beyond ASCII ask. Then some more is looked at than was asked for, so that
/// text full of them is checked in long stretches, while it is in the cache.
struct UTF8Progress {
  private static let stretch = 32_768

  /// Up to here the text is UTF-8, as far as anyone had to know.
  private var checked: Int

  /// For text that was read before.
  static let known = UTF8Progress(checked: .max)

  init(checked: Int = 0) { self.checked = checked }

  /// Tells whether a range of a string is UTF-8.
  ///
  /// It begins and ends with whole characters, if so.
  @inline(__always)
  mutating func check(_ range: Range<Int>, of bytes: ByteView) -> Bool {
    range.upperBound <= checked || advance(range, bytes)
  }

  @inline(never)
  private mutating func advance(_ range: Range<Int>, _ bytes: ByteView) -> Bool {
    let start = max(checked, range.lowerBound)
    var end = min(bytes.count, max(range.upperBound, start + Self.stretch))
    while end < bytes.count, bytes.byte(end) & 0xC0 == 0x80 { end += 1 }
    let invalid = bytes.findInvalidUTF8(from: start, to: end)
    checked = invalid < 0 ? end : invalid
    return checked >= range.upperBound
  }
}
