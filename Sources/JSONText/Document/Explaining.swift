extension JSONError {
  /// An error at a byte of a text; line and column are found now, when someone needs them.
  init(_ kind: Kind, at offset: Int, in text: ByteView, found: String, expected: String) {
    var line = 1
    var column = 1
    for index in 0..<min(offset, text.count) {
      let byte = text[index]
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.init(
      kind, offset: offset, line: line, column: column, found: found, expected: expected)
  }
}

extension Document {
  func tooLong(_ range: Range<Int>) -> JSONError {
    JSONError(
      .tooBig, at: range.lowerBound, in: source.view, found: "\(range.count) bytes",
      expected: "at most \(limits.bytes)")
  }

  func explain(_ scanner: Scanner, in range: Range<Int>) -> JSONError {
    JSONError(
      .badJSON, at: scanner.failure.offset, in: source.view, found: "\(scanner.failure.reason)",
      expected: "?")
  }
}
