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

  /// The path that leads to a node, as all that is printed has it: `$.panels[0]['a title']`.
  package func path(of node: NodeID) -> String {
    var steps: [String] = []
    var node = node
    while let parent = parent(of: node) {
      steps.append(
        isMember(node) ? PathText.step(key(of: node)) : "[\(position(of: node))]")
      node = parent
    }
    return "$" + steps.reversed().joined()
  }
}
