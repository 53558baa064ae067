/// What left arrays since somebody asked, so that what was counted before it still holds.
struct ElementLosses {
  /// More arrays than this aren't told apart.
  private static let most = 64

  /// Whether anybody will ask.
  var isNoted = false
  /// For each array where the first of its elements that left it ends in the text.
  private(set) var ends: [(array: NodeID, end: UInt32)] = []

  /// Notes that an element left; false where that is too much.
  mutating func add(_ array: NodeID, _ end: UInt32) -> Bool {
    if let index = ends.lastIndex(where: { $0.array == array }) {
      ends[index].end = min(ends[index].end, end)
      return true
    }
    if ends.count == Self.most { return false }
    ends.append((array, end))
    return true
  }

  mutating func empty() { if !ends.isEmpty { ends.removeAll(keepingCapacity: true) } }
}

extension Document {
  /// For each array that elements left since this was asked last where the first of them ended in
  /// the text; all else that arrays went through is counted in `elementMoves`.
  package mutating func takeElementLosses() -> [(array: NodeID, end: UInt32)] {
    losses.isNoted = true
    if losses.ends.isEmpty { return [] }
    defer { losses.empty() }
    return losses.ends
  }

  /// Notes that an element is about to leave its array.
  mutating func noteLoss(of element: NodeID) {
    guard losses.isNoted, isInTextOrder, let end = textEnd(of: element),
      losses.add(NodeID(nodes[element.index].parent), end)
    else {
      elementMoves &+= 1
      return
    }
  }
}
