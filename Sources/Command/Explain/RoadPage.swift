import JSONMigration

/// The road of a document as one page, which needs no network and loads nothing.
///
/// Everything from documents and rules stands in the page as data: JSON in which nothing can end the
/// element that it is in. The page's script makes text of it, never markup.
struct RoadPage {
  private let trace: Trace
  private let name: String
  private let target: Version
  /// The texts of the document at all versions, each once.
  private var texts: [[UInt8]] = []
  private var numbers: [[UInt8]: Int] = [:]

  init(_ trace: Trace, name: String, to target: Version) {
    self.trace = trace
    self.name = name
    self.target = target
    for step in trace.steps {
      for text in [step.before, step.after] where numbers[text] == nil {
        numbers[text] = texts.count
        texts.append(text)
      }
    }
  }

  var text: String {
    let parts = PageTemplate.text.split(separator: "{{road}}", omittingEmptySubsequences: false)
    return parts.joined(separator: Self.inert(data))
  }

  /// JSON without anything that HTML could take for its own.
  private static func inert(_ json: String) -> String {
    json.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "<": text += "\\u003c"
      case ">": text += "\\u003e"
      case "&": text += "\\u0026"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  private var data: String {
    JSONReporter.object([
      ("name", JSONReporter.text(name)), ("target", JSONReporter.text("\(target)")),
      (
        "documents",
        JSONReporter.array(
          trace.documents.map {
            JSONReporter.object([
              ("path", JSONReporter.text($0.path)), ("version", JSONReporter.text("\($0.version)")),
            ])
          })
      ),
      ("texts", JSONReporter.array(texts.map(Self.string))),
      ("rules", JSONReporter.array(trace.rules.map(Self.rule))),
      ("steps", JSONReporter.array(trace.steps.map(step))),
      ("failure", trace.failure.map { JSONReporter.text($0.description) } ?? "null"),
    ])
  }

  private func step(_ step: Trace.Step) -> String {
    let values = step.values.map { value in
      JSONReporter.object([
        ("before", Self.string(value.before)), ("after", Self.string(value.after)),
        (
          "edits",
          JSONReporter.array(value.edits.map { "[\($0.step), \($0.edit)]" })
        ),
      ])
    }
    return JSONReporter.object([
      ("path", JSONReporter.text(step.path)), ("from", JSONReporter.text("\(step.from)")),
      ("to", JSONReporter.text("\(step.to)")),
      ("before", "\(numbers[step.before] ?? 0)"),
      ("after", step.isDone ? "\(numbers[step.after] ?? 0)" : "null"),
      ("edits", JSONReporter.array(step.edits.map(Self.edit))),
      ("values", JSONReporter.array(values)),
    ])
  }

  private static func edit(_ edit: Trace.Edit) -> String {
    func spot(_ spot: Trace.Spot?) -> String {
      guard let spot else { return "null" }
      return JSONReporter.object([
        ("path", JSONReporter.text(spot.path)), ("short", JSONReporter.text(spot.path.shortPath)),
        ("value", JSONReporter.text(Printable.quote(spot.value))),
      ])
    }
    return JSONReporter.object([
      ("rule", edit.rule.map { "\($0)" } ?? "null"),
      ("changed", edit.before?.value == edit.after?.value ? "false" : "true"),
      ("before", spot(edit.before)),
      ("after", spot(edit.after)),
    ])
  }

  private static func rule(_ site: Trace.Site) -> String {
    let line = site.place.span.map { Printable.text(of: $0.excerpt.text) } ?? ""
    return JSONReporter.object([
      ("verb", JSONReporter.text(site.verb)), ("place", JSONReporter.text(site.place.position)),
      ("line", JSONReporter.text(line)),
    ])
  }

  private static func string(_ text: String?) -> String {
    text.map { JSONReporter.text($0) } ?? "null"
  }

  private static func string(_ text: [UInt8]) -> String {
    JSONReporter.text(String(decoding: text, as: UTF8.self))
  }
}
