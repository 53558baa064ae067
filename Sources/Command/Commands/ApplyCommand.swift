import JSONMigrationCore

/// `jsonmigrate apply`: brings documents to the newest version.
enum ApplyCommand {
  static func run(
    _ request: Invocation.Apply, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    let showsDiff = request.isDiff || request.isCheck && console.output.isTerminal
    guard let (settings, inputs) = prepare(request, showsDiff: showsDiff, general, &console) else {
      return .notStarted
    }
    if request.writesFiles {
      console.prepareToWriteFiles()
      let kept = inputs.removeLeftovers(request.destination, calls: console.calls)
      console.report(kept.map(\.diagnostic), general)
    }
    var sink = ApplySink(settings, inputs, general, console)
    let learned = work(inputs, settings, &sink)
    if sink.asksForIdleRules {
      let idle = learned.idleRules(settings, all: sink.tellsAllIdleRules)
      sink.tell(idle.rules, in: idle.documents)
    }
    console = sink.console
    console.note(sink.status)
    if let failure = sink.failure { throw failure }
    return sink.status
  }

  /// Goes over documents and writes nothing; gives the rules that found nothing in any of them.
  static func look(
    _ request: Invocation.Apply, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> (idle: [IdleRule], status: ExitStatus) {
    guard let (settings, inputs) = prepare(request, showsDiff: false, general, &console) else {
      return ([], .notStarted)
    }
    var sink = ApplySink(settings, inputs, general, console)
    let learned = work(inputs, settings, &sink)
    console = sink.console
    if let failure = sink.failure { throw failure }
    let idle = learned.idleRules(settings, all: true).rules
    let isChanged = sink.tally.changed > 0 || sink.tellsAllIdleRules
    return (isChanged ? idle : idle.filter(\.isMistake), sink.status)
  }

  /// What a run needs; nil where it makes no sense, which is told.
  private static func prepare(
    _ request: Invocation.Apply, showsDiff: Bool, _ general: GeneralOptions,
    _ console: inout Console
  ) -> (ApplySettings, ApplyInputs)? {
    do throws(MigrationError) {
      let settings = try ApplySettings(
        request, diff: showsDiff ? console.diffText(general) : nil, calls: console.calls)
      let inputs = try ApplyInputs(settings, calls: console.calls)
      console.report(inputs.notes, general)
      if general.verbose > 0, let text = inputs.others.sentence {
        console.say(text, .summary, general)
      }
      return (settings, inputs)
    } catch {
      console.report(error.diagnostics, general)
      return nil
    }
  }

  /// What the workers have learned of the rules.
  private struct Learned: Sendable {
    var finds: [RuleFinds]?
    var samples: [SampleDocuments]?

    mutating func add(_ others: [RuleFinds], _ samples: [SampleDocuments]) {
      finds = finds?.adding(others) ?? others
      self.samples = self.samples?.adding(samples) ?? samples
    }

    /// As `ApplySettings.idleRules`, with reasons that documents show.
    func idleRules(
      _ settings: ApplySettings, all: Bool
    ) -> (rules: [IdleRule], documents: Int?) {
      var idle = settings.idleRules(finds ?? [], all: all)
      for (format, samples) in (samples ?? []).enumerated() where !idle.rules.isEmpty {
        guard var worker = try? settings.worker(ofFormat: format) else { continue }
        let takesComments = worker.takesComments
        for sample in samples.all {
          worker.takesComments = takesComments || sample.hasComments
          worker.addReasons(to: &idle.rules, in: sample.bytes)
        }
      }
      return idle
    }
  }

  /// Does all the work, on as many threads as it is worth.
  private static func work(
    _ inputs: ApplyInputs, _ settings: ApplySettings, _ sink: inout ApplySink
  ) -> Learned {
    sink.status.worsen(to: ExitStatus(of: inputs.notes))
    // One after the other, where ids are to be the same in every run.
    let jobs = settings.request.generate.seed == nil ? settings.request.jobs : 1
    let run = WorkRun(
      inputs.entries, jobs: jobs, waitsForDisk: settings.waitsForDisk,
      cuttingLines: settings.request.skipBad != nil, calls: settings.calls)
    let order = InOrder(sink)
    // Of many documents, those that are done are counted.
    let showsStages = sink.progress != nil && inputs.entries.count == 1
    if settings.request.skipBad != nil,
      settings.destination == .standardOutput || inputs.replacesInputs
    {
      TemporaryFiles.onSignal { isDone in
        order.aside { sink in
          sink.keepBadLines()
          isDone()
          // What would still come has nowhere to go.
          Monitor(false).withLock(when: { $0 }, { _ in })
        }
      }
    }
    let learned = Monitor(Learned())
    @Sendable func showStage(_ stage: Progress.Stage) { order.aside { $0.show(stage) } }
    func work() {
      run.go {
        try? ApplyWorker(settings, showStage: showsStages ? showStage : nil)
      } take: { worker, work in
        var outcome = worker.run(work)
        if settings.hasWritten(outcome) { run.callReserve() }
        while worker.hasMore {
          let next = order.part(work.number) { $0.take(outcome, of: work, from: worker) }
          guard case .goOn = next else {
            worker.dropRest()
            return order.turn(work.number) { _ in next }
          }
          outcome = worker.run(work)
        }
        return order.turn(work.number) { $0.take(outcome, of: work, from: worker) }
      } done: { worker in
        let (finds, samples) = (worker.finds, worker.samples)
        learned.withLock { $0.add(finds, samples) }
      }
    }
    if showsStages {
      withTicks(every: Progress.interval, { order.aside { $0.showStageAgain() } }, during: work)
    } else {
      work()
    }
    order.aside { sink in
      if let problem = sink.search?.problem { sink.report([problem]) }
      sink.finish()
    }
    sink = order.last
    return learned.withLock { $0 }
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
