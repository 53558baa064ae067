/// Reading scalars from UTF-8 bytes; each byte that is no UTF-8 gives U+FFFD.
enum UTF8Text {
  /// The scalar that begins at `offset`, which must be a valid index, and the offset after it.
  static func scalar(in text: [UInt8], at offset: Int) -> (scalar: UInt32, end: Int) {
    let lead = text[offset]
    if lead < 0x80 { return (UInt32(lead), offset + 1) }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC2, lead < 0xF5, offset + length <= text.count else {
      return (0xFFFD, offset + 1)
    }
    var value = UInt32(lead) & (0x7F &>> UInt32(length))
    for place in offset + 1..<offset + length {
      guard isContinuation(text[place]) else { return (0xFFFD, offset + 1) }
      value = value &<< 6 | UInt32(text[place] & 0x3F)
    }
    return (value, offset + length)
  }

  /// The scalar that ends at `offset`, which must be above 0, and the offset of its start.
  static func scalar(in text: [UInt8], endingAt offset: Int) -> (scalar: UInt32, start: Int) {
    var start = offset - 1
    while start > 0, start > offset - 4, isContinuation(text[start]) { start -= 1 }
    let (scalar, end) = scalar(in: text, at: start)
    return end == offset ? (scalar, start) : (0xFFFD, offset - 1)
  }

  private static func isContinuation(_ byte: UInt8) -> Bool {
    byte & 0xC0 == 0x80
  }
}
