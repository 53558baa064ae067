import JSONMigration

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
      changes =
        try folder.lock().map { bytes throws(MigrationError) in
          try RuleLock(bytes, named: folder.lockFile.text).differences(from: migrator)
        } ?? []
    } catch {
      console.report(error.diagnostics, general)
      return error.kind == .cannotRead ? .notStarted : .found
    }
    let found =
      migrator.rules.warnings + changes
      + (request.isReversible ? migrator.rulesWithoutWayBack : [])
    console.report(found, general)
    let status = ExitStatus(of: found)
    guard status == .done else { return status }
    if general.quiet == 0, general.format == .text {
      try console.output.write("\(folder.shown): \(migrator.rules.summary), no mistakes\n")
    }
    return .done
  }
}
