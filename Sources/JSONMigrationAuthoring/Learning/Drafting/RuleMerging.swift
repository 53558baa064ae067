internal import JSONMigrationCore
internal import JSONText

/// Brings learned rules into the form that an author would write.
struct RuleMerging {
  private let trials: Trials
  private let documents: [Term]

  init(_ trials: Trials, _ documents: [Term]) {
    (self.trials, self.documents) = (trials, documents)
  }

  /// Rules without what they drop or rename in vain, since another one has taken it away.
  func pruned(_ rules: [JSON]) -> [JSON] {
    var pruned = rules
    for index in rules.indices.reversed() {
      guard var rule = rules[index].object,
        let verb = ["drop", "rename"].first(where: { rule[$0] != nil }), let value = rule[verb]
      else { continue }
      let rest = pruned[(index + 1)...]
      func all(with parts: [JSON]) -> [JSON] {
        if value.object != nil {
          rule[verb] = .object(
            parts.reduce(into: [:]) { pairs, pair in
              for (name, other) in pair.object ?? [:] { pairs[name] = other }
            })
        } else {
          rule[verb] = parts.count == 1 ? parts[0] : .array(parts)
        }
        return rules[..<index] + (parts.isEmpty ? [] : [.object(rule)]) + rest
      }
      var kept = value.object?.map { .object([$0.key: $0.value]) } ?? value.array ?? [value]
      for part in kept {
        let fewer = kept.filter { $0 != part }
        if makeTheSame(rules, all(with: fewer)) { kept = fewer }
      }
      pruned = all(with: kept)
    }
    return pruned
  }

  /// Rules for values that hold values of their kind, such as `kids[*]` and `kids[*].kids[*]`, as
  /// one for any depth.
  func descended(_ rules: [JSON]) -> [JSON] {
    var rules = rules
    for rule in rules {
      guard let scope = rule.object?["in"]?.string, rules.contains(rule) else { continue }
      for (start, unit) in Self.ends(of: scope) {
        let scopes = (1...Self.mostDepth).map { depth in
          JSON.string(start + Array(repeating: unit, count: depth).joined(separator: "."))
        }
        let same = rules.indices.filter { index in
          scopes.contains(rules[index].object?["in"] ?? .null) && Self.isSame(rules[index], rule)
        }
        guard same.count > 1, var one = rule.object else { continue }
        one["in"] = .string((start.isEmpty ? "$." : start) + "." + unit)
        let others = rules.indices.filter { !same.contains($0) }.map { rules[$0] }
        let first = same[0]
        for place in [first, others.count] {
          let descended = Array(others[..<place]) + [.object(one)] + others[place...]
          guard makeTheSame(rules, descended) else { continue }
          rules = descended
          break
        }
      }
    }
    return rules
  }

  private static let mostDepth = 8

  /// The ends of a scope that others may repeat, with what is in front of them.
  private static func ends(of scope: String) -> [(start: String, unit: String)] {
    let points = scope.indices.filter { scope[$0] == "." }.map { scope.index(after: $0) }
    return ([scope.startIndex] + points).map { (String(scope[..<$0]), String(scope[$0...])) }
  }

  /// Whether two rules are the same but for the scope.
  private static func isSame(_ left: JSON, _ right: JSON) -> Bool {
    guard var left = left.object, let right = right.object else { return false }
    left["in"] = right["in"]
    return left == right
  }

  /// Rules that act in the same scope as one block, as far as that changes nothing.
  func gathered(_ rules: [JSON]) -> [JSON] {
    var gathered: [JSON] = []
    var rest = rules.flatMap { rule -> [JSON] in
      let isBare = rule.object?.count == 1
      return isBare ? rule.object?["rules"]?.array ?? [rule] : [rule]
    }
    let rules = rest
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
