/// Where the members of a wide object are, by key.
///
/// Entries are never taken out: who finds one asks whether it still is a member of the object under
/// that key. So edits, and taking them back, need to know nothing of it but new keys.
struct KeyIndex {
  private var entries: [(hash: UInt32, node: UInt32)]
  private var count = 0

  init(capacity: Int) {
    var size = 64
    while size < capacity * 2 { size *= 2 }
    entries = Array(repeating: (0, 0), count: size)
  }

  mutating func insert(_ node: UInt32, hash: UInt32) {
    if count * 2 >= entries.count { grow() }
    var index = Int(hash) & (entries.count - 1)
    while entries[index].node != 0 { index = (index + 1) & (entries.count - 1) }
    entries[index] = (hash, node)
    count += 1
  }

  /// The nodes that were entered with this hash.
  func nodes(hash: UInt32) -> [UInt32] {
    var result: [UInt32] = []
    var index = Int(hash) & (entries.count - 1)
    while entries[index].node != 0 {
      if entries[index].hash == hash, !result.contains(entries[index].node) {
        result.append(entries[index].node)
      }
      index = (index + 1) & (entries.count - 1)
    }
    return result
  }

  private mutating func grow() {
    let old = entries
    entries = Array(repeating: (0, 0), count: old.count * 2)
    count = 0
    for entry in old where entry.node != 0 { insert(entry.node, hash: entry.hash) }
  }

  /// FNV-1a: short, and good enough for keys; a flood of equal hashes is charged for by the node.
  static func hash(_ key: some Sequence<UInt8>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for byte in key { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return hash ^ hash >> 15
  }
}

extension Document {
  mutating func makeKeyIndex(_ frame: UInt32, of object: NodeID) {
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
  ) -> Member {
    let index = frames[Int(nodes[object.index].frame)].keyIndex
    var found: UInt32 = 0
    for number in keyIndexes[Int(index) - 1].nodes(hash: KeyIndex.hash(key)) {
      guard Int(number) < nodes.count, !nodes[Int(number)].isRemoved,
        nodes[Int(number)].parent == object.number, keyEquals(number, key)
      else { continue }
      if found != 0 { return .several(NodeID(found)) }
      found = number
    }
    return found == 0 ? .none : .one(NodeID(found))
  }

  /// Whether this is the key of a member.
  func keyEquals(_ number: UInt32, _ key: ByteSlice) -> Bool {
    let head = nodes[Int(number)].head
    return view(of: head).isKey(at: head.offset, equalTo: key)
  }
}
