import JSONMigrationAuthoring
import JSONMigrationCore
import JSONText

/// `jsonmigrate test`: runs the tests of a rules folder.
enum TestCommand {
  static func run(
    _ request: Invocation.Test, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    let folder = RulesFolder(request.rules, calls: console.calls)
    let migrator: Migrator
    let cases: [RuleSource]
    do throws(MigrationError) {
      migrator = try folder.migrator()
      cases = try folder.files(in: "tests")?.get() ?? []
    } catch {
      console.report(error.diagnostics, general)
      return .notStarted
    }
    console.report(
      folder.unread(inFolders: true)
        + RuleTests.strays(among: cases, in: "\(folder.shown)/tests"), general)
    var tests = RuleTests(migrator)
    let outcomes = tests.run(cases: cases, in: "\(folder.shown)/tests")
    let failed = outcomes.count { $0.failure != nil }
    console.note(failed == 0 ? .done : .found)
    for outcome in outcomes {
      if let failure = outcome.failure {
        try show(failure, of: outcome.name, general, &console)
      } else if general.verbose > 0, general.format == .text {
        try console.output.write("passed: \(Printable.text(of: outcome.name))\n")
      }
    }
    if request.tellsCoverage {
      try tellCoverage(
        CoverageReport(
          coverage: tests.coverage, passed: outcomes.count - failed, failed: failed),
        general, &console)
    } else {
      let untested = tests.untested
      let hasNone = outcomes.isEmpty && !untested.isEmpty && request.mutants == nil
      console.report(hasNone ? [withoutTests(folder.shown)] : untested, general)
    }
    let summary = "\(outcomes.count - failed) passed, \(failed) failed"
    if general.quiet == 0, general.format == .text {
      try console.output.write(summary + "\n")
    } else if general.quiet == 0, general.format == .json, !request.tellsCoverage,
      request.mutants == nil
    {
      console.report([Diagnostic(.summary, summary, severity: .note)], general)
    }
    guard failed == 0 else {
      if let untried = request.untried {
        let words = "\(untried) not tried: all tests have to pass first"
        if general.format != .text {
          console.report([Diagnostic(.summary, words, severity: .note)], general)
        } else if general.quiet == 0 {
          try console.output.write("\(words)\n")
        }
      }
      return .found
    }
    if request.testsWayBack {
      let run = BackRun(migrator)
      try WayBackTesting(reports: onCores(run.count) { run.report(on: $0) }).tell(general, &console)
    }
    guard let mutants = request.mutants else { return .done }
    func report(_ migrator: Migrator, _ cases: [RuleSource]) -> MutantReport {
      let run = MutantRun(migrator, cases: cases, in: "\(folder.shown)/tests")
      return MutantReport(of: onCores(run.count) { run.report(on: $0) })
    }
    let calls = console.calls
    var testing = MutantTesting(
      folder: request.rules, request: mutants, report: report(migrator, cases)
    ) {
      let migrator = try? RulesFolder(request.rules, calls: calls).migrator()
      return migrator.map { report($0, cases) }
    }
    return try testing.tell(general, &console)
  }

  /// What is said where there is no test at all.
  private static func withoutTests(_ folder: String) -> Diagnostic {
    Diagnostic(
      .untestedRule, "there are no tests, so nothing is known of what the rules do",
      severity: .note, at: .init(folder),
      help: "`--mutants --write` writes tests into the steps; each is "
        + "`{ \"before\": { … }, \"after\": { … } }` in `tests`")
  }

  private static func tellCoverage(
    _ report: CoverageReport, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) {
    if general.format == .json {
      try console.output.write(report.json + "\n")
    } else if general.quiet < 2 {
      try console.output.write(report.text(console.painter(general)))
    }
  }

  private static func show(
    _ failure: TestOutcome.Failure, of name: String, _ general: GeneralOptions,
    _ console: inout Console
  ) throws(Output.Failure) {
    console.report([failure.diagnostic], general)
    guard let difference = failure.difference, general.format == .text, general.quiet < 2 else {
      return
    }
    let diff = console.diffText(general)
    var out = ByteBuffer()
    diff.head("expected by \(name)", "found", into: &out)
    let expected = text(of: difference.expected)
    let found = text(of: difference.found)
    diff.body(expected.view[0..<expected.count], found.view[0..<found.count], into: &out)
    out.append(UInt8(ascii: "\n"))
    try console.output.write(out.view[0..<out.count])
  }

  private static func text(of value: JSON) -> ByteBuffer {
    var bytes: [UInt8] = []
    value.write(into: &bytes, layout: .pretty())
    var buffer = ByteBuffer()
    buffer.append(contentsOf: bytes)
    buffer.append(UInt8(ascii: "\n"))
    return buffer
  }
}

extension Invocation.Test {
  /// What is done with tests that pass, in words.
  fileprivate var untried: String? {
    mutants == nil
      ? testsWayBack ? "the way back was" : nil
      : testsWayBack ? "the way back and mutants were" : "mutants were"
  }
}
