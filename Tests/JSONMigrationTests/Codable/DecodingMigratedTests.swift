import Foundation
import JSONMigration
import Testing

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
