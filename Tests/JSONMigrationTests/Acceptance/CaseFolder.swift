import Foundation
import JSONText
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// A folder of the acceptance cases that has rules and documents: a story, or a step of a corpus.
struct CaseFolder: Sendable, CustomTestStringConvertible {
  /// In the folder of acceptance cases: `stories/poem`, `corpora/zed/keymap-snake-case`.
  let path: String

  static let stories = Shared.names(in: "acceptance/stories").map {
    CaseFolder(path: "stories/\($0)")
  }

  static let corpora = Shared.names(in: "acceptance/corpora").flatMap { project in
    Shared.names(in: "acceptance/corpora/\(project)").map {
      CaseFolder(path: "corpora/\(project)/\($0)")
    }
  }

  var testDescription: String { path }

  /// The rules, with those of the folders in it.
  func migrator() throws -> Migrator {
    let folder = "acceptance/\(path)/rules"
    return try Migrator(
      rules: Shared.documents(below: folder).map { name in
        RuleSource(name: name, bytes: try Shared.bytes("\(folder)/\(name)"))
      })
  }

  func cases() throws -> [FolderCase] {
    let folder = "acceptance/\(path)/cases"
    let files = Shared.names(in: folder)
    return try files.filter { $0.hasSuffix(".before.json") }.map { file in
      let name = String(file.dropLast(".before.json".count))
      func bytes(_ end: String) throws -> [UInt8]? {
        let file = "\(name).\(end).json"
        return files.contains(file) ? try Shared.bytes("\(folder)/\(file)") : nil
      }
      return FolderCase(
        name: name, before: try Shared.bytes("\(folder)/\(file)"), after: try bytes("after"),
        fails: try bytes("fails").map { try JSON(parsing: $0) },
        options: try bytes("options").map { try JSON(parsing: $0) })
    }
  }
}

/// A document, and what has to become of it: a document, or an error.
struct FolderCase {
  let name: String
  let before: [UInt8]
  let after: [UInt8]?
  let fails: JSON?
  let options: JSON?

  /// What is wrong, or nil if the case holds; `keepsOrder` tells whether the order of keys is part
  /// of the case, and the bytes of a document that is current.
  func problem(_ migrator: Migrator, keepsOrder: Bool) throws -> String? {
    var generator = GeneratedValues.fixed
    if let now = options?["now"]?.string { generator.now = { now } }
    var worker = try Worker(migrator, generator: generator)
    do {
      let result = try worker.migrate(before, named: name)
      let text = String(decoding: result, as: UTF8.self)
      guard let after else { return "gave \(text)" }
      let holds =
        if !keepsOrder {
          try JSON(parsing: result) == JSON(parsing: after)
        } else if OrderedJSON(before) == OrderedJSON(after) {
          result == before
        } else {
          OrderedJSON(result) == OrderedJSON(after)
        }
      return holds ? nil : "gave \(text)"
    } catch let error as MigrationError {
      guard let fails, error.kind.rawValue == fails["kind"]?.string else { return "\(error)" }
      guard let message = fails["message"]?.string else { return nil }
      return error.diagnostics.first?.message == message ? nil : "\(error)"
    }
  }
}
