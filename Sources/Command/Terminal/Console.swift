import JSONMigration

/// What the command is connected to: its two streams, the environment and the system.
struct Console: Sendable {
  var output: Output
  var errors: Output
  let calls: SystemCalls
  let environment: @Sendable (String) -> String?

  init(calls: SystemCalls, environment: @escaping @Sendable (String) -> String?) {
    self.output = Output(1, calls: calls)
    self.errors = Output(2, calls: calls)
    self.calls = calls
    self.environment = environment
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
    tell(
      general.format.text(
        of: diagnostics.filter { general.shows($0.severity) }, Painter(isOn: isOn)))
  }
}
