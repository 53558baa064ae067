/// Where things stood before they were edited.
extension Document {
  /// The bytes of a value in the text; of what edits made, those of its key, or else of the nearest
  /// thing around it that came from the text.
  package func origin(of node: NodeID) -> Range<Int> {
    var number = node.number
    while number != 0 {
      let node = nodes[Int(number)]
      if !node.value.isMade { return node.valueRange }
      if node.isMember, !node.head.isMade {
        return source.view.quotedKey(at: node.head.offset)
      }
      number = node.parent
    }
    return extent
  }

  /// How many nodes there are so far; those that come to be later have higher numbers.
  package var nodeCount: Int { nodes.count }

  /// Whether a member came to be, with a key of its own, when there were so many nodes.
  package func isNew(_ member: NodeID, since count: Int) -> Bool {
    member.index >= count && nodes[member.index].head.isMade
  }

  /// Whether edits made the value, so that it stands nowhere in the text.
  package func isMade(_ node: NodeID) -> Bool { nodes[node.index].value.isMade }

  /// The bytes in the text of a value that was there when the journal began, whatever it is now.
  package func firstOrigin(of node: NodeID) -> Range<Int> {
    for entry in 0..<journal.nodes.count where journal.nodes[entry].index == node.number {
      let old = journal.nodes[entry].old
      return old.value.isMade ? origin(of: node) : old.valueRange
    }
    return origin(of: node)
  }
}
