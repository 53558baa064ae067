import JSONMigration
import JSONText

/// Takes what became of the work, piece by piece, in order: writes, tells and counts.
struct ApplySink: Sendable {
  /// What the source of the work has to know.
  enum Next {
    case goOn
    /// Nothing more is wanted of this input.
    case leaveInput
    /// Nothing more is wanted at all.
    case stop
  }

  private let settings: ApplySettings
  private let general: GeneralOptions
  private(set) var console: Console
  private(set) var tally = Tally()
  /// Why standard output takes no more.
  private(set) var failure: Output.Failure?
  private var badLines: BadLines?
  /// The input whose lines are coming, and what there is of it so far.
  private var lines: LineProgress?

  private struct LineProgress: Sendable {
    let index: Int
    var output: LineOutput?
    var changed = 0
    var documents = 0
    var isFailed = false
    var hasDiffHead = false
  }

  init(_ settings: ApplySettings, _ general: GeneralOptions, _ console: Console) {
    self.settings = settings
    self.general = general
    self.console = console
    badLines = settings.request.skipBad.map { BadLines($0, settings) }
  }

  /// Takes a piece; `out` and `bad` are what it gave to be written.
  mutating func take(
    _ outcome: ApplyWorker.Outcome, _ index: Int, out: ByteSlice, bad: ByteSlice
  ) -> Next {
    if failure != nil { return .stop }
    do {
      switch outcome {
      case .failed(let error): return fail(error, index)
      case .document(let outcome, let input):
        tally.add(outcome)
        if case .changed = outcome { try tellChange(of: input) }
        try writeToConsole(out)
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

  /// Puts the file of bad lines in place.
  mutating func finish() {
    do throws(FileError) {
      try failure == nil ? badLines?.finish() : badLines?.drop()
    } catch {
      report([error.diagnostic])
    }
  }

  // MARK: - Lines

  private mutating func take(
    _ outcome: LineOutcome, _ index: Int, _ piece: LineReader.Piece, _ input: Input,
    _ origin: FileOrigin?, out: ByteSlice, bad: ByteSlice
  ) throws -> Next {
    var lines = lines
    if lines?.index != index {
      lines = LineProgress(index: index, output: nil)
      self.lines = lines
      lines?.output = try LineOutput(input, origin, settings)
    }
    guard var lines, !lines.isFailed else { return .goOn }
    lines.changed += outcome.changed
    lines.documents += outcome.documents
    tally.add(outcome)
    self.lines = lines
    try badLines?.append(bad)
    if lines.output == nil {
      if let diff = settings.diff, !out.isEmpty, !lines.hasDiffHead {
        var head = ByteBuffer()
        diff.head(input.name, input.name, into: &head)
        try console.output.write(head.view[0..<head.count])
        self.lines?.hasDiffHead = true
      }
      try writeToConsole(out)
      try console.output.flush()
    } else {
      defer { self.lines = lines }
      try lines.output?.append(out, isChanged: outcome.changed + outcome.bad > 0)
    }
    if !outcome.problems.isEmpty { report(outcome.problems.noting(note(on: input, outcome))) }
    if outcome.isFailed { return endInput(index) }
    if piece.isLast {
      try badLines?.synchronize()
      try lines.output?.finish()
      if lines.changed > 0 {
        tally.changedFiles += 1
        try tellChange(of: input, lines.changed, of: lines.documents)
      }
      self.lines = nil
    }
    return .goOn
  }

  private func note(on input: Input, _ outcome: LineOutcome) -> String? {
    guard outcome.isFailed else { return nil }
    if case .standardOutput = settings.destination { return "the lines before it were written" }
    return settings.leftAlone(input)
  }

  // MARK: - Failures

  private mutating func fail(_ error: MigrationError, _ index: Int) -> Next {
    if lines?.index == index, lines?.isFailed == true { return .goOn }
    tally.failed += 1
    report(error.diagnostics)
    return endInput(index)
  }

  private mutating func endInput(_ index: Int) -> Next {
    if lines?.index == index { lines?.output?.drop() }
    lines = LineProgress(index: index, output: nil, isFailed: true)
    return .leaveInput
  }

  private mutating func report(_ diagnostics: [Diagnostic]) {
    tally.status.worsen(to: ExitStatus(of: diagnostics))
    console.report(diagnostics, general)
  }

  // MARK: - Standard output

  private mutating func writeToConsole(_ out: ByteSlice) throws(Output.Failure) {
    switch settings.destination {
    case .standardOutput: try console.output.write(out)
    case .nowhere where settings.diff != nil: try console.output.write(out)
    case .nowhere, .file, .folder, .inPlace: return
    }
  }

  /// Names an input that would change.
  private mutating func tellChange(
    of input: Input, _ changed: Int? = nil, of all: Int = 1
  ) throws(Output.Failure) {
    guard settings.request.isCheck else { return }
    tally.status.worsen(to: .found)
    let count = changed.map { " (\($0) of \(all) documents)" } ?? ""
    if general.format == .text {
      guard general.quiet == 0 else { return }
      try console.output.write("would change: \(Printable.text(of: input.name))\(count)\n")
    } else {
      console.report(
        [
          Diagnostic(
            .wouldChange, "`\(Printable.text(of: input.name))` would change\(count)",
            severity: .warning, at: .init(input.name))
        ], general)
    }
  }
}

extension [Diagnostic] {
  fileprivate func noting(_ note: String?) -> [Diagnostic] {
    MigrationError(self)?.noting(note).diagnostics ?? self
  }
}

extension Diagnostic.Kind {
  /// A document is not what it should be, and `apply --check` tells so.
  static let wouldChange = Diagnostic.Kind(rawValue: "would-change")
}
