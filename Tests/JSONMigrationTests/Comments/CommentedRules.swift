import JSONMigrationCore
import JSONText

@testable import JSONMigration

extension Migrator {
  /// A step with some rules, for documents with comments; `format` is more of format.json.
  static func takingComments(_ rules: String, format: String = "") throws -> Migrator {
    try Migrator(
      rules: [
        RuleSource(
          name: "format.json",
          text: #"{ "comments": true, "version": { "stamp": false, "missing": 1 }\#(format) }"#),
        RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [ \#(rules) ] }"#),
      ])
  }
}
