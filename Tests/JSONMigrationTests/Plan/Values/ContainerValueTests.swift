import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore
@testable import JSONText

/// Objects and arrays that rules write, on the short way: laid out as what is around them, also in
/// objects that come to be.
struct ContainerValueTests {
  private static let value = #"{"x":1,"y":[2,{"z":null}],"e":[]}"#

  @Test(arguments: [
    ("{}", #"{"a":{"x":1,"y":[2,{"z":null}],"e":[]}}"#), ("{ }", nil),
    (#"{"b":1}"#, #"{"b":1,"a":{"x":1,"y":[2,{"z":null}],"e":[]}}"#),
    (#"{"b": 1}"#, #"{"b": 1, "a": {"x": 1, "y": [2, {"z": null}], "e": []}}"#),
    (#"{ "b":1 }"#, #"{ "b":1, "a":{ "x":1, "y":[ 2, { "z":null } ], "e":[] } }"#),
    (#"{"b":1,"c":[1,2]}"#, #"{"b":1,"c":[1,2],"a":{"x":1,"y":[2,{"z":null}],"e":[]}}"#),
    (#"{"b": 1, "c": [1]}"#, nil), (#"{"b":1,"c":[1, 2]}"#, nil), (#"{"b":1,"c":[ 1 ]}"#, nil),
    (#"{"b":1,"c":2 }"#, nil),
    (#"{"b": 1, "c": [1,2], "d": [1, 2]}"#, nil),
    (
      #"{"b": 1, "c": [1, 2]}"#,
      #"{"b": 1, "c": [1, 2], "a": {"x": 1, "y": [2, {"z": null}], "e": []}}"#
    ),
    (
      "{\n  \"b\": {\n    \"c\": 1\n  }\n}",
      """
      {
        "b": {
          "c": 1
        },
        "a": {
          "x": 1,
          "y": [
            2,
            {
              "z": null
            }
          ],
          "e": []
        }
      }
      """
    ),
    (
      "{\r\n\t\"b\" : []\r\n}",
      "{\r\n\t\"b\" : [],\r\n\t\"a\" : {\r\n\t\t\"x\" : 1,\r\n\t\t\"y\" : [\r\n\t\t\t2,\r\n\t\t\t"
        + "{\r\n\t\t\t\t\"z\" : null\r\n\t\t\t}\r\n\t\t],\r\n\t\t\"e\" : []\r\n\t}\r\n}"
    ),
    ("{\n  \"b\": [1, 2]\n}", nil), (#"{"a":7,"b":[ 1 ]}"#, #"{"a":7,"b":[ 1 ]}"#),
  ])
  func `a new member is laid out as the others`(before: String, after: String?) throws {
    let rules = ShortRules.step(#"{ "add-default": { "a": \#(Self.value) } }"#)
    #expect(try rules.result(for: before) == after)
  }

  @Test(arguments: [
    (#"{ "set": { "a": [1,{"k":2}] } }"#, #"{"a": 1, "b": 2}"#, #"{"a": [1, {"k": 2}], "b": 2}"#),
    (#"{ "set": { "a": [1] } }"#, #"{"a":{"k":[]},"b":2}"#, #"{"a":[1],"b":2}"#),
    (
      #"{ "add-default": { "a": [1] }, "if-null": "replace" }"#, #"{"a": null, "b": 2}"#,
      #"{"a": [1], "b": 2}"#
    ),
    (#"{ "set": { "a": [1] } }, { "rename": { "a": "c" } }"#, #"{"a":1}"#, #"{"c":[1]}"#),
    (#"{ "set": { "a": [1] } }, { "drop": "a" }"#, #"{"a":1,"b":2}"#, #"{"b":2}"#),
    (#"{ "set": { "a": [1] } }, { "set": { "a": 2 } }"#, #"{"a":1}"#, #"{"a":2}"#),
    (
      #"{ "set": { "a": {"k":1} } }, { "move": { "a.k": "b" } }"#, #"{"c":1}"#,
      #"{"c":1,"a":{},"b":1}"#
    ),
    (#"{ "set": { "a": {"k":1} } }, { "move": { "a": "m.b" } }"#, #"{"c": 1}"#, nil),
    (#"{ "set": { "a": {"k":1} } }, { "wrap": "a" }"#, #"{"c": 1}"#, nil),
    (
      #"{ "set": { "a": {"k":1} } }, { "move": { "a": "m.b" } }"#, #"{"c":1}"#,
      #"{"c":1,"m":{"b":{"k":1}}}"#
    ),
    (#"{ "set": { "a": {"k":1} } }, { "wrap": "a" }"#, #"{"c":1}"#, #"{"c":1,"a":[{"k":1}]}"#),
    (
      #"{ "wrap": "a" }, { "wrap": "a", "under": "k" }"#, #"{"a":"b c","d":{}}"#,
      #"{"a":{"k":["b c"]},"d":{}}"#
    ),
    (#"{ "wrap": "a" }, { "wrap": "a", "under": "k" }"#, #"{"a":1, "d":{}}"#, nil),
    (
      #"{ "set": { "a": {"k":1} } }, { "when": "type(@.a) == 'object'", "drop": "c" }"#,
      #"{"c":1}"#, #"{"a":{"k":1}}"#
    ),
    (
      #"{ "map-values": "a", "table": { "on": { "k": [true] } } }"#, #"{"a": "on", "b": 1}"#,
      #"{"a": {"k": [true]}, "b": 1}"#
    ),
    (
      #"{ "map-values": "a", "cases": [{ "is": 1, "becomes": 2 }], "otherwise": { "becomes": [3] } }"#,
      #"{"a":"x","b":1}"#, #"{"a":[3],"b":1}"#
    ),
    (
      #"{ "map-values": "a", "cases": [{ "above": 1, "becomes": [3,4] }], "otherwise": "keep" }"#,
      #"{"a":2.5,"b":1}"#, #"{"a":[3,4],"b":1}"#
    ),
  ])
  func `values become containers`(rules: String, before: String, after: String?) throws {
    #expect(try ShortRules.step(rules).result(for: before) == after)
  }

  @Test(arguments: [
    (#"{ "split": "a", "by": "," }"#, #"{"a":"x,y","b":1}"#, #"{"a":["x","y"],"b":1}"#),
    (#"{ "split": "a", "by": "," }"#, #"{"a": "x,y", "b": 1}"#, #"{"a": ["x", "y"], "b": 1}"#),
    (
      #"{ "split": "a", "by": "," }"#, "{\n  \"a\": \"x,y\"\n}",
      "{\n  \"a\": [\n    \"x\",\n    \"y\"\n  ]\n}"
    ),
    (#"{ "split": "a", "by": "," }"#, #"{"a":"","b":1}"#, #"{"a":[""],"b":1}"#),
    (#"{ "split": "a", "by": "," }"#, #"{"a":null,"b":1}"#, #"{"a":null,"b":1}"#),
    (#"{ "split": "a", "by": "," }"#, #"{"a":1,"b":1}"#, nil),
    (#"{ "split": "a", "by": ",", "trim": true }"#, #"{"a":" x , y"}"#, #"{"a":["x","y"]}"#),
    (#"{ "split": "a", "by": "\"" }"#, #"{"a":"\u0041\"\t"}"#, #"{"a":["A","\t"]}"#),
    (#"{ "split": "a", "pattern": "(.)-(.)" }"#, #"{"a":"x-y"}"#, #"{"a":["x","y"]}"#),
    (#"{ "split": "a", "pattern": "(.)-(.)" }"#, #"{"a":"xy"}"#, nil),
    (
      #"{ "split": "a", "by": "," }, { "rename": { "a": "c" } }"#, #"{"a":"x,y","b":1}"#,
      #"{"c":["x","y"],"b":1}"#
    ),
    (
      #"{ "split": "a", "by": "," }, { "when": "type(@.a) == 'array'", "drop": "b" }"#,
      #"{"a":"x,y","b":1}"#, #"{"a":["x","y"]}"#
    ),
  ])
  func `texts become lists`(rules: String, before: String, after: String?) throws {
    #expect(try ShortRules.step(rules).result(for: before) == after)
  }

  /// Numbers that no case is: which those are shows unless one is written in another way.
  @Test(arguments: [
    ("7", "[7]"), ("-1", "[7]"), ("0", "5"), ("1", "6"), ("-0", nil), ("1.0", nil), ("2.5", nil),
  ])
  func `numbers become something`(before: String, after: String?) throws {
    let rules = ShortRules.step(
      """
      { "map-values": "a", "cases": [{ "is": 0, "becomes": 5 }, { "is": 1, "becomes": 6 }],
        "otherwise": { "becomes": [7] } }
      """)
    let documents = [before, after].map { value in value.map { "{\"a\":\($0),\"b\":[1]}" } }
    #expect(try rules.result(for: documents[0] ?? "") == documents[1])
  }

  /// What came to be is asked, too.
  @Test(arguments: [
    (#"{"a":"x","b":0}"#, #"{"c":[3],"b":0}"#), (#"{"a":"y","b":0}"#, #"{"a":"y","b":1}"#),
    (#"{"a":"1","b":0}"#, #"{"a":"one","b":1}"#),
  ])
  func `values that were made are asked`(before: String, after: String?) throws {
    let rules = ShortRules.step(
      #"""
      { "map-values": "a", "table": { "x": [3], "1": "one" }, "otherwise": "keep" },
      { "when": "type(@.a) == 'string'", "set": { "b": 1 } },
      { "when": "type(@.a) == 'array'", "rename": { "a": "c" } }
      """#)
    #expect(try rules.result(for: before) == after)
  }

  @Test(arguments: [
    (#"{ "is": "x", "drop": true }"#, "\"keep\"", #"{"a":"x","b":1}"#, #"{"b":1}"#),
    (#"{ "is": "x", "drop": true }"#, "\"keep\"", #"{"a":"y","b":1}"#, #"{"a":"y","b":1}"#),
    (#"{ "at-least": 2, "drop": true }"#, "\"keep\"", #"{ "b" : 1, "a" : 2 }"#, #"{ "b" : 1 }"#),
    (#"{ "is": "x", "becomes": 1 }"#, #"{ "drop": true }"#, #"{"a":"y"}"#, "{}"),
    (#"{ "is": "x", "becomes": 1 }"#, #"{ "drop": true }"#, #"{"a":null}"#, #"{"a":null}"#),
  ])
  func `values go`(_ one: String, otherwise: String, before: String, after: String) throws {
    let rule = #"{ "map-values": "a", "cases": [\#(one)], "otherwise": \#(otherwise) }"#
    #expect(try ShortRules.step(rule).result(for: before) == after)
    let child = ShortRules.step(rule.replacing("\"a\"", with: "\"o[*]\""))
    let text = "{\"o\":\(before),\"p\":[ 1 ]}"
    #expect(try child.result(for: text, isDeep: true)?.contains("\"p\":[ 1 ]") == true)
  }

  @Test(arguments: [
    ("{}", #"{"p":{"x":1,"y":[2]}}"#), (#"{"p":{"x":0,"y":3}}"#, #"{"p":{"x":0,"y":3}}"#),
    (#"{"b": 1}"#, #"{"b": 1, "p": {"x": 1, "y": [2]}}"#), (#"{"p":null}"#, nil),
    (#"{"p":[]}"#, nil), (#"{"p":{"b":0,"x":0}}"#, #"{"p":{"b":0,"x":0,"y":[2]}}"#),
    ("{\n  \"p\": {}\n}", "{\n  \"p\": {\n    \"x\": 1,\n    \"y\": [\n      2\n    ]\n  }\n}"),
    (
      "{\n  \"b\": {\n    \"c\": 1\n  }\n}",
      "{\n  \"b\": {\n    \"c\": 1\n  },\n  \"p\": {\n    \"x\": 1,\n    \"y\": [\n      2\n    ]\n  }\n}"
    ),
  ])
  func `an object comes to be where it is missing`(before: String, after: String?) throws {
    for rules in [
      #"{ "add-default": { "p.x": 1, "p.y": [2] } }"#,
      #"{ "add-default": { "p.x": 1 } }, { "add-default": { "p.y": [2] } }"#,
    ] {
      #expect(try ShortRules.step(rules).result(for: before, isDeep: true) == after)
    }
  }

  @Test(arguments: [
    (#"{ "set": { "p.x": 1 } }, { "set": { "p.x": 2 } }"#, #"{"b":1,"p":{"x":2}}"#),
    (#"{ "add-default": { "p.x": 1 } }, { "add-default": { "p.x": 2 } }"#, #"{"b":1,"p":{"x":1}}"#),
    (
      #"{ "set": { "p.x": null } }, { "add-default": { "p.x": 2 }, "if-null": "replace" }"#,
      #"{"b":1,"p":{"x":2}}"#
    ),
    (#"{ "set": { "p.x": 1 } }, { "drop": "p.y" }"#, #"{"b":1,"p":{"x":1}}"#),
    (#"{ "in": "p", "set": { "y": 1 } }, { "set": { "p.x": 1 } }"#, #"{"b":1,"p":{"x":1}}"#),
    (#"{ "set": { "p.x": 1 } }, { "in": "p", "set": { "y": 1 } }"#, nil),
    (#"{ "set": { "p.x": 1 } }, { "drop": "p.x" }"#, nil),
    (#"{ "set": { "p.x": 1 } }, { "rename": { "p.x": "y" } }"#, nil),
    (#"{ "set": { "p.x": 1 } }, { "set": { "p.q.x": 1 } }"#, nil),
    (#"{ "set": { "p.q.x": 1 } }"#, nil),
    (#"{ "set": { "p.x": 1 }, "if-missing": "fail" }"#, nil),
    (#"{ "in": "p", "set": { "y": 1 } }"#, #"{"b":1}"#),
    (#"{ "when": "type(@.p) == 'object'", "set": { "p.x": 1 } }"#, #"{"b":1}"#),
    (#"{ "when": "!@.p.y", "set": { "p.x": 1 } }"#, nil),
  ])
  func `what becomes of an object that comes to be`(rules: String, after: String?) throws {
    #expect(try ShortRules.step(rules).result(for: #"{"b":1}"#, isDeep: true) == after)
  }

  @Test func `what asks for an object may act outside of it`() throws {
    let rules = ShortRules.step(
      #"{ "when": "type(@.p) == 'object'", "rename": { "p": "q" } }"#)
    #expect(try rules.result(for: #"{"p":{"x":1},"b":1}"#) == #"{"q":{"x":1},"b":1}"#)
  }

  @Test(arguments: [
    (#"{"b":1,"c":0}"#, #"{"b":1,"c":0,"p":{"x":[1],"y":0}}"#),
    (#"{"b":2,"p":3}"#, #"{"b":2,"p":3}"#), (#"{"b":1,"p":3}"#, nil),
    (#"{"b":1,"p":{"x":2,"y":1}}"#, #"{"b":1,"p":{"x":[1],"y":0}}"#),
    (#"{"p":{"x":2,"z":1},"b":1,"q":{}}"#, #"{"p":{"x":[1],"z":1,"y":0},"b":1,"q":{}}"#),
  ])
  func `under a condition it comes to be, too`(before: String, after: String?) throws {
    let rules = ShortRules.step(
      #"{ "when": "@.b == 1", "set": { "p.x": [1], "p.y": 0 } }"#)
    #expect(try rules.result(for: before, isDeep: true) == after)
  }

  /// Where two rules ask different things, what one of them makes isn't what the other one sees.
  @Test func `an object that two conditions may make is for the tree`() throws {
    let rules = ShortRules.step(
      #"""
      { "when": "@.b == 1", "set": { "p.x": 1 } }, { "when": "@.c == 1", "set": { "p.y": 2 } }
      """#)
    let before = #"{"b":1,"c":1}"#
    #expect(try rules.result(for: before, isDeep: true) == nil)
    let after = try Migrator(rules: rules.files).migrate(Array(before.utf8))
    #expect(String(decoding: after, as: UTF8.self) == #"{"b":1,"c":1,"p":{"x":1,"y":2}}"#)
  }

  /// Documents of each version start elsewhere, and what was made before is there then.
  @Test func `objects come to be in documents of each version`() throws {
    var rules = ShortRules()
    rules.steps = [
      [#"{ "set": { "p.x": 1 } }"#],
      [#"{ "add-default": { "p.y": [2] } }"#, #"{ "drop": "p.x" }"#],
    ]
    var tally = Tally(seed: "")
    var pair = try Pair(rules, isDeep: true)
    for text in [#"{"version":1}"#, #"{"version":2}"#, #"{"b":[],"version":2}"#] {
      try pair.check(text, &tally, text)
    }
    #expect(tally.taken == 2)
  }

  @Test func `a container that nests too deep is for the tree`() throws {
    let plan = try ShortRules.step(#"{ "set": { "a": [[1]] } }"#).plan
    for (depth, isTaken) in [(2, false), (3, true)] {
      var flat = FlatDocument(plan.shortcut, limits: Document.Limits(depth: depth))
      var text = ByteBuffer()
      var out = ByteBuffer()
      text.append(contentsOf: #"{"a":0,"b":0}"#.utf8)
      text.seal()
      for _ in 0..<4 {
        #expect(flat.run(text.view, 0..<text.count, into: &out) == (isTaken ? .changed : .notMine))
      }
    }
  }

  /// A rule that waits for a key is left out, unless others make it.
  @Test(arguments: [
    (#"{ "wrap": "a", "under": "k" }"#, "a.k"), (#"{ "set": { "a": {"k":"2"} } }"#, "a.k"),
    (#"{ "move": { "a": "m.k" } }"#, "m.k"),
  ])
  func `rules find what comes to be in values`(rule: String, path: String) throws {
    let rules = ShortRules.step(rule + ", { \"convert\": \"\(path)\", \"to\": \"number\" }")
    let result = try Migrator(rules: rules.files).migrate(Array(#"{"a":"2","b":1}"#.utf8))
    #expect(String(decoding: result, as: UTF8.self).contains(#""k":2"#))
  }
}
