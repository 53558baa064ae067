/// What is known of white space in the open document, while it is written.
struct Spacing: BitwiseCopyable {
  /// Whether there is none; nil where that was not looked for.
  var hasNone: Bool?
  /// How many layouts have been asked for.
  var questions = 0

  /// How many bytes are gone over in about the time that it takes to find a layout.
  static let bytesPerQuestion = 128
}

extension Document {
  /// Whether there is certainly no white space in the open document, and so but one layout.
  ///
  /// It is looked for where that costs no more than what it spares: in a long document when there
  /// have been many questions.
  @inline(__always)
  mutating func hasNoSpace() -> Bool {
    if let hasNone = spacing.hasNone { return hasNone }
    spacing.questions &+= 1
    guard spacing.questions &* Spacing.bytesPerQuestion >= extent.count else { return false }
    let hasNone = linesOfEmpty.isEmpty && !hasSpace()
    spacing.hasNone = hasNone
    return hasNone
  }

  /// Whether white space stands between the words of the open document.
  private func hasSpace() -> Bool {
    let bytes = source.view
    var offset = bytes.skipSpace(extent.lowerBound)
    let end = bytes.endOfLastItem(before: extent.upperBound + 1)
    while offset < end {
      let byte = bytes[offset]
      if byte == 0x22 {
        offset = bytes.endOfValidString(offset + 1)
      } else {
        if isSpace(byte) { return true }
        offset += 1
      }
    }
    return false
  }
}
