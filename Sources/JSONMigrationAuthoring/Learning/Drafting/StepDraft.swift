package import JSONMigrationCore
package import JSONText

/// A step drafted from samples, as a file for its author to edit.
package struct StepDraft: Sendable {
  package let from: Version
  package let to: Version
  /// The name of its file in the rules folder.
  package let file: String
  package fileprivate(set) var learned: LearnedRules
  /// The rules as they are written, with notes.
  package let rules: [JSON]
  /// How many of them say more than the samples do, as their notes tell.
  package var guessCount: Int { RuleNotes.count(in: rules) }
  package let tests: [JSON]
  /// What is in the file.
  package let text: String
  /// format.json, for a folder that has none.
  package let formatText: String?
  /// How many samples there were.
  package let sampleCount: Int
  /// What `apply` takes samples for that say no version, where that isn't what the step starts at.
  package let untold: Version?
  /// The members that get values in every document which stand in a sample.
  package let copied: [String]
  /// The version as `apply` writes it, where no sample has one and format.json is new.
  package fileprivate(set) var stamp: String?

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
    /// No step so far, and what the format is.
    case format(RuleSource)
  }

  private let folder: Folder
  /// Whether the folder has no step so far: what says no version is what this one starts at.
  private var isFirst: Bool {
    if case .rules = folder { false } else { true }
  }
  private let step: NextStep
  /// The samples as they were given, which `apply` is to reproduce.
  private let wholes: [StepSample]
  /// The samples of single documents, without their versions.
  private var samples: [StepSample]
  private let loose: [JSON]
  private let isOver: () -> Bool
  /// The format of a new folder.
  private let format: FormatDraft?
  /// Whether a version may follow those that are there.
  private let mayFollow: (Version) -> Bool
  private var untold: Version?

  /// Drafts a step to a version, or to the next one; throws if there can be none.
  package init(
    _ folder: Folder, to version: String?, samples: [StepSample], loose: [JSON] = [],
    isOver: @escaping () -> Bool = { false }
  ) throws(MigrationError) {
    self.folder = folder
    self.isOver = isOver
    wholes = samples
    switch folder {
    case .format(let source):
      format = nil
      let step = try Self.firstStep(of: source, to: version, samples)
      self.step = step
      mayFollow = { $0 != step.from && $0.isInteger == step.from.isInteger }
      let migrator = try step.migrator(with: source, named: "rules")
      let reading = try FormatReading(migrator, files: step.files(with: source))
      let documents = try reading.documents(of: samples)
      (untold, self.samples, self.loose) = try Self.material(
        documents, loose, of: migrator, reading, startsAt: step.from)
    case .rules(let migrator, let files):
      format = nil
      let reading = try FormatReading(migrator, files: files)
      mayFollow = { reading.mayFollow($0) }
      let documents = try reading.documents(of: samples)
      step = try Self.step(after: migrator, to: version, reading.version(after: documents), reading)
      (untold, self.samples, self.loose) = try Self.material(
        documents, loose, of: migrator, reading, startsAt: step.from)
    case .new:
      let format = FormatDraft(of: samples)
      self.format = format
      if format.versions == nil, let (from, to) = SampleVersions.fall(in: samples) {
        throw SampleVersions.fell(from, to)
      }
      let step = try Self.firstStep(format.versions, to: version)
      self.step = step
      mayFollow = { $0 != step.from && $0.isInteger == step.from.isInteger }
      self.samples = format.samples
      self.loose = loose.flatMap { format.documents(in: $0) }
    }
  }

  /// What is learned from where rules say how documents are read, all without versions, and what
  /// `apply` takes documents for that say none.
  private static func material(
    _ documents: [StepSample], _ loose: [JSON], of migrator: Migrator, _ reading: FormatReading,
    startsAt version: Version
  ) throws(MigrationError) -> (untold: Version?, samples: [StepSample], loose: [JSON]) {
    var untold: Version?
    for document in documents {
      untold = try reading.check(document, startsAt: version) ?? untold
    }
    return (
      untold, documents.map { $0.removingVersions(migrator.withoutVersion) },
      loose.flatMap { reading.documents(in: $0) }.map { migrator.withoutVersion($0) }
    )
  }

  /// The step behind those of a folder; `said` is the version that the new documents say.
  private static func step(
    after migrator: Migrator, to version: String?, _ said: Version?, _ reading: FormatReading
  ) throws(MigrationError) -> NextStep {
    let next = try NextStep(after: migrator)
    guard let version else { return said.map { next.leading(to: $0) } ?? next }
    let target = migrator.spelled(version)
    if migrator.versions.contains(target) {
      throw MigrationError(
        Diagnostic(
          .badRules, "the rules lead to version \(target) already", at: nil,
          help: "`--to \(next.to)` drafts the next step"))
    }
    guard reading.mayFollow(target) else { throw unfit(target, for: next) }
    return next.leading(to: target)
  }

  /// The first step of a folder that has a format, which says where samples have their versions.
  private static func firstStep(
    of format: RuleSource, to version: String?, _ samples: [StepSample]
  ) throws(MigrationError) -> NextStep {
    var step = NextStep(of: format)
    let migrator = try step.migrator(with: format, named: "rules")
    let reading = try FormatReading(migrator, files: step.files(with: format))
    let documents = try reading.documents(of: samples)
    if let old = documents.lazy.compactMap({ reading.version(saidBy: $0.before) }).first,
      old != step.from
    {
      step = NextStep(following: old)
    }
    let new = documents.lazy.compactMap { reading.version(saidBy: $0.after) }.first
    let target = version.map { Version($0, isInteger: step.from.isInteger) } ?? new ?? step.to
    guard target.isLater(than: step.from) else { throw unfit(target, for: step) }
    return NextStep(from: step.from, to: target)
  }

  /// The first step of a folder.
  private static func firstStep(
    _ found: SampleVersions?, to version: String?
  ) throws(MigrationError) -> NextStep {
    let next = found.map { NextStep(from: $0.from, to: $0.to) } ?? .first
    guard let version else { return next }
    let target = Version(version, isInteger: next.from.isInteger)
    if found == nil, case .integer(let number) = target {
      guard number > 0 else {
        throw unfit(target, for: NextStep(from: .integer(0), to: .integer(1)))
      }
      return NextStep(from: .integer(number - 1), to: target)
    }
    guard target.isLater(than: next.from) else { throw unfit(target, for: next) }
    return NextStep(from: next.from, to: target)
  }

  /// A version that was asked for, and can't be that of the step.
  private static func unfit(_ version: Version, for step: NextStep) -> MigrationError {
    let isInteger = step.from.isInteger
    let shown = Printable.quote("\(version)")
    return MigrationError(
      Diagnostic(
        .usage,
        "`--to \(shown)`: "
          + (isInteger && !version.isInteger
            ? "versions are integers, and \(shown) is none"
            : "version \(shown) doesn't follow version \(step.from)"),
        at: nil,
        help: "`--to \(step.to)` would do, or "
          + (isInteger ? "a larger number" : "any other text")))
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
            .usage, "there is no question left to answer with \(number)", at: nil,
            help: index == 0
              ? "leave out `--answer`" : "leave out the `--answer` behind number \(index)"))
      }
      guard question.answers.indices.contains(number - 1) else {
        throw MigrationError(
          Diagnostic(
            .usage, "the question has \(question.answers.count) answers, and \(number) is none",
            at: nil, help: "give a number from 1 to \(question.answers.count)"))
      }
      samples.append(
        StepSample(
          name: "answer \(index + 1)", before: question.document,
          after: question.answers[number - 1], isAnswer: true))
    }
  }

  /// The draft; it passes `check` and its own tests, and what it claims, `apply` does.
  package func draft() -> StepDraft {
    let learned = RuleLearner(samples, loose: loose, isOver: isOver).learned()
    let terms = Terms()
    let merging = RuleMerging(
      Trials(terms, Effort { false }), learned.small.map { terms.term($0.before) })
    let merged = merging.gathered(merging.descended(merging.pruned(learned.rules)))
    for rules in [merged, learned.rules] {
      if rules == merged, merged != learned.rules, !isTheSame(merged, learned) { continue }
      let tests = DraftTests.tests(rules, learned.small, isOver: isOver)
      // Values that show another type are the last to be removed.
      for tests in [tests, []] {
        let draft = self.draft(learned, rules, tests)
        if let migrator = sound(draft) { return judged(draft, by: migrator) }
      }
    }
    let empty = LearnedRules(
      rules: [], reproduced: 0, unexplained: learned.unexplained, questions: [],
      wasEnded: learned.wasEnded, wasTooMuch: learned.wasTooMuch, newIDs: 0, small: [])
    let draft = draft(empty, [], [])
    if let migrator = try? self.migrator(with: draft) { return judged(draft, by: migrator) }
    return draft
  }

  /// A draft that claims no more than what `apply` does with it.
  private func judged(_ draft: StepDraft, by migrator: Migrator) -> StepDraft {
    guard let reading = try? FormatReading(migrator, files: { files(of: draft, in: $0) }),
      let found = try? DraftVerdict(
        migrator, reading, step, from: isFirst ? step.from : nil, mayFollow: mayFollow
      ).unexplained(in: wholes)
    else { return draft }
    let answers = Set(samples.filter(\.isAnswer).map(\.name))
    let unexplained = found + draft.learned.unexplained.filter { answers.contains($0.sample) }
    var judged = draft
    if draft.formatText != nil, migrator.rules.format.isStamped,
      wholes.allSatisfy({ reading.documents(in: $0.after).allSatisfy { !reading.says($0) } })
    {
      judged.stamp = migrator.rules.format.at.first.map { "`\($0.text)`: \(step.to.value)" }
    }
    judged.learned = draft.learned.leaving(unexplained, of: draft.sampleCount)
    return judged
  }

  /// Whether rules do with whole samples what the learned ones do, if it was tried with smaller
  /// ones so far.
  private func isTheSame(_ rules: [JSON], _ learned: LearnedRules) -> Bool {
    guard var one = RuleTrial(.array(rules)), var other = RuleTrial(.array(learned.rules)) else {
      return false
    }
    let known = Set(learned.small.map(\.before))
    for sample in samples where !known.contains(sample.before) {
      if isOver() || one.result(for: sample.before) != other.result(for: sample.before) {
        return false
      }
    }
    return true
  }

  private func draft(_ learned: LearnedRules, _ rules: [JSON], _ tests: [JSON]) -> StepDraft {
    let known = RuleNotes.tellingValues(of: samples.filter { !$0.isAnswer }.map(\.before))
    let noted = RuleNotes.noted(rules, newIDs: learned.newIDs, known: known)
    var formatText: String?
    if case .new(let name) = folder { formatText = format?.text(named: name, of: step) }
    return StepDraft(
      from: step.from, to: step.to, file: step.file, learned: learned, rules: noted, tests: tests,
      text: DraftText.text(
        from: step.from, to: step.to, about: RuleNotes.about(rules), rules: noted, tests: tests),
      formatText: formatText, sampleCount: wholes.count + samples.count(where: \.isAnswer),
      untold: untold, copied: RuleNotes.copied(by: rules, known))
  }

  /// The files in a folder of the rules folder with the draft in it.
  private func files(
    of draft: StepDraft, in name: String
  ) -> Result<[RuleSource], MigrationError>? {
    let source = RuleSource(name: draft.file, bytes: Array(draft.text.utf8))
    switch folder {
    case .new:
      let format = RuleSource(
        name: NextStep.formatFile, bytes: Array((draft.formatText ?? "{}").utf8))
      return name.isEmpty ? .success([format, source]) : nil
    case .format(let format): return name.isEmpty ? .success([format, source]) : nil
    case .rules(_, let files):
      guard name.isEmpty, case .success(let found)? = files(name) else { return files(name) }
      return .success(found + [source])
    }
  }

  /// The rules of the folder with the draft in it.
  private func migrator(with draft: StepDraft) throws(MigrationError) -> Migrator {
    try Migrator(named: "rules", generator: .fixed) { files(of: draft, in: $0) }
  }

  /// The rules of the folder with the draft in it, if they can be read and the draft's tests pass.
  private func sound(_ draft: StepDraft) -> Migrator? {
    guard let migrator = try? self.migrator(with: draft) else { return nil }
    var tests = RuleTests(migrator)
    let own = tests.run(cases: [], in: "tests").filter { outcome in
      outcome.failure != nil && outcome.name.includes(draft.file)
    }
    return own.isEmpty ? migrator : nil
  }
}
