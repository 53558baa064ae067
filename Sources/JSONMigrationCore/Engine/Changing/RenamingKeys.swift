internal import JSONText

extension Engine {
  /// Gives all members of an object whose keys fit a pattern other keys, at once.
  ///
  /// A new key may be the old key of a member that gets another key too.
  mutating func renameKeys(
    of object: NodeID, _ pattern: Pattern, _ template: PatternTemplate
  ) throws {
    var renamed: [(member: NodeID, key: [UInt8])] = []
    for member in try items(of: object) {
      let old = document.key(of: member)
      guard let key = try key(for: old, pattern, template), key != old else { continue }
      try requireOneKey(member)
      renamed.append((member, key))
    }
    lazy var going = Set(renamed.map(\.member))
    /// The member that has each of the new keys when all is done.
    var holders: [[UInt8]: NodeID] = [:]
    var gone: Set<NodeID> = []
    for (member, key) in renamed {
      var holder = holders[key]
      if holder == nil, let there = try document.member(named: key, of: object).first,
        !going.contains(there)
      {
        try requireOneKey(there)
        holder = there
      }
      guard let holder else {
        holders[key] = member
        continue
      }
      switch ifExists {
      case .fail:
        throw conflict(
          member, "can't call two members of \(place(of: object)) `\(Printable.quote(key))`")
      case .keep: gone.insert(member)
      case .overwrite:
        gone.insert(holder)
        holders[key] = member
      }
    }
    for member in gone { document.remove(member) }
    for (member, key) in renamed where !gone.contains(member) {
      document.rename(member, to: document.make(key: key))
    }
  }

  /// What a pattern makes of a key; nil if it doesn't fit.
  private mutating func key(
    for old: [UInt8], _ pattern: Pattern, _ template: PatternTemplate
  ) throws -> [UInt8]? {
    try document.charge(pattern.work(forTextOf: old.count))
    try document.charge(bytes: template.mostBytes(forTextOf: old.count))
    guard !old.hasSurrogate, let key = pattern.replacingWhole(old, with: template) else {
      return nil
    }
    try document.limitText(to: key.count)
    return key
  }
}
