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
      inputs = try ApplyInputs(request, rules: settings.rules, calls: console.calls)
    } catch {
      console.report(error.diagnostics, general)
      return .notStarted
    }
    if inputs.entries.isEmpty { console.report([.noDocuments], general) }
    if request.writesFiles {
      console.prepareToWriteFiles()
      inputs.removeLeftovers(request.destination, calls: console.calls)
    }
    var sink = ApplySink(settings, inputs, general, console)
    work(inputs, settings, &sink)
    sink.finish()
    console = sink.console
    console.note(sink.status)
    if let failure = sink.failure { throw failure }
    return sink.status
  }

  /// Does all the work, on as many threads as it is worth.
  private static func work(
    _ inputs: ApplyInputs, _ settings: ApplySettings, _ sink: inout ApplySink
  ) {
    let most = mostJobs(inputs, settings)
    // All threads together need little more memory than one.
    let size = min(1 << 18, max(leastSize, (8 << 20) / most))
    let jobs = min(most, inputs.pieceCount(size: size) ?? most)
    let budget = MemoryBudget()
    let source = Monitor(
      WorkSource(inputs.entries, size: size, budget: budget, calls: settings.calls))
    let order = InOrder(sink)
    // Of many documents, those that are done are counted.
    let showsStages = sink.progress != nil && inputs.entries.count == 1
    @Sendable func showStage(_ stage: Progress.Stage) { order.aside { $0.show(stage) } }
    func work() {
      onThreads(jobs) {
        guard var worker = try? ApplyWorker(settings, showStage: showsStages ? showStage : nil)
        else { return }
        while let work = source.withLock({ worker.next(of: &$0) }) {
          let outcome = worker.run(work)
          let next = order.turn(work.number) { sink in
            sink.take(
              outcome, work.index, out: worker.result, bad: worker.badLines, before: worker.before)
          }
          worker.shrink(after: work)
          budget.give(work.bytes)
          switch next {
          case .goOn: break
          case .leaveInput: source.withLock { $0.leave(work.index) }
          case .stop: source.withLock { $0.stop() }
          }
        }
      }
    }
    if showsStages {
      withTicks(every: Progress.interval, { order.aside { $0.showStageAgain() } }, during: work)
    } else {
      work()
    }
    sink = order.last
  }

  /// The least that lines are cut into.
  private static let leastSize = 1 << 16

  /// How many threads may work at the same time.
  private static func mostJobs(_ inputs: ApplyInputs, _ settings: ApplySettings) -> Int {
    // One after the other, where ids are to be the same in every run.
    if settings.request.generate.seed != nil { return 1 }
    // To ask how many cores there are takes longer than a small document.
    if let count = inputs.pieceCount(size: leastSize), count < 2 { return 1 }
    return settings.request.jobs ?? coreCount()
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
