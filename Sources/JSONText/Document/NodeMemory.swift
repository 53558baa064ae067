/// Memory for nodes, where the process may not take as much as it likes.
///
/// An allocation that fails ends the process. So before the row of nodes grows, the document asks
/// whether there will be room for it and for what grows with it.
extension Document {
  /// Whether there is room for one more item and the run before it.
  @inline(__always)
  mutating func hasMemory() -> Bool {
    nodes.count + 1 < nodesInRoom || askForMemory(for: 2)
  }

  /// Whether there is room for `number` more.
  mutating func hasMemory(for number: Int) -> Bool {
    nodes.count + number < nodesInRoom || askForMemory(for: number)
  }

  @inline(never)
  private mutating func askForMemory(for number: Int) -> Bool {
    guard let left = limits.memoryLeft?() else {
      nodesInRoom = .max
      return true
    }
    let capacity = max(nodes.count + number, nodes.grownCapacity)
    guard Self.bytes(forNodes: capacity) + 2 * extent.count <= left else { return false }
    nodesInRoom = capacity
    return true
  }

  /// What `count` nodes take with all that belongs to them.
  ///
  /// While a row grows, the old one is there too. Every second node may be a container, and every
  /// second one be changed, which the journal notes.
  private static func bytes(forNodes count: Int) -> Int {
    let node = MemoryLayout<Node>.stride
    let journal = MemoryLayout<Journal.Entry<Node>>.stride
    return count * (node + (MemoryLayout<Frame>.stride + journal) / 2 + 4)
  }

  func noMemory(at offset: Int) -> JSONError {
    error(
      .tooBig, at: offset, found: "more values than there is memory for",
      expected: "a document that fits into what this process may take (see `ulimit -a`)")
  }
}
