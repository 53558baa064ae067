extension WorkRun {
  /// Has workers look at everything, in whatever order, and shows how far that is.
  ///
  /// `look` tells how many files and bytes a piece of work has brought to their end.
  func look<Worker: PieceWorker & ~Copyable>(
    _ general: GeneralOptions, _ console: inout Console,
    _ make: @escaping @Sendable () -> Worker?,
    at look: @escaping @Sendable (inout Worker, Work) -> (files: Int, bytes: Int),
    done: @escaping @Sendable (borrowing Worker) -> Void
  ) {
    var display = Display(console: console)
    if console.canShowProgress(general) {
      display.progress = Progress(
        files: entries.count, bytes: entries.byteCount, at: console.clock())
    }
    let shown = Monitor(display)
    go(make) { worker, work in
      let done = look(&worker, work)
      shown.withLock { $0.show(done) }
      return .goOn
    } done: {
      done($0)
    }
    console = shown.withLock { $0.console }
    console.eraseProgress()
  }
}

private struct Display: Sendable {
  var console: Console
  var progress: Progress?

  mutating func show(_ done: (files: Int, bytes: Int)) {
    let line = progress?.add(files: done.files, bytes: done.bytes, at: console.clock())
    if let line { console.show(line) }
  }
}
