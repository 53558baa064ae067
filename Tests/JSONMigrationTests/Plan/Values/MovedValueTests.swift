import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore
@testable import JSONText

/// Values that go into an object that is a member, or out of it, on the short way.
struct MovedValueTests {
  @Test(arguments: [
    (#"{"m":{"t":1.50,"u":2},"n":0}"#, #"{"m":{"u":2},"n":0,"x":1.50}"#),
    (#"{"m":{"u":2,"t":"a b"},"n":0}"#, #"{"m":{"u":2},"n":0,"x":"a b"}"#),
    (
      #"{"m": { "t" : [1, {"a": 2}] , "u" : 2 }, "n": 0}"#,
      #"{"m": { "u" : 2 }, "n": 0, "x": [1, {"a": 2}]}"#
    ),
    (#"{"m":{ "t":null },"n":0}"#, #"{"m":{},"n":0,"x":null}"#),
    (#"{"m":{"u":{"t":1}},"n":0}"#, #"{"m":{"u":{"t":1}},"n":0}"#),
    (#"{"m":7,"n":0}"#, #"{"m":7,"n":0}"#), (#"{"m":["t"],"n":0}"#, #"{"m":["t"],"n":0}"#),
    (#"{"n":0}"#, #"{"n":0}"#), (#"{"m":{"t":1}}"#, #"{"m":{},"x":1}"#),
    (
      "{\n  \"m\": {\n    \"t\": 1,\n    \"u\": 2\n  }\n}",
      "{\n  \"m\": {\n    \"u\": 2\n  },\n  \"x\": 1\n}"
    ),
    (#"{"m":{"t":1,"t":2},"n":0}"#, nil), (#"{"m":{"\u0074":1},"n":0}"#, nil),
    (#"{"m":{"t":1},"x":0}"#, nil), ("{\n  \"m\": {\n    \"t\": [\n      1\n    ]\n  }\n}", nil),
  ])
  func `a value leaves an object`(before: String, after: String?) throws {
    #expect(try ShortRules.step(#"{ "move": { "m.t": "x" } }"#).result(for: before) == after)
  }

  @Test(arguments: [
    (#"{"t":1.50,"m":{"u":2},"n":0}"#, #"{"m":{"u":2, "x":1.50},"n":0}"#),
    (#"{"m":{"u":2,"v":3},"t":"a b","n":0}"#, #"{"m":{"u":2,"v":3,"x":"a b"},"n":0}"#),
    (#"{"m": {"u": 2}, "t": [1]}"#, #"{"m": {"u": 2, "x": [1]}}"#),
    (#"{"m": { "u" : 2 }, "t": [1]}"#, nil),
    (#"{"m":{},"t":1}"#, #"{"m":{"x":1}}"#), (#"{"n":0,"t":1}"#, #"{"n":0,"m":{"x":1}}"#),
    (#"{"t": 1}"#, #"{"m": {"x": 1}}"#), (#"{"m":{"u":2}}"#, #"{"m":{"u":2}}"#),
    (
      "{\n  \"m\": {},\n  \"t\": \"a\"\n}", "{\n  \"m\": {\n    \"x\": \"a\"\n  }\n}"
    ),
    (
      "{\n  \"t\": \"a\",\n  \"m\": {\n    \"u\": 1\n  }\n}",
      "{\n  \"m\": {\n    \"u\": 1,\n    \"x\": \"a\"\n  }\n}"
    ),
    (#"{"m":{"x":1},"t":2}"#, nil), (#"{"m":null,"t":2}"#, nil), (#"{"m":[],"t":2}"#, nil),
    (#"{"m":{"u":1,"u":2,"x":1},"t":2}"#, nil), (#"{"m":{"\u0078":1},"t":2}"#, nil),
    ("{\n  \"m\": {},\n  \"t\": [\n    1\n  ]\n}", nil),
  ])
  func `a value goes into an object`(before: String, after: String?) throws {
    let result = try ShortRules.step(#"{ "move": { "t": "m.x" } }"#).result(for: before)
    // Whether a lone member is followed by white space is for the layout to say.
    #expect(
      result?.replacing(", \"x\":", with: ",\"x\":")
        == after?.replacing(", \"x\":", with: ",\"x\":"))
  }

  @Test(arguments: [
    (
      #"{"m":{"t":1,"u":2},"x":0}"#, #"{ "move": { "m.t": "x" }, "if-exists": "keep" }"#,
      #"{"m":{"u":2},"x":0}"#
    ),
    (
      #"{"m":{"x":1},"t":2}"#, #"{ "move": { "t": "m.x" }, "if-exists": "keep" }"#,
      #"{"m":{"x":1}}"#
    ),
    (#"{"m":{"x":1},"t":2}"#, #"{ "move": { "t": "m.x" }, "if-exists": "overwrite" }"#, nil),
    (
      #"{"a":{"b":{"t":1,"u":2}},"n":0}"#, #"{ "move": { "a.b.t": "x" } }"#,
      #"{"a":{"b":{"u":2}},"n":0,"x":1}"#
    ),
    (#"{"a":1,"n":0}"#, #"{ "move": { "a": "b" } }"#, #"{"b":1,"n":0}"#),
    (
      #"{"m":{"t":null},"n":0}"#,
      #"{ "move": { "m.t": "x" } }, { "add-default": { "x": 1 }, "if-null": "replace" }"#,
      #"{"m":{},"n":0,"x":1}"#
    ),
    (
      #"{"m": {"t": [ 1 ]}, "n": 0}"#,
      #"{ "move": { "m.t": "x" } }, { "drop": "m" }, { "set": { "y": [1, 2] } }"#, nil
    ),
    (
      #"{"m": {"t": 1}, "n": 0}"#, #"{ "move": { "m.t": "x" } }, { "set": { "y": [2] } }"#,
      #"{"m": {}, "n": 0, "x": 1, "y": [2]}"#
    ),
    (
      #"{"a":"x","n":0}"#, #"{ "set": { "a": 1 } }, { "move": { "a": "m.b" } }"#,
      #"{"n":0,"m":{"b":1}}"#
    ),
    (
      #"{"a":1,"n":0,"w":1}"#, #"{ "when": "@.w == 1", "move": { "a": "m.b" } }"#,
      #"{"n":0,"w":1,"m":{"b":1}}"#
    ),
    (
      #"{"a":1,"n":0,"w":2}"#, #"{ "when": "@.w == 1", "move": { "a": "m.b" } }"#,
      #"{"a":1,"n":0,"w":2}"#
    ),
    (#"{"a":1,"b":2}"#, #"{ "move": { "a": "m.a", "b": "o.b" } }"#, #"{"m":{"a":1},"o":{"b":2}}"#),
    (
      #"{"m":{"a":1,"b":2},"n":0}"#, #"{ "move": { "m.a": "a" } }, { "move": { "m.b": "b" } }"#,
      #"{"m":{},"n":0,"a":1,"b":2}"#
    ),
    (
      #"{"m":{"t":1,"u":2,"w":3},"n":0}"#, #"{ "move": { "m.t": "o.t", "m.u": "o.x" } }"#,
      #"{"m":{"w":3},"n":0,"o":{"t":1,"x":2}}"#
    ),
    (
      "{\n  \"m\": {\n    \"t\": 1,\n    \"u\": 2\n  },\n  \"n\": 0\n}",
      #"{ "move": { "m.t": "o.t", "m.u": "o.u" } }"#,
      "{\n  \"m\": {},\n  \"n\": 0,\n  \"o\": {\n    \"t\": 1,\n    \"u\": 2\n  }\n}"
    ),
    (
      #"{"m":{"d":{"t":1,"u":2}},"o":{"a":0,"b":0}}"#,
      #"{ "move": { "m.d.t": "o.t", "m.d.u": "o.u" } }"#,
      #"{"m":{"d":{}},"o":{"a":0,"b":0,"t":1,"u":2}}"#
    ),
    // A container beside it has something else between its items.
    (
      #"{"i":[{"t":1}, {"u":2}],"a":1,"e":2}"#, #"{ "move": { "e": "m.in.e", "a": "m.a" } }"#, nil
    ),
    (
      #"{"i":[{"t":1},{"u":2}],"a":1,"e":2}"#, #"{ "move": { "e": "m.in.e", "a": "m.a" } }"#,
      #"{"i":[{"t":1},{"u":2}],"m":{"in":{"e":2},"a":1}}"#
    ),
    (
      #"{"m":{"t":1},"n":0}"#, #"{ "move": { "m.t": "o.deep.t" } }"#,
      #"{"m":{},"n":0,"o":{"deep":{"t":1}}}"#
    ),
    (
      #"{"t":3,"m":{"d":{"a":1,"b":2},"e":0}}"#, #"{ "move": { "t": "m.d.t" } }"#,
      #"{"m":{"d":{"a":1,"b":2,"t":3},"e":0}}"#
    ),
    (#"{"t":3,"m":{"d":{}}}"#, #"{ "move": { "t": "m.d.t" } }"#, #"{"m":{"d":{"t":3}}}"#),
    (#"{"t":3,"m":{"e":0}}"#, #"{ "move": { "t": "m.d.t" } }"#, nil),
    (#"{"t":3,"m":{"d":7}}"#, #"{ "move": { "t": "m.d.t" } }"#, nil),
    (
      #"{"m":{"t":1.50},"n":0}"#, #"{ "copy": { "m.t": "x" } }"#,
      #"{"m":{"t":1.50},"n":0,"x":1.50}"#
    ),
    (
      #"{"a":"b","n":0}"#, #"{ "copy": { "a": "b", "n": "o.n" } }"#,
      #"{"a":"b","n":0,"b":"b","o":{"n":0}}"#
    ),
    (
      #"{"a":1,"n":0}"#, #"{ "copy": { "a": "b" } }, { "set": { "a": 2 } }"#,
      #"{"a":2,"n":0,"b":1}"#
    ),
    (#"{"a":1,"b":0}"#, #"{ "copy": { "a": "b" }, "if-exists": "keep" }"#, #"{"a":1,"b":0}"#),
    (#"{"a":1,"b":0}"#, #"{ "copy": { "a": "b" } }"#, nil),
  ])
  func `what moves do`(before: String, rule: String, after: String?) throws {
    #expect(try ShortRules.step(rule).result(for: before) == after)
  }

  @Test func `a value that nests too deep in another object is for the tree`() throws {
    let plan = try ShortRules.step(#"{ "move": { "t": "m.x" } }"#).plan
    for (depth, isTaken) in [(3, false), (4, true)] {
      var flat = FlatDocument(plan.shortcut, limits: Document.Limits(depth: depth))
      var text = ByteBuffer()
      var out = ByteBuffer()
      text.append(contentsOf: #"{"t":[[]]}"#.utf8)
      text.seal()
      #expect(flat.run(text.view, 0..<text.count, into: &out) == (isTaken ? .changed : .notMine))
    }
  }

  @Test(arguments: [
    #"{ "move": { "m.t": "x" }, "if-missing": "fail" }"#,
    #"{ "move": { "m.t": "x", "m.t.u": "y" } }"#, #"{ "move": { "m.t": "x.a", "m.u": "x.a.b" } }"#,
    #"{ "move": { "m.t": "x" }, "drop-empty-parents": true }"#, #"{ "move": { "m[0]": "x" } }"#,
    #"{ "move": { "m.t": "m" } }"#, #"{ "move": { "t": "m.x.y" } }"#,
    #"{ "copy": { "t": "x", "m": "x.y" } }"#,
    #"{ "move": { "m.t": "x" } }, { "drop": "$..u" }"#,
  ])
  func `other moves are for the tree`(rules: String) throws {
    let plan = try ShortRules.step(rules).plan
    for program in [plan.shortcut, plan.deepShortcut] {
      var flat = FlatDocument(program)
      var text = ByteBuffer()
      var out = ByteBuffer()
      text.append(contentsOf: #"{"m":{"t":1,"u":2},"t":3}"#.utf8)
      text.seal()
      #expect(flat.run(text.view, 0..<text.count, into: &out) == .notMine)
    }
  }
}
