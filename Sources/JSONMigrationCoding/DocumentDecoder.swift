internal import JSONText

/// A decoder over a value of a document.
struct DocumentDecoder: Decoder {
  let reading: Reading
  let number: Int

  var codingPath: [any CodingKey] { reading.path(to: number) }

  var userInfo: [CodingUserInfoKey: Any] { reading.strategies.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try reading.members(of: number, keyedBy: type)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try reading.elements(of: number)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension Reading {
  /// A decoder over a value of the document.
  package func decoder(_ number: Int) -> any Decoder {
    DocumentDecoder(reading: self, number: number)
  }

  /// The document that a decoder reads, and the value in it; nil for decoders of others.
  package static func behind(_ decoder: any Decoder) -> (reading: Reading, number: Int)? {
    (decoder as? DocumentDecoder).map { ($0.reading, $0.number) }
  }
}

extension DocumentDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { reading.isNull(number) }

  func decode(_ type: Bool.Type) throws -> Bool { try reading.boolean(number) }
  func decode(_ type: String.Type) throws -> String { try reading.string(number) }
  func decode(_ type: Double.Type) throws -> Double { try reading.double(number) }
  func decode(_ type: Float.Type) throws -> Float { try reading.float(number) }
  func decode(_ type: Int.Type) throws -> Int { try reading.integer(number) }
  func decode(_ type: Int8.Type) throws -> Int8 { try reading.integer(number) }
  func decode(_ type: Int16.Type) throws -> Int16 { try reading.integer(number) }
  func decode(_ type: Int32.Type) throws -> Int32 { try reading.integer(number) }
  func decode(_ type: Int64.Type) throws -> Int64 { try reading.integer(number) }
  func decode(_ type: UInt.Type) throws -> UInt { try reading.integer(number) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try reading.integer(number) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try reading.integer(number) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try reading.integer(number) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try reading.integer(number) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 { try reading.integer(number) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { try reading.integer(number) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try reading.singleValue(type, number)
  }
}
