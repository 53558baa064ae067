import JSONMigration

/// `jsonmigrate check`: tells whether a rules folder is sound.
enum CheckCommand {
  static func run(
    _ request: Invocation.Check, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    let folder = RulesFolder(request.rules, calls: console.calls)
    let migrator: Migrator
    do throws(MigrationError) {
      if request.isReversible {
        throw MigrationError(
          UsageError("this version can't tell what is reversible yet").diagnostic(in: .check))
      }
      migrator = try folder.migrator()
    } catch {
      console.report(error.diagnostics, general)
      return [.cannotRead, .usage].contains(error.kind) ? .notStarted : .found
    }
    console.report(migrator.rules.warnings, general)
    if general.quiet == 0, general.format == .text {
      try console.output.write("\(folder.shown): \(migrator.rules.summary), no mistakes\n")
    }
    return .done
  }
}
