internal import JSONMigrationCore
internal import JSONText

/// Brings learned rules into the form that an author would write.
struct RuleMerging {
  private let trials: Trials
  private let documents: [Term]

  init(_ trials: Trials, _ documents: [Term]) {
    (self.trials, self.documents) = (trials, documents)
  }

  /// Rules without what they drop in vain, since another one has taken it away.
  func pruned(_ rules: [JSON]) -> [JSON] {
    var pruned = rules
    for index in rules.indices.reversed() {
      guard var rule = rules[index].object, let dropped = rule["drop"] else { continue }
      let rest = pruned[(index + 1)...]
      func all(dropping paths: [JSON]) -> [JSON] {
        rule["drop"] = paths.count == 1 ? paths[0] : .array(paths)
        return rules[..<index] + (paths.isEmpty ? [] : [.object(rule)]) + rest
      }
      var kept = dropped.array ?? [dropped]
      for path in kept {
        let fewer = kept.filter { $0 != path }
        if makeTheSame(rules, all(dropping: fewer)) { kept = fewer }
      }
      pruned = all(dropping: kept)
    }
    return pruned
  }

  /// Rules that act in the same scope as one block, as far as that changes nothing.
  func gathered(_ rules: [JSON]) -> [JSON] {
    var gathered: [JSON] = []
    var rest = rules
    while let rule = rest.first {
      let scope = rule.object?["in"]
      let same = scope == nil ? [rule] : rest.filter { $0.object?["in"] == scope }
      let others =
        scope == nil ? Array(rest.dropFirst()) : rest.filter { $0.object?["in"] != scope }
      // A rule between them may have to run first.
      let isFree = same.count > 1 && makeTheSame(rules, gathered + same + others)
      gathered += isFree ? same : [rule]
      rest = isFree ? others : Array(rest.dropFirst())
    }
    return merged(gathered)
  }

  /// Neighbours that act in the same scope as one block, as far as that changes nothing.
  func merged(_ rules: [JSON]) -> [JSON] {
    var merged: [JSON] = []
    var rest = rules[...]
    while let rule = rest.first {
      let scope = rule.object?["in"]
      let run = scope == nil ? rest.prefix(1) : rest.prefix { $0.object?["in"] == scope }
      merged += run.count > 1 ? [block(Array(run), scope)] : Array(run)
      rest = rest.dropFirst(run.count)
    }
    return makeTheSame(rules, merged) ? merged : rules
  }

  private func block(_ rules: [JSON], _ scope: JSON?) -> JSON {
    var block = JSONObject()
    block["in"] = scope
    let whens = Set(rules.map { $0.object?["when"] ?? .null })
    let isShared = whens.count == 1 && whens.first != .null && keepsCondition(rules)
    if isShared { block["when"] = rules[0].object?["when"] }
    block["rules"] = .array(
      rules.flatMap { rule -> [JSON] in
        var inner = rule.object ?? [:]
        inner["in"] = nil
        if isShared { inner["when"] = nil }
        // A block without a scope or a condition of its own.
        if inner.count == 1, let rules = inner["rules"]?.array { return rules }
        return [.object(inner)]
      })
    return .object(block)
  }

  /// Whether a condition can be asked once for all rules: whether the block gives the same results.
  private func keepsCondition(_ rules: [JSON]) -> Bool {
    var block = JSONObject()
    block["in"] = rules[0].object?["in"]
    block["when"] = rules[0].object?["when"]
    block["rules"] = .array(
      rules.map { rule in
        var inner = rule.object ?? [:]
        inner["in"] = nil
        inner["when"] = nil
        return .object(inner)
      })
    return makeTheSame(rules, [.object(block)])
  }

  /// Whether both lists give the same results for all documents.
  private func makeTheSame(_ left: [JSON], _ right: [JSON]) -> Bool {
    let (one, other) = (trials.body(left), trials.body(right))
    return documents.allSatisfy { trials.result(one, for: $0) === trials.result(other, for: $0) }
  }
}
