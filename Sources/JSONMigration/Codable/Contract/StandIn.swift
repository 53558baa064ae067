internal import JSONText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Values for what a sample hasn't, and types that are looked at no further.
enum StandIn {
  /// The value, or one in its place, of a type that is written as one scalar; nil for other types.
  static func scalar<Value>(_ type: Value.Type, _ value: JSON?, _ log: ContractLog) -> Value? {
    let made: Any
    switch type {
    case is Bool.Type: made = value?.bool ?? false
    case is String.Type: made = value?.string ?? ""
    case is Date.Type: made = Date(timeIntervalSinceReferenceDate: 0)
    case is Data.Type: made = Data()
    case is UUID.Type: made = value?.string.flatMap { UUID(uuidString: $0) } ?? UUID()
    case is URL.Type:
      guard let url = URL(string: value?.string ?? example) ?? URL(string: example) else {
        return nil
      }
      made = url
    case is FoundationDecimal.Type: made = FoundationDecimal(0)
    case is JSON.Type: made = value ?? .null
    case let type as any FixedWidthInteger.Type: made = integer(type, value)
    case is Double.Type: made = value?.number.flatMap { Double($0) } ?? 0
    case is Float.Type: made = value?.number.flatMap { Float($0.text) } ?? 0
    default: return nil
    }
    return made as? Value
  }

  static let example = "https://example.com"

  private static func integer<Value: FixedWidthInteger>(
    _ type: Value.Type, _ value: JSON?
  ) -> Value {
    value?.number.flatMap { Value(exactly: $0) } ?? 0
  }

  /// What a sample has for a type, as far as a look at it tells.
  static func found(_ type: Any.Type, _ value: JSON?) -> ContractLog.Need.Found {
    guard let value else { return .nothing }
    if value.isNull, !(type is JSON.Type) { return .null }
    let fits: Bool
    switch type {
    case is Bool.Type: fits = value.bool != nil
    case is String.Type, is UUID.Type, is URL.Type: fits = value.string != nil
    case is any FixedWidthInteger.Type, is Double.Type, is Float.Type, is FoundationDecimal.Type:
      // A strategy may take text for what is no number.
      fits = value.number != nil || value.string != nil && !(type is any FixedWidthInteger.Type)
    default: fits = true
    }
    return fits ? .value : .other(value.typeName)
  }

  /// The first of all values of a type, if it tells them.
  static func first<Value>(of type: Value.Type) -> Value? {
    (type as? any CaseIterable.Type).flatMap { first($0) as? Value }
  }

  private static func first<Cases: CaseIterable>(_ type: Cases.Type) -> Any? {
    type.allCases.first
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
}
