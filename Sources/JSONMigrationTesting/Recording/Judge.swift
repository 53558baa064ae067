internal import JSONMigration
internal import JSONMigrationCoding
internal import JSONMigrationCore
internal import JSONText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Decodes documents of today in earnest: what it takes is right, whatever a recording says.
struct Judge {
  let migrator: Migrator
  let strategies: Strategies

  /// The value of a type that a part of a document is.
  func decode<Value: Decodable>(
    _ type: Value.Type, from json: JSON, at path: [any CodingKey] = []
  ) throws -> Value {
    var bytes: [UInt8] = []
    json.write(into: &bytes)
    return try migrator.read(bytes, strategies, base: path, isCurrent: true) { reading, root in
      try reading.value(type, root)
    }
  }

  /// Whether a type takes it.
  func accepts(_ type: any Decodable.Type, _ json: JSON) -> Bool { refusal(of: type, json) == nil }

  /// What keeps a type from taking it; nil if it does.
  func refusal(of type: any Decodable.Type, _ json: JSON) -> (any Error)? {
    func decode<Value: Decodable>(_ type: Value.Type) -> (any Error)? {
      do {
        _ = try self.decode(type, from: json)
        return nil
      } catch {
        return error
      }
    }
    return decode(type)
  }
}
