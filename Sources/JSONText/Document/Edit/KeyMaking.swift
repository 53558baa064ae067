extension Document {
  /// The key of a member as it is spelled, for when the member goes elsewhere.
  package mutating func make(keyOf member: NodeID) -> Key {
    var head = nodes[member.index].head
    if !head.isMade {
      let start = made.beginHead()
      made.append(source.view.quotedKey(at: head.offset), of: source.view)
      made.append(0x3A)
      head = made.endHead(start)
    }
    return Key(head: head, number: guide.number(of: key(of: member)), state: 0, slot: -1)
  }
}
