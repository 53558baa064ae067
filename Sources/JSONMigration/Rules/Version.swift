internal import JSONText

/// The version of a document: an integer, or text.
package enum Version: Hashable, Sendable {
  case integer(Int)
  case text([UInt8])

  /// The version that a text stands for where versions are integers, or where they are text.
  init(_ text: String, isInteger: Bool) {
    self = (isInteger ? Int(text).map { .integer($0) } : nil) ?? .text(Array(text.utf8))
  }

  /// Whether it is an integer.
  var isInteger: Bool {
    if case .integer = self { true } else { false }
  }

  /// The version as compact JSON.
  var json: [UInt8] {
    switch self {
    case .integer(let value): return Array(String(value).utf8)
    case .text(let text):
      var bytes: [UInt8] = []
      JSON.write(String(decoding: text, as: UTF8.self), into: &bytes)
      return bytes
    }
  }
}

extension Version: CustomStringConvertible {
  /// The version as it is written in a sentence.
  package var description: String {
    switch self {
    case .integer(let value): String(value)
    case .text(let text): Printable.quote(text)
    }
  }
}
