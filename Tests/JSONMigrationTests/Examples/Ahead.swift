import JSONText
import Testing

@testable import JSONMigration

/// The verbs of the language that the engine doesn't have yet.
///
/// An example that uses one of them has to fail.
enum Ahead {
  /// All verbs of the language.
  static let language: Set<String> = [
    "add-default", "append", "call", "choose", "compose", "concat", "convert", "copy", "drop",
    "join", "keep-only", "list", "map-values", "migrate", "move", "nest", "rename", "rename-keys",
    "require", "rules", "set", "split", "text", "to-list", "to-object", "unnest", "unwrap", "wrap",
  ]

  static let words = language.subtracting(Verbs.names)

  /// Runs `body`, which has to fail if the rules say something that isn't done yet.
  static func check(_ rules: RuleFolder, _ body: () throws -> Void) throws {
    let ahead = try rules.words().intersection(words)
    if ahead.isEmpty {
      try body()
    } else {
      withKnownIssue("not done yet: \(ahead.sorted().joined(separator: ", "))") { try body() }
    }
  }
}

extension RuleFolder {
  func migrator() throws(MigrationError) -> Migrator {
    try Migrator(
      rules: files.map { RuleSource(name: $0.name, bytes: $0.bytes) }, functions: Trial.functions,
      generator: .fixed)
  }

  /// The folder with one of its steps only, for documents that have no version.
  func alone(_ step: LocatedJSON, of file: File) -> RuleFolder {
    let members = ["rules", "undo"].compactMap { key in
      step.member(key).map { value in
        ", \"\(key)\": " + String(decoding: file.bytes[value.range], as: UTF8.self)
      }
    }
    let alone = File(name: "v2.json", bytes: Array("{ \"to\": 2\(members.joined()) }".utf8))
    return RuleFolder(files: files.filter { $0.name.contains("/") } + [Self.unstamped, alone])
  }
}

extension Migrator {
  /// The kind of the error that a document gives, or nil if it is migrated.
  func kindOfFailure(_ document: [UInt8]) -> String? {
    do {
      _ = try migrate(document)
      return nil
    } catch {
      return error.kind.rawValue
    }
  }
}
