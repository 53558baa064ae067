extension CommentedText {
  /// A text with blanks in the place of comments and trailing commas.
  package static func blanked(_ text: some Sequence<UInt8>) throws(JSONError) -> [UInt8] {
    var bytes = Array(text)
    _ = try blank(&bytes)
    return bytes
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
