/// The last keys that went by, as a guess at the next ones.
///
/// Records of one stream, and elements of one array, mostly have the same keys in the same order.
/// So the text between the end of one value and the start of the next (`,"name": `, say) is kept,
/// and compared with a few words at once when the next record reaches the same turn. Where it is
/// equal there is nothing to validate and nothing to look up: the guide's answer is kept with it.
/// A wrong guess costs the comparison.
@safe
struct Predictor: ~Copyable {
  /// The longest text that is kept.
  private static let longest = 32
  private static let turns = 256

  /// One text and what it means: 64 bytes, one cache line.
  private struct Guess: BitwiseCopyable {
    var word0: UInt64 = 1
    var word1: UInt64 = 0
    var mask0: UInt64 = ~0
    var mask1: UInt64 = 0
    var word2: UInt64 = 0
    var word3: UInt64 = 0
    /// The state of the guide that the answer is for, twice, and 1 more for the first member of an
    /// object: `,"a": ` may not stand behind a brace.
    var context: UInt32 = 0
    /// The whole text, and the part of it in front of the key.
    var length: UInt8 = 0
    var lead: UInt8 = 0
    var edgeSlot: Int16 = -2
    var edgeChild: UInt32 = 0
    var unused: UInt32 = 0
  }

  private let guesses: UnsafeMutablePointer<Guess>
  /// For each depth (of the last 64) the turn at which the elements of an array begin.
  private let arrayTurns: UnsafeMutablePointer<UInt8>

  init() {
    unsafe guesses = .allocate(capacity: Self.turns)
    unsafe guesses.initialize(repeating: Guess(), count: Self.turns)
    unsafe arrayTurns = .allocate(capacity: 64)
    unsafe arrayTurns.initialize(repeating: 0, count: 64)
  }

  deinit {
    unsafe guesses.deallocate()
    unsafe arrayTurns.deallocate()
  }

  /// Is the guess for this turn what stands at `offset`? Turns beyond 256 share places, which only
  /// makes guesses worse.
  @inline(__always)
  func matches(_ bytes: ByteView, at offset: Int, turn: Int, context: UInt32) -> Bool {
    // The masked index is below 256; the text's pad allows loads of 32 bytes from any offset in it.
    let guess = unsafe guesses + (turn & 255)
    let first =
      unsafe (bytes.word(offset) ^ guess.pointee.word0) & guess.pointee.mask0
      | (bytes.word(offset &+ 8) ^ guess.pointee.word1) & guess.pointee.mask1
      | UInt64(guess.pointee.context ^ context)
    if first != 0 { return false }
    return unsafe guess.pointee.length <= 16 || matchesRest(bytes, at: offset, turn: turn)
  }

  @inline(never)
  private func matchesRest(_ bytes: ByteView, at offset: Int, turn: Int) -> Bool {
    let guess = unsafe guesses[turn & 255]
    let length = Int(guess.length)
    return (bytes.word(offset &+ 16) ^ guess.word2) & Self.mask(length - 16)
      | (bytes.word(offset &+ 24) ^ guess.word3) & Self.mask(length - 24) == 0
  }

  @inline(__always)
  func length(_ turn: Int) -> Int { Int(unsafe guesses[turn & 255].length) }

  @inline(__always)
  func lead(_ turn: Int) -> Int { Int(unsafe guesses[turn & 255].lead) }

  /// Whether the member is one that doesn't matter.
  @inline(__always)
  func isUntouched(_ turn: Int) -> Bool { unsafe guesses[turn & 255].edgeSlot == -2 }

  @inline(__always)
  func edge(_ turn: Int) -> Guide.Edge {
    Guide.Edge(
      slot: unsafe Int32(guesses[turn & 255].edgeSlot),
      child: unsafe guesses[turn & 255].edgeChild)
  }

  /// Keeps what stood between `start` and the value behind the key at `key`.
  func learn(
    _ bytes: ByteView, from start: Int, key: Int, to value: Int, turn: Int, context: UInt32,
    edge: Guide.Edge
  ) {
    let length = value - start
    guard length <= Self.longest else { return }
    var guess = Guess()
    guess.word0 = bytes.word(start)
    guess.word1 = bytes.word(start + 8)
    guess.word2 = bytes.word(start + 16)
    guess.word3 = bytes.word(start + 24)
    guess.mask0 = Self.mask(length)
    guess.mask1 = Self.mask(length - 8)
    guess.context = context
    guess.length = UInt8(length)
    guess.lead = UInt8(key - start)
    guess.edgeSlot = Int16(truncatingIfNeeded: edge.slot)
    guess.edgeChild = edge.child
    unsafe guesses[turn & 255] = guess
  }

  /// All ones over the first `length` bytes of a word.
  private static func mask(_ length: Int) -> UInt64 {
    length >= 8 ? ~0 : length <= 0 ? 0 : ~(~0 << UInt64(length * 8))
  }

  @inline(__always)
  func rememberTurn(_ turn: Int, depth: Int) {
    unsafe arrayTurns[depth & 63] = UInt8(truncatingIfNeeded: turn)
  }

  @inline(__always)
  func rememberedTurn(depth: Int) -> Int { Int(unsafe arrayTurns[depth & 63]) }
}
