import JSONText
import Testing

@testable import JSONMigrationCore

/// A rule, a document before it, and what has to come of it.
struct RuleCase: Sendable, CustomTestStringConvertible {
  enum Outcome: Sendable {
    case after(String)
    case fails(Diagnostic.Kind)
  }

  let name: String
  let rules: String
  let before: String
  let outcome: Outcome

  init(_ name: String, _ rules: String, _ before: String, _ after: String) {
    (self.name, self.rules, self.before, outcome) = (name, rules, before, .after(after))
  }

  init(_ name: String, _ rules: String, _ before: String, fails kind: Diagnostic.Kind) {
    (self.name, self.rules, self.before, outcome) = (name, rules, before, .fails(kind))
  }

  var testDescription: String { name }

  /// Runs the rules, and checks also what nobody remembers: the bytes of the result exactly, that
  /// the way there doesn't depend on the guide, and that a step without rules changes nothing.
  func check(sourceLocation: SourceLocation = #_sourceLocation) {
    do {
      let result = try Trial(rules: rules).run(before)
      guard case .after(let after) = outcome else {
        Issue.record("succeeded with \(result)", sourceLocation: sourceLocation)
        return
      }
      #expect(result == after, sourceLocation: sourceLocation)
    } catch {
      guard case .fails(let kind) = outcome else {
        Issue.record("\(error)", sourceLocation: sourceLocation)
        return
      }
      #expect(error.kind == kind, "\(error)", sourceLocation: sourceLocation)
    }
  }
}

/// Rules of one step, from version 1 to 2 of a format that writes no versions.
struct Trial {
  let migrator: Migrator

  static let format = #"{ "version": { "stamp": false, "missing": 1 } }"#

  /// What examples of `call` call.
  static let functions: [String: Migrator.Function] = [
    "normalizePhone": { value in
      guard let text = value.string else { throw NoText() }
      return .string(text.filter(\.isNumber))
    }
  ]

  struct NoText: Error {}

  /// The rules are one rule, or a list of them; `files` lie beside them.
  init(
    rules: String, files: KeyValuePairs<String, String> = [:]
  ) throws(MigrationError) {
    let list = rules.hasPrefix("[") ? rules : "[\(rules)]"
    let sources = [
      RuleSource(name: "format.json", bytes: Self.format.utf8),
      RuleSource(name: "v2.json", bytes: "{ \"to\": 2, \"rules\": \(list) }".utf8),
    ]
    migrator = try Migrator(
      rules: sources + files.map { RuleSource(name: $0.key, bytes: $0.value.utf8) },
      functions: Self.functions, generator: .fixed)
  }

  func run(_ document: String) throws(MigrationError) -> String {
    String(decoding: try migrator.migrate(document.utf8), as: UTF8.self)
  }
}
