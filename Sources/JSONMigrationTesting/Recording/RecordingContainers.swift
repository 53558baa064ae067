internal import JSONMigration
internal import JSONMigrationCoding
internal import JSONMigrationCore
internal import JSONText

/// The members of an object of a document, or those that are made up for lack of one.
///
/// One function for any type is all that the protocol asks for, where nothing has to be fast.
struct RecordingMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: RecordingDecoder
  /// By their keys as types see them.
  private let members: [ByteString: (key: String, value: JSON)]

  init(decoder: RecordingDecoder) {
    self.decoder = decoder
    let members = (decoder.value?.object ?? JSONObject()).map { key, value in
      (ByteString(decoder.converted(key)), (key: key, value: value))
    }
    self.members = Dictionary(members, uniquingKeysWith: { first, _ in first })
    // An object without members is one, too.
    if decoder.value == nil, decoder.draft.value == nil { decoder.draft.value = [:] }
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    if !decoder.hasFreeKeys { decoder.draft.isAskedForKeys = true }
    if decoder.value == nil { return decoder.imaginedKeys(Key.self) }
    return members.keys.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool {
    decoder.value == nil
      ? !decoder.isSparse && !inner(key).isWithheld
      : members[ByteString(key.stringValue)] != nil
  }

  fileprivate func inner(_ key: some CodingKey) -> RecordingDecoder {
    let member = members[ByteString(key.stringValue)]
    let name = member?.key ?? decoder.unconverted(key.stringValue)
    let path =
      decoder.hasFreeKeys ? decoder.path.every : decoder.path.key(key.stringValue, in: name)
    return decoder.inner(member?.value, decoder.draft.member(name), at: path, key: key)
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    let inner = inner(key)
    if inner.value == nil, decoder.value != nil { inner.noteAbsence() }
    return inner.decodeNil()
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try inner(key).require(type)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try inner(key).request(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try inner(key).container(of: [String: Any].self).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inner(key).container(of: [Any].self).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { inner(PlainKey.super).container(of: nil) }

  func superDecoder(forKey key: Key) throws -> any Decoder { inner(key).container(of: nil) }
}

// The protocol has functions of its own for these, which would ask twice and note nothing.
extension RecordingMembers {
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try inner(key).request(type)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try inner(key).request(type)
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try inner(key).request(type)
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try inner(key).request(type)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try inner(key).request(type)
  }

  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try inner(key).request(type)
  }

  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try inner(key).request(type)
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try inner(key).request(type)
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try inner(key).request(type)
  }

  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try inner(key).request(type)
  }

  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try inner(key).request(type)
  }

  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try inner(key).request(type)
  }

  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try inner(key).request(type)
  }

  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try inner(key).request(type)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try inner(key).require(type)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try inner(key).require(type)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try inner(key).request(type)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try inner(key).request(type)
  }
}

/// The elements of an array of a document; where one is made up it has one, or none if those end
/// it.
struct RecordingElements: UnkeyedDecodingContainer {
  let decoder: RecordingDecoder
  private let elements: [JSON?]
  private(set) var currentIndex = 0
  private static let mostMadeUp = 1_000

  init(decoder: RecordingDecoder) {
    self.decoder = decoder
    if let value = decoder.value {
      elements = value.array ?? []
    } else {
      // Dictionaries whose keys are no text have a key and a value in turn.
      let count = decoder.isSparse ? 0 : decoder.hasFreeKeys ? 2 : 1
      elements = Array(repeating: nil, count: count)
      if decoder.draft.value == nil { decoder.draft.value = [] }
    }
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var count: Int? { elements.count }

  var isAtEnd: Bool { currentIndex >= elements.count }

  private mutating func next() throws -> RecordingDecoder {
    let key = PlainKey(index: currentIndex)
    // Elements are made up as long as they are asked for; who never stops would never end.
    guard currentIndex < elements.count + Self.mostMadeUp else {
      throw DecodingError.valueNotFound(
        Any.self,
        DecodingError.Context(
          codingPath: codingPath + [key], debugDescription: "found the end of the array"))
    }
    let element = isAtEnd ? nil : elements[currentIndex]
    let draft = decoder.draft.element(currentIndex)
    currentIndex += 1
    return decoder.inner(element, draft, at: decoder.path.every, key: key)
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, elements[currentIndex]?.isNull == true else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next().require(type)
  }

  mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    try next().request(type)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try next().require(type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? { try next().request(type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next().require(type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? {
    try next().request(type)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next().container(of: [String: Any].self).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().container(of: [Any].self).unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next().container(of: nil) }
}

extension RecordingDecoder {
  /// A decoder for a container that a type takes apart itself: noted, and if there is none made up.
  fileprivate func container(of type: Any.Type?) -> RecordingDecoder {
    let isThere: Bool
    switch type {
    case nil: isThere = value != nil
    case let type? where type == [Any].self: isThere = value?.array != nil
    default: isThere = value?.object != nil
    }
    let found: ContractLog.Need.State
    switch value {
    case nil: found = .nothing
    case .null? where !isThere: found = .null
    case let value?: found = isThere ? .value : .other(value.typeName)
    }
    _ = session.log.note(
      ContractLog.Need(
        path: path, type: type ?? [String: Any].self, isRequired: true, found: found, value: value,
        draft: draft))
    if isThere {
      draft.value = value
      return self
    }
    draft.clear()
    return overNothing
  }

  fileprivate func noteAbsence() {
    _ = session.log.note(
      ContractLog.Need(
        path: path, type: Any.self, isRequired: true, found: .nothing, value: nil, draft: draft))
  }

  /// A key as types see it.
  fileprivate func converted(_ key: String) -> String {
    hasFreeKeys ? key : session.judge.strategies.keys.converted(key, at: codingPath)
  }

  /// A key as documents have it, as far as that can be told.
  fileprivate func unconverted(_ key: String) -> String {
    let keys = session.judge.strategies.keys
    if hasFreeKeys || keys.areAsTheyAre { return key }
    func isIt(_ candidate: String) -> Bool {
      ByteString(keys.converted(candidate, at: codingPath)) == ByteString(key)
    }
    if case .snakeCase = keys {
      let snake = SnakeCase.snakeCase(key)
      if isIt(snake) { return snake }
    }
    return session.knowledge.keys.first(where: isIt) ?? key
  }

  /// Keys that an object may have and no sample has.
  fileprivate func imaginedKeys<Key: CodingKey>(_ type: Key.Type) -> [Key] {
    if isSparse, hasFreeKeys { return [] }
    if hasFreeKeys { return [Key(stringValue: "0")].compactMap { $0 } }
    // The case of an enumeration has to be the only key.
    return Array(session.knowledge.keys.lazy.compactMap { Key(stringValue: $0) }.prefix(1))
  }
}
