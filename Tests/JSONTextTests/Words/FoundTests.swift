import JSONText
import Testing

/// Documents, paths and patterns are hostile texts alike, and all are told of with the same words.
@Suite struct FoundTests {
  @Test(arguments: [
    ("\u{7}", "a control character (U+0007)"), ("\u{7F}", "a control character (U+007F)"),
    ("\u{A0}", "the character U+00A0"), ("\u{202E}", "the character U+202E"),
    ("\u{301}", "the character U+0301"), ("\u{E000}", "the character U+E000"), ("`", "a backtick"),
    ("é", "`é`"), ("“", "`“`"), ("^", "`^`"),
  ])
  func `a character is told with one word in documents, paths, conditions and patterns`(
    _ character: String, word: String
  ) throws {
    #expect(throws: JSONError.self) { try JSON(parsing: character) }
    #expect(try Self.found { try JSON(parsing: character) } == word)
    #expect(try Self.found { try JSONPath("$" + character) } == word)
    #expect(try Self.found { try JSONCondition("@.a " + character) } == word)
    #expect(try Self.found { try Pattern("a{" + character, .standard) } == word)
  }

  /// What an error of any of them says it has found.
  static func found<Value>(_ read: () throws -> Value) throws -> String? {
    do {
      _ = try read()
      return nil
    } catch let error as JSONError {
      return error.found
    } catch let error as PathError {
      return error.found
    } catch let error as PatternError {
      return error.found
    }
  }

  @Test(arguments: [
    ("name 1 → é 日本", "name 1 → é 日本"), ("a\nb\tc\r", "a\\nb\\tc\\r"),
    ("\u{1B}[0m\u{202E}", "\\u001b[0m\\u202e"), ("a\u{A0}b", "a\\u00a0b"),
    ("e\u{301}", "e\u{301}"), ("\u{301}e", "\\u0301e"), ("👩‍🚀", "👩‍🚀"), ("a\u{200D}", "a\\u200d"),
    ("\u{E0041}", "\\u{e0041}"), ("", ""),
    (String(repeating: "é", count: 32), String(repeating: "é", count: 32)),
    (String(repeating: "é", count: 33), String(repeating: "é", count: 32) + "…"),
    ("x" + String(repeating: "é", count: 32), "x" + String(repeating: "é", count: 31) + "…"),
  ])
  func `a text is quoted with what can't be seen as an escape`(_ text: String, shown: String) {
    #expect(Array(Found.shown(text.utf8).utf8) == Array(shown.utf8))
    #expect(Found.quote(text.utf8) == "`\(Found.shown(text.utf8))`")
  }

  @Test func `bytes that are no UTF-8 are quoted, and cut as others are`() {
    #expect(
      Found.shown([0x61, 0xFF, 0xC3, 0x28, 0xE2, 0x82] as [UInt8]) == "a\\xff\\xc3(\\xe2\\x82")
    let many = [UInt8](repeating: 0x80, count: 1_000_000)
    #expect(Found.shown(many) == String(repeating: "\\x80", count: 64) + "…")
  }
}
