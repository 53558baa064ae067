internal import JSONMigration
internal import JSONMigrationCore
internal import JSONText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// JSON for what a document hasn't, and types that are looked into no further.
enum StandIn {
  /// Whether a type is written as one value that has no places in it.
  static func isLeaf(_ type: Any.Type) -> Bool {
    switch type {
    case is Bool.Type, is String.Type, is any FixedWidthInteger.Type, is Double.Type,
      is Float.Type, is Date.Type, is Data.Type, is UUID.Type, is URL.Type,
      is FoundationDecimal.Type, is JSON.Type, is JSONObject.Type, is JSONNumber.Type:
      true
    default: false
    }
  }

  /// Values to try in the place of one of a type, the likeliest first.
  static func candidates(for type: Any.Type) -> [JSON] {
    switch type {
    case is Bool.Type: [false]
    case is String.Type: [""]
    case is any FixedWidthInteger.Type, is Double.Type, is Float.Type, is FoundationDecimal.Type,
      is JSONNumber.Type:
      [0]
    case is URL.Type: ["https://example.com"]
    case is UUID.Type: [uuid]
    case is Date.Type: [0, time, "2026-01-01"]
    case is JSON.Type: [.null]
    case is JSONObject.Type: [[:]]
    default: firstCase(of: type) + ["", 0, false, [:], [], 1, time, uuid, "https://example.com"]
    }
  }

  static let time: JSON = "2026-01-01T00:00:00Z"
  static let uuid: JSON = "00000000-0000-4000-8000-000000000001"

  /// The first of all values of a type, if it tells them, as it may be written.
  private static func firstCase(of type: Any.Type) -> [JSON] {
    (type as? any CaseIterable.Type).map { cases(of: $0, atMost: 1).flatMap { $0 } } ?? []
  }

  private static func cases<Cases: CaseIterable>(
    of type: Cases.Type, atMost limit: Int = .max
  ) -> [[JSON]] {
    type.allCases.prefix(limit).map { value in
      if let raw = (value as? any RawRepresentable).flatMap({ json($0) }) { return [raw] }
      let name = "\(value)"
      return [.object([name: [:]]), .string(name)]
    }
  }

  /// All values of a type that tells them and writes them as one value each.
  static func values(of type: Any.Type) -> [JSON]? {
    guard type is any RawRepresentable.Type, let type = type as? any CaseIterable.Type else {
      return nil
    }
    return cases(of: type).compactMap(\.first)
  }

  private static func json<Value: RawRepresentable>(_ value: Value) -> JSON? {
    switch value.rawValue {
    case let text as String: .string(text)
    case let number as any FixedWidthInteger: JSONNumber("\(number)").map { .number($0) }
    case let number as Double: JSONNumber(number).map { .number($0) }
    default: nil
    }
  }
}

extension JSON {
  /// The type of the value, in words.
  var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "text"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// What there is to say of the value that a type refuses with an error.
  func words(for error: any Error) -> String {
    switch error {
    case DecodingError.typeMismatch, DecodingError.valueNotFound: typeName
    default: words
    }
  }

  /// The value itself where it is one, else its type.
  var words: String {
    switch self {
    case .string(let text): "\"\(Printable.quote(text))\""
    case .number(let number): Printable.quote(number.text)
    case .bool(let value): "\(value)"
    case .null, .array, .object: typeName
    }
  }
}
