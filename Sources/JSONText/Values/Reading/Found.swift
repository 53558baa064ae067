/// Words for what stands at a place in a text: the `found` of a `JSONError`.
package enum Found {
  /// The text in backticks, fit for a message: on one line, and cut after 64 bytes.
  package static func quote(_ text: some StringProtocol) -> String {
    var quoted = ""
    var length = 0
    for scalar in text.unicodeScalars {
      length += UTF8.width(scalar)
      if length > 64 { return "`\(quoted)…`" }
      let isMark = scalar.properties.generalCategory == .nonspacingMark && !quoted.isEmpty
      quoted += isMark || scalar == " " || isVisible(scalar) ? String(scalar) : escape(scalar)
    }
    return "`\(quoted)`"
  }

  static let oneMoreLevel = "one more level"
  static let openComment = "a comment without an end"

  /// A closing bracket behind a comma.
  static func rightAfterComma(bracket: UInt8) -> String {
    "`\(Unicode.Scalar(bracket))` right after a comma"
  }

  /// A word where a key should begin.
  static func unquoted(_ rest: some Sequence<UInt8>) -> String {
    let word = Array(rest.prefix(longest).prefix(while: isWord))
    return "\(quote(String(decoding: word, as: UTF8.self))) without quotes"
  }

  /// More bytes than a message quotes.
  private static let longest = 80

  /// What begins at an offset; `inText` where that is between the quotes of a text.
  package static func describe<Bytes: RandomAccessCollection>(
    _ bytes: Bytes, at offset: Int, inText: Bool = false
  ) -> String where Bytes.Element == UInt8, Bytes.Index == Int {
    let rest = bytes[offset...].prefix(longest)
    guard let byte = rest.first else { return "the end of the text" }
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { return "a byte-order mark" }
    if offset == bytes.startIndex,
      rest.starts(with: [0xFE, 0xFF]) || rest.starts(with: [0xFF, 0xFE])
    {
      return "a byte-order mark of UTF-16"
    }
    guard let scalar = scalar(in: bytes, at: offset) else {
      return "a byte that is not UTF-8 (0x\(hex(UInt32(byte), digits: 2)))"
    }
    if !inText, rest.starts(with: "//".utf8) || rest.starts(with: "/*".utf8) {
      return "a comment, which JSON does not have"
    }
    switch scalar {
    case "\"": return inText ? "a double quote" : "a text"
    case "'" where !inText: return "a single quote, where JSON has double quotes"
    case "`": return "a backtick"
    case "\n", "\r": return "a line break"
    case ..<" ", "\u{7F}": return "a control character (U+\(hex(scalar.value)))"
    default: break
    }
    guard scalar.isASCII else {
      return isVisible(scalar) ? "`\(scalar)`" : "the character U+\(hex(scalar.value))"
    }
    let signs = rest.prefix { "+-.".utf8.contains($0) }
    let word = rest.dropFirst(signs.count).prefix(while: isWord)
    return word.isEmpty
      ? "`\(scalar)`" : describe(word: String(decoding: rest[..<word.endIndex], as: UTF8.self))
  }

  /// The scalar that begins at an offset, or nil if no valid UTF-8 does.
  static func scalar<Bytes: RandomAccessCollection>(
    in bytes: Bytes, at offset: Int
  ) -> Unicode.Scalar? where Bytes.Element == UInt8, Bytes.Index == Int {
    var parser = UTF8.ForwardParser()
    var rest = bytes[offset...].prefix(4).makeIterator()
    guard case .valid(let scalar) = parser.parseScalar(from: &rest) else { return nil }
    return UTF8.decode(scalar)
  }

  /// Whether a byte belongs to a word such as `true`.
  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    default: false
    }
  }

  private static func describe(word: String) -> String {
    switch word {
    case "True", "TRUE": "`\(word)`, which JSON writes `true`"
    case "False", "FALSE": "`\(word)`, which JSON writes `false`"
    case "None", "Null", "NULL", "nil": "`\(word)`, which JSON writes `null`"
    case "NaN", "nan", "Infinity", "-Infinity", "+Infinity", "inf", "-inf", "undefined":
      "`\(word)`, which JSON does not have"
    case _ where word.hasPrefix("+"): "\(quote(word)), with a plus sign"
    case _ where word.hasPrefix("."): "\(quote(word)), without a digit before the point"
    default: quote(word)
    }
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
      .paragraphSeparator, .nonspacingMark, .enclosingMark:
      false
    default: true
    }
  }

  /// A scalar that can't be shown, as an escape.
  package static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": #"\n"#
    case "\r": #"\r"#
    case "\t": #"\t"#
    case _ where scalar.value > 0xFFFF: "\\u{\(String(scalar.value, radix: 16))}"
    default: "\\u\(hex(scalar.value).lowercased())"
    }
  }

  private static func hex(_ value: UInt32, digits: Int = 4) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
