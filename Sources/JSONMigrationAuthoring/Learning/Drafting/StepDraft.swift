package import JSONMigrationCore
package import JSONText

/// A step drafted from samples, as a file for its author to edit.
package struct StepDraft: Sendable {
  package let from: Version
  package let to: Version
  /// The name of its file in the rules folder.
  package let file: String
  package let learned: LearnedRules
  /// The rules as they are written, with notes.
  package let rules: [JSON]
  package let tests: [JSON]
  /// What is in the file.
  package let text: String
  /// format.json, for a folder that has none.
  package let formatText: String?
  /// How many samples there were.
  package let sampleCount: Int

  /// How many rules there are, those in blocks for themselves.
  package var ruleCount: Int {
    rules.reduce(0) { $0 + ($1.object?["rules"]?.array?.count ?? 1) }
  }
}

/// Drafts the next step of a rules folder, or the first one of a new folder.
package struct StepDrafting {
  /// The rules that are there so far.
  package enum Folder {
    case new(formatName: String)
    case rules(Migrator, files: (_ folder: String) -> Result<[RuleSource], MigrationError>?)
  }

  private let folder: Folder
  private let step: NextStep
  private var samples: [StepSample]
  private let loose: [JSON]
  private let isOver: () -> Bool
  private let versions: SampleVersions?

  /// Drafts a step to a version, or to the next one; throws if there can be none.
  package init(
    _ folder: Folder, to version: String?, samples: [StepSample], loose: [JSON] = [],
    isOver: @escaping () -> Bool = { false }
  ) throws(MigrationError) {
    self.folder = folder
    self.isOver = isOver
    switch folder {
    case .rules(let migrator, _):
      versions = nil
      step = try Self.step(after: migrator, to: version)
      for sample in samples { try Self.check(sample, startsAt: step.from, migrator) }
      self.samples = samples.map { $0.removingVersions(migrator.withoutVersion) }
      self.loose = loose.map { migrator.withoutVersion($0) }
    case .new:
      let found = SampleVersions(of: samples)
      versions = found
      step = Self.firstStep(found, to: version)
      self.samples = samples.map { sample in
        found.map { sample.removingVersions($0.removed) } ?? sample
      }
      self.loose = loose.map { found?.removed(from: $0) ?? $0 }
    }
  }

  private static func step(
    after migrator: Migrator, to version: String?
  ) throws(MigrationError) -> NextStep {
    let next = try NextStep(after: migrator)
    guard let version else { return next }
    let target = migrator.spelled(version)
    if migrator.versions.contains(target) {
      throw MigrationError(
        Diagnostic(
          .badRules, "the rules lead to version \(target) already", at: nil,
          help: "`--to \(next.to)` drafts the next step"))
    }
    return next.leading(to: target)
  }

  private static func firstStep(_ found: SampleVersions?, to version: String?) -> NextStep {
    let from = found?.from ?? .integer(1)
    guard let version else {
      return found.map { NextStep(from: $0.from, to: $0.to) } ?? .first
    }
    let to = Version(version, isInteger: from.isInteger)
    if found == nil, case .integer(let number) = to, number > 1 {
      return NextStep(from: .integer(number - 1), to: to)
    }
    return NextStep(from: from, to: to)
  }

  /// Throws if a sample has another version than the one that the step starts at.
  private static func check(
    _ sample: StepSample, startsAt version: Version, _ migrator: Migrator
  ) throws(MigrationError) {
    guard migrator.withoutVersion(sample.before) != sample.before,
      (try? migrator.version(of: sample.before)) != version
    else { return }
    let found = try? migrator.version(of: sample.before)
    throw MigrationError(
      Diagnostic(
        .unknownVersion,
        "\(Printable.quote(sample.name)) is of \(found.map { "version \($0)" } ?? "another version"), "
          + "and the step starts at \(version)",
        at: nil, help: "bring it there first: `jsonmigrate apply RULES FILE`"))
  }

  /// Answers the first question by one of its results, and the next one by the next; an error where
  /// there is no such answer.
  package mutating func answer(_ numbers: [Int]) throws(MigrationError) {
    for (index, number) in numbers.enumerated() {
      let questions = RuleLearner(samples, loose: loose, isOver: isOver).learned(questions: 1)
        .questions
      guard let question = questions.first else {
        throw MigrationError(
          Diagnostic(
            .badRules, "there is no question left to answer with \(number)", at: nil,
            help: "leave out the `--answer` behind number \(index)"))
      }
      guard question.answers.indices.contains(number - 1) else {
        throw MigrationError(
          Diagnostic(
            .badRules, "the question has \(question.answers.count) answers, and \(number) is none",
            at: nil, help: "give a number from 1 to \(question.answers.count)"))
      }
      samples.append(
        StepSample(
          name: "answer \(index + 1)", before: question.document,
          after: question.answers[number - 1], isAnswer: true))
    }
  }

  /// The draft; it passes `check` and its own tests.
  package func draft() -> StepDraft {
    let learned = RuleLearner(samples, loose: loose, isOver: isOver).learned()
    let terms = Terms()
    let merging = RuleMerging(
      Trials(terms, Effort { false }), learned.small.map { terms.term($0.before) })
    let merged = merging.gathered(learned.rules)
    for rules in [merged, learned.rules] {
      if rules == merged, merged != learned.rules, !isTheSame(merged, learned) { continue }
      let tests = DraftTests.tests(rules, learned.small, isOver: isOver)
      // Values that show another type are the last to be removed.
      for tests in [tests, []] {
        let draft = self.draft(learned, rules, tests)
        if isSound(draft) { return draft }
      }
    }
    return draft(
      LearnedRules(
        rules: [], reproduced: 0, unexplained: learned.unexplained, questions: [],
        wasEnded: learned.wasEnded, newIDs: 0, small: []), [], [])
  }

  /// Whether rules do with whole samples what the learned ones do, if it was tried with smaller
  /// ones so far.
  private func isTheSame(_ rules: [JSON], _ learned: LearnedRules) -> Bool {
    guard var one = RuleTrial(.array(rules)), var other = RuleTrial(.array(learned.rules)) else {
      return false
    }
    for (sample, small) in zip(samples, learned.small) where sample.before != small.before {
      if isOver() || one.result(for: sample.before) != other.result(for: sample.before) {
        return false
      }
    }
    return true
  }

  private func draft(_ learned: LearnedRules, _ rules: [JSON], _ tests: [JSON]) -> StepDraft {
    let noted = RuleNotes.noted(rules, newIDs: learned.newIDs)
    var formatText: String?
    if case .new(let name) = folder {
      formatText = NextStep.formatText(
        named: name, versionAt: versions?.path ?? "version", first: step.from)
    }
    return StepDraft(
      from: step.from, to: step.to, file: step.file, learned: learned, rules: noted, tests: tests,
      text: DraftText.text(
        from: step.from, to: step.to, about: RuleNotes.about(rules), rules: noted, tests: tests),
      formatText: formatText, sampleCount: samples.count)
  }

  /// Whether the folder with the draft can be read, and the draft's tests pass.
  private func isSound(_ draft: StepDraft) -> Bool {
    let source = RuleSource(name: draft.file, bytes: Array(draft.text.utf8))
    let migrator: Migrator?
    switch folder {
    case .new:
      let format = RuleSource(
        name: NextStep.formatFile, bytes: Array((draft.formatText ?? "{}").utf8))
      migrator = try? Migrator(rules: [format, source], generator: .fixed)
    case .rules(_, let files):
      migrator = try? Migrator(named: "rules", generator: .fixed) { folder in
        guard folder.isEmpty, case .success(let found)? = files(folder) else {
          return files(folder)
        }
        return .success(found + [source])
      }
    }
    guard let migrator else { return false }
    var tests = RuleTests(migrator)
    let own = tests.run(cases: [], in: "tests").filter { outcome in
      outcome.failure != nil && outcome.name.includes(draft.file)
    }
    return own.isEmpty
  }
}
