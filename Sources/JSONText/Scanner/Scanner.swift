/// What one pass over a text knows while it runs.
///
/// It lives on the stack of the function that reads. A token function answers -1 where the text is
/// wrong and leaves the reason here, so that the paths that succeed carry no error about.
struct Scanner {
  let bytes: ByteView
  let depthLimit: Int
  /// Up to here the text is known to be UTF-8, or to be ASCII in the strings read so far.
  var checkedUTF8: Int
  /// The first byte that is not UTF-8, as far as it was looked for.
  var invalidUTF8 = Int.max
  /// How many keys have gone by: the place in the row of predictions.
  var turn = 0
  /// The key that `skipKey` found last, and what the guide says about it.
  var key = 0
  var edge = Guide.Edge.none
  private(set) var failure = Failure(reason: .none, offset: 0)

  init(bytes: ByteView, start: Int, depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    checkedUTF8 = start
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
        checkUTF8(through: offset)
        offset = bytes.findQuoteEscapeOrControl(offset)
        checkUTF8(through: offset - 1)
        if invalidUTF8 < offset { return fail(.string, at: start) }
      } else {
        return fail(.string, at: start)
      }
    }
  }

  /// Checks that what stands up to `offset` is UTF-8, and some of what follows while it is at it.
  private mutating func checkUTF8(through offset: Int) {
    guard offset >= checkedUTF8 else { return }
    var end = min(bytes.count, max(offset + 1, checkedUTF8 + 32_768))
    while end < bytes.count, bytes.byte(end) & 0xC0 == 0x80 { end += 1 }
    let invalid = bytes.findInvalidUTF8(from: checkedUTF8, to: end)
    if invalid >= 0 { invalidUTF8 = min(invalidUTF8, invalid) }
    checkedUTF8 = end
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
