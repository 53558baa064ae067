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

  /// The next element; an error if there is none.
  private func next(_ type: Any.Type) throws -> Int {
    if !isAtEnd { return number }
    throw DecodingError.valueNotFound(
      type,
      DecodingError.Context(
        codingPath: codingPath + [PlainKey(index: currentIndex)],
        debugDescription: "found the end of the array, of \(elements) elements"))
  }

  /// The next element; nil if it is null, which is passed over then, or if there is none.
  private mutating func nextValue() -> Int? {
    if !isAtEnd, !reading.isNull(number) { return number }
    advance()
    return nil
  }

  /// Goes on behind an element that was read: one that throws is not passed over.
  private mutating func advance() {
    if !isAtEnd { number = reading.view.next(number) }
    currentIndex += 1
  }

  mutating func decodeNil() throws -> Bool {
    if !isAtEnd, !reading.isNull(number) { return false }
    _ = try next(Never.self)
    advance()
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try reading.value(type, next(type))
    advance()
    return value
  }

  mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    guard let next = nextValue() else { return nil }
    let value = try reading.value(type, next)
    advance()
    return value
  }
}

// MARK: - Containers in it

extension UnkeyedPlace {
  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let next = try next(KeyedDecodingContainer<NestedKey>.self)
    let container = try reading.members(of: next, keyedBy: type, isNested: true)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let next = try next((any UnkeyedDecodingContainer).self)
    let container = try reading.elements(of: next, isNested: true)
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = DocumentDecoder(reading: reading, number: try next((any Decoder).self))
    advance()
    return decoder
  }
}

// MARK: - One function for each type, as the protocol has them

extension UnkeyedPlace {
  mutating func decode(_ type: Bool.Type) throws -> Bool {
    let value: Bool = try reading.boolean(next(type))
    advance()
    return value
  }

  mutating func decode(_ type: String.Type) throws -> String {
    let value: String = try reading.string(next(type))
    advance()
    return value
  }

  mutating func decode(_ type: Double.Type) throws -> Double {
    let value: Double = try reading.double(next(type))
    advance()
    return value
  }

  mutating func decode(_ type: Float.Type) throws -> Float {
    let value: Float = try reading.float(next(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int.Type) throws -> Int {
    let value: Int = try reading.integer(next(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int8.Type) throws -> Int8 {
    let value: Int8 = try reading.integer(next(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    let value: Int16 = try reading.integer(next(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    let value: Int32 = try reading.integer(next(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    let value: Int64 = try reading.integer(next(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt.Type) throws -> UInt {
    let value: UInt = try reading.integer(next(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    let value: UInt8 = try reading.integer(next(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    let value: UInt16 = try reading.integer(next(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    let value: UInt32 = try reading.integer(next(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    let value: UInt64 = try reading.integer(next(type))
    advance()
    return value
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    let value: Int128 = try reading.integer(next(type))
    advance()
    return value
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    let value: UInt128 = try reading.integer(next(type))
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? {
    guard let next = nextValue() else { return nil }
    let value: Bool = try reading.boolean(next)
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: String.Type) throws -> String? {
    guard let next = nextValue() else { return nil }
    let value: String = try reading.string(next)
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? {
    guard let next = nextValue() else { return nil }
    let value: Double = try reading.double(next)
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? {
    guard let next = nextValue() else { return nil }
    let value: Float = try reading.float(next)
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? {
    guard let next = nextValue() else { return nil }
    let value: Int = try reading.integer(next)
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? {
    guard let next = nextValue() else { return nil }
    let value: Int8 = try reading.integer(next)
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? {
    guard let next = nextValue() else { return nil }
    let value: Int16 = try reading.integer(next)
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? {
    guard let next = nextValue() else { return nil }
    let value: Int32 = try reading.integer(next)
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? {
    guard let next = nextValue() else { return nil }
    let value: Int64 = try reading.integer(next)
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? {
    guard let next = nextValue() else { return nil }
    let value: UInt = try reading.integer(next)
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? {
    guard let next = nextValue() else { return nil }
    let value: UInt8 = try reading.integer(next)
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? {
    guard let next = nextValue() else { return nil }
    let value: UInt16 = try reading.integer(next)
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? {
    guard let next = nextValue() else { return nil }
    let value: UInt32 = try reading.integer(next)
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? {
    guard let next = nextValue() else { return nil }
    let value: UInt64 = try reading.integer(next)
    advance()
    return value
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? {
    guard let next = nextValue() else { return nil }
    let value: Int128 = try reading.integer(next)
    advance()
    return value
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? {
    guard let next = nextValue() else { return nil }
    let value: UInt128 = try reading.integer(next)
    advance()
    return value
  }
}
