import JSONMigrationCore

/// Writes diagnostics as GitHub's workflow commands, which show them beside the changed lines.
enum GitHubReporter {
  static func line(of diagnostic: Diagnostic) -> String {
    var properties: [String] = []
    if let place = diagnostic.place {
      properties.append("file=\(property(Printable.lines(of: place.file)))")
      if let span = place.span {
        properties.append("line=\(span.line)")
        properties.append("col=\(span.column)")
      }
    }
    properties.append("title=\(property(diagnostic.kind.rawValue))")
    var lines = [diagnostic.message]
    lines += diagnostic.relatedPlaces.map { place in
      let end = place.label.map { ": \($0)" } ?? ""
      return "see \(place.description)\(end)"
    }
    if let help = diagnostic.help { lines.append("help: \(help)") }
    lines += diagnostic.notes.map { "note: \($0)" }
    let text = lines.map(Printable.lines(of:)).joined(separator: "\n")
    return "::\(command(diagnostic.severity)) \(properties.joined(separator: ","))::\(data(text))"
  }

  private static func command(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }

  /// What stands after the last colons: a line end would end the command.
  private static func data(_ text: String) -> String {
    escaping(text, "%\r\n")
  }

  /// What stands in a property, which a comma or a colon would end too.
  private static func property(_ text: String) -> String {
    escaping(text, "%\r\n:,")
  }

  private static func escaping(_ text: String, _ special: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      guard special.unicodeScalars.contains(scalar) else {
        escaped.unicodeScalars.append(scalar)
        continue
      }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      escaped += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
    }
    return escaped
  }
}
