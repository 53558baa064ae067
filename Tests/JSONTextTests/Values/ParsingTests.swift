import JSONText
import Testing

/// A text that is refused; `⟦` stands before the byte where the mistake is noticed.
struct Mistake: Sendable, CustomTestStringConvertible {
  let marked: String
  var kind = JSONError.Kind.badJSON
  let expected: String
  let found: String

  init(
    _ marked: String, _ kind: JSONError.Kind = .badJSON, expected: String, found: String
  ) {
    self.marked = marked
    self.kind = kind
    self.expected = expected
    self.found = found
  }

  var testDescription: String { marked.debugDescription }

  /// The text without the mark, and what stands before the mark.
  func parts() throws -> (text: String, before: String) {
    let pieces = marked.unicodeScalars.split(separator: "⟦", omittingEmptySubsequences: false)
    try #require(pieces.count == 2)
    return (pieces.map(String.init).joined(), String(pieces[0]))
  }
}

@Suite struct ParsingTests {
  static func error(_ bytes: [UInt8]) throws -> JSONError {
    try #require(throws: JSONError.self) { try JSON(parsing: bytes) }
  }

  static func error(_ bytes: [UInt8], _ guide: Guide) -> JSONError? {
    var subject = Subject(guide: guide)
    do throws(JSONError) {
      try subject.read(bytes)
      return nil
    } catch {
      return error
    }
  }

  static let mistakes: [Mistake] = [
    Mistake("⟦", expected: "a value", found: "the end of the text"),
    Mistake(" \n⟦", expected: "a value", found: "the end of the text"),
    Mistake("[1⟦", expected: "a comma or `]`", found: "the end of the text"),
    Mistake("[1⟦}", expected: "a comma or `]`", found: "`}`"),
    Mistake("[1 ⟦2]", expected: "a comma or `]`", found: "`2`"),
    Mistake("[⟦,1]", expected: "a value or `]`", found: "`,`"),
    Mistake("[1,⟦,2]", expected: "a value", found: "`,`"),
    Mistake("[1,⟦]", expected: "a value", found: "`]` right after a comma"),
    Mistake("{\"a\":1,\n⟦}", expected: "a key in double quotes", found: "`}` right after a comma"),
    Mistake("{⟦", expected: "a key in double quotes or `}`", found: "the end of the text"),
    Mistake("{⟦a: 1}", expected: "a key in double quotes or `}`", found: "`a` without quotes"),
    Mistake(
      "{⟦'a': 1}", expected: "a key in double quotes or `}`",
      found: "a single quote, where JSON has double quotes"),
    Mistake("{\"a\":1, ⟦2:3}", expected: "a key in double quotes", found: "`2` without quotes"),
    Mistake("{\"a\" ⟦1}", expected: "a colon", found: "`1`"),
    Mistake("{\"a\"⟦}", expected: "a colon", found: "`}`"),
    Mistake("{\"a\":⟦}", expected: "a value", found: "`}`"),
    Mistake("{\"a\":1 ⟦\"b\":2}", expected: "a comma or `}`", found: "a text"),
    Mistake("{\"a\":1⟦:2}", expected: "a comma or `}`", found: "`:`"),
    Mistake("1 ⟦2", expected: "the end of the text", found: "`2`"),
    Mistake("{}⟦]", expected: "the end of the text", found: "`]`"),
    Mistake("\n⟦\u{FEFF}[]", expected: "a value", found: "a byte-order mark"),
    Mistake("⟦\u{FEFF}[]", expected: "a value", found: "a byte-order mark"),
    Mistake(
      "[⟦'a']", expected: "a value or `]`",
      found: "a single quote, where JSON has double quotes"),
    Mistake("⟦True", expected: "a value", found: "`True`, which JSON writes `true`"),
    Mistake("⟦FALSE", expected: "a value", found: "`FALSE`, which JSON writes `false`"),
    Mistake("⟦None", expected: "a value", found: "`None`, which JSON writes `null`"),
    Mistake("[1, ⟦NaN]", expected: "a value", found: "`NaN`, which JSON does not have"),
    Mistake(
      "-⟦Infinity", expected: "a digit after the minus sign",
      found: "`Infinity`, which JSON does not have"),
    Mistake("⟦undefined", expected: "a value", found: "`undefined`, which JSON does not have"),
    Mistake("⟦tru", expected: "a value", found: "`tru`"),
    Mistake("⟦truer", expected: "a value", found: "`truer`"),
    Mistake("⟦// a\n1", expected: "a value", found: "a comment, which JSON does not have"),
    Mistake(
      "[1 ⟦/* a */]", expected: "a comma or `]`",
      found: "a comment, which JSON does not have"),
    Mistake(
      "[1] ⟦// a", expected: "the end of the text",
      found: "a comment, which JSON does not have"),
    Mistake("⟦/", expected: "a value", found: "`/`"),
    Mistake("⟦+1", expected: "a value", found: "`+1`, with a plus sign"),
    Mistake("⟦.5", expected: "a value", found: "`.5`, without a digit before the point"),
    Mistake("0⟦1", expected: "no digit after a leading zero", found: "`1`"),
    Mistake("-⟦", expected: "a digit after the minus sign", found: "the end of the text"),
    Mistake("[1.⟦]", expected: "a digit after the decimal point", found: "`]`"),
    Mistake("1e+⟦x", expected: "a digit in the exponent", found: "`x`"),
    Mistake("1⟦x", expected: "the end of the text", found: "`x`"),
    Mistake("[0⟦x1F]", expected: "a comma or `]`", found: "`x1F`"),
    Mistake("⟦\0", expected: "a value", found: "a control character (U+0000)"),
    Mistake("[1]⟦\u{B}", expected: "the end of the text", found: "a control character (U+000B)"),
    Mistake("[⟦\u{A0}1]", expected: "a value or `]`", found: "the character U+00A0"),
    Mistake("[⟦é]", expected: "a value or `]`", found: "`é`"),
    Mistake("[⟦“a”]", expected: "a value or `]`", found: "`“`"),
    Mistake("⟦`", expected: "a value", found: "a backtick"),
    Mistake("\"a⟦", expected: "a closing double quote", found: "the end of the text"),
    Mistake(
      "[\"a⟦\n\"]", expected: "a closing double quote, or the line break as `\\n`",
      found: "a line break"),
    Mistake(
      "\"a⟦\t\"", expected: "a text, with control characters as `\\u` and four digits",
      found: "a tab"),
    Mistake(
      #""\⟦x""#, expected: #"an escape after the backslash: one of `"\/bfnrtu`"#,
      found: "`x`"),
    Mistake(
      #""\⟦"#, expected: #"an escape after the backslash: one of `"\/bfnrtu`"#,
      found: "the end of the text"),
    Mistake(#""\u00⟦g0""#, expected: #"four hexadecimal digits after `\u`"#, found: "`g0`"),
    Mistake(#""\u00⟦""#, expected: #"four hexadecimal digits after `\u`"#, found: "a double quote"),
    Mistake(
      #""⟦\ud800""#, .invalidValue, expected: "a whole surrogate pair",
      found: #"half of one, `\ud800`"#),
    Mistake(
      #"{"é⟦\uDC00":1}"#, .invalidValue, expected: "a whole surrogate pair",
      found: #"half of one, `\uDC00`"#),
    Mistake(
      #""⟦\ud800\ud800""#, .invalidValue, expected: "a whole surrogate pair",
      found: #"half of one, `\ud800`"#),
    Mistake(#""\ud800\u⟦x""#, expected: #"four hexadecimal digits after `\u`"#, found: "`x`"),
    Mistake(
      #"{"a":{"b":1,⟦"b":1}}"#, .duplicateKey, expected: "each key once in an object",
      found: "`b` again"),
    Mistake(
      #"{"a":1, ⟦"\u0061":1}"#, .duplicateKey, expected: "each key once in an object",
      found: "`a` again"),
  ]

  @Test(arguments: mistakes)
  func `a mistake is told with its place and in words`(_ mistake: Mistake) throws {
    let (text, before) = try mistake.parts()
    let error = try Self.error(Array(text.utf8))
    #expect(error.kind == mistake.kind)
    #expect(error.expected == mistake.expected)
    #expect(error.found == mistake.found)
    #expect(error.offset == before.utf8.count)
    let lines = before.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(error.line == lines.count)
    #expect(error.column == (lines.last?.count ?? 0) + 1)
  }

  @Test(arguments: mistakes.filter { $0.kind == .badJSON })
  func `a document's reader tells it with the same words`(_ mistake: Mistake) throws {
    let (text, before) = try mistake.parts()
    for guide in DocumentConformanceTests.guides {
      let error = try #require(Self.error(Array(text.utf8), guide))
      #expect(error.kind == mistake.kind)
      #expect(error.expected == mistake.expected)
      #expect(error.found == mistake.found)
      #expect(error.offset == before.utf8.count)
    }
  }

  @Test func `bytes that are no UTF-8 are refused where they stand`() throws {
    let cases: [(bytes: [UInt8], offset: Int, found: String)] = [
      ([0x22, 0x61, 0x80, 0x22], 2, "a byte that is not UTF-8 (0x80)"),
      ([0x22, 0xC0, 0xAF, 0x22], 1, "a byte that is not UTF-8 (0xC0)"),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], 1, "a byte that is not UTF-8 (0xED)"),
      ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1, "a byte that is not UTF-8 (0xF4)"),
      ([0x22, 0xE2, 0x82], 1, "a byte that is not UTF-8 (0xE2)"),
      ([0x5B, 0xFF], 1, "a byte that is not UTF-8 (0xFF)"),
      ([0xFF, 0xFE, 0x31, 0x00], 0, "a byte-order mark of UTF-16"),
      ([0xFE, 0xFF, 0x00, 0x31], 0, "a byte-order mark of UTF-16"),
      ([0xFF, 0xFE, 0x00, 0x00, 0x31, 0x00, 0x00, 0x00], 0, "a byte-order mark of UTF-32"),
      ([0x31, 0x00], 1, "a control character (U+0000)"),
    ]
    for (bytes, offset, found) in cases {
      let error = try Self.error(bytes)
      #expect(error.kind == .badJSON)
      #expect(error.offset == offset)
      #expect(error.found == found)
    }
  }

  @Test func `an error prints on one line, however long and odd the text`() throws {
    let long = String(repeating: "é", count: 100)
    let twice = try Self.error(Array(#"{"\u001b\n":1,"\u001b\n":2}"#.utf8))
    #expect(
      twice.description
        == #"1:15: duplicate-key: expected each key once in an object, found `\u001b\n` again"#)
    let cut = try Self.error(Array("{\"\(long)\":1,\"\(long)\":2}".utf8))
    #expect(Found.quote(String(repeating: "a", count: 64).utf8).utf8.count == 66)
    #expect(Found.quote(String(repeating: "a", count: 65).utf8).hasSuffix("aa…`"))
    #expect(cut.found == "`" + String(repeating: "é", count: 32) + "…` again")
  }

  @Test func `escapes and raw characters are read`() throws {
    let text = #"["\"\\\/\b\f\n\r\t\u0041\u00e9\uD83D\uDE00\u0000", "é😀\u007f", ""]"#
    let value = try JSON(parsing: text)
    #expect(value[0] == "\"\\/\u{8}\u{C}\n\r\tA\u{E9}\u{1F600}\0")
    #expect(value[2] == "")
  }

  @Test func `every value and all white space is read`() throws {
    let text = " \n\r\t{ \"a\" : [ null , true,false , -1.50e+2, [ ] ,{ } ] } \n"
    let value = try JSON(parsing: text)
    #expect(value.description == #"{"a":[null,true,false,-1.50e+2,[],{}]}"#)
    #expect(try JSON(parsing: "1e400").number?.text == "1e400")
    #expect(try JSON(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}").object?.count == 2)
  }

  @Test func `a thousand duplicates and a large object are read quickly`() throws {
    let members = (0..<20_000).map { "\"key \($0)\":\($0)" }.joined(separator: ",")
    let value = try JSON(parsing: "{\(members)}")
    #expect(value["key 19999"] == 19999)
    #expect(throws: JSONError.self) { try JSON(parsing: "{\(members),\(members)}") }
  }
}
