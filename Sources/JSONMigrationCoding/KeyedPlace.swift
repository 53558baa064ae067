internal import JSONText

/// The members of an object of a document.
struct KeyedPlace<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reading: Reading
  let object: Int

  var codingPath: [any CodingKey] { reading.path(to: object) }

  var allKeys: [Key] { reading.keys(of: object).compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { find(key) != nil }

  @inline(__always)
  private func find(_ key: some CodingKey) -> Int? {
    reading.member(key.stringValue, of: object, keyedBy: Key.self)
  }

  /// The member with a key that has to be there.
  private func require(_ key: Key) throws -> Int {
    if let member = find(key) { return member }
    throw DecodingError.keyNotFound(
      key,
      DecodingError.Context(
        codingPath: codingPath,
        debugDescription: "found no `\(Found.shown(key.stringValue.utf8))`"))
  }

  /// The member with a key that may be missing or null.
  private func findValue(_ key: Key) -> Int? {
    guard let member = find(key), !reading.isNull(member) else { return nil }
    return member
  }

  func decodeNil(forKey key: Key) throws -> Bool { reading.isNull(try require(key)) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try reading.value(type, require(key))
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let member = findValue(key) else { return nil }
    return try reading.value(type, member)
  }
}

// MARK: - Containers in it

extension KeyedPlace {
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try reading.members(of: require(key), keyedBy: type, isNested: true)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try reading.elements(of: require(key), isNested: true)
  }

  func superDecoder() throws -> any Decoder { superDecoder(of: PlainKey.super) }

  func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(of: key) }

  /// A decoder over a member; over null where there is no such member.
  private func superDecoder(of key: some CodingKey) -> DocumentDecoder {
    DocumentDecoder(
      reading: reading, number: find(key) ?? reading.standIn(for: key, of: object))
  }
}

// MARK: - One function for each type, as the protocol has them

extension KeyedPlace {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try reading.boolean(require(key))
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try reading.string(require(key))
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try reading.double(require(key))
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try reading.float(require(key))
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try reading.integer(require(key))
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try reading.integer(require(key))
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try reading.integer(require(key))
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try reading.integer(require(key))
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try reading.integer(require(key))
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try reading.integer(require(key))
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try reading.integer(require(key))
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try reading.integer(require(key))
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try reading.integer(require(key))
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try reading.integer(require(key))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try reading.integer(require(key))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try reading.integer(require(key))
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    guard let member = findValue(key) else { return nil }
    return try reading.boolean(member)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    guard let member = findValue(key) else { return nil }
    return try reading.string(member)
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    guard let member = findValue(key) else { return nil }
    return try reading.double(member)
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    guard let member = findValue(key) else { return nil }
    return try reading.float(member)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    guard let member = findValue(key) else { return nil }
    return try reading.integer(member)
  }

  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    guard let member = findValue(key) else { return nil }
    return try reading.integer(member)
  }

  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    guard let member = findValue(key) else { return nil }
    return try reading.integer(member)
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    guard let member = findValue(key) else { return nil }
    return try reading.integer(member)
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    guard let member = findValue(key) else { return nil }
    return try reading.integer(member)
  }

  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    guard let member = findValue(key) else { return nil }
    return try reading.integer(member)
  }

  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    guard let member = findValue(key) else { return nil }
    return try reading.integer(member)
  }

  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    guard let member = findValue(key) else { return nil }
    return try reading.integer(member)
  }

  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    guard let member = findValue(key) else { return nil }
    return try reading.integer(member)
  }

  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    guard let member = findValue(key) else { return nil }
    return try reading.integer(member)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    guard let member = findValue(key) else { return nil }
    return try reading.integer(member)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    guard let member = findValue(key) else { return nil }
    return try reading.integer(member)
  }
}
