import JSONMigration

/// What `status` has to say, in the forms in which it is said.
struct StatusReport {
  private let survey: Survey
  private let migrator: Migrator
  private let files: Int

  /// The most values, keys and places of a kind that are shown to people.
  private static let most = 20

  init(_ survey: Survey, _ migrator: Migrator, files: Int) {
    self.survey = survey
    self.migrator = migrator
    self.files = files
  }

  /// The versions that the rules name and those that were met, and how many documents of each there
  /// are.
  private var versions: [(version: Version, documents: Int)] {
    let all = Set(migrator.versions).union(survey.versions.keys)
    return migrator.inOrder(all).map { ($0, survey.versions[$0] ?? 0) }
  }
}

// MARK: - Text

extension StatusReport {
  func text(_ painter: Painter, width: Int) -> String {
    let parts = [
      head, versionText, ruleText, uncoveredText, unseenText, failureText(painter, width),
    ]
    return parts.compactMap { $0 }.joined(separator: "\n")
  }

  private var head: String {
    "\(Self.count(survey.documents, "document")) in \(Self.count(files, "file"))"
      + (survey.failing > 0 ? ", \(survey.failing) would fail" : "")
      + (survey.foreign > 0 ? ", \(survey.foreign) of another format" : "") + "\n"
  }

  private var versionText: String {
    let rows = versions.map { version, documents in
      ["\(version)", "\(documents)"] + (version == migrator.newest ? ["newest"] : [])
    }
    return "Versions:\n" + Self.columns(rows, rightAligned: [1])
  }

  private var ruleText: String {
    var text = "Rules, with the documents in which they would act, and how often:\n"
    var step: String?
    var rows: [[String]] = []
    func finishStep() {
      if let step { text += "  \(step)\n" + Self.columns(rows, rightAligned: [2, 3], indent: 4) }
      rows = []
    }
    for rule in survey.ruleCounts(migrator) {
      if rule.step != step {
        finishStep()
        step = rule.step
      }
      rows.append(
        [rule.place.position, rule.verb, "\(rule.count.documents)", "\(rule.count.times)"])
    }
    finishStep()
    return text
  }

  private var uncoveredText: String? {
    let rules = survey.uncoveredValues(migrator)
    if rules.isEmpty { return nil }
    return "Values that no case covers, and how often they were met:\n"
      + rules.map { rule in
        var rows = rule.values.prefix(Self.most).map {
          [Printable.quote($0.value.text), "\($0.times)"]
        }
        let rest = rule.values.dropFirst(Self.most).reduce(rule.others) { $0 + $1.times }
        if rest > 0 { rows.append(["others", "\(rest)"]) }
        return "  \(rule.place.position)  \(rule.verb)\n"
          + Self.columns(rows, rightAligned: [1], indent: 4)
      }.joined()
  }

  private var unseenText: String? {
    let keys = survey.unseenKeys
    if keys.isEmpty { return nil }
    var rows = keys.prefix(Self.most).map { path, documents in
      [Printable.text(of: path), "\(documents)"]
    }
    let more = keys.count - rows.count
    if more > 0 || survey.otherUnseenKeys > 0 {
      rows.append([survey.otherUnseenKeys > 0 ? "and more" : "and \(more) more"])
    }
    return "Keys that no rule and no test has, and the documents that have them:\n"
      + Self.columns(rows, rightAligned: [1])
  }

  private func failureText(_ painter: Painter, _ width: Int) -> String? {
    if survey.failures.isEmpty { return nil }
    let reporter = TextReporter(painter: painter, width: width)
    return "What would fail:\n\n"
      + failures.map { failure in
        let places = failure.examples.dropFirst().compactMap { $0.diagnostic.place?.position }
        let more = failure.documents - failure.examples.count
        var also = places.map { "  also \($0)\n" }.joined()
        if more > 0 { also += "  and \(more) more\n" }
        return reporter.text(of: failure.examples.prefix(1).map(\.diagnostic)) + also
      }.joined(separator: "\n")
  }

  /// The most frequent first.
  private var failures: [Survey.Failure] {
    survey.failures.sorted { left, right in
      guard left.documents == right.documents else { return left.documents > right.documents }
      guard let first = left.examples.first, let second = right.examples.first else { return false }
      return first.order < second.order
    }
  }

  private static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }

  /// Rows whose cells stand below each other.
  private static func columns(
    _ rows: [[String]], rightAligned: Set<Int>, indent: Int = 2
  ) -> String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.compactMap { column < $0.count ? $0[column].unicodeScalars.count : nil }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let space = String(
          repeating: " ", count: max(0, widths[column] - cell.unicodeScalars.count))
        if rightAligned.contains(column) { return space + cell }
        return column == row.count - 1 ? cell : cell + space
      }
      return String(repeating: " ", count: indent) + cells.joined(separator: "  ") + "\n"
    }.joined()
  }
}

// MARK: - For programs

extension StatusReport {
  /// One object on one line.
  ///
  /// | member | what |
  /// | --- | --- |
  /// | `documents`, `failing` | how many there are, and how many of them can't be migrated |
  /// | `foreign` | how many are of another format and are left alone |
  /// | `files` | how many files were read |
  /// | `versions` | of each version of the rules: `version`, `documents` |
  /// | `rules` | of each rule: `verb`, `place`, the `documents` it would act in, `times` |
  /// | `uncovered` | of each rule with values that no case fits: `verb`, `place`, `values`, `others` |
  /// | `unseen`, `otherUnseen` | keys that no rule and no test has: `path`, `documents` |
  /// | `failures` | of each reason: `kind`, `documents`, and up to three of them as `examples` |
  ///
  /// A value has `times` and its `value`, or its `start` as text where it is long. `others` and
  /// `otherUnseen` say how often more were met than are kept.
  var json: String {
    JSONReporter.object([
      ("documents", "\(survey.documents)"), ("failing", "\(survey.failing)"),
      ("foreign", "\(survey.foreign)"),
      ("files", "\(files)"),
      ("versions", JSONReporter.array(versions.map(Self.version))),
      ("rules", JSONReporter.array(survey.ruleCounts(migrator).map(Self.rule))),
      ("uncovered", JSONReporter.array(survey.uncoveredValues(migrator).map(Self.uncovered))),
      (
        "unseen",
        JSONReporter.array(
          survey.unseenKeys.map {
            JSONReporter.object([
              ("path", JSONReporter.text($0.path)), ("documents", "\($0.documents)"),
            ])
          })
      ),
      ("otherUnseen", "\(survey.otherUnseenKeys)"),
      ("failures", JSONReporter.array(failures.map(Self.failure))),
    ])
  }

  private static func version(_ version: Version, _ documents: Int) -> String {
    JSONReporter.object([
      ("version", JSONReporter.value(version.json)), ("documents", "\(documents)"),
    ])
  }

  private static func rule(_ rule: Survey.RuleCount) -> String {
    JSONReporter.object([
      ("verb", JSONReporter.text(rule.verb)), ("place", JSONReporter.object(of: rule.place)),
      ("documents", "\(rule.count.documents)"), ("times", "\(rule.count.times)"),
    ])
  }

  private static func uncovered(_ rule: Survey.Uncovered) -> String {
    let values = rule.values.map { value, times in
      JSONReporter.object([
        value.isCut
          ? ("start", JSONReporter.text(String(decoding: value.text, as: UTF8.self)))
          : ("value", JSONReporter.value(value.text)),
        ("times", "\(times)"),
      ])
    }
    return JSONReporter.object([
      ("verb", JSONReporter.text(rule.verb)), ("place", JSONReporter.object(of: rule.place)),
      ("values", JSONReporter.array(values)), ("others", "\(rule.others)"),
    ])
  }

  private static func failure(_ failure: Survey.Failure) -> String {
    let examples = failure.examples.map { JSONReporter.object(of: $0.diagnostic) }
    return JSONReporter.object([
      ("kind", JSONReporter.text(failure.kind.rawValue)), ("documents", "\(failure.documents)"),
      ("examples", JSONReporter.array(examples)),
    ])
  }
}

// MARK: - As findings

extension StatusReport {
  /// What needs someone's eyes: what would fail, and what no case covers.
  var diagnostics: [Diagnostic] {
    failures.flatMap { $0.examples.map(\.diagnostic) }
      + survey.uncoveredValues(migrator).map { rule in
        let values = rule.values.prefix(Self.most).map { value, times in
          "\(Printable.quote(value.text)) (\(times))"
        }
        return Diagnostic(
          .uncovered, "no case covers " + values.joined(separator: ", "), severity: .warning,
          at: rule.place)
      }
  }
}

extension Diagnostic.Kind {
  /// Values were met that no case of a rule covers.
  static let uncovered = Diagnostic.Kind(rawValue: "uncovered-value")
}
