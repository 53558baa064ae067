import JSONMigrationCore

/// How the command ends, from good to bad.
///
/// A signal is not among them: the command dies of it, which a shell shows as 128 + n.
enum ExitStatus: Int32, Comparable, Sendable {
  /// All was done.
  case done = 0
  /// Some document failed, or a check or test found something.
  case found = 1
  /// The arguments or the rules don't let it start.
  case notStarted = 2

  static func < (left: ExitStatus, right: ExitStatus) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The status that tells of the worst diagnostic.
  ///
  /// - Parameters:
  ///   - diagnostics: all that was found.
  ///   - isStarting: whether they kept the command from starting, as bad rules do.
  init(of diagnostics: some Sequence<Diagnostic>, isStarting: Bool = false) {
    let isError = diagnostics.contains { $0.severity == .error }
    self = !isError ? .done : isStarting ? .notStarted : .found
  }

  /// Remembers the worse one.
  mutating func worsen(to other: ExitStatus) {
    self = max(self, other)
  }
}
