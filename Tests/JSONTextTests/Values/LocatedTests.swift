import JSONText
import Testing

@Suite struct LocatedTests {
  static let text = """
    // A step.
    {
      "é": [1, /* two */ 2.0,], // trailing
      "o": { "k": null, },
      /* * / ** */ "t": "x"
    }
    """

  /// The text of a range.
  static func text(_ range: Range<Int>, of text: String = text) -> String {
    String(decoding: Array(text.utf8)[range], as: UTF8.self)
  }

  @Test func `every value and key knows its bytes`() throws {
    let (root, duplicates) = try LocatedJSON.parse(Array(Self.text.utf8))
    #expect(duplicates.isEmpty)
    #expect(Self.text(root.range).hasPrefix("{\n"))
    #expect(Self.text(root.range).hasSuffix("\n}"))
    guard case .object(let members) = root.value else {
      Issue.record("no object")
      return
    }
    #expect(members.map(\.key) == ["é", "o", "t"])
    #expect(members.map { Self.text($0.keyRange) } == ["\"é\"", "\"o\"", "\"t\""])
    #expect(
      members.map { Self.text($0.value.range) }
        == ["[1, /* two */ 2.0,]", "{ \"k\": null, }", "\"x\""])
    guard case .array(let elements) = members[0].value.value else {
      Issue.record("no array")
      return
    }
    #expect(elements.map { Self.text($0.range) } == ["1", "2.0"])
    #expect(root.json.description == #"{"é":[1,2.0],"o":{"k":null},"t":"x"}"#)
  }

  @Test(arguments: [
    "[1,]", "{\"a\":1,}", "//\n1", "1//", "1 /**/", "/***/1", "/*/*/1", "[/**/]", "{//\n}",
    "{/**/\"a\"/**/:/**/1/**/,/**/}", "[1,/**/]", "//\r\n1", "[\"//\", \"/*\"]", "1 // é\u{2028}",
  ])
  func `comments and trailing commas are read, in rule files only`(_ text: String) throws {
    let bytes = Array(text.utf8)
    #expect(throws: Never.self) { try LocatedJSON.parse(bytes) }
    let isStrict = text.hasPrefix("[\"")
    #expect(((try? LocatedJSON.parse(bytes, dialect: .strict)) != nil) == isStrict)
  }

  static let mistakes: [Mistake] = [
    Mistake("[⟦,]", expected: "a value or `]`", found: "`,`"),
    Mistake("{⟦,}", expected: "a key in double quotes or `}`", found: "`,`"),
    Mistake("[1,⟦,]", expected: "a value", found: "`,`"),
    Mistake(
      "1 ⟦/* a", expected: "`*/` at the end of the comment",
      found: "a comment without an end"),
    Mistake(
      "⟦/*/ 1", expected: "`*/` at the end of the comment",
      found: "a comment without an end"),
    Mistake(
      "⟦/ 1", expected: "a comment that begins with `//` or `/*`", found: "`/`"),
    Mistake("/* /* */ ⟦*/ 1", expected: "a value", found: "`*`"),
    Mistake("// only a comment\n⟦", expected: "a value", found: "the end of the text"),
    Mistake("[1] ⟦# a", expected: "the end of the text", found: "`#`"),
  ]

  @Test(arguments: mistakes)
  func `the first mistake is told with its place`(_ mistake: Mistake) throws {
    let (text, before) = try mistake.parts()
    let error = try #require(throws: JSONError.self) {
      try LocatedJSON.parse(Array(text.utf8))
    }
    #expect(error.offset == before.utf8.count)
    #expect(error.expected == mistake.expected)
    #expect(error.found == mistake.found)
  }

  @Test func `a comment is UTF-8 too`() throws {
    for bytes in [[0x2F, 0x2F, 0xFF], [0x2F, 0x2A, 0x80, 0x2A, 0x2F, 0x31]] as [[UInt8]] {
      let error = try #require(throws: JSONError.self) { try LocatedJSON.parse(bytes) }
      #expect(error.offset == 2)
    }
  }

  @Test func `all keys that stand twice are told, each with the first one`() throws {
    let text = #"{"a": {"x": 1, "x": 2}, "b": 1, "\u0061": 2, "c": 3, "a": 4}"#
    let (root, duplicates) = try LocatedJSON.parse(Array(text.utf8))
    #expect(duplicates.map(\.key) == ["x", "a", "a"])
    #expect(duplicates.map { Self.text($0.first, of: text) } == [#""x""#, #""a""#, #""a""#])
    #expect(duplicates.map { Self.text($0.second, of: text) } == [#""x""#, #""\u0061""#, #""a""#])
    #expect(duplicates.map(\.first.lowerBound) == [7, 1, 1])
    #expect(root.json.description == #"{"a":4,"b":1,"c":3}"#)
    let error = duplicates[1].error(in: SourceMap(Array(text.utf8)))
    #expect(
      error.description
        == "1:33: duplicate-key: expected each key once in an object, found `a` again")
  }

  @Test func `the limit of nesting is the caller's`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(throws: Never.self) { try LocatedJSON.parse(nested(128)) }
    let error = try #require(throws: JSONError.self) { try LocatedJSON.parse(nested(129)) }
    #expect(error.kind == .tooDeep)
    #expect(error.offset == 128)
    #expect(error.found == "one more level")
    #expect(throws: JSONError.self) { try LocatedJSON.parse(nested(3), maximumDepth: 2) }
    #expect(throws: Never.self) { try LocatedJSON.parse(nested(2), maximumDepth: 2) }
  }
}
