internal import JSONMigrationCore
internal import JSONText

/// A list of rules, and what it leaves unexplained.
struct Solution {
  let rules: [JSON]
  let cost: Double
  let residual: Double

  var isComplete: Bool { residual == 0 }
}

/// Searches for rules that turn the old documents into the new ones.
///
/// It keeps a few lists of rules with the documents as they leave them; each turn it goes on from
/// each with the rules that explain most for the least.
final class Learner {
  private struct State {
    let rules: [JSON]
    let cost: Double
    let documents: [Term]
    let residual: Double

    var total: Double { cost + 1.05 * residual }
  }

  let proposing: Proposing
  let afters: [Term]
  let befores: [Term]
  let effort: Effort
  private var done: [String: Solution] = [:]
  private var doneOrder: [String] = []
  private var next: [State] = []
  private var seen: [[Int]: Double] = [:]

  private static let beam = 6
  private static let width = 10
  /// The number of candidates that are tried to find so many.
  private static let mostTried = 30
  private static let mostTurns = 60
  private static let mostJumped = 50
  /// How much more than the best complete list a state may cost before it is dropped.
  private static let margin = 4.0

  init(_ pairs: [TermPair], _ trials: Trials, _ comparison: Comparison, _ effort: Effort) {
    proposing = Proposing(trials, comparison, effort)
    befores = pairs.map(\.before)
    afters = pairs.map(\.after)
    self.effort = effort
  }

  private var trials: Trials { proposing.trials }
  private var comparison: Comparison { proposing.comparison }

  /// The pairs that it learned from: those of large samples with few elements of each kind.
  var pairs: [TermPair] { pairs(befores) }

  func pairs(_ documents: [Term]) -> [TermPair] {
    zip(documents, afters).map { TermPair(before: $0, after: $1) }
  }

  /// The complete lists, the cheapest first; the best partial one where there is none.
  func solutions() -> [Solution] {
    let start = State(
      rules: [], cost: 0, documents: befores, residual: comparison.residual(pairs(befores)))
    if start.residual == 0 { return [Solution(rules: [], cost: 0, residual: 0)] }
    proposing.begin(pairs(befores))
    var best = start
    var beam = [start]
    for _ in 0..<Self.mostTurns {
      comparison.charge(effort)
      next = []
      for state in beam where !effort.isOver || next.isEmpty { expand(state) }
      var kept: Set<[Int]> = []
      let sorted = next.ordered { $0.total < $1.total }
      beam = Array(
        sorted.filter { kept.insert($0.documents.map(\.number)).inserted }.prefix(Self.beam))
      if let least = beam.min(by: { $0.residual < $1.residual }), least.residual < best.residual {
        best = least
      }
      if beam.isEmpty || effort.isOver { break }
      let cheapest = done.values.map(\.cost).min()
      if let cheapest, let total = beam.first?.total, total > cheapest + Self.margin { break }
    }
    if done.isEmpty {
      return [Solution(rules: best.rules, cost: best.cost, residual: best.residual)]
    }
    return doneOrder.compactMap { done[$0] }.ordered { $0.cost < $1.cost }
  }

  private func finish(_ rules: [JSON], cost: Double) {
    let text = JSON.array(rules).description
    guard done[text] == nil else { return }
    doneOrder.append(text)
    done[text] = Solution(rules: rules, cost: cost, residual: 0)
  }

  /// The documents after a rule; nil if it fails for one of them.
  func results(_ rule: JSON, _ documents: [Term]) -> [Term]? {
    let body = trials.body([rule])
    var results: [Term] = []
    for document in documents {
      guard let result = trials.result(body, for: document) else { return nil }
      results.append(result)
    }
    return results
  }

  private func expand(_ state: State) {
    let now = pairs(state.documents)
    var candidates = proposing.candidates(for: now)
    candidates += Bundling.bundles(candidates)
    candidates = candidates.ordered { $0.price < $1.price }
    jump(from: state, candidates)
    var (count, tried) = (0, 0)
    for candidate in candidates {
      if count >= Self.width || tried >= Self.mostTried || (effort.isOver && !next.isEmpty) {
        break
      }
      guard let documents = results(candidate.rule, state.documents) else { continue }
      let residual = comparison.residual(pairs(documents))
      if residual >= state.residual - 0.01 { continue }
      tried += 1
      let price = state.cost + candidate.cost
      let key = documents.map(\.number)
      if residual > 0, let known = seen[key], known <= price { continue }
      count += 1
      seen[key] = min(price, seen[key] ?? .infinity)
      if residual == 0 {
        finish(state.rules + [candidate.rule], cost: price)
      } else {
        next.append(
          State(
            rules: state.rules + [candidate.rule], cost: price, documents: documents,
            residual: residual))
      }
    }
  }

  /// A greedy run over the candidates of one turn: independent ones need not be searched one by
  /// one.
  private func jump(from state: State, _ candidates: [Candidate]) {
    var state = state
    var count = 0
    for candidate in candidates.prefix(Self.mostJumped) {
      if effort.isOver || state.residual == 0 { break }
      guard let documents = results(candidate.rule, state.documents) else { continue }
      let residual = comparison.residual(pairs(documents))
      guard residual < state.residual - max(0.5, 0.6 * candidate.cost) else { continue }
      state = State(
        rules: state.rules + [candidate.rule], cost: state.cost + candidate.cost,
        documents: documents, residual: residual)
      count += 1
    }
    guard count > 1 else { return }
    if state.residual == 0 {
      finish(state.rules, cost: state.cost)
    } else {
      next.append(state)
    }
  }
}

/// Joins renames, defaults or drops of one scope, unless another rule needs the same places.
enum Bundling {
  private struct Key: Hashable {
    let verb: String
    let scope: String?
    let when: String?
  }

  static func bundles(_ candidates: [Candidate]) -> [Candidate] {
    var groups: [Key: [Candidate]] = [:]
    var keys: [Key] = []
    for candidate in candidates {
      guard let object = candidate.rule.object, let verb = RuleCost.verb(of: candidate.rule),
        let value = object[verb], isPlain(verb, value),
        object.allSatisfy({ [verb, "in", "when"].contains($0.key) })
      else { continue }
      let key = Key(verb: verb, scope: object["in"]?.string, when: object["when"]?.string)
      if groups[key] == nil { keys.append(key) }
      groups[key, default: []].append(candidate)
    }
    return keys.compactMap { key in groups[key].flatMap { bundle($0, key) } }
  }

  private static func isPlain(_ verb: String, _ value: JSON) -> Bool {
    switch verb {
    case "add-default", "rename": value.object?.count == 1
    case "drop": value.string != nil
    default: false
    }
  }

  private static func bundle(_ candidates: [Candidate], _ key: Key) -> Candidate? {
    let sorted = candidates.filter {
      // A constant that occurs in a removed value has a better explanation.
      key.verb != "add-default" || $0.extra < 3.9
    }.ordered { $0.price < $1.price }
    var pairs = JSONObject()
    var targets: Set<String> = []
    var used: [Candidate] = []
    for candidate in sorted {
      guard let value = candidate.rule.object?[key.verb] else { continue }
      if let path = value.string {
        if pairs[path] == nil { used.append(candidate) }
        pairs[path] = true
        continue
      }
      guard let (path, new) = value.object?.first, pairs[path] == nil else { continue }
      if key.verb == "rename" {
        let parent = path.split(separator: ".").dropLast().joined(separator: ".")
        guard targets.insert("\(parent)\u{0}\(new)").inserted else { continue }
      } else if pairs.contains(where: {
        $0.key.hasPrefix(path + ".") || path.hasPrefix($0.key + ".")
      }) {
        continue
      }
      pairs[path] = new
      used.append(candidate)
    }
    guard used.count > 1 else { return nil }
    var rule = JSONObject()
    if let scope = key.scope { rule["in"] = .string(scope) }
    if let when = key.when { rule["when"] = .string(when) }
    rule[key.verb] = key.verb == "drop" ? .array(pairs.map { .string($0.key) }) : .object(pairs)
    let extras = used.map(\.extra)
    return Candidate(
      .object(rule), gain: used.reduce(0) { $0 + $1.gain },
      extra: key.verb == "add-default" ? extras.max() ?? 0 : extras.reduce(0, +))
  }
}
