internal import JSONText

/// The version of a document: an integer, or text.
///
///     if try migrator.version(of: data) == 3 { … }
///
/// Versions that are text are equal if their UTF-8 is: byte for byte, as all text in documents.
/// Which of two is the newer one only the chain of rules says, so versions have no order here.
public enum Version: Sendable {
  /// A version that is a number.
  case integer(Int)
  // Indirect, so that a version stays small: engines in engines have many of them on the stack.
  /// A version that is text.
  indirect case text(String)

  /// The version that a text stands for where versions are integers, or where they are text.
  package init(_ text: String, isInteger: Bool) {
    self = (isInteger ? Int(text).map { .integer($0) } : nil) ?? .text(text)
  }

  /// What to do where documents say something else.
  static var otherwise: String {
    "where documents can't be changed, format.json has `\"version\": { \"stamp\": false }` without `at`, "
      + "and tells versions by conditions in `missing`"
  }

  /// The same written as text, or as a number; nil where it is none.
  var asOtherType: Version? {
    switch self {
    case .integer(let number): .text("\(number)")
    case .text(let text): Int(text).map { .integer($0) }
    }
  }

  /// Whether it is an integer.
  package var isInteger: Bool {
    if case .integer = self { true } else { false }
  }

  /// The version as compact JSON.
  package var json: [UInt8] {
    switch self {
    case .integer(let value): return Array(String(value).utf8)
    case .text(let text):
      var bytes: [UInt8] = []
      JSON.write(text, into: &bytes)
      return bytes
    }
  }
}

extension Version: Hashable {
  /// Whether both are the same integer, or the same bytes of text.
  public static func == (left: Version, right: Version) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left == right
    case (.text(let left), .text(let right)): ByteString.areEqual(left, right)
    default: false
    }
  }

  /// Feeds the integer, or the bytes of the text, to the hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .integer(let value): hasher.combine(value)
    case .text(let text): ByteString.hash(text, into: &hasher)
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
    self = .text(value)
  }
}

extension Version: CustomStringConvertible {
  /// The version as it is written in a sentence.
  public var description: String {
    switch self {
    case .integer(let value): String(value)
    case .text(let text): text.isEmpty ? spelling : Printable.quote(text)
    }
  }

  /// The version as JSON has it, for sentences in which `1` and `"1"` are to be told apart.
  package var spelling: String {
    switch self {
    case .integer(let value): String(value)
    case .text(let text): "\"\(Printable.quote(text))\""
    }
  }
}
