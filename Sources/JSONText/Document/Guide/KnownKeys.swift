/// Which keys of the guide a document has.
///
/// Where it says that a key is not there, no path of the guide that ends in that key leads
/// anywhere. It is known from reading alone, and stays known while edits move nothing that has
/// members: what was closed may have any keys.
struct KnownKeys: ~Copyable {
  /// The keys that are there, by their numbers, each once.
  private(set) var present = Slab<UInt32>()
  private var isPresent = Slab<Bool>()
  /// Whether there are no others.
  var areAll = false

  init(count: Int) {
    _ = isPresent.append(repeating: false, count: count)
  }

  @inline(__always)
  mutating func add(_ key: Int) {
    guard key >= 0, !isPresent[key] else { return }
    isPresent[key] = true
    present.append(UInt32(truncatingIfNeeded: key))
  }

  /// Begins with a document of which nothing is known yet.
  mutating func empty() {
    for index in 0..<present.count { isPresent[Int(present[index])] = false }
    present.truncate(to: 0)
    areAll = true
  }
}

extension Document {
  /// Keeps account of the keys that are there, from the next document on.
  package mutating func noteKeys() {
    guard guide.isComplete else { return }
    notesKeys = true
    knownKeys = KnownKeys(count: guide.keyCount)
  }

  /// Whether the document has no keys of the guide but those that are noted.
  package var knowsItsKeys: Bool { notesKeys && knownKeys.areAll }

  /// How many keys are noted; there are more of them as edits go on.
  package var knownKeyCount: Int { knownKeys.present.count }

  /// The number in the guide of a key that is noted.
  package func knownKey(at index: Int) -> Int { Int(knownKeys.present[index]) }

  /// Notes that a member has this key now, and this value.
  @inline(__always)
  mutating func note(_ key: Key?, value: Address, end: UInt32) {
    if notesKeys { noteEdit(key, value, end) }
  }

  @inline(never)
  private mutating func noteEdit(_ key: Key?, _ value: Address, _ end: UInt32) {
    if let key { knownKeys.add(Int(key.number)) }
    let first = view(of: value)[value.offset]
    let isEmpty = Int(end) == value.offset + 2
    if first == 0x7B || first == 0x5B, !isEmpty { knownKeys.areAll = false }
  }
}
