import Foundation
import JSONMigration
import JSONMigrationAuthoring
import JSONText

/// Rules of an acceptance suite, with documents of their first version.
///
/// A suite has folders with `rules` and `cases` in them (`stories/NAME`, `corpora/PROJECT/STEP`)
/// and files of small cases (`decisions`, `second`).
struct AcceptanceFolder {
  let name: String
  let migrator: Migrator
  let documents: [JSON]

  /// All of them; those that can't be read by themselves are left out.
  static func all(in suite: URL) throws -> [Self] {
    try folders(in: suite) + files(in: suite)
  }

  private static func folders(in suite: URL) throws -> [Self] {
    let parts = ["stories", "corpora"].map { suite.appending(path: $0) }
    let rules = parts.flatMap { part in
      FileManager.default.enumerator(at: part, includingPropertiesForKeys: nil)?
        .compactMap { $0 as? URL }.filter { $0.lastPathComponent == "rules" } ?? []
    }
    return try rules.sorted { $0.path < $1.path }.compactMap { rules in
      guard let migrator = try? Migrator(rulesAt: rules, generator: .fixed) else { return nil }
      let cases = rules.deletingLastPathComponent().appending(path: "cases")
      let names = try FileManager.default.contentsOfDirectory(atPath: cases.path).sorted()
      let documents = names.filter { $0.hasSuffix(".before.json") }.compactMap { name in
        try? JSON(parsing: Data(contentsOf: cases.appending(path: name)))
      }
      let name = rules.pathComponents.dropLast().suffix(2).joined(separator: "/")
      return documents.isEmpty ? nil : Self(name: name, migrator: migrator, documents: documents)
    }
  }

  private static func files(in suite: URL) throws -> [Self] {
    var all: [Self] = []
    for part in ["decisions", "second"].map({ suite.appending(path: $0) }) {
      let names = try FileManager.default.contentsOfDirectory(atPath: part.path).sorted()
      for name in names where name.hasSuffix(".json") {
        let cases = try JSON(parsing: try Data(contentsOf: part.appending(path: name))).array ?? []
        for (number, one) in cases.enumerated() {
          // Going to another version is no road along all rules.
          guard one["to"] == nil, let before = one["before"],
            let migrator = try? Migrator(rules: sources(of: one), generator: .fixed)
          else { continue }
          all.append(
            Self(
              name: "\(part.lastPathComponent)/\(name.dropLast(5)) \(number)", migrator: migrator,
              documents: [before]))
        }
      }
    }
    return all
  }

  private static func sources(of one: JSON) -> [RuleSource] {
    func file(_ name: String, _ value: JSON) -> RuleSource {
      RuleSource(name: name, bytes: value.description.utf8)
    }
    if let rules = one["rules"] {
      return [
        file("format.json", ["version": ["stamp": false, "missing": 1]]),
        file("v2.json", ["from": 1, "to": 2, "rules": rules]),
      ]
    }
    let format = one["format"].flatMap { $0.isNull ? nil : file("format.json", $0) }
    let steps = (one["steps"]?.array ?? []).enumerated().map { file("step\($0).json", $1) }
    return (format.map { [$0] } ?? []) + steps
  }

  /// The schema of its documents, closed or open, as `jsonmigrate shape` infers it.
  func schema(isOpen: Bool) -> SchemaFile? {
    var gatherer = ShapeGatherer(migrator)
    for (number, document) in documents.enumerated() {
      let bytes = Array(document.description.utf8)
      gatherer.withText { text in
        text.truncate(to: 0)
        text.append(contentsOf: bytes)
      }
      // A document that can't be told the version of has no shape.
      try? gatherer.look(at: 0..<bytes.count, named: name, piece: number, line: 0)
    }
    let inference = gatherer.inference
    if inference.documents == 0 { return nil }
    let schema = inference.schema(of: inference.versions, isOpen: isOpen)
    return try? SchemaFile(Array(schema.description.utf8), named: "source")
  }
}
