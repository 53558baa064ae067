import Foundation
import JSONMigration
import Testing

@Suite struct PropertyListTests {
  struct Old: Codable {
    var version = 1
    var created: Date
    var photo: Data
    var name: String
    var sizes: [Double]
    var link: URL?
    var parts: [String: Date]
  }

  struct New: Codable, Equatable {
    var version: Int
    var createdAt: Date
    var picture: Data
    var name: String
    var sizes: [Double]
    var link: URL?
    var parts: [String: Date]
    var isHidden: Bool
  }

  static let rules = [
    RuleSource(
      name: "v2.json",
      text: """
        { "to": 2, "rules": [
          { "rename": { "created": "createdAt", "photo": "picture" } },
          { "add-default": { "isHidden": false } } ] }
        """)
  ]

  static let dates = [
    777_600_000, 0, -1.5, 777_600_000.123_456_7, 777_600_000.000_000_1, 1e-7, -63_114_076_800,
    64_092_211_200, 1.0 / 3,
  ]

  let migrator: Migrator

  init() throws { migrator = try Migrator(rules: Self.rules) }

  private func old(_ seconds: Double) -> Old {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    return Old(
      created: date, photo: Data([0, 1, 255]), name: "Æther & <co>", sizes: [1.5, 2, .infinity],
      link: URL(string: "https://example.com/a"), parts: ["a": date])
  }

  private func new(_ old: Old) -> New {
    New(
      version: 2, createdAt: old.created, picture: old.photo, name: old.name, sizes: old.sizes,
      link: old.link, parts: old.parts, isHidden: false)
  }

  @Test(arguments: Self.dates)
  func `a binary property list becomes a value of today`(_ seconds: Double) throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let old = old(seconds)
    let data = try encoder.encode(old)
    #expect(
      try PropertyListDecoder().decode(New.self, from: data, migrating: migrator) == new(old))
    let migrated = try migrator.migrate(propertyList: data)
    #expect(migrated.starts(with: "bplist".utf8))
    #expect(try PropertyListDecoder().decode(New.self, from: migrated) == new(old))
    #expect(try migrator.migrate(propertyList: migrated) == migrated)
  }

  @Test func `one in XML stays one in XML`() throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    let old = old(777_600_000)
    let data = try encoder.encode(old)
    #expect(
      try PropertyListDecoder().decode(New.self, from: data, migrating: migrator) == new(old))
    let migrated = try migrator.migrate(propertyList: data)
    let text = String(decoding: migrated, as: UTF8.self)
    #expect(text.contains("<key>createdAt</key>"))
    #expect(text.contains("<date>2025-08-23T00:00:00Z</date>"))
    #expect(try PropertyListDecoder().decode(New.self, from: migrated) == new(old))
  }

  @Test func `a value is written with its version`() throws {
    struct Plain: Codable, Equatable {
      var createdAt: Date
      var picture: Data
    }
    let plain = Plain(
      createdAt: Date(timeIntervalSinceReferenceDate: 0.1), picture: Data([1, 2]))
    for format in [PropertyListDecoder.PropertyListFormat.xml, .binary] {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = format
      let data = try encoder.encode(plain, stamping: migrator)
      #expect(data.starts(with: "bplist".utf8) == (format == .binary))
      let version = try PropertyListDecoder().decode([String: Version].self, from: data)
      #expect(version["version"] == .number(2))
      if format == .binary {
        #expect(try PropertyListDecoder().decode(Plain.self, from: data) == plain)
      }
    }
  }

  /// Whatever stands there; the version is a number.
  private enum Version: Decodable, Equatable {
    case number(Int)
    case other

    init(from decoder: any Decoder) throws {
      self = (try? Int(from: decoder)).map { .number($0) } ?? .other
    }
  }

  @Test func `a text that reads like one of the dates is refused`() throws {
    let date = Date(timeIntervalSince1970: 86_400)
    let data = try PropertyListEncoder().encode(["a": Either.date(date), "b": .text("x")])
    #expect(throws: Never.self) { try migrator.migrate(propertyList: data) }
    let twin = try PropertyListEncoder().encode(
      ["a": Either.date(date), "b": .text("1970-01-02T00:00:00Z")])
    let error = #expect(throws: MigrationError.self) {
      try migrator.migrate(propertyList: twin)
    }
    #expect(error?.kind == .unsupported)
  }

  private enum Either: Encodable {
    case date(Date)
    case text(String)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .date(let date): try container.encode(date)
      case .text(let text): try container.encode(text)
      }
    }
  }

  @Test func `what is no property list is refused`() {
    let error = #expect(throws: MigrationError.self) {
      try migrator.migrate(propertyList: Data("{".utf8), named: "a.plist")
    }
    #expect(error?.kind == .badPropertyList)
    #expect(error?.diagnostics.first?.place?.file == "a.plist")
  }
}
