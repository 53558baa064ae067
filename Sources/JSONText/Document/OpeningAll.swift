extension Document {
  /// Makes an item of each member or element of a container, and if it was closed, of everything in
  /// it.
  ///
  /// That is one pass over its bytes. Level by level the innermost bytes would be passed over once
  /// for each level around them, which takes forever in a document that is deep and large.
  mutating func openAll(of container: NodeID) throws(JSONError) {
    let node = nodes[container.index]
    if node.frame == 0, !node.value.isMade {
      // No text has more nodes than half its bytes.
      try charge(1 + node.valueRange.count / 2)
      try openClosedAll(container.number)
    } else {
      try openItems(of: container)
    }
  }

  private mutating func openClosedAll(_ container: UInt32) throws(JSONError) {
    let bytes = source.view
    record(container)
    openFrame(container)
    var parent = container
    // Behind an opening bracket or an item, and the first byte behind space and comma there.
    var lead = nodes[Int(container)].value.offset + 1
    var offset = bytes.skipSpace(lead)
    while true {
      if bytes[offset] == 0x7D || bytes[offset] == 0x5D {
        lead = offset + 1
        if parent == container { return }
        nodes[Int(parent)].end = UInt32(truncatingIfNeeded: lead)
        parent = nodes[Int(parent)].parent
        offset = bytes.endOfLead(lead)
        continue
      }
      guard hasMemory() else { throw noMemory(at: offset) }
      let number = add(lead: lead, at: &offset, to: parent)
      if bytes[offset] == 0x7B || bytes[offset] == 0x5B {
        openFrame(number)
        parent = number
        lead = offset + 1
        offset = bytes.skipSpace(lead)
      } else {
        lead = endOfValue(at: offset, of: bytes)
        nodes[Int(number)].end = UInt32(truncatingIfNeeded: lead)
        offset = bytes.endOfLead(lead)
      }
    }
  }

  private mutating func openFrame(_ number: UInt32) {
    nodes[Int(number)].frame = UInt32(truncatingIfNeeded: frames.count)
    frames.append(Frame())
  }

  /// Adds an item, last in its container, and moves on to its value; its end is not yet known.
  private mutating func add(lead: Int, at offset: inout Int, to parent: UInt32) -> UInt32 {
    let head = isObject(parent) ? Address(source: offset) : .none
    if head != .none { offset = source.view.endOfHead(offset) }
    let frame = Int(nodes[Int(parent)].frame)
    let last = frames[frame].last
    let number = UInt32(truncatingIfNeeded: nodes.count)
    nodes.append(
      Node(
        lead: Address(source: lead), head: head, value: Address(source: offset), end: offset,
        parent: parent, previous: last))
    if last == 0 { frames[frame].first = number } else { nodes[Int(last)].next = number }
    frames[frame].last = number
    frames[frame].count += 1
    return number
  }
}
