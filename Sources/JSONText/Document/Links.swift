/// The parts that edits are made of.
extension Document {
  /// Takes an item out of the row of its siblings; its own record still tells where it was.
  @inline(__always)
  mutating func unlink(_ number: UInt32) {
    let nodes = nodes.row
    let previous = nodes[number].previous
    let next = nodes[number].next
    let frame = nodes[nodes[number].parent].frame
    if journal.isOn { recordNeighbours(previous, next, frame) }
    let frames = frames.row
    if previous == 0 {
      frames[frame].first = next
    } else {
      nodes[previous].next = next
    }
    if next == 0 {
      frames[frame].last = previous
    } else {
      nodes[next].previous = previous
    }
    frames[frame].count &-= 1
  }

  /// Puts an item behind `previous`, or first where that is 0.
  @inline(__always)
  mutating func link(_ number: UInt32, in parent: UInt32, after previous: UInt32) {
    let nodes = nodes.row
    let frames = frames.row
    let frame = nodes[parent].frame
    let next = previous == 0 ? frames[frame].first : nodes[previous].next
    if journal.isOn { recordNeighbours(previous, next, frame) }
    if previous == 0 {
      frames[frame].first = number
    } else {
      nodes[previous].next = number
    }
    if next == 0 {
      frames[frame].last = number
    } else {
      nodes[next].previous = number
    }
    nodes[number].previous = previous
    nodes[number].next = next
    nodes[number].parent = parent
    frames[frame].count &+= 1
  }

  @inline(never)
  private mutating func recordNeighbours(_ previous: UInt32, _ next: UInt32, _ frame: UInt32) {
    record(frame: frame)
    if previous != 0 { record(previous) }
    if next != 0 { record(next) }
  }

  /// Marks the items of a container whose value goes: they have nothing to stand in any more.
  @inline(never)
  mutating func removeItems(of container: UInt32) {
    var number = frames[Int(nodes[Int(container)].frame)].first
    while number != 0 {
      record(number)
      nodes[Int(number)].insert(.removed)
      number = nodes[Int(number)].next
    }
  }

  /// Marks a node and everything above it.
  @inline(__always)
  mutating func markDirty(_ number: UInt32) {
    let nodes = nodes.row
    var number = number
    while !nodes[number].isDirty {
      nodes[number].insert(.dirty)
      number = nodes[number].parent
    }
  }

  /// Notes in the object's slots that the key now has this member.
  @inline(__always)
  mutating func enterSlot(_ number: UInt32, frame: UInt32, key: Key) {
    let frames = frames.row
    if frames[frame].state == key.state {
      enter(number, slot: frames[frame].slots &+ key.slot)
    } else {
      let slot = guide.slot(state: frames[frame].state, number: Int(key.number))
      if slot >= 0 { enter(number, slot: frames[frame].slots &+ UInt32(slot)) }
    }
    if frames[frame].keyIndex != 0 { enterKeyIndex(number, index: frames[frame].keyIndex) }
  }

  /// As `enterSlot`, for a member whose key is known by its bytes only.
  mutating func enterSlotByKey(_ number: UInt32) {
    let frame = nodes[Int(nodes[Int(number)].parent)].frame
    let container = frames[Int(frame)]
    let slot = slotByKey(number, in: container)
    if slot >= 0 { enter(number, slot: container.slots &+ UInt32(slot)) }
    if container.keyIndex != 0 { enterKeyIndex(number, index: container.keyIndex) }
  }

  /// Notes that the key of a member is no longer its own.
  @inline(__always)
  mutating func leaveSlot(_ number: UInt32, frame: UInt32, key: Key?) {
    let frames = frames.row
    let state = frames[frame].state
    if let key, state == key.state {
      leave(number, slot: frames[frame].slots &+ key.slot)
    } else if state != 0 {
      let slot = slot(of: number, in: frames[frame])
      if slot >= 0 { leave(number, slot: frames[frame].slots &+ UInt32(slot)) }
    }
  }

  /// Where the key had a member already, it is unknown which of them is the first.
  @inline(__always)
  private mutating func enter(_ number: UInt32, slot: UInt32) {
    setSlot(slot, to: slots[Int(slot)] == 0 ? number : Self.unknownMark)
  }

  /// Where the key has other members, their number is unknown.
  @inline(__always)
  private mutating func leave(_ number: UInt32, slot: UInt32) {
    setSlot(slot, to: slots[Int(slot)] == number ? 0 : Self.unknownMark)
  }

  @inline(__always)
  mutating func setSlot(_ slot: UInt32, to found: UInt32) {
    record(slot: slot)
    slots[Int(slot)] = found
  }

  /// The slot that a member's key has, or -1.
  private func slot(of number: UInt32, in container: Frame) -> Int {
    // Mostly one of a few slots has the member, which is seen faster than by its key.
    for slot in 0..<min(guide.slotCount(container.state), 8)
    where slots[Int(container.slots) &+ slot] == number {
      return slot
    }
    return slotByKey(number, in: container)
  }

  @inline(never)
  private func slotByKey(_ number: UInt32, in container: Frame) -> Int {
    let node = nodes[Int(number)]
    guard node.isMember, container.state != 0 else { return -1 }
    let bytes = view(of: node.head)
    let key = bytes.quotedKey(at: node.head.offset)
    let isPlain = !bytes[key].contains(0x5C)
    let edge = guide.edge(state: container.state, key: key, isPlain: isPlain, of: bytes)
    return Int(max(edge.slot, -1))
  }

  /// The head for a renamed member: the key's own, or one with the space that was around the colon.
  @inline(__always)
  mutating func headKeepingSpace(of number: UInt32, key: Key) -> Address {
    let node = nodes[Int(number)]
    let value = node.value.offset
    if !node.head.isMade, !node.isReplaced, source[value &- 1] == 0x3A, source[value &- 2] == 0x22 {
      return key.head
    }
    return makeHead(key, keepingSpaceOf: node)
  }

  /// A head with the key's text and a member's space and colon.
  @inline(never)
  private mutating func makeHead(_ key: Key, keepingSpaceOf node: Node) -> Address {
    let old = node.head
    // What is new gets its space when it is written.
    if old.isMade, node.lead == .none { return key.head }
    let space = view(of: old).quotedKey(at: old.offset).upperBound..<endOfHead(old)
    if space.count == 1 { return key.head }
    let text = made.view.madeHead(key.head.offset)
    let start = made.beginHead()
    made.append(own: text.lowerBound..<(text.upperBound - 1))
    if old.isMade { made.append(own: space) } else { made.append(space, of: source.view) }
    return made.endHead(start)
  }

  private func endOfHead(_ head: Address) -> Int {
    head.isMade
      ? made.view.madeHead(head.offset).upperBound : source.view.endOfHead(head.offset)
  }

  /// The bytes that an address lies in.
  @inline(__always)
  func view(of address: Address) -> ByteView { address.isMade ? made.view : source.view }
}

extension ByteView {
  /// The key, quotes and all, that begins at `start` in text that is known to be valid.
  @inline(__always)
  func quotedKey(at start: Int) -> Range<Int> { start..<endOfValidString(start &+ 1) }

  /// The end of a string that is known to be valid, from behind its opening quote.
  @inline(__always)
  func endOfValidString(_ start: Int) -> Int {
    let special = findSpecial(start)
    return byte(unchecked: special) == 0x22 ? special &+ 1 : endOfLongString(special)
  }

  @inline(never)
  private func endOfLongString(_ start: Int) -> Int {
    var offset = start
    while offset < count {
      offset = findQuoteEscapeOrControl(offset)
      if byte(unchecked: offset) == 0x22 { return offset &+ 1 }
      offset &+= 2
    }
    return count
  }
}
