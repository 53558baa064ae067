package import JSONMigrationCore
package import JSONText

/// Which changes to the rules of a folder its tests notice.
package struct MutantReport: Sendable {
  /// A change that no test notices.
  package struct Survivor: Sendable {
    package let place: Diagnostic.Place
    /// The change: `"at-most": 1 in place of 2`.
    package let words: String
    /// The name of the step's file in the rules folder.
    package let file: String
    /// A test that would notice; nil where no document was found that tells.
    package let test: JSON?
    /// Whether a test for an earlier change notices this one too.
    package let isCovered: Bool
    /// The changed rules of the step.
    let rules: JSON
  }

  package var rules = 0
  package var changes = 0
  package var noticed = 0
  package var survivors: [Survivor] = []

  init() {}

  /// What reports on parts say together.
  package init(of parts: [MutantReport]) {
    for part in parts {
      rules += part.rules
      changes += part.changes
      noticed += part.noticed
      survivors += part.survivors
    }
  }

  /// The changes that a document tells from the rules, and no test.
  package var unnoticed: [Survivor] { survivors.filter { $0.test != nil } }

  /// The changes that no document was found for.
  package var untold: [Survivor] { survivors.filter { $0.test == nil } }

  /// How many of the changes that can be told are noticed, in percent.
  package var score: Double {
    let count = noticed + unnoticed.count
    return count == 0 ? 100 : Double(noticed) * 100 / Double(count)
  }
}

/// Tries the tests of a rules folder on changed rules, one step after the other.
package struct MutantRun: Sendable {
  private let rules: RuleSet
  private let sources: RuleSources
  private let cases: [ChainCase]
  private let steps: [(format: Format, step: Step)]

  /// The documents that are tried to tell a change from the rules.
  private static let tries = 500
  /// How many more are tried for one change.
  private static let moreTries = 200

  /// `files` are those in the folder `tests`, which messages call `folder`.
  package init(_ migrator: Migrator, cases files: [RuleSource], in folder: String) {
    rules = migrator.rules
    sources = RuleSources(rules)
    cases = ChainCase.all(in: files, folder)
    steps = rules.formats.flatMap { format in format.chain.steps.map { (format, $0) } }
  }

  /// The number of steps; reports on several may be asked for at once.
  package var count: Int { steps.count }

  /// What is found of all steps.
  package var report: MutantReport { MutantReport(of: (0..<count).map { report(on: $0) }) }
}

extension MutantRun {
  /// What is found of the step with a number.
  package func report(on number: Int) -> MutantReport {
    let (format, step) = steps[number]
    var report = MutantReport()
    let file = rules.files[step.file]
    guard case .object(let members)? = try? LocatedJSON.parse(file.bytes).root.value,
      let list = members.first(where: { $0.key == "rules" })?.value
    else { return report }
    let mutants = Mutant.all(of: list)
    var bench = TestBench(rules, sources, format, step, list.json, tries: Self.tries)
    report.rules += step.allRules.count
    var tests: [(test: JSON, example: TestBench.Example)] = []
    for mutant in mutants {
      guard let changed = bench.reading(mutant.rules) else { continue }
      report.changes += 1
      var trial = StepTrial(changed.rules, changed.format, changed.step)
      if bench.isNoticed(&trial) || isNoticedInChain(mutant, step) {
        report.noticed += 1
        continue
      }
      var found = tests.first { bench.tells($0.example, &trial) }?.test
      let isCovered = found != nil
      if found == nil,
        let witness = bench.witness(
          against: &trial, at: mutant.range, changed, mutant.rules, more: Self.moreTries)
      {
        let test = Self.test(for: mutant, witness.document, bench.outcome(of: witness))
        tests.append((test, witness))
        found = test
      }
      report.survivors.append(
        MutantReport.Survivor(
          place: file.place(mutant.range), words: mutant.words, file: file.file, test: found,
          isCovered: isCovered, rules: mutant.rules))
    }
    return report
  }

  private static func test(
    for mutant: Mutant, _ document: JSON, _ outcome: StepOutcome
  ) -> JSON {
    var test: JSONObject = ["name": .string("not \(mutant.words)"), "before": document]
    switch outcome {
    case .after(let document): test["after"] = document
    case .fails(let kind): test["fails"] = .string(kind.rawValue)
    }
    return .object(test)
  }

  /// Whether the cases of the folder `tests` notice a change, or tests of steps that use its
  /// format.
  private func isNoticedInChain(_ mutant: Mutant, _ step: Step) -> Bool {
    let isAlone = cases.isEmpty && rules.formats.count == 1
    guard !isAlone, let changed = sources.rules(with: mutant.rules, in: step) else { return false }
    if ChainTrial.fails(cases, by: changed) { return true }
    guard rules.formats.count > 1 else { return false }
    for format in changed.formats {
      for other in format.chain.steps where !other.tests.isEmpty {
        var trial = StepTrial(changed, format, other)
        if other.tests.contains(where: { !trial.passes($0) }) { return true }
      }
    }
    return false
  }
}

extension StepTrial {
  /// Whether a test of the step passes.
  mutating func passes(_ test: StepTest) -> Bool {
    switch (test.outcome, outcome(of: test.before)) {
    case (.after(let after), .after(let document)): without(versionsOf: after) == document
    case (.fails(let kind), .fails(let found)): found.hasName(kind)
    default: false
    }
  }
}

/// Runs the cases of the folder `tests` on changed rules.
enum ChainTrial {
  static func fails(_ cases: [ChainCase], by rules: RuleSet) -> Bool {
    if cases.isEmpty { return false }
    var engine = Engine(Planner(rules: rules).planForEngine())
    return cases.contains { !passes($0, &engine) }
  }

  private static func passes(_ test: ChainCase, _ engine: inout Engine) -> Bool {
    var isMigrated = false
    do {
      let result = try engine.result(for: test.before) {
        _ = try $0.migrate()
        isMigrated = true
      }
      guard case .after(let after) = test.outcome else { return false }
      return result == after
    } catch {
      guard !isMigrated, case .fails(let kind, _) = test.outcome else { return false }
      return engine.diagnostic(for: error, name: "").kind.hasName(kind)
    }
  }
}
