internal import JSONText

/// Bringing values to targets, as `if-exists` says.
extension Engine {
  /// Takes a value to a target that was followed to `landing`, before anything changed.
  ///
  /// Inside one object it keeps its position, else it comes last; what it overwrites, it stands in
  /// the place of.
  mutating func move(_ node: NodeID, to target: Target, _ landing: Landing) throws {
    let parent = try makeParents(target, from: landing.parent, first: landing.first)
    guard let name = target.names.last else { return }
    if try isKept(name, in: parent) { return try leave(node) }
    try requirePlace(parent, besides: node)
    try move(node, to: name, in: parent, at: target)
  }

  /// Takes a value into an object, which a rule may name as the target.
  mutating func move(
    _ node: NodeID, to name: Name, in parent: NodeID, at target: Target? = nil
  ) throws {
    if document.parent(of: node) == parent { return try rename(node, to: key(name)) }
    try clearHome(of: node, under: key(name), in: parent)
    switch try room(under: key(name), in: parent, for: node, at: target) {
    case .free:
      document.move(node, key: key(name), to: parent, after: document.lastItem(of: parent))
    case .taken(let there):
      let before = document.previousItem(before: there)
      try discard(there)
      document.move(node, key: key(name), to: parent, after: before)
    case .none: try leave(node)
    }
  }

  /// Takes away a value whose target stays as it is.
  private mutating func leave(_ node: NodeID) throws {
    try requireNothingBrought(to: node)
    try drop(node)
  }

  /// Whether a target stays as it is, in an object that another pair has taken away.
  private mutating func isKept(_ name: Name, in parent: NodeID) throws -> Bool {
    if ifExists != .keep || document.isPresent(parent) { return false }
    return try member(key(name), of: parent) != nil
  }

  /// Notes that the rule at work brought a value to where it is, and may take away what is around.
  mutating func noteArrival(of node: NodeID) {
    guard document.isPresent(node) else { return }
    var above = document.parent(of: node)
    while let next = above, holders.insert(next).inserted { above = document.parent(of: next) }
  }

  /// Takes away what another value takes the place of, or what has no place.
  mutating func discard(_ node: NodeID) throws {
    try requireNothingBrought(to: node)
    document.remove(node)
  }

  private func requireNothingBrought(to node: NodeID) throws {
    if holders.contains(node) { throw Self.broughtIntoWhatGoes(node) }
  }

  private static func broughtIntoWhatGoes(_ object: NodeID) -> RuleFailure {
    RuleFailure(
      .conflict, "brings a value into an object that the same rule takes away", at: object)
  }

  /// Writes a value to a target that was followed to `landing`, before anything changed.
  @discardableResult
  mutating func write(
    _ value: ValueText, to target: Target, _ landing: Landing
  ) throws -> NodeID? {
    let parent = try makeParents(target, from: landing.parent, first: landing.first)
    try requirePlace(parent, besides: nil)
    guard let name = target.names.last else { return nil }
    switch try room(under: key(name), in: parent) {
    case .free: return document.append(value, key: key(name), to: parent)
    case .taken(let there):
      document.replaceValue(of: there, with: value)
      return there
    case .none: return nil
    }
  }

  /// Makes sure that what a rule brings to an object isn't lost with it.
  func requirePlace(_ parent: NodeID, besides node: NodeID?) throws {
    try requirePlace(parent) { $0 == node }
  }

  /// The same, where several values go.
  func requirePlace(_ parent: NodeID, besides goes: (NodeID) -> Bool) throws {
    var above: NodeID? = parent
    while let next = above {
      if goes(next) {
        throw RuleFailure(
          .conflict, "can't bring a value into itself", at: next,
          help: "`{ \"wrap\": \"a\", \"under\": \"b\" }` puts a value into an object in its place; "
            + "else bring it elsewhere first, with a rule before this one")
      }
      above = document.parent(of: next)
    }
    if !document.isPresent(parent) { throw Self.broughtIntoWhatGoes(parent) }
  }

  /// Takes a value to where another member stands, which goes.
  mutating func replace(_ there: NodeID, with node: NodeID, key: Key) throws {
    guard let parent = document.parent(of: there) else { return }
    let previous = document.previousItem(before: there)
    document.remove(there)
    if previous == node {
      document.rename(node, to: key)
    } else {
      document.move(node, key: key, to: parent, after: previous)
    }
  }

  /// Lets the root and the scopes that were the old node be the new one.
  mutating func settle(_ node: NodeID, inPlaceOf old: NodeID) {
    if root == old { root = node }
    for index in scopes.indices where scopes[index] == old { scopes[index] = node }
  }

  /// Takes an object away that nothing is left in, and then the one around it, if it is the same
  /// with that.
  mutating func dropIfEmpty(_ object: NodeID) {
    var object = object
    while object != root, let parent = document.parent(of: object), document.isPresent(object),
      document.kind(object) == .object, document.count(of: object) == 0
    {
      document.remove(object)
      document.leave(parent, to: object)
      object = parent
    }
  }
}
