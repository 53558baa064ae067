import JSONText
import Testing

@testable import JSONMigration

/// What examples use and the engine doesn't do yet: verbs, options, keys of a format.
///
/// An example that uses one of these words has to fail, so whoever does the last of them strikes it
/// off the list.
enum Ahead {
  static let words: Set<String> = [
    "append", "call", "choose", "compose", "concat", "convert", "join", "keep-only", "list",
    "migrate", "nest", "rename-keys", "text", "to-list", "to-object", "unnest", "unwrap",
    "wrap",
  ]

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
    try Migrator(rules: files.map { RuleSource(name: $0.name, bytes: $0.bytes) })
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
