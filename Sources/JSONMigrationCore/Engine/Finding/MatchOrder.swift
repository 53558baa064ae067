internal import JSONText

extension Engine {
  /// Brings matches in the order in which they are changed, each once: what is inside another comes
  /// before it; in one object, as the rule names them, and then in document order.
  mutating func order(_ rule: Rule, from start: Int, in scope: NodeID) throws {
    if isInTextOrder(from: start, within: scope) { return }
    try order.number(scope, in: &document)
    if isInOrder(from: start, within: scope) { return }
    var found = Array(matches[start...])
    var seen: [MatchIdentity: Match] = [:]
    found = try found.filter { match in
      guard let same = seen.updateValue(match, forKey: MatchIdentity(match)) else { return true }
      if same.other != match.other || same.item != match.item, match.other != nil {
        throw secondMatch(match, of: rule)
      }
      return false
    }
    switch rule.verb.changeOrder {
    // What a rule takes out of one scope may hold another one.
    case .asFound where rule.scopes?.leadStraightDown != false:
      return matches.replaceSubrange(start..., with: found)
    case .asFound, .innerFirst:
      return try matches.replaceSubrange(start..., with: innerFirst(found, rule))
    case .deepestFirst: break
    }
    var ranks = ranks(of: found, within: scope)
    if ranks == nil {
      try order.number(document.root, in: &document)
      ranks = self.ranks(of: found, within: document.root)
    }
    let known = ranks ?? []
    let sorted = positionsInOrder(known.count) { known[$0] < known[$1] }.map { found[$0] }
    matches.replaceSubrange(start..., with: sorted)
  }

  /// Matches as they were found, but for those inside of what another one takes elsewhere or takes
  /// away: these come before it.
  private mutating func innerFirst(_ found: [Match], _ rule: Rule) throws -> [Match] {
    var takers: [NodeID: [Int]] = [:]
    for (number, match) in found.enumerated() {
      takers[match.node, default: []].append(number)
      if let there = try rule.verb.replaced(by: match, &self) {
        takers[there, default: []].append(number)
      }
    }
    var inner: [Int: [Int]] = [:]
    for (number, match) in found.enumerated() {
      var above = document.parent(of: match.node)
      var isInOther = false
      while let next = above {
        try document.charge(1)
        for taker in takers[next] ?? [] where taker != number {
          inner[taker, default: []].append(number)
          // What is around this one is found from there.
          if found[taker].node == next { isInOther = true }
        }
        above = isInOther ? nil : document.parent(of: next)
      }
    }
    if inner.isEmpty { return found }
    var sorted: [Match] = []
    var isTaken = [Bool](repeating: false, count: found.count)
    var isSorted = isTaken
    for number in found.indices {
      var open = [number]
      while let last = open.last {
        // What is inside of each other has no order.
        if !isTaken[last] {
          isTaken[last] = true
          open += (inner.removeValue(forKey: last) ?? []).reversed().filter { !isTaken[$0] }
        }
        guard open.last == last else { continue }
        open.removeLast()
        // It may be inside of several.
        if !isSorted[last] {
          isSorted[last] = true
          sorted.append(found[last])
        }
      }
    }
    return sorted
  }

  /// Whether matches are in order as they come, each of another node; mostly they are.
  private func isInOrder(from start: Int, within top: NodeID) -> Bool {
    var last: MatchRank?
    for match in matches[start...] {
      guard let rank = rank(of: match, within: top) else { return false }
      if let last, last.own >= rank.own || rank < last { return false }
      last = rank
    }
    return true
  }

  /// As `isInOrder`, where the text tells: nothing has been moved yet, and all of it comes from
  /// there.
  private func isInTextOrder(from start: Int, within top: NodeID) -> Bool {
    guard document.isInTextOrder else { return false }
    var last: MatchRank?
    for match in matches[start...] {
      guard match.node != top, let own = document.textEnd(of: match.node) else { return false }
      var outer = own
      if !match.changesMembers {
        guard let parent = document.parent(of: match.node), let end = document.textEnd(of: parent)
        else { return false }
        outer = end
      }
      let rank = MatchRank(outer: outer, item: match.item, own: own)
      if let last, last.own >= rank.own || rank < last { return false }
      last = rank
    }
    return true
  }

  /// The ranks of all matches; nil if one is not in what was numbered.
  private func ranks(of found: [Match], within top: NodeID) -> [MatchRank]? {
    var ranks: [MatchRank] = []
    for match in found {
      guard let rank = rank(of: match, within: top) else { return nil }
      ranks.append(rank)
    }
    return ranks
  }

  /// When the object ends that a match changes, and when itself.
  private func rank(of match: Match, within top: NodeID) -> MatchRank? {
    guard let own = order.rank(of: match.node) else { return nil }
    var outer = own
    if !match.changesMembers {
      let parent = match.node == top ? nil : document.parent(of: match.node)
      outer = parent.flatMap { order.rank(of: $0) } ?? .max
    }
    return MatchRank(outer: outer, item: match.item, own: own)
  }
}

/// What two matches share that are of one place.
private struct MatchIdentity: Hashable {
  let node: NodeID
  let scope: NodeID?
  let item: Int
  /// Where something is to be made, the names that are there already.
  let index: Int

  init(_ match: Match) {
    node = match.node
    scope = match.scope
    item = match.scope == nil ? 0 : match.item
    index = match.scope == nil ? 0 : match.index
  }
}

private struct MatchRank: Comparable {
  let outer: UInt32
  let item: Int
  let own: UInt32

  static func < (left: Self, right: Self) -> Bool {
    (left.outer, left.item, left.own) < (right.outer, right.item, right.own)
  }
}
