/// Opening what the guide left closed, when someone reaches into it.
extension Document {
  /// Makes a container's items reachable: after this its frame is there.
  ///
  /// A container that was read as one span gets a run over all of it, for a start.
  @inline(__always)
  mutating func ensureOpen(_ node: NodeID) {
    if nodes[node.index].frame == 0, node != .holder { openClosed(node) }
  }

  private mutating func openClosed(_ node: NodeID) {
    let range = nodes[node.index].valueRange
    // Passing over bytes is work too; the next call that can fail tells if it was too much.
    work = node.index < Node.limit ? work - (1 + range.count &>> 4) : -1
    if nodes[node.index].value.isMade {
      openMade(node)
      return
    }
    let bytes = source.view
    let start = range.lowerBound
    let first = bytes.skipSpace(start + 1)
    var frame = Frame()
    let closing: UInt8 = bytes[start] == 0x7B ? 0x7D : 0x5D
    if bytes[first] != closing {
      let last = bytes.endOfLastItem(before: Int(nodes[node.index].end))
      let count = countItems(from: first, to: last, inObject: closing == 0x7D)
      let number = UInt32(truncatingIfNeeded: nodes.count)
      nodes.append(
        Node(
          lead: Address(source: start + 1), head: Address(source: count),
          value: Address(source: first), end: last, parent: node.number, previous: 0, flags: .run))
      frame = Frame(first: number, last: number, count: UInt32(count))
    }
    record(node.number)
    nodes[node.index].frame = UInt32(truncatingIfNeeded: frames.count)
    frames.append(frame)
  }

  /// Opens a container that edits made: all its items, since nothing of it is in the source.
  mutating func openMade(_ node: NodeID) {
    record(node.number)
    nodes[node.index].frame = UInt32(truncatingIfNeeded: frames.count)
    frames.append(Frame())
    let start = nodes[node.index].value.offset
    let isObject = made.view[start] == 0x7B
    var offset = made.view.skipSpace(start + 1)
    while made.view[offset] != 0x7D, made.view[offset] != 0x5D {
      var head = Address.none
      if isObject {
        let key = made.view.quotedKey(at: offset)
        offset = made.view.skipSpace(made.view.endOfHead(offset))
        let text = made.beginHead()
        made.append(own: key)
        made.append(0x3A)
        head = made.endHead(text)
      }
      let end = endOfValue(at: offset, of: made.view)
      let last = lastItem(of: node)
      let number = UInt32(truncatingIfNeeded: nodes.count)
      nodes.append(
        Node(
          lead: .none, head: head, value: Address(made: offset), end: end, parent: node.number,
          previous: 0, flags: [.dirty, .replaced]))
      link(number, in: node.number, after: last?.number ?? 0)
      offset = made.view.skipSpace(end)
      if made.view[offset] == 0x2C { offset = made.view.skipSpace(offset + 1) }
    }
  }

  /// Makes an item of each member or element of a container.
  package mutating func openItems(of container: NodeID) throws(JSONError) {
    ensureOpen(container)
    var number = frames[Int(nodes[container.index].frame)].first
    while number != 0 {
      if nodes[Int(number)].isRun {
        try charge(nodes[Int(number)].runCount)
        guard hasMemory(for: nodes[Int(number)].runCount) else {
          throw noMemory(at: nodes[Int(number)].value.offset)
        }
        number = split(number, takingOff: .max, thenItems: 0)
      }
      number = nodes[Int(number)].next
    }
  }

  /// Makes items of some members of a run: passes over `skipped`, makes `wanted`, and leaves the
  /// rest a run.
  ///
  /// Gives the last item it made.
  @discardableResult
  private mutating func split(
    _ run: UInt32, takingOff wanted: Int, thenItems skipped: Int
  ) -> UInt32 {
    record(run)
    let old = nodes[Int(run)]
    let isObject = isObject(old.parent)
    let bytes = source.view
    var offset = old.value.offset
    var lead = old.lead.offset
    var end = lead
    for _ in 0..<skipped {
      end = endOfItem(at: offset, inObject: isObject)
      lead = end
      offset = bytes.endOfLead(end)
    }
    var remaining = old.runCount - skipped
    if skipped > 0 {
      nodes[Int(run)].head = Address(source: skipped)
      nodes[Int(run)].end = UInt32(end)
    }
    var last = run
    var made = 0
    while remaining > 0, made < wanted {
      let head = offset
      if isObject { offset = bytes.endOfHead(offset) }
      end = endOfValue(at: offset, of: bytes)
      let item = Node(
        lead: Address(source: lead), head: isObject ? Address(source: head) : .none,
        value: Address(source: offset), end: end, parent: old.parent, previous: 0)
      last = place(item, after: last, reusing: made == 0 && skipped == 0)
      lead = end
      if remaining > 1 { offset = bytes.endOfLead(end) }
      made += 1
      remaining -= 1
    }
    if remaining > 0 {
      let rest = Node(
        lead: Address(source: lead), head: Address(source: remaining),
        value: Address(source: offset), end: Int(old.end), parent: old.parent, previous: 0,
        flags: .run)
      _ = place(rest, after: last, reusing: false)
    }
    return last
  }

  /// Puts a record into the row of siblings: in the place of `previous`, or behind it.
  ///
  /// The count of the container stays: its items are only told apart.
  private mutating func place(_ node: Node, after previous: UInt32, reusing: Bool) -> UInt32 {
    var node = node
    if reusing {
      node.previous = nodes[Int(previous)].previous
      node.next = nodes[Int(previous)].next
      nodes[Int(previous)] = node
      return previous
    }
    let number = UInt32(truncatingIfNeeded: nodes.count)
    nodes.append(node)
    link(number, in: node.parent, after: previous)
    frames[Int(nodes[Int(node.parent)].frame)].count &-= 1
    return number
  }

  /// The item of a container that has this key, among those that no slot knows.
  mutating func findMember(
    _ key: ByteSlice, of object: NodeID
  ) throws(JSONError) -> Member {
    let frame = nodes[object.index].frame
    if frames[Int(frame)].keyIndex == 0, frames[Int(frame)].count > 32 {
      try openItems(of: object)
      makeKeyIndex(frame)
    }
    if frames[Int(frame)].keyIndex != 0 {
      return try findInKeyIndex(key, of: object)
    }
    var found: NodeID?
    var number = frames[Int(frame)].first
    while number != 0 {
      if nodes[Int(number)].isRun {
        try charge(nodes[Int(number)].runCount)
        number = findInRun(key, number)
        if number == 0 { break }
      } else {
        try charge(1)
      }
      if !nodes[Int(number)].isRun, keyEquals(number, key) {
        if let found { return .several(found) }
        found = NodeID(number)
      }
      number = nodes[Int(number)].next
    }
    return found.map { .one($0) } ?? .none
  }

  /// Looks through a run for a key, and makes an item of the member that has it; gives that, or the
  /// run itself.
  private mutating func findInRun(_ key: ByteSlice, _ run: UInt32) -> UInt32 {
    let node = nodes[Int(run)]
    let bytes = source.view
    var offset = node.value.offset
    for index in 0..<node.runCount {
      if bytes.isKey(at: offset, equalTo: key) {
        return split(run, takingOff: 1, thenItems: index)
      }
      offset = bytes.endOfLead(endOfItem(at: offset, inObject: true))
    }
    return run
  }

  /// The element of an array at this index, from 0.
  mutating func findElement(_ index: Int, of array: NodeID) throws(JSONError) -> NodeID? {
    ensureOpen(array)
    var remaining = index
    var number = frames[Int(nodes[array.index].frame)].first
    while number != 0 {
      try charge(1)
      if nodes[Int(number)].isRun {
        let count = nodes[Int(number)].runCount
        if remaining < count {
          try charge(remaining)
          return NodeID(split(number, takingOff: 1, thenItems: remaining))
        }
        remaining -= count
      } else {
        if remaining == 0 { return NodeID(number) }
        remaining -= 1
      }
      number = nodes[Int(number)].next
    }
    return nil
  }

  /// The element that so many others are behind, in an open array.
  mutating func findElement(fromEnd index: Int, of array: NodeID) throws(JSONError) -> NodeID? {
    var remaining = index
    var number = frames[Int(nodes[array.index].frame)].last
    while number != 0 {
      try charge(1)
      let count = nodes[Int(number)].isRun ? nodes[Int(number)].runCount : 1
      if remaining < count {
        if !nodes[Int(number)].isRun { return NodeID(number) }
        let skipped = count - 1 - remaining
        try charge(skipped)
        // The one before will be asked for next, and shall have half as many to pass over.
        let half = skipped / 2
        if half == 0 { return NodeID(split(number, takingOff: 1, thenItems: skipped)) }
        split(number, takingOff: 0, thenItems: half)
        let rest = nodes[Int(number)].next
        return NodeID(split(rest, takingOff: 1, thenItems: skipped - half))
      }
      remaining -= count
      number = nodes[Int(number)].previous
    }
    return nil
  }

  @inline(__always)
  func isObject(_ number: UInt32) -> Bool {
    let value = nodes[Int(number)].value
    return view(of: value)[value.offset] == 0x7B
  }

  /// The end of a member or element that is known to be valid.
  private func endOfItem(at start: Int, inObject: Bool) -> Int {
    let bytes = source.view
    return endOfValue(at: inObject ? bytes.endOfHead(start) : start, of: bytes)
  }

  /// The end of a value that is known to be valid.
  func endOfValue(at start: Int, of bytes: ByteView) -> Int {
    let byte = bytes[start]
    if byte == 0x22 { return bytes.endOfValidString(start &+ 1) }
    if byte == 0x7B || byte == 0x5B {
      var scanner = Scanner(bytes: bytes, depthLimit: 10_000, isKnown: true)
      return scanner.skipContainer(start, outer: 0, guide: guide, predictor: predictor)
    }
    return byte &- 0x30 < 10 || byte == 0x2D ? bytes.skipNumber(start) : bytes.skipLiteral(start)
  }

  private func countItems(from start: Int, to end: Int, inObject: Bool) -> Int {
    var count = 1
    var offset = endOfItem(at: start, inObject: inObject)
    while offset < end {
      offset = endOfItem(at: source.view.endOfLead(offset), inObject: inObject)
      count += 1
    }
    return count
  }
}

extension ByteView {
  /// The end of the last item of a container that ends at `end`.
  func endOfLastItem(before end: Int) -> Int {
    var offset = end - 1
    while isSpace(self[offset - 1]) { offset -= 1 }
    return offset
  }

  /// Whether the key that begins at `start`, in text known to be valid, stands for these bytes.
  @inline(__always)
  func isKey(at start: Int, equalTo key: ByteSlice) -> Bool {
    // Most keys differ in their first letter, if that isn't an escape.
    let first = self[start &+ 1]
    if key.startIndex < key.endIndex, first != key[key.startIndex], first != 0x5C { return false }
    let body = (start &+ 1)..<(endOfValidString(start &+ 1) &- 1)
    if body.count == key.count, self[body] == key { return !key.contains(0x5C) }
    if body.count <= key.count || !self[body].contains(0x5C) { return false }
    let unescaped = ByteBuffer(unescaping: body, of: self)
    return unescaped.view[0..<unescaped.count] == key
  }
}
