/// How a message speaks of the characters of a path or of a pattern.
enum PathWords {
  /// What stands at the offset: one character, or the end of the text.
  static func found(in text: [UInt8], at offset: Int, end: String) -> String {
    guard offset < text.count else { return "the end of the \(end)" }
    switch text[offset] {
    case UInt8(ascii: " "): return "a space"
    case UInt8(ascii: "\t"): return "a tab"
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return "a line break"
    default: return "`\(character(UTF8Text.scalar(in: text, at: offset).scalar))`"
    }
  }

  /// The character itself, or its number where it can't be shown.
  static func character(_ scalar: UInt32) -> String {
    guard let unicode = Unicode.Scalar(scalar) else { return "U+FFFD" }
    switch unicode.properties.generalCategory {
    case .spaceSeparator where scalar == 0x20: return " "
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .surrogate,
      .unassigned:
      let digits = String(scalar, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    default:
      return String(Character(unicode))
    }
  }

  /// Text for a message, in quotes.
  static func quoted(_ text: some Collection<UInt8>) -> String {
    "`\(shown(text))`"
  }

  /// Text for a message: without control characters, and cut where it is long.
  static func shown(_ text: some Collection<UInt8>) -> String {
    let limit = 64
    var result = ""
    for scalar in String(decoding: text.prefix(limit), as: UTF8.self).unicodeScalars {
      result += character(scalar.value)
    }
    return text.count > limit ? result + "…" : result
  }
}
