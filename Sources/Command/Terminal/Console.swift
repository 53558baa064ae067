import JSONMigrationCore

/// What the command is connected to: its two streams, the environment and the system.
struct Console: Sendable {
  var output: Output
  var errors: Output
  let calls: SystemCalls
  let environment: @Sendable (String) -> String?
  /// Seconds since some moment.
  let clock: @Sendable () -> Double
  /// How many columns the terminal has, if it tells.
  let width: @Sendable () -> Int?
  /// What the process does before it makes its first file or thread.
  let prepareToWriteFiles: @Sendable () -> Void
  /// Makes Ctrl-C something that can be asked for, for a while.
  let holdSignals: @Sendable () -> (@Sendable () -> Bool)
  /// What was found so far; it counts even if the reader of a pipe leaves early.
  private(set) var found = ExitStatus.done
  private var hasReported = false
  private var showsProgress = false
  /// Whether what was written last on standard output has no end of a line.
  var isInLine = false

  init(
    calls: SystemCalls, environment: @escaping @Sendable (String) -> String?,
    clock: @escaping @Sendable () -> Double = monotonicSeconds,
    width: @escaping @Sendable () -> Int? = { terminalWidth(2) ?? terminalWidth(1) },
    prepareToWriteFiles: @escaping @Sendable () -> Void = {},
    holdSignals: @escaping @Sendable () -> (@Sendable () -> Bool) = { { false } }
  ) {
    self.output = Output(1, calls: calls)
    self.errors = Output(2, calls: calls)
    self.calls = calls
    self.environment = environment
    self.clock = clock
    self.width = width
    self.prepareToWriteFiles = prepareToWriteFiles
    self.holdSignals = holdSignals
  }

  /// Remembers what was found.
  mutating func note(_ status: ExitStatus) {
    found.worsen(to: status)
  }

  /// Tells people something, on standard error.
  ///
  /// If even that fails, the error can't be told anywhere.
  mutating func tell(_ text: String) {
    eraseProgress()
    let isGlued = isInLine && output.isTerminal && errors.isTerminal
    isInLine = false
    try? errors.write(isGlued ? "\n" + text : text)
    try? errors.flush()
  }

  /// Says what a run has done: a sentence for people, a note for programs.
  mutating func say(_ text: String, _ kind: Diagnostic.Kind, _ general: GeneralOptions) {
    guard general.format == .text else {
      return report([Diagnostic(kind, text, severity: .note)], general)
    }
    output.flushLeavingFailure()
    tell(text + "\n")
  }

  /// Reports diagnostics on standard error, in the format asked for.
  mutating func report(_ diagnostics: [Diagnostic], _ general: GeneralOptions) {
    // What stands on standard output comes first on a terminal that shows both.
    output.flushLeavingFailure()
    let isOn = general.colour.isOn(isTerminal: errors.isTerminal, environment: environment)
    let shown = diagnostics.filter { general.shows($0.severity) }
    if shown.isEmpty { return }
    let text = general.format.text(of: shown, Painter(isOn: isOn), width: columns(of: errors))
    tell(hasReported && general.format == .text ? "\n" + text : text)
    hasReported = true
  }

  /// How many columns are there for what is written to a stream.
  func columns(of stream: Output) -> Int {
    stream.isTerminal ? terminalColumns : TextReporter.usualWidth
  }

  private var terminalColumns: Int {
    let said = environment("COLUMNS").flatMap { Int($0) }
    return said.flatMap { (1...10_000).contains($0) ? $0 : nil } ?? width() ?? 80
  }

  /// Colours for standard output, or none.
  func painter(_ general: GeneralOptions) -> Painter {
    Painter(
      isOn: general.colour.isOn(isTerminal: output.isTerminal, environment: environment))
  }

  /// How differences are written on standard output.
  func diffText(_ general: GeneralOptions) -> DiffText {
    let isTerminal = output.isTerminal
    let isOn = general.colour.isOn(isTerminal: isTerminal, environment: environment)
    return DiffText(isShown: isTerminal || isOn, painter: Painter(isOn: isOn))
  }
}

// MARK: - Progress

extension Console {
  /// Whether people would see a line that comes and goes.
  func canShowProgress(_ general: GeneralOptions) -> Bool {
    errors.isTerminal && general.quiet == 0 && general.format == .text
      && environment("TERM") != "dumb"
  }

  /// Shows how far the work is, in place of what was shown before.
  mutating func show(_ progress: String) {
    // A line that is too long would go on in the next one, and stay there.
    try? errors.write("\r\(progress.prefix(max(1, terminalColumns - 1)))\u{1B}[K")
    try? errors.flush()
    showsProgress = true
  }

  /// Takes the line away, before anything else is written to the terminal.
  mutating func eraseProgress() {
    guard showsProgress else { return }
    showsProgress = false
    try? errors.write("\r\u{1B}[K")
    try? errors.flush()
  }
}
