import JSONMigrationAuthoring
import JSONMigrationCore
import JSONText

/// What `status` has to say, in the forms in which it is said.
struct StatusReport {
  private let survey: Survey
  private let migrator: Migrator
  private let files: Int
  /// What was named and can't be read; the survey has it among the documents that would fail.
  private let unread: Int
  /// Files in folders that are no documents.
  private let others: OtherFiles

  /// The most values, keys and places of a kind that are shown to people.
  private static let most = 20

  /// The tests that reach each rule, where that is told.
  private let coverage: [Coverage]

  init(
    _ survey: Survey, _ migrator: Migrator, files: Int, unread: Int = 0, others: OtherFiles,
    coverage: [Coverage] = []
  ) {
    self.survey = survey
    self.coverage = coverage
    self.migrator = migrator
    (self.files, self.unread, self.others) = (files, unread, others)
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
      head, versionText, ruleText(painter), uncoveredText, unseenText, failureText(painter, width),
    ]
    return parts.compactMap { $0 }.joined(separator: "\n")
  }

  private var head: String {
    let failing = survey.failing - unread
    return
      "\(Self.count(survey.documents - unread, "document")) in \(Self.count(files, "file"))"
      + (failing > 0 ? ", \(failing) would fail" : "")
      + (unread > 0 ? ", \(unread) can't be read" : "")
      + (survey.foreign > 0 ? ", \(survey.foreign) of another format" : "") + "\n"
      + (others.sentence.map { $0 + "\n" } ?? "")
  }

  private var versionText: String {
    var rows = versions.map { version, documents in
      let remark =
        version == migrator.newest
        ? "newest" : migrator.rules.format.chain.names(version) ? nil : "not in the rules"
      return ["\(version)", "\(documents)"] + (remark.map { [$0] } ?? [])
    }
    // Of many documents in one file each has a version.
    let known = versions.reduce(unread + survey.foreign) { $0 + $1.documents }
    let others = survey.documents - known
    if others > 0 {
      rows.append(["none", "\(others)", "no version could be read"])
    }
    return "Versions:\n" + TextTable.text([["version", "documents"]] + rows, rightAligned: [1])
  }

  private func ruleText(_ painter: Painter) -> String {
    let counts = survey.ruleCounts(migrator)
    // All steps have the same columns, so that they can be compared.
    let head = ["documents", "times", "verb", "rule"]
    let rows = counts.map { rule in
      let row = [
        "\(rule.count.documents)", "\(rule.count.times)", rule.verb, rule.place.description,
      ]
      return rule.count.times == 0 ? row + ["nothing to do"] : row
    }
    let lines = TextTable.lines([head] + rows, rightAligned: [0, 1], indent: 4)
    var text = "Rules, with the documents in which they would act, and how often:\n"
    guard let first = lines.first else { return text }
    text += first
    var step: String?
    for (rule, line) in zip(counts, lines.dropFirst()) {
      if rule.step != step { text += "  \(rule.step)\n" }
      step = rule.step
      text += rule.count.times == 0 ? painter.paint(String(line.dropLast()), .warning) + "\n" : line
    }
    return text
  }

  private var uncoveredText: String? {
    let rules = survey.uncoveredValues(migrator)
    if rules.isEmpty { return nil }
    return "Values that no case covers, and how often they were met:\n"
      + rules.map { rule in
        var rows = [["value", "times"]]
        rows += rule.values.prefix(Self.most).map {
          [Printable.quote($0.value.text), "\($0.times)"]
        }
        let rest = rule.values.dropFirst(Self.most).reduce(rule.others) { $0 + $1.times }
        if rest > 0 { rows.append(["others", "\(rest)"]) }
        return "  \(rule.place.description)  \(rule.verb)\n"
          + TextTable.text(rows, rightAligned: [1], indent: 4)
      }.joined()
  }

  private var unseenText: String? {
    let keys = survey.unseenKeys
    if keys.isEmpty { return nil }
    var rows = [["key", "documents"]]
    rows += keys.prefix(Self.most).map { path, documents in
      [Printable.text(of: path), "\(documents)"]
    }
    let more = keys.count - Self.most
    if more > 0 || survey.otherUnseenKeys > 0 {
      rows.append([survey.otherUnseenKeys > 0 ? "and more" : "and \(more) more"])
    }
    return "Keys that no rule and no test has, and the documents that have them:\n"
      + TextTable.text(rows, rightAligned: [1])
  }

  private func failureText(_ painter: Painter, _ width: Int) -> String? {
    if survey.failures.isEmpty { return nil }
    let reporter = TextReporter(painter: painter, width: width)
    return "What would fail:\n\n"
      + failures.map { failure in
        let places = failure.examples.dropFirst().compactMap { $0.diagnostic.place?.description }
        let more = failure.documents - failure.examples.count
        var also = places.map { "  also \($0)\n" }.joined()
        if more > 0 { also += "  and \(more) more\n" }
        let first = failure.examples.prefix(1).map(\.diagnostic.pointingAtLines)
        return reporter.text(of: first) + also
      }.joined(separator: "\n")
  }

  /// The most frequent first.
  private var failures: [Survey.Failure] {
    survey.failures.ordered { left, right in
      guard left.documents == right.documents else { return left.documents > right.documents }
      guard let first = left.examples.first, let second = right.examples.first else { return false }
      return first.order < second.order
    }
  }

  private static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
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
  /// | `passedOver` | how many files of folders are no documents by their names (`named`), by a .gitignore (`ignored`), or since they are `hidden` |
  /// | `versions` | of each version of the rules, and of others that were met: `version`, `documents` |
  /// | `rules` | of each rule, in the order of the steps: `verb`, `place`, the `documents` it would act in, `times`, and the `tests` that reach it |
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
      (
        "passedOver",
        JSONReporter.object([
          ("named", "\(others.counts.named)"), ("ignored", "\(others.counts.ignored)"),
          ("hidden", "\(others.counts.hidden)"),
        ])
      ),
      ("versions", JSONReporter.array(versions.map(Self.version))),
      ("rules", JSONReporter.array(survey.ruleCounts(migrator).map(rule))),
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

  private func rule(_ rule: Survey.RuleCount) -> String {
    let tests = coverage.first { $0.place == rule.place }?.tests ?? []
    return JSONReporter.object([
      ("verb", JSONReporter.text(rule.verb)), ("place", JSONReporter.object(of: rule.place)),
      ("documents", "\(rule.count.documents)"), ("times", "\(rule.count.times)"),
      ("tests", JSONReporter.array(tests.map(JSONReporter.text))),
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
    let examples = failure.examples.map { JSONReporter.object(of: $0.diagnostic.pointingAtLines) }
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
    failures.flatMap { $0.examples.map(\.diagnostic.pointingAtLines) }
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
