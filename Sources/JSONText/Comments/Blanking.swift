extension CommentedText {
  /// A text with blanks in the place of comments and trailing commas.
  package static func blanked(_ text: some Sequence<UInt8>) throws(JSONError) -> [UInt8] {
    let bytes = Array(text)
    return try CommentedText(bytes)?.blanked ?? bytes
  }

  /// The text with blanks in the place of comments and trailing commas, so that all else stays
  /// where it is.
  package var blanked: [UInt8] {
    var bytes = original
    for index in blanks { bytes[index] = 0x20 }
    return bytes
  }

  /// Where the bytes of comments and trailing commas are, without line breaks.
  fileprivate var blanks: [Int] {
    var blanks: [Int] = []
    for gap in gaps {
      for piece in GapScanner(original, gap).pieces
      where piece.isComment || gap.hasTrailingComma && piece.kind == .comma {
        blanks += piece.range.filter { original[$0] != 0x0A && original[$0] != 0x0D }
      }
    }
    return blanks
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
    if let comments = try CommentedText(text[range]) { blank(comments, from: range.lowerBound) }
  }

  /// Writes blanks over the comments and trailing commas of the text that begins there.
  package mutating func blank(_ comments: CommentedText, from start: Int) {
    for index in comments.blanks { source[start + index] = 0x20 }
    lastBlanked = comments
  }

  /// The text in a range as people see it, where the comments in it were blanked last.
  package func original(of range: Range<Int>) -> [UInt8]? {
    guard let lastBlanked, lastBlanked.original.count == range.count,
      lastBlanked.blanked == text[range].array
    else { return nil }
    return lastBlanked.original
  }

  /// Writes what was there.
  package mutating func restore(_ comments: CommentedText, from start: Int) {
    lastBlanked = nil
    for gap in comments.gaps {
      for index in gap.original { source[start + index] = comments.original[index] }
    }
  }
}
