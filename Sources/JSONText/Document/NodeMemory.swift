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
    // The text that will be written takes about as much as this one.
    let needed =
      capacity * MemoryLayout<Node>.stride + extent.count + growth(of: frames, at: capacity)
      + growth(of: slots, at: capacity) + growth(of: journal.nodes, at: capacity)
    guard needed <= left else { return false }
    nodesInRoom = capacity
    return true
  }

  /// What a row takes when it has grown as the nodes have.
  ///
  /// While it grows, the old one is there too.
  private func growth<Element>(of row: borrowing Slab<Element>, at capacity: Int) -> Int {
    let count = row.count * (capacity / max(nodes.count, 1))
    return count > row.capacity ? max(count, row.grownCapacity) * MemoryLayout<Element>.stride : 0
  }

  func noMemory(at offset: Int) -> JSONError {
    error(
      .tooBig, at: offset, found: "more values than there is memory for",
      expected: "a document that fits into what this process may take (see `ulimit -a`)")
  }
}
