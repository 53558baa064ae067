/// Words for what stands at a place in a text: the `found` of an error.
///
/// Documents, values, rules, paths, patterns and property lists are hostile texts alike, and all
/// that is told of them is said and quoted here.
package enum Found {
  /// The most bytes of a text that a message quotes.
  package static var quotedBytes: Int { 64 }

  package static let end = "the end of the text"
  /// Such a file is what a program leaves that died while it wrote.
  package static let emptyText = "an empty text"
  package static let whiteSpace = "only white space"
  static let oneMoreLevel = "one more level"
  static let openComment = "a comment without an end"

  /// A key that stands in its object already.
  package static func again(_ key: some Sequence<UInt8>) -> String { "\(quote(key)) again" }

  /// A closing bracket behind a comma.
  static func rightAfterComma(bracket: UInt8) -> String {
    "`\(Unicode.Scalar(bracket))` right after a comma"
  }

  /// A word where a key should begin.
  static func unquoted(_ rest: some Sequence<UInt8>) -> String {
    let word = Array(rest.prefix(longest).prefix(while: isWord))
    return "\(quote(word)) without quotes"
  }

  /// More bytes than a message quotes.
  private static let longest = 80

  /// What begins at an offset; `inText` where that is between the quotes of a text.
  package static func describe<Bytes: RandomAccessCollection>(
    _ bytes: Bytes, at offset: Int, inText: Bool = false
  ) -> String where Bytes.Element == UInt8, Bytes.Index == Int {
    let rest = bytes[offset...].prefix(longest)
    guard let byte = rest.first else { return end }
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { return "a byte-order mark" }
    if offset == bytes.startIndex,
      rest.starts(with: [0xFE, 0xFF]) || rest.starts(with: [0xFF, 0xFE])
    {
      let isWide = rest.starts(with: [0xFF, 0xFE, 0, 0])
      return "a byte-order mark of UTF-\(isWide ? 32 : 16)"
    }
    guard let scalar = scalar(in: bytes, at: offset) else { return notUTF8(byte) }
    if !inText, rest.starts(with: "//".utf8) || rest.starts(with: "/*".utf8) {
      return "a comment, which JSON does not have"
    }
    switch scalar {
    case "\"": return inText ? "a double quote" : "a text"
    case "'" where !inText: return "a single quote, where JSON has double quotes"
    default: break
    }
    let signs = rest.prefix { "+-.".utf8.contains($0) }
    let word = rest.dropFirst(signs.count).prefix(while: isWord)
    return word.isEmpty
      ? describe(scalar) : describe(word: String(decoding: rest[..<word.endIndex], as: UTF8.self))
  }

  /// The character that begins at an offset of a path or a pattern, or its end.
  static func character(in text: [UInt8], at offset: Int, ofThe kind: String) -> String {
    guard offset < text.count else { return "the end of the \(kind)" }
    return scalar(in: text, at: offset).map(describe) ?? notUTF8(text[offset])
  }

  private static func notUTF8(_ byte: UInt8) -> String {
    "a byte that is not UTF-8 (0x\(hex(UInt32(byte), digits: 2)))"
  }

  /// One character: itself where it can be seen, else in words.
  static func describe(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case " ": "a space"
    case "\t": "a tab"
    case "\n", "\r": "a line break"
    case "`": "a backtick"
    case ..<" ", "\u{7F}": "a control character (U+\(hex(scalar.value)))"
    default: isVisible(scalar) ? "`\(scalar)`" : "the character U+\(hex(scalar.value))"
    }
  }

  /// The scalar that begins at an offset, or nil if no valid UTF-8 does.
  package static func scalar<Bytes: RandomAccessCollection>(
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
    case _ where word.hasPrefix("+"): "\(quote(word.utf8)), with a plus sign"
    case _ where word.hasPrefix("."): "\(quote(word.utf8)), without a digit before the point"
    default: quote(word.utf8)
    }
  }
}

// MARK: - Quotes

extension Found {
  /// The text in backticks, as `shown` has it.
  package static func quote(_ bytes: some Sequence<UInt8>) -> String { "`\(shown(bytes))`" }

  /// The text fit for a message: on one line, what can't be seen as an escape, cut after 64 bytes.
  package static func shown(_ bytes: some Sequence<UInt8>) -> String {
    // Some more than are shown, so that a character at the end is whole.
    let bytes = Array(bytes.prefix(quotedBytes + 4))
    var shown = ""
    var offset = 0
    while offset < bytes.count {
      let scalar = scalar(in: bytes, at: offset)
      let length = scalar.map(UTF8.width) ?? 1
      if offset + length > quotedBytes { return shown + "…" }
      if let scalar {
        let isPart = !shown.isEmpty && isPart(scalar, isLast: offset + length == bytes.count)
        shown += isPart || scalar == " " || isVisible(scalar) ? String(scalar) : escape(scalar)
      } else {
        shown += escape(bytes[offset])
      }
      offset += length
    }
    return shown
  }

  /// Whether a scalar only shapes the ones beside it: an accent, what joins two emoji into one.
  private static func isPart(_ scalar: Unicode.Scalar, isLast: Bool) -> Bool {
    scalar.properties.generalCategory == .nonspacingMark
      || (scalar == "\u{200C}" || scalar == "\u{200D}") && !isLast
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

  /// A byte that is not UTF-8, as an escape.
  package static func escape(_ byte: UInt8) -> String {
    "\\x\(hex(UInt32(byte), digits: 2).lowercased())"
  }

  private static func hex(_ value: UInt32, digits: Int = 4) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
