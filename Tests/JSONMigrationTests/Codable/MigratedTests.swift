import Foundation
import JSONMigrationCore
import Testing

@testable import JSONMigration

@Suite struct MigratedTests {
  struct Author: Codable, Versioned, Equatable {
    static let rules = Result {
      try Migrator(rules: [
        RuleSource(
          name: "v2.json", text: #"{ "to": 2, "rules": [{ "rename": { "called": "name" } }] }"#),
        RuleSource(
          name: "v3.json",
          text: """
            { "to": 3, "rules": [
              { "convert": "born", "from": "unix-seconds", "to": "iso8601" },
              { "add-default": { "isAlive": true } } ] }
            """),
      ])
    }
    static var migrator: Migrator { get throws { try rules.get() } }
    static var fallbackDecoder: JSONDecoder {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      return decoder
    }

    var name: String
    var isAlive: Bool
    var born: Date?
  }

  struct Poem: Codable, Equatable {
    var title: String
    @Migrated var author: Author
    @Migrated var editor: Author?
    @Migrated var readers: [Author]
    @Migrated var critics: [String: Author?]
  }

  static let old = Data(
    """
    { "version": 1, "heading": "Dust",
      "author": { "called": "Ada", "born": 86400 }, "readers": [
        { "version": 2, "name": "Bo", "born": 0 }, { "version": 3, "name": "Cy", "isAlive": false } ],
      "critics": { "x": { "called": "Di" }, "y": null } }
    """.utf8)

  static let new = Poem(
    title: "Dust",
    author: Author(name: "Ada", isAlive: true, born: Date(timeIntervalSince1970: 86_400)),
    editor: nil,
    readers: [
      Author(name: "Bo", isAlive: true, born: Date(timeIntervalSince1970: 0)),
      Author(name: "Cy", isAlive: false),
    ],
    critics: ["x": Author(name: "Di", isAlive: true), "y": nil])

  let migrator: Migrator

  init() throws {
    migrator = try Migrator(rules: [
      RuleSource(
        name: "v2.json", text: #"{ "to": 2, "rules": [{ "rename": { "heading": "title" } }] }"#)
    ])
  }

  private var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }

  @Test func `leaves are migrated in a document that is migrated`() throws {
    #expect(try decoder.decode(Poem.self, from: Self.old, migrating: migrator) == Self.new)
  }

  @Test func `leaves are migrated with any decoder`() throws {
    let poem = try decoder.decode(Poem.self, from: migrator.migrate(Self.old))
    #expect(poem == Self.new)
  }

  @Test func `encoding stamps the leaves, and leaves out what is nil`() throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(Self.new, stamping: migrator)
    let text = String(decoding: data, as: UTF8.self)
    #expect(
      text.contains(
        #""author":{"born":"1970-01-02T00:00:00Z","isAlive":true,"name":"Ada","version":3}"#))
    #expect(text.contains(#"{"isAlive":false,"name":"Cy","version":3}"#))
    #expect(text.hasSuffix(#","version":2}"#))
    #expect(!text.contains("editor"))
    #expect(try decoder.decode(Poem.self, from: data, migrating: migrator) == Self.new)
    #expect(try decoder.decode(Poem.self, from: data) == Self.new)
  }

  @Test func `null is no leaf`() throws {
    let null = Data(#"{"version":2,"title":"","author":null,"readers":[],"critics":{}}"#.utf8)
    for isOwn in [true, false] {
      let error = #expect(throws: DecodingError.self) {
        if isOwn {
          _ = try decoder.decode(Poem.self, from: null, migrating: migrator)
        } else {
          _ = try decoder.decode(Poem.self, from: null)
        }
      }
      guard case .valueNotFound(let type, let context)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect("\(type)" == "Author")
      #expect(context.codingPath.map(\.stringValue) == ["author"])
    }
  }

  @Test func `what is wrong in a leaf says where`() throws {
    let wrong = Data(
      #"{"version":2,"title":"","author":{"called":1},"readers":[],"critics":{}}"#.utf8)
    for isOwn in [true, false] {
      let error = #expect(throws: DecodingError.self) {
        if isOwn {
          _ = try decoder.decode(Poem.self, from: wrong, migrating: migrator)
        } else {
          _ = try decoder.decode(Poem.self, from: wrong)
        }
      }
      guard case .typeMismatch(_, let context)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(context.codingPath.map(\.stringValue) == ["author", "name"])
    }
    let newer = Data(
      #"{"version":2,"title":"","author":{"version":9},"readers":[],"critics":{}}"#.utf8)
    let error = #expect(throws: MigrationError.self) {
      try decoder.decode(Poem.self, from: newer, migrating: migrator)
    }
    #expect(error?.kind == .newerVersion)
    #expect(error?.diagnostics.first?.place?.file == "Author at `$.author` in a document")
    #expect(error?.description.hasPrefix("Author at `$.author` in a document: error: ") == true)
  }

  @Test func `a leaf keeps the spelling of its numbers where the decoder has it`() throws {
    struct Exact: Codable, Versioned {
      static let rules = Result {
        try Migrator(rules: [RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [] }"#)])
      }
      static var migrator: Migrator { get throws { try rules.get() } }
      var amount: Foundation.Decimal
    }
    struct Holder: Codable { @Migrated var exact: Exact }
    let data = Data(#"{"version":2,"exact":{"amount":0.12345678901234567890123}}"#.utf8)
    let holder = try decoder.decode(Holder.self, from: data, migrating: migrator)
    #expect(holder.exact.amount == Foundation.Decimal(string: "0.12345678901234567890123"))
  }

  @Test func `a version in an object of its own`() throws {
    struct Deep: Codable, Versioned, Equatable {
      static let rules = Result {
        try Migrator(rules: [
          RuleSource(name: "format.json", text: #"{ "version": { "at": "meta.version" } }"#),
          RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [{ "drop": "x" }] }"#),
        ])
      }
      static var migrator: Migrator { get throws { try rules.get() } }
      var meta = ["by": 7]
    }
    struct Holder: Codable { @Migrated var deep: Deep }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(Holder(deep: Deep()))
    #expect(String(decoding: data, as: UTF8.self) == #"{"deep":{"meta":{"by":7,"version":2}}}"#)
  }

  @Test func `property lists have leaves too`() throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    struct Book: Codable, Equatable {
      @Migrated var author: Author
      var printed: Date
    }
    let book = Book(
      author: Author(name: "Ada", isAlive: true, born: Date(timeIntervalSinceReferenceDate: 0.25)),
      printed: Date(timeIntervalSinceReferenceDate: 1))
    let data = try encoder.encode(book, stamping: migrator)
    #expect(try PropertyListDecoder().decode(Book.self, from: data, migrating: migrator) == book)
  }

  struct Stamped: Codable, Versioned, Hashable {
    static let rules = Result {
      try Migrator(rules: [
        RuleSource(
          name: "format.json",
          text: #"{ "version": { "at": "schemaVersion", "missing": 1 } }"#),
        RuleSource(
          name: "v2.json",
          text:
            #"{ "to": 2, "rules": [{ "rename": { "name": "full_name" }, "if-missing": "skip" }] }"#),
      ])
    }
    static var migrator: Migrator { get throws { try rules.get() } }
    var fullName: String
  }

  /// A stamp that a strategy for keys has respelled is one: else a value is migrated at each load.
  @Test func `a stamp goes past strategies for keys`() throws {
    struct Holder: Codable { @Migrated var leaf: Stamped }
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(Holder(leaf: Stamped(fullName: "Ada")))
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"leaf":{"full_name":"Ada","schema_version":2}}"#)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let current = try DecodingMigratedTests.current
    let holder = try decoder.decode(Holder.self, from: data, migrating: current)
    #expect(holder.leaf.fullName == "Ada")
    // One of a version that is yet to come says so.
    let newer = Data(#"{"leaf":{"full_name":"Ada","schema_version":9}}"#.utf8)
    let error = #expect(throws: MigrationError.self) {
      try decoder.decode(Holder.self, from: newer, migrating: current)
    }
    #expect(error?.kind == .newerVersion)
    let old = Data(#"{"leaf":{"name":"Ada","schemaVersion":1}}"#.utf8)
    #expect(
      try decoder.decode(Holder.self, from: old, migrating: current).leaf.fullName == "Ada")
  }

  @Test func `a leaf that is no object is an error when it is saved`() throws {
    enum Mood: String, Codable, Versioned {
      case glad
      static let rules = Result {
        try Migrator(rules: [RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [] }"#)])
      }
      static var migrator: Migrator { get throws { try rules.get() } }
    }
    struct Listed: Codable, Versioned {
      static var migrator: Migrator { get throws { try Mood.migrator } }
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(1)
      }
    }
    struct Nothing: Codable, Versioned {
      static var migrator: Migrator { get throws { try Mood.migrator } }
    }
    for encode in [
      { try JSONEncoder().encode(["a": Migrated(wrappedValue: Mood.glad)]) },
      { try JSONEncoder().encode(["a": Migrated(wrappedValue: Listed())]) },
    ] as [() throws -> Data] {
      #expect {
        try encode()
      } throws: { error in
        guard case EncodingError.invalidValue(_, let context) = error else { return false }
        return context.codingPath.map(\.stringValue) == ["a"]
          && context.debugDescription.contains("no place for its version")
      }
    }
    let empty = try JSONEncoder().encode(["a": Migrated(wrappedValue: Nothing())])
    #expect(String(decoding: empty, as: UTF8.self) == #"{"a":{"version":2}}"#)
  }

  @Test func `leaves stand in sets, under keys that are no text, and as payloads`() throws {
    enum Role: Codable, Equatable { case writer(Migrated<Stamped>) }
    struct Holder: Codable, Equatable {
      @Migrated var all: Set<Stamped>
      @Migrated var ranked: [Int: Stamped]
      @Migrated var marked: [Suit: Stamped]
      var role: Role
    }
    let (ada, bo) = (Stamped(fullName: "Ada"), Stamped(fullName: "Bo"))
    let holder = Holder(
      all: [ada, bo], ranked: [1: ada, 2: bo], marked: [.hearts: ada],
      role: .writer(Migrated(wrappedValue: bo)))
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let data = try encoder.encode(holder)
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.components(separatedBy: #""schema_version":2"#).count == 7)
    let current = try DecodingMigratedTests.current
    #expect(try decoder.decode(Holder.self, from: data, migrating: current) == holder)
  }

  @Test func `an error of a leaf says which one it is`() throws {
    struct Holder: Codable { @Migrated var items: [Stamped] }
    let data = Data(#"{"items":[{"schemaVersion":2,"full_name":"a"},{"schemaVersion":7}]}"#.utf8)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let error = #expect(throws: MigrationError.self) {
      try decoder.decode(Holder.self, from: data, migrating: DecodingMigratedTests.current)
    }
    #expect(error?.description.hasPrefix("Stamped at `$.items[1]` in a document") == true)
  }

  @Test func `mistaken rules are told when a value is decoded`() {
    struct Broken: Codable, Versioned {
      static let rules = Result {
        try Migrator(rules: [RuleSource(name: "v2.json", text: "{")])
      }
      static var migrator: Migrator { get throws { try rules.get() } }
    }
    let error = #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(Migrated<Broken>.self, from: Data("{}".utf8))
    }
    #expect(error?.kind == .badRules)
  }
}
