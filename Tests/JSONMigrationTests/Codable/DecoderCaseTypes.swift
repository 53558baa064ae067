import Foundation

/// Types that ask a decoder for something unusual; what `JSONDecoder` makes of them is what counts.
struct Hollow: Decodable, Equatable {}

final class HollowClass: Decodable, Equatable {
  static func == (left: HollowClass, right: HollowClass) -> Bool { true }
}

/// One value under a type of its own.
struct Sole<Value: Decodable & Equatable>: Decodable, Equatable {
  let value: Value

  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Value.self)
  }
}

final class SoleClass<Value: Decodable & Equatable>: Decodable, Equatable {
  let value: Value

  init(from decoder: any Decoder) throws { value = try Value(from: decoder) }

  static func == (left: SoleClass, right: SoleClass) -> Bool { left.value == right.value }
}

/// The first type that fits, each tried on the same decoder.
enum First<Left: Decodable & Equatable, Right: Decodable & Equatable>: Decodable, Equatable {
  case left(Left)
  case right(Right)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let left = try? container.decode(Left.self) {
      self = .left(left)
    } else {
      self = .right(try container.decode(Right.self))
    }
  }
}

/// Refuses by an error of its own what was decoded well.
struct Choosy: Decodable, Equatable {
  enum Refusal: Error { case tooSmall(Int) }
  enum Keys: CodingKey { case size }

  let size: Int

  init(from decoder: any Decoder) throws {
    let size: Int
    if let container = try? decoder.container(keyedBy: Keys.self) {
      size = try container.decode(Int.self, forKey: .size)
    } else {
      size = try decoder.singleValueContainer().decode(Int.self)
    }
    guard size > 10 else { throw Refusal.tooSmall(size) }
    self.size = size
  }
}

/// Asks for null again and again, and stays where it is while there is something else.
struct Doubting: Decodable, Equatable {
  var values: [Int] = []
  var nulls = 0
  var indexes: [Int] = []

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      for _ in 0..<3 where !container.isAtEnd {
        if try container.decodeNil() { nulls += 1 }
      }
      indexes.append(container.currentIndex)
      if !container.isAtEnd { values.append(try container.decode(Int.self)) }
    }
  }
}

/// Goes on in a list after elements that are no numbers, as often as it is let.
struct Patient: Decodable, Equatable {
  var found: [String] = []

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    for _ in 0..<12 where !container.isAtEnd {
      do {
        found.append("\(try container.decode(Int.self))")
      } catch {
        found.append("not at \(container.currentIndex)")
        if let list = try? container.nestedUnkeyedContainer() {
          found.append("list \(list.count ?? -1) \(list.isAtEnd)")
        } else if let object = try? container.nestedContainer(keyedBy: Key.self) {
          found.append("object \(object.allKeys.count)")
        } else {
          found.append((try? container.decode(String.self)) ?? "other")
        }
      }
    }
  }
}

/// Each type of number and text, where it is there: in an object, or in a list.
struct EveryType: Decodable, Equatable {
  enum Keys: String, CodingKey, CaseIterable {
    case bool, string, double, float, int, int8, int16, int32, int64, int128
    case uint, uint8, uint16, uint32, uint64, uint128, list
  }

  var found: [String] = []

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Keys.self) {
      try take(object.decodeIfPresent(Bool.self, forKey: .bool))
      try take(object.decodeIfPresent(String.self, forKey: .string))
      try take(object.decodeIfPresent(Double.self, forKey: .double))
      try take(object.decodeIfPresent(Float.self, forKey: .float))
      try take(object.decodeIfPresent(Int.self, forKey: .int))
      try take(object.decodeIfPresent(Int8.self, forKey: .int8))
      try take(object.decodeIfPresent(Int16.self, forKey: .int16))
      try take(object.decodeIfPresent(Int32.self, forKey: .int32))
      try take(object.decodeIfPresent(Int64.self, forKey: .int64))
      try take(object.decodeIfPresent(Int128.self, forKey: .int128))
      try take(object.decodeIfPresent(UInt.self, forKey: .uint))
      try take(object.decodeIfPresent(UInt8.self, forKey: .uint8))
      try take(object.decodeIfPresent(UInt16.self, forKey: .uint16))
      try take(object.decodeIfPresent(UInt32.self, forKey: .uint32))
      try take(object.decodeIfPresent(UInt64.self, forKey: .uint64))
      try take(object.decodeIfPresent(UInt128.self, forKey: .uint128))
      try take(object.decodeIfPresent([Int].self, forKey: .list))
    } else {
      var list = try decoder.unkeyedContainer()
      try take(list.decodeIfPresent(Bool.self))
      try take(list.decodeIfPresent(String.self))
      try take(list.decodeIfPresent(Double.self))
      try take(list.decodeIfPresent(Float.self))
      try take(list.decodeIfPresent(Int.self))
      try take(list.decodeIfPresent(Int8.self))
      try take(list.decodeIfPresent(Int16.self))
      try take(list.decodeIfPresent(Int32.self))
      try take(list.decodeIfPresent(Int64.self))
      try take(list.decodeIfPresent(Int128.self))
      try take(list.decodeIfPresent(UInt.self))
      try take(list.decodeIfPresent(UInt8.self))
      try take(list.decodeIfPresent(UInt16.self))
      try take(list.decodeIfPresent(UInt32.self))
      try take(list.decodeIfPresent(UInt64.self))
      try take(list.decodeIfPresent(UInt128.self))
      try take(list.decodeIfPresent([Int].self))
    }
  }

  private mutating func take<Value>(_ value: Value?) {
    found.append(value.map { "\($0)" } ?? "none")
  }
}

/// A member behind `superDecoder(forKey:)` that may be missing.
struct Forgiving: Decodable, Equatable {
  let text: String?
  let isMissing: Bool

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    do {
      let inner = try container.superDecoder(forKey: Key("text"))
      text = try inner.singleValueContainer().decode(String.self)
      isMissing = false
    } catch DecodingError.valueNotFound {
      text = nil
      isMissing = true
    }
  }
}

/// One decoder from `superDecoder`, asked twice, and the container beside it.
struct Sharing: Decodable, Equatable {
  enum Keys: CodingKey { case name, inner }

  let names: [String]
  let paths: [[String]]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    let inner = try container.superDecoder(forKey: .inner)
    let first = try inner.container(keyedBy: Keys.self)
    let second = try inner.container(keyedBy: Keys.self)
    names = try [
      first.decode(String.self, forKey: .name), container.decode(String.self, forKey: .name),
      second.decode(String.self, forKey: .name),
      inner.container(keyedBy: Key.self).decode(String.self, forKey: Key("name")),
    ]
    paths = [
      decoder.codingPath, container.codingPath, inner.codingPath, first.codingPath,
      try container.superDecoder().codingPath,
    ].map { $0.map(\.stringValue) }
  }
}

/// Reads a list as objects, as lists and as elements, one after the other.
struct Mixed: Decodable, Equatable {
  var found: [String] = []

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      if let object = try? list.nestedContainer(keyedBy: Key.self) {
        found.append("\(object.codingPath.map(\.stringValue)) \(object.allKeys.count)")
      } else if let inner = try? list.nestedUnkeyedContainer() {
        found.append("\(inner.codingPath.map(\.stringValue)) \(inner.count ?? -1)")
      } else {
        let element = try list.superDecoder()
        found.append("\(element.codingPath.map(\.stringValue))")
        found.append("\(try Loose(from: element))")
      }
    }
  }
}

/// A key that is an object, so that a dictionary is a list.
struct Square: Codable, Hashable {
  var file: String
  var rank: Int
}

struct Board: Decodable, Equatable {
  let pieces: [Square: String]
  let colours: [Suit?]?
}
