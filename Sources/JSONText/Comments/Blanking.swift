extension CommentedText {
  /// A text with blanks in the place of comments and trailing commas.
  package static func blanked(_ text: some Sequence<UInt8>) throws(JSONError) -> [UInt8] {
    var bytes = Array(text)
    _ = try blank(&bytes)
    return bytes
  }

  /// Writes blanks over comments and trailing commas, so that all else stays where it is; false if
  /// there are none.
  package static func blank(_ bytes: inout [UInt8]) throws(JSONError) -> Bool {
    guard let text = try CommentedText(bytes) else { return false }
    for gap in text.gaps {
      for piece in GapScanner(text.original, gap).pieces
      where piece.isComment || gap.hasTrailingComma && piece.kind == .comma {
        for index in piece.range where bytes[index] != 0x0A && bytes[index] != 0x0D {
          bytes[index] = 0x20
        }
      }
    }
    return true
  }

  /// Whether a text says the same as one without comments, whatever the white space.
  static func isSame(_ commented: [UInt8], as strict: [UInt8]) -> Bool {
    var reader = CommentReader(commented)
    guard (try? reader.read()) != nil else { return false }
    let other = reader.gaps.isEmpty ? commented : reader.strict
    var (left, right) = (0, 0)
    var (isInText, isEscaped) = (false, false)
    while true {
      if !isInText {
        while left < other.count, isSpace(other[left]) { left += 1 }
        while right < strict.count, isSpace(strict[right]) { right += 1 }
      }
      guard left < other.count, right < strict.count else {
        return left == other.count && right == strict.count
      }
      let byte = other[left]
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
