internal import JSONText

/// Making diagnostics of what went wrong: with the place in the document, and that in the rules.
extension Engine {
  /// What is to be told; `name` is the document's, `firstLine` the number of the text's first line.
  func diagnostic(for error: any Error, name: String, firstLine: Int = 1) -> Diagnostic {
    let text = document.text[0..<document.text.count]
    guard let failure = error as? RuleFailure else {
      guard let error = error as? JSONError else {
        return Diagnostic(.callFailed, "\(error)", at: Diagnostic.Place(name))
      }
      return Diagnostic(error, in: text, file: name, firstLine: firstLine)
    }
    let place = failure.node.map { node in
      Diagnostic.Place(
        name, span: Diagnostic.Span(document.origin(of: node), in: text, firstLine: firstLine),
        path: document.normalizedPath(of: node), label: failure.label)
    }
    guard let rule = failure.rule else {
      return Diagnostic(
        failure.kind, failure.message, at: place ?? Diagnostic.Place(name),
        furtherPlaces: failure.places, help: failure.help)
    }
    var diagnostic =
      failure.error.map { Diagnostic($0, in: text, file: name, firstLine: firstLine) }
      ?? Diagnostic(
        failure.kind, "`\(rule.name)` \(failure.message)", at: place ?? Diagnostic.Place(name),
        help: failure.help)
    diagnostic.furtherPlaces.append(plan.rules.files[rule.file].place(rule.range))
    if let message = rule.message {
      diagnostic.notes.insert(diagnostic.message, at: 0)
      diagnostic.message = message
    }
    return diagnostic
  }
}
