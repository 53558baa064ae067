internal import JSONMigrationCoding
internal import JSONMigrationCore
internal import JSONText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A version on its way into an object that is being encoded.
final class Stamp {
  fileprivate let key: PlainKey
  /// The same for the object in the member of that key, where it goes further in.
  fileprivate let inner: Stamp?
  private let migrator: Migrator
  private let isNested: Bool
  private var isWritten = false
  /// Whether what is encoded there is no object: to ask an encoder for members after it was given
  /// a single value ends the process.
  fileprivate var hasNoPlace = false

  init(of migrator: Migrator, at place: ArraySlice<String>, isNested: Bool = false) {
    (self.migrator, self.isNested) = (migrator, isNested)
    key = PlainKey(place.first ?? "")
    inner = place.count > 1 ? Stamp(of: migrator, at: place.dropFirst(), isNested: true) : nil
  }

  /// The keys that lead to what is no object, and so has no place for the version; nil if all is
  /// well.
  var keysWithoutPlace: [String]? {
    hasNoPlace ? [] : inner?.keysWithoutPlace.map { [key.stringValue] + $0 }
  }

  /// Encodes a value with the version in it.
  func encode(_ value: any Encodable, to encoder: any Encoder) throws {
    try value.encode(to: StampingEncoder(encoder: encoder, stamp: self))
    if hasNoPlace || isWritten { return }
    var container = encoder.container(keyedBy: PlainKey.self)
    try write(into: &container)
  }

  /// As a dictionary, for then its keys are not converted.
  fileprivate func encode(entries: any TextKeyedContent, to encoder: any Encoder) throws {
    isWritten = true
    var container = encoder.singleValueContainer()
    try container.encode(try entries.stamped(self))
  }

  private func write(into container: inout KeyedEncodingContainer<PlainKey>) throws {
    isWritten = true
    if let inner {
      if inner.isWritten || inner.keysWithoutPlace != nil { return }
      var nested = container.nestedContainer(keyedBy: PlainKey.self, forKey: key)
      return try inner.write(into: &nested)
    }
    switch migrator.target {
    case .integer(let version): try container.encode(version, forKey: key)
    case .text(let version): try container.encode(version, forKey: key)
    }
  }

  /// The version as an entry of a dictionary, or what has it further in.
  fileprivate func entry(besides value: (any Encodable)?) throws -> StampedEntry {
    if let inner { return StampedEntry(value: value ?? [String: Int](), stamp: inner) }
    if let value { try check(value) }
    return switch migrator.target {
    case .integer(let version): StampedEntry(value: version, stamp: nil)
    case .text(let version): StampedEntry(value: version, stamp: nil)
    }
  }

  /// A version that the value has itself is replaced, and nothing else.
  fileprivate func check(_ value: any Encodable) throws {
    let format = migrator.rules.format
    let json = try JSON(encoding: StampedEntry(value: value, stamp: nil))
    let own = json.int.map { Version.integer($0) } ?? json.string.map { Version.text($0) }
    if json.isNull || own.map(format.chain.names) == true { return }
    throw MigrationError(
      Diagnostic(
        .conflict,
        "a member of the value's own stands where its version goes, at `\(format.at[0].text)`",
        help: "give that member another coding key, or the version another place: "
          + "`\"version\": { \"at\": \"schemaVersion\" }` in format.json"))
  }

  fileprivate func container<Key: CodingKey>(
    _ base: KeyedEncodingContainer<Key>
  ) -> KeyedEncodingContainer<Key> {
    // At the root no more is done than has to be.
    if inner == nil, !isNested { return base }
    return KeyedEncodingContainer(StampedMembers(base: base, stamp: self))
  }
}

/// A dictionary that is encoded as an object: a version in it is one of its entries.
private protocol TextKeyedContent {
  func stamped(_ stamp: Stamp) throws -> [String: StampedEntry]
}

extension Dictionary: TextKeyedContent where Key == String, Value: Encodable {
  fileprivate func stamped(_ stamp: Stamp) throws -> [String: StampedEntry] {
    var entries = mapValues { StampedEntry(value: $0, stamp: nil) }
    let key = stamp.key.stringValue
    entries[key] = try stamp.entry(besides: self[key])
    return entries
  }
}

/// A dictionary, of which a version would be one of the entries when it is loaded again.
protocol DictionaryContent {
  func takesEntry(_ key: String) -> Bool
}

extension Dictionary: DictionaryContent {
  /// Whether an entry is there already, or the dictionary is encoded as a list.
  func takesEntry(_ key: String) -> Bool {
    !Self.hasTextKeys || (self as? [String: Value])?[key] != nil
  }
}

private struct StampedEntry: Encodable {
  let value: any Encodable
  let stamp: Stamp?

  func encode(to encoder: any Encoder) throws {
    if let stamp {
      guard let dictionary = value as? any TextKeyedContent else {
        return try stamp.encode(value, to: encoder)
      }
      return try stamp.encode(entries: dictionary, to: encoder)
    }
    // Encoders have ways of their own for some types.
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// An encoder that hands on all it gets, and brings a version to where it goes.
private struct StampingEncoder: Encoder {
  let encoder: any Encoder
  let stamp: Stamp

  var codingPath: [any CodingKey] { encoder.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    stamp.container(encoder.container(keyedBy: type))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    stamp.hasNoPlace = true
    return encoder.unkeyedContainer()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    StampedSingleValue(base: encoder.singleValueContainer(), stamp: stamp)
  }
}

private struct StampedSingleValue: SingleValueEncodingContainer {
  var base: any SingleValueEncodingContainer
  let stamp: Stamp

  var codingPath: [any CodingKey] { base.codingPath }

  /// What encodes itself as a single value, or is encoded as one.
  private func isScalar(_ value: any Encodable) -> Bool {
    switch value {
    case is String, is Bool, is any BinaryInteger, is any BinaryFloatingPoint: true
    case is Date, is Data, is URL, is FoundationDecimal: true
    default: false
    }
  }

  mutating func encodeNil() throws {
    stamp.hasNoPlace = true
    try base.encodeNil()
  }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    let takesEntry = (value as? any DictionaryContent)?.takesEntry(stamp.key.stringValue)
    if isScalar(value) || takesEntry == false {
      stamp.hasNoPlace = true
      try base.encode(value)
    } else {
      try base.encode(StampedEntry(value: value, stamp: stamp))
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: Int128) throws {
    stamp.hasNoPlace = true
    try base.encode(value)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: UInt128) throws {
    stamp.hasNoPlace = true
    try base.encode(value)
  }
}

/// The members of an object, one of which is the version or has it further in.
private struct StampedMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  var base: KeyedEncodingContainer<Key>
  let stamp: Stamp

  var codingPath: [any CodingKey] { base.codingPath }

  private func isOnTheWay(_ key: Key) -> Bool { key.stringValue == stamp.key.stringValue }

  /// Notes that something else than a member with a value is encoded.
  private func noteOther(_ key: Key) {
    if isOnTheWay(key) { (stamp.inner ?? stamp).hasNoPlace = true }
  }

  mutating func encodeNil(forKey key: Key) throws {
    if stamp.inner != nil { noteOther(key) }
    try base.encodeNil(forKey: key)
  }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    guard isOnTheWay(key) else { return try base.encode(value, forKey: key) }
    try base.encode(stamp.entry(besides: value), forKey: key)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: Int128, forKey key: Key) throws {
    noteOther(key)
    try base.encode(value, forKey: key)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    noteOther(key)
    try base.encode(value, forKey: key)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let nested = base.nestedContainer(keyedBy: type, forKey: key)
    guard isOnTheWay(key), let inner = stamp.inner else {
      noteOther(key)
      return nested
    }
    return inner.container(nested)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    noteOther(key)
    return base.nestedUnkeyedContainer(forKey: key)
  }

  mutating func superEncoder() -> any Encoder { base.superEncoder() }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    noteOther(key)
    return base.superEncoder(forKey: key)
  }
}
