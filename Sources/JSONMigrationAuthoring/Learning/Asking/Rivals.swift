internal import JSONMigrationCore
internal import JSONText

/// The lists of rules that all fit the samples, the likeliest first.
struct Rivals {
  private(set) var all: [Rival] = []

  private static let mostSolutions = 12
  /// The number that are kept, and the number that are tried to find them.
  private static let most = 48
  private static let mostTried = 160

  /// `solutions` are what a search found, the best first, and `learner` is the search.
  init(_ solutions: [Solution], by learner: Learner, _ trials: Trials) {
    guard let best = solutions.first, best.isComplete else { return }
    var found = solutions.prefix(Self.mostSolutions).map {
      Rival(rules: $0.rules, surplus: $0.cost - best.cost)
    }
    // Told one by one, rules differ in less.
    let rules = best.rules.flatMap(\.single)
    if let states = learner.states(of: rules), states.last == learner.afters {
      found[0] = Rival(rules: rules, surplus: 0)
      found += learner.alternatives(to: rules, states)
      found += Variants(of: rules, states, trials).all
    }
    let sorted = Array(found.dropFirst()).ordered { $0.surplus < $1.surplus }
    let pairs = learner.pairs
    var seen: Set<String> = []
    for (number, rival) in ([found[0]] + sorted).prefix(Self.mostTried).enumerated() {
      guard all.count < Self.most, seen.insert(JSON.array(rival.rules).description).inserted else {
        continue
      }
      let body = trials.body(rival.rules)
      if number == 0 || pairs.allSatisfy({ trials.result(body, for: $0.before) === $0.after }) {
        all.append(rival)
      }
    }
  }

  /// The rules that a draft can have.
  var drafts: [Rival] { all.filter { !$0.isGuess } }
}
