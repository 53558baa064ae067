import Foundation

/// Types as apps have them, one for each way to decode.
enum Suit: String, Codable, CodingKeyRepresentable, CaseIterable { case hearts, spades }

enum Plain: String, Codable { case hearts, spades }

struct Key: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

struct Point: Codable, Equatable {
  var x: Int
  var y: Int
}

/// What an object has for each of many names.
struct Names: Decodable, Equatable {
  /// For each length a name, and it with another letter at each place.
  static let all = (0...17).map { length in
    let name = Array("abcdefghijklmnopq".prefix(length))
    return [String(name)]
      + name.indices.map { place in
        String(name[..<place]) + "Z" + String(name[(place + 1)...])
      }
  }

  let values: [String: Int]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    var values: [String: Int] = [:]
    for name in Self.all.joined().reversed() + Self.all.joined() {
      values[name] = try container.decodeIfPresent(Int.self, forKey: Key(name)) ?? values[name]
    }
    self.values = values
  }
}

struct Snake: Codable, Equatable {
  struct Inner: Codable, Equatable { var inNer: Int? }

  var firstName: String
  var _lastName_: String
  var httpsUrl: [String: Int]
  var list: [Inner]
}

struct Informed: Decodable, Equatable {
  static let key = CodingUserInfoKey(rawValue: "note")
  let note: String

  init(from decoder: any Decoder) throws {
    note = Self.key.flatMap { decoder.userInfo[$0] as? String } ?? "none"
  }
}

struct Drawing: Codable, Equatable {
  enum Shape: Codable, Equatable {
    case circle(radius: Double)
    case square(Int)
    case empty
  }

  enum Rank: Int, Codable { case low = 1, high }

  var shape: Shape
  var suit: Suit
  var rank: Rank
}

final class Tree: Codable, Equatable {
  let name: String
  let children: [Tree]
  let size: Int?
  let level: UInt8?

  static func == (left: Tree, right: Tree) -> Bool {
    left.name == right.name && left.children == right.children && left.size == right.size
      && left.level == right.level
  }
}

struct Nested: Decodable, Equatable {
  enum Keys: String, CodingKey { case outer, inner, list, value, a }

  var value: Int
  var list: [Int] = []
  var isNull: Bool
  var end: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    let outer = try container.nestedContainer(keyedBy: Keys.self, forKey: .outer)
    let inner = try outer.nestedContainer(keyedBy: Keys.self, forKey: .inner)
    value = try inner.decode(Int.self, forKey: .value)
    var list = try outer.nestedUnkeyedContainer(forKey: .list)
    self.list.append(try list.decode(Int.self))
    var innerList = try list.nestedUnkeyedContainer()
    self.list.append(try innerList.decode(Int.self))
    let last = try list.nestedContainer(keyedBy: Keys.self)
    self.list.append(try last.decode(Int.self, forKey: .a))
    isNull = try list.decodeNil()
    end = try list.decode(String.self)
  }
}

class Animal: Codable, Equatable {
  let legs: Int

  static func == (left: Animal, right: Animal) -> Bool { left.legs == right.legs }
}

final class Dog: Animal {
  enum Keys: String, CodingKey { case barks, parent }

  let barks: Bool
  let parent: Animal

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    barks = try container.decode(Bool.self, forKey: .barks)
    parent = try Animal(from: container.superDecoder(forKey: .parent))
    try super.init(from: container.superDecoder())
  }
}

final class Sheep: Animal {
  let wool: Int

  required init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    wool = try container.decode(Int.self)
    try super.init(from: container.superDecoder())
  }
}

@propertyWrapper
struct Clamped: Codable, Equatable {
  var wrappedValue: Int

  init(wrappedValue: Int) { self.wrappedValue = min(wrappedValue, 100) }

  init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Int.self))
  }
}

struct Clamping: Codable, Equatable {
  @Clamped var low: Int
  @Clamped var high: Int
}

struct Numbered: Codable, Equatable {
  enum CodingKeys: Int, CodingKey { case first = 1, second }

  var first: Int
  var second: Int
}

struct Optionals: Codable, Equatable {
  var a: Int?
  var b: String?
  var c: Bool?
  var d: Float?
  var e: [Int16]?
  var f: Point?
}

/// Finds out by trying.
enum Loose: Decodable, Equatable {
  case null
  case number(Double)
  case text(String)
  case list([Loose])
  case other

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer() {
      if container.decodeNil() {
        self = .null
        return
      }
      if let number = try? container.decode(Double.self) {
        self = .number(number)
        return
      }
      if let text = try? container.decode(String.self) {
        self = .text(text)
        return
      }
    }
    self = (try? [Loose](from: decoder)).map { .list($0) } ?? .other
  }
}

struct Elements: Decodable, Equatable {
  var all: [Int?] = []
  var indexes: [Int] = []
  var count: Int?
  var rest: [Int?] = []

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    count = container.count
    while !container.isAtEnd {
      indexes.append(container.currentIndex)
      all.append(try container.decodeIfPresent(Int.self))
    }
    rest.append(try container.decodeIfPresent(Int.self))
    indexes.append(container.currentIndex)
  }
}

/// Two types in a row on the same decoder.
enum Either: Decodable, Equatable {
  case number(Int)
  case point(Point)

  init(from decoder: any Decoder) throws {
    do {
      self = .number(try Int(from: decoder))
    } catch {
      self = .point(try Point(from: decoder))
    }
  }
}

/// The keys of an object, as they come to be.
struct AllKeys: Decodable, Equatable {
  let bytes: Set<[UInt8]>

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: Key.self).allKeys
    bytes = Set(keys.map { Array($0.stringValue.utf8) })
  }
}

/// Asks for members more than once, and not only for the next one.
struct Insistent: Decodable, Equatable {
  var found: [String] = []

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    for name in ["a", "b", "a", "c", "b", "a", "a"] {
      let key = Key(name)
      guard container.contains(key), try !container.decodeNil(forKey: key) else {
        found.append("no \(name)")
        continue
      }
      let number = try? container.decode(Int.self, forKey: key)
      found.append(try number.map { "\($0)" } ?? container.decode(String.self, forKey: key))
    }
  }
}

/// Dates in all the ways that there are to ask for one.
struct Days: Decodable, Equatable {
  struct Alone: Decodable, Equatable {
    let date: Date

    init(from decoder: any Decoder) throws {
      date = try decoder.singleValueContainer().decode(Date.self)
    }
  }

  enum Kind: Decodable, Equatable { case on(Date) }

  enum Keys: CodingKey { case optionals, alone, kind, inner, inList, named, after }

  var dates: [Date?] = []

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    dates += try container.decodeIfPresent([Date?].self, forKey: .optionals) ?? []
    dates += [try container.decodeIfPresent(Alone.self, forKey: .alone)?.date]
    if case .on(let date) = try container.decodeIfPresent(Kind.self, forKey: .kind) {
      dates.append(date)
    }
    if container.contains(.inner) {
      let inner = try container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
      dates += [try inner.decodeIfPresent(Date.self, forKey: .after)]
      if inner.contains(.inner) {
        let inmost = try inner.nestedContainer(keyedBy: Keys.self, forKey: .inner)
        dates += [try inmost.decode(Date.self, forKey: .after)]
      }
    }
    if container.contains(.inList) {
      var list = try container.nestedUnkeyedContainer(forKey: .inList)
      dates += [try list.decode(Date.self)]
      var inner = try list.nestedUnkeyedContainer()
      dates += [try inner.decode(Date.self)]
    }
    let named = try container.decodeIfPresent([String: Date].self, forKey: .named)
    dates += named.map { Array($0.values) } ?? []
    dates += [try Alone(from: container.superDecoder(forKey: .after)).date]
  }
}
