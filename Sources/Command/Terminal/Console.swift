import JSONMigration

/// What the command is connected to: its two streams, the environment and the system.
struct Console: Sendable {
  var output: Output
  var errors: Output
  let calls: SystemCalls
  let environment: @Sendable (String) -> String?
  /// What the process does before it makes its first file or thread.
  let prepareToWriteFiles: @Sendable () -> Void
  private var hasReported = false

  init(
    calls: SystemCalls, environment: @escaping @Sendable (String) -> String?,
    prepareToWriteFiles: @escaping @Sendable () -> Void = {}
  ) {
    self.output = Output(1, calls: calls)
    self.errors = Output(2, calls: calls)
    self.calls = calls
    self.environment = environment
    self.prepareToWriteFiles = prepareToWriteFiles
  }

  /// Tells people something, on standard error.
  ///
  /// Where even that fails there is nobody left to tell.
  mutating func tell(_ text: String) {
    try? errors.write(text)
    try? errors.flush()
  }

  /// Reports diagnostics on standard error, in the format asked for.
  mutating func report(_ diagnostics: [Diagnostic], _ general: GeneralOptions) {
    // What stands on standard output comes first on a terminal that shows both.
    try? output.flush()
    let isOn = general.colour.isOn(isTerminal: errors.isTerminal, environment: environment)
    let shown = diagnostics.filter { general.shows($0.severity) }
    if shown.isEmpty { return }
    let text = general.format.text(of: shown, Painter(isOn: isOn))
    tell(hasReported && general.format == .text ? "\n" + text : text)
    hasReported = true
  }

  /// How differences are written on standard output.
  func diffText(_ general: GeneralOptions) -> DiffText {
    let isTerminal = output.isTerminal
    let isOn = general.colour.isOn(isTerminal: isTerminal, environment: environment)
    return DiffText(isShown: isTerminal || isOn, painter: Painter(isOn: isOn))
  }
}
