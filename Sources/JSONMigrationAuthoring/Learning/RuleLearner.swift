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

  private var holdVersions: Bool { samples.contains(where: \.heldVersion) }

  /// `loose` are old documents without a result, from which questions are made; `isOver` tells
  /// when to stop with the best so far.
  package init(
    _ samples: [StepSample], loose: [JSON] = [], isOver: @escaping () -> Bool = { false }
  ) {
    (self.samples, self.loose, self.isOver) = (samples, loose, isOver)
  }

  /// The rules; `questions` is the number of questions to look for.
  ///
  /// What they could only recite is left out, and told as not explained.
  package func learned(questions count: Int = 3) -> LearnedRules {
    var learned = found(questions: count)
    var recited: [Way] = []
    var rest = samples
    while case let more = Recited(by: learned.rules, in: rest),
      more.ways.contains(where: { !recited.contains($0) })
    {
      rest = more.removed(from: rest)
      recited += more.ways.filter { !recited.contains($0) }
      learned = RuleLearner(rest, loose: loose, isOver: isOver).found(questions: 0)
    }
    return recited.isEmpty ? learned : learned.leaving(recited, of: samples)
  }

  private func found(questions count: Int) -> LearnedRules {
    let terms = Terms()
    let comparison = Comparison()
    let fresh = Fresh.unified(samples)
    let pairs = zip(samples, fresh.afters).map { sample, after in
      TermPair(before: terms.term(sample.before), after: terms.term(after))
    }
    let effort = Effort(most: Effort.tries(for: pairs), isOver: isOver)
    let trials = Trials(terms, effort, holdVersions: holdVersions)
    let found = Self.search(pairs, trials, comparison, effort)
    let solutions = merged(found.solutions, pairs, terms, comparison)
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
          found: place?.found?.json,
          // From the sample itself, since a new id is told as it is there.
          wanted: place?.wanted.flatMap { _ in
            terms.term(sample.after).at(place?.way.segments ?? [])?.json
          }))
    }
    var questions: [DraftQuestion] = []
    if unexplained.isEmpty, count > 0, !rules.isEmpty {
      let effort = Effort(most: Asking.mostTries, isOver: isOver)
      let trials = Trials(terms, effort, holdVersions: holdVersions)
      let rivals = Rivals(solutions, by: found.learner, trials)
      let loose = loose.map { terms.term($0) }
      var asking = Asking(rivals.all, found.learner.pairs, loose, trials, effort)
      questions = asking.questions(atMost: count)
    }
    return LearnedRules(
      rules: rules, reproduced: samples.count - unexplained.count, unexplained: unexplained,
      questions: questions, wasEnded: effort.wasEnded, wasTooMuch: found.wasTooMuch,
      newIDs: fresh.ids,
      small: zip(found.kept, found.learner.pairs).map { number, pair in
        StepSample(
          name: samples[number].name, before: pair.before.json, after: pair.after.json)
      })
  }

  /// What it is worth that rules foresaw an answer.
  private static let foresight = 2.0

  /// The solutions of a search, with those for the samples before the questions that the answers
  /// leave: an answer chooses among these.
  private func merged(
    _ solutions: [Solution], _ pairs: [TermPair], _ terms: Terms, _ comparison: Comparison
  ) -> [Solution] {
    let firsts = zip(samples, pairs).filter { !$0.0.isAnswer }.map(\.1)
    guard firsts.count < pairs.count, !firsts.isEmpty else { return solutions }
    let effort = Effort(most: Effort.tries(for: firsts), isOver: isOver)
    let trials = Trials(terms, effort, holdVersions: holdVersions)
    let found = Self.search(firsts, trials, comparison, effort)
    guard let best = found.solutions.first else { return solutions }
    var all = solutions.filter(\.isComplete)
    for rival in Rivals(found.solutions, by: found.learner, trials).drafts {
      let body = trials.body(rival.rules)
      // The answers come last, and tell most.
      guard !effort.isOver,
        pairs.reversed().allSatisfy({ trials.result(body, for: $0.before) === $0.after })
      else { continue }
      all.append(
        Solution(
          rules: rival.rules, cost: best.cost + max(0, rival.surplus) - Self.foresight,
          residual: 0))
    }
    return all.isEmpty
      ? solutions
      : all.ordered { $0.cost < $1.cost }
  }

  /// On larger samples not every solution is tried.
  private static let mostSize = 50_000
  /// The values that solutions may be tried on, after each search in small samples.
  private static let mostWholeValues = 500_000
  /// Larger samples are not learned from as a whole.
  private static let mostWholeSize = 5_000

  /// What a search found.
  private struct Found {
    let solutions: [Solution]
    let learner: Learner
    /// The numbers of the samples that it learned from.
    let kept: [Int]
    /// Whether more was too much work.
    var wasTooMuch = false
  }

  /// From large samples it learns with a few elements of each kind first, from many with a few of
  /// them, and then tries the rules on the whole.
  private static func search(
    _ pairs: [TermPair], _ trials: Trials, _ comparison: Comparison, _ effort: Effort
  ) -> Found {
    var partial: (solution: Solution, learner: Learner, kept: [Int])?
    // Those that rules for others were wrong for, and what was missed in them.
    var (wrong, missed): (Set<Int>, Set<Int>) = ([], [])
    let tables = WholeTables(trials: trials, pairs: pairs)
    var completed: Found?
    for count in [4, 12, 40] {
      var thinning = Thinning(comparison, trials.terms, keeping: count, and: missed)
      let kept = wrong.union(thinning.enough(of: pairs)).sorted()
      let small = kept.map { thinning.thinned(pairs[$0]) }
      if small == pairs { break }
      let learner = Learner(small, trials, comparison, effort)
      let found = learner.solutions()
      var whole: [Solution] = []
      let isHuge = pairs.contains { $0.before.size > mostSize }
      let affordable = max(1, mostWholeValues / pairs.reduce(1) { $0 + $1.before.size })
      let merging = RuleMerging(trials, small.map(\.before))
      for solution in found.filter(\.isComplete).prefix(affordable)
      where !(isHuge && !whole.isEmpty) {
        if effort.isOver, !whole.isEmpty { break }
        func firstWrong(_ rules: [JSON]) -> Int? {
          let body = trials.body(rules)
          return pairs.indices.first {
            trials.result(body, for: pairs[$0].before) !== pairs[$0].after
          }
        }
        guard let first = firstWrong(solution.rules) else {
          whole.append(solution)
          continue
        }
        // Of trees a few levels were learned from.
        let descended = merging.descended(solution.rules)
        if descended != solution.rules, firstWrong(descended) == nil {
          whole.append(Solution(rules: descended, cost: solution.cost, residual: 0))
        } else {
          wrong.insert(first)
          if let result = trials.result(trials.body(solution.rules), for: pairs[first].before) {
            missed.formUnion(comparison.missed(result, pairs[first].after))
          }
          if completed == nil, let rules = tables.completed(solution.rules) {
            let solution = Solution(rules: rules, cost: solution.cost, residual: 0)
            completed = Found(solutions: [solution], learner: learner, kept: kept)
          }
        }
      }
      if let rules = whole.first?.rules {
        if let completed, tables.recites(rules) { return completed }
        return Found(solutions: whole, learner: learner, kept: kept)
      }
      partial = found.first.map { ($0, learner, kept) }
      if effort.isOver { break }
    }
    // From the whole such a table isn't proposed, and its values are recited instead.
    if let completed { return completed }
    let isWholeTooLarge = pairs.reduce(0) { $0 + $1.before.size } > mostWholeSize
    if effort.isOver || isWholeTooLarge, let (best, learner, kept) = partial {
      let rest = Solution(rules: best.rules, cost: best.cost, residual: max(1, best.residual))
      return Found(
        solutions: [rest], learner: learner, kept: kept,
        wasTooMuch: isWholeTooLarge || effort.isSpent)
    }
    let learner = Learner(pairs, trials, comparison, effort)
    return Found(
      solutions: learner.solutions(), learner: learner, kept: Array(pairs.indices),
      wasTooMuch: effort.isSpent)
  }
}
