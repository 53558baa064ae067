import JSONMigrationCore
import JSONText

/// Takes what became of the work, piece by piece, in order: writes, tells and counts.
struct ApplySink: Sendable {
  let settings: ApplySettings
  let general: GeneralOptions
  var console: Console
  var status = ExitStatus.done
  var tally = Tally()
  private var errors = 0
  /// The inputs that would change, so far.
  var changesTold = 0
  /// Why standard output takes no more.
  private(set) var failure: Output.Failure?
  /// Bad lines that nothing was told of.
  private(set) var untold = 0
  private var badLines: BadLines?
  private var badReasons: BadLines?
  /// The input whose lines are coming, and what there is of it so far.
  private var lines: LineProgress?

  /// Where documents were looked for, in what has come so far; nil where that isn't asked.
  private(set) var search: EachSearch?

  /// A warning about a document whose version may stand where it isn't read.
  private var unreadVersion: [Diagnostic] = []

  var progress: Progress?
  let start: Double

  private struct LineProgress: Sendable {
    let index: Int
    var output: LineOutput?
    var tally = Tally()
    var isFailed = false
    var hasDiffHead = false
  }

  init(
    _ settings: ApplySettings, _ inputs: ApplyInputs, _ general: GeneralOptions,
    _ console: Console
  ) {
    self.settings = settings
    self.general = general
    self.console = console
    start = console.clock()
    if console.canShowProgress(general), !(settings.showsResults && console.output.isTerminal) {
      progress = Progress(files: inputs.entries.count, bytes: inputs.entries.byteCount, at: start)
    }
    let adds = inputs.replacesInputs
    badLines = settings.request.skipBad.map { BadLines($0, settings, adding: adds) }
    badReasons = settings.request.reasons.map { BadLines($0, settings, adding: adds) }
  }

  /// Takes what a worker has made of a piece, or of a part of it.
  mutating func take(
    _ outcome: ApplyWorker.Outcome, of work: Work, from worker: borrowing ApplyWorker
  ) -> WorkRun.Next {
    if let found = worker.search, search?.add(found) == nil { search = found }
    if unreadVersion.isEmpty { unreadVersion = worker.unreadVersion }
    return take(
      outcome, work.index, out: worker.result, bad: (worker.badLines, worker.badReasons),
      before: worker.before)
  }

  /// Takes a piece; `out` and `bad` are what it gave to be written, with reasons, or only the
  /// difference of `out` from `before`.
  private mutating func take(
    _ outcome: ApplyWorker.Outcome, _ index: Int, out: ByteParts,
    bad: (lines: ByteSlice, reasons: ByteSlice), before: ByteSlice?
  ) -> WorkRun.Next {
    if failure != nil { return .stop }
    defer { showProgress(outcome) }
    do {
      switch outcome {
      case .failed(let error): return fail(error, index)
      case .document(let outcome, let input, let remarks, let isNew):
        tally.add(outcome)
        if isNew { tally.new += 1 }
        if !remarks.isEmpty { report(remarks) }
        if case .changed = outcome { try tellChange(of: input, "") }
        if holdsBack(changesTold) {
          return .goOn
        } else if let before, let result = out.first {
          try writeDifference(of: input, from: before, to: result)
        } else {
          for part in out { try writeToConsole(part) }
        }
        return .goOn
      case .lines(let outcome, let piece, let input, let origin):
        return try take(outcome, index, piece, input, origin, out: out, bad: bad)
      }
    } catch let error as Output.Failure {
      failure = error
      return .stop
    } catch let error as FileError {
      return fail(MigrationError(error.diagnostic), index)
    } catch {
      return .stop
    }
  }

  /// Puts the file of bad lines in place, and says what was done.
  mutating func finish() {
    console.eraseProgress()
    tellUntold()
    // What was there stays where nothing was read.
    let isIdle = status != .done && tally.all == tally.failed
    report(Self.close(&badLines, isIdle) + Self.close(&badReasons, isIdle))
    if badLines?.lostAll == true {
      tally.failed += tally.skipped
      tally.skipped = 0
    }
    if failure == nil {
      do throws(Output.Failure) {
        try tellOtherChanges()
      } catch {
        failure = error
        return
      }
      tellSummary()
      report(unreadVersion)
    }
  }

  /// Puts what there is of bad lines in its place: they are nowhere else, where others are out.
  ///
  /// Those of an input that would have been replaced are in that, and go.
  mutating func keepBadLines() {
    badLines?.leaveInput()
    badReasons?.leaveInput()
    _ = Self.close(&badLines, true) + Self.close(&badReasons, true)
  }

  private static func close(_ file: inout BadLines?, _ isIdle: Bool) -> [Diagnostic] {
    do throws(FileError) {
      try file?.finish(isIdle: isIdle)
      return []
    } catch {
      return [error.diagnostic]
    }
  }

  /// Whether rules that found nothing are told, which takes some work to find out.
  var asksForIdleRules: Bool {
    if failure != nil { return false }
    if settings.request.isStrict { return true }
    let isAnyMigrated = tally.changed > 0 || settings.migratesUnseen && tally.current > 0
    return isAnyMigrated && general.shows(.warning)
  }

  /// Says which rules found nothing, in how many documents if those aren't all.
  mutating func tell(_ idle: [IdleRule], in documents: Int?) {
    let rules = idle.filter { $0.path == nil }
    if settings.request.isStrict, !rules.isEmpty { status.worsen(to: .found) }
    // Rules were for those that were old.
    let isSeen = tally.changed > 0 && !settings.migratesUnseen
    let count = documents ?? (isSeen ? tally.changed : tally.done)
    tellIdle(rules, in: count)
    tellIdlePaths(idle.filter { $0.path != nil }, in: count)
  }

  // MARK: - Lines

  private mutating func take(
    _ outcome: LineOutcome, _ index: Int, _ piece: LineReader.Piece, _ input: Input,
    _ origin: FileOrigin?, out: ByteParts, bad: (lines: ByteSlice, reasons: ByteSlice)
  ) throws -> WorkRun.Next {
    var lines = lines
    if lines?.index != index {
      lines = LineProgress(index: index, output: nil)
      self.lines = lines
      lines?.output = try LineOutput(input, origin, settings)
    }
    guard var lines, !lines.isFailed else { return .goOn }
    self.lines = lines
    do throws(FileError) {
      try badLines?.append(bad.lines, of: origin)
      try badReasons?.append(bad.reasons, of: origin)
    } catch {
      // Of standard output the lines before may be out.
      let note = settings.showsResults ? nil : settings.leftAlone(input)
      return fail(MigrationError(error.diagnostic).noting(note), index)
    }
    lines.tally.add(outcome)
    untold += outcome.untold
    self.lines = lines
    let isAllowed = settings.request.allowsBad && !outcome.isFailed
    // It counts also where whoever reads the results stops now.
    if !isAllowed { status.worsen(to: ExitStatus(of: outcome.problems)) }
    if lines.output == nil {
      do {
        for part in out { try writeLines(part, of: input) }
      } catch {
        report(outcome.problems, isAllowed: isAllowed)
        throw error
      }
    } else {
      defer { self.lines = lines }
      for part in out {
        try lines.output?.append(part, isChanged: outcome.changed + outcome.bad > 0)
      }
    }
    if !outcome.problems.isEmpty {
      report(outcome.problems.noting(note(on: input, outcome)), isAllowed: isAllowed)
    }
    if outcome.isFailed { return endInput() }
    guard piece.isLast else { return .goOn }
    if self.lines?.output != nil, settings.isAllThatIsWritten(input), let error = search?.error {
      search = nil
      return fail(error.noting(settings.leftAlone(input)), index)
    }
    try badLines?.synchronize()
    try badReasons?.synchronize()
    self.lines?.output = nil
    let remarks = try lines.output?.finish() ?? []
    badLines?.keepInput()
    badReasons?.keepInput()
    if !remarks.isEmpty { report(remarks) }
    tally.add(lines.tally)
    self.lines = nil
    if lines.tally.changed > 0 {
      try tellChange(of: input, " (\(lines.tally.changed) of \(lines.tally.all) documents)")
    }
    return .goOn
  }

  private mutating func writeLines(_ out: ByteSlice, of input: Input) throws(Output.Failure) {
    // An input is told after its lines.
    if holdsBack(changesTold + 1) { return }
    if let diff = settings.diff, !out.isEmpty, lines?.hasDiffHead == false {
      var head = ByteBuffer()
      diff.head(ofFile: input.name, into: &head)
      try console.output.write(head.view[0..<head.count])
      lines?.hasDiffHead = true
    }
    try writeToConsole(out)
    // Someone may wait at the other end for the lines that there are.
    try console.output.flush()
  }

  private func note(on input: Input, _ outcome: LineOutcome) -> String? {
    guard outcome.isFailed else { return nil }
    if lines?.hasDiffHead == true, input.file != nil {
      return "`--in-place` leaves the whole file as it is, also the lines that are shown above"
    }
    guard case .standardOutput = settings.destination else { return settings.leftAlone(input) }
    let before = lines.map { $0.tally.all - $0.tally.failed } ?? 0
    return before > 0 ? "the lines before it were written" : "nothing was written"
  }

  // MARK: - Failures

  private mutating func fail(_ error: MigrationError, _ index: Int) -> WorkRun.Next {
    if lines?.index == index, lines?.isFailed == true { return .goOn }
    if lines?.index != index { lines = LineProgress(index: index, output: nil) }
    lines?.tally.failed += 1
    report(error.diagnostics)
    return endInput()
  }

  /// Gives up an input; of what was written to standard output nothing can be taken back.
  private mutating func endInput() -> WorkRun.Next {
    lines?.output?.drop()
    lines?.output = nil
    lines?.isFailed = true
    badLines?.leaveInput()
    badReasons?.leaveInput()
    if case .standardOutput = settings.destination {
      tally.add(lines?.tally ?? Tally())
    } else {
      tally.failed += 1
    }
    return .leaveInput
  }

  /// Draws the first errors; of further ones it writes a line each.
  mutating func report(_ diagnostics: [Diagnostic], isAllowed: Bool = false) {
    if !isAllowed { status.worsen(to: ExitStatus(of: diagnostics)) }
    guard errors >= TextReporter.most, general.format == .text else {
      errors += diagnostics.count
      return console.report(diagnostics, general)
    }
    console.output.flushLeavingFailure()
    for diagnostic in diagnostics where general.shows(diagnostic.severity) {
      console.tell(Printable.text(of: "\(diagnostic)") + "\n")
    }
  }

  private mutating func writeDifference(
    of input: Input, from old: ByteSlice, to new: ByteSlice
  ) throws(Output.Failure) {
    guard let diff = settings.diff, !old.isSame(as: new) else { return }
    var text = ByteBuffer()
    diff.head(ofFile: input.name, into: &text)
    func drain(_ text: inout ByteBuffer) throws(Output.Failure) {
      try console.output.write(text.view[0..<text.count])
      text.truncate(to: 0)
    }
    try diff.body(old, new, into: &text, drain: drain)
    try drain(&text)
  }

  private mutating func writeToConsole(_ out: ByteSlice) throws(Output.Failure) {
    switch settings.destination {
    case .standardOutput:
      try console.output.write(out)
      if let last = out.last { console.isInLine = last != UInt8(ascii: "\n") }
    case .nowhere where settings.diff != nil: try console.output.write(out)
    case .nowhere, .file, .folder, .inPlace: return
    }
  }
}

extension [Diagnostic] {
  fileprivate func noting(_ note: String?) -> [Diagnostic] {
    MigrationError(self)?.noting(note).diagnostics ?? self
  }
}
