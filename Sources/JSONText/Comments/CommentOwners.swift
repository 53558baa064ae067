/// Which nodes of a document had which places in a text with comments.
///
/// All of the document has to be open, and nothing edited yet.
package struct CommentOwners: Sendable {
  /// Where the value of each node began, by the number of the node; nodes are in the order of the
  /// text.
  private let values: [UInt32]
  /// The container that each node was in.
  private let parents: [UInt32]
  /// The bit that says that a node stands for no value.
  private static let isNone: UInt32 = 1 << 31

  init(_ document: borrowing Document) {
    var values: [UInt32] = []
    var parents: [UInt32] = []
    values.reserveCapacity(document.nodes.count)
    parents.reserveCapacity(document.nodes.count)
    for number in 0..<document.nodes.count {
      let node = document.nodes[number]
      values.append(node.isRun ? node.value.raw | Self.isNone : node.value.raw)
      parents.append(node.parent)
    }
    (self.values, self.parents) = (values, parents)
  }

  /// What a node was that was there from the beginning: where its value began.
  func origin(of number: UInt32) -> Int? {
    guard number > 0, Int(number) < values.count else { return nil }
    let value = values[Int(number)]
    return value & Self.isNone == 0 ? Int(value) : nil
  }

  /// Those items of old that a node in a container stands for which were there before.
  func items(of node: NodeID, in container: NodeID, _ document: borrowing Document) -> [Int] {
    var items: [Int] = []
    if let kept = keeper(of: document.nodes[node.index], in: document) { items.append(kept) }
    if let origin = origin(of: node.number), parents[node.index] == container.number {
      items.append(origin)
    }
    return items
  }

  /// The item whose place a node has taken, or has kept.
  func keeper(of node: Node, in document: borrowing Document) -> Int? {
    guard node.lead != .none, !node.lead.isMade, node.parent != 0,
      isOld(node.parent, in: document)
    else { return nil }
    let bytes = document.source.view
    let start = bytes.endOfLead(node.lead.offset)
    return document.isObject(node.parent) ? bytes.endOfHead(start) : start
  }

  /// Whether a node has the value that it had, and is not another one's copy.
  func isOld(_ number: UInt32, in document: borrowing Document) -> Bool {
    let value = document.nodes[Int(number)].value
    return !value.isMade && origin(of: number) == value.offset
  }

  /// Whether an item was in another one.
  func isInside(_ item: Int, _ other: Int) -> Bool {
    var number = node(at: item)?.index ?? 0
    while number != 0, values[number] > other { number = Int(parents[number]) }
    return number != 0 && values[number] == other
  }

  /// The node whose value began there.
  func node(at value: Int) -> NodeID? {
    let number = firstPosition(below: values.count) { values[$0] & ~Self.isNone >= value }
    return number < values.count && values[number] == value ? NodeID(UInt32(number)) : nil
  }
}

extension Document {
  /// Notes where all values stand, and how items would in containers of comments alone, before the
  /// first edit.
  package mutating func noteOwners(of comments: CommentedText) -> CommentOwners {
    for gap in comments.gaps where gap.kind == .items && gap.isFirst && gap.isLast {
      guard let lines = GapScanner(comments.original, gap).lines(of: gap, in: comments) else {
        continue
      }
      let start = made.count
      made.append(contentsOf: lines.opening)
      let end = made.count
      if let unit = lines.unit { made.append(contentsOf: unit) }
      linesOfEmpty[gap.container] = LinesOfEmpty(
        opening: Span(made: start..<end),
        unit: lines.unit.map { _ in Span(made: end..<made.count) })
    }
    heirs.areNoted = true
    return CommentOwners(self)
  }

  /// Adds the document as text, with the comments that the text had it was read from.
  package mutating func write(
    into out: inout ByteBuffer, with comments: CommentedText, _ owners: CommentOwners
  ) throws(JSONError) {
    let text = try strictText()
    var weaver = CommentWeaver(text, of: self, comments, owners)
    weaver.weave(self)
    guard CommentedText.isSame(weaver.out, as: text) else {
      throw JSONError(
        .invalidValue, offset: 0, found: "one that would change what the document says",
        expected: "a place for each comment")
    }
    out.append(contentsOf: weaver.out)
  }

  private mutating func strictText() throws(JSONError) -> [UInt8] {
    var text = ByteBuffer()
    try write(into: &text)
    return text.view[0..<text.count].array
  }
}
