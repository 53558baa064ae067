internal import JSONText

/// Finds a text in others, by its bytes, or whatever the case of its letters.
struct TextFinder: Sendable {
  let ignoresCase: Bool
  /// The text, with its letters folded if the case doesn't count.
  private let text: [UInt8]

  init(_ text: [UInt8], ignoresCase: Bool) {
    self.ignoresCase = ignoresCase
    self.text = ignoresCase ? FoldedText(text).bytes : text
  }

  /// The parts of a text between the places where this one stands, at most `limit`: the last one is
  /// all that is left.
  func split(_ other: [UInt8], atMost limit: Int = .max) -> [[UInt8]] {
    guard ignoresCase else { return other.split(by: text, atMost: limit) }
    let folded = FoldedText(other)
    var start = 0
    return folded.bytes.split(by: text, atMost: limit).map { part in
      let end = start + part.count
      defer { start = end + text.count }
      return Array(other[folded.origin(of: start)..<folded.origin(of: end)])
    }
  }
}
