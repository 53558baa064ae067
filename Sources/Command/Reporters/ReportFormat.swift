import JSONMigrationCore

/// How diagnostics are written.
enum ReportFormat: String, CaseIterable, Sendable {
  case text, json, github, xcode

  /// All of the diagnostics, each line ended.
  func text(of diagnostics: [Diagnostic], _ painter: Painter, width: Int) -> String {
    switch self {
    case .text: TextReporter(painter: painter, width: width).text(of: diagnostics)
    case .json: diagnostics.map { JSONReporter.line(of: $0) + "\n" }.joined()
    case .github: diagnostics.map { GitHubReporter.line(of: $0) + "\n" }.joined()
    case .xcode: diagnostics.map { XcodeReporter.line(of: $0) + "\n" }.joined()
    }
  }
}
