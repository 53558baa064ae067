/// The last keys that went by, as a guess at the next ones.
///
/// Records of one stream, and elements of one array, mostly have the same keys in the same order.
/// So the text between the end of one value and the start of the next (`,"name": `, say) is kept,
/// and compared with a few words at once when the same key goes by the next time. Where it is equal
/// there is nothing to validate and nothing to look up: the guide's answer is kept with it. A wrong
/// guess costs the comparison.
///
/// A *turn* is a key that went by, as a number; its guess is at what follows it, inside its value
/// or behind it:
///
///     {"id": 1, "at": {"x": 2, "y": 3}, "ok": true}      turns: 0 (none yet), id 1, at 2, x 3, y 4
///
///     0: {"id":     1: ,"at":     2: {"x":     3: ,"y":     4: ,"ok":
///
/// So where a key is missing, or keys stand in another order, what is in the value of a key that is
/// there is guessed as before.
@safe
struct Predictor: ~Copyable {
  private static let turns = 256
  /// Places where keys have their turns, by their hash.
  private static let places = 4096

  /// For each turn what follows it.
  ///
  /// What no turn was given out for has never been written: a start would pay for all these pages.
  private let guesses: UnsafeMutablePointer<Guess>
  /// For each turn how its own key was seen last.
  private let known: UnsafeMutablePointer<Guess>
  /// For each depth (of the last 64) the turn at which the elements of an array begin.
  private let arrayTurns: UnsafeMutablePointer<UInt8>
  /// The turns of keys, by their hash; 0 where there was none yet.
  ///
  /// Keys that share a place share their turn, which only makes guesses worse.
  private let keyTurns: UnsafeMutablePointer<UInt8>
  /// The turn that was given out last.
  private let lastTurn: UnsafeMutablePointer<UInt8>

  init() {
    unsafe guesses = .allocate(capacity: Self.turns)
    unsafe guesses.initialize(to: Guess())
    unsafe known = .allocate(capacity: Self.turns)
    unsafe known.initialize(to: Guess())
    unsafe arrayTurns = .allocate(capacity: 64)
    unsafe arrayTurns.initialize(repeating: 0, count: 64)
    unsafe keyTurns = .allocate(capacity: Self.places)
    unsafe keyTurns.initialize(repeating: 0, count: Self.places)
    unsafe lastTurn = .allocate(capacity: 1)
    unsafe lastTurn.initialize(to: 0)
  }

  deinit {
    unsafe guesses.deallocate()
    unsafe known.deallocate()
    unsafe arrayTurns.deallocate()
    unsafe keyTurns.deallocate()
    unsafe lastTurn.deallocate()
  }

  /// Tells whether the guess for this turn is what stands at `offset`.
  @inline(__always)
  func matches(_ bytes: ByteView, at offset: Int, turn: Int, context: UInt32) -> Bool {
    // The masked index is below 256.
    unsafe UnsafePointer(guesses + (turn & 255)).matches(bytes, at: offset, context: context)
  }

  @inline(__always)
  func length(_ turn: Int) -> Int { Int(unsafe guesses[turn & 255].length) }

  @inline(__always)
  func lead(_ turn: Int) -> Int { Int(unsafe guesses[turn & 255].lead) }

  /// The turn of the key that was guessed.
  @inline(__always)
  func next(_ turn: Int) -> Int { Int(unsafe guesses[turn & 255].next) }

  /// Whether the member is one that doesn't matter.
  @inline(__always)
  func isUntouched(_ turn: Int) -> Bool { unsafe guesses[turn & 255].edgeSlot == -2 }

  @inline(__always)
  func edge(_ turn: Int) -> Guide.Edge {
    Guide.Edge(
      slot: unsafe Int32(guesses[turn & 255].edgeSlot),
      child: unsafe guesses[turn & 255].edgeChild)
  }

  /// Where the turn is kept of a key whose body starts at `start`: a mix of its first 16 bytes.
  ///
  /// Found without a jump. What stands behind the closing quote doesn't count.
  @inline(__always)
  private func place(_ bytes: ByteView, of start: Int, context: UInt32) -> Int {
    let word0 = bytes.word(unchecked: start)
    let word1 = bytes.word(unchecked: start &+ 8)
    let quotes0 = word0.flags(of: 0x22)
    // All bits below the first quote's flag; all where there is none.
    let mask0 = (quotes0 & (0 &- quotes0)) &- 1
    let quotes1 = word1.flags(of: 0x22)
    // None of the second word where there is a quote in the first. A comparison would be a jump.
    let isLong = ((quotes0 | (0 &- quotes0)) &>> 63) &- 1
    let mask1 = ((quotes1 & (0 &- quotes1)) &- 1) & isLong
    let second = word1 & mask1
    let mixed = (word0 & mask0) ^ (second &<< 27 | second &>> 37) ^ UInt64(context) &<< 8
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) &>> 52)
  }

  /// Guesses again, now that the key is at hand: one that went by before may stand here.
  ///
  /// If so it is this turn's guess from now on.
  @inline(__always)
  func recall(_ bytes: ByteView, at offset: Int, turn: Int, context: UInt32) -> Bool {
    // White space is taken to be what was guessed: at most 31 bytes, so that all loads end within
    // the pad.
    let place = place(bytes, of: offset &+ lead(turn) &+ 1, context: context)
    // The place is below 4096, for it is 12 bits; a turn is a byte.
    let guess = unsafe UnsafePointer(known + Int(keyTurns[place]))
    if unsafe !guess.matches(bytes, at: offset, context: context) { return false }
    unsafe guesses[turn & 255] = guess.pointee
    return true
  }

  @inline(never)
  private func newTurn(_ place: Int) -> UInt8 {
    // 0 is no key's.
    let turn = unsafe lastTurn.pointee == 255 ? 1 : lastTurn.pointee + 1
    unsafe lastTurn.pointee = turn
    // Its first time, or from now on another key's.
    unsafe (guesses + Int(turn)).initialize(to: Guess())
    unsafe (known + Int(turn)).initialize(to: Guess())
    unsafe keyTurns[place] = turn
    return turn
  }

  /// Keeps what stood between `start` and the value behind the key at `key`; gives the key's turn.
  func learn(
    _ bytes: ByteView, from start: Int, key: Int, to value: Int, turn: Int,
    context: UInt32, edge: Guide.Edge
  ) -> Int {
    let place = place(bytes, of: key &+ 1, context: context)
    let last = unsafe keyTurns[place]
    let next = last == 0 ? newTurn(place) : last
    let length = value - start
    guard length <= Guess.longest else { return Int(next) }
    let guess = Guess(
      bytes, from: start, key: key, to: value, context: context, edge: edge, next: next)
    unsafe guesses[turn & 255] = guess
    unsafe known[Int(next)] = guess
    return Int(next)
  }

  /// How the key of a turn was seen last.
  func known(_ turn: Int) -> UnsafePointer<Guess> { unsafe UnsafePointer(known + (turn & 255)) }

  @inline(__always)
  func rememberTurn(_ turn: Int, depth: Int) {
    unsafe arrayTurns[depth & 63] = UInt8(truncatingIfNeeded: turn)
  }

  @inline(__always)
  func rememberedTurn(depth: Int) -> Int { Int(unsafe arrayTurns[depth & 63]) }
}
