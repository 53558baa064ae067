import JSONText
import Testing

/// What is new is written as its surroundings are, and all else stays as it was.
@Suite struct LayoutTests {
  /// Edits, and the only pieces of the text that they change.
  struct Case: Sendable, CustomTestStringConvertible {
    let edits: String
    private(set) var pieces: [(old: String, new: String)]

    init(_ edits: String, _ old: String, _ new: String) {
      self.edits = edits
      pieces = [(old, new)]
    }

    func followed(by old: String, _ new: String) -> Case {
      var other = self
      other.pieces.append((old, new))
      return other
    }

    var testDescription: String { edits }

    func check(_ text: String, respelled: (String) -> String = { $0 }) throws {
      var expected = text
      for (old, new) in pieces {
        try #require(expected.contains(old))
        expected = expected.replacing(old, with: new, maxReplacements: 1)
      }
      for guide in [Guide.nothing, .everything] {
        var script = try Script(respelled(text), guide: guide)
        try script.run(edits)
        let written = script.written
        #expect(written == respelled(expected))
      }
    }
  }

  static let indented = """
    {
      "a": 1,
      "b": {
        "c": [
          1,
          2
        ]
      },
      "e": {},
      "l": []
    }

    """

  /// The same one step further in, behind its first line.
  private static let deeper = String(indented.dropLast()).replacing("\n", with: "\n  ")

  /// A container on one line stands before others that have lines.
  static let besideOneLine = """
    {
      "m": { "v": 1 },
      "b": {
        "k": 1,
        "l": 2
      },
      "n": [
        { "id": 1 },
        { "id": 2 }
      ],
      "x": 3
    }

    """

  @Test(arguments: [
    Case(
      "wrap b c",
      """
      "b": {
          "k": 1,
          "l": 2
        }
      """,
      """
      "b": {
          "c": {
            "k": 1,
            "l": 2
          }
        }
      """),
    Case("wrap x c", #""x": 3"#, #""x": { "c": 3 }"#),
    Case("wrap x c;wrap x d", #""x": 3"#, #""x": { "d": { "c": 3 } }"#),
    Case(
      "wrap b c;wrap b d",
      """
      "b": {
          "k": 1,
          "l": 2
        }
      """,
      """
      "b": {
          "d": {
            "c": {
              "k": 1,
              "l": 2
            }
          }
        }
      """),
  ])
  func `what holds lines is no container of one line`(_ example: Case) throws {
    try example.check(Self.besideOneLine)
  }

  /// The lines around are no text of the source then, and lie elsewhere.
  @Test(arguments: ["{\n \"x\":1}", "{\n  \"x\":1\n}", String(besideOneLine)])
  func `a container in a root that is new holds lines`(_ text: String) throws {
    let name = text.contains("x\": 3") ? "b" : "x"
    for guide in [Guide.nothing, .everything] {
      var script = try Script(text, guide: guide)
      try script.run("wrap $ a;add $ b {};move a.\(name) b \(name)")
      #expect(script.written.contains(/"b": ?{\n/))
    }
  }

  @Test func `a colon is as in the objects of the same list`() throws {
    let text = "[\n  {\n    \"a\" : 1\n  },\n  {}\n]"
    for guide in [Guide.nothing, .everything] {
      var script = try Script(text, guide: guide)
      try script.run(#"add 1 f {"e":[{"g":1}]}"#)
      #expect(script.written.contains(/"f" : {\n      "e" : \[\n        {\n          "g" : 1\n/))
    }
  }

  static let indentedCases = [
    Case("add $ x 1", "\"l\": []", "\"l\": [],\n  \"x\": 1"),
    Case("add e x 1", "{}", "{\n    \"x\": 1\n  }"),
    Case("put l 0 1", "[]", "[\n    1\n  ]"),
    Case("put b.c 2 3", "2\n", "2,\n      3\n"),
    Case("put b.c 0 0", "1,\n      2", "0,\n      1,\n      2"),
    Case("put b.c 1 9", "1,\n      2", "1,\n      9,\n      2"),
    Case("remove a", "  \"a\": 1,\n", ""),
    Case("remove l", ",\n  \"l\": []", ""),
    Case("remove b.c.0", "1,\n      2", "2"),
    Case("remove b.c.1", "1,\n      2", "1"),
    Case("remove b.c.0;remove b.c.0", "[\n      1,\n      2\n    ]", "[]"),
    Case("remove a;remove b;remove e;remove l", String(indented.dropLast()), "{}"),
    Case(
      "remove a;remove b;remove e;remove l;add $ n 1", String(indented.dropLast()),
      "{\n  \"n\": 1\n}"),
    Case(
      #"add $ x {"x":[1,{"y":2}],"z":{}}"#, "[]",
      """
      [],
        "x": {
          "x": [
            1,
            {
              "y": 2
            }
          ],
          "z": {}
        }
      """),
    Case(#"put b.c 1 {"x":1}"#, "1,\n      2", "1,\n      {\n        \"x\": 1\n      },\n      2"),
    Case("put b.c 0 [1]", "1,\n      2", "[\n        1\n      ],\n      1,\n      2"),
    Case("add b x [[]]", "2\n    ]", "2\n    ],\n    \"x\": [\n      []\n    ]"),
    Case(
      #"add e x {"y":[1]}"#, "{}", "{\n    \"x\": {\n      \"y\": [\n        1\n      ]\n    }\n  }"
    ),
    Case("replace a {\"x\":1}", "1,", "{\n    \"x\": 1\n  },"),
    Case("wrap a", "1,", "[\n    1\n  ],"),
    Case("wrap a k", "1,", "{\n    \"k\": 1\n  },"),
    // What moves is indented as its new place is.
    Case(
      "wrap b", "{\n    \"c\": [\n      1,\n      2\n    ]\n  }",
      "[\n    {\n      \"c\": [\n        1,\n        2\n      ]\n    }\n  ]"),
    Case(
      "unwrap b.c", "{\n    \"c\": [\n      1,\n      2\n    ]\n  }", "[\n    1,\n    2\n  ]"),
    Case(
      "move b.c e x", "{\n    \"c\": [\n      1,\n      2\n    ]\n  },\n  \"e\": {}",
      "{},\n  \"e\": {\n    \"x\": [\n      1,\n      2\n    ]\n  }"),
    Case("move a $ z", "  \"a\": 1,\n", "").followed(by: "[]", "[],\n  \"z\": 1"),
    Case("rename b q", "\"b\"", "\"q\""),
    Case("replace a 2;rename a z", "\"a\": 1", "\"z\": 2"),
    Case("rename a y;rename y z", "\"a\"", "\"z\""),
    Case("rename a y;replace y 2;rename y z", "\"a\": 1", "\"z\": 2"),
    Case("wrap $", indented, "[\n  \(deeper)\n]\n"),
    Case("wrap $ k", indented, "{\n  \"k\": \(deeper)\n}\n"),
  ]

  @Test(arguments: indentedCases, ["  ", "    ", "\t", " "])
  func `in indented text`(_ test: Case, indent: String) throws {
    try test.check(Self.indented) { $0.replacing("  ", with: indent) }
    try test.check(Self.indented) {
      $0.replacing("  ", with: indent).replacing("\n", with: "\r\n")
    }
  }

  static let oneLine = #"{ "a": 1, "b": { "c": [ 1, 2 ] }, "e": {}, "l": [] }"#

  static let oneLineCases = [
    Case("add $ x 1", "[] }", #"[], "x": 1 }"#),
    Case("add e x 1", "{}", #"{ "x": 1 }"#),
    Case("put l 0 1", "[]", "[ 1 ]"),
    Case("put b.c 2 3", "2 ]", "2, 3 ]"),
    Case("put b.c 0 0", "[ 1", "[ 0, 1"),
    Case("remove a", #""a": 1, "#, ""),
    Case("remove l", #", "l": []"#, ""),
    Case("remove b.c", #"{ "c": [ 1, 2 ] }"#, "{}"),
    Case(
      #"add $ x {"x":[1,{"y":2}],"z":{}}"#, "[] }",
      #"[], "x": { "x": [ 1, { "y": 2 } ], "z": {} } }"#),
    Case(#"put b.c 2 {"x":1}"#, "2 ]", #"2, { "x": 1 } ]"#),
    Case("wrap a", "1,", "[ 1 ],"),
    Case("wrap a k", "1,", #"{ "k": 1 },"#),
    Case("move a b z", #""a": 1, "#, "").followed(by: "2 ] }", #"2 ], "z": 1 }"#),
    Case("wrap $ k", oneLine, "{ \"k\": \(oneLine) }"),
    Case("wrap $", oneLine, "[ \(oneLine) ]"),
  ]

  /// The same with space inside brackets, without, and with none at all.
  @Test(arguments: oneLineCases)
  func `on one line`(_ test: Case) throws {
    func python(_ text: String) -> String {
      text.replacing("{ ", with: "{").replacing(" }", with: "}").replacing("[ ", with: "[")
        .replacing(" ]", with: "]")
    }
    try test.check(Self.oneLine)
    try test.check(Self.oneLine, respelled: python)
    try test.check(Self.oneLine) { $0.replacing(" ", with: "") }
  }

  static let mixed = """
    {
      "t": ["a", "b"],
      "u": ["a"],
      "o": {"x": 1},
      "n": [ ]
    }
    """

  @Test(arguments: [
    (#"{"a": [1], "e": {}}"#, #"add $ x [1,2]"#, #"{"a": [1], "e": {}, "x": [1, 2]}"#),
    (
      #"{"a": [1], "e": {}}"#, #"add e x {"y":1,"z":2}"#,
      #"{"a": [1], "e": {"x": {"y": 1, "z": 2}}}"#
    ),
    (#"{"a":[1],"e":{}}"#, #"add $ x [1,2]"#, #"{"a":[1],"e":{},"x":[1,2]}"#),
    (#"{"a": [1],"e": {}}"#, #"add $ x [1,2]"#, #"{"a": [1],"e": {},"x": [1,2]}"#),
    (#"{"a": [1]}"#, #"add $ x [1,2]"#, #"{"a": [1], "x": [1, 2]}"#),
  ])
  func `what is beside a container of one item is spaced as what is around`(
    _ text: String, _ edits: String, _ expected: String
  ) throws {
    for guide in [Guide.nothing, .everything] {
      var script = try Script(text, guide: guide)
      try script.run(edits)
      #expect(script.written == expected)
    }
  }

  @Test(arguments: [
    Case("put t 2 1", #""b"]"#, #""b", 1]"#),
    Case("put u 1 1", #"["a"],"#, #"["a", 1],"#),
    Case("add o y 1", "1}", #"1, "y": 1}"#),
    Case("add o y [1,2]", "1}", #"1, "y": [1, 2]}"#),
    Case("remove t.0", #""a", "#, ""),
    Case("wrap t", #"["a", "b"]"#, #"[["a", "b"]]"#),
    Case(#"add $ x [1,{"a":2}]"#, "[ ]", "[ ],\n  \"x\": [1, {\"a\": 2}]"),
    // What is in a container of one line stands on that, too.
    Case("add $ x {};add x y {};add x.y z 1", "[ ]", "[ ],\n  \"x\": {\"y\": {\"z\": 1}}"),
    Case("put n 0 1", "[ ]", "[1]"),
    Case("put n 0 1;remove n.0", "[ ]", "[ ]"),
  ])
  func `short containers on one line in indented text`(_ test: Case) throws {
    try test.check(Self.mixed)
  }

  @Test(arguments: [
    ("[1,2]", #"[1,2,{"x":[1,2]}]"#), ("[ 1, 2 ]", #"[ 1, 2, { "x": [ 1, 2 ] } ]"#),
    ("[1, 2]", #"[1, 2, {"x": [1, 2]}]"#),
    ("[\n 1,\n 2\n]", "[\n 1,\n 2,\n {\n  \"x\": [\n   1,\n   2\n  ]\n }\n]"),
    (#"[{"a": 1}, 2]"#, #"[{"a": 1}, 2, {"x": [1, 2]}]"#),
  ])
  func `an object takes a colon that an array doesn't show`(_ text: String, _ new: String) throws {
    var script = try Script(text)
    try script.run(#"put $ 2 {"x":[1,2]}"#)
    let written = script.written
    #expect(written == new)
  }

  @Test(arguments: [
    ("{}", #"add $ a {"b":1}"#, #"{"a":{"b":1}}"#),
    ("[]\n", #"put $ 0 {"b":[]}"#, "[{\"b\":[]}]\n"),
    (" 1 ", "wrap $ a", #" {"a":1} "#), ("{\n}", "add $ a 1", #"{"a":1}"#),
    (" { } ", "add $ a 1;remove a", " { } "), ("[ 1 ]", "remove 0", "[]"),
    ("[1 , 2 ,3 ]", "remove 0", "[2 ,3 ]"), ("[1 , 2 ,3 ]", "remove 2", "[1 , 2 ]"),
    ("[1 , 2 ,3 ]", "remove 1", "[1 ,3 ]"), ("[1 , 2 ,3 ]", "put $ 1 9", "[1 , 9 , 2 ,3 ]"),
    (#"{"a" :1, "b" : 2}"#, "rename a x;rename b y", #"{"x" :1, "y" : 2}"#),
  ])
  func `a little text`(_ text: String, _ edits: String, _ new: String) throws {
    var script = try Script(text)
    try script.run(edits)
    let written = script.written
    #expect(written == new)
  }

  @Test func `a copy of what was edited has the layout of its new place`() throws {
    let text = "{\n  \"a\" : {\n    \"b\" : 1\n  }\n}"
    var script = try Script(text)
    try script.run("rename a.b c;add a d 2")
    let copy = try script.document.text(of: try script.node("a"))
    let key = script.document.make(key: Array("e".utf8))
    _ = script.document.append(copy, key: key, to: script.document.root)
    let written = script.written
    #expect(
      written
        == "{\n  \"a\" : {\n    \"c\" : 1,\n    \"d\" : 2\n  },\n  \"e\" : {\n    \"c\" : 1,\n    \"d\" : 2\n  }\n}"
    )
  }

  @Test func `a copy of what was only renamed keeps its bytes, whether it is open or not`() throws {
    for guide in [Guide.nothing, .everything] {
      var script = try Script("{ \"a\" : [1,  2], \"b\" : { }  }", guide: guide)
      try script.run("rename a x;rename b y")
      for (name, new) in [("x", "z"), ("y", "w")] {
        let copy = try script.document.text(of: try script.node(name[...]))
        let key = script.document.make(key: Array(new.utf8))
        _ = script.document.append(copy, key: key, to: script.document.root)
      }
      let written = script.written
      #expect(
        written == "{ \"x\" : [1,  2], \"y\" : { }, \"z\" : [1,  2], \"w\" : { }  }")
    }
  }

  @Test func `what is written again takes the layout that is there now`() throws {
    var script = try Script("[\n  1\n]")
    try script.run("put $ 1 2")
    let first = script.written
    #expect(first == "[\n  1,\n  2\n]")
    try script.run("replace $ [1];replace 0 2")
    let second = script.written
    #expect(second == "[2]")
  }

  static let colons = [" :", " : ", "\t: ", ":"]

  @Test(arguments: indentedCases, colons)
  func `the space around colons goes on in indented text`(_ test: Case, colon: String) throws {
    try test.check(Self.indented) { $0.replacing("\": ", with: "\"" + colon) }
  }

  @Test(arguments: oneLineCases, colons)
  func `the space around colons goes on on one line`(_ test: Case, colon: String) throws {
    try test.check(Self.oneLine) { $0.replacing("\": ", with: "\"" + colon) }
  }

  @Test(arguments: [
    Case("add $ x 1", "null}", #"null,"x": 1}"#),
    Case("remove a;add $ x 1", #""a": 1,"#, "")
      .followed(by: "null}", #"null,"x": 1}"#),
  ])
  func `white space behind colons alone`(_ test: Case) throws {
    try test.check(#"{"a": 1,"b": 2,"c": null}"#)
  }

  /// What an array of one value doesn't show, what is around it does.
  @Test(arguments: [
    (
      "{\n  \"a\": [1]\n}", #"put a 1 {"x":1,"y":[1,2]}"#,
      "{\n  \"a\": [1, {\"x\": 1, \"y\": [1, 2]}]\n}"
    ),
    (#"{"a": [[1]]}"#, "put a.0 1 [1,2]", #"{"a": [[1, [1, 2]]]}"#),
    (#"{"a":[1]}"#, "put a 1 [1,2]", #"{"a":[1,[1,2]]}"#),
    (#"[[1], [2]]"#, "put 0 1 [3,4]", #"[[1, [3, 4]], [2]]"#),
    ("[\n[1]\n]", "put 0 1 [3,4]", "[\n[1, [3, 4]]\n]"),
    // Lines that aren't indented.
    ("{\n\"a\": 1\n}", #"add $ b {"x":[1]}"#, "{\n\"a\": 1,\n\"b\": {\n\"x\": [\n1\n]\n}\n}"),
    ("[\n[\n1\n]\n]", "put 0 1 [3,[]]", "[\n[\n1,\n[\n3,\n[]\n]\n]\n]"),
  ])
  func `an array of one value, and lines without an indent`(
    _ text: String, edits: String, expected: String
  ) throws {
    for guide in [Guide.nothing, .everything] {
      var script = try Script(text, guide: guide)
      try script.run(edits)
      let written = script.written
      #expect(written == expected)
    }
  }

  private static let commaFirst = """
    {
        "a": {
            "p": 1
          , "q": 2
        }
      , "b": 3
    }

    """

  @Test(arguments: [
    Case("add $ x 1", "3", "3\n  , \"x\": 1"),
    Case("remove a", "\"a\": {\n        \"p\": 1\n      , \"q\": 2\n    }\n  , ", ""),
    Case("remove b", "\n  , \"b\": 3", ""),
    Case("add a r 3", "2", "2\n      , \"r\": 3"),
    Case(
      #"add $ x {"x":[1,{"y":2}],"z":{}}"#, "3",
      """
      3
        , "x": {
              "x": [
                  1
                , {
                      "y": 2
                  }
              ]
            , "z": {}
          }
      """),
  ])
  func `with commas in front of lines`(_ test: Case) throws {
    try test.check(Self.commaFirst)
    try test.check(Self.commaFirst) { $0.replacing("\n", with: "\r\n") }
  }
}
