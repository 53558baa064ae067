internal import JSONText

/// The version of a document: an integer, or text.
///
///     if try migrator.version(of: data) == 3 { … }
public enum Version: Hashable, Sendable {
  /// A version that is a number.
  case integer(Int)
  /// A version that is text, as UTF-8: like all text in documents it is compared byte for byte.
  case text([UInt8])

  /// The version that a text stands for where versions are integers, or where they are text.
  init(_ text: String, isInteger: Bool) {
    self = (isInteger ? Int(text).map { .integer($0) } : nil) ?? .text(Array(text.utf8))
  }

  /// Whether it is an integer.
  var isInteger: Bool {
    if case .integer = self { true } else { false }
  }

  /// How far integers go that are versions, in words behind these, where a number is one that isn't.
  static func range(where number: some Collection<UInt8>) -> String {
    NumberText.isInteger(number) ? " from \(Int.min) to \(Int.max)" : ""
  }

  /// The version as compact JSON.
  package var json: [UInt8] {
    switch self {
    case .integer(let value): return Array(String(value).utf8)
    case .text(let text):
      var bytes: [UInt8] = []
      JSON.write(String(decoding: text, as: UTF8.self), into: &bytes)
      return bytes
    }
  }
}

extension Version: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// A version that is a number.
  public init(integerLiteral value: Int) {
    self = .integer(value)
  }

  /// A version that is text.
  public init(stringLiteral value: String) {
    self = .text(Array(value.utf8))
  }
}

extension Version: CustomStringConvertible {
  /// The version as it is written in a sentence.
  public var description: String {
    switch self {
    case .integer(let value): String(value)
    case .text(let text): Printable.quote(text)
    }
  }
}
