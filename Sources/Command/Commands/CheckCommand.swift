import JSONMigrationAuthoring
import JSONMigrationCore

/// `jsonmigrate check`: tells whether a rules folder is sound.
enum CheckCommand {
  static func run(
    _ request: Invocation.Check, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    let folder = RulesFolder(
      request.rules, before: request.look?.inputs.first, of: .check, calls: console.calls)
    let migrator: Migrator
    let changes: [Diagnostic]
    var others = RulesRead()
    do throws(MigrationError) {
      migrator = try folder.migrator()
      var found: [Diagnostic] = []
      if let bytes = try folder.lock() {
        found += try RuleLock(bytes, named: folder.lockFile.text).differences(from: migrator)
      }
      if let against = request.against {
        let other = RulesFolder(against, calls: console.calls)
        found += RuleLock(try other.migrator()).differences(from: migrator)
        others = other.read
      }
      changes = found
    } catch {
      console.report(error.diagnostics + folder.unread(inFolders: false), general)
      return [.cannotRead, .usage].contains(error.kind) ? .notStarted : .found
    }
    let found =
      folder.unread(inFolders: true, besides: others) + migrator.rules.warnings + changes
      + (request.isReversible ? migrator.mistakesOfWaysBack : [])
    console.report(found, general)
    var status = ExitStatus(of: found)
    if let schemas = request.schemas {
      let checking: SchemaChecking
      do throws(MigrationError) {
        checking = try schemas.checking(migrator, console)
      } catch {
        console.report(error.diagnostics, general)
        return .notStarted
      }
      status.worsen(to: try checking.tell(request.rules, general, &console))
      console.note(status)
      return status
    }
    if let look = request.look {
      let (idle, outcome) = try ApplyCommand.look(look, general, &console)
      let rules = idle.filter { $0.path == nil }
      let severity = look.isStrict ? Diagnostic.Severity.error : .warning
      console.report(rules.map { Diagnostic($0, severity) }, general)
      let paths = idle.filter { $0.path != nil && ($0.isMistake || general.verbose > 0) }
      console.report(paths.map { Diagnostic($0, .warning) }, general)
      status.worsen(to: look.isStrict && !rules.isEmpty ? .found : outcome)
    }
    console.note(status)
    guard status == .done else { return status }
    if general.quiet == 0, general.format == .text {
      try console.output.write("\(folder.shown): \(migrator.rules.summary), no mistakes\n")
    }
    return .done
  }
}

extension Invocation.Check.Schemas {
  fileprivate func checking(
    _ migrator: Migrator, _ console: Console
  ) throws(MigrationError) -> SchemaChecking {
    let source = try SchemaCommand.schemaFile(source, console)
    let target = try SchemaCommand.schemaFile(target, console)
    return SchemaChecking(
      source: source, target: target, verdict: try migrator.check(from: source, to: target),
      isStrict: isStrict)
  }
}
