/// The only code that changes an open document.
///
/// Each function keeps all that belongs together right: the links between items, the counts and
/// slots of containers, the marks up the parents, the journal. Verbs call these and nothing below.
/// What is no longer in the document is left alone, and what edits say about it has no effect.
extension Document {
  /// Puts a value in the place of another; its key, if it has one, stays.
  @inline(__always)
  package mutating func replaceValue(of node: NodeID, with text: ValueText) {
    if nodes[node.index].isRemoved || isUntouched(node, at: text) { return }
    limitDepth(of: text, in: nodes[node.index].parent)
    if nodes[node.index].frame != 0 { removeItems(of: node.number) }
    if !text.start.isMade { isInTextOrder = false }
    note(nil, value: text.start, end: text.end)
    record(node.number)
    let nodes = nodes.row
    nodes[node.number].value = text.start
    nodes[node.number].end = text.end
    nodes[node.number].frame = 0
    nodes[node.number].insert(.replaced)
    markDirty(node.number)
  }

  /// Whether a text is the value of a node as it was read; to put it there changes nothing.
  @inline(__always)
  private func isUntouched(_ node: NodeID, at text: ValueText) -> Bool {
    let record = nodes[node.index]
    return record.value == text.start && !text.start.isMade && !record.isDirty
  }

  /// Gives a member another key.
  ///
  /// Its position, and the space around its colon, stay.
  @inline(__always)
  package mutating func rename(_ node: NodeID, from old: Key? = nil, to key: Key) {
    if nodes[node.index].isRemoved { return }
    record(node.number)
    let parent = nodes[node.index].parent
    let frame = nodes[Int(parent)].frame
    leaveSlot(node.number, frame: frame, key: old)
    note(key, value: nodes[node.index].value, end: nodes[node.index].end)
    nodes[node.index].head = headKeepingSpace(of: node.number, key: key)
    markDirty(node.number)
    enterSlot(node.number, frame: frame, key: key)
  }

  /// Takes an item out of its container.
  @inline(__always)
  package mutating func remove(_ node: NodeID, key: Key? = nil) {
    if nodes[node.index].isRemoved { return }
    record(node.number)
    let parent = nodes[node.index].parent
    leaveSlot(node.number, frame: nodes[Int(parent)].frame, key: key)
    if !nodes[node.index].isMember { noteLoss(of: node) }
    unlink(node.number)
    nodes[node.index].insert(.removed)
    markDirty(parent)
  }

  /// Makes a member (with a key) or an element: behind `previous`, or first where that is nil.
  ///
  /// Members of objects have keys, elements of arrays have none.
  @inline(__always)
  package mutating func insert(
    _ text: ValueText, key: Key?, in parent: NodeID, after previous: NodeID?
  ) -> NodeID {
    precondition(isObject(parent.number) == (key != nil))
    return place(text, key: key, in: parent, after: previous)
  }

  /// As `insert`; the caller sees to the key.
  @inline(__always)
  mutating func place(
    _ text: ValueText, key: Key?, in parent: NodeID, after previous: NodeID?
  ) -> NodeID {
    ensureOpen(parent)
    limitDepth(of: text, in: parent.number)
    if !text.start.isMade { isInTextOrder = false }
    if !isObject(parent.number), previous != lastItem(of: parent) { elementMoves &+= 1 }
    note(key, value: text.start, end: text.end)
    let number = UInt32(truncatingIfNeeded: nodes.count)
    nodes.append(
      Node(
        lead: .none, head: key?.head ?? .none, value: text.start, end: Int(text.end),
        parent: parent.number, previous: 0, flags: [.dirty, .replaced]))
    link(number, in: parent.number, after: previous?.number ?? 0)
    if let key { enterSlot(number, frame: nodes[parent.index].frame, key: key) }
    markDirty(parent.number)
    return NodeID(number)
  }

  /// Makes a member or an element, last in its container.
  @inline(__always)
  package mutating func append(_ text: ValueText, key: Key?, to parent: NodeID) -> NodeID {
    ensureOpen(parent)
    return insert(text, key: key, in: parent, after: lastItem(of: parent))
  }

  /// Takes an item elsewhere, with all that is in it: behind `previous` in `parent`, or first
  /// there.
  package mutating func move(
    _ node: NodeID, key: Key?, to parent: NodeID, after previous: NodeID?
  ) {
    precondition(isObject(parent.number) == (key != nil))
    if nodes[node.index].isRemoved { return }
    ensureOpen(parent)
    limitDepth(of: node.number, in: parent.number)
    note(key, value: nodes[node.index].value, end: nodes[node.index].end)
    record(node.number)
    let old = nodes[node.index].parent
    isInTextOrder = false
    if !nodes[node.index].isMember { noteLeaving(of: node) }
    if key == nil, previous != lastItem(of: parent) { elementMoves &+= 1 }
    leaveSlot(node.number, frame: nodes[Int(old)].frame, key: nil)
    unlink(node.number)
    markDirty(old)
    link(node.number, in: parent.number, after: previous?.number ?? 0)
    nodes[node.index].lead = .none
    nodes[node.index].head = key?.head ?? .none
    nodes[node.index].remove(.dirty)
    nodes[node.index].insert(.replaced)
    if let key { enterSlot(node.number, frame: nodes[parent.index].frame, key: key) }
    markDirty(node.number)
  }

  /// Puts a new container in the place of a value, and the value into it: as its only member where
  /// there is a key, else as its only element.
  ///
  /// The container is what this gives; the value keeps its name.
  package mutating func wrap(_ node: NodeID, under key: Key?) -> NodeID {
    let old = nodes[node.index]
    let outer = NodeID(old.parent)
    let container = place(
      key == nil ? Fixed.array : Fixed.object, key: nil, in: outer,
      after: old.previous == 0 ? nil : NodeID(old.previous))
    nodes[container.index].lead = old.lead
    nodes[container.index].head = old.head
    openMade(container)
    move(node, key: key, to: container, after: nil)
    enterSlotByKey(container.number)
    return container
  }

  /// Puts a value in the place of the container that holds it, which goes with all else in it.
  package mutating func unwrap(_ node: NodeID) {
    if nodes[node.index].isRemoved { return }
    let container = nodes[node.index].parent
    let old = nodes[Int(container)]
    leave(NodeID(container), to: node)
    isInTextOrder = false
    if !isObject(old.parent) { elementMoves &+= 1 }
    note(nil, value: nodes[node.index].value, end: nodes[node.index].end)
    record(node.number)
    unlink(node.number)
    leaveSlot(container, frame: nodes[Int(old.parent)].frame, key: nil)
    link(node.number, in: old.parent, after: container)
    record(container)
    unlink(container)
    nodes[Int(container)].insert(.removed)
    nodes[node.index].lead = old.lead
    nodes[node.index].head = old.head
    nodes[node.index].insert(.replaced)
    markDirty(node.number)
    enterSlotByKey(node.number)
  }
}
