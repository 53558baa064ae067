/// What a reader accepts.
package enum JSONDialect: Sendable {
  /// RFC 8259 to the letter.
  case strict
  /// That, and `//` and `/* */` comments, and a comma after the last member or element.
  case ruleFile
}

/// Reads the words of JSON: texts, numbers, literals, and the space between them.
struct TokenReader {
  let dialect: JSONDialect
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ bytes: [UInt8], dialect: JSONDialect) {
    self.bytes = bytes
    self.dialect = dialect
  }

  /// The byte at hand, or nil at the end.
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  var isAtEnd: Bool { offset == bytes.count }

  mutating func skip() {
    offset += 1
  }

  /// An error at the byte at hand, or at another one.
  func error(
    _ kind: JSONError.Kind = .badJSON, at place: Int? = nil, expected: String, found: String? = nil,
    inText: Bool = false
  ) -> JSONError {
    JSONError(
      kind, in: bytes, at: place ?? offset, expected: expected, found: found, inText: inText)
  }

  /// The bytes from the one at hand on.
  var rest: ArraySlice<UInt8> { bytes[offset...] }

  private var word: ArraySlice<UInt8> { bytes[offset...].prefix(while: Found.isWord) }

  /// Skips white space, and comments where the dialect has them.
  mutating func skipSpace() throws(JSONError) {
    while let byte = next {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        offset += 1
      case UInt8(ascii: "/") where dialect == .ruleFile:
        try skipComment()
      default:
        return
      }
    }
  }

  private mutating func skipComment() throws(JSONError) {
    let start = offset
    offset += 1
    switch next {
    case UInt8(ascii: "/"):
      while let byte = next, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
        offset = try bytes.endOfCharacter(inCommentAt: offset)
      }
    case UInt8(ascii: "*"):
      offset += 1
      while let byte = next {
        offset = try bytes.endOfCharacter(inCommentAt: offset)
        if byte == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
          offset += 1
          return
        }
      }
      throw error(
        at: start, expected: Expected.endOfComment, found: Found.openComment)
    default:
      throw error(at: start, expected: "a comment that begins with `//` or `/*`")
    }
  }

  /// Skips a scalar of several bytes, if that is what begins here, else one byte.
  private mutating func skipScalar(_ byte: UInt8) throws(JSONError) {
    guard byte >= 0x80 else { return offset += 1 }
    guard let scalar = Found.scalar(in: bytes, at: offset) else {
      throw error(expected: Expected.utf8)
    }
    offset += UTF8.width(scalar)
  }

  mutating func readWord(expected: String) throws(JSONError) -> LocatedJSON.Value {
    let word = self.word
    let value: LocatedJSON.Value
    if word.elementsEqual("true".utf8) {
      value = .bool(true)
    } else if word.elementsEqual("false".utf8) {
      value = .bool(false)
    } else if word.elementsEqual("null".utf8) {
      value = .null
    } else {
      throw error(expected: expected)
    }
    offset = word.endIndex
    return value
  }

  mutating func readNumber() throws(JSONError) -> JSONNumber {
    switch NumberText.scan(bytes, from: offset) {
    case .fault(let place, let expected):
      throw error(at: place, expected: expected)
    case .end(let end):
      defer { offset = end }
      return JSONNumber(checked: String(decoding: bytes[offset..<end], as: UTF8.self))
    }
  }

  /// Reads a text, from its opening to its closing quote.
  mutating func readString() throws(JSONError) -> String {
    offset += 1
    var text: [UInt8] = []
    var start = offset
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        text += bytes[start..<offset]
        offset += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        text += bytes[start..<offset]
        text += String(try readEscape()).utf8
        start = offset
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        throw error(expected: Expected.closingQuoteOrBreak)
      case ..<0x20:
        throw error(expected: Expected.noControl)
      default:
        try skipScalar(byte)
      }
    }
    throw error(expected: Expected.closingQuote)
  }

  private mutating func readEscape() throws(JSONError) -> Unicode.Scalar {
    let start = offset
    offset += 1
    let byte = next
    offset += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default:
      throw error(at: start + 1, expected: Expected.escape, inText: true)
    }
    let first = try readHexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if UTF16.isLeadSurrogate(first), bytes[offset...].starts(with: #"\u"#.utf8) {
      offset += 2
      let second = try readHexadecimal()
      let pair = 0x10000 + UInt32(first & 0x3FF) &<< 10 + UInt32(second & 0x3FF)
      if UTF16.isTrailSurrogate(second), let scalar = Unicode.Scalar(pair) { return scalar }
    }
    throw error(
      .invalidValue, at: start, expected: "a whole surrogate pair",
      found: "half of one, `\(String(decoding: bytes[start..<start + 6], as: UTF8.self))`")
  }

  /// Reads the four digits of an escape.
  private mutating func readHexadecimal() throws(JSONError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = next.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        throw error(expected: Expected.hexadecimal, inText: true)
      }
      value = value &<< 4 | UInt16(digit)
      offset += 1
    }
    return value
  }
}
