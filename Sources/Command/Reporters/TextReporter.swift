import JSONMigrationCore

/// Draws diagnostics for people.
///
///     error[wrong-type]: `split` needs text, found an array
///       --> dune.json:3:13  $.author.name
///        |
///      3 |     "name": ["Frank", "Herbert"],
///        |             ^^^^^^^^^^^^^^^^^^^^ an array
///        |
///       ::: rules/v3.json:21:7  (version 2 → 3)
///        |
///     21 |     { "split": "author.name", … },
///        |       ------- needs text
///        |
///        = help: …
///        = note: dune.json was not changed
struct TextReporter {
  /// The most diagnostics that are drawn at once.
  static let most = 20

  /// How wide lines are where no terminal tells.
  static let usualWidth = 100

  var painter = Painter(isOn: false)
  /// How many columns an excerpt may take, with what stands before it.
  var width = TextReporter.usualWidth

  /// All of them with an empty line between, errors first choice where there are too many.
  func text(of diagnostics: [Diagnostic]) -> String {
    var errorsLeft = Self.most
    var othersLeft = max(0, Self.most - diagnostics.count { $0.severity == .error })
    var drawn: [String] = []
    for diagnostic in diagnostics {
      let isError = diagnostic.severity == .error
      guard isError ? errorsLeft > 0 : othersLeft > 0 else { continue }
      if isError { errorsLeft -= 1 } else { othersLeft -= 1 }
      drawn.append(text(of: diagnostic))
    }
    if drawn.count < diagnostics.count {
      drawn.append("and \(diagnostics.count - drawn.count) more\n")
    }
    return drawn.joined(separator: "\n")
  }

  private func text(of diagnostic: Diagnostic) -> String {
    let style = style(of: diagnostic.severity)
    let head = "\(diagnostic.severity.rawValue)[\(diagnostic.kind.rawValue)]"
    let message = Printable.text(of: diagnostic.message)
    var lines = [painter.paint(head, style) + painter.paint(": \(message)", .bold)]
    let places = (diagnostic.place.map { [$0] } ?? []) + diagnostic.relatedPlaces
    let numbers = places.compactMap { $0.span.map { "\($0.line)".count } }
    let margin = String(repeating: " ", count: max(2, numbers.max() ?? 0))
    let bar = painter.paint("\(margin) |", .margin)
    for (index, place) in places.enumerated() {
      if index > 0 { lines.append(bar) }
      let isFirst = index == 0 && diagnostic.place != nil
      lines.append(
        painter.paint(margin + (isFirst ? "-->" : ":::"), .margin) + " " + line(of: place))
      guard let span = place.span else { continue }
      let room = width - margin.count - 3
      let excerpt = ExcerptDrawing(span.excerpt, width: room)
      let number = "\(span.line)"
      let numbered = margin.dropFirst(number.count) + number + " |"
      let marks = String(repeating: isFirst ? "^" : "-", count: excerpt.marks)
      lines += [
        bar,
        painter.paint(String(numbered), .margin) + (excerpt.text.isEmpty ? "" : " ") + excerpt.text,
      ]
      let colour = isFirst ? style : .margin
      lines += marked(excerpt, marks, place.label, room: room).map { indent, text in
        bar + " " + String(repeating: " ", count: indent) + painter.paint(text, colour)
      }
    }
    let remarks =
      (diagnostic.help.map { [("help", $0)] } ?? []) + diagnostic.notes.map { ("note", $0) }
    if !places.isEmpty, !remarks.isEmpty { lines.append(bar) }
    lines += remarks.map { remark($0.0, $0.1, margin: margin) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The marks with the label beside them, or below where it doesn't fit; each with its indent.
  private func marked(
    _ excerpt: ExcerptDrawing, _ marks: String, _ label: String?, room: Int
  ) -> [(indent: Int, text: String)] {
    guard let label = label.map({ Printable.text(of: $0) }) else {
      return [(excerpt.indent, marks)]
    }
    let columns = ExcerptDrawing.columns(of: label)
    if excerpt.indent + excerpt.marks + 1 + columns <= room {
      return [(excerpt.indent, marks + " " + label)]
    }
    return [(excerpt.indent, marks), (max(0, min(excerpt.indent, room - columns)), label)]
  }

  private func line(of place: Diagnostic.Place) -> String {
    let path = place.path.map { "  " + Printable.path($0) } ?? ""
    let context = place.context.map { "  (\(Printable.text(of: $0)))" } ?? ""
    return place.description + path + context
  }

  /// A remark; its further lines stand under the first.
  private func remark(_ word: String, _ text: String, margin: String) -> String {
    let indent = "\n\(margin)   " + String(repeating: " ", count: word.count + 2)
    let lines = Printable.lines(of: text).split(separator: "\n", omittingEmptySubsequences: false)
    return painter.paint("\(margin) =", .margin) + " "
      + painter.paint("\(word):", .bold) + " " + lines.joined(separator: indent)
  }

  private func style(of severity: Diagnostic.Severity) -> Painter.Style {
    switch severity {
    case .error: .error
    case .warning: .warning
    case .note: .note
    }
  }
}
