internal import JSONText

/// What `list` does with the elements of an array.
extension Engine {
  /// The members or elements of a container.
  mutating func items(of container: NodeID) throws -> [NodeID] {
    try document.openItems(of: container)
    var items: [NodeID] = []
    items.reserveCapacity(document.count(of: container))
    var walk = document.items(of: container)
    while let item = walk.next(in: document) {
      items.append(item)
    }
    return items
  }

  /// The first of all elements that are the same JSON.
  mutating func withoutRepeats(_ items: [NodeID]) throws -> [NodeID] {
    var seen: Set<JSON> = []
    return try items.filter { seen.insert(try json(of: $0)).inserted }
  }

  /// The elements in the order of a number or a text in each; those that have the same stay as they
  /// stand to each other.
  mutating func sorted(_ items: [NodeID], by query: Query) throws -> [NodeID] {
    // Comparing takes about as often as a count has bits, for each element.
    try document.charge(items.count * (Int.bitWidth - items.count.leadingZeroBitCount))
    let keys = try sortKeys(of: items, query)
    let order = positionsInOrder(items.count) { keys[$0].lexicographicallyPrecedes(keys[$1]) }
    return order.map { items[$0] }
  }

  private static let given =
    "a rule before gives it to them, with `add-default` and `\"if-null\": \"replace\"`"

  /// Bytes that are in the order of the elements.
  private mutating func sortKeys(of items: [NodeID], _ query: Query) throws -> [[UInt8]] {
    var keys: [[UInt8]] = []
    keys.reserveCapacity(items.count)
    var sorted: Kind?
    for item in items {
      guard let node = try sortNode(of: item, query) else {
        var failure = missingValue("`\(query.shown)`", LookedFor(query), in: item)
        failure.help = "what an array is sorted by has to be in all its elements: \(Self.given)"
        throw failure
      }
      let kind = document.kind(node)
      switch kind {
      case .number where sorted ?? kind == kind:
        let text = document.scalarText(of: node)
        try document.charge(bytes: text.count)
        keys.append(NumberText.sortKey(text.array))
      case .string where sorted ?? kind == kind:
        // The bytes of UTF-8 are in the order of the code points.
        keys.append(try self.text(of: node))
      default:
        let needs = sorted.map { $0 == .number ? "a number" : "text" }
        // The scope can't be asked for the types in the elements.
        throw wrongType(
          node, needs: needs ?? "a number or text",
          help: "what an array is sorted by is of one type in all its elements: "
            + (kind == .null ? Self.given : "`convert` makes it so"))
      }
      sorted = kind
    }
    return keys
  }

  private mutating func sortNode(of item: NodeID, _ query: Query) throws -> NodeID? {
    if bound(query.number).isSingular { return try place(query, from: item) }
    let nodes = try places(query, from: item)
    if let second = nodes.first(where: { $0 != nodes[0] }) {
      throw RuleFailure(
        .conflict, "found \(Set(nodes).count) values at `\(query.shown)`, and sorts by one",
        at: second, label: "the second", help: "name one of them")
    }
    return nodes.first
  }
}
