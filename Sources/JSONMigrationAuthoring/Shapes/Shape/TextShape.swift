/// The shape of texts: a few values, or any texts, perhaps with a format that all of them have.
package struct TextShape: Hashable, Sendable {
  package static let mostValues = 48

  /// Nil if any text will do.
  package private(set) var values: Set<[UInt8]>?
  /// A format of JSON Schema such as `date-time`; it is a note, and refuses no text.
  package private(set) var format: String?

  package static let any = TextShape(format: nil)

  /// A text of each format that is known here.
  package static let examples = [
    (format: "uuid", text: "00000000-0000-4000-8000-000000000001"),
    (format: "date-time", text: "2026-01-01T00:00:00Z"), (format: "date", text: "2026-01-01"),
    (format: "uri", text: "https://example.com"),
  ]

  /// A text of its format, if it has one that is known.
  package var example: String? { Self.examples.first { $0.format == format }?.text }

  package init(values: Set<[UInt8]>) { self.values = values }

  package init(format: String?) { self.format = format }

  package func contains(_ text: [UInt8]) -> Bool { values?.contains(text) ?? true }

  package func joined(_ other: TextShape) -> TextShape {
    if let values, let others = other.values, values.union(others).count <= Self.mostValues {
      return TextShape(values: values.union(others))
    }
    return TextShape(format: format == other.format ? format : nil)
  }

  package func intersection(_ other: TextShape) -> TextShape? {
    switch (values, other.values) {
    case (let values?, let others?): Self.nonEmpty(values.intersection(others))
    case (_?, nil): self
    case (nil, _?): other
    case (nil, nil): TextShape(format: format ?? other.format)
    }
  }

  /// The texts that pass; a shape of any text stays as it is.
  package func filter(_ isKept: ([UInt8]) -> Bool) -> TextShape? {
    guard let values else { return self }
    return Self.nonEmpty(values.filter(isKept))
  }

  /// Takes a text away; whether none is left.
  mutating func remove(_ text: [UInt8]) -> Bool {
    values?.remove(text)
    return values?.isEmpty == true
  }

  private static func nonEmpty(_ values: Set<[UInt8]>) -> TextShape? {
    values.isEmpty ? nil : TextShape(values: values)
  }
}
