import Foundation
import JSONMigration
import JSONText

/// `linear`: whether decoding takes time in proportion to the document, for types that ask for
/// paths, fail on purpose, or hold any JSON.
struct LinearTime {
  let rounds: Int

  private static let sizes = [10_000, 40_000, 160_000]

  func run() throws {
    var table = MarkdownTable(
      ["µs an element, decoding with `migrating:`"] + Self.sizes.map { "of \($0)" }
        + ["growth", "times JSONDecoder's, at \(Self.sizes[1])"])
    for work in Self.all {
      Bench.progress(work.name)
      let times = try Self.sizes.map { count -> Double in
        let document = work.document(count)
        return try median((0..<rounds).map { _ in try seconds { try work.ours(document) } })
          / Double(count) * 1e6
      }
      let document = work.document(Self.sizes[1])
      let samples = try measure(
        [
          Contender("JSONDecoder") { try work.foundation(document) },
          Contender("migrating") { try work.ours(document) },
        ], bytes: document.count, rounds: rounds)
      table.add(
        [work.name] + times.map(short) + [short(times[2] / times[0]), short(samples[1].isBeatenBy)])
    }
    table.print(
      "Time an element",
      notes: [
        "\"Growth\" is the time an element takes among 160,000, over that among 10,000. What is held "
          + "against JSONDecoder is the same type, but for `@Migrated`: there it is the type without."
      ])
  }
}

/// A list of elements, and two ways to decode it.
struct DecodingWork {
  let name: String
  let document: (Int) -> Data
  let foundation: (Data) throws -> Void
  let ours: (Data) throws -> Void

  /// A document in which each element is as `element` writes it.
  init<Value: Decodable, Plain: Decodable>(
    _ name: String, _ type: Value.Type, beside plain: Plain.Type,
    configure: @escaping (JSONDecoder) -> Void = { _ in },
    element: @escaping (Int) -> String
  ) {
    self.init(
      name, type, beside: plain,
      document: { count in
        Data(#"{"items":[\#((0..<count).map(element).joined(separator: ","))]}"#.utf8)
      }, configure: configure)
  }

  init<Value: Decodable, Plain: Decodable>(
    _ name: String, _ type: Value.Type, beside plain: Plain.Type,
    document: @escaping (Int) -> Data,
    configure: @escaping (JSONDecoder) -> Void
  ) {
    self.name = name
    self.document = document
    foundation = { data in
      let decoder = JSONDecoder()
      configure(decoder)
      use(try decoder.decode(Plain.self, from: data))
    }
    ours = { data in
      let decoder = JSONDecoder()
      configure(decoder)
      use(try decoder.decode(Value.self, from: data, migrating: Self.migrator.get()))
    }
  }

  /// Rules for which every document is current.
  static let migrator = Result {
    try Migrator(rules: [
      RuleSource(name: "format.json", text: #"{ "version": { "stamp": false, "missing": 2 } }"#),
      RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [] }"#),
    ])
  }
}

extension LinearTime {
  static var all: [DecodingWork] {
    [
      DecodingWork("`try?` on a wrong type", Items<Trying>.self, beside: Items<Trying>.self) {
        #"{"id":\#($0),"v":"no number","name":"n"}"#
      },
      DecodingWork("a `JSON` member in each", Items<Holding>.self, beside: Items<Holding>.self) {
        #"{"id":\#($0),"json":{"a":[1,2.5],"b":"text","c":null}}"#
      },
      DecodingWork("all of it as `JSON`", JSON.self, beside: JSON.self) {
        #"{"id":\#($0),"name":"text","v":true}"#
      },
      DecodingWork(
        "`.custom` keys", Items<Point>.self, beside: Items<Point>.self,
        configure: {
          $0.keyDecodingStrategy = .custom { path in
            AnyKey(path[path.count - 1].stringValue.lowercased())
          }
        }
      ) { #"{"X":\#($0),"Y":1}"# },
      DecodingWork("`decoder.codingPath`", Items<PathAsking>.self, beside: Items<PathAsking>.self) {
        #"{"id":\#($0),"name":"text"}"#
      },
      DecodingWork("`@Migrated` elements", MigratedItems.self, beside: Items<Leaf>.self) {
        #"{"version":1,"x":\#($0),"name":"text"}"#
      },
      DecodingWork("a lossy array", Lossy.self, beside: Lossy.self) {
        $0 % 2 == 0 ? #"{"x":\#($0),"y":2}"# : #"{"x":\#($0),"y":"none"}"#
      },
      DecodingWork("`Either<Int, String>`", Items<Either>.self, beside: Items<Either>.self) {
        $0 % 2 == 0 ? "\($0)" : "\"text \($0)\""
      },
      DecodingWork("an enum of any JSON", Items<AnyJSON>.self, beside: Items<AnyJSON>.self) {
        #"{"id":\#($0),"name":"text","v":true}"#
      },
    ]
  }
}

private struct Items<Element: Decodable>: Decodable {
  let items: [Element]
}

private struct Trying: Decodable {
  enum CodingKeys: CodingKey { case id, v }

  let id: Int
  let v: Int?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    v = try? container.decode(Int.self, forKey: .v)
  }
}

private struct Holding: Decodable {
  let id: Int
  let json: JSON
}

private struct Point: Decodable {
  let x: Int
  let y: Int
}

private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

private struct PathAsking: Decodable {
  enum CodingKeys: CodingKey { case id }

  let id: Int
  let depth: Int

  init(from decoder: any Decoder) throws {
    depth = decoder.codingPath.count
    id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
  }
}

private struct Leaf: Codable, Versioned {
  static let rules = Result {
    try Migrator(rules: [RuleSource(name: "v1.json", text: #"{ "to": 1, "rules": [] }"#)])
  }
  static var migrator: Migrator { get throws { try rules.get() } }

  var x: Int
  var name: String
}

private struct MigratedItems: Decodable {
  @Migrated var items: [Leaf]
}

private struct Lossy: Decodable {
  struct Anything: Decodable {}
  enum CodingKeys: CodingKey { case items }

  var points: [Point] = []

  init(from decoder: any Decoder) throws {
    var items = try decoder.container(keyedBy: CodingKeys.self).nestedUnkeyedContainer(
      forKey: .items)
    while !items.isAtEnd {
      if let point = try? items.decode(Point.self) {
        points.append(point)
      } else {
        _ = try items.decode(Anything.self)
      }
    }
  }
}

private enum Either: Decodable {
  case number(Int)
  case text(String)

  init(from decoder: any Decoder) throws {
    if let number = try? Int(from: decoder) {
      self = .number(number)
    } else {
      self = .text(try String(from: decoder))
    }
  }
}

/// Any JSON, as many apps have it: found out by trying.
enum AnyJSON: Decodable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([AnyJSON])
  case object([String: AnyJSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([AnyJSON].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: AnyJSON].self))
    }
  }
}
