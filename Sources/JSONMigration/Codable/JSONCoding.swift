public import JSONText

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSON {
  /// What an encoder makes of a value.
  ///
  ///     let json = try JSON(encoding: poem)
  public init(encoding value: some Encodable, with encoder: JSONEncoder = JSONEncoder()) throws {
    self = try JSON(parsing: encoder.encode(value))
  }

  /// The value that a decoder makes of this.
  ///
  ///     let poem = try json.decode(as: Poem.self)
  public func decode<Value: Decodable>(
    as type: Value.Type = Value.self, with decoder: JSONDecoder = JSONDecoder()
  ) throws -> Value {
    try decoder.decode(type, from: data())
  }

  /// The value as JSON text in UTF-8.
  public func data(_ options: WritingOptions = []) -> Data { Data(utf8(options)) }
}
