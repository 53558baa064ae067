internal import JSONMigrationCore
package import JSONText

/// Learns the rules of a step from documents before and after it.
///
/// It claims only that its rules reproduce the samples, and asks about what these leave open. The
/// same samples give the same rules.
package struct RuleLearner {
  private let samples: [StepSample]
  private let loose: [JSON]
  private let isOver: () -> Bool

  /// `loose` are old documents without a result, from which questions are made; `isOver` tells
  /// when to stop with the best so far.
  package init(
    _ samples: [StepSample], loose: [JSON] = [], isOver: @escaping () -> Bool = { false }
  ) {
    (self.samples, self.loose, self.isOver) = (samples, loose, isOver)
  }

  /// The rules; `questions` is the number of questions to look for.
  package func learned(questions count: Int = 3) -> LearnedRules {
    let effort = Effort(isOver: isOver)
    let terms = Terms()
    let trials = Trials(terms, effort)
    let comparison = Comparison()
    let pairs = samples.map { sample in
      TermPair(
        before: terms.term(sample.before),
        after: terms.term(Fresh.unified(sample.after, from: sample.before)))
    }
    let solutions = Self.solutions(pairs, trials, comparison, effort)
    let rules = solutions[0].rules
    let body = trials.body(rules)
    var unexplained: [Unexplained] = []
    for (sample, pair) in zip(samples, pairs) {
      let result = rules.isEmpty ? pair.before : trials.result(body, for: pair.before)
      guard let result, result !== pair.after else {
        if result == nil {
          unexplained.append(
            Unexplained(
              sample: sample.name, place: "$", found: nil, wanted: sample.after))
        }
        continue
      }
      let place = comparison.firstDifference(result, pair.after)
      unexplained.append(
        Unexplained(
          sample: sample.name, place: "$" + (place?.way.asked.dropFirst() ?? ""),
          found: place?.found?.json, wanted: place?.wanted?.json))
    }
    var questions: [DraftQuestion] = []
    if unexplained.isEmpty, count > 0, !rules.isEmpty {
      let effort = Effort(most: Asking.mostTries, isOver: isOver)
      var asking = Asking(
        solutions.map(\.rules), pairs, loose.map { terms.term($0) }, Trials(terms, effort), effort)
      questions = asking.questions(atMost: count)
    }
    return LearnedRules(
      rules: rules, reproduced: samples.count - unexplained.count, unexplained: unexplained,
      questions: questions, wasEnded: effort.wasEnded)
  }

  /// From large samples it learns with a few elements of each kind first, and then tries the rules
  /// on the whole.
  private static func solutions(
    _ pairs: [TermPair], _ trials: Trials, _ comparison: Comparison, _ effort: Effort
  ) -> [Solution] {
    func learn(_ pairs: [TermPair]) -> [Solution] {
      Learner(pairs, trials, comparison, effort).solutions()
    }
    var partial: [Solution] = []
    for count in [4, 12, 40] {
      var thinning = Thinning(comparison, trials.terms, keeping: count)
      let small = pairs.map { thinning.thinned($0) }
      if small == pairs { break }
      let found = learn(small)
      let whole = found.filter { solution in
        guard solution.isComplete else { return false }
        let body = trials.body(solution.rules)
        return pairs.allSatisfy { trials.result(body, for: $0.before) === $0.after }
      }
      if !whole.isEmpty { return whole }
      partial = found
      if effort.isOver { break }
    }
    guard effort.isOver, let best = partial.first else { return learn(pairs) }
    return [
      Solution(rules: best.rules, cost: best.cost, residual: max(1, best.residual))
    ]
  }
}
