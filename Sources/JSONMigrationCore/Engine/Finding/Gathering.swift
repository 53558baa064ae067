internal import JSONText

/// Values that come together, for rules that make one of several.
///
/// A match has room for two; it says which of these are its own.
struct Gathered {
  private var nodes: [NodeID] = []
  /// Where each group begins.
  private var starts: [Int] = []
  /// The group of each value.
  private var known: [NodeID: Int] = [:]
  /// For each group whether it has still to take its values away.
  private var holds: [Bool] = []

  var groupCount: Int { starts.count }

  /// The values of a group.
  subscript(group: Int) -> [NodeID] {
    Array(nodes[starts[group]..<(group + 1 < starts.count ? starts[group + 1] : nodes.count)])
  }

  /// Adds a group of values, each once; gives nil, or else the one that another group has.
  mutating func add(_ group: [NodeID]) -> NodeID? {
    starts.append(nodes.count)
    holds.append(false)
    for node in group {
      let other = known.updateValue(starts.count, forKey: node)
      if other == nil {
        nodes.append(node)
      } else if other != starts.count {
        return node
      }
    }
    return nil
  }

  /// Notes that the values of a group go when it is its turn.
  mutating func hold(_ group: Int) { holds[group] = true }

  func isHeld(_ node: NodeID) -> Bool {
    !starts.isEmpty && known[node].map { holds[$0 - 1] } == true
  }

  /// The values of a group, whose turn it is.
  mutating func take(_ group: Int) -> [NodeID] {
    holds[group] = false
    return self[group]
  }

  mutating func removeAll() {
    holds.removeAll(keepingCapacity: true)
    nodes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    known.removeAll(keepingCapacity: true)
  }
}

extension Engine {
  /// Remembers values that come together, and gives the number of the group.
  mutating func gather(_ nodes: [NodeID]) throws -> Int {
    if let node = gathered.add(nodes) {
      throw RuleFailure(.conflict, "can't take one value to several places", at: node)
    }
    return gathered.groupCount - 1
  }

  /// A place that is matched again with something else to be done: another value for it, or
  /// another place for its own.
  func secondMatch(_ match: Match, of rule: Rule) -> RuleFailure {
    guard match.value != nil, let scope = match.other, match.item < rule.effects.acts.count,
      let path = rule.effects.acts[match.item].path
    else { return RuleFailure(.conflict, "can't take one value to several places", at: match.node) }
    return secondValue(for: path, in: scope)
  }

  /// A place that a rule brings a second value to.
  func secondValue(for path: JSONPath, in scope: NodeID) -> RuleFailure {
    RuleFailure(
      .conflict, "has a second value for `\(Printable.path(path.description))`", at: scope,
      help: "a path from the document is one place for all scopes: a path without `$` has one in "
        + "each, `when` leaves scopes out, and of two paths to one place one can go")
  }

  /// The one of some nodes that stands first in a container; nil if none stands there.
  mutating func first(
    of nodes: some Collection<NodeID>, in container: NodeID
  ) throws -> NodeID? {
    var first: (node: NodeID, end: UInt32)?
    var isSure = true
    for node in nodes where document.parent(of: node) == container {
      let end = document.isInTextOrder ? document.textEnd(of: node) : nil
      isSure = isSure && (first == nil || end != nil && first?.end != 0)
      if first == nil || end ?? .max < first?.end ?? 0 { first = (node, end ?? 0) }
    }
    if isSure { return first?.node }
    let candidates = Set(nodes.filter { document.parent(of: $0) == container })
    var next = document.firstItem(of: container)
    while let item = next, !candidates.contains(item) {
      try document.charge(1)
      next = document.nextItem(after: item)
    }
    return next
  }
}
