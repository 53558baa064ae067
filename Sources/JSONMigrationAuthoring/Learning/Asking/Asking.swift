internal import JSONMigrationCore
internal import JSONText

/// Looks for documents that tell lists of rules apart that all fit the samples.
struct Asking {
  private let trials: Trials
  private let effort: Effort
  /// The rules, the likeliest first.
  private var rivals: [Trials.Body] = []
  private let loose: [Term]
  private let samples: [Term]

  private static let mostSolutions = 12
  private static let mostRivals = 24
  /// The number of documents that are made to find a question in.
  private static let made = 90
  private static let mostAnswers = 3
  /// The tries that questions may take together.
  static let mostTries = 12_000

  init(
    _ solutions: [[JSON]], _ pairs: [TermPair], _ loose: [Term], _ trials: Trials,
    _ effort: Effort
  ) {
    self.trials = trials
    self.effort = effort
    self.loose = loose
    samples = pairs.map(\.before)
    var seen: Set<String> = []
    let variants = solutions.first.map { Variants.all(of: $0) } ?? []
    for rules in solutions.prefix(Self.mostSolutions) + variants {
      guard rivals.count < Self.mostRivals, !effort.isOver,
        seen.insert(JSON.array(rules).description).inserted
      else { continue }
      let body = trials.body(rules)
      if pairs.allSatisfy({ trials.result(body, for: $0.before) === $0.after }) {
        rivals.append(body)
      }
    }
  }

  /// The documents that tell the most lists apart, each chosen among those that earlier answers
  /// leave.
  mutating func questions(atMost count: Int) -> [DraftQuestion] {
    var documents = loose
    if documents.isEmpty {
      var making = Variations(of: samples, trials.terms)
      documents = (0..<Self.made).map { _ in making.next() }
    }
    var questions: [DraftQuestion] = []
    while questions.count < count, rivals.count > 1, !effort.isOver {
      let scored = documents.map { (document: $0, score: score($0)) }
      guard let best = scored.max(by: { $0.score < $1.score }), best.score > 0.01 else { break }
      let document = smallest(best.document)
      questions.append(question(document))
      let first = trials.result(rivals[0], for: document)
      rivals = rivals.filter { trials.result($0, for: document) === first }
    }
    return questions
  }

  /// The weight of all lists whose result for a document differs from that of the first list.
  private func score(_ document: Term) -> Double {
    guard !effort.isOver, let first = trials.result(rivals[0], for: document) else { return 0 }
    var weight = 0.0
    for (number, rival) in rivals.enumerated().dropFirst() {
      guard let result = trials.result(rival, for: document), result !== first else { continue }
      weight += 1 / Double(1 << min(number, 6))
    }
    // A short question is a better one.
    return weight > 0 ? weight - 0.00002 * Double(document.size) : 0
  }

  /// The document without anything that the question doesn't need.
  private func smallest(_ document: Term) -> Term {
    if !loose.isEmpty || document.size > 400 { return document }
    let classes = classes(document)
    let terms = trials.terms
    let json = document.json.shrunk(atMost: 120) { candidate in
      guard candidate.object != nil || document.kind != .object else { return false }
      let found = self.classes(terms.term(candidate))
      return found == classes
    }
    return terms.term(json)
  }

  /// For each list the number of its result, the same for equal ones; -1 where it fails.
  private func classes(_ document: Term) -> [Int] {
    var numbers: [Int: Int] = [:]
    return rivals.map { rival in
      guard let result = trials.result(rival, for: document) else { return -1 }
      let number = numbers[result.number] ?? numbers.count
      numbers[result.number] = number
      return number
    }
  }

  private func question(_ document: Term) -> DraftQuestion {
    var answers: [Term] = []
    var givers: [Trials.Body] = []
    for rival in rivals {
      guard let result = trials.result(rival, for: document), !answers.contains(result),
        answers.count < Self.mostAnswers
      else { continue }
      answers.append(result)
      givers.append(rival)
    }
    return DraftQuestion(
      document: document.json, answers: answers.map(\.json),
      words: QuestionWords.words(for: givers.map(\.rules)))
  }
}
