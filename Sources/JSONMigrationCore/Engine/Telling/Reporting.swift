internal import JSONText

/// Making diagnostics of what went wrong: with the place in the document, and that in the rules.
extension Engine {
  /// What is to be told; `name` is the document's, `firstLine` the number of its first line.
  ///
  /// Where that is nil the text was made of a property list, and its places are told as paths.
  @inline(never)
  package func diagnostic(for error: any Error, name: String, firstLine: Int? = 1) -> Diagnostic {
    let located = located(error, name: name, firstLine: firstLine ?? 1)
    return firstLine == nil
      ? located.placedByPaths(in: document.text[document.extent].array, named: name) : located
  }

  private static let commentsHelp =
    "`\"comments\": true` in format.json allows comments and commas behind the last value; the "
    + "command has `--comments`"

  @inline(never)
  private func located(_ error: any Error, name: String, firstLine: Int) -> Diagnostic {
    document.original(of: document.extent)
      .map { located(error, in: $0, name: name, firstLine: firstLine) }
      ?? located(error, in: document.text[document.extent], name: name, firstLine: firstLine)
  }

  @inline(never)
  private func located(
    _ error: any Error, in text: some RandomAccessCollection<UInt8>, name: String, firstLine: Int
  ) -> Diagnostic {
    let start = document.extent.lowerBound
    func told(_ error: JSONError) -> Diagnostic {
      var error = error
      error.offset -= start
      var told = Diagnostic(error, in: text, file: name, firstLine: firstLine)
      if error.isAboutComments, told.help == nil { told.help = Self.commentsHelp }
      return told
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
        path: document.path(of: node), label: label(failure, at: node))
    }
    guard let rule = failure.rule else {
      return Diagnostic(
        failure.kind, failure.message, at: place ?? Diagnostic.Place(name),
        relatedPlaces: failure.places, help: failure.help)
    }
    var diagnostic =
      failure.error.map(told)
      ?? Diagnostic(
        failure.kind, "`\(rule.name)`\(failure.isOfDocument ? ":" : "") \(failure.message)",
        at: place ?? Diagnostic.Place(name))
    diagnostic.relatedPlaces += failure.places + [rulePlace(rule)]
    diagnostic.help =
      failure.help ?? diagnostic.help
      ?? failure.neededType.map { TypeHelp(failure, of: rule, type: $0, in: self).text }
    if let message = failure.said {
      diagnostic.notes.insert(diagnostic.message, at: 0)
      diagnostic.message = Printable.atMost(message)
    }
    return diagnostic
  }

  /// What stands beside the place; what rules made there is not what the text shows.
  private func label(_ failure: RuleFailure, at node: NodeID) -> String? {
    guard let label = failure.label, document.isMade(node), label == words(for: node) else {
      return failure.label
    }
    return "here by now: " + label
  }

  /// Where a rule is, and the step that it belongs to.
  private func rulePlace(_ rule: Rule) -> Diagnostic.Place {
    let steps = plan.rules.formats.lazy.flatMap(\.chain.steps)
    return plan.rules.files[rule.file].place(
      rule.range, context: steps.first { $0.file == rule.file }?.description)
  }
}

extension Diagnostic {
  /// The same with paths in place of the lines of a JSON text that has no lines for people.
  fileprivate func placedByPaths(in json: [UInt8], named name: String) -> Diagnostic {
    placed(in: name) { place, span in
      // Of what is too deep the path would be too long for anybody.
      place.path =
        kind == .tooDeep
        ? nil : JSONTokens.path(to: span.bytes.lowerBound, in: json) ?? place.path
      place.span = nil
    }
  }
}

extension JSONError {
  /// Whether the text is none of strict JSON for a comment, or for a comma behind the last value.
  package var isAboutComments: Bool {
    kind == .badJSON && (found.hasPrefix("a comment") || found.hasSuffix(" right after a comma"))
  }
}
