internal import JSONText

/// Making diagnostics of what went wrong: with the place in the document, and that in the rules.
extension Engine {
  /// What is to be told; `name` is the document's, `firstLine` the number of its first line.
  func diagnostic(for error: any Error, name: String, firstLine: Int = 1) -> Diagnostic {
    let start = document.extent.lowerBound
    let text = document.text[document.extent]
    func told(_ error: JSONError) -> Diagnostic {
      var error = error
      error.offset -= start
      return Diagnostic(error, in: text, file: name, firstLine: firstLine)
    }
    guard let failure = error as? RuleFailure else {
      guard let error = error as? JSONError else {
        return Diagnostic(.callFailed, "\(error)", at: Diagnostic.Place(name))
      }
      return told(error)
    }
    let place = failure.node.map { node in
      let origin = document.origin(of: node)
      let bytes = origin.lowerBound - start..<origin.upperBound - start
      return Diagnostic.Place(
        name, span: Diagnostic.Span(bytes, in: text, firstLine: firstLine),
        path: document.normalizedPath(of: node), label: failure.label)
    }
    guard let rule = failure.rule else {
      return Diagnostic(
        failure.kind, failure.message, at: place ?? Diagnostic.Place(name),
        furtherPlaces: failure.places, help: failure.help)
    }
    var diagnostic =
      failure.error.map(told)
      ?? Diagnostic(
        failure.kind, "`\(rule.name)` \(failure.message)", at: place ?? Diagnostic.Place(name),
        help: failure.help)
    diagnostic.furtherPlaces.append(rulePlace(rule))
    if let message = rule.message {
      diagnostic.notes.insert(diagnostic.message, at: 0)
      diagnostic.message = message
    }
    return diagnostic
  }

  /// Where a rule is, and the step that it belongs to.
  private func rulePlace(_ rule: Rule) -> Diagnostic.Place {
    let steps = plan.rules.formats.lazy.flatMap(\.chain.steps)
    return plan.rules.files[rule.file].place(
      rule.range, context: steps.first { $0.file == rule.file }?.description)
  }
}
