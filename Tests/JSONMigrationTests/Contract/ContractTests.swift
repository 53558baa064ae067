import Foundation
import JSONMigrationCore
import Testing

@testable import JSONMigration
@testable import JSONMigrationTesting

@Suite struct ContractTests {
  struct Event: Codable {
    enum Kind: String, Codable, CaseIterable { case party, meeting }
    enum Place: Codable {
      case room(Int)
      case online(URL)
    }
    struct Guest: Codable {
      var name: String
      var isComing: Bool
      var friends: [Guest]
    }

    var id: UUID
    var title: String
    var date: Date
    var kind: Kind
    var isRecurring: Bool
    var place: Place
    var guests: [Guest]
    var scores: [String: Guest]
    var link: URL
    var note: String?
  }

  private func migrator(_ rules: String) throws -> Migrator {
    try Migrator(rules: [
      RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [\#(rules)] }"#)
    ])
  }

  private func messages(
    _ rules: String, _ samples: [String], decoder: JSONDecoder = JSONDecoder(),
    _ type: any Decodable.Type = Event.self
  ) throws -> [String] {
    let named = Dictionary(
      samples.enumerated().map { ("\($0).json", Data($1.utf8)) }, uniquingKeysWith: { $1 })
    do {
      return try migrator(rules).check(decodes: type, samples: named, decoder: decoder)
        .map { "\($0.severity): \($0.message)" }
    } catch let error as MigrationError {
      return error.diagnostics.map { "\($0.severity): \($0.message)" }
    }
  }

  static let full = """
    { "version": 1, "id": "00000000-0000-4000-8000-000000000001", "title": "T", "date": 0,
      "kind": "party", "isRecurring": true, "place": { "room": { "_0": 1 } },
      "guests": [{ "name": "A", "isComing": true, "friends": [] }],
      "scores": { "x": { "name": "B", "isComing": false, "friends": [] } },
      "link": "https://example.com", "note": "n" }
    """

  @Test func `a type that is supplied with everything passes`() throws {
    #expect(try messages("", [Self.full]) == ["note: no sample has version 2"])
  }

  @Test func `what nothing adds is told with the rule that mends it`() throws {
    let found = try messages(
      #"{ "drop": ["isRecurring", "id", "date", "kind", "link", "note"] }"#, [Self.full])
    let taken = " after `drop` has taken it away (rules/v2.json:1:24)"
    #expect(
      found == [
        "error: `Event` needs `id: UUID`, and nothing adds it from version 1\(taken); add: "
          + #"{ "add-default": ["id"], "generate": "uuid" }"#,
        "error: `Event` needs `date: Date`, and nothing adds it from version 1\(taken); add: "
          + #"{ "add-default": ["date"], "generate": "now", "as": "apple-seconds" }"#,
        "error: `Event` needs `kind: Kind`, and nothing adds it from version 1\(taken); add: "
          + #"{ "add-default": { "kind": "party" } }"#,
        "error: `Event` needs `isRecurring: Bool`, and nothing adds it from version 1\(taken); add: "
          + #"{ "add-default": { "isRecurring": false } }"#,
        "error: `Event` needs `link: URL`, and nothing adds it from version 1\(taken); add: "
          + #"{ "add-default": { "link": "https://example.com" } }"#,
        "note: `Event` may have `note: String?`, and nothing adds it from version 1",
        "note: no sample has version 2",
      ])
  }

  @Test func `the rule that is proposed mends it`() throws {
    let drop = #"{ "drop": ["isRecurring", "id", "date", "guests[*].isComing", "scores"] }"#
    let rules = try messages(drop, [Self.full]).compactMap { message in
      message.range(of: "; add: ").map { String(message[$0.upperBound...]) }
    }
    #expect(rules.count == 5)
    let mended = try messages(([drop] + rules).joined(separator: ", "), [Self.full])
    #expect(mended == ["note: no sample has version 2"])
  }

  @Test func `it sees into arrays, dictionaries and recursive types`() throws {
    let found = try messages(
      """
      { "drop": ["guests[*].isComing", "scores[*].name"] },
      { "set": { "guests[0].friends": [{ "name": "C", "friends": [] }] } }
      """, [Self.full])
    #expect(
      found.contains(
        "error: `Event` needs `guests[*].isComing: Bool`, and nothing adds it from version 1; add: "
          + #"{ "in": "guests[*]", "add-default": { "isComing": false } }"#))
    #expect(found.contains { $0.hasPrefix("error: `Event` needs `scores[*].name: String`") })
  }

  @Test func `null and other types are told too`() throws {
    let sample = Self.full.replacing("\"T\"", with: "7")
      .replacing("\"isRecurring\": true", with: "\"isRecurring\": null")
    let found = try messages("", [sample])
    #expect(
      found == [
        "error: `Event` needs `title: String`, and it is a number from version 1; add: "
          + #"{ "convert": "title", "to": "string" }"#,
        "error: `Event` needs `isRecurring: Bool`, and it is null from version 1; add: "
          + #"{ "add-default": { "isRecurring": false }, "if-null": "replace" }"#,
        "note: no sample has version 2",
      ])
    let rules = found.compactMap { message in
      message.range(of: "; add: ").map { String(message[$0.upperBound...]) }
    }
    #expect(
      try messages(rules.joined(separator: ", "), [sample]) == ["note: no sample has version 2"])
  }

  @Test func `what one sample lacks another may show`() throws {
    let found = try messages(
      #"{ "drop": "place", "when": "@.title == 'without'" }"#,
      [Self.full, Self.full.replacing("\"T\"", with: "\"without\"")])
    // A value of the other sample stands in, so that all of the type is seen.
    #expect(found.count == 3)
    #expect(
      found.first
        == "error: `Event` needs `place: Place`, and nothing adds it from version 1; add: "
        + #"{ "add-default": { "place": {"room":{"_0":0}} } }"#)
    #expect(
      found[1] == "warning: `Event` needs `place: Place`, and `drop` takes it away from some "
        + "documents")
  }

  @Test func `where it can't see on it says so`() throws {
    struct Hard: Codable {
      enum Kind: String, Codable { case a, b }
      var before: Int
      var kind: Kind
      var after: Int
    }
    let found = try messages("", [#"{ "version": 1 }"#], Hard.self)
    #expect(
      found == [
        "error: `Hard` needs `before: Int`, and nothing adds it from version 1; add: "
          + #"{ "add-default": { "before": 0 } }"#,
        "error: `Hard` needs `kind: Kind`, and nothing adds it from version 1; add: "
          + #"{ "add-default": { "kind": … } }"#,
        "warning: `Hard` was not seen whole: nothing can stand in for `Kind` at `kind`, "
          + "and what is decoded after it was not checked "
          + "(Cannot initialize Kind from invalid String value )",
        "note: no sample has version 2",
      ])
  }

  @Test func `a value that is wrong in earnest is told`() throws {
    let found = try messages(
      #"{ "set": { "kind": "unheard of" } }"#, [Self.full])
    #expect(
      found.first == "error: `Event` needs `kind: Kind`, and `set` gives it \"unheard of\"; its "
        + "values are \"party\", \"meeting\"")
    #expect(found.filter { $0.hasPrefix("error") }.count == 1)
  }

  @Test func `strategies of the app's decoder count`() throws {
    struct Snake: Codable {
      var firstName: String
      var bornAt: Date
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    let found = try messages(
      "", [#"{ "version": 1, "first_name": "A" }"#], decoder: decoder, Snake.self)
    #expect(
      found.first
        == "error: `Snake` needs `bornAt: Date`, and nothing adds it from version 1; add: "
        + #"{ "add-default": ["born_at"], "generate": "now" }"#)
  }

  @Test func `documents in one file are checked by themselves`() throws {
    let migrator = try Migrator(rules: [
      RuleSource(name: "format.json", text: #"{ "each": "[*]" }"#),
      RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [] }"#),
    ])
    let error = #expect(throws: MigrationError.self) {
      try migrator.check(
        decodes: [Event.Guest].self,
        samples: ["a.json": Data(#"[{"version": 1, "name": "A", "friends": []}]"#.utf8)])
    }
    #expect(
      error?.diagnostics.first?.message
        == "`[Guest]` needs `[*].isComing: Bool`, and nothing adds it from version 1; add: "
        + #"{ "add-default": { "isComing": false } }"#)
  }

  @Test func `samples that can't be migrated, and none at all, are errors`() throws {
    #expect(try messages("", [#"{ "version": 9 }"#]).first?.contains("version 9") == true)
    #expect(try messages("", []).first == "error: there is no sample to decode `Event` from")
  }

  @Test func `samples come from a folder`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let inner = folder.appending(path: "old")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(Self.full.utf8).write(to: inner.appending(path: "full.json"))
    try Data("no sample".utf8).write(to: folder.appending(path: "notes.txt"))
    let notes = try migrator("").check(decodes: Event.self, samples: folder)
    #expect(notes.map(\.severity) == [.note])
    let error = #expect(throws: MigrationError.self) {
      try migrator("").check(decodes: Event.self, samples: folder.appending(path: "none"))
    }
    #expect(error?.kind == .missingValue)
  }

  @Test func `what a sample has is named with its element and value`() throws {
    struct Book: Decodable { var pages: [Page] }
    struct Page: Decodable {
      enum Kind: String, Decodable { case text, picture }
      var number: Int
      var kind: Kind
    }
    let sample = """
      { "sheets": [{ "number": 1, "kind": "text" },
        { "number": 2, "kind": "table" }] }
      """
    let rename = #"{ "rename": { "sheets": "pages" } }"#
    #expect(
      try Checked.messages(Book.self, steps: [rename], samples: [sample], places: true).first
        == #"0.json:2:26: error: `Book` needs `pages[*].kind: Kind`, and it is "table" from version 1"#
        + " [wrong-type]")
    let lacking = sample.replacing(#""number": 2, "#, with: "")
      .replacing("table", with: "text")
    #expect(
      try Checked.messages(Book.self, steps: [rename], samples: [lacking], places: true).first
        == "0.json:2:3: error: `Book` needs `pages[*].number: Int`, and nothing adds it from version 1; "
        + #"add: { "in": "pages[*]", "add-default": { "number": 0 } } [missing-value]"#)
    // What the type refuses for reasons of its own.
    struct Even: Decodable {
      struct Odd: Error, CustomStringConvertible { var description: String { "odd" } }
      var pages: [Int]
      enum Key: CodingKey { case pages }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        pages = try container.decode([Int].self, forKey: .pages)
        guard let odd = pages.firstIndex(where: { $0 % 2 != 0 }) else { return }
        var list = try container.nestedUnkeyedContainer(forKey: .pages)
        for _ in 0..<odd { _ = try list.decode(Int.self) }
        throw DecodingError.dataCorruptedError(in: list, debugDescription: "an even number")
      }
    }
    #expect(
      try Checked.messages(
        Even.self, steps: [rename], samples: [#"{ "sheets": [2, 4, 5] }"#], places: true
      ).first
        == "0.json:1:20: error: `Even` can't be decoded from version 1: `$.pages[2]` is 5 "
        + "(an even number) [invalid-value]")
  }
}
