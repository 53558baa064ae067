internal import JSONMigration
internal import JSONMigrationCoding
internal import JSONMigrationCore
internal import JSONText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Shape {
  /// What a type is written as that has no places in it; nil for types that are looked into.
  init?(leaf type: Any.Type) {
    switch type {
    case is Bool.Type: self = .boolean
    case is String.Type, is Data.Type: self = .text
    case is any FixedWidthInteger.Type: self = .integer
    case is Double.Type, is Float.Type, is FoundationDecimal.Type, is JSONNumber.Type:
      self = .number
    case is URL.Type: self = Shape(texts: TextShape(format: "uri"))
    case is UUID.Type: self = Shape(texts: TextShape(format: "uuid"))
    case is Date.Type: self = Shape(numbers: .any, texts: TextShape(format: "date-time"))
    case is JSON.Type: self = .any
    case is JSONObject.Type: self = Shape.any.only(.object)
    default: return nil
    }
  }

  /// Values to try in the place of one of a type, the likeliest first.
  static func candidates(for type: Any.Type) -> [JSON] {
    let likely = Shape(leaf: type)?.plainest ?? CaseList(type, atMost: 1).spellings.flatMap { $0 }
    return likely + ["", 0, false, [:], [], 1] + TextShape.examples.map { .string($0.text) }
  }

  /// The plainest value of each type that it has, where any value will do.
  private var plainest: [JSON] {
    kinds.map { kind in
      switch kind {
      case .null: .null
      case .boolean: false
      case .number: 0
      case .string: .string(texts?.example ?? "")
      case .array: []
      case .object: [:]
      }
    }
  }
}

/// The values of a type that tells all of them.
struct CaseList {
  /// Each value as it may be written.
  let spellings: [[JSON]]

  init(_ type: Any.Type, atMost limit: Int = .max) {
    func spell<Cases: CaseIterable>(_ type: Cases.Type) -> [[JSON]] {
      type.allCases.prefix(limit).map { value in
        if let raw = (value as? any RawRepresentable).flatMap({ Self.json($0) }) { return [raw] }
        let name = "\(value)"
        return [.object([name: [:]]), .string(name)]
      }
    }
    spellings = (type as? any CaseIterable.Type).map { spell($0) } ?? []
  }

  /// All of them, where the type writes each as one value.
  static func values(of type: Any.Type) -> [JSON] {
    type is any RawRepresentable.Type ? CaseList(type).spellings.compactMap(\.first) : []
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
