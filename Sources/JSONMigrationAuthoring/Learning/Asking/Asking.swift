internal import JSONMigrationCore
internal import JSONText

/// Looks for documents that tell lists of rules apart that all fit the samples.
struct Asking {
  private struct Contender {
    let body: Trials.Body
    let weight: Double
    /// Whether it is a guess at rules that no sample shows, whose results are no answers.
    let isGuess: Bool
    /// Its results for the documents, by their numbers; nil where it fails.
    let results: [Int?]
  }

  private let trials: Trials
  private let effort: Effort
  private var contenders: [Contender] = []
  private let documents: [Term]
  /// How many of them have no member that no sample has; the others are asked about last.
  private let knownCount: Int
  private let isLoose: Bool

  /// The number of documents that are made to find a question in, and the least.
  private static let made = 72
  private static let leastMade = 24
  /// The number of those that have a member which no sample has.
  private static let others = 8
  /// The number of results that are looked at to find one.
  private static let mostResults = 2_400
  private static let leastContenders = 6
  /// The number of results that a shorter question has to keep apart.
  private static let mostCompared = 6
  private static let mostAnswers = 3
  /// A question that makes right so small a share of documents is not worth it.
  private static let leastGain = 0.002
  /// The tries that questions may take together.
  static let mostTries = 8_000

  init(
    _ rivals: [Rival], _ pairs: [TermPair], _ loose: [Term], _ trials: Trials, _ effort: Effort
  ) {
    self.trials = trials
    self.effort = effort
    isLoose = !loose.isEmpty
    let sizes = (loose.isEmpty ? pairs.map(\.before) : loose).prefix(100).map(\.size)
    let price = 1 + (sizes.max() ?? 0) / 200
    let affordable = Self.mostResults / (max(1, rivals.count) * price)
    let count = max(Self.leastMade / (price > 8 ? 3 : 1), min(Self.made, affordable))
    if loose.isEmpty {
      var making = Variations(of: pairs.map(\.before), touching: rivals.map(\.rules), trials.terms)
      let made = (0..<count).map { _ in making.next() }.distinct
      let others = (0..<Self.others).map { _ in making.nextWithOther() }
      documents = (made + others).distinct
      knownCount = made.count
    } else {
      // Of many some from all over, and more than are made, since few may tell anything.
      let distinct = loose.distinct
      let step = max(1, distinct.count / (4 * count))
      documents = stride(from: 0, to: distinct.count, by: step).map { distinct[$0] }
      knownCount = documents.count
    }
    // From large documents less can be tried.
    let most = max(Self.leastContenders, Self.mostTries / 2 / (count * price))
    for rival in rivals.prefix(most) where !effort.isOver {
      let body = trials.body(rival.rules)
      contenders.append(
        Contender(
          body: body, weight: rival.weight, isGuess: rival.isGuess,
          results: documents.map { trials.result(body, for: $0)?.number }))
    }
  }

  /// The documents whose results tell most, each chosen as if the likeliest lists had been right in
  /// the questions before.
  mutating func questions(atMost count: Int) -> [DraftQuestion] {
    var questions: [DraftQuestion] = []
    while questions.count < count, contenders.count > 1, !effort.isOver {
      let best =
        bestDocument(of: 0..<knownCount) ?? bestDocument(of: knownCount..<documents.count)
      guard let best else { break }
      let document = smallest(best)
      let question = question(document)
      guard question.answers.count > 1 else { break }
      questions.append(question)
      let first = trials.result(contenders[0].body, for: document)
      contenders = contenders.filter { trials.result($0.body, for: document) === first }
    }
    return questions
  }

  /// The document after whose answer most results are expected to be right.
  private func bestDocument(of numbers: Range<Int>) -> Term? {
    let agreement = agreement(in: numbers)
    let total = contenders.reduce(0) { $0 + $1.weight }
    let now = contenders.indices.reduce(0) { $0 + contenders[$1].weight * agreement[0][$1] }
    var best: (document: Term, gain: Double)?
    for number in numbers {
      let document = documents[number]
      // For each result the likeliest list that has it, which an answer would leave.
      var leaders: [Int: Int] = [:]
      var answers: Set<Int> = []
      var expected = 0.0
      for (index, contender) in contenders.enumerated() {
        let leader: Int
        if let result = contender.results[number] {
          leader = leaders[result] ?? index
          leaders[result] = leader
          if !contender.isGuess { answers.insert(result) }
        } else {
          leader = 0
        }
        expected += contender.weight * agreement[leader][index]
      }
      guard answers.count > 1 else { continue }
      // A short question is a better one.
      let gain = (expected - now) / total - 0.00001 * Double(document.size)
      if gain > best?.gain ?? Self.leastGain { best = (document, gain) }
    }
    return best?.document
  }

  /// For each two lists the share of documents for which their results are the same.
  private func agreement(in numbers: Range<Int>) -> [[Double]] {
    let count = Double(max(1, numbers.count))
    var shares = [[Double]](
      repeating: [Double](repeating: 1, count: contenders.count), count: contenders.count)
    for first in contenders.indices {
      for second in contenders.indices where second > first {
        let (left, right) = (contenders[first].results, contenders[second].results)
        let same = numbers.count { left[$0] == right[$0] }
        shares[first][second] = Double(same) / count
        shares[second][first] = Double(same) / count
      }
    }
    return shares
  }

  /// The document without anything that the question doesn't need.
  private func smallest(_ document: Term) -> Term {
    if isLoose || document.size > 400 { return document }
    var leaders: [Trials.Body] = []
    var seen: [Term] = []
    for contender in contenders where leaders.count < Self.mostCompared && !contender.isGuess {
      guard let result = trials.result(contender.body, for: document), !seen.contains(result) else {
        continue
      }
      seen.append(result)
      leaders.append(contender.body)
    }
    let terms = trials.terms
    let json = document.json.shrunk(atMost: 100) { candidate in
      guard !effort.isOver, candidate.object != nil || document.kind != .object else {
        return false
      }
      let term = terms.term(candidate)
      var found: Set<Int> = []
      return leaders.allSatisfy {
        trials.result($0, for: term).map { found.insert($0.number).inserted } ?? false
      }
    }
    return terms.term(json)
  }

  private func question(_ document: Term) -> DraftQuestion {
    var answers: [Term] = []
    var givers: [Trials.Body] = []
    for contender in contenders {
      guard let result = trials.result(contender.body, for: document), !answers.contains(result),
        !contender.isGuess, answers.count < Self.mostAnswers
      else { continue }
      answers.append(result)
      givers.append(contender.body)
    }
    return DraftQuestion(
      document: document.json, answers: answers.map(\.json),
      words: QuestionWords.words(for: givers.map(\.rules)))
  }
}
