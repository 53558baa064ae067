import JSONMigrationCore

/// `jsonmigrate check`: tells whether a rules folder is sound.
enum CheckCommand {
  static func run(
    _ request: Invocation.Check, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    let folder = RulesFolder(request.rules, calls: console.calls)
    let migrator: Migrator
    let changes: [Diagnostic]
    do throws(MigrationError) {
      migrator = try folder.migrator()
      var found: [Diagnostic] = []
      if let bytes = try folder.lock() {
        found += try RuleLock(bytes, named: folder.lockFile.text).differences(from: migrator)
      }
      if let against = request.against {
        let other = try RulesFolder(against, calls: console.calls).migrator()
        found += RuleLock(other).differences(from: migrator)
      }
      changes = found
    } catch {
      console.report(error.diagnostics, general)
      return error.kind == .cannotRead ? .notStarted : .found
    }
    let found =
      migrator.rules.warnings + changes
      + (request.isReversible ? migrator.rulesWithoutWayBack : [])
    console.report(found, general)
    var status = ExitStatus(of: found)
    if let look = request.look {
      let (idle, outcome) = try ApplyCommand.look(look, general, &console)
      console.report(idle.map { Diagnostic($0, .warning) }, general)
      status.worsen(to: outcome)
    }
    console.note(status)
    guard status == .done else { return status }
    if general.quiet == 0, general.format == .text {
      try console.output.write("\(folder.shown): \(migrator.rules.summary), no mistakes\n")
    }
    return .done
  }
}
