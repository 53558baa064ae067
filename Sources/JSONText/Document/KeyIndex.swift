/// Where the members of a wide object are, by key.
///
/// What leaves the object stays in it until somebody comes across it: after finding an entry, ask
/// whether it still is a member of the object under that key. So edits need to know nothing of it
/// but new keys.
struct KeyIndex {
  /// Each points at the next with a hash that ends alike; 0 at the end.
  struct Link {
    /// What `next` says of one that was taken out.
    static let out = UInt32.max

    var hash: UInt32
    var node: UInt32
    var next: UInt32
  }

  private var heads: [UInt32]
  private var entries = [Link(hash: 0, node: 0, next: 0)]

  init(capacity: Int) {
    var size = 64
    while size < capacity { size *= 2 }
    heads = Array(repeating: 0, count: size)
    entries.reserveCapacity(capacity + 1)
  }

  mutating func insert(_ node: UInt32, hash: UInt32) {
    if entries.count > heads.count { grow() }
    entries.append(Link(hash: hash, node: node, next: 0))
    link(entries.count - 1)
  }

  private mutating func link(_ entry: Int) {
    let head = Int(entries[entry].hash) & (heads.count - 1)
    entries[entry].next = heads[head]
    heads[head] = UInt32(entry)
  }

  private mutating func grow() {
    heads = Array(repeating: 0, count: heads.count * 2)
    for entry in entries.indices.dropFirst() where entries[entry].next != Link.out { link(entry) }
  }

  /// Takes out an entry, which stands behind another one or, where that is 0, first.
  mutating func takeOut(_ entry: UInt32, behind previous: UInt32) {
    let next = entries[Int(entry)].next
    if previous == 0 {
      heads[Int(entries[Int(entry)].hash) & (heads.count - 1)] = next
    } else {
      entries[Int(previous)].next = next
    }
    entries[Int(entry)].next = Link.out
  }

  mutating func putBack(_ entry: UInt32) { link(Int(entry)) }

  /// The first of the entries among which those with this hash are; 0 where there is none.
  func first(hash: UInt32) -> UInt32 { heads[Int(hash) & (heads.count - 1)] }

  subscript(entry: UInt32) -> Link { entries[Int(entry)] }

  /// FNV-1a: short, and good enough for keys; a flood of equal hashes is charged for by the entry.
  static func hash(_ key: some Sequence<UInt8>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for byte in key { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return hash ^ hash &>> 15
  }
}

extension Document {
  mutating func makeKeyIndex(_ frame: UInt32) {
    var index = KeyIndex(capacity: Int(frames[Int(frame)].count))
    var number = frames[Int(frame)].first
    while number != 0 {
      index.insert(number, hash: KeyIndex.hash(key(of: NodeID(number))))
      number = nodes[Int(number)].next
    }
    keyIndexes.append(index)
    record(frame: frame)
    frames[Int(frame)].keyIndex = UInt32(keyIndexes.count)
  }

  mutating func enterKeyIndex(_ number: UInt32, index: UInt32) {
    keyIndexes[Int(index) - 1].insert(
      number, hash: KeyIndex.hash(key(of: NodeID(number))))
  }

  mutating func findInKeyIndex(
    _ key: ByteSlice, of object: NodeID
  ) throws(JSONError) -> Member {
    let index = Int(frames[Int(nodes[object.index].frame)].keyIndex) - 1
    let hash = KeyIndex.hash(key)
    var found: UInt32 = 0
    var previous: UInt32 = 0
    var next = keyIndexes[index].first(hash: hash)
    while next != 0 {
      try charge(1)
      let current = next
      let entry = keyIndexes[index][current]
      next = entry.next
      let number = entry.node
      if entry.hash == hash {
        // What has left comes back with a new entry, or by a rollback.
        guard number != found, Int(number) < nodes.count, !nodes[Int(number)].isRemoved,
          nodes[Int(number)].parent == object.number
        else {
          keyIndexes[index].takeOut(current, behind: previous)
          record(takenOut: current, of: index)
          continue
        }
      }
      previous = current
      guard entry.hash == hash, keyEquals(number, key) else { continue }
      // The index knows no order.
      if found != 0 { return .several(try firstMember(key, of: object)) }
      found = number
    }
    return found == 0 ? .none : .one(NodeID(found))
  }

  /// The first of an object's members, all of them items, that has a key which is there.
  private mutating func firstMember(
    _ key: ByteSlice, of object: NodeID
  ) throws(JSONError) -> NodeID {
    var number = frames[Int(nodes[object.index].frame)].first
    while !keyEquals(number, key) {
      try charge(1)
      number = nodes[Int(number)].next
    }
    return NodeID(number)
  }

  /// Whether this is the key of a member.
  func keyEquals(_ number: UInt32, _ key: ByteSlice) -> Bool {
    let head = nodes[Int(number)].head
    return view(of: head).isKey(at: head.offset, equalTo: key)
  }
}
