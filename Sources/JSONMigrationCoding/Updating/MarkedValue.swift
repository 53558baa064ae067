internal import JSONText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A value that is encoded with marks, which say what its JSON doesn't tell.
///
/// Any encoder makes of it what it makes of the value, but for the marks.
package struct MarkedValue: Encodable {
  let value: any Encodable
  let marks: Marks

  package init(value: any Encodable, marks: Marks) {
    self.value = value
    self.marks = marks
  }

  package func encode(to encoder: any Encoder) throws {
    let marked = MarkedEncoder(base: encoder, marks: marks)
    switch value {
    case let json as JSON: try FreeJSON(value: json, marks: marks).encode(to: encoder)
    case let object as JSONObject:
      try FreeJSON(value: .object(object), marks: marks).encode(to: encoder)
    case let number as JSONNumber:
      try FreeJSON(value: .number(number), marks: marks).encode(to: encoder)
    // Encoders have ways of their own for these.
    case is Date, is Data, is URL, is FoundationDecimal:
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case let set as any UnorderedContent where marks.arePut: try set.encodeUnordered(to: marked)
    case let dictionary as any KeyedContent: try dictionary.encodeKeyed(to: marked)
    default: try value.encode(to: marked)
    }
  }
}

/// An encoder that hands on all it gets, and puts marks on what is in it.
package struct MarkedEncoder: Encoder {
  let base: any Encoder
  package let marks: Marks

  package var codingPath: [any CodingKey] { base.codingPath }
  package var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(MarkedMembers(base: base.container(keyedBy: type), marks: marks))
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer {
    MarkedElements(base: base.unkeyedContainer(), marks: marks)
  }

  package func singleValueContainer() -> any SingleValueEncodingContainer {
    MarkedSingleValue(base: base.singleValueContainer(), marks: marks)
  }

  /// Encodes items in a list that begins with a mark.
  package func encode(_ items: some Sequence<any Encodable>, markedBy mark: String) throws {
    var container = base.unkeyedContainer()
    try container.encode(mark)
    for item in items { try container.encode(MarkedValue(value: item, marks: marks)) }
  }
}

private protocol UnorderedContent {
  func encodeUnordered(to encoder: MarkedEncoder) throws
}

extension Set: UnorderedContent where Element: Encodable {
  func encodeUnordered(to encoder: MarkedEncoder) throws {
    try encoder.encode(map { $0 as any Encodable }, markedBy: encoder.marks.ofSet)
  }
}

private protocol KeyedContent {
  func encodeKeyed(to encoder: MarkedEncoder) throws
}

extension Dictionary {
  /// Whether it is encoded as an object: else it is a list of a key, its value, a key, its value.
  package static var hasTextKeys: Bool { Key.self is any CodingKeyRepresentable.Type }
}

extension Dictionary: KeyedContent where Key: Encodable, Value: Encodable {
  package func encodeKeyed(to encoder: MarkedEncoder) throws {
    let marks = encoder.marks
    // An empty one would be a dictionary of any type.
    if Key.self == String.self, let texts = self as? [String: Value] {
      // As a dictionary, for then its keys are not converted.
      var container = encoder.base.singleValueContainer()
      try container.encode(texts.mapValues { MarkedValue(value: $0, marks: marks) })
    } else if Self.hasTextKeys || !marks.arePut {
      try encode(to: encoder)
    } else {
      try encoder.encode(
        flatMap { [$0.key as any Encodable, $0.value as any Encodable] }, markedBy: marks.ofPairs)
    }
  }
}

private struct MarkedMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  var base: KeyedEncodingContainer<Key>
  let marks: Marks

  var codingPath: [any CodingKey] { base.codingPath }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try base.encode(MarkedValue(value: value, marks: marks), forKey: key)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(
      MarkedMembers<NestedKey>(
        base: base.nestedContainer(keyedBy: type, forKey: key), marks: marks))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    MarkedElements(base: base.nestedUnkeyedContainer(forKey: key), marks: marks)
  }

  mutating func superEncoder() -> any Encoder {
    MarkedEncoder(base: base.superEncoder(), marks: marks)
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    MarkedEncoder(base: base.superEncoder(forKey: key), marks: marks)
  }

  mutating func encodeNil(forKey key: Key) throws { try base.encodeNil(forKey: key) }
  mutating func encode(_ value: Bool, forKey key: Key) throws {
    try base.encode(value, forKey: key)
  }
  mutating func encode(_ value: String, forKey key: Key) throws {
    try base.encode(value, forKey: key)
  }
  mutating func encode(_ value: Double, forKey key: Key) throws {
    try base.encode(value, forKey: key)
  }
  mutating func encode(_ value: Float, forKey key: Key) throws {
    try base.encode(value, forKey: key)
  }
  mutating func encode(_ value: Int, forKey key: Key) throws { try base.encode(value, forKey: key) }
  mutating func encode(_ value: Int8, forKey key: Key) throws {
    try base.encode(value, forKey: key)
  }
  mutating func encode(_ value: Int16, forKey key: Key) throws {
    try base.encode(value, forKey: key)
  }
  mutating func encode(_ value: Int32, forKey key: Key) throws {
    try base.encode(value, forKey: key)
  }
  mutating func encode(_ value: Int64, forKey key: Key) throws {
    try base.encode(value, forKey: key)
  }
  mutating func encode(_ value: UInt, forKey key: Key) throws {
    try base.encode(value, forKey: key)
  }
  mutating func encode(_ value: UInt8, forKey key: Key) throws {
    try base.encode(value, forKey: key)
  }
  mutating func encode(_ value: UInt16, forKey key: Key) throws {
    try base.encode(value, forKey: key)
  }
  mutating func encode(_ value: UInt32, forKey key: Key) throws {
    try base.encode(value, forKey: key)
  }
  mutating func encode(_ value: UInt64, forKey key: Key) throws {
    try base.encode(value, forKey: key)
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: Int128, forKey key: Key) throws {
    try base.encode(value, forKey: key)
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    try base.encode(value, forKey: key)
  }
}

private struct MarkedElements: UnkeyedEncodingContainer {
  var base: any UnkeyedEncodingContainer
  let marks: Marks

  var codingPath: [any CodingKey] { base.codingPath }
  var count: Int { base.count }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try base.encode(MarkedValue(value: value, marks: marks))
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(
      MarkedMembers<NestedKey>(base: base.nestedContainer(keyedBy: type), marks: marks))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    MarkedElements(base: base.nestedUnkeyedContainer(), marks: marks)
  }

  mutating func superEncoder() -> any Encoder {
    MarkedEncoder(base: base.superEncoder(), marks: marks)
  }

  mutating func encodeNil() throws { try base.encodeNil() }
  mutating func encode(_ value: Bool) throws { try base.encode(value) }
  mutating func encode(_ value: String) throws { try base.encode(value) }
  mutating func encode(_ value: Double) throws { try base.encode(value) }
  mutating func encode(_ value: Float) throws { try base.encode(value) }
  mutating func encode(_ value: Int) throws { try base.encode(value) }
  mutating func encode(_ value: Int8) throws { try base.encode(value) }
  mutating func encode(_ value: Int16) throws { try base.encode(value) }
  mutating func encode(_ value: Int32) throws { try base.encode(value) }
  mutating func encode(_ value: Int64) throws { try base.encode(value) }
  mutating func encode(_ value: UInt) throws { try base.encode(value) }
  mutating func encode(_ value: UInt8) throws { try base.encode(value) }
  mutating func encode(_ value: UInt16) throws { try base.encode(value) }
  mutating func encode(_ value: UInt32) throws { try base.encode(value) }
  mutating func encode(_ value: UInt64) throws { try base.encode(value) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: Int128) throws { try base.encode(value) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: UInt128) throws { try base.encode(value) }
}

private struct MarkedSingleValue: SingleValueEncodingContainer {
  var base: any SingleValueEncodingContainer
  let marks: Marks

  var codingPath: [any CodingKey] { base.codingPath }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try base.encode(MarkedValue(value: value, marks: marks))
  }

  mutating func encodeNil() throws { try base.encodeNil() }
  mutating func encode(_ value: Bool) throws { try base.encode(value) }
  mutating func encode(_ value: String) throws { try base.encode(value) }
  mutating func encode(_ value: Double) throws { try base.encode(value) }
  mutating func encode(_ value: Float) throws { try base.encode(value) }
  mutating func encode(_ value: Int) throws { try base.encode(value) }
  mutating func encode(_ value: Int8) throws { try base.encode(value) }
  mutating func encode(_ value: Int16) throws { try base.encode(value) }
  mutating func encode(_ value: Int32) throws { try base.encode(value) }
  mutating func encode(_ value: Int64) throws { try base.encode(value) }
  mutating func encode(_ value: UInt) throws { try base.encode(value) }
  mutating func encode(_ value: UInt8) throws { try base.encode(value) }
  mutating func encode(_ value: UInt16) throws { try base.encode(value) }
  mutating func encode(_ value: UInt32) throws { try base.encode(value) }
  mutating func encode(_ value: UInt64) throws { try base.encode(value) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: Int128) throws { try base.encode(value) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: UInt128) throws { try base.encode(value) }
}
