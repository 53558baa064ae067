import JSONMigrationAuthoring
import JSONMigrationCore
import JSONText

/// `jsonmigrate test --mutants`: tells which changes to the rules no test notices.
struct MutantTesting {
  let folder: FileName
  let request: Invocation.Test.Mutants
  private(set) var report: MutantReport
  /// Looks again, at what the rules folder has now.
  let again: () -> MutantReport?

  /// A test that was written shows the next ones more than there was.
  private static let mostRounds = 4

  mutating func tell(
    _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    if general.format != .text {
      console.report(report.unnoticed.map(\.diagnostic), general)
      if general.quiet == 0, general.format == .json {
        console.report([Diagnostic(.summary, summary, severity: .note)], general)
      }
    } else if general.quiet == 0 {
      try console.output.write(summary + "\n")
      for survivor in report.unnoticed { try console.output.write(survivor.lines) }
      guard general.verbose > 0 else { return try end(general, &console) }
      for survivor in report.untold {
        try console.output.write(
          "no document was found for: \(survivor.place.description) "
            + "\(Printable.text(of: survivor.words))\n")
      }
    }
    return try end(general, &console)
  }

  /// Writes the tests that are asked for, and tells whether enough is noticed.
  private mutating func end(
    _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    var status = ExitStatus.done
    for _ in 0..<(request.writesTests ? Self.mostRounds : 0) where !report.unnoticed.isEmpty {
      if let failure = write(general, &console) {
        console.report(failure.diagnostics, general)
        status = .found
        break
      }
      guard let next = again() else { break }
      report = next
    }
    if let least = request.leastScore, report.score < Double(least) {
      let diagnostic = Diagnostic(
        .unnoticedChange,
        "tests notice \(Int(report.score)) % of the changes, and \(least) % are asked",
        help: "`jsonmigrate test \(folder.shellWord) --mutants --write` adds tests")
      console.report([diagnostic], general)
      status = .found
    }
    return status
  }

  private var summary: String {
    let rules = report.rules == 1 ? "1 rule" : "\(report.rules) rules"
    return "\(report.changes) changes to \(rules): \(report.noticed) noticed, "
      + "\(report.unnoticed.count) not, \(report.untold.count) that no document was found for"
  }

  /// Puts the tests into the files of their steps; the error where that isn't possible.
  private func write(
    _ general: GeneralOptions, _ console: inout Console
  ) -> MigrationError? {
    let tests = report.unnoticed.filter { !$0.isCovered }
    let calls = console.calls
    console.prepareToWriteFiles()
    let rules = RulesFolder(folder, calls: calls)
    do throws(MigrationError) {
      for file in Set(tests.map(\.file)).sorted() {
        let name = folder.appending(Array(file.utf8))
        let own = tests.filter { $0.file == file }.compactMap(\.test)
        // As it is before it is read: what somebody writes from now on is not written over.
        let target = try FileError.reported { () throws(FileError) in
          try FileTarget(name, calls: calls)
        }
        guard let text = TestWriting.adding(own, to: try rules.content(of: name)) else { continue }
        try FileError.reported { () throws(FileError) in
          var writing = FileWriting(target: target, calls: calls)
          _ = try writing.write([text], size: text.count)
        }
        let count = own.count == 1 ? "1 test" : "\(own.count) tests"
        if general.quiet > 0 { continue }
        console.say("\(Printable.text(of: name.text)): \(count) added", .summary, general)
      }
      return nil
    } catch {
      return error
    }
  }
}

extension MutantReport.Survivor {
  /// For programs.
  fileprivate var diagnostic: Diagnostic {
    Diagnostic(
      .unnoticedChange, "no test would notice this change: \(words)", severity: .warning, at: place,
      help: "this test would: \(test?.spaced ?? "")")
  }

  /// For people.
  fileprivate var lines: String {
    let start = "not noticed: \(place.description) \(Printable.text(of: words))"
    if isCovered { return "\(start). A test above would notice\n" }
    var members = test?.object ?? [:]
    members["name"] = nil
    return "\(start). A test that would notice:\n"
      + "  \(Printable.text(of: JSON.object(members).spaced))\n"
  }
}
