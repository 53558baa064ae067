import TestSupport
import Testing

@testable import JSONText

@Suite struct CommentedTextTests {
  private func strict(_ text: String) throws -> String? {
    try CommentedText(Array(text.utf8)).map { String(decoding: $0.strict, as: UTF8.self) }
  }

  @Test(arguments: [
    ("{\n  // a\n  \"b\": 1 // c\n}", "{\n  \"b\": 1\n}"),
    ("// a\n{\"b\":1}\n// c\n", "{\"b\":1}\n"), ("[1,/* a */2]", "[1,2]"),
    ("[1, /* a */ 2]", "[1, 2]"), ("[1,]", "[1]"), ("[1 , ]", "[1 ]"),
    ("{\"a\":1,\n}", "{\"a\":1\n}"),
    ("{\"a\"/* b */:// c\n 1}", "{\"a\": 1}"), ("{ // a\n}", "{\n}"), ("[/**/]", "[]"),
    ("{\r\n  // a\r\n  \"b\": 1\r\n}", "{\r\n  \"b\": 1\r\n}"),
    ("[1\n  // a\n  , 2]", "[1\n  , 2]"), ("[1, // a\n\n\n  2]", "[1,\n  2]"),
    ("[1\r\n\t, // a\r\n\t2]", "[1\r\n\t, 2]"), ("[1\n,// a\n2]", "[1\n,2]"),
    ("[1 // a\n ,\n // b\n 2]", "[1\n ,\n 2]"), ("[1 , /* a */ 2]", "[1 , 2]"),
    ("[1 /* a */ , 2]", "[1, 2]"), ("[1 /* a */\n ,2]", "[1\n ,2]"),
  ])
  func `the strict text has the layout without the comments`(_ text: String, expected: String)
    throws
  {
    #expect(try strict(text) == expected)
    #expect(try JSON(parsing: Array(expected.utf8)) == JSON(parsing: blanked(text)))
    #expect(try blanked(text).count == text.utf8.count)
  }

  private func blanked(_ text: String) throws -> [UInt8] {
    let bytes = Array(text.utf8)
    return try #require(try CommentedText(bytes)).blanked
  }

  /// What is no JSON either way is for the reader, which tells where.
  @Test(arguments: [
    "{\"a\": \"// no\", \"b\": \"/* no */\"}", "[]", "[,]", "[1,,]", "{,}", "[1 / 2]",
    "\"a\\\"//\"", "",
  ])
  func `what has no comments is left to the reader`(_ text: String) throws {
    #expect(try strict(text) == nil)
    #expect(try CommentedText.blanked(text.utf8) == Array(text.utf8))
  }

  /// Copying the text for each comment would take for ever.
  @Test(.timeLimit(.patience)) func `many comments are blanked one by one`() throws {
    let count = Amount.of(10_000, thorough: 300_000)
    let text = "[\(String(repeating: "1,// c\n", count: count))1]"
    let expected = "[\(String(repeating: "1,    \n", count: count))1]"
    #expect(try CommentedText.blanked(text.utf8) == Array(expected.utf8))
  }

  @Test func `a comment without an end has its place`() {
    let error = #expect(throws: JSONError.self) { try strict("{\n  \"a\": 1 /* b\n}") }
    #expect(error?.line == 2 && error?.column == 10)
    #expect(error?.expected == "`*/` at the end of the comment")
  }

  @Test(
    arguments: [
      [0xE9], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xFF], [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func `a comment that is not UTF-8 is refused with its place`(_ wrong: [UInt8]) {
    for (start, end) in [("// é", "\n"), ("/* é", " */")] {
      let text = "{\n \(start)".utf8 + wrong + "\(end)\"a\": 1}".utf8
      let error = #expect(throws: JSONError.self) { try CommentedText(text) }
      #expect(error?.line == 2 && error?.column == 6 && error?.offset == 8)
      #expect(error?.expected == "UTF-8")
    }
  }

  @Test func `a carriage return ends a comment of a line, in rules too`() throws {
    let bytes = Array("[1, // a\r2]".utf8)
    #expect(try CommentedText(bytes).map { try JSON(parsing: $0.strict) } == [1, 2])
    #expect(try LocatedJSON.parse(bytes, dialect: .ruleFile).root.json == [1, 2])
  }

  @Test(arguments: ["// a\0\n1", "/* \0 */1", "1// \0"])
  func `a comment with a null is refused, in rules too`(_ text: String) {
    let place = text.utf8.firstIndex(of: 0).map {
      text.utf8.distance(from: text.startIndex, to: $0)
    }
    let error = #expect(throws: JSONError.self) { try CommentedText(Array(text.utf8)) }
    #expect(error?.offset == place && error?.expected == "a comment without U+0000")
    let other = #expect(throws: JSONError.self) {
      try LocatedJSON.parse(Array(text.utf8), dialect: .ruleFile)
    }
    #expect(other?.offset == place && other?.expected == error?.expected)
  }

  @Test func `places of the strict text lead to those of the original`() throws {
    let text = "// a\n{ /* b */ \"c\": /* d */ 1, // e\n  \"f\": [2,], }"
    let commented = try #require(try CommentedText(Array(text.utf8)))
    for token in ["{", "\"c\"", "1", "\"f\"", "[", "2", "]", "}"] {
      let bytes = Array(token.utf8)
      let original = try #require(Array(text.utf8).firstRange(of: bytes)?.lowerBound)
      let strict = try #require(commented.strict.firstRange(of: bytes)?.lowerBound)
      #expect(commented.place(of: strict) == original, "\(token)")
    }
  }
}
