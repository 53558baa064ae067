internal import JSONText

/// Finds conditions that hold for some values and not for others.
enum ConditionLearner {
  /// The number of values of each group that are looked at.
  private static let mostValues = 60

  /// The cheapest conditions that hold for all of `yes` and none of `no`.
  static func conditions(
    for yes: [Asked], not no: [Asked], touching touched: [Way], most: Int
  ) -> [LearnedCondition] {
    let (yes, no) = (Array(yes.prefix(mostValues)), Array(no.prefix(mostValues)))
    guard !yes.isEmpty, !no.isEmpty else { return [] }
    let own = QuestionMaker(
      yes.map(\.value), no.map(\.value), touched: Set(touched),
      owners: (yes + no).map { $0.document === $0.value ? nil : $0.document }
    ).all()
    var found = combined(own, yes.count)
    for owner in (0..<(yes[0].owners.count)).reversed() {
      guard (yes + no).allSatisfy({ owner < $0.owners.count }) else { continue }
      let questions = QuestionMaker(
        yes.map { $0.owners[owner] }, no.map { $0.owners[owner] }, touched: []
      ).all(atDepth: 2)
      found += singles(questions, yes.count).prefix(2).map {
        LearnedCondition(text: $0.text, cost: $0.cost + 1, doubt: $0.doubt, owner: owner)
      }
    }
    if let first = yes[0].document, first !== yes[0].value {
      let questions = QuestionMaker(
        yes.compactMap(\.document), no.compactMap(\.document), touched: [], start: "$"
      ).all(atDepth: 2)
      found += singles(questions, yes.count).prefix(2).map {
        LearnedCondition(text: $0.text, cost: $0.cost + 1, doubt: $0.doubt)
      }
    }
    let sorted = found.ordered { $0.cost < $1.cost }
    var chosen = Array(sorted.prefix(most))
    // "All but these" is meant as often as "these", and is dearer to say.
    if most > 2, !chosen.contains(where: \.isNegative),
      let negative = sorted.first(where: \.isNegative)
    {
      chosen[chosen.count - 1] = negative
    }
    return chosen
  }

  private static func all(_ count: Int) -> UInt64 { count >= 64 ? .max : (1 << count) - 1 }

  private static func singles(_ questions: [Question], _ yesCount: Int) -> [LearnedCondition] {
    let whole = all(yesCount)
    return questions.filter { $0.holds.yes == whole && $0.holds.no == 0 }
      .map { LearnedCondition(text: $0.text, cost: $0.cost, doubt: $0.doubt) }
  }

  /// Single questions, else two with `&&`, else up to four with `||`.
  private static func combined(_ questions: [Question], _ yesCount: Int) -> [LearnedCondition] {
    let good = singles(questions, yesCount)
    if !good.isEmpty { return Array(good.prefix(16)) }
    let whole = all(yesCount)
    let covering = questions.filter { $0.holds.yes == whole }.ordered {
      ($0.holds.no.nonzeroBitCount, $0.cost) < ($1.holds.no.nonzeroBitCount, $1.cost)
    }.prefix(40)
    var found: [LearnedCondition] = []
    for (index, first) in covering.enumerated() {
      for second in covering[(index + 1)...] where first.holds.no & second.holds.no == 0 {
        found.append(
          LearnedCondition(
            text: "\(first.text) && \(second.text)", cost: first.cost + second.cost + 2,
            doubt: first.doubt + second.doubt))
      }
    }
    if let union = union(of: questions.filter { $0.holds.no == 0 }, whole) { found.append(union) }
    return found.ordered { $0.cost < $1.cost }
  }

  private static func union(
    of clean: [Question], _ whole: UInt64
  ) -> LearnedCondition? {
    var left = whole
    var parts: [String] = []
    var (cost, doubt) = (2.0, 0.0)
    while left != 0, parts.count < 4 {
      var best: (question: Question, price: Double)?
      for question in clean where question.holds.yes & left != 0 {
        let price = question.cost / Double((question.holds.yes & left).nonzeroBitCount)
        if best.map({ price < $0.price }) ?? true { best = (question, price) }
      }
      guard let best else { return nil }
      parts.append(best.question.text)
      cost += best.question.cost
      doubt += best.question.doubt
      left &= ~best.question.holds.yes
    }
    guard left == 0, parts.count > 1 else { return nil }
    return LearnedCondition(text: parts.joined(separator: " || "), cost: cost, doubt: doubt)
  }
}
