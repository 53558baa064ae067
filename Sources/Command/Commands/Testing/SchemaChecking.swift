import JSONMigrationAuthoring
import JSONMigrationCore
import JSONText

/// `jsonmigrate check --from A --to B`: tells whether every document of A becomes one of B.
struct SchemaChecking {
  let source: SchemaFile
  let target: SchemaFile
  let verdict: SchemaVerdict
  let isStrict: Bool

  func tell(
    _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    let isFound = verdict.outcome == .broken || verdict.outcome == .unknown && isStrict
    let status = isFound ? ExitStatus.found : .done
    switch general.format {
    case .github, .xcode: console.report(verdict.diagnostics, general)
    case .json: try console.output.write(json + "\n")
    case .text:
      guard general.quiet == 0 || isFound && general.quiet == 1 else { return status }
      try console.output.write(text)
    }
    return status
  }

  private var text: String {
    let (source, target) = (Printable.text(of: source.name), Printable.text(of: target.name))
    switch verdict.outcome {
    case .compatible:
      return "compatible: every document that \(source) takes becomes one that \(target) takes\n"
    case .broken: return brokenText
    case .unknown:
      return "unknown: no document was found that breaks it, but this is not proven:\n"
        + verdict.diagnostics.map { "  \(Self.line(of: $0))\n" }.joined()
    }
  }

  private static func line(of diagnostic: Diagnostic) -> String {
    let message = Printable.text(of: diagnostic.message)
    guard let place = diagnostic.place else { return message }
    if let path = place.path { return "\(Printable.text(of: path)): \(message)" }
    return "\(place) \(message)"
  }

  private var brokenText: String {
    guard let broken = verdict.diagnostics.first else { return "broken\n" }
    var text = "broken: \(Printable.text(of: broken.message))\n"
    if let document = verdict.document { text += "  \(Printable.text(of: "\(document)"))\n" }
    if let result = verdict.result { text += "  → \(Printable.text(of: "\(result)"))\n" }
    let places = (broken.place.map { [$0] } ?? []) + broken.relatedPlaces
    if let note = broken.notes.last {
      let first = verdict.result == nil ? nil : places.first
      let wants = first.map { "; \($0) \($0.label ?? "")" } ?? ""
      text += "  \(Printable.text(of: note))\(Printable.text(of: wants))\n"
    }
    for place in verdict.result == nil ? places[...] : places.dropFirst() {
      text += "  \(place)" + (place.label.map { " " + Printable.text(of: $0) } ?? "") + "\n"
    }
    if let help = broken.help { text += "  help: \(Printable.text(of: help))\n" }
    return text
  }

  /// One object on one line: `verdict`, and what it stands on.
  private var json: String {
    var members = [
      ("verdict", JSONReporter.text(verdict.outcome.rawValue)),
      ("tried", "\(verdict.tried)"),
      ("findings", JSONReporter.array(verdict.diagnostics.map { JSONReporter.object(of: $0) })),
    ]
    if let document = verdict.document {
      members.append(("document", JSONReporter.value(Array(document.description.utf8))))
    }
    if let result = verdict.result {
      members.append(("result", JSONReporter.value(Array(result.description.utf8))))
    }
    return JSONReporter.object(members)
  }
}
