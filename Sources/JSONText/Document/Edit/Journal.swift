/// What edits overwrote, so that they can be taken back, or told.
///
/// Off by default. When on, each record that an edit changes is kept as it was before; the trace of
/// a rule and the check of an inverse are made from that.
struct Journal: ~Copyable {
  struct Saved<Record: BitwiseCopyable>: BitwiseCopyable {
    let index: UInt32
    let old: Record
  }

  var isOn = false
  var nodes = Slab<Saved<Node>>(capacity: 1)
  var frames = Slab<Saved<Frame>>(capacity: 1)
  var slots = Slab<Saved<UInt32>>(capacity: 1)
  /// Of entries that were taken out of key indexes: the index, and the entry.
  var takenOut = Slab<Saved<UInt32>>(capacity: 1)

  mutating func empty() {
    isOn = false
    nodes.truncate(to: 0)
    frames.truncate(to: 0)
    slots.truncate(to: 0)
    takenOut.truncate(to: 0)
  }
}

/// A moment in the life of an open document.
package struct Mark: Sendable {
  let entries: (nodes: Int, frames: Int, slots: Int, takenOut: Int)
  let records: (nodes: Int, frames: Int, slots: Int)
  let made: Int
  let keyIndexes: Int
  let heirs: Int
  let wasOn: Bool

  /// Whether a node was there then; what it was in may have gone.
  package func knows(_ node: NodeID) -> Bool { node.index < records.nodes }

  /// Whether nothing was edited and nothing made in the document since.
  package func isNow(in document: borrowing Document) -> Bool {
    entries.nodes == document.journal.nodes.count && records.nodes == document.nodes.count
  }
}

extension Document {
  /// Remembers this moment; from now on the journal is on.
  package mutating func mark() -> Mark {
    let mark = Mark(
      entries: (
        journal.nodes.count, journal.frames.count, journal.slots.count, journal.takenOut.count
      ),
      records: (nodes.count, frames.count, slots.count), made: made.count,
      keyIndexes: keyIndexes.count, heirs: heirs.entries.count, wasOn: journal.isOn)
    journal.isOn = true
    return mark
  }

  /// Takes back everything since `mark`.
  ///
  /// Nodes that were made since are gone.
  package mutating func rollBack(to mark: Mark) {
    elementMoves &+= 1
    for index in (mark.entries.nodes..<journal.nodes.count).reversed() {
      nodes[Int(journal.nodes[index].index)] = journal.nodes[index].old
    }
    // Written piece by piece, a container gives the same bytes, so which ones were clean is not
    // kept; but a dirty one must be dirty all the way up.
    for index in mark.entries.nodes..<journal.nodes.count {
      let number = journal.nodes[index].index
      nodes[Int(number)].remove(.dirty)
      markDirty(number)
    }
    journal.nodes.truncate(to: mark.entries.nodes)
    while journal.frames.count > mark.entries.frames {
      let entry = journal.frames[journal.frames.count - 1]
      frames[Int(entry.index)] = entry.old
      journal.frames.truncate(to: journal.frames.count - 1)
    }
    while journal.slots.count > mark.entries.slots {
      let entry = journal.slots[journal.slots.count - 1]
      slots[Int(entry.index)] = entry.old
      journal.slots.truncate(to: journal.slots.count - 1)
    }
    while journal.takenOut.count > mark.entries.takenOut {
      let entry = journal.takenOut[journal.takenOut.count - 1]
      keyIndexes[Int(entry.index)].putBack(entry.old)
      journal.takenOut.truncate(to: journal.takenOut.count - 1)
    }
    nodes.truncate(to: mark.records.nodes)
    frames.truncate(to: mark.records.frames)
    slots.truncate(to: mark.records.slots)
    made.truncate(to: mark.made)
    keyIndexes.removeLast(keyIndexes.count - mark.keyIndexes)
    heirs.entries.removeLast(heirs.entries.count - mark.heirs)
    journal.isOn = mark.wasOn
  }

  /// Lets go of a mark that is not gone back to.
  package mutating func forget(_ mark: Mark) {
    if !mark.wasOn { journal.empty() }
  }

  /// The numbers of the records that were there at `mark` and have been touched since, each once,
  /// in the order of the first touch, and then those that are new.
  func touched(since mark: Mark) -> [UInt32] {
    var seen: Set<UInt32> = []
    var numbers: [UInt32] = []
    for index in mark.entries.nodes..<journal.nodes.count {
      let number = journal.nodes[index].index
      if Int(number) < mark.records.nodes, seen.insert(number).inserted { numbers.append(number) }
    }
    return numbers + (UInt32(mark.records.nodes)..<UInt32(max(nodes.count, mark.records.nodes)))
  }

  /// What `look` finds in the document as it was at `mark`.
  ///
  /// It must only look: nothing may be opened or edited meanwhile.
  mutating func asAt<Result>(
    _ mark: Mark, _ look: (inout Document) throws(JSONError) -> Result
  ) throws(JSONError) -> Result {
    for index in (mark.entries.nodes..<journal.nodes.count).reversed() { swapNode(index) }
    for index in (mark.entries.frames..<journal.frames.count).reversed() { swapFrame(index) }
    defer {
      for index in mark.entries.nodes..<journal.nodes.count { swapNode(index) }
      for index in mark.entries.frames..<journal.frames.count { swapFrame(index) }
    }
    return try look(&self)
  }

  /// Exchanges a record and what the journal has of it.
  private mutating func swapNode(_ entry: Int) {
    let number = Int(journal.nodes[entry].index)
    let now = nodes[number]
    nodes[number] = journal.nodes[entry].old
    journal.nodes[entry] = Journal.Saved(index: UInt32(number), old: now)
  }

  private mutating func swapFrame(_ entry: Int) {
    let number = Int(journal.frames[entry].index)
    let now = frames[number]
    frames[number] = journal.frames[entry].old
    journal.frames[entry] = Journal.Saved(index: UInt32(number), old: now)
  }

  @inline(__always)
  mutating func record(_ number: UInt32) {
    if journal.isOn {
      journal.nodes.append(Journal.Saved(index: number, old: nodes[Int(number)]))
    }
  }

  @inline(__always)
  mutating func record(frame: UInt32) {
    if journal.isOn {
      journal.frames.append(Journal.Saved(index: frame, old: frames[Int(frame)]))
    }
  }

  mutating func record(takenOut entry: UInt32, of index: Int) {
    if journal.isOn {
      journal.takenOut.append(Journal.Saved(index: UInt32(index), old: entry))
    }
  }

  @inline(__always)
  mutating func record(slot: UInt32) {
    if journal.isOn {
      journal.slots.append(Journal.Saved(index: slot, old: slots[Int(slot)]))
    }
  }
}
