internal import JSONText

/// JSON whose keys are data, as those of a dictionary are: a strategy for keys leaves them alone.
///
/// With marks its numbers have all their digits.
struct FreeJSON: Encodable {
  let value: JSON
  let marks: Marks
  /// A value of more levels is encoded without recursion, and strategies change its keys.
  private static let levels = 100

  func encode(to encoder: any Encoder) throws {
    if value.levels > Self.levels { return try value.encode(to: encoder) }
    try Part(value: value, marks: marks).encode(to: encoder)
  }

  private struct Part: Encodable {
    let value: JSON
    let marks: Marks

    func encode(to encoder: any Encoder) throws {
      switch value {
      case .object(let members):
        // As a dictionary, for then its keys are not converted.
        var parts: [String: Part] = [:]
        for (key, value) in members { parts[key] = Part(value: value, marks: marks) }
        var container = encoder.singleValueContainer()
        try container.encode(parts)
      case .array(let elements):
        var container = encoder.unkeyedContainer()
        for element in elements { try container.encode(Part(value: element, marks: marks)) }
      case .number(let number) where marks.arePut && number.rounded != number:
        var container = encoder.unkeyedContainer()
        try container.encode(marks.ofNumber)
        try container.encode(number.text)
      default: try value.encode(to: encoder)
      }
    }
  }
}
