import JSONText

/// Makes text from documents, file names and keys fit to be printed on a terminal or in a log.
///
/// What could move the cursor, change colours, or make text read differently from what it is
/// becomes an escape: `\u001b`. Bytes that are no UTF-8 become `\xff`.
package enum Printable {
  /// The whole text, with escapes.
  package static func text(of string: String) -> String {
    guard string.unicodeScalars.contains(where: needsEscape) else { return string }
    return text(of: string.utf8)
  }

  /// The whole text, with escapes, but with its line ends.
  package static func lines(of string: String) -> String {
    string.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { text(of: String($0)) }.joined(separator: "\n")
  }

  /// The whole text, with escapes.
  package static func text(of bytes: some Collection<UInt8>) -> String {
    var shown = ""
    forEachScalar(of: bytes) { piece, _ in shown += piece }
    return shown
  }

  /// A word of a command as a shell reads it, with escapes.
  package static func shellWord(_ word: some Collection<UInt8>) -> String {
    let isPlain = word.allSatisfy { byte in
      byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte >= 0x80
        || "-_./,:=@%+".utf8.contains(byte)
    }
    let text = text(of: word)
    return isPlain && !word.isEmpty ? text : "'\(text.replacingAll("'", with: #"'\''"#))'"
  }

  /// The same of a file's name, which is taken for no flag.
  package static func shellWord(file name: some Collection<UInt8>) -> String {
    shellWord((name.first == 0x2D ? Array("./".utf8) : []) + name)
  }

  /// The beginning of a text, for a message, which says whatever can't be seen: `Found` has the
  /// rules.
  package static func quote(_ bytes: some Sequence<UInt8>) -> String { Found.shown(bytes) }

  /// The same of a `String`.
  package static func quote(_ string: String) -> String { quote(string.utf8) }

  /// A path or a condition: the whole text if it isn't long, else its beginning and its end, with
  /// escapes.
  package static func path(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count > 4 * Found.quotedBytes else { return self.text(of: text) }
    var end = bytes.count - 2 * Found.quotedBytes
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return quote(bytes) + self.text(of: bytes[end...])
  }

  /// The text, cut where it is too long for a message.
  static func atMost(_ text: String) -> String {
    let most = 64 * Found.quotedBytes
    guard text.utf8.count > most else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: most)
    while text.utf8[end] & 0xC0 == 0x80 { end = text.utf8.index(before: end) }
    return text[..<end] + "…"
  }

  /// Words with commas between; of many the first and the last ones.
  package static func list(_ words: [String]) -> String {
    guard words.count > 24 else { return words.joined(separator: ", ") }
    return (words.prefix(20) + ["…"] + words.suffix(2)).joined(separator: ", ")
  }

  /// Gives each scalar as it is to be printed, and how many bytes it stands for.
  package static func forEachScalar(
    of bytes: some Collection<UInt8>, _ body: (_ piece: String, _ length: Int) -> Void
  ) {
    var rest = bytes[...]
    while let first = rest.first {
      var iterator = rest.makeIterator()
      var parser = Unicode.UTF8.ForwardParser()
      guard case .valid(let encoded) = parser.parseScalar(from: &iterator) else {
        body(Found.escape(first), 1)
        rest = rest.dropFirst()
        continue
      }
      let scalar = Unicode.UTF8.decode(encoded)
      body(needsEscape(scalar) ? Found.escape(scalar) : String(scalar), encoded.count)
      rest = rest.dropFirst(encoded.count)
    }
  }

  /// Whether a scalar does something else than show a letter, a sign or a space.
  package static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // direction
    case 0x2028, 0x2029: true  // ends of lines
    case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true  // nothing to see
    default: false
    }
  }
}
