internal import JSONMigrationCore
internal import JSONText

/// A list of rules that fits the samples, with how likely it is beside the best one.
struct Rival {
  let rules: [JSON]
  /// By how much it costs more than the best list.
  let surplus: Double
  /// Whether it has a value in it that stands for one that no sample shows.
  var isGuess: Bool { rules.contains { $0.holds(Variants.unseen) } }

  /// From 0 to 1.
  var weight: Double { 1 / (1 + max(0, surplus) * max(0, surplus) / 8) }
}

extension Learner {
  /// The number of candidates that are looked at in place of one rule.
  private static let mostCandidates = 60
  private static let mostRules = 12

  /// The documents before each rule of a list and after the last; nil where a rule fails.
  func states(of rules: [JSON]) -> [[Term]]? {
    var states = [befores]
    for rule in rules {
      guard let last = states.last, let next = results(rule, last) else { return nil }
      states.append(next)
    }
    return states
  }

  /// Lists in which one candidate stands for one or more of the rules, with the same results.
  ///
  /// The search keeps the cheapest of rules with equal results; the others are what to ask about.
  func alternatives(to rules: [JSON], _ states: [[Term]]) -> [Rival] {
    let numbers = states.map { $0.map(\.number) }
    var rivals: [Rival] = []
    for start in rules.indices.prefix(Self.mostRules) {
      if effort.isOver { break }
      let candidates = proposing.candidates(for: pairs(states[start])).ordered {
        $0.price < $1.price
      }
      for candidate in candidates.prefix(Self.mostCandidates) where candidate.rule != rules[start] {
        guard let documents = results(candidate.rule, states[start]) else { continue }
        let found = documents.map(\.number)
        guard let end = numbers[(start + 1)...].firstIndex(of: found) else { continue }
        let replaced = rules[start..<end].reduce(0) { $0 + RuleCost.of($1) }
        rivals.append(
          Rival(
            rules: rules[..<start] + [candidate.rule] + rules[end...],
            surplus: candidate.cost - replaced))
      }
    }
    return rivals
  }
}

extension JSON {
  /// A rule for each pair of a rule with several: what is told of one may not hold for the others.
  var single: [JSON] {
    guard let object, let verb = RuleCost.verb(of: self), let value = object[verb] else {
      return [self]
    }
    let values: [JSON]
    switch value {
    case .object(let pairs) where ["rename", "add-default", "set"].contains(verb):
      values = pairs.map { .object([$0.key: $0.value]) }
    case .array(let paths) where verb == "drop": values = paths
    default: return [self]
    }
    guard values.count > 1 else { return [self] }
    return values.map { value in
      var rule = object
      rule[verb] = value
      return .object(rule)
    }
  }
}
