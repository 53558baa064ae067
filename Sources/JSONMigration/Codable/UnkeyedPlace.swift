internal import JSONText

/// The elements of an array of a document.
struct UnkeyedPlace: UnkeyedDecodingContainer {
  private let reading: Reading
  private let array: Int
  /// The element that comes next, if there is one.
  private var number: Int
  private let elements: Int
  private(set) var currentIndex = 0

  init(reading: Reading, array: Int) {
    self.reading = reading
    self.array = array
    number = reading.view.first(array)
    elements = reading.view.count(array)
  }

  var codingPath: [any CodingKey] { reading.path(to: array) }

  var count: Int? { elements }

  var isAtEnd: Bool { currentIndex >= elements }

  /// Reads the next element, and goes on to the one behind it unless that throws.
  private mutating func next<Value>(
    _ type: Any.Type, _ read: (Int) throws -> Value
  ) throws -> Value {
    if isAtEnd {
      throw DecodingError.valueNotFound(
        type,
        DecodingError.Context(
          codingPath: codingPath + [PlainKey(index: currentIndex)],
          debugDescription: "found the end of the array, of \(elements) elements"))
    }
    let value = try read(number)
    advance()
    return value
  }

  /// As `next`, but nil for null and at the end.
  private mutating func nextIfPresent<Value>(_ read: (Int) throws -> Value) rethrows -> Value? {
    let value = isAtEnd || reading.isNull(number) ? nil : try read(number)
    if isAtEnd { currentIndex += 1 } else { advance() }
    return value
  }

  private mutating func advance() {
    number = reading.view.next(number)
    currentIndex += 1
  }

  mutating func decodeNil() throws -> Bool {
    if !isAtEnd, !reading.isNull(number) { return false }
    return try next(Never.self) { _ in true }
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let reading = reading
    return try next(type) { try reading.value(type, $0) }
  }

  mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    let reading = reading
    return try nextIfPresent { try reading.value(type, $0) }
  }
}

// MARK: - Containers in it

extension UnkeyedPlace {
  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let reading = reading
    return try next(KeyedDecodingContainer<NestedKey>.self) {
      try DocumentDecoder(reading: reading, number: $0).container(keyedBy: type)
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let reading = reading
    return try next((any UnkeyedDecodingContainer).self) {
      try DocumentDecoder(reading: reading, number: $0).unkeyedContainer()
    }
  }

  mutating func superDecoder() throws -> any Decoder {
    let reading = reading
    return try next((any Decoder).self) { DocumentDecoder(reading: reading, number: $0) }
  }
}

// MARK: - One function for each type, as the protocol has them

extension UnkeyedPlace {
  mutating func decode(_ type: Bool.Type) throws -> Bool {
    try next(type) { [reading] in try reading.boolean($0) }
  }

  mutating func decode(_ type: String.Type) throws -> String {
    try next(type) { [reading] in try reading.string($0) }
  }

  mutating func decode(_ type: Double.Type) throws -> Double {
    try next(type) { [reading] in try reading.double($0) }
  }

  mutating func decode(_ type: Float.Type) throws -> Float {
    try next(type) { [reading] in try reading.float($0) }
  }

  mutating func decode(_ type: Int.Type) throws -> Int {
    try next(type) { [reading] in try reading.integer($0) }
  }

  mutating func decode(_ type: Int8.Type) throws -> Int8 {
    try next(type) { [reading] in try reading.integer($0) }
  }

  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    try next(type) { [reading] in try reading.integer($0) }
  }

  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    try next(type) { [reading] in try reading.integer($0) }
  }

  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    try next(type) { [reading] in try reading.integer($0) }
  }

  mutating func decode(_ type: UInt.Type) throws -> UInt {
    try next(type) { [reading] in try reading.integer($0) }
  }

  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    try next(type) { [reading] in try reading.integer($0) }
  }

  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    try next(type) { [reading] in try reading.integer($0) }
  }

  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    try next(type) { [reading] in try reading.integer($0) }
  }

  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    try next(type) { [reading] in try reading.integer($0) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try next(type) { [reading] in try reading.integer($0) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try next(type) { [reading] in try reading.integer($0) }
  }

  mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? {
    try nextIfPresent { [reading] in try reading.boolean($0) }
  }

  mutating func decodeIfPresent(_ type: String.Type) throws -> String? {
    try nextIfPresent { [reading] in try reading.string($0) }
  }

  mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? {
    try nextIfPresent { [reading] in try reading.double($0) }
  }

  mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? {
    try nextIfPresent { [reading] in try reading.float($0) }
  }

  mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? {
    try nextIfPresent { [reading] in try reading.integer($0) }
  }

  mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? {
    try nextIfPresent { [reading] in try reading.integer($0) }
  }

  mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? {
    try nextIfPresent { [reading] in try reading.integer($0) }
  }

  mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? {
    try nextIfPresent { [reading] in try reading.integer($0) }
  }

  mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? {
    try nextIfPresent { [reading] in try reading.integer($0) }
  }

  mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? {
    try nextIfPresent { [reading] in try reading.integer($0) }
  }

  mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? {
    try nextIfPresent { [reading] in try reading.integer($0) }
  }

  mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? {
    try nextIfPresent { [reading] in try reading.integer($0) }
  }

  mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? {
    try nextIfPresent { [reading] in try reading.integer($0) }
  }

  mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? {
    try nextIfPresent { [reading] in try reading.integer($0) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? {
    try nextIfPresent { [reading] in try reading.integer($0) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? {
    try nextIfPresent { [reading] in try reading.integer($0) }
  }
}
