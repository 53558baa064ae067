import Foundation
import JSONMigration
import JSONMigrationAuthoring
import JSONText

/// `back SUITE DOCUMENTS`: asks whether a rule that goes back by itself brings back another
/// document.
///
/// Each rule of the suite that claims a way back, without an `undo`, is tried alone on its share of
/// the documents, there and back. A document that has what the rule makes already may come back as
/// another one, as the rule reference says; so may one whose parts hold the separator. All else is
/// a fault.
struct BackEvaluation {
  private let suite: URL
  private let documents: Int

  init(_ arguments: [String]) throws {
    guard arguments.count == 2, let documents = Int(arguments[1]) else {
      throw BenchmarkError(BenchmarkMain.usage)
    }
    suite = URL(filePath: arguments[0])
    self.documents = documents
  }

  /// Rules that keep what goes, of which a suite may have none.
  private static func keeping() throws -> [AcceptanceFolder] {
    let rules = [
      #"{ "drop": ["a", "o.b"], "stash": true }"#,
      #"{ "drop": "a", "when": "@.a == 1", "stash": true }"#,
      #"{ "set": { "a": 1, "o.b": [true] }, "stash": true }"#,
      #"{ "in": "l[*]", "when": "@.type == 'x'", "set": { "type": "y" }, "stash": true }"#,
      #"{ "in": "l[*]", "keep-only": ["type"], "stash": true }"#,
      #"{ "keep-only": ["a", "l"], "stash": true }"#,
    ]
    let format = RuleSource(
      name: "format.json",
      text: #"{ "stash": "_old", "version": { "stamp": false, "missing": 1 } }"#)
    let document: JSON = [
      "a": 1, "o": ["b": nil, "c": "x"], "l": [["type": "x", "n": 1], ["type": "z"]], "k": [1],
    ]
    return try rules.map { rule in
      let step = RuleSource(name: "v2.json", text: "{ \"to\": 2, \"rules\": [\(rule)] }")
      return AcceptanceFolder(
        name: "stash", migrator: try Migrator(rules: [format, step], generator: .fixed),
        documents: [document])
    }
  }

  func run() throws {
    var subjects: [(name: String, survey: BackSurvey)] = []
    for folder in try AcceptanceFolder.all(in: suite) + Self.keeping() {
      subjects += BackSurvey.all(of: folder.migrator, documents: folder.documents)
        .map { (folder.name, $0) }
    }
    guard !subjects.isEmpty else {
      throw BenchmarkError("no rule in \(suite.path) goes back by itself")
    }
    var total = BackSurvey.Counts()
    var faults: [String] = []
    // What a rule has no documents for goes to the others.
    for (number, subject) in subjects.enumerated() {
      let left = documents - total.tried
      var survey = subject.survey
      let counts = survey.run(documents: max(0, left) / (subjects.count - number))
      total.add(counts)
      for document in survey.faults {
        faults.append("\(subject.name): \(survey.rule)\n  \(document)")
      }
    }
    for fault in faults.prefix(40) { print(fault) }
    print(
      "\(subjects.count) rules, \(total.tried) documents there and back: \(total.same) came back, "
        + "\(total.refused) were refused, \(total.known) had what the rule makes; "
        + "\(total.different) silent differences")
    if total.different > 0 { exit(1) }
  }
}
