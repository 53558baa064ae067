internal import JSONMigrationCore
internal import JSONText

/// The outcome of trying a proposal in each item of a scope alone.
private struct TriedProposal {
  let rules: [JSON]
  /// The items in which it helps, does harm, or changes something without helping.
  var good: [Int] = []
  var bad: [Int] = []
  var idle: [Int] = []
  var gain = 0.0
}

/// Finds the candidates for the next rule: proposes, tries, learns conditions.
final class Proposing {
  let terms: Terms
  let comparison: Comparison
  let trials: Trials
  private let effort: Effort
  /// The differences before the first rule, by scope.
  private var first: [Way: Scope] = [:]
  private var conditions: [ConditionKey: [LearnedCondition]] = [:]
  private var found: [String: Candidate] = [:]
  private var order: [String] = []
  private var known: [[Int]: [Candidate]] = [:]
  /// The candidates for scopes that look the same after different rules.
  private var knownByScope: [ScopeKey: [Candidate]] = [:]

  /// The number of items of each kind that a proposal is tried in.
  private static let mostItems = 60
  /// An addition to the cost of rules for one thing in a map, since most are for all of them.
  private static let oneKey = 2.5
  /// The values that take as long to look through as a try.
  private static let valuesInTry = 100

  private struct ConditionKey: Hashable {
    let way: Way
    let good: [Int]
    let bad: [Int]
    let ways: [Way]
    let cut: Int
    let documents: [Int]
  }

  private struct ScopeKey: Hashable {
    let way: Way
    let items: [TermPair]

    init(_ scope: Scope) { (way, items) = (scope.way, scope.items) }
  }

  init(_ trials: Trials, _ comparison: Comparison, _ effort: Effort) {
    terms = trials.terms
    self.trials = trials
    self.comparison = comparison
    self.effort = effort
  }

  /// Remembers the differences before the first rule.
  func begin(_ pairs: [TermPair]) {
    for scope in Scope.all(of: pairs, comparison) { first[scope.way] = scope }
  }

  /// The rules that remove some of the remaining differences.
  func candidates(for pairs: [TermPair]) -> [Candidate] {
    let key = pairs.map(\.before.number)
    if let known = known[key] { return known }
    (found, order) = ([:], [])
    effort.spend(pairs.reduce(0) { $0 + $1.before.size + $1.after.size } / Self.valuesInTry)
    for scope in Scope.all(of: pairs, comparison) {
      let scopeKey = ScopeKey(scope)
      if let known = knownByScope[scopeKey] {
        for candidate in known { keep(candidate) }
        continue
      }
      let start = order.count
      guard propose(in: scope, pairs, key) else { return candidatesFound() }
      knownByScope[scopeKey] = order[start...].compactMap { found[$0] }
    }
    let candidates = candidatesFound()
    known[key] = candidates
    return candidates
  }

  /// Proposes all that may explain something in a scope; false if the effort is over before.
  private func propose(in scope: Scope, _ pairs: [TermPair], _ documents: [Int]) -> Bool {
    let holdsVersion = trials.holdVersions && scope.way.isEmpty
    var proposals = Proposals(comparison, terms, holdsVersion: holdsVersion)
    for generator in Generators.all {
      if effort.isOver { return false }
      generator.propose(in: scope, &proposals)
    }
    var seen: Set<String> = []
    for proposal in proposals.all {
      comparison.charge(effort)
      if effort.isOver { return false }
      let text = JSON.array(proposal.rules(proposal.ways)).description
      guard seen.insert(text).inserted else { continue }
      let readsDocument = text.includes("\"$.") || text.includes("\"$[")
      if readsDocument, !scope.way.isEmpty {
        proposeReading(proposal, in: scope, pairs)
      } else {
        propose(proposal, in: scope, documents)
      }
    }
    return true
  }

  private func candidatesFound() -> [Candidate] { order.compactMap { found[$0] } }

  private func keep(_ candidate: Candidate) {
    let text = candidate.rule.description
    if found[text] == nil { order.append(text) }
    found[text] = candidate
  }

  private func propose(_ proposal: Proposal, in scope: Scope, _ documents: [Int]) {
    let items = scope.items.map { Optional($0) }
    guard let outcome = attempt(proposal, on: items, scope.weights, cut: 0), !outcome.good.isEmpty
    else { return }
    let prior = Prior(
      outcome.rules[outcome.rules.count - 1], proposal.ways, in: scope, first: first[scope.way])
    let tied = prior.extra + proposal.extra + (scope.namesKey(in: proposal.ways) ? Self.oneKey : 0)
    let extra = tied + prior.rival
    func keep(_ rules: [JSON], _ way: Way, _ condition: LearnedCondition?, _ gain: Double) {
      self.keep(
        Candidate(
          Candidate.rule(rules, at: way, when: condition), gain: gain,
          extra: extra + (condition?.doubt ?? 0)))
    }
    func keepConditioned(
      _ outcome: TriedProposal, not others: [Int], _ way: Way, _ asked: [Asked], cut: Int
    ) {
      let key = ConditionKey(
        way: way, good: outcome.good, bad: others, ways: proposal.ways, cut: cut,
        documents: documents)
      if conditions[key] == nil { effort.spend(5 + outcome.good.count + others.count) }
      let learned =
        conditions[key]
        ?? ConditionLearner.conditions(
          for: outcome.good.map { asked[$0] }, not: others.map { asked[$0] },
          touching: proposal.ways.map { $0.dropping(cut) }, most: 5)
      conditions[key] = learned
      for condition in learned { keep(outcome.rules, way, condition, outcome.gain) }
    }
    if outcome.bad.isEmpty {
      keep(outcome.rules, scope.way, nil, outcome.gain)
      keepTied(outcome, proposal, scope, extra: tied)
      if !outcome.idle.isEmpty {
        keepConditioned(outcome, not: outcome.idle, scope.way, scope.asked, cut: 0)
      }
      return
    }
    // The parent is missing in some items, so the rule acts inside it.
    let common = Self.common(proposal.ways)
    if !common.isEmpty {
      let inner: [TermPair?] = scope.items.map { pair in
        guard let before = pair.before.at(common), before.kind == .object,
          let after = pair.after.at(common)
        else { return nil }
        return TermPair(before: before, after: after)
      }
      let weights = inner.map { $0.map { comparison.weight($0.before, $0.after) } ?? 0 }
      if let deeper = attempt(proposal, on: inner, weights, cut: common.count), !deeper.good.isEmpty
      {
        let way = scope.way.appending(Way(common))
        if deeper.bad.isEmpty {
          keep(deeper.rules, way, nil, deeper.gain)
        } else {
          let asked = scope.asked.enumerated().map { index, asked in
            Asked(
              value: inner[index]?.before ?? asked.value, owners: asked.owners,
              document: asked.document)
          }
          keepConditioned(deeper, not: deeper.bad, way, asked, cut: common.count)
        }
      }
    }
    keepConditioned(outcome, not: outcome.bad, scope.way, scope.asked, cut: 0)
  }

  /// Rules that read the document from a scope inside it are tried on whole documents.
  private func proposeReading(_ proposal: Proposal, in scope: Scope, _ pairs: [TermPair]) {
    let rules = proposal.rules(proposal.ways)
    guard !rules.isEmpty else { return }
    let rule = Candidate.rule(rules, at: scope.way, when: nil)
    let body = trials.body([rule])
    var gain = 0.0
    for pair in pairs {
      guard let result = trials.result(body, for: pair.before) else { return }
      let rest = comparison.weight(result, pair.after)
      let fall = comparison.weight(pair.before, pair.after) - rest
      if fall < -0.01 { return }
      gain += fall
    }
    let prior = Prior(
      rules[rules.count - 1], proposal.ways, in: scope, first: first[scope.way])
    if gain > 0 {
      keep(Candidate(rule, gain: gain, extra: prior.extra + prior.rival + proposal.extra))
    }
  }

  /// A default in items where something is removed may depend on that.
  private func keepTied(
    _ outcome: TriedProposal, _ proposal: Proposal, _ scope: Scope, extra: Double
  ) {
    guard outcome.rules.count == 1, outcome.rules[0].object?["add-default"] != nil,
      proposal.ways.count == 1, scope.gone.ways.count <= 6, scope.new.ways.count <= 3
    else { return }
    for way in scope.gone.ways where scope.gone.items(way).isSuperset(of: outcome.good) {
      let values = scope.gone[way].map(\.value).distinct
      var text = way.asked
      if values.count == 1, values[0].isScalar, values[0].kind != .text {
        text += " == \(Literal.of(values[0]))"
      }
      keep(
        Candidate(
          Candidate.rule(
            outcome.rules, at: scope.way,
            when: LearnedCondition(text: text, cost: 0, owner: nil)),
          gain: outcome.gain, extra: extra - 1))
    }
  }

  /// The common start of all ways, without their last names.
  private static func common(_ ways: [Way]) -> [Segment] {
    guard let first = ways.first else { return [] }
    var common = Array(first.segments.dropLast())
    for way in ways.dropFirst() {
      while !common.isEmpty, !way.segments.starts(with: common) || way.count == common.count {
        common.removeLast()
      }
    }
    return common.allSatisfy { if case .name = $0 { true } else { false } } ? common : []
  }

  /// Tries a proposal at each item alone; nil where it has no rules.
  private func attempt(
    _ proposal: Proposal, on items: [TermPair?], _ weights: [Double], cut: Int
  ) -> TriedProposal? {
    guard proposal.ways.allSatisfy({ $0.count >= cut }) else { return nil }
    let rules = proposal.rules(proposal.ways.map { $0.dropping(cut) })
    guard !rules.isEmpty else { return nil }
    let body = trials.body(rules)
    var outcome = TriedProposal(rules: rules)
    let place = proposal.ways.last?.dropping(cut).segments ?? []
    let differing = items.indices.filter { items[$0] != nil && weights[$0] > 0 }
    let done = items.indices.filter { items[$0] != nil && weights[$0] == 0 }
    for index in differing.prefix(Self.mostItems) + done.prefix(Self.mostItems) {
      guard let pair = items[index] else { continue }
      guard let result = trials.result(body, for: pair.before) else {
        outcome.bad.append(index)
        // A proposal that fails everywhere is given up.
        if outcome.good.isEmpty, outcome.bad.count >= 12 { return nil }
        continue
      }
      if result === pair.before { continue }
      let weight = comparison.weight(result, pair.after)
      if proposal.isWhole, result.at(place) !== pair.after.at(place) {
        outcome.bad.append(index)
      } else if weight < weights[index] - 0.01 {
        outcome.gain += (weights[index] - weight) * (outcome.good.isEmpty ? 1 : 0.25)
        outcome.good.append(index)
      } else if weight > weights[index] + 0.01 {
        outcome.bad.append(index)
      } else {
        outcome.idle.append(index)
      }
    }
    return outcome
  }
}
