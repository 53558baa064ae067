/// Which nodes of a document had which places in a text with comments.
///
/// All of the document has to be open, and nothing edited yet.
package struct CommentOwners: Sendable {
  /// Where the value of each node began, by the number of the node; -1 for none.
  private let values: [Int]
  /// Where the value of the item began whose lead begins here, and the node around it.
  private let leads: [Int: (value: Int, parent: UInt32)]
  /// The nodes, by where their values began.
  private let numbers: [Int: UInt32]
  /// The items of each container, by where it begins.
  let items: [Int: [Int]]
  /// The bytes of each value and each item's key, by where the value begins.
  let ends: [Int: Int]
  let keyEnds: [Int: Int]
  /// The container of each item, and its number there.
  let places: [Int: (container: Int, number: Int)]
  /// Where the gap in front of each item begins.
  let gapsInFront: [Int: Int]

  init(_ document: borrowing Document) {
    var values = Array(repeating: -1, count: document.nodes.count)
    var leads: [Int: (value: Int, parent: UInt32)] = [:]
    var numbers: [Int: UInt32] = [:]
    var items: [Int: [Int]] = [:]
    var ends: [Int: Int] = [:]
    var keyEnds: [Int: Int] = [:]
    for number in 1..<document.nodes.count {
      let node = document.nodes[number]
      guard !node.isRun, !node.value.isMade else { continue }
      let value = node.value.offset
      values[number] = value
      numbers[value] = UInt32(number)
      ends[value] = Int(node.end)
      if node.isMember {
        let bytes = document.source.view
        keyEnds[value] = bytes.endOfValidString(node.head.offset + 1)
      }
      if node.parent != 0 {
        leads[node.lead.offset] = (value, node.parent)
        items[document.nodes[Int(node.parent)].value.offset, default: []].append(value)
      }
    }
    self.numbers = numbers
    (self.values, self.leads, self.ends, self.keyEnds) = (values, leads, ends, keyEnds)
    // Nodes come in the order in which they were read, which is that of the text for siblings.
    let sorted = items.mapValues { $0.sorted() }
    var gaps: [Int: Int] = [:]
    var places: [Int: (container: Int, number: Int)] = [:]
    for (container, items) in sorted {
      var gap = container + 1
      for (number, item) in items.enumerated() {
        places[item] = (container, number)
        gaps[item] = gap
        gap = ends[item] ?? gap
      }
    }
    self.items = sorted
    self.places = places
    gapsInFront = gaps
  }

  /// Where the gaps in a container begin.
  func gaps(in container: Int) -> [Int] {
    [container + 1] + (items[container] ?? []).compactMap { ends[$0] }
  }

  /// What a node was that was there from the beginning: where its value began.
  func origin(of number: UInt32) -> Int? {
    guard Int(number) < values.count, values[Int(number)] >= 0 else { return nil }
    return values[Int(number)]
  }

  /// The node whose value began there.
  func node(at value: Int) -> NodeID? { numbers[value].map { NodeID($0) } }

  /// The item whose place a node has taken, or has kept.
  func keeper(of node: Node) -> Int? {
    guard node.lead != .none, !node.lead.isMade, let found = leads[node.lead.offset],
      found.parent == node.parent
    else { return nil }
    return found.value
  }
}

extension Document {
  /// Notes where all values stand, and how items would in containers of comments alone, before the
  /// first edit.
  package mutating func noteOwners(of comments: CommentedText) -> CommentOwners {
    for (place, gap) in comments.gaps {
      guard let lines = gap.lines else { continue }
      let start = made.count
      made.append(contentsOf: lines.opening)
      let end = made.count
      if let unit = lines.unit { made.append(contentsOf: unit) }
      linesOfEmpty[place - 1] = LinesOfEmpty(
        opening: Span(made: start..<end),
        unit: lines.unit.map { _ in Span(made: end..<made.count) })
    }
    return CommentOwners(self)
  }

  /// Adds the document as text, with the comments that the text had it was read from.
  package mutating func write(
    into out: inout ByteBuffer, with comments: CommentedText, _ owners: CommentOwners
  ) throws(JSONError) {
    var strict = ByteBuffer()
    try write(into: &strict)
    let text = strict.view[0..<strict.count].array
    var weaver = CommentWeaver(text, comments, owners)
    weaver.weave(self)
    guard CommentedText.isSame(weaver.out, as: text) else {
      throw JSONError(
        .invalidValue, offset: 0, found: "one that would change what the document says",
        expected: "a place for each comment")
    }
    out.append(contentsOf: weaver.out)
  }
}
