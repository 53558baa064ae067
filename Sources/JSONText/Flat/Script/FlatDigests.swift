/// Short programs in place of a long one, for the members that documents turn out to have.
///
/// A chain of a hundred steps is a long program, and most of it says nothing about a given document:
/// names that it doesn't have, renames that later ones undo, tables behind tables. Which members
/// documents have is mostly the same for many of them, so for each such set the program is folded
/// once (see `FlatFolding`), and what is left is run in its place:
///
///     rename a -> b; add c = 0; map s by T; rename b -> d; drop old; map s by U; set v = 7
///
///     of documents with a, s and v:   a is now called d; map s by T, then U; set v = 7; add c = 0
struct FlatDigests: ~Copyable {
  struct Digest: BitwiseCopyable {
    var key: UInt64 = 0
    /// The operation to start from; -1 while there is none.
    var start = -1
    /// The members that a document must have, among `names`, and where else it would start.
    var firstName = 0
    var nameCount = 0
    var entry = 0
    /// Whether a document like that was there before.
    var wasSeen = false
    /// How many documents of another kind it gets to stay for.
    var patience = 0
  }

  /// A power of two.
  private static let places = 64
  /// From so many operations, cases or names on all is forgotten.
  private static let limit = 1 << 16

  private var digests = Slab<Digest>(capacity: places)
  private var names = Slab<UInt32>()
  private var tables: [FlatFolding.Pair: FlatFolding.Change?] = [:]

  init() { _ = digests.append(repeating: Digest(), count: Self.places) }

  /// Whether it is time to begin anew.
  func isFull(_ program: borrowing FlatProgramText) -> Bool {
    program.grown > Self.limit || names.count > Self.limit
  }

  /// Where to start in place of `entry`, for a document that has these members.
  ///
  /// What is new is folded when it comes for the second time; until then it is `entry`.
  mutating func start(
    insteadOf entry: Int, _ items: Row<FlatItem>, noted: Int, _ members: Row<UInt32>,
    _ program: inout FlatProgramText
  ) -> Int {
    var key = UInt64(truncatingIfNeeded: entry)
    for number in 0..<noted {
      // The order doesn't matter.
      let name = UInt64(items[UInt32(truncatingIfNeeded: number &+ 1)].text) &+ 1
      let mixed = name &* 0x9E37_79B9_7F4A_7C15
      key &+= (mixed ^ mixed &>> 32) &* 0xD6E8_FEB8_6659_FD93
    }
    let place = Int(truncatingIfNeeded: key &>> 58)
    let digest = digests[place]
    if digest.key == key, digest.start >= 0 {
      return isFor(digest, entry, noted, members) ? digest.start : entry
    }
    return note(key, at: place, entry, items, noted, &program)
  }

  private func isFor(
    _ digest: Digest, _ entry: Int, _ noted: Int, _ members: Row<UInt32>
  ) -> Bool {
    if digest.entry != entry || digest.nameCount != noted { return false }
    for index in 0..<noted where members[names[digest.firstName &+ index]] == 0 { return false }
    return true
  }

  @inline(never)
  private mutating func note(
    _ key: UInt64, at place: Int, _ entry: Int, _ items: Row<FlatItem>, _ noted: Int,
    _ program: inout FlatProgramText
  ) -> Int {
    if digests[place].key == key, digests[place].wasSeen {
      let first = names.count
      for number in 0..<noted { names.append(items[UInt32(number + 1)].text) }
      let start = FlatFolding.fold(
        &program, from: entry, members: (first..<names.count).map { Int(names[$0]) },
        tables: &tables)
      digests[place] = Digest(
        key: key, start: start, firstName: first, nameCount: noted, entry: entry, patience: 16)
      return start
    }
    if digests[place].patience > 0 {
      digests[place].patience -= 1
    } else {
      digests[place] = Digest(key: key, wasSeen: true)
    }
    return entry
  }
}
