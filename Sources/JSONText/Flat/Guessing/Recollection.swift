/// The members of an object whose keys come in no order: found by the first bytes of their keys.
///
/// Where the next key can't be foreseen, what is done from one key to the next is one chain, in
/// which each step waits for the one before. So a key is found in few steps and without a jump:
/// eight bytes, a mix of them, a look into one table. Keys that begin with the same eight bytes
/// have one place; those that aren't there are left to the predictor.
@safe
struct Recollection: ~Copyable {
  private static let placeBits: UInt64 = 8

  /// What is known of a member, by the first bytes of its key: one for each place, written when it
  /// is first needed.
  private let guesses: UnsafeMutablePointer<Guess>
  private var hasBegun = false
  /// How far in front of its key a member begins: for the first of an object, and for all others.
  private var firstLead = 0
  private var lead = 1
  /// From the last byte of a key to the value.
  private var behind = 3
  /// How often what was asked for wasn't there: from time to time it comes in.
  private var misses: UInt8 = 0

  init() { unsafe guesses = .allocate(capacity: 1 &<< Int(Self.placeBits)) }

  deinit { unsafe guesses.deallocate() }

  /// Before it is asked.
  @inline(__always)
  mutating func begin() {
    if !hasBegun { fill() }
  }

  @inline(never)
  private mutating func fill() {
    hasBegun = true
    // As many as there are places.
    unsafe guesses.initialize(repeating: Guess(), count: 1 &<< Int(Self.placeBits))
  }

  /// A member, with what stands around its key.
  struct Seen: Equatable {
    let value: Int
    let key: Int
    let slot: Int
    let turn: Int
  }

  /// The member that begins at `offset`, if it is known.
  @inline(__always)
  func find(_ bytes: ByteView, at offset: Int, context: UInt32) -> Seen? {
    let key = offset &+ (context & 1 == 1 ? firstLead : lead)
    // The number of bits of a place.
    let guess = unsafe UnsafePointer(
      guesses + Self.place(bytes.word(unchecked: key &+ 1), context))
    if unsafe !guess.matches(bytes, at: offset, context: context) { return nil }
    // The key's end is at hand before what is known of it, and the next step waits for it.
    let quote = Self.lengthOfKey(bytes, behind: key &+ 1)
    let value = key &+ quote &+ behind
    // As bytes, so that it isn't what is known that is gone on with: the compiler would take it.
    let length = unsafe guess.pointee.length
    if UInt8(truncatingIfNeeded: value &- offset) != length {
      return unsafe seen(guess.pointee, at: offset)
    }
    return unsafe Seen(
      value: value, key: offset &+ Int(guess.pointee.lead), slot: Int(guess.pointee.edgeSlot),
      turn: Int(guess.pointee.next))
  }

  /// As `find`, where the value isn't as far behind the key as others.
  @inline(never)
  private func seen(_ guess: Guess, at offset: Int) -> Seen {
    Seen(
      value: offset &+ Int(guess.length), key: offset &+ Int(guess.lead),
      slot: Int(guess.edgeSlot), turn: Int(guess.next))
  }

  /// How far behind `start` the next quote stands; 16 or more where none is near.
  @inline(__always)
  private static func lengthOfKey(_ bytes: ByteView, behind start: Int) -> Int {
    // A key begins at most 32 bytes behind what is in the text, and the pad has 64.
    BlockMatches(bytes.block(unchecked: start) .== sixteen(0x22)).first
  }

  /// The place for a key that begins with these bytes.
  ///
  /// What stands behind the closing quote doesn't count.
  @inline(__always)
  private static func place(_ word: UInt64, _ context: UInt32) -> Int {
    let quotes = word.flags(of: 0x22)
    // All bits up to the first quote's flag; all where there is none.
    let key = word & (quotes ^ (quotes &- 1))
    let mixed = (key ^ UInt64(context)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> (64 - placeBits))
  }

  /// Takes in the member that begins at `offset` and that a predictor knows, most of the time.
  @inline(never)
  mutating func learn(
    _ predictor: borrowing Predictor, _ turn: Int, _ bytes: ByteView, at offset: Int, key: Int,
    _ context: UInt32
  ) {
    misses &+= 1
    // The number of bits of a place.
    let place = unsafe guesses + Self.place(bytes.word(unchecked: key &+ 1), context)
    if unsafe place.pointee.length > 0, misses & 15 != 0 { return }
    let known = unsafe predictor.known(turn)
    // The turn may be that of another key.
    guard unsafe known.matches(bytes, at: offset, context: context) else { return }
    unsafe place.pointee = known.pointee
    let lead = unsafe Int(known.pointee.lead)
    if context & 1 == 1 { firstLead = lead } else { self.lead = lead }
    let quote = Self.lengthOfKey(bytes, behind: key &+ 1)
    // Of a key that ends further on nothing is learned that others could go by.
    if quote < 16 { behind = unsafe Int(known.pointee.length) &- lead &- quote }
  }
}
