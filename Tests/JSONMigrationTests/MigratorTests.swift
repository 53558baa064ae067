import Foundation
import JSONMigrationCore
import Testing

@testable import JSONMigration

/// What an app sees; this file imports no other module of the package.
@Suite struct MigratorTests {
  static let rules = [
    RuleSource(
      name: "v2.json", text: #"{ "to": 2, "rules": [{ "rename": { "body": "text" } }] }"#),
    RuleSource(
      name: "v3.json",
      text: #"{ "to": 3, "rules": [{ "add-default": { "priority": 0 } }] }"#),
  ]

  static let old = Data(#"{"version":1,"body":"Hi"}"#.utf8)
  static let current = Data(#"{"version":3,"text":"Hi","priority":0}"#.utf8)

  let migrator: Migrator

  init() throws {
    migrator = try Migrator(rules: Self.rules)
  }

  @Test func `data becomes data`() throws {
    #expect(try migrator.migrate(Self.old) == Self.current)
    #expect(try migrator.migrate(Self.current) == Self.current)
    // The bytes of a part of some data begin at an index that is not 0.
    #expect(try migrator.migrate((Data("xx".utf8) + Self.old)[2...]) == Self.current)
  }

  /// They are programs without names, which run into a script after some documents.
  @Test func `rules that name nothing do nothing, again and again`() throws {
    let format = #"{ "version": { "stamp": false, "missing": 1 } }"#
    let migrator = try Migrator(rules: [
      RuleSource(name: "format.json", text: format),
      RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [] }"#),
    ])
    for _ in 0..<100 { #expect(try migrator.migrate(Self.old) == Self.old) }
  }

  @Test func `a migration tells what happened`() throws {
    let migration = try migrator.migration(of: Self.old)
    #expect(migration.from == 1)
    #expect(migration.to == 3)
    #expect(migration.isChanged)
    #expect(migration.document == Self.current)
    let second = try migrator.migration(of: Self.current)
    #expect(second.from == 3)
    #expect(!second.isChanged)
    #expect(second.document == Self.current)
  }

  @Test func `a value becomes a value`() throws {
    let old: JSON = ["version": 1, "body": "Hi"]
    let migration = try migrator.migration(of: old)
    #expect(migration.document == ["version": 3, "text": "Hi", "priority": 0])
    #expect(migration.from == 1)
    #expect(migration.isChanged)
    #expect(try migrator.migrate(old) == migration.document)
    #expect(try migrator.migration(of: migration.document).isChanged == false)
  }

  @Test func `versions can be asked for`() throws {
    #expect(try migrator.version(of: Self.old) == 1)
    #expect(try migrator.version(of: ["text": "Hi"] as JSON) == 1)
    #expect(migrator.newest == 3)
    #expect(migrator.versions == [1, 2, 3])
  }

  @Test func `another target than the newest version`() throws {
    let second = try migrator.targeting(2)
    #expect(second.target == 2)
    #expect(try second.migrate(Self.old) == Data(#"{"version":2,"text":"Hi"}"#.utf8))
    let error = #expect(throws: MigrationError.self) { try migrator.targeting(9) }
    #expect(error?.kind == .unknownVersion)
    #expect(error?.diagnostics.first?.help == "they name 1, 2, 3")
    let text = #expect(throws: MigrationError.self) { try migrator.targeting("2") }
    #expect(
      text?.description.hasPrefix(
        #"error: the rules name no version "2", for versions are integers"#) == true)
    #expect(text?.diagnostics.first?.help == "say 2")
  }

  @Test(arguments: [
    ("v2", "`v2` is passed over, for it doesn't end as rule files do, in .json or .jsonc"),
    ("./v2.json", "`./v2.json` is passed over, for it is in a folder inside of the rules folder"),
    (
      "Rules/v2.json",
      "`Rules/v2.json` is passed over, for it is in a folder inside of the rules folder"
    ),
  ])
  func `sources of which none is a step are told`(name: String, note: String) {
    for format in [[], [RuleSource(name: "format.json", text: "{}")]] {
      let error = #expect(throws: MigrationError.self) {
        try Migrator(rules: format + [RuleSource(name: name, text: #"{"to":2,"rules":[]}"#)])
      }
      #expect(error?.kind == .badRules)
      #expect(error?.diagnostics.first?.message == "none of the sources is a step")
      #expect(error?.diagnostics.first?.notes == [note])
    }
  }

  @Test func `documents go back, where that loses nothing`() throws {
    let first = try migrator.targeting(1)
    #expect(try first.migrate(Self.current) == Data(#"{"version":1,"body":"Hi"}"#.utf8))
    #expect(try first.migration(of: Self.current).from == 3)
    struct Old: Decodable { let body: String }
    let old = try JSONDecoder().decode(Old.self, from: Self.current, migrating: first)
    #expect(old.body == "Hi")
    let changed = Data(#"{"version":3,"text":"Hi","priority":5}"#.utf8)
    let error = #expect(throws: MigrationError.self) { try first.migrate(changed) }
    #expect(error?.kind == .noWayBack)
  }

  @Test func `a document that is newer is its own kind of error`() {
    let newer = Data(#"{"version":4}"#.utf8)
    let error = #expect(throws: MigrationError.self) { try migrator.migrate(newer) }
    #expect(error?.kind == .newerVersion)
    #expect(error?.diagnostics.first?.help?.contains("get newer rules") == true)
  }

  @Test func `of many documents in one the oldest version counts`() throws {
    let each = try Migrator(
      rules: Self.rules + [
        RuleSource(name: "format.json", text: #"{ "each": "[*]", "version": { "at": "v" } }"#)
      ])
    let list = Data(#"[{"v":3},{"v":2},{"v":3}]"#.utf8)
    #expect(try each.migration(of: list).from == 2)
    #expect(try each.version(of: Data("[]".utf8)) == 3)
  }

  @Test func `time and ids come from whom the app says`() throws {
    let rules = [
      RuleSource(
        name: "v2.json",
        text: """
          { "to": 2, "rules": [
            { "add-default": ["id"], "generate": "uuid" },
            { "add-default": ["at"], "generate": "now" } ] }
          """)
    ]
    let id = UUID()
    let fixed = Date(timeIntervalSince1970: 86_400)
    let generator = GeneratedValues(now: { fixed }, id: { id })
    let made = try Migrator(rules: rules, generator: generator).migrate(["version": 1] as JSON)
    #expect(made["id"]?.string == id.uuidString.lowercased())
    #expect(made["at"] == "1970-01-02T00:00:00Z")

    let system = try Migrator(rules: rules)
    let first = try system.migrate(["version": 1] as JSON)
    let second = try system.migrate(["version": 1] as JSON)
    #expect(first["id"] != second["id"])
    #expect(UUID(uuidString: try #require(first["id"]?.string)) != nil)
    // Whatever the clock says, it is a time, and not the fixed one.
    #expect(try Date(try #require(first["at"]?.string), strategy: .iso8601) != fixed)
  }

  @Test func `many threads share one migrator`() async throws {
    let migrator = migrator
    let results = try await withThrowingTaskGroup(of: Data.self) { group in
      for number in 0..<200 {
        group.addTask { try migrator.migrate(Data(#"{"version":1,"body":\#(number)}"#.utf8)) }
      }
      var results: Set<Data> = []
      for try await result in group { results.insert(result) }
      return results
    }
    #expect(results.count == 200)
    #expect(results.contains(Data(#"{"version":3,"text":7,"priority":0}"#.utf8)))
  }

  @Test func `a function may use the migrator that calls it`() throws {
    let inner = migrator
    let outer = try Migrator(
      rules: [
        RuleSource(
          name: "v2.json", text: #"{ "to": 2, "rules": [{ "call": "inner", "at": "part" }] }"#)
      ], functions: ["inner": { try inner.migrate($0) }])
    let result = try outer.migrate(["version": 1, "part": ["version": 1, "body": "Hi"]] as JSON)
    #expect(result["part"]?["text"] == "Hi")
  }
}
