/// The text between two values, and what it means: 64 bytes, one cache line.
///
/// What is kept is compared with what stands somewhere by a few words at once.
struct Guess: BitwiseCopyable {
  /// The longest text that is kept.
  static let longest = 32

  fileprivate var word0: UInt64 = 1
  fileprivate var word1: UInt64 = 0
  fileprivate var mask0: UInt64 = ~0
  fileprivate var mask1: UInt64 = 0
  fileprivate var word2: UInt64 = 0
  fileprivate var word3: UInt64 = 0
  /// The state of the guide that the answer is for, twice, and 1 more for the first member of an
  /// object: `,"a": ` may not stand behind a brace.
  private(set) var context: UInt32 = 0
  /// The whole text, and the part of it in front of the key.
  private(set) var length: UInt8 = 0
  private(set) var lead: UInt8 = 0
  private(set) var edgeSlot: Int16 = -2
  private(set) var edgeChild: UInt32 = 0
  /// The turn of the key.
  private(set) var next: UInt8 = 0

  /// What matches nothing.
  init() {}

  /// What stands between `start` and the value behind the key at `key`.
  init(
    _ bytes: ByteView, from start: Int, key: Int, to value: Int, context: UInt32,
    edge: Guide.Edge, next: UInt8
  ) {
    let length = value - start
    word0 = bytes.word(unchecked: start)
    word1 = bytes.word(unchecked: start + 8)
    word2 = bytes.word(unchecked: start + 16)
    word3 = bytes.word(unchecked: start + 24)
    mask0 = Self.mask(length)
    mask1 = Self.mask(length - 8)
    self.context = context
    self.length = UInt8(length)
    lead = UInt8(key - start)
    edgeSlot = Int16(truncatingIfNeeded: edge.slot)
    edgeChild = edge.child
    self.next = next
  }

  /// All ones over the first `length` bytes of a word.
  fileprivate static func mask(_ length: Int) -> UInt64 {
    length >= 8 ? ~0 : length <= 0 ? 0 : ~(~0 &<< UInt64(length * 8))
  }
}

extension UnsafePointer<Guess> {
  /// Tells whether the guess is what stands at `offset`.
  ///
  /// Where it lies, for as a whole it would be copied first.
  @inline(__always)
  func matches(_ bytes: ByteView, at offset: Int, context: UInt32) -> Bool {
    // The text's pad allows loads of 32 bytes from any offset in it.
    let first =
      unsafe (bytes.word(unchecked: offset) ^ pointee.word0) & pointee.mask0
      | (bytes.word(unchecked: offset &+ 8) ^ pointee.word1) & pointee.mask1
      | UInt64(pointee.context ^ context)
    if first != 0 { return false }
    return unsafe pointee.length <= 16 || matchesRest(bytes, at: offset)
  }

  @inline(never)
  private func matchesRest(_ bytes: ByteView, at offset: Int) -> Bool {
    let guess = unsafe pointee
    let length = Int(guess.length)
    return (bytes.word(unchecked: offset &+ 16) ^ guess.word2) & Guess.mask(length - 16)
      | (bytes.word(unchecked: offset &+ 24) ^ guess.word3) & Guess.mask(length - 24) == 0
  }
}
