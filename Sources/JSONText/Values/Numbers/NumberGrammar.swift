extension NumberText {
  /// What the grammar of RFC 8259 finds at a place.
  enum Scan<Index> {
    /// A number that ends before the index.
    case end(Index)
    /// No number: what the grammar wants at the index, in words.
    case fault(Index, expected: String)
  }

  /// Reads the longest number that begins at an index.
  static func scan<Text: Collection<UInt8>>(
    _ text: Text, from start: Text.Index
  ) -> Scan<Text.Index> {
    var index = start
    func skip(_ bytes: UInt8...) -> Bool {
      guard index < text.endIndex, bytes.contains(text[index]) else { return false }
      text.formIndex(after: &index)
      return true
    }
    func skipDigits() -> Bool {
      let before = index
      while index < text.endIndex, isDigit(text[index]) { text.formIndex(after: &index) }
      return index != before
    }

    let isNegative = skip(UInt8(ascii: "-"))
    if skip(UInt8(ascii: "0")) {
      if index < text.endIndex, isDigit(text[index]) {
        return .fault(index, expected: Expected.noDigit)
      }
    } else if !skipDigits() {
      return .fault(index, expected: isNegative ? "a digit after the minus sign" : "a digit")
    }
    if skip(UInt8(ascii: ".")), !skipDigits() {
      return .fault(index, expected: "a digit after the decimal point")
    }
    if skip(UInt8(ascii: "e"), UInt8(ascii: "E")) {
      _ = skip(UInt8(ascii: "+"), UInt8(ascii: "-"))
      if !skipDigits() { return .fault(index, expected: "a digit in the exponent") }
    }
    return .end(index)
  }

  /// Whether a byte is one of the ten ASCII digits.
  package static func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
  }
}
