import Foundation
import JSONMigrationCore
import Testing

@testable import JSONMigration

/// Where versions come to in values that have rules of their own, and in dictionaries.
@Suite struct StampingTests {
  static let deep = Result {
    try Migrator(rules: [
      RuleSource(name: "format.json", text: #"{ "version": { "at": "metaData.formatVersion" } }"#),
      RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [{ "rename": { "n": "name" } }] }"#),
    ])
  }
  static let info = CodingUserInfoKey(rawValue: "info")

  struct Author: Codable, Versioned, Equatable {
    static var migrator: Migrator { get throws { try StampingTests.deep.get() } }
    var name: String
    var born: Date
    var portrait: Data
    var height: Double
    var metaData: Meta?
  }

  struct Meta: Codable, Equatable {
    var savedBy: String
    var at: Date
  }

  struct Poem: Codable, Equatable {
    var title: String
    @Migrated var author: Author
  }

  let folder: GuardedFolder
  let migrator: Migrator

  init() throws {
    folder = try GuardedFolder()
    migrator = try Migrator(rules: [RuleSource(name: "v2.json", text: #"{"to":2,"rules":[]}"#)])
  }

  private func poem(_ meta: Meta?) -> Poem {
    Poem(
      title: "Dust",
      author: Author(
        name: "Ann", born: Date(timeIntervalSince1970: 0), portrait: Data([1]), height: .infinity,
        metaData: meta))
  }

  private func text(
    _ value: some Encodable, _ encoder: JSONEncoder = JSONEncoder()
  ) throws -> String {
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func `a version in an object of its own is encoded by the app's own encoder`() throws {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    encoder.dateEncodingStrategy = .iso8601
    encoder.dataEncodingStrategy = .deferredToData
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    decoder.dateDecodingStrategy = .iso8601
    decoder.dataDecodingStrategy = .deferredToData
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    #expect(
      try text(poem(nil), encoder) == """
        {"author":{"born":"1970-01-01T00:00:00Z","height":"inf","meta_data":{"format_version":2},\
        "name":"Ann","portrait":[1]},"title":"Dust"}
        """)
    let meta = Meta(savedBy: "x", at: Date(timeIntervalSince1970: 60))
    #expect(
      try text(poem(meta), encoder).contains(
        #""meta_data":{"at":"1970-01-01T00:01:00Z","format_version":2,"saved_by":"x"}"#))
    let value = poem(meta)
    let data = try encoder.encode(value, stamping: migrator)
    #expect(try decoder.decode(Poem.self, from: data, migrating: migrator) == value)
    let file = GuardedFile(
      at: folder.file, as: Poem.self, by: migrator, decoder: decoder, encoder: encoder)
    try file.save(value)
    try file.update(startingWith: value) { $0.author.name = "Bo" }
    #expect(try file.load()?.author.name == "Bo")
    #expect(folder.text()?.contains(#""format_version":2"#) == true)
  }

  @Test func `property lists have such versions too`() throws {
    let value = poem(Meta(savedBy: "x", at: Date(timeIntervalSinceReferenceDate: 0.25)))
    let data = try PropertyListEncoder().encode(value, stamping: migrator)
    #expect(try PropertyListDecoder().decode(Poem.self, from: data, migrating: migrator) == value)
  }

  @Test func `no digits are lost beside a version in an object of its own`() throws {
    struct Price: Codable, Versioned, Equatable {
      static var migrator: Migrator { get throws { try StampingTests.deep.get() } }
      var price: Foundation.Decimal
      var count: UInt64
    }
    struct Holder: Codable, Equatable { @Migrated var price: Price }
    let number = Foundation.Decimal(string: "12345678901234567890.123456789")
    let price = try #require(number)
    let holder = Holder(price: Price(price: price, count: .max))
    let data = try JSONEncoder().encode(holder, stamping: migrator)
    #expect(try JSONDecoder().decode(Holder.self, from: data, migrating: migrator) == holder)
  }

  @Test func `what the app's encoder was told is there beside such a version`() throws {
    struct Told: Codable, Versioned {
      static var migrator: Migrator { get throws { try StampingTests.deep.get() } }
      enum Key: CodingKey { case told }
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(StampingTests.info.map { encoder.userInfo[$0] as? Int }, forKey: .told)
      }
    }
    let encoder = JSONEncoder()
    encoder.userInfo = [try #require(Self.info): 7]
    #expect(
      try text(Migrated(wrappedValue: Told()), encoder)
        == #"{"metaData":{"formatVersion":2},"told":7}"#)
  }

  /// However the object is encoded that the version goes into.
  enum Way: CaseIterable { case container, dictionary, json, wrapped, number, nothing, list, other }

  struct Wrapped<Content: Codable>: Codable {
    let content: Content
    init(_ content: Content) { self.content = content }
    init(from decoder: any Decoder) throws {
      content = try decoder.singleValueContainer().decode(Content.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(content)
    }
  }

  struct Member: Codable, Versioned {
    static var migrator: Migrator { get throws { try StampingTests.deep.get() } }
    enum Key: CodingKey { case metaData }
    enum InnerKey: CodingKey { case a, formatVersion }
    let way: Way
    init(_ way: Way) { self.way = way }
    init(from decoder: any Decoder) throws { way = .container }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      switch way {
      case .container:
        var inner = container.nestedContainer(keyedBy: InnerKey.self, forKey: .metaData)
        try inner.encode(1, forKey: .a)
        try inner.encode(1, forKey: .formatVersion)
      case .dictionary: try container.encode(["a": 1, "formatVersion": 1], forKey: .metaData)
      case .json: try container.encode(["a": 1] as JSON, forKey: .metaData)
      case .wrapped: try container.encode(Wrapped(Wrapped(["a": 1] as JSON)), forKey: .metaData)
      case .number: try container.encode(1, forKey: .metaData)
      case .nothing: try container.encodeNil(forKey: .metaData)
      case .list: try container.encode([1], forKey: .metaData)
      case .other:
        var inner = container.nestedContainer(keyedBy: InnerKey.self, forKey: .metaData)
        try inner.encode("1.2-beta", forKey: .formatVersion)
      }
    }
  }

  @Test(arguments: Way.allCases)
  func `a version goes into an object that the value has`(_ way: Way) throws {
    let value = Migrated(wrappedValue: Member(way))
    switch way {
    case .container, .dictionary, .json, .wrapped:
      #expect(try text(value) == #"{"metaData":{"a":1,"formatVersion":2}}"#)
    case .number, .nothing, .list:
      let error = #expect(throws: EncodingError.self) { try text(value) }
      let told = String(describing: error)
      #expect(told.contains("Member.metaData is encoded as a single value"))
    case .other:
      let error = #expect(throws: MigrationError.self) { try text(value) }
      #expect(error?.kind == .conflict)
    }
  }

  @Test func `a value that another one is encoded for gets its version`() throws {
    struct Content: Codable, Equatable { var b: Int }
    struct Wrapper: Codable, Versioned, Equatable {
      static var migrator: Migrator { get throws { try MigratedTests.Stamped.migrator } }
      var content: Content?
      init(_ content: Content?) { self.content = content }
      init(from decoder: any Decoder) throws {
        content = try decoder.singleValueContainer().decode(Content.self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(content)
      }
    }
    #expect(
      try text(Migrated(wrappedValue: Wrapper(Content(b: 1)))) == #"{"b":1,"schemaVersion":2}"#)
    #expect(throws: EncodingError.self) { try text(Migrated(wrappedValue: Wrapper(nil))) }
    let saved = try folder.change(
      #"{"version":2,"list":[{"b":1,"x":1.0,"schemaVersion":2}]}"#, Box<Wrapper>.self
    ) { $0.list[0].content?.b = 2 }
    #expect(saved == #"{"version":2,"list":[{"b":2,"x":1.0,"schemaVersion":2}]}"#)
  }

  struct Box<Content: VersionedContent & Equatable>: Codable, Equatable {
    @Migrated var list: [Content]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _list = try container.decode(Migrated<[Content]>.self, forKey: .list)
    }
  }

  @Test func `a dictionary gets no version among its entries`() throws {
    let refused: [() throws -> Data] = [
      { try JSONEncoder().encode(["x": 1], stamping: migrator) },
      { try JSONEncoder().encode([7: "x"], stamping: migrator) },
      { try PropertyListEncoder().encode(["x": "1"], stamping: migrator) },
    ]
    for encode in refused {
      let error = #expect(throws: MigrationError.self) { try encode() }
      #expect(error?.kind == .conflict)
      #expect(error?.description.contains("would be one of its entries") == true)
    }
    let file = GuardedFile(at: folder.file, as: [String: Int].self, by: migrator)
    #expect(throws: MigrationError.self) { try file.save(["x": 1]) }
    #expect(folder.text() == nil)
    // One that has the version as an entry keeps it.
    try folder.write(#"{"x":1}"#)
    #expect(throws: MigrationError.self) { try file.save(["x": 2]) }
    try file.update(startingWith: [:]) { $0["y"] = 2 }
    #expect(try file.load() == ["x": 1, "y": 2, "version": 2])
    let unstamped = try Migrator(rules: [
      RuleSource(name: "format.json", text: #"{"version":{"stamp":false,"missing":1}}"#),
      RuleSource(name: "v2.json", text: #"{"to":2,"rules":[]}"#),
    ])
    let data = try JSONEncoder().encode(["x": 1], stamping: unstamped)
    #expect(String(decoding: data, as: UTF8.self) == #"{"x":1}"#)
  }
}
