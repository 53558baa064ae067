import JSONMigrationAuthoring
import JSONMigrationCore

/// Which tests reach which rule, in the forms in which it is told.
struct CoverageReport {
  let coverage: [Coverage]
  let passed: Int
  let failed: Int

  /// The most names of tests that stand behind a rule.
  private static let most = 3

  /// For people: the rules in the order of the steps, those that no test reaches in colour.
  func text(_ painter: Painter) -> String {
    let reached = coverage.count { !$0.tests.isEmpty }
    var text = "\(reached) of \(coverage.count) rules are reached by tests\n"
    let head = ["tests", "verb", "rule"]
    let rows = coverage.map { rule in
      ["\(rule.tests.count)", rule.verb, rule.place.description, names(of: rule.tests)]
    }
    let lines = TextTable.lines([head] + rows, rightAligned: [0], indent: 4)
    guard let first = lines.first, !coverage.isEmpty else { return text }
    text += first
    var step: String?
    for (rule, line) in zip(coverage, lines.dropFirst()) {
      if rule.step != step { text += "  \(rule.step)\n" }
      step = rule.step
      let isReached = !rule.tests.isEmpty
      text += isReached ? line : painter.paint(String(line.dropLast()), .warning) + "\n"
    }
    return text
  }

  private func names(of tests: [String]) -> String {
    if tests.isEmpty { return "no test reaches it" }
    let more = tests.count - Self.most
    return tests.prefix(Self.most).map { Printable.text(of: $0) }.joined(separator: "; ")
      + (more > 0 ? "; and \(more) more" : "")
  }

  /// One object on one line: how many tests `passed` and `failed`, and of the `rules`, in the order
  /// of the steps, each its `verb`, `place`, `step`, and the names of the `tests` that reach it.
  var json: String {
    JSONReporter.object([
      ("passed", "\(passed)"), ("failed", "\(failed)"),
      (
        "rules",
        JSONReporter.array(
          coverage.map { rule in
            JSONReporter.object([
              ("verb", JSONReporter.text(rule.verb)),
              ("place", JSONReporter.object(of: rule.place)),
              ("step", JSONReporter.text(rule.step)),
              ("tests", JSONReporter.array(rule.tests.map(JSONReporter.text))),
            ])
          })
      ),
    ])
  }
}
