internal import JSONMigrationAuthoring
import JSONMigrationCore

/// `jsonmigrate status`: tells how documents stand, and what would become of them.
enum StatusCommand {
  static func run(
    _ request: Invocation.Status, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    let settings: StatusSettings
    let files: InputFiles
    do throws(MigrationError) {
      settings = try StatusSettings(request, calls: console.calls)
      // What keeps a worker from being made is known before any document is opened.
      _ = try settings.surveyor()
      files = InputFiles(
        request.paths, choosing: settings.choice, leavingOut: [request.rules],
        calls: console.calls)
      try files.check(in: .status, rules: settings.rules, console.calls)
    } catch {
      console.report(error.diagnostics, general)
      return .notStarted
    }
    let entries = files.entries.map { WorkSource.Entry($0, request.documents) }
    console.report(files.notes(settings.choice, severity: .warning), general)
    let (survey, search) = survey(of: entries, settings, general, &console)
    let problem = search?.problem
    let status = survey.failing == 0 && problem?.severity != .error ? ExitStatus.done : .found
    console.note(status)
    console.report((problem.map { [$0] } ?? []) + survey.unreadVersion, general)
    console.report(files.leftovers.map(\.diagnostic), general)
    let coverage = general.format == .json ? settings.coverage : []
    let unread = entries.count { if case .problem = $0 { true } else { false } }
    let report = StatusReport(
      survey, settings.migrator, files: entries.count - unread, unread: unread,
      others: files.others, coverage: coverage)
    switch general.format {
    case .json: try console.output.write(report.json + "\n")
    case .text:
      if general.quiet < 2 {
        let width = console.columns(of: console.output)
        try console.output.write(report.text(console.painter(general), width: width))
      }
    case .github, .xcode: console.report(report.diagnostics, general)
    }
    return status
  }

  /// Looks at everything, on as many threads as it is worth.
  private static func survey(
    of entries: [WorkSource.Entry], _ settings: StatusSettings, _ general: GeneralOptions,
    _ console: inout Console
  ) -> (Survey, EachSearch?) {
    let whole = Monitor((survey: Survey(), search: settings.eachSearch))
    WorkRun(entries, jobs: settings.request.jobs, calls: settings.calls).look(general, &console) {
      try? StatusWorker(settings)
    } at: { worker, work in
      worker.look(at: work)
    } done: { worker in
      let (survey, search) = (worker.survey, worker.search)
      whole.withLock { whole in
        whole.survey.add(survey)
        if let search { whole.search?.add(search) }
      }
    }
    return whole.withLock { $0 }
  }
}
