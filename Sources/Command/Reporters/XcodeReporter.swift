import JSONMigrationCore

/// Writes diagnostics as compilers do, one line each: Xcode and other editors lead from it to the
/// place.
enum XcodeReporter {
  static func line(of diagnostic: Diagnostic) -> String {
    var text = diagnostic.message
    if let help = diagnostic.help { text += "; \(help)" }
    let lines =
      [line(at: diagnostic.place, word(diagnostic.severity), text)]
      + diagnostic.relatedPlaces.map { line(at: $0, "note", $0.label ?? "see here") }
      + diagnostic.notes.map { line(at: diagnostic.place, "note", $0) }
    return lines.joined(separator: "\n")
  }

  private static func line(at place: Diagnostic.Place?, _ word: String, _ text: String) -> String {
    var start = ""
    if let place {
      // What is about a whole file is shown at its top.
      start = "\(oneLine(place.file)):\(place.span?.line ?? 1):\(place.span?.column ?? 1): "
    }
    return "\(start)\(word): \(oneLine(text))"
  }

  private static func word(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .note: "note"
    }
  }

  /// A line end would begin a diagnostic of its own.
  private static func oneLine(_ text: String) -> String {
    String(Printable.lines(of: text).map { $0.isNewline ? " " : $0 })
  }
}
