/// Text and numbers in paths.
extension PathParser {
  /// A number of JSON, as it is written.
  mutating func number() throws(PathError) -> [UInt8] {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let first = position
    try digits("a digit after `-`")
    if text[first] == UInt8(ascii: "0"), position > first + 1 {
      throw wrong(start..<position, "a number without a leading zero")
    }
    if take(UInt8(ascii: ".")) { try digits("a digit after `.`") }
    if let byte = peek, byte | 0x20 == UInt8(ascii: "e") {
      position += 1
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits("a digit of the exponent")
    }
    return Array(text[start..<position])
  }

  private mutating func digits(_ expected: String) throws(PathError) {
    guard let byte = peek, Self.isDigit(byte) else { throw error(expected) }
    while let byte = peek, Self.isDigit(byte) { position += 1 }
  }

  /// Text in single or double quotes, without its escapes.
  mutating func quotedText() throws(PathError) -> [UInt8] {
    let start = position
    let quote = text[start]
    position += 1
    var result: [UInt8] = []
    while let byte = peek, byte != quote {
      if byte == UInt8(ascii: "\\") {
        try escape(in: quote, into: &result)
      } else if byte < 0x20 {
        let sign = Found.escape(Unicode.Scalar(byte))
        throw error("the escape `\(sign)`, written `\\\(sign)` in JSON, for a control character")
      } else {
        result.append(byte)
        position += 1
      }
    }
    guard take(quote) else {
      throw error("`\(UnicodeScalar(quote))` at the end of the text from byte \(start) on")
    }
    return result
  }

  private mutating func escape(in quote: UInt8, into result: inout [UInt8]) throws(PathError) {
    let start = position
    position += 1
    guard let byte = peek else { throw error("a character after `\\`") }
    position += 1
    switch byte {
    case quote, UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "u"): try unicodeEscape(from: start, into: &result)
    default:
      position = UTF8Text.scalar(in: text, at: start + 1).end
      let own = quote == UInt8(ascii: "'") ? "\\'" : "\\\""
      throw wrong(
        start..<position,
        "one of `\\\\ \\/ \(own) \\b \\f \\n \\r \\t \\u`; a backslash itself is `\\\\`, "
          + "in JSON `\\\\\\\\`")
    }
  }

  private mutating func unicodeEscape(
    from start: Int, into result: inout [UInt8]
  ) throws(PathError) {
    var value = try hexadecimal()
    if value & 0xFC00 == 0xD800 {
      guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
        throw wrong(start..<start + 6, "two escapes for a character beyond U+FFFF")
      }
      let low = try hexadecimal()
      guard low & 0xFC00 == 0xDC00 else {
        throw wrong(start..<position, "two escapes for a character beyond U+FFFF")
      }
      value = 0x10000 + (value & 0x3FF) &<< 10 + low & 0x3FF
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw wrong(start..<position, "two escapes for a character beyond U+FFFF")
    }
    result += UTF8.encode(scalar).map { Array($0) } ?? []
  }

  private mutating func hexadecimal() throws(PathError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Self.hexadecimalDigit(byte) else {
        throw error("four hexadecimal digits after `\\u`")
      }
      value = value &<< 4 | digit
      position += 1
    }
    return value
  }

  private static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
