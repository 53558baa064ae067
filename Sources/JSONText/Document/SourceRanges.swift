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
}
