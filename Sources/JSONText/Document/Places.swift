/// Where a node stands, in words that messages can use.
extension Document {
  /// How many items stand before this one in its container.
  package func position(of item: NodeID) -> Int {
    var position = 0
    var number = nodes[item.index].previous
    while number != 0 {
      let node = nodes[Int(number)]
      position += node.isRun ? node.runCount : 1
      number = node.previous
    }
    return position
  }

  /// The normalized path of RFC 9535 that leads to a node: `$['panels'][0]['title']`.
  package func normalizedPath(of node: NodeID) -> String {
    var steps: [String] = []
    var node = node
    while let parent = parent(of: node) {
      steps.append(
        isMember(node) ? "[\(PathText.quoted(key(of: node)))]" : "[\(position(of: node))]")
      node = parent
    }
    return "$" + steps.reversed().joined()
  }
}
