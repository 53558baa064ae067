/// Making an array of an object, and an object of an array.
extension Document {
  /// Puts an empty container in the place of another one, and gives the items of that, which are
  /// still to be taken elsewhere; what stays goes with it.
  ///
  /// The container has the name that the other one had.
  package mutating func replaceContainer(
    _ node: NodeID, with empty: ValueText
  ) throws(JSONError) -> (container: NodeID, items: [NodeID]) {
    try openItems(of: node)
    var items: [NodeID] = []
    items.reserveCapacity(count(of: node))
    var walk = self.items(of: node)
    while let item = walk.next(in: self) {
      items.append(item)
    }
    let old = nodes[node.index]
    remove(node)
    let container = place(
      empty, key: nil, in: NodeID(old.parent),
      after: old.previous == 0 ? nil : NodeID(old.previous))
    nodes[container.index].lead = old.lead
    nodes[container.index].head = old.head
    openMade(container)
    enterSlotByKey(container.number)
    leave(node, to: container, isRecast: true)
    return (container, items)
  }
}
