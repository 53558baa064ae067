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
        // What rules.lock tells isn't told again.
        found += RuleLock(try other.migrator()).differences(from: migrator).filter { new in
          !found.contains { $0.message == new.message && $0.place == new.place }
        }
        others = other.read
      }
      changes = found
    } catch {
      console.report(error.diagnostics, general)
      return [.cannotRead, .usage].contains(error.kind) ? .notStarted : .found
    }
    var found =
      folder.unread(inFolders: true, besides: others) + migrator.rules.warnings + changes
      + (request.isReversible ? migrator.mistakesOfWaysBack : [])
    if request.isStrict { found = found.map(\.strict) }
    console.report(found, general)
    var status = ExitStatus(of: found)
    var warnings = found.count { $0.severity == .warning }
    if let schemas = request.schemas {
      let checking: SchemaChecking
      do throws(MigrationError) {
        checking = try schemas.checking(migrator, isStrict: request.isStrict, console)
      } catch {
        console.report(error.diagnostics.map(\.ofSchema), general)
        return .notStarted
      }
      status.worsen(to: try checking.tell(general, &console))
      console.note(status)
      return status
    }
    if let look = request.look {
      let (idle, outcome) = try ApplyCommand.look(look, general, &console)
      let told = idle.filter { $0.path == nil } + idle.filter { $0.path != nil }
      let found = told.compactMap { rule -> Diagnostic? in
        if rule.path == nil || rule.isMistake {
          return Diagnostic(rule, request.isStrict ? .error : .warning)
        }
        return general.verbose > 0 ? Diagnostic(rule, .warning) : nil
      }
      console.report(found, general)
      warnings += found.count { $0.severity == .warning }
      status.worsen(to: max(outcome, ExitStatus(of: found)))
    }
    console.note(status)
    guard status == .done, general.quiet == 0 else { return status }
    let rules = migrator.rules
    let end = warnings == 0 ? "no mistakes" : warnings == 1 ? "1 warning" : "\(warnings) warnings"
    let summary = "\(folder.shown): \(rules.summary), \(end)"
    switch general.format {
    case .text: try console.output.write(summary + "\n")
    case .json:
      let chain = rules.format.chain
      try console.output.write(
        JSONReporter.object(
          of: Diagnostic(.summary, summary, severity: .note),
          and: [
            ("steps", "\(chain.steps.count)"),
            ("oldest", JSONReporter.value(chain.beginning.json)),
            ("newest", JSONReporter.value(chain.newest.json)), ("warnings", "\(warnings)"),
          ]) + "\n")
    case .github, .xcode: break
    }
    return .done
  }
}

extension Invocation.Check.Schemas {
  fileprivate func checking(
    _ migrator: Migrator, isStrict: Bool, _ console: Console
  ) throws(MigrationError) -> SchemaChecking {
    let source = try SchemaCommand.schemaFile(source, in: .check, console)
    let target = try SchemaCommand.schemaFile(target, in: .check, console)
    return SchemaChecking(
      source: source, target: target, verdict: try migrator.check(from: source, to: target),
      isStrict: isStrict)
  }
}

extension Diagnostic {
  /// The same about what was named in the place of a schema.
  fileprivate var ofSchema: Diagnostic {
    var other = self
    if kind == .cannotRead, help == nil {
      other.help =
        "`--from` and `--to` are files here, JSON Schemas of documents before and after; "
        + "`jsonmigrate shape` makes them"
    }
    return other
  }

  /// The same as `--strict` takes it.
  fileprivate var strict: Diagnostic {
    var other = self
    if severity == .warning { other.severity = .error }
    return other
  }
}
