import Foundation
import JSONMigrationCore
import JSONMigrationTesting
import JSONText
import Testing

@testable import JSONMigration

@Suite struct DecodingMigratedTests {
  struct Note: Codable, Equatable {
    var version: Int
    var text: String
    var priority: Int
  }

  let migrator: Migrator

  /// Rules for which every document is current.
  static var current: Migrator {
    get throws {
      try Migrator(rules: [
        RuleSource(name: "format.json", text: #"{ "version": { "stamp": false, "missing": 2 } }"#),
        RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [] }"#),
      ])
    }
  }

  init() throws {
    migrator = try Migrator(rules: MigratorTests.rules)
  }

  @Test func `an old document becomes a value of today`() throws {
    let note = try JSONDecoder().decode(
      Note.self, from: MigratorTests.old, migrating: migrator)
    #expect(note == Note(version: 3, text: "Hi", priority: 0))
  }

  @Test func `what can't be followed is refused`() throws {
    let lenient = JSONDecoder()
    lenient.allowsJSON5 = true
    let headless = JSONDecoder()
    headless.assumesTopLevelDictionary = true
    for decoder in [lenient, headless] {
      let error = #expect(throws: MigrationError.self) {
        try decoder.decode(Note.self, from: MigratorTests.old, migrating: migrator)
      }
      #expect(error?.kind == .unsupported)
    }
  }

  @Test func `a newer document, and one that is no JSON, are errors of their own`() {
    for (text, kind) in [
      (#"{"version":4}"#, Diagnostic.Kind.newerVersion), (#"{"version":1,}"#, .badJSON),
      ("", .badJSON),
    ] {
      let error = #expect(throws: MigrationError.self) {
        try JSONDecoder().decode(Note.self, from: Data(text.utf8), migrating: migrator)
      }
      #expect(error?.kind == kind)
    }
  }

  /// Numbers that rules made have no comma behind them, but what the document before left there.
  @Test(arguments: [#"{ "drop": "x" }"#, #"{ "drop": "$..x" }"#])
  func `what a document left behind is not read with the next`(_ rule: String) throws {
    struct Made: Decodable, Equatable {
      let a: Int
      let b: [Int]
    }
    let migrator = try Migrator(rules: [
      RuleSource(
        name: "v2.json",
        text: """
          { "to": 2, "rules": [
            { "split": "b", "by": " " }, { "convert": "b[*]", "to": "number" },
            { "convert": "a", "to": "number" }, \(rule) ] }
          """)
    ])
    for (a, b) in [("1", "2 3"), ("123456789", "99999999 888888"), ("1", "2"), ("7", "1 2 3 4")] {
      let text = #"{"version": 1, "a": "\#(a)", "b": "\#(b)"}"#
      let value = try JSONDecoder().decode(Made.self, from: Data(text.utf8), migrating: migrator)
      #expect(value == Made(a: Int(a) ?? 0, b: b.split(separator: " ").compactMap { Int($0) }))
    }
  }

  @Test func `a decoder that escapes keeps what it reads`() throws {
    struct Keeper: Decodable {
      let decoder: any Decoder

      init(from decoder: any Decoder) throws { self.decoder = decoder }
    }
    let decoder = JSONDecoder()
    let kept = try (0..<4).map { number in
      let text = #"{"version":1,"body":"a text that is long enough, number \#(number)"}"#
      return try decoder.decode(Keeper.self, from: Data(text.utf8), migrating: migrator)
    }
    for _ in 0..<20 {
      _ = try decoder.decode(Note.self, from: MigratorTests.old, migrating: migrator)
    }
    for (number, keeper) in kept.enumerated() {
      let note = try Note(from: keeper.decoder)
      #expect(note.text == "a text that is long enough, number \(number)")
    }
  }

  @Test func `many threads decode with one migrator`() async throws {
    let migrator = migrator
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          let text = #"{"version":1,"body":"\#(number)"}"#
          let note = try JSONDecoder().decode(
            Note.self, from: Data(text.utf8), migrating: migrator)
          return note.text == "\(number)"
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test func `as deep as Foundation goes, and not deeper`() throws {
    struct Nest: Decodable {
      let depth: Int

      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        depth = container.isAtEnd ? 1 : try container.decode(Nest.self).depth + 1
      }
    }
    let plain = try Self.current
    func nested(_ depth: Int) -> Data {
      Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(
      try JSONDecoder().decode(Nest.self, from: nested(512), migrating: plain).depth == 512)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Nest.self, from: nested(513), migrating: plain)
    }
    let error = #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(Nest.self, from: nested(2_000), migrating: plain)
    }
    #expect(error?.kind == .tooDeep)
  }

  @Test(
    arguments: [
      ([], String.Encoding.utf8), ([0xEF, 0xBB, 0xBF], .utf8), ([], .utf16LittleEndian),
      ([0xFF, 0xFE], .utf16LittleEndian), ([], .utf16BigEndian), ([0xFE, 0xFF], .utf16BigEndian),
      ([], .utf32LittleEndian), ([0xFF, 0xFE, 0, 0], .utf32LittleEndian), ([], .utf32BigEndian),
      ([0, 0, 0xFE, 0xFF], .utf32BigEndian),
    ] as [([UInt8], String.Encoding)])
  func `data may be in all encodings that JSON has had`(
    _ mark: [UInt8], _ encoding: String.Encoding
  ) throws {
    for text in [#"{"version":1,"body":"é日😀"}"#, #"{"version":3,"text":"é日😀","priority":0}"#] {
      let data = Data(mark) + (text.data(using: encoding) ?? Data())
      let note = try JSONDecoder().decode(Note.self, from: data, migrating: migrator)
      #expect(note == Note(version: 3, text: "é日😀", priority: 0))
    }
    let digit = Data(mark) + ("7".data(using: encoding) ?? Data())
    let current = try Self.current
    #expect(try JSONDecoder().decode(Int.self, from: digit, migrating: current) == 7)
  }

  @Test(
    arguments: [
      [0xFF, 0xFE, 0x22, 0, 0, 0xD8, 0x22, 0], [0xFF, 0xFE, 0x31, 0, 0x32], [0, 0, 0, 0x31, 0xFF],
    ] as [[UInt8]])
  func `what is broken in its encoding is refused`(_ bytes: [UInt8]) throws {
    let current = try Self.current
    let error = #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(JSON.self, from: Data(bytes), migrating: current)
    }
    #expect(error?.kind == .badJSON)
  }

  @Test func `a byte-order mark stays where it is`() throws {
    let mark = Data([0xEF, 0xBB, 0xBF])
    #expect(try migrator.version(of: mark + Data(#"{"version":2}"#.utf8)) == 2)
    let migrated = try migrator.migrate(mark + MigratorTests.old)
    #expect(migrated == mark + (try migrator.migrate(MigratorTests.old)))
    #expect(try migrator.migrate(migrated) == migrated)
    let migration = try migrator.migration(of: mark + MigratorTests.old)
    #expect(migration.document == migrated && migration.isChanged && migration.from == 1)
    #expect(try migrator.migration(of: migrated).isChanged == false)
  }

  @Test(
    arguments: [
      ([], String.Encoding.utf8), ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE], .utf16LittleEndian),
      ([], .utf16BigEndian), ([0xFF, 0xFE, 0, 0], .utf32LittleEndian), ([], .utf32BigEndian),
    ] as [([UInt8], String.Encoding)])
  func `what is wrong has a place in the data that was given`(
    _ mark: [UInt8], _ encoding: String.Encoding
  ) throws {
    func bytes(_ text: String) -> [UInt8] { Array(text.data(using: encoding) ?? Data()) }
    let front = "{\n\"é😀\": "
    let data = Data(mark + bytes(front + "nul }"))
    let current = try Self.current
    let start = mark.count + bytes(front).count
    var errors = [
      #expect(throws: MigrationError.self) {
        try JSONDecoder().decode(JSON.self, from: data, migrating: current)
      }, #expect(throws: MigrationError.self) { try current.version(of: data) },
      #expect(throws: MigrationError.self) {
        try Sample(name: "a.json", data: data).decode(as: JSON.self, by: current)
      },
    ]
    if encoding == .utf8 {
      errors += [
        #expect(throws: MigrationError.self) { try migrator.migrate(data) },
        #expect(throws: MigrationError.self) { try migrator.migration(of: data) },
      ]
    }
    for error in errors {
      let place = error?.diagnostics.first?.place
      #expect(place?.bytes?.lowerBound == start, "\(String(describing: error))")
      #expect(place?.line == 2 && place?.column == 7)
    }
  }

  @Test func `an origin behind a byte-order mark is in the data that was given`() throws {
    let data = Data([0xEF, 0xBB, 0xBF]) + Data(#"{"version":1,"body":"a"}"#.utf8)
    let place = try migrator.migration(of: data).origin(of: [Key("text")])
    #expect(place?.bytes.map { Array(data)[$0] } == ArraySlice(Array(#""a""#.utf8)))
    #expect(place?.column == 21)
  }

  @Test func `whether a document is newer is asked without catching`() throws {
    #expect(try migrator.isNewer(Data(#"{"version":4}"#.utf8)))
    #expect(try !migrator.isNewer(Data(#"{"version":3}"#.utf8)))
    #expect(try !migrator.isNewer(MigratorTests.old))
    #expect(throws: MigrationError.self) { try migrator.isNewer(Data("{".utf8)) }
  }

  /// A keyed container of the standard library doesn't tell it, neither here nor with
  /// `JSONDecoder`.
  @Test func `a subclass that is asked for by its type is made`() throws {
    struct Holder: Decodable {
      let single: Animal
      let listed: [Animal?]

      enum Keys: CodingKey { case single, listed }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        var list = try container.nestedUnkeyedContainer(forKey: .listed)
        listed = [
          try list.decode(Wolf.self as Animal.Type),
          try list.decodeIfPresent(Wolf.self as Animal.Type),
        ]
        single = try container.superDecoder(forKey: .single).singleValueContainer()
          .decode(Wolf.self as Animal.Type)
      }
    }
    let data = Data(#"{"single":{"legs":1},"listed":[{"legs":2},{"legs":3}]}"#.utf8)
    let current = try Self.current
    let holder = try JSONDecoder().decode(Holder.self, from: data, migrating: current)
    #expect(([holder.single] + holder.listed).map { ($0 as? Wolf)?.legs } == [1, 2, 3])
    let root = try JSONDecoder().decode(
      Wolf.self as Animal.Type, from: Data(#"{"legs":4}"#.utf8), migrating: current)
    #expect(root is Wolf)
  }

  @Test func `an error has all of its message for alerts`() throws {
    let error = try #require(throws: MigrationError.self) {
      try JSONDecoder().decode(Note.self, from: Data(#"{"version":9}"#.utf8), migrating: migrator)
    }
    #expect(error.errorDescription == error.description)
    #expect(error.localizedDescription == error.description)
    #expect(error.failureReason == error.diagnostics[0].message)
    #expect(error.recoverySuggestion == error.diagnostics[0].help)
    #expect((error as NSError).domain == "JSONMigration.MigrationError")
  }

  @Test func `types that need a configuration get it`() throws {
    struct Scaled: DecodableWithConfiguration, Equatable {
      enum Keys: String, CodingKey { case priority }
      let value: Int

      init(value: Int) { self.value = value }

      init(from decoder: any Decoder, configuration: Int) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        value = try container.decode(Int.self, forKey: .priority) * configuration
      }
    }
    struct Three: DecodingConfigurationProviding {
      static var decodingConfiguration: Int { 3 }
    }
    let data = Data(#"{"version":3,"text":"","priority":7}"#.utf8)
    let decoder = JSONDecoder()
    #expect(
      try decoder.decode(Scaled.self, from: data, configuration: 2, migrating: migrator)
        == Scaled(value: 14))
    #expect(
      try decoder.decode(Scaled.self, from: data, configuration: Three.self, migrating: migrator)
        == Scaled(value: 21))
  }

  @Test func `an integer is never one that was rounded, and keys are bytes`() throws {
    let data = Data(#"{"version":3,"text":"","priority":1.00000000000000001}"#.utf8)
    #expect(try JSONDecoder().decode(Note.self, from: data).priority == 1)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Note.self, from: data, migrating: migrator)
    }
    let accents = Data("{\"version\":3,\"e\u{301}\":1,\"\u{e9}\":2}".utf8)
    let values = try JSONDecoder().decode([String: Int].self, from: accents, migrating: migrator)
    // A Swift dictionary takes both for one key; the first one counts, as it does there.
    #expect(values.count == 2)
  }
}

/// A subclass that adds nothing.
private final class Wolf: Animal {}
