import JSONText
import Testing

/// A value of several lines that comes to another depth is indented anew.
@Suite struct ReindentingTests {
  static let text = """
    {
      "a": {
        "b": {
          "c": [
            1,
            { "x": 2,
              "y": 3 }
          ]
        }
      },
      "d": 4
    }

    """

  /// Edits, and what comes of the text.
  struct Case: Sendable, CustomTestStringConvertible {
    let edits: String
    let result: String

    init(_ edits: String, _ result: String) { (self.edits, self.result) = (edits, result) }

    var testDescription: String { edits }
  }

  static let cases = [
    Case(
      "move a.b $ b",
      """
      {
        "a": {},
        "d": 4,
        "b": {
          "c": [
            1,
            { "x": 2,
              "y": 3 }
          ]
        }
      }

      """),
    Case(
      "move a.b.c $ c;remove d",
      """
      {
        "a": {
          "b": {}
        },
        "c": [
          1,
          { "x": 2,
            "y": 3 }
        ]
      }

      """),
    Case(
      "unwrap a.b",
      """
      {
        "a": {
          "c": [
            1,
            { "x": 2,
              "y": 3 }
          ]
        },
        "d": 4
      }

      """),
    Case(
      "wrap a k",
      """
      {
        "a": {
          "k": {
            "b": {
              "c": [
                1,
                { "x": 2,
                  "y": 3 }
              ]
            }
          }
        },
        "d": 4
      }

      """),
    // What is edited inside what moves, and what moves inside that.
    Case(
      "move a.b $ b;replace b.c.0 [9];add b n 5;move b.c.1 $ z",
      """
      {
        "a": {},
        "d": 4,
        "b": {
          "c": [
            [
              9
            ]
          ],
          "n": 5
        },
        "z": { "x": 2,
          "y": 3 }
      }

      """),
    Case(
      "move a $ a;rename a e",
      """
      {
        "d": 4,
        "e": {
          "b": {
            "c": [
              1,
              { "x": 2,
                "y": 3 }
            ]
          }
        }
      }

      """),
  ]

  @Test(arguments: cases, ["\n", "\r\n"])
  func `only the white space in front of lines changes`(_ test: Case, newline: String) throws {
    for guide in [Guide.nothing, .everything] {
      var script = try Script(
        Self.text.replacing("\n", with: newline), guide: guide)
      try script.run(test.edits)
      let written = script.written
      #expect(written == test.result.replacing("\n", with: newline))
    }
  }

  @Test(arguments: ["\t", "   "])
  func `whatever the indent`(_ unit: String) throws {
    func indented(_ text: String) -> String {
      var result = ""
      var isStart = true
      for character in text.replacing("  ", with: "\u{1}") {
        let isUnit = character == "\u{1}"
        result += isUnit ? (isStart ? unit : "  ") : String(character)
        isStart = character == "\n" || isUnit && isStart
      }
      return result
    }
    for test in Self.cases {
      var script = try Script(indented(Self.text))
      try script.run(test.edits)
      let written = script.written
      #expect(written == indented(test.result))
    }
  }

  @Test func `lines that stand further out than where they began stay`() throws {
    var script = try Script(
      "{\n    \"a\": {\n        \"b\": [\n  1,\n\n            2\n        ]\n    }\n}")
    try script.run("move a.b $ b")
    let written = script.written
    #expect(written == "{\n    \"a\": {},\n    \"b\": [\n  1,\n\n        2\n    ]\n}")
  }

  @Test func `a copy is indented as its place is`() throws {
    var script = try Script("{\n  \"a\": {\n    \"b\": [\n      1\n    ]\n  }\n}")
    let copy = try script.document.text(of: try script.node("a.b"))
    let key = script.document.make(key: Array("c".utf8))
    _ = script.document.append(copy, key: key, to: script.document.root)
    script.document.replaceValue(of: try script.node("a"), with: copy)
    let written = script.written
    #expect(written == "{\n  \"a\": [\n    1\n  ],\n  \"c\": [\n    1\n  ]\n}")
  }

  @Test func `on one line nothing is indented`() throws {
    var script = try Script("{\"a\":{\"b\":[\n  1,\n  2]},\"d\":{}}")
    try script.run("move a.b d b")
    let written = script.written
    #expect(written == "{\"a\":{},\"d\":{\"b\":[\n  1,\n  2]}}")
  }

  /// A comma in front of a line is no part of what the line is indented by.
  @Test(
    arguments: [
      ("{\"sub\":{\"x\":[\n1,\n2]}\n,\"y\":3}", "{\"sub\":{}\n,\"y\":3\n,\"x\":[\n1,\n2]}"),
      (
        "{ \"sub\": { \"x\": [ 1\n    , 2\n    ]\n  }\n, \"y\": 3\n}",
        "{ \"sub\": {}\n, \"y\": 3\n, \"x\": [ 1\n    , 2\n    ]\n}"
      ),
      (
        """
        {
          "y": 3
          , "sub": {
            "x": [
              1
              , 2
            ]
          }
        }
        """,
        """
        {
          "y": 3
          , "sub": {}
          , "x": [
            1
            , 2
          ]
        }
        """
      ),
    ], ["\n", "\r\n"])
  func `commas may stand in front of lines`(_ texts: (String, String), newline: String) throws {
    for (unit, guide) in [("  ", Guide.nothing), ("  ", .everything), ("\t", .everything)] {
      func respelled(_ text: String) -> String {
        text.replacing("  ", with: unit).replacing("\n", with: newline)
      }
      var script = try Script(respelled(texts.0), guide: guide)
      try script.run("move sub.x $ x")
      let written = script.written
      #expect(written == respelled(texts.1))
    }
  }
}
