internal import JSONText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What a property list is made of.
enum PropertyListValue {
  case null
  case boolean(Bool)
  case integer(Int64)
  case natural(UInt64)
  case real(Double)
  case text(String)
  case date(Date)
  case data(Data)
  case array([PropertyListValue])
  case dictionary([String: PropertyListValue])
}

extension PropertyListValue: Codable {
  init(from decoder: any Decoder) throws {
    if decoder.codingPath.count > Reading.depthLimit {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [],
          debugDescription: "it nests deeper than \(Reading.depthLimit) levels"))
    }
    if let container = try? decoder.container(keyedBy: PlainKey.self) {
      var members: [String: PropertyListValue] = [:]
      for key in container.allKeys {
        members[key.stringValue] = try container.decode(PropertyListValue.self, forKey: key)
      }
      self = .dictionary(members)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [PropertyListValue] = []
      while !container.isAtEnd { elements.append(try container.decode(PropertyListValue.self)) }
      self = .array(elements)
    } else {
      self = try Self.scalar(decoder.singleValueContainer())
    }
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> Self {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .boolean(value) }
    if let value = try? container.decode(Date.self) { return .date(value) }
    if let value = try? container.decode(Data.self) { return .data(value) }
    if let value = try? container.decode(Int64.self) { return .integer(value) }
    if let value = try? container.decode(UInt64.self) { return .natural(value) }
    if let value = try? container.decode(Double.self) { return .real(value) }
    return .text(try container.decode(String.self))
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .dictionary(let members):
      var container = encoder.container(keyedBy: PlainKey.self)
      for (key, member) in members { try container.encode(member, forKey: PlainKey(key)) }
    default:
      var container = encoder.singleValueContainer()
      try encodeScalar(to: &container)
    }
  }

  private func encodeScalar(to container: inout any SingleValueEncodingContainer) throws {
    switch self {
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .natural(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .date(let value): try container.encode(value)
    case .data(let value): try container.encode(value)
    case .null, .array, .dictionary: try container.encodeNil()
    }
  }
}

/// Dates of property lists as text: seconds since 2001, as exact as a `Double` has them.
enum PropertyListDate {
  /// The date in ISO 8601; nil where no calendar has it.
  static func text(of date: Date) -> String? {
    guard let number = JSONNumber(date.timeIntervalSinceReferenceDate) else { return nil }
    return Moment(number.text.utf8, .appleSeconds)?.iso8601
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The date that a text stands for.
  static func date(of text: String) -> Date? {
    guard let moment = Moment(iso8601: Array(text.utf8)) else { return nil }
    let number = String(decoding: moment.number(as: .appleSeconds), as: UTF8.self)
    return Double(number).map { Date(timeIntervalSinceReferenceDate: $0) }
  }
}
