internal import JSONText

/// Where the nodes that a rule has still to take away are among its matches: where many values go
/// to one place, each asks whether what is there is one of them.
struct Leaving {
  /// So few are looked through.
  static let few = 32

  /// The rule's, among those that are at work.
  let level: Int
  private var indices: [NodeID: Int] = [:]

  init(_ matches: [Match], _ pending: Range<Int>, _ level: Int) {
    self.level = level
    for index in pending where matches[index].leaves {
      indices[matches[index].node] = index
    }
  }

  /// The last match of a node.
  func last(of node: NodeID) -> Int? { indices[node] }
}

extension Match {
  /// Whether the node may go from where it is.
  var leaves: Bool { !changesMembers && !stays }
}
