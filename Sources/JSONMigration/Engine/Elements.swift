internal import JSONText

/// What `list` does with the elements of an array.
extension Engine {
  /// The members or elements of a container.
  mutating func items(of container: NodeID) throws -> [NodeID] {
    try document.openItems(of: container)
    var items: [NodeID] = []
    var next = document.firstItem(of: container)
    while let item = next {
      items.append(item)
      next = document.nextItem(after: item)
    }
    return items
  }

  /// The first of all elements that are the same JSON.
  mutating func withoutRepeats(_ items: [NodeID]) throws -> [NodeID] {
    var seen: Set<JSON> = []
    return try items.filter { seen.insert(try json(of: $0)).inserted }
  }

  /// What elements are sorted by.
  private enum SortKeys {
    case numbers([JSONNumber])
    case texts([[UInt8]])
  }

  /// The elements in the order of a number or a text in each; those that have the same stay as they
  /// stand to each other.
  mutating func sorted(_ items: [NodeID], by query: Query) throws -> [NodeID] {
    // Comparing takes about as often as a count has bits, for each element.
    try document.charge(items.count * (Int.bitWidth - items.count.leadingZeroBitCount))
    let order: [Int]
    switch try sortKeys(of: items, query) {
    case .numbers(let keys):
      order = items.indices.sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] }
    case .texts(let keys):
      // The bytes of UTF-8 are in the order of the code points.
      order = items.indices.sorted {
        keys[$0] == keys[$1] ? $0 < $1 : keys[$0].lexicographicallyPrecedes(keys[$1])
      }
    }
    return order.map { items[$0] }
  }

  private mutating func sortKeys(of items: [NodeID], _ query: Query) throws -> SortKeys {
    var numbers: [JSONNumber] = []
    var texts: [[UInt8]] = []
    for item in items {
      guard let node = try sortNode(of: item, query) else {
        throw missingValue("`\(query.path)`", in: item)
      }
      switch document.kind(node) {
      case .number where texts.isEmpty:
        let text = document.scalarText(of: node)
        try document.charge(bytes: text.count)
        numbers.append(JSONNumber(checked: String(decoding: text, as: UTF8.self)))
      case .string where numbers.isEmpty:
        texts.append(try self.text(of: node))
      default:
        let needs = texts.isEmpty ? numbers.isEmpty ? "a number or text" : "a number" : "text"
        throw wrongType(node, needs: needs)
      }
    }
    return texts.isEmpty ? .numbers(numbers) : .texts(texts)
  }

  private mutating func sortNode(of item: NodeID, _ query: Query) throws -> NodeID? {
    if isSingular(query) { return try place(query, from: item) }
    let nodes = try places(query, from: item)
    if nodes.count > 1 {
      throw RuleFailure(
        .conflict, "found \(nodes.count) values at `\(query.path)`, and sorts by one",
        at: nodes[1], label: "the second", help: "name one of them")
    }
    return nodes.first
  }
}
