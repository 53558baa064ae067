extension CommentedText {
  /// A text with blanks in the place of comments and trailing commas.
  package static func blanked(_ text: some Sequence<UInt8>) throws(JSONError) -> [UInt8] {
    var bytes = Array(text)
    _ = try blank(&bytes)
    return bytes
  }

  /// Whether a text says the same as one without comments, whatever the white space.
  static func isSame(_ commented: [UInt8], as strict: [UInt8]) -> Bool {
    guard let blanked = try? blanked(commented) else { return false }
    var (left, right) = (0, 0)
    var (isInText, isEscaped) = (false, false)
    while true {
      if !isInText {
        while left < blanked.count, isSpace(blanked[left]) { left += 1 }
        while right < strict.count, isSpace(strict[right]) { right += 1 }
      }
      guard left < blanked.count, right < strict.count else {
        return left == blanked.count && right == strict.count
      }
      let byte = blanked[left]
      if byte != strict[right] { return false }
      if byte == UInt8(ascii: "\""), !isEscaped { isInText.toggle() }
      isEscaped = isInText && byte == UInt8(ascii: "\\") && !isEscaped
      (left, right) = (left + 1, right + 1)
    }
  }
}

extension Document {
  /// Writes blanks over the comments and trailing commas in a range of the text.
  package mutating func blankComments(in range: Range<Int>) throws(JSONError) {
    var bytes = text[range].array
    guard try CommentedText.blank(&bytes) else { return }
    for (index, byte) in bytes.enumerated() { source[range.lowerBound + index] = byte }
  }
}
