import Foundation
import JSONMigrationCore
import Testing

@testable import JSONMigration

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

  @Test(arguments: [PropertyListDecoder.PropertyListFormat.xml, .binary])
  func `a text that reads like one of the dates is a text`(
    _ format: PropertyListDecoder.PropertyListFormat
  ) throws {
    struct Both: Decodable, Equatable {
      var version = 2
      let a: [Date]
      let b: String
    }
    let date = Date(timeIntervalSince1970: 86_400)
    let text = "1970-01-02T00:00:00Z"
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    let data = try encoder.encode([
      "version": Either.number(1), "a": .dates([date]), "b": .text(text),
    ])
    let migrated = try migrator.migrate(propertyList: data)
    #expect(migrated != data)
    let both = Both(a: [date], b: text)
    #expect(try PropertyListDecoder().decode(Both.self, from: migrated) == both)
    #expect(try PropertyListDecoder().decode(Both.self, from: data, migrating: migrator) == both)
  }

  /// Dates of a thousand years ago, and of years with five digits, and such as count on.
  @Test(arguments: [
    -12_219_292_801, -15_000_000_000, -62_135_596_800, -62_135_769_600, 253_402_300_800, 0,
  ])
  func `old and far dates stay what they are`(_ seconds: Double) throws {
    struct Dated: Codable, Equatable {
      var version = 1
      var date: Date
    }
    let dated = Dated(date: Date(timeIntervalSince1970: seconds))
    for format in [PropertyListDecoder.PropertyListFormat.xml, .binary] {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = format
      let data = try encoder.encode(dated)
      let migrated = try migrator.migrate(propertyList: data)
      #expect(try PropertyListDecoder().decode(Dated.self, from: migrated).date == dated.date)
      let decoded = try PropertyListDecoder().decode(Dated.self, from: data, migrating: migrator)
      #expect(decoded.date == dated.date)
      var found = PropertyListDecoder.PropertyListFormat.openStep
      _ = try PropertyListDecoder().decode(
        Dated.self, from: data, format: &found, migrating: migrator)
      #expect(found == format)
    }
  }

  /// Values in XML that are odd come out as with Foundation, or fail where they are asked for.
  @Test(arguments: [
    "<date>2024-01-32T00:00:00Z</date>", "<date>2025-02-30T00:00:00Z</date>",
    "<date>2025-02-01T24:00:00Z</date>", "<date>2025-13-01T00:00:60Z</date>",
    "<date>1500-01-01T00:00:00Z</date>", "<date>1582-10-10T00:00:00Z</date>",
    "<date>2025-01-01</date>", "<date>x</date>", "<date/>",
    "<date>10000-01-01T00:00:00Z</date>",
  ])
  func `odd dates are those of Foundation`(_ element: String) throws {
    struct Holder: Decodable { let a: Date? }
    struct Other: Decodable { let b: Int }
    let data = Data(
      "<plist><dict><key>version</key><integer>2</integer><key>a</key>\(element)<key>b</key><integer>7</integer></dict></plist>"
        .utf8)
    let decoder = PropertyListDecoder()
    #expect(try decoder.decode(Other.self, from: data, migrating: migrator).b == 7)
    let expected = try? decoder.decode(Holder.self, from: data).a
    let found = try? decoder.decode(Holder.self, from: data, migrating: migrator).a
    #expect(found == expected)
    if expected == nil {
      #expect(throws: DecodingError.self) {
        try decoder.decode(Holder.self, from: data, migrating: migrator)
      }
    }
  }

  @Test func `texts of XML keep their line ends and control characters`() throws {
    let data = Data(
      "<plist><dict><key>version</key><integer>1</integer><key>a</key><string>1\r\n2\u{1}</string></dict></plist>"
        .utf8)
    struct Holder: Decodable { let a: String }
    let decoder = PropertyListDecoder()
    #expect(try decoder.decode(Holder.self, from: data).a == "1\r\n2\u{1}")
    #expect(try decoder.decode(Holder.self, from: data, migrating: migrator).a == "1\r\n2\u{1}")
    let migrated = try migrator.migrate(propertyList: data)
    #expect(migrated != data)
    #expect(try decoder.decode(Holder.self, from: migrated).a == "1\r\n2\u{1}")
  }

  @Test func `a date that is no number is asked for by nobody, or is one`() throws {
    struct Holder: Codable {
      var version = 1
      var name = "x"
      var date = Date(timeIntervalSinceReferenceDate: .nan)
    }
    struct Other: Decodable { let name: String }
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let data = try encoder.encode(Holder())
    let decoder = PropertyListDecoder()
    #expect(try decoder.decode(Other.self, from: data, migrating: migrator).name == "x")
    let date = try decoder.decode(Holder.self, from: data, migrating: migrator).date
    #expect(date.timeIntervalSinceReferenceDate.isNaN)
    let migrated = try decoder.decode(Holder.self, from: migrator.migrate(propertyList: data))
    #expect(migrated.date.timeIntervalSinceReferenceDate.isNaN)
  }

  private enum Either: Encodable {
    case dates([Date])
    case number(Int)
    case text(String)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .dates(let dates): try container.encode(dates)
      case .number(let number): try container.encode(number)
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

  private struct Keyed: Codable, Equatable {
    var version = 2
    var key: Data
    var other: Data
    var note: String
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `the version of a property list can be asked for`(
    _ format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let migrator = try Migrator(rules: [
      RuleSource(name: "v2.json", text: #"{"to":2,"rules":[]}"#)
    ])
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    #expect(try migrator.version(of: encoder.encode(["version": 1])) == 1)
    #expect(try migrator.isNewer(encoder.encode(["version": 2])) == false)
    #expect(try migrator.isNewer(encoder.encode(["version": 3])))
    let marked = Data([0xEF, 0xBB, 0xBF] + Array(" <dict/>".utf8))
    #expect(try migrator.version(of: marked) == 1)
    let broken = #expect(throws: MigrationError.self) {
      try migrator.isNewer(Data("<plist><dict>".utf8))
    }
    #expect(broken?.kind == .badPropertyList)
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `a text that reads like data is a text`(
    _ format: PropertyListSerialization.PropertyListFormat
  )
    throws
  {
    let migrator = try Migrator(rules: [
      RuleSource(name: "v2.json", text: #"{"to":2,"rules":[{"set":{"mark":1}}]}"#)
    ])
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    for (bytes, note) in [
      ("hello", "aGVsbG8="), ("", "===="), ("i·", "acK3"), ("hello", "aGVsbG8=="),
    ] {
      var value = Keyed(version: 1, key: Data(bytes.utf8), other: Data("hello".utf8), note: note)
      let list = try encoder.encode(value)
      let saved = try migrator.migrate(propertyList: list)
      value.version = 2
      #expect(try PropertyListDecoder().decode(Keyed.self, from: saved) == value)
      #expect(
        try PropertyListDecoder().decode(Keyed.self, from: list, migrating: migrator) == value)
      let stamped = try encoder.encode(value, stamping: migrator)
      #expect(try PropertyListDecoder().decode(Keyed.self, from: stamped) == value)
    }
  }
}
