internal import JSONMigrationCore
internal import JSONText

/// What the tests of a step and other documents tell about its rules, to compare changed rules
/// with.
struct TestBench: ~Copyable {
  private let sources: RuleSources
  private let step: Step
  private let format: Format
  /// Whether the step can be read without the rest of its folder.
  ///
  /// Nested documents go by what the folder says.
  private let isAlone: Bool
  private let rules: RuleSet
  private let text: JSON
  private var trial: StepTrial
  private var specimens: Specimens
  /// Documents with what the rules make of them, those that come out whole first.
  private var known: [Example] = []

  /// A document, and what the rules make of it.
  struct Example {
    let document: JSON
    let bytes: [UInt8]
    let result: StepResult
  }

  init(
    _ rules: RuleSet, _ sources: RuleSources, _ format: Format, _ step: Step, _ text: JSON,
    tries: Int
  ) {
    self.sources = sources
    self.step = step
    self.format = format
    self.rules = rules
    self.text = text
    isAlone =
      !step.allRules.contains { $0.verb.nested != nil }
      && RuleSources.rules(alone: text, in: step) != nil
    trial = StepTrial(rules, format, step)
    let tests = step.tests.map(\.before)
    let made =
      RuleSpecimen.all(for: step, in: rules)
      + RuleSpecimen.aboveAll(for: step, in: rules, format, text)
    specimens = Specimens(for: [(rules, format, step, text)], from: tests + made)
    // What is like the tests says more to people than what was made for one rule.
    gather(tests, tries: tries, made)
  }

  /// Keeps the documents in which other rules have something to do, and some more.
  private mutating func gather(_ tests: [JSON], tries: Int, _ made: [JSON]) {
    var seen: Set<[Int]> = []
    var documents: Set<JSON> = []
    for number in 0..<tests.count + tries + made.count {
      let rest = number - tests.count - tries
      let document = number < tests.count ? tests[number] : rest < 0 ? specimens.next() : made[rest]
      guard documents.insert(document).inserted else { continue }
      let bytes = Array(document.description.utf8)
      let (activity, result) = trial.activity(on: bytes)
      if seen.insert(activity.signature(of: step)).inserted { specimens.keep(document) }
      known.append(Example(document: document, bytes: bytes, result: result))
    }
    known = known.filter(\.result.isDocument) + known.filter { !$0.result.isDocument }
  }

  /// The step with other rules; nil where they can't be read.
  func reading(_ text: JSON) -> (rules: RuleSet, format: Format, step: Step)? {
    if isAlone, let rules = RuleSources.rules(alone: text, in: step) {
      return (rules, format, rules.format.chain.steps[0])
    }
    guard let rules = sources.rules(with: text, in: step),
      let found = rules.step(to: step.to, in: format.folder)
    else { return nil }
    return (rules, found.format, found.step)
  }

  /// Whether a test of the step fails on changed rules.
  func isNoticed(_ changed: inout StepTrial) -> Bool {
    step.tests.contains { !changed.passes($0) }
  }

  /// What the rules make of an example, the version aside.
  func outcome(of example: Example) -> StepOutcome { trial.outcome(example.result) }

  /// Whether changed rules make something else of an example.
  func tells(_ example: Example, _ changed: inout StepTrial) -> Bool {
    !trial.isSame(changed.result(of: example.bytes), example.result)
  }

  /// A small document that changed rules make something else of; the change is at a place in the
  /// step's file.
  mutating func witness(
    against changed: inout StepTrial, at place: Range<Int>,
    _ step: (rules: RuleSet, format: Format, step: Step), _ text: JSON, more: Int
  ) -> Example? {
    for example in known where tells(example, &changed) {
      return shrunk(example.document, &changed)
    }
    var makers = [
      Specimens(
        for: [
          (rules, format, self.step, self.text), (step.rules, step.format, step.step, text),
        ], from: specimens.kept)
    ]
    var own: [JSON] = []
    if let number = RuleSpecimen.number(of: self.step, at: place) {
      own =
        RuleSpecimen.all(for: number, of: self.step, in: rules)
        + RuleSpecimen.all(for: number, of: step.step, in: step.rules)
    }
    if let number = self.step.rules.lastIndex(where: { $0.stands(around: place) }) {
      makers.insert(specimens(for: number, text), at: 0)
    }
    for document in own where tells(document, &changed) { return shrunk(document, &changed) }
    for var maker in makers {
      for _ in 0..<more {
        let document = maker.next()
        if tells(document, &changed) { return shrunk(document, &changed) }
      }
    }
    return nil
  }

  /// Whether changed rules make something else of a document.
  private mutating func tells(_ document: JSON, _ changed: inout StepTrial) -> Bool {
    tells(example(document), &changed)
  }

  private mutating func example(_ document: JSON) -> Example {
    let bytes = Array(document.description.utf8)
    return Example(document: document, bytes: bytes, result: trial.result(of: bytes))
  }

  /// Documents for one rule and what was made of it.
  ///
  /// Among those for many rules few have all that one of them looks at.
  private func specimens(for rule: Int, _ changed: JSON) -> Specimens {
    let steps = [text, changed].compactMap { text -> (RuleSet, Format, Step, JSON)? in
      guard let rules = text.array, rules.indices.contains(rule),
        let alone = reading([rules[rule]])
      else { return nil }
      return (alone.rules, alone.format, alone.step, [rules[rule]])
    }
    return Specimens(for: steps, from: specimens.kept)
  }

  private mutating func shrunk(_ document: JSON, _ changed: inout StepTrial) -> Example {
    let isDocument = example(document).result.isDocument
    let least = document.shrunk { candidate in
      let example = example(candidate)
      return example.result.isDocument == isDocument && tells(example, &changed)
    }
    return example(least)
  }
}
