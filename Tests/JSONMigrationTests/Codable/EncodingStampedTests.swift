import Foundation
import JSONMigrationCore
import Testing

@testable import JSONMigration

@Suite struct EncodingStampedTests {
  struct Note: Codable, Equatable {
    var text: String
    var priority: Int
  }

  struct Versioned: Codable, Equatable {
    var version: Int
    var text: String
    var priority: Int
  }

  private func migrator(_ format: String) throws -> Migrator {
    try Migrator(rules: MigratorTests.rules + [RuleSource(name: "format.json", text: format)])
  }

  @Test(arguments: [
    (#"{}"#, #"{"priority":1,"text":"Hi","version":3}"#),
    (
      #"{ "version": { "at": "meta.format" } }"#,
      #"{"priority":1,"text":"Hi","meta":{"format":3}}"#
    ),
    (#"{ "version": { "stamp": false, "missing": 3 } }"#, #"{"priority":1,"text":"Hi"}"#),
  ])
  func `the version is written where the format says`(_ format: String, _ text: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(Note(text: "Hi", priority: 1), stamping: migrator(format))
    #expect(String(decoding: data, as: UTF8.self) == text)
  }

  @Test func `a version that the value has is replaced`() throws {
    let migrator = try migrator("{}")
    let old = Versioned(version: 1, text: "Hi", priority: 1)
    let data = try JSONEncoder().encode(old, stamping: migrator)
    let new = try JSONDecoder().decode(Versioned.self, from: data, migrating: migrator)
    #expect(new == Versioned(version: 3, text: "Hi", priority: 1))
  }

  @Test(arguments: ["1.2-beta", "9"])
  func `a member of the value's own is not taken for its version`(version: String) throws {
    struct App: Encodable {
      var version: String
    }
    let error = #expect(throws: MigrationError.self) {
      try JSONEncoder().encode(App(version: version), stamping: migrator("{}"))
    }
    #expect(error?.kind == .conflict)
    #expect(error?.diagnostics.first?.place?.line == 1)
  }

  @Test func `a version that is null is none`() throws {
    struct App: Encodable {
      var version: Int?
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(version, forKey: .version)
      }
      enum Key: CodingKey { case version }
    }
    let data = try JSONEncoder().encode(App(version: nil), stamping: migrator("{}"))
    #expect(String(decoding: data, as: UTF8.self) == #"{"version":3}"#)
  }

  @Test func `the layout goes on`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let data = try encoder.encode(Note(text: "Hi", priority: 1), stamping: migrator("{}"))
    #expect(
      String(decoding: data, as: UTF8.self) == """
        {
          "priority" : 1,
          "text" : "Hi",
          "version" : 3
        }
        """)
  }

  @Test func `each of many documents gets its version`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let notes = [Note(text: "a", priority: 1), Note(text: "b", priority: 2)]
    let data = try encoder.encode(notes, stamping: migrator(#"{ "each": "[*]" }"#))
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"[{"priority":1,"text":"a","version":3},{"priority":2,"text":"b","version":3}]"#)
  }

  @Test func `a value that has no place for a version is refused`() throws {
    let migrator = try migrator("{}")
    let error = #expect(throws: MigrationError.self) {
      try JSONEncoder().encode([1, 2], stamping: migrator)
    }
    #expect(error?.kind == .wrongType)
  }

  @Test func `another target is stamped as that`() throws {
    let second = try migrator("{}").targeting(2)
    let data = try JSONEncoder().encode(Note(text: "Hi", priority: 1), stamping: second)
    #expect(try second.version(of: data) == 2)
  }
}
