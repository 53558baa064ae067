/// What left arrays since somebody asked, so that what was counted before it still holds.
struct ElementLosses {
  /// More arrays than this aren't told apart.
  private static let most = 64

  /// Whether anybody will ask.
  var isNoted = false
  private(set) var all: [ElementLoss] = []

  /// Notes that an element left; false where that is too much.
  mutating func add(_ loss: ElementLoss) -> Bool {
    guard let index = all.lastIndex(where: { $0.array == loss.array }) else {
      if all.count == Self.most { return false }
      all.append(loss)
      return true
    }
    if loss.end == 0 || all[index].end == 0 {
      (all[index].first, all[index].end) = (nil, 0)
    } else if loss.end < all[index].end {
      all[index] = loss
    }
    return true
  }

  mutating func empty() { if !all.isEmpty { all.removeAll(keepingCapacity: true) } }
}

/// What left an array.
package struct ElementLoss {
  package let array: NodeID
  /// The first of the elements that left it; nil where it isn't known which of them was.
  package fileprivate(set) var first: NodeID?
  /// Where that ended in the text; 0 where that isn't known.
  package fileprivate(set) var end: UInt32
}

extension Document {
  /// What left each array since this was asked last; all else that arrays went through is counted
  /// in `elementMoves`.
  package mutating func takeElementLosses() -> [ElementLoss] {
    losses.isNoted = true
    if losses.all.isEmpty { return [] }
    defer { losses.empty() }
    return losses.all
  }

  /// Notes that an element is about to leave its array.
  mutating func noteLoss(of element: NodeID) {
    guard losses.isNoted, losses.add(loss(of: element)) else {
      elementMoves &+= 1
      return
    }
  }

  /// Notes that an element is about to go elsewhere: what is before it then isn't what was.
  mutating func noteLeaving(of element: NodeID) {
    let loss = ElementLoss(array: NodeID(nodes[element.index].parent), first: nil, end: 0)
    guard losses.isNoted, losses.add(loss) else {
      elementMoves &+= 1
      return
    }
  }

  private func loss(of element: NodeID) -> ElementLoss {
    ElementLoss(
      array: NodeID(nodes[element.index].parent), first: element,
      end: isInTextOrder ? textEnd(of: element) ?? 0 : 0)
  }
}
