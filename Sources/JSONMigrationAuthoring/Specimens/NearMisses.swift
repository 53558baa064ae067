internal import JSONMigrationCore
internal import JSONText

/// Documents in which a rule has all that it needs, but for one condition.
///
/// What a condition is for shows where it fails and the rule would act, and that is seldom met by
/// chance. They are made of documents in which other rules act too, since many a rule fails where
/// another one has had nothing to do.
struct NearMisses {
  private let step: Step
  private let rules: RuleSet
  private let chains: [[RuleSpecimen.Link]]
  /// How many documents are made for all rules.
  private static let most = 600

  init(for step: Step, in rules: RuleSet) {
    (self.step, self.rules) = (step, rules)
    chains = RuleSpecimen.chains(of: step)
  }

  /// The documents, made of known ones, such as those of tests, and of such as the rules take.
  func documents(from known: [JSON], isTaken: (JSON) -> Bool) -> [JSON] {
    let starts = known.prefix(3) + [[:]] + taken(isTaken)
    let most = max(4, Self.most / max(1, chains.count))
    var seen: Set<JSON> = []
    return chains.flatMap { chain -> [JSON] in
      let values = RuleSpecimen.values(for: chain, of: step, in: rules, named: 4).prefix(6)
      var made: [JSON] = []
      for start in starts {
        for (number, value) in values.enumerated() where made.count < most {
          made += Self.documents(for: chain, choice: number, value, from: start).filter {
            seen.insert($0).inserted
          }
        }
      }
      return made
    }
  }

  /// With all conditions, and without each of them in turn.
  static func documents(
    for chain: [RuleSpecimen.Link], choice: Int, _ value: JSON, from start: JSON?
  ) -> [JSON] {
    let whole = RuleSpecimen(choice: choice, value: value)
    let document = whole.document(for: chain, from: start)
    return [document]
      + (0..<min(whole.conditions, 4)).map { failing in
        RuleSpecimen(choice: choice, value: value, failing: failing)
          .document(for: chain, from: start)
      }
  }

  /// A document in which as many rules have something to do as can be, and one for each of some
  /// rules alone.
  private func taken(_ isTaken: (JSON) -> Bool) -> [JSON] {
    var together: JSON = [:]
    var wasTaken = isTaken(together)
    var alone: [JSON] = []
    // A rule may fail where another one has nothing.
    for round in 0..<2 {
      for chain in chains.prefix(60) {
        let values = RuleSpecimen.values(for: chain, of: step, in: rules, named: 8)
        func first(from start: JSON) -> JSON? {
          values.lazy.map { RuleSpecimen(choice: 0, value: $0).document(for: chain, from: start) }
            .first(where: isTaken)
        }
        if let taken = first(from: together) {
          (together, wasTaken) = (taken, true)
        } else if !wasTaken, let value = values.first {
          together = RuleSpecimen(choice: 0, value: value).document(for: chain, from: together)
        } else if round == 0, alone.count < 12, let taken = first(from: [:]) {
          alone.append(taken)
        }
      }
    }
    return [together] + alone
  }
}
