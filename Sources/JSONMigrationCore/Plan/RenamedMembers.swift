internal import JSONText

/// Members that got another key, and in which later rules do something.
///
/// Such a rule names the new key, but when the document is read the member still stands under the
/// old one. What is done in it is written down for both: behind `{ "rename": { "a": "b" } }`,
/// `{ "drop": "b.x" }` is done in `a`, and in a `b` that was there before.
struct RenamedMembers {
  typealias Steps = [JSONPath.Step]

  /// The old keys by the new ones, by the way to the object, and the other way round.
  private var old: [Steps: [[UInt8]: [UInt8]]] = [:]
  private var new: [Steps: [[UInt8]: [UInt8]]] = [:]

  /// Notes that a key was given in place of another one; neither had been changed before.
  mutating func add(_ renaming: LoweredRule.Renaming, in way: Steps) {
    old[way, default: [:]][renaming.new] = renaming.old
    new[way, default: [:]][renaming.old] = renaming.new
  }

  /// Forgets what was renamed there and is changed now.
  mutating func forget(_ keys: Set<[UInt8]>, in way: Steps) {
    if old[way] == nil { return }
    for key in keys {
      if let other = old[way]?.removeValue(forKey: key) { new[way]?[other] = nil }
      if let other = new[way]?.removeValue(forKey: key) { old[way]?[other] = nil }
    }
  }

  /// Forgets what was renamed in some objects.
  mutating func forget(_ isInside: (Steps) -> Bool) {
    for way in old.keys.filter(isInside) { (old[way], new[way]) = (nil, nil) }
  }

  func isNew(_ key: [UInt8], in way: Steps) -> Bool { old[way]?[key] != nil }

  /// A rule with what it does under the old keys as well; nil where that depends on more than it
  /// can.
  func everywhere(_ rule: LoweredRule) -> LoweredRule? {
    if old.isEmpty { return rule }
    var parts: [LoweredRule.Part] = []
    for part in rule.parts {
      guard let variants = everywhere(part) else { return nil }
      parts += variants
    }
    return LoweredRule(parts)
  }

  private func everywhere(_ part: LoweredRule.Part) -> [LoweredRule.Part]? {
    var variants = [part]
    for index in part.way.indices {
      for var variant in variants {
        let step = variant.way[index]
        guard let key = old[Array(variant.way[..<index])]?[step.key] else { continue }
        // The old one is gone into wherever the rename is written, and nothing is asked there.
        if part.guards.keys.contains(where: { $0 <= index }) { return nil }
        variant.way[index] = step.renamed(to: key)
        variant.renamed.insert(index)
        variants.append(variant)
      }
    }
    return variants
  }
}

extension LoweredRule {
  /// A member that gets another key, whatever is asked.
  struct Renaming {
    let old: [UInt8]
    let new: [UInt8]
  }
}

extension LoweredRule.Part {
  /// The member that gets another key, if that is all that is done.
  ///
  /// Documents that have the new key as well aren't for the short way.
  var renaming: LoweredRule.Renaming? {
    guard case .rename(let old, let new, .notMine)? = single else { return nil }
    return LoweredRule.Renaming(old: old, new: new)
  }

  /// What is done, if that is one step, whatever has to be there for it.
  var single: FlatStep? {
    let plain = steps.flatMap(\.plain)
    let needs = plain.prefix { if case .need = $0 { true } else { false } }
    return needs.count == plain.count - 1 ? plain.last : nil
  }
}

extension FlatStep {
  /// The steps in it of which it is noted what they find.
  fileprivate var plain: [FlatStep] {
    if case .noted(_, let steps) = self { steps.flatMap(\.plain) } else { [self] }
  }
}
