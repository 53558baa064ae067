extension ByteBuffer {
  /// The text that the body of a valid JSON string stands for, in UTF-8, with a pad behind it.
  ///
  /// A lone surrogate, which UTF-8 has no bytes for, becomes the three bytes that it would have:
  /// they are equal to nothing that is valid, and different for different surrogates.
  package init(unescaping body: Range<Int>, of bytes: ByteView) {
    self.init(capacity: body.count)
    appendUnescaped(body, of: bytes)
    seal()
  }

  package mutating func appendUnescaped(_ body: Range<Int>, of bytes: ByteView) {
    var offset = body.lowerBound
    while offset < body.upperBound {
      let byte = bytes[offset]
      if byte != 0x5C {
        append(byte)
        offset += 1
        continue
      }
      let code = bytes[offset + 1]
      offset += 2
      switch code {
      case 0x62: append(0x08)
      case 0x66: append(0x0C)
      case 0x6E: append(0x0A)
      case 0x72: append(0x0D)
      case 0x74: append(0x09)
      case 0x75:
        var scalar = Self.hexValue(at: offset, of: bytes)
        offset += 4
        if scalar & 0xFC00 == 0xD800, offset + 6 <= body.upperBound, bytes[offset] == 0x5C,
          bytes[offset + 1] == 0x75
        {
          let low = Self.hexValue(at: offset + 2, of: bytes)
          if low & 0xFC00 == 0xDC00 {
            scalar = 0x10000 + (scalar - 0xD800) &<< 10 + (low - 0xDC00)
            offset += 6
          }
        }
        append(scalar: scalar)
      default: append(code)
      }
    }
  }

  private static func hexValue(at offset: Int, of bytes: ByteView) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<4 {
      let digit = bytes[offset + index]
      value = value &<< 4 | UInt32(digit < 0x3A ? digit - 0x30 : (digit | 0x20) - 0x57)
    }
    return value
  }

  private mutating func append(scalar: UInt32) {
    func tail(_ shift: UInt32) -> UInt8 { UInt8(0x80 | scalar &>> shift & 0x3F) }
    switch scalar {
    case 0..<0x80:
      append(UInt8(scalar))
    case 0x80..<0x800:
      append(UInt8(0xC0 | scalar &>> 6))
      append(tail(0))
    case 0x800..<0x10000:
      append(UInt8(0xE0 | scalar &>> 12))
      append(tail(6))
      append(tail(0))
    default:
      append(UInt8(0xF0 | scalar &>> 18))
      append(tail(12))
      append(tail(6))
      append(tail(0))
    }
  }

  /// Adds the JSON string, quotes and all, that stands for UTF-8 text.
  package mutating func appendQuoted(_ text: [UInt8]) {
    append(0x22)
    var start = 0
    for index in text.indices where Self.needsEscape(text[index]) {
      append(contentsOf: text[start..<index])
      appendEscaped(text[index])
      start = index + 1
    }
    append(contentsOf: text[start...])
    append(0x22)
  }

  /// Has the JSON string, quotes and all, that verbs write for the body of another, with no escape
  /// that isn't needed; nothing if half of a surrogate pair is in it.
  ///
  /// The result is how many bytes the text takes without escapes, or nil.
  @inline(never)
  package mutating func respell(_ body: Range<Int>, of bytes: ByteView) -> Int? {
    truncate(to: 0)
    appendUnescaped(body, of: bytes)
    if view.findInvalidUTF8(from: 0, to: count) >= 0 {
      truncate(to: 0)
      return nil
    }
    let plain = view[0..<count].array
    truncate(to: 0)
    appendQuoted(plain)
    seal()
    return plain.count
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case 0x22: append("\\\"")
    case 0x5C: append("\\\\")
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0C: append("\\f")
    case 0x0D: append("\\r")
    case 0..<0x20:
      append("\\u00")
      append(byte < 0x10 ? 0x30 : 0x31)
      let low = byte & 0x0F
      append(low < 10 ? 0x30 + low : 0x61 + low - 10)
    default: append(byte)
    }
  }
}
