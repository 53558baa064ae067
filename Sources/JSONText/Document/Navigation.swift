/// The types of JSON.
package enum Kind: UInt8, Sendable, BitwiseCopyable {
  case null, boolean, number, string, array, object

  /// The type of a value by its first byte.
  @inline(__always)
  init(first byte: UInt8) {
    switch byte {
    case 0x22: self = .string
    case 0x7B: self = .object
    case 0x5B: self = .array
    case 0x74, 0x66: self = .boolean
    case 0x6E: self = .null
    default: self = .number
    }
  }
}

/// Finding one's way in an open document. What is closed is opened where someone reaches into it,
/// and each visit is charged to what the document may cost.
extension Document {
  /// The root value.
  package var root: NodeID { NodeID(frames[0].first) }

  /// The type of a value: its first byte tells.
  @inline(__always)
  package func kind(_ node: NodeID) -> Kind {
    let value = nodes[node.index].value
    return Kind(first: view(of: value)[value.offset])
  }

  /// The container that an item is in; nil for the root.
  package func parent(of node: NodeID) -> NodeID? {
    let parent = nodes[node.index].parent
    return parent == 0 ? nil : NodeID(parent)
  }

  /// Whether the node is still part of the document.
  package func isPresent(_ node: NodeID) -> Bool {
    var number = node.number
    while number != 0 {
      if nodes[Int(number)].isRemoved { return false }
      number = nodes[Int(number)].parent
    }
    return true
  }

  /// How many members or elements a container has; 0 for scalars.
  package mutating func count(of container: NodeID) -> Int {
    guard isContainer(container) else { return 0 }
    ensureOpen(container)
    return Int(frames[Int(nodes[container.index].frame)].count)
  }

  /// Whether it is null, or text, an array or an object with nothing in it.
  package mutating func isEmpty(_ node: NodeID) -> Bool {
    switch kind(node) {
    case .null: true
    // Its quotes.
    case .string: scalarText(of: node).count == 2
    case .array, .object: count(of: node) == 0
    case .boolean, .number: false
    }
  }

  /// Whether it is an object or an array.
  package func isContainer(_ node: NodeID) -> Bool {
    let kind = kind(node)
    return kind == .object || kind == .array
  }

  /// The first member or element.
  ///
  /// Call `openItems` before walking along a container.
  package func firstItem(of container: NodeID) -> NodeID? {
    let frame = nodes[container.index].frame
    // Frame 0 is that of the place around the root.
    let first = frame == 0 ? 0 : frames[Int(frame)].first
    return first == 0 ? nil : NodeID(first)
  }

  /// The last member or element of an open container.
  @inline(__always)
  package func lastItem(of container: NodeID) -> NodeID? {
    let frame = nodes[container.index].frame
    let last = frame == 0 ? 0 : frames[Int(frame)].last
    return last == 0 ? nil : NodeID(last)
  }

  /// The item behind this one.
  package func nextItem(after item: NodeID) -> NodeID? {
    let next = nodes[item.index].next
    return next == 0 ? nil : NodeID(next)
  }

  /// The items of a container, one after the other, as far as they are told apart.
  @inline(__always)
  package func items(of container: NodeID) -> Items {
    Items(following: firstItem(of: container))
  }

  /// A walk over items, in which each may be changed, moved or removed before the next one is asked
  /// for.
  package struct Items {
    var following: NodeID?

    @inline(__always)
    package mutating func next(in document: borrowing Document) -> NodeID? {
      guard let item = following else { return nil }
      following = document.nextItem(after: item)
      return item
    }
  }

  /// Whether a container was read so that each container in it has a node.
  @inline(__always)
  func showsContainers(in node: NodeID) -> Bool {
    let frame = nodes[node.index].frame
    return frame != 0 && frames[Int(frame)].showsContainers && !hasHidden
  }

  /// The first container from an item on, among those that are told apart.
  func container(from item: NodeID?) -> NodeID? {
    var number = item?.number ?? 0
    while number != 0, nodes[Int(number)].isRun || !isContainer(NodeID(number)) {
      number = nodes[Int(number)].next
    }
    return number == 0 ? nil : NodeID(number)
  }

  /// Where a value ends in the text; nil if it was made.
  ///
  /// In a document that is in the order of its text it tells which of two nodes comes first.
  @inline(__always)
  package func textEnd(of node: NodeID) -> UInt32? {
    nodes[node.index].value.isMade ? nil : nodes[node.index].end
  }

  /// The item before this one.
  package func previousItem(before item: NodeID) -> NodeID? {
    let previous = nodes[item.index].previous
    return previous == 0 ? nil : NodeID(previous)
  }

  /// Whether it stands for items that nobody has told apart.
  package func isRun(_ item: NodeID) -> Bool { nodes[item.index].isRun }

  /// How many items it stands for: more than one only where nobody has told them apart.
  package func itemCount(_ item: NodeID) -> Int {
    nodes[item.index].isRun ? nodes[item.index].runCount : 1
  }

  /// What an object has under a key.
  package enum Member: Equatable, Sendable {
    case none
    case one(NodeID)
    /// The key stands there more than once; this is the first.
    case several(NodeID)

    /// The first member with the key.
    package var first: NodeID? {
      switch self {
      case .none: nil
      case .one(let node), .several(let node): node
      }
    }
  }

  /// The member of an object that has this key.
  @inline(__always)
  package mutating func member(_ key: Key, of object: NodeID) throws(JSONError) -> Member {
    let frame = nodes[object.index].frame
    if frame != 0, frames[Int(frame)].state == key.state {
      let found = slots[Int(frames[Int(frame)].slots &+ key.slot)]
      if found & Self.severalMark == 0 { return found == 0 ? .none : .one(NodeID(found)) }
    }
    return try findByKey(key, of: object)
  }

  @inline(never)
  private mutating func findByKey(_ key: Key, of object: NodeID) throws(JSONError) -> Member {
    guard kind(object) == .object else { return .none }
    ensureOpen(object)
    let frame = frames[Int(nodes[object.index].frame)]
    let slot = guide.slot(state: frame.state, number: Int(key.number))
    if slot >= 0, let known = known(inSlot: Int(frame.slots) + slot) { return known }
    let text = made.view.madeHead(key.head.offset)
    let body = (text.lowerBound + 1)..<(text.upperBound - 2)
    if made.view[body].contains(0x5C) {
      let key = ByteBuffer(unescaping: body, of: made.view)
      return try findMember(key.view[0..<key.count], of: object)
    }
    return try findMember(made.view[body], of: object)
  }

  /// The member of an object whose key, unescaped, is these bytes.
  package mutating func member(
    named name: [UInt8], of object: NodeID
  ) throws(JSONError) -> Member {
    guard kind(object) == .object else { return .none }
    ensureOpen(object)
    let frame = frames[Int(nodes[object.index].frame)]
    if frame.state != 0 {
      let slot = guide.slot(state: frame.state, number: guide.number(of: name))
      if slot >= 0, let known = known(inSlot: Int(frame.slots) + slot) { return known }
    }
    var key = ByteBuffer(capacity: name.count)
    key.append(contentsOf: name)
    return try findMember(key.view[0..<key.count], of: object)
  }

  /// Whether another member of its object has the same key.
  package mutating func hasNamesake(_ member: NodeID) throws(JSONError) -> Bool {
    let head = nodes[member.index].head
    guard isMember(member), let object = parent(of: member) else { return false }
    let quoted = view(of: head).quotedKey(at: head.offset)
    let key = view(of: head)[(quoted.lowerBound + 1)..<(quoted.upperBound - 1)]
    let found =
      key.contains(0x5C)
      ? try self.member(named: self.key(of: member), of: object) : try findMember(key, of: object)
    if case .several = found { return true }
    return false
  }

  private func known(inSlot slot: Int) -> Member? {
    let found = slots[slot]
    if found == 0 { return Member.none }
    if found == Self.unknownMark { return nil }
    return found & Self.severalMark == 0
      ? .one(NodeID(found)) : .several(NodeID(found & ~Self.severalMark))
  }

  /// The element of an array at an index from 0; negative ones count from the end.
  package mutating func element(at index: Int, of array: NodeID) throws(JSONError) -> NodeID? {
    guard kind(array) == .array else { return nil }
    let count = count(of: array)
    guard index >= -count, index < count else { return nil }
    return try index < 0
      ? findElement(fromEnd: ~index, of: array) : findElement(index, of: array)
  }

  /// The key of a member, unescaped; nothing for elements and the root.
  package func key(of member: NodeID) -> [UInt8] {
    let node = nodes[member.index]
    guard node.isMember else { return [] }
    let bytes = view(of: node.head)
    let quoted = bytes.quotedKey(at: node.head.offset)
    return bytes.unescaped((quoted.lowerBound + 1)..<(quoted.upperBound - 1))
  }

  /// Whether the item has a key.
  package func isMember(_ node: NodeID) -> Bool { nodes[node.index].isMember }

  /// The bytes of a scalar as they stand in the text, quotes and all.
  package func scalarText(of node: NodeID) -> ByteSlice {
    let value = nodes[node.index].value
    return view(of: value)[nodes[node.index].valueRange]
  }

  /// What a string stands for, in UTF-8; a lone surrogate becomes bytes that are not UTF-8.
  package func string(of node: NodeID) -> [UInt8] {
    let value = nodes[node.index].value
    let range = nodes[node.index].valueRange
    return view(of: value).unescaped((range.lowerBound + 1)..<(range.upperBound - 1))
  }
}

extension ByteView {
  /// The text that the body of a valid JSON string stands for.
  package func unescaped(_ body: Range<Int>) -> [UInt8] {
    if !self[body].contains(0x5C) { return self[body].array }
    let text = ByteBuffer(unescaping: body, of: self)
    return text.view[0..<text.count].array
  }
}
