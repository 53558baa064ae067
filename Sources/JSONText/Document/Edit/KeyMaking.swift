extension Document {
  /// The key of a member as it is spelled, for when the member goes elsewhere.
  package mutating func make(keyOf member: NodeID) -> Key {
    var head = nodes[member.index].head
    if !isKeyAlone(head) {
      let start = made.beginHead()
      let quoted = view(of: head).quotedKey(at: head.offset)
      if head.isMade { made.append(own: quoted) } else { made.append(quoted, of: source.view) }
      made.append(0x3A)
      head = made.endHead(start)
    }
    return Key(head: head, number: guide.number(of: key(of: member)), state: 0, slot: -1)
  }

  /// Whether a head was made, and without the space around a colon that a renamed member keeps.
  private func isKeyAlone(_ head: Address) -> Bool {
    head.isMade
      && made.view.madeHead(head.offset).upperBound
        == made.view.quotedKey(at: head.offset).upperBound + 1
  }
}
