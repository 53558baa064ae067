/// The words of errors. The scanner keeps only why and where it stopped; this looks there again.
extension Document {
  /// An error at a byte of the open document; line and column are found now, when someone needs
  /// them, and count from where the document begins.
  func error(
    _ kind: JSONError.Kind, at offset: Int, found: String, expected: String
  ) -> JSONError {
    let place = SourceMap.place(of: offset, in: source.view[extent])
    return JSONError(
      kind, offset: offset, line: place.line, column: place.column, found: found,
      expected: expected)
  }

  func tooLong(_ range: Range<Int>) -> JSONError {
    guard range.count > limits.bytes else {
      return error(
        .tooBig, at: range.lowerBound, found: "a text that ends behind 2 GiB",
        expected: "less text at once")
    }
    return error(
      .tooBig, at: range.lowerBound, found: "\(range.count) bytes",
      expected: "at most \(limits.bytes) bytes")
  }

  func explain(_ scanner: Scanner, in range: Range<Int>) -> JSONError {
    let offset = min(scanner.failure.offset, range.upperBound)
    let words = Words(bytes: source.view, end: range.upperBound)
    switch scanner.failure.reason {
    case .string:
      let (offset, expected) = words.faultOfString(at: offset)
      return error(at: offset, expected: expected, words)
    case .number:
      let offset = words.faultOfNumber(at: offset)
      return error(at: offset, expected: "a digit", words)
    case .tooDeep:
      return error(
        .tooDeep, at: offset, found: "one more level",
        expected: "at most \(limits.depth) levels of nesting")
    case .noMemory:
      return noMemory(at: offset)
    case .key:
      return error(at: offset, expected: "a key in double quotes", words)
    case .colon:
      return error(at: offset, expected: "`:`", words)
    case .commaOrBrace:
      return error(at: offset, expected: "a comma or `}`", words)
    case .commaOrBracket:
      return error(at: offset, expected: "a comma or `]`", words)
    case .end:
      // At the end of one of many documents in a text, which the next one goes on as it seems.
      guard offset < range.upperBound else {
        return error(at: offset, expected: "the rest of the value", words)
      }
      var error = error(at: offset, expected: "the end of the text", words)
      error.followsValue = true
      return error
    case .value, .none:
      return error(at: offset, expected: "a value", words)
    }
  }

  private func error(at offset: Int, expected: String, _ words: Words) -> JSONError {
    self.error(
      .badJSON, at: offset, found: words.describe(offset), expected: expected)
  }
}

private struct Words {
  let bytes: ByteView
  let end: Int

  /// What stands at `offset`.
  func describe(_ offset: Int) -> String {
    guard offset < end else { return "the end of the text" }
    let byte = bytes[offset]
    switch byte {
    case 0x0A, 0x0D: return "a line break"
    case 0..<0x20, 0x7F: return "a control character (U+00\(hex(byte)))"
    case 0x22: return "a string"
    case 0x27: return "a single quote"
    case 0x2F where offset + 1 < end && (bytes[offset + 1] == 0x2F || bytes[offset + 1] == 0x2A):
      return "a comment"
    case 0xEF where offset + 2 < end && bytes[offset + 1] == 0xBB && bytes[offset + 2] == 0xBF:
      return "a byte-order mark"
    default: break
    }
    if bytes.findInvalidUTF8(from: offset, to: min(end, offset + scalarLength(byte))) >= 0 {
      return "a byte that is not UTF-8 (0x\(hex(byte)))"
    }
    return "`\(String(decoding: bytes[offset..<endOfWord(offset)], as: UTF8.self))`"
  }

  /// A name or a number is shown whole, up to a length; of anything else one scalar.
  private func endOfWord(_ start: Int) -> Int {
    var offset = start
    while offset < end, offset < start + 16, isWordByte(bytes[offset]) { offset += 1 }
    return offset > start ? offset : min(end, start + scalarLength(bytes[start]))
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x5F
  }

  private func scalarLength(_ lead: UInt8) -> Int {
    lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
  }

  private func hex(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16, uppercase: true)
    return text.utf8.count < 2 ? "0" + text : text
  }

  /// Where a string goes wrong whose body starts at `start`, and what should stand there.
  func faultOfString(at start: Int) -> (Int, String) {
    let invalid = firstInvalid(from: start)
    var offset = start
    while offset < min(end, invalid) {
      offset = bytes.findQuoteEscapeOrControl(offset)
      if offset >= min(end, invalid) { break }
      if bytes.byte(unchecked: offset) == 0x5C {
        let next = bytes.skipEscape(offset)
        if next < 0 { return faultOfEscape(at: offset) }
        offset = next
      } else if bytes.byte(unchecked: offset) == 0x22 {
        break
      } else {
        let isBreak = bytes.byte(unchecked: offset) == 0x0A || bytes.byte(unchecked: offset) == 0x0D
        return (offset, isBreak ? "the closing quote" : "an escape such as `\\t` or `\\u0009`")
      }
    }
    return invalid < end ? (invalid, "UTF-8") : (end, "the closing quote")
  }

  private func firstInvalid(from start: Int) -> Int {
    let invalid = bytes.findInvalidUTF8(from: start, to: end)
    return invalid < 0 ? end : invalid
  }

  private func faultOfEscape(at start: Int) -> (Int, String) {
    guard bytes.byte(unchecked: start + 1) == 0x75 else {
      return (start + 1, "an escape: one of `\" \\ / b f n r t u` behind the backslash")
    }
    var offset = start + 2
    while isHexDigit(bytes.byte(unchecked: offset)) { offset += 1 }
    return (offset, "four hexadecimal digits behind `\\u`")
  }

  /// Where a number goes wrong: it begins well, so a digit is missing.
  func faultOfNumber(at start: Int) -> Int {
    var offset = start
    if bytes.byte(unchecked: offset) == 0x2D { offset += 1 }
    if bytes.byte(unchecked: offset) == 0x30 {
      offset += 1
    } else {
      let digits = bytes.skipDigits(offset)
      if digits == offset { return offset }
      offset = digits
    }
    if bytes.byte(unchecked: offset) == 0x2E {
      let digits = bytes.skipDigits(offset + 1)
      if digits == offset + 1 { return digits }
      offset = digits
    }
    if bytes.byte(unchecked: offset) | 0x20 == 0x65 {
      offset += 1
      if bytes.byte(unchecked: offset) == 0x2B || bytes.byte(unchecked: offset) == 0x2D {
        offset += 1
      }
    }
    return offset
  }
}
