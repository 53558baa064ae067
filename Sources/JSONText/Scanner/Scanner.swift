/// What one pass over a text knows while it runs.
///
/// It lives on the stack of the function that reads. A token function answers -1 where the text is
/// wrong and leaves the reason here, so that the paths that succeed carry no error about.
struct Scanner {
  let bytes: ByteView
  let depthLimit: Int
  /// Whether the text was read before, so that it is known to be UTF-8.
  let isKnown: Bool
  /// Whether the string that `skipSpecialString` passed last has escapes.
  var hasEscapes = false
  /// The key that went by last, for predictions.
  var turn = 0
  /// The key that `skipKey` found last, and what the guide says about it.
  var key = 0
  var edge = Guide.Edge.none
  /// Which of the keys that may stand once were there: see `Guide.Watch`.
  private var noticed: UInt64 = 0
  private(set) var failure = Failure(reason: .none, offset: 0)

  init(bytes: ByteView, depthLimit: Int, isKnown: Bool = false) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    self.isKnown = isKnown
  }

  /// Why reading stopped; the words are made from it when someone asks.
  struct Failure {
    enum Reason: UInt8 {
      case none, value, key, colon, commaOrBrace, commaOrBracket, end, string, number, tooDeep,
        noMemory
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
    let bit: UInt64 = 1 &<< UInt64(slot)
    if slot == 0 || noticed & bit != 0 { return false }
    noticed |= bit
    return true
  }

  /// The end of a string whose body starts at `start`.
  @inline(__always)
  mutating func skipString(_ start: Int) -> Int {
    let special = bytes.findSpecial(start)
    return bytes.byte(unchecked: special) == 0x22
      ? special &+ 1 : skipSpecialString(from: special, start)
  }

  /// Says what is wrong with the scalar at `start`, if that was not said yet.
  @inline(never)
  mutating func failScalar(at start: Int) -> Int {
    if failure.reason != .none { return -1 }
    let byte = bytes.byte(unchecked: start)
    return fail(byte &- 0x30 < 10 || byte == 0x2D ? .number : .value, at: start)
  }

  /// The end of a string, number or literal.
  @inline(__always)
  mutating func skipScalar(_ start: Int) -> Int {
    let byte = bytes.byte(unchecked: start)
    if byte == 0x22 { return skipString(start &+ 1) }
    if byte &- 0x30 < 10 || byte == 0x2D {
      let end = bytes.skipNumber(start)
      return end >= 0 ? end : fail(.number, at: start)
    }
    let end = bytes.skipLiteral(start)
    return end >= 0 ? end : fail(.value, at: start)
  }
}
