import JSONMigration

/// `jsonmigrate apply`: brings documents to the newest version.
enum ApplyCommand {
  static func run(
    _ request: Invocation.Apply, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    let inputs: ApplyInputs
    let settings: ApplySettings
    do throws(MigrationError) {
      let showsDiff = request.isDiff || request.isCheck && console.output.isTerminal
      settings = try ApplySettings(
        request, diff: showsDiff ? console.diffText(general) : nil, calls: console.calls)
      inputs = try ApplyInputs(settings, calls: console.calls)
    } catch {
      console.report(error.diagnostics, general)
      return .notStarted
    }
    console.report(inputs.notes, general)
    if request.writesFiles {
      console.prepareToWriteFiles()
      let kept = inputs.removeLeftovers(request.destination, calls: console.calls)
      console.report(kept.map { $0.diagnostic(console.calls) }, general)
    }
    var sink = ApplySink(settings, inputs, general, console)
    sink.status.worsen(to: ExitStatus(of: inputs.notes))
    let idle = work(inputs, settings, &sink)
    sink.finish()
    sink.tell(idle)
    console = sink.console
    console.note(sink.status)
    if let failure = sink.failure { throw failure }
    return sink.status
  }

  /// Goes over documents and writes nothing; gives the rules that found nothing in any of them.
  static func look(
    _ request: Invocation.Apply, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> (idle: [IdleRule], status: ExitStatus) {
    let inputs: ApplyInputs
    let settings: ApplySettings
    do throws(MigrationError) {
      settings = try ApplySettings(request, diff: nil, calls: console.calls)
      inputs = try ApplyInputs(settings, calls: console.calls)
    } catch {
      console.report(error.diagnostics, general)
      return ([], .notStarted)
    }
    console.report(inputs.notes, general)
    var sink = ApplySink(settings, inputs, general, console)
    sink.status.worsen(to: ExitStatus(of: inputs.notes))
    let idle = work(inputs, settings, &sink)
    sink.finish()
    console = sink.console
    if let failure = sink.failure { throw failure }
    // Of documents that are current nothing was asked.
    return (sink.tally.changed > 0 ? idle : [], sink.status)
  }

  /// Does all the work, on as many threads as it is worth; gives the rules that found nothing.
  private static func work(
    _ inputs: ApplyInputs, _ settings: ApplySettings, _ sink: inout ApplySink
  ) -> [IdleRule] {
    // One after the other, where ids are to be the same in every run.
    let jobs = settings.request.generate.seed == nil ? settings.request.jobs : 1
    let run = WorkRun(
      inputs.entries, jobs: jobs, waitsForDisk: settings.waitsForDisk, calls: settings.calls)
    let order = InOrder(sink)
    // Of many documents, those that are done are counted.
    let showsStages = sink.progress != nil && inputs.entries.count == 1
    let learned = Monitor<(finds: RuleFinds?, sample: ApplyWorker.Sample?)>((nil, nil))
    @Sendable func showStage(_ stage: Progress.Stage) { order.aside { $0.show(stage) } }
    func work() {
      run.go {
        try? ApplyWorker(settings, showStage: showsStages ? showStage : nil)
      } take: { worker, work in
        let outcome = worker.run(work)
        return order.turn(work.number) { sink in
          sink.take(
            outcome, work.index, out: worker.result, bad: worker.badLines, before: worker.before)
        }
      } done: { worker in
        let (finds, sample) = (worker.finds, worker.sample)
        learned.withLock { learned in
          if learned.finds?.add(finds) == nil { learned.finds = finds }
          guard let sample, sample.number < learned.sample?.number ?? .max else { return }
          learned.sample = sample
        }
      }
    }
    if showsStages {
      withTicks(every: Progress.interval, { order.aside { $0.showStageAgain() } }, during: work)
    } else {
      work()
    }
    sink = order.last
    let (finds, sample) = learned.withLock { $0 }
    return finds.map { idleRules($0, sample, settings) } ?? []
  }

  /// The rules that found nothing, with reasons that a document shows.
  private static func idleRules(
    _ finds: RuleFinds, _ sample: ApplyWorker.Sample?, _ settings: ApplySettings
  ) -> [IdleRule] {
    let idle = settings.migrator.idleRules(finds)
    guard let sample, !idle.isEmpty, var worker = try? settings.worker() else { return idle }
    return idle.giving(worker.reasonsForNothing(in: sample.bytes))
  }
}

extension Invocation.Apply {
  /// Whether it makes files, which a signal must not leave lying about.
  fileprivate var writesFiles: Bool {
    switch destination {
    case .standardOutput, .nowhere: skipBad != nil
    case .file, .folder, .inPlace: true
    }
  }
}
