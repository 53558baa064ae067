internal import JSONText

/// What verbs change with.
extension Engine {
  /// What stands where something is to come under a key.
  enum Room {
    /// Nothing.
    case free
    /// A member that is to be overwritten.
    case taken(NodeID)
    /// A member that stays: what is to come has nowhere to go.
    case none
  }

  /// What `if-exists` says about a key of an object.
  ///
  /// A member that the same rule takes away is not in the way. `arriving` is what is to come, if
  /// it stands in the object, and `target` the way there that the rule names.
  mutating func room(
    under key: Key, in parent: NodeID, for arriving: NodeID? = nil, at target: Target? = nil
  ) throws -> Room {
    let occupant = try occupant(of: key, in: parent, besides: arriving)
    guard let there = occupant else { return .free }
    switch ifExists {
    case .fail:
      throw taken(there, in: parent, for: arriving, at: target)
    case .keep:
      return .none
    case .overwrite:
      return .taken(there)
    }
  }

  /// What comes to a key has to find nothing there.
  private mutating func taken(
    _ there: NodeID, in parent: NodeID, for arriving: NodeID?, at target: Target?
  ) -> RuleFailure {
    let name = Printable.quote(document.key(of: there))
    let isOwn =
      document.isNew(there, since: earlierNodes)
      || matches[..<pending.lowerBound].contains { $0.node == there && !$0.changesMembers }
    guard isOwn else {
      var failure = conflict(there, "found `\(name)` already in \(place(of: parent))")
      if let arriving, document.parent(of: arriving) == there, let target,
        let unwrapping = helpToUnwrap(arriving, in: there, at: target)
      {
        failure.help = unwrapping
      } else if arriving != nil, let help = failure.help {
        failure.help = help + "; the other value is lost"
      }
      return failure
    }
    var failure = conflict(there, "brings two values to `\(name)` in \(place(of: parent))")
    failure.label = "this one came first"
    failure.help = "`\"if-exists\": \"keep\"` takes the first of them, `\"overwrite\"` the last"
    return failure
  }

  /// What to write so that something comes to the place of what it is in; nil for one of several
  /// elements.
  private mutating func helpToUnwrap(
    _ inner: NodeID, in outer: NodeID, at target: Target
  ) -> String? {
    let path = Printable.path(Query.short(target.path))
    if document.kind(outer) == .array {
      return document.count(of: outer) > 1
        ? nil : "`{ \"unwrap\": \"\(path)\" }` puts the only element in the place of its list"
    }
    let name = Printable.path(Query.short(Name.path(Array(document.key(of: inner)))))
    return
      "`{ \"unwrap\": \"\(path)\", \"under\": \"\(name)\" }` puts what is in an object in its place"
  }

  /// The member that holds the key, isn't being removed and isn't the one that is to come.
  private mutating func occupant(
    of key: Key, in parent: NodeID, besides arriving: NodeID?
  ) throws -> NodeID? {
    switch try document.member(key, of: parent) {
    case .none: return nil
    case .one(let member):
      if member == arriving { return nil }
      return try isLeaving(member) ? nil : member
    case .several(let first):
      // Two members may be about to swap their keys, or another has taken the name of this one.
      let text = document.key(of: first)
      var staying: [NodeID] = []
      try document.openItems(of: parent)
      var items = document.items(of: parent)
      while let item = items.next(in: document) {
        guard item != arriving, document.key(of: item) == text else { continue }
        if try isLeaving(item) { continue }
        staying.append(item)
      }
      if staying.count > 1 { throw duplicateKey(first) }
      return staying.first
    }
  }

  /// Whether a node is one of those that the rule has still to take away.
  private mutating func isLeaving(_ node: NodeID) throws -> Bool {
    if gathered.isHeld(node) { return true }
    if pending.isEmpty { return false }
    if pending.count <= Leaving.few {
      try document.charge(pending.count)
      return matches[pending].contains { $0.node == node && $0.leaves }
    }
    try document.charge(1)
    if leaving?.level != level {
      try document.charge(pending.count)
      leaving = Leaving(matches, pending, level)
    }
    return leaving?.last(of: node) ?? -1 >= pending.lowerBound
  }

  /// Whether something is a member of an object in the document, which itself is none: what a
  /// document in a document is a member of isn't the rule's.
  func isMember(_ node: NodeID) -> Bool { node != root && document.isMember(node) }

  /// Takes away an object in the place of what comes home on the way back, if there is nothing in
  /// it but such objects.
  ///
  /// Rules that came later have made it to put something into, which is gone from there by now.
  mutating func clearHome(of arriving: NodeID, under key: Key, in parent: NodeID) throws {
    guard bringsHome, ifExists == .fail,
      let there = try occupant(of: key, in: parent, besides: arriving),
      document.kind(there) == .object
    else { return }
    var objects = [there]
    while let object = objects.popLast() {
      try document.openItems(of: object)
      var items = document.items(of: object)
      while let item = items.next(in: document) {
        // What is to come home too is no such object.
        if try document.kind(item) != .object || item == arriving || isLeaving(item) { return }
        try document.charge(1)
        objects.append(item)
      }
    }
    try discard(there)
  }

  /// Gives a member another key, where it stands.
  mutating func rename(_ member: NodeID, to key: Key) throws {
    guard let parent = document.parent(of: member) else { return }
    try clearHome(of: member, under: key, in: parent)
    switch try room(under: key, in: parent, for: member) {
    case .free:
      document.rename(member, to: key)
    case .taken(let there):
      try discard(there)
      document.rename(member, to: key)
    case .none:
      try discard(member)
    }
  }

  /// Takes away a member or an element.
  ///
  /// The document itself can't be taken away.
  mutating func drop(_ node: NodeID) throws {
    guard document.isPresent(node) else { return }
    guard node != root, document.parent(of: node) != nil else {
      throw RuleFailure(
        .wrongType, "can't take away the whole document", at: node,
        help: "name what is to go in it")
    }
    document.remove(node)
  }

  /// Writes a member that a match of a slot has found, or makes it where it found none.
  ///
  /// Where the rule itself has brought something there by now, that may be what counts.
  mutating func write(
    _ value: ValueText, to slot: Slot, _ match: Match, firstCounts: Bool
  ) throws {
    guard match.changesMembers else {
      document.replaceValue(of: match.node, with: value)
      return
    }
    guard let (parent, key) = try makeRoom(for: slot, match) else { return }
    if let member = try member(key, of: parent) {
      if !firstCounts { document.replaceValue(of: member, with: value) }
    } else {
      _ = document.append(value, key: key, to: parent)
    }
  }

  /// The object that a member is missing in, as a match of a slot has found, and its key.
  mutating func makeRoom(
    for slot: Slot, _ match: Match
  ) throws -> (parent: NodeID, key: Key)? {
    switch slot {
    case .places: return nil
    case .member(let name, _): return (match.node, key(name))
    case .target(let target):
      guard let last = target.names.indices.last else { return nil }
      let parent = try makeParents(target, from: match.node, first: match.index)
      return (parent, key(target.names[last]))
    }
  }

  /// Goes down the names from `first` on to the parent of the last, and makes what is not there.
  mutating func makeParents(_ target: Target, from node: NodeID, first: Int) throws -> NodeID {
    var node = node
    var index = first
    while index < target.names.count - 1 {
      let key = key(target.names[index])
      try requireObject(node)
      node = try member(key, of: node) ?? document.append(.object, key: key, to: node)
      index += 1
    }
    try requireObject(node)
    return node
  }
}
