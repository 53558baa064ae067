/// In which order the nodes of a document end: what is inside something comes before it, and beside
/// each other they come as in the text.
///
/// Only nodes that are open are numbered, which all nodes are that anyone has found.
package struct EndOrder {
  /// For each node the round in which it was numbered, and its number.
  private var ranks: [Rank] = []
  private var round: UInt32 = 0

  private struct Rank: BitwiseCopyable {
    var round: UInt32 = 0
    var rank: UInt32 = 0
  }

  package init() {}

  /// Numbers everything in a node, and itself.
  package mutating func number(
    _ top: NodeID, in document: inout Document
  ) throws(JSONError) {
    round &+= 1
    let missing = document.nodes.count - ranks.count
    if missing > 0 { ranks += repeatElement(Rank(), count: missing) }
    var rank: UInt32 = 0
    var number = top.number
    while true {
      try document.charge(1)
      let frame = document.nodes[Int(number)].frame
      let first = document.nodes[Int(number)].isRun || frame == 0 ? 0 : document.first(in: frame)
      if first != 0 {
        number = first
        continue
      }
      while true {
        ranks[Int(number)] = Rank(round: round, rank: rank)
        rank += 1
        if number == top.number { return }
        let next = document.nodes[Int(number)].next
        if next != 0 {
          number = next
          break
        }
        number = document.nodes[Int(number)].parent
      }
    }
  }

  /// The number of a node; nil if it wasn't in what was numbered last.
  package func rank(of node: NodeID) -> UInt32? {
    guard node.index < ranks.count, ranks[node.index].round == round else { return nil }
    return ranks[node.index].rank
  }
}

extension Document {
  fileprivate func first(in frame: UInt32) -> UInt32 { frames[Int(frame)].first }
}
