/// The comments of items that are gone, while what was in them lives on: which node has which.
struct CommentLegacy {
  /// What a node has of others.
  struct Share {
    /// Items whose comments in front stand in front of it, the outer one first.
    var fronts: [Int] = []
    /// Items whose comments behind stand behind it, the inner one first.
    var backs: [Int] = []
    /// Comments that belong to no item, in front of it and behind, those from the last one on.
    var before: [CommentGap.Block] = []
    var behindBackwards: [CommentGap.Block] = []
    var behind: [CommentGap.Block] { behindBackwards.reversed() }
    /// The container that it was made of, where there was another one.
    var old: NodeID?
  }

  private var shares: [UInt32: Share] = [:]
  private let heirs: [Heirs.Entry]

  init(_ document: borrowing Document, _ comments: CommentedText, _ owners: CommentOwners) {
    // Outer items have lower numbers than what is in them.
    heirs = document.heirs.entries.ordered { $0.item < $1.item }
    var index = 0
    while index < heirs.count {
      let item = heirs[index].item
      let entries = entries(of: item)
      index = entries.upperBound
      guard let origin = owners.origin(of: item) else { continue }
      if document.isPresent(NodeID(item)) {
        // It is no container any more.
        if entries.contains(where: { self.heirs[$0].heir == item }) {
          leave(comments.gaps(in: origin), to: [item], comments, owners)
        }
        continue
      }
      let heirs = heirs(of: item, document)
      guard let first = heirs.first, let last = heirs.last else { continue }
      shares[first, default: Share()].fronts.append(origin)
      let backs = shares[last]?.backs ?? []
      let isInner = backs.first.map { owners.isInside(origin, $0) } ?? false
      shares[last, default: Share()].backs.insert(origin, at: isInner ? 0 : backs.count)
      if isRecast(item, as: first) {
        // It has its own at its brackets.
        shares[first, default: Share()].old = NodeID(item)
        continue
      }
      leave(comments.gaps(in: origin), to: heirs, comments, owners)
    }
  }

  subscript(node: NodeID) -> Share? { shares[node.number] }

  /// Shares what belongs to no item among what was in a container.
  private mutating func leave(
    _ gaps: [CommentGap], to heirs: [UInt32], _ comments: CommentedText, _ owners: CommentOwners
  ) {
    if gaps.isEmpty { return }
    let known = heirs.compactMap { heir in owners.origin(of: heir).map { (heir, $0) } }
      .ordered { $0.1 < $1.1 }
    // Those of one container in front of what others have left behind the same node.
    for gap in gaps.reversed() {
      let blocks = comments.parts(of: gap).blocks(behindBracket: gap.isFirst)
      if blocks.isEmpty { continue }
      let count = firstPosition(below: known.count) { known[$0].1 > gap.last }
      if gap.isLast, !gap.isFirst {
        shares[heirs[heirs.count - 1], default: Share()].behindBackwards += blocks.reversed()
      } else if count > 0 {
        shares[known[count - 1].0, default: Share()].behindBackwards += blocks.reversed()
      } else {
        shares[heirs[0], default: Share()].before += blocks
      }
    }
  }

  private func entries(of item: UInt32) -> Range<Int> {
    let start = firstPosition(below: heirs.count) { heirs[$0].item >= item }
    return start..<firstPosition(below: heirs.count) { heirs[$0].item > item }
  }

  /// Whether a container was made of another one, or of one that was made of that.
  private func isRecast(_ item: UInt32, as heir: UInt32) -> Bool {
    var item = item
    while item != heir {
      let entries = entries(of: item)
      guard entries.count == 1, heirs[entries.lowerBound].isRecast else { return false }
      item = heirs[entries.lowerBound].heir
    }
    return true
  }

  /// What is left of what an item held, in order.
  private func heirs(of item: UInt32, _ document: borrowing Document) -> [UInt32] {
    var found: [UInt32] = []
    var seen: Set<UInt32> = []
    var pending = [item]
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      if document.isPresent(NodeID(next)) {
        found.append(next)
      } else {
        for index in entries(of: next).reversed() { pending.append(heirs[index].heir) }
      }
    }
    return found
  }
}
