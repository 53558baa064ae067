internal import JSONText

/// The members of an object of a sample, or those that a type makes up for lack of one.
///
/// One function for any type is all that the protocol asks for, where nothing has to be fast.
struct RecordingMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: RecordingDecoder
  private let members: [String: JSON]

  init(decoder: RecordingDecoder) {
    self.decoder = decoder
    let strategies = decoder.session.strategies
    let members = (decoder.value?.object ?? JSONObject()).map { key, value in
      (
        decoder.hasFreeKeys ? key : strategies.keys.converted(key, at: decoder.codingPath), value
      )
    }
    self.members = Dictionary(members, uniquingKeysWith: { first, _ in first })
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] { members.keys.sorted().compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  fileprivate func inner(_ key: some CodingKey) -> RecordingDecoder {
    let path = decoder.hasFreeKeys ? decoder.path.every : decoder.path.key(key.stringValue)
    return decoder.decoder(members[key.stringValue], at: path, key: key)
  }

  func decodeNil(forKey key: Key) throws -> Bool { inner(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try inner(key).require(type)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try inner(key).request(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let inner = inner(key)
    inner.noteContainer([String: Any].self)
    return KeyedDecodingContainer(RecordingMembers<NestedKey>(decoder: inner))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    let inner = inner(key)
    inner.noteContainer([Any].self)
    return RecordingElements(decoder: inner)
  }

  func superDecoder() throws -> any Decoder { inner(PlainKey.super) }

  func superDecoder(forKey key: Key) throws -> any Decoder { inner(key) }
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
}

/// The elements of an array of a sample; where one is made up it has none, unless a type insists.
struct RecordingElements: UnkeyedDecodingContainer {
  let decoder: RecordingDecoder
  private let elements: [JSON]
  private(set) var currentIndex = 0

  init(decoder: RecordingDecoder) {
    self.decoder = decoder
    elements = decoder.value?.array ?? []
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var count: Int? { elements.count }

  var isAtEnd: Bool { currentIndex >= elements.count }

  private mutating func next() -> RecordingDecoder {
    let key = PlainKey(index: currentIndex)
    let element = isAtEnd ? nil : elements[currentIndex]
    currentIndex += 1
    return decoder.decoder(element, at: decoder.path.every, key: key)
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, elements[currentIndex].isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next().require(type)
  }

  mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    try next().request(type)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    KeyedDecodingContainer(RecordingMembers<NestedKey>(decoder: next()))
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    RecordingElements(decoder: next())
  }

  mutating func superDecoder() throws -> any Decoder { next() }
}

extension RecordingDecoder {
  /// Notes that an object or an array has to be here.
  func noteContainer(_ type: Any.Type) {
    let isThere = type == [Any].self ? value?.array != nil : value?.object != nil
    let found: ContractLog.Need.Found = isThere ? .value : value == nil ? .nothing : .null
    session.log.note(ContractLog.Need(path: path, type: type, isRequired: true, found: found))
  }
}
