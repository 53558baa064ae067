internal import JSONText

/// Finds a text in others, by its bytes, or whatever the case of its letters.
package struct TextFinder: Sendable {
  let ignoresCase: Bool
  /// The text, with its letters folded if the case doesn't count.
  private let text: [UInt8]

  init(_ text: [UInt8], ignoresCase: Bool) {
    self.ignoresCase = ignoresCase
    self.text = ignoresCase ? FoldedText(text).bytes : text
  }

  /// Where the parts of a text are between the places where this one stands, at most `limit`: the
  /// last one is all that is left.
  func parts(of other: [UInt8], atMost limit: Int = .max) -> [Range<Int>] {
    guard ignoresCase else { return other.parts(splitBy: text, atMost: limit) }
    let folded = FoldedText(other)
    return folded.bytes.parts(splitBy: text, atMost: limit).map { part in
      folded.origin(of: part.lowerBound)..<folded.origin(of: part.upperBound)
    }
  }
}
