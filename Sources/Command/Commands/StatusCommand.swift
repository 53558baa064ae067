import JSONMigration

/// `jsonmigrate status`: tells how documents stand, and what would become of them.
enum StatusCommand {
  static func run(
    _ request: Invocation.Status, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    let settings: StatusSettings
    do throws(MigrationError) {
      settings = try StatusSettings(request, calls: console.calls)
      // What keeps a worker from being made is known before any document is opened.
      _ = try settings.surveyor()
    } catch {
      console.report(error.diagnostics, general)
      return .notStarted
    }
    let entries = InputFiles(request.paths, calls: console.calls).entries.map {
      entry -> WorkSource.Entry in
      switch entry {
      case .standardInput: .input(Input(standardInput: request.documents))
      case .file(let file): .input(Input(file, request.documents))
      case .problem(let error): .problem(error)
      }
    }
    if entries.isEmpty { console.report([.noDocuments], general) }
    let survey = survey(of: entries, settings)
    let report = StatusReport(survey, settings.migrator, files: entries.count)
    switch general.format {
    case .json: try console.output.write(report.json + "\n")
    case .text:
      if general.quiet < 2 { try console.output.write(report.text(console.painter(general))) }
    case .github: console.report(report.diagnostics, general)
    }
    return survey.failing == 0 ? .done : .found
  }

  /// Looks at everything, on as many threads as it is worth.
  private static func survey(
    of entries: [WorkSource.Entry], _ settings: StatusSettings
  ) -> Survey {
    let most = settings.request.jobs ?? coreCount()
    // All threads together need little more memory than one.
    let size = min(1 << 20, max(1 << 16, (8 << 20) / most))
    let source = Locked(WorkSource(entries, size: size, calls: settings.calls))
    let whole = Locked(Survey())
    onThreads(most) {
      guard var worker = try? StatusWorker(settings) else { return }
      while let work = source.withLock({ worker.next(of: &$0) }) { worker.look(at: work) }
      let survey = worker.survey
      whole.withLock { $0.add(survey) }
    }
    return whole.withLock { $0 }
  }
}
