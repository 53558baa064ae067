import JSONMigrationAuthoring
import JSONMigrationCore

/// `jsonmigrate lock`: writes down what each released step means.
enum LockCommand {
  static func run(
    _ request: Invocation.Lock, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    let folder = RulesFolder(request.rules, calls: console.calls)
    let lock: RuleLock
    do throws(MigrationError) {
      let migrator = try folder.migrator()
      let calls = console.calls
      // As it is before it is read: what somebody writes there from now on is not written over.
      let target = try FileError.reported { () throws(FileError) in
        try FileTarget(folder.lockFile, calls: calls)
      }
      lock = try updated(folder, migrator, accepting: request.accepted)
      let found = lock.differences(from: migrator)
      console.report(found, general)
      guard ExitStatus(of: found) == .done else { return .found }
      console.prepareToWriteFiles()
      Leftover.removeAll(beside: folder.lockFile, calls: calls)
      try FileError.reported { () throws(FileError) in
        let options = FileReplacement.Options(newMode: folder.read.mode)
        var writing = FileWriting(target: target, options: options, calls: calls)
        let text = Array(lock.text.utf8)
        _ = try writing.write([text], size: text.count)
      }
    } catch {
      console.report(error.diagnostics, general)
      return error.kind == .cannotWrite || error.kind == .changedStep ? .found : .notStarted
    }
    let file = folder.lockFile.text
    switch general.format {
    case .json:
      try console.output.write(
        JSONReporter.object([
          ("file", JSONReporter.text(file)), ("steps", "\(lock.stepCount)"),
        ]) + "\n")
    case .text, .github, .xcode:
      guard general.quiet == 0 else { break }
      let steps = lock.stepCount == 1 ? "1 step" : "\(lock.stepCount) steps"
      try console.output.write("\(Printable.text(of: file)): \(steps)\n")
    }
    return .done
  }

  /// The lock that is there with what is new; all of it, if there is none.
  private static func updated(
    _ folder: RulesFolder, _ migrator: Migrator, accepting accepted: [String]
  ) throws(MigrationError) -> RuleLock {
    let bytes = try folder.lock()
    let released =
      try bytes.map { bytes throws(MigrationError) in
        try RuleLock(bytes, named: folder.lockFile.text)
      } ?? RuleLock(migrator)
    switch released.updated(to: migrator, accepting: accepted) {
    case .success(let updated): return updated
    case .failure(let unknown):
      throw MigrationError(
        Diagnostic(
          .badRules, "`--accept` names `\(Printable.quote(unknown.name))`, and no step leads there",
          help: "it takes a version that a step leads to, or `format`"))
    }
  }
}
