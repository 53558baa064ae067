internal import JSONText

extension Engine {
  /// Gives all members of an object whose keys fit a pattern other keys, at once.
  ///
  /// A new key may be the old key of a member that gets another key too.
  mutating func renameKeys(
    of object: NodeID, _ pattern: Pattern, _ template: PatternTemplate
  ) throws {
    var renamed: [(member: NodeID, key: [UInt8])] = []
    /// The member that has each key when all is done.
    var holders: [[UInt8]: NodeID] = [:]
    for member in try items(of: object) {
      let old = document.key(of: member)
      if let key = try key(for: old, pattern, template), key != old {
        try requireOneKey(member)
        renamed.append((member, key))
      } else {
        holders[old] = member
      }
    }
    var gone: Set<NodeID> = []
    for (member, key) in renamed {
      guard let holder = holders[key] else {
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
