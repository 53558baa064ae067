import JSONMigrationCore

/// How a value came to be what it is, in the forms in which it is told.
struct HistoryReport {
  private let history: Trace.History
  private let trace: Trace
  /// Where it stands in the document as it was, if it was there.
  private let origin: Diagnostic.Place?

  /// The same of the values that it was made of.
  private let sources: [HistoryReport]

  /// `place` tells where some bytes of the document are.
  init(_ history: Trace.History, _ trace: Trace, place: (Range<Int>) -> Diagnostic.Place) {
    self.history = history
    self.trace = trace
    origin = history.origin.map(place)
    sources = history.sources.map { HistoryReport($0, trace, place: place) }
  }

  /// The history for people, from where the value came from to what it is.
  func text(_ painter: Painter, width: Int) -> String {
    "\(Printable.path(history.spot.path)) is \(Printable.text(of: history.spot.value))\n"
      + road(painter, width: width)
  }

  private func road(_ painter: Painter, width: Int) -> String {
    func excerpt(_ place: Diagnostic.Place) -> String { self.excerpt(place, painter, width: width) }
    var text = ""
    if history.isCopy {
      text += "\nit was copied by a rule\n"
    } else if let origin {
      text +=
        "\nit was there from the beginning, at \(origin.description)"
        + (origin.path.map { "  \(Printable.path($0))" } ?? "") + "\n" + excerpt(origin)
    } else {
      text += "\nit was made by a rule\n"
    }
    if history.edits.isEmpty { text += "\nno rule has touched it\n" }
    var rest = history.edits[...]
    var step: Int?
    while let (number, first) = rest.first {
      if number != step {
        let versions = trace.steps[number]
        text += "\n" + painter.paint("version \(versions.from) → \(versions.to)", .bold) + "\n"
        step = number
      }
      if let rule = first.rule {
        let site = trace.rules[rule]
        text += "  \(painter.paint(site.verb, .bold))  \(site.place.description)\n"
        text += excerpt(site.place)
      } else {
        text += "  version\n"
      }
      let edits = rest.prefix { $0.step == number && $0.edit.rule == first.rule }
      for (_, edit) in edits.prefix(RoadReport.most) { text += "    \(edit.line(painter))\n" }
      if edits.count > RoadReport.most {
        text += "    and \(edits.count - RoadReport.most) more\n"
      }
      rest = rest[edits.endIndex...]
    }
    return text
      + sources.map { source in
        let spot = source.history.spot
        let words = history.isCopy ? "copied from" : "made of"
        return "\nit was \(words) \(Printable.path(spot.path)), which was "
          + "\(Printable.text(of: spot.value))\n" + source.road(painter, width: width)
      }.joined()
  }

  private func excerpt(_ place: Diagnostic.Place, _ painter: Painter, width: Int) -> String {
    guard let span = place.span else { return "" }
    let start = "    \(span.line) | "
    let drawing = ExcerptDrawing(span.excerpt, width: width - start.count)
    let marks =
      String(repeating: " ", count: drawing.indent) + String(repeating: "-", count: drawing.marks)
    return painter.paint(start, .margin) + drawing.text + "\n"
      + String(repeating: " ", count: start.count - 2) + painter.paint("| " + marks, .margin) + "\n"
  }

  /// One object on one line: `path`, `value`, the `origin` as a place, of a copy that of its
  /// source, null where a rule made the value, the `edits` in order, each as `explain` has them,
  /// with `from` and `to`, and in `sources` the same of the values that a rule made it of.
  var json: String {
    JSONReporter.object([
      ("path", JSONReporter.text(history.spot.path)),
      ("value", JSONReporter.value(history.spot.value)),
      ("origin", origin.map { JSONReporter.object(of: $0) } ?? "null"),
      (
        "edits",
        JSONReporter.array(
          history.edits.map { number, edit in
            let step = trace.steps[number]
            return JSONReporter.object([
              ("from", JSONReporter.value(step.from.json)),
              ("to", JSONReporter.value(step.to.json)),
              ("edit", edit.json(in: trace)),
            ])
          })
      ), ("sources", JSONReporter.array(sources.map(\.json))),
    ])
  }
}
