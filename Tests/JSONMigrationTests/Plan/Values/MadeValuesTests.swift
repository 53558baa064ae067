import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore
@testable import JSONText

/// Values that the short way makes of others: joined texts, wrapped values, numbers in ranges.
struct MadeValuesTests {
  private static let join = #"{ "join": "a", "with": "\n" }"#

  @Test(arguments: [
    (#"{"a":["x","y"],"b":1.50e+3}"#, #"{"a":"x\ny","b":1.50e+3}"#),
    (#"{"a": [ "x" , "" , "y" ], "b": 2}"#, #"{"a": "x\n\ny", "b": 2}"#),
    (#"{"a":["","y"]}"#, #"{"a":"\ny"}"#), (#"{"a":[]}"#, #"{"a":""}"#),
    (#"{"a":[ ]}"#, #"{"a":""}"#), (#"{"a":["x"]}"#, #"{"a":"x"}"#),
    (#"{"a":["\u0041\/","\"\\","\ud83d\ude00\u0001"]}"#, #"{"a":"A/\n\"\\\n😀\u0001"}"#),
    (#"{"a":["\u00e9","é"]}"#, #"{"a":"é\né"}"#), (#"{"a":null}"#, #"{"a":null}"#),
    (#"{"b":["x"]}"#, #"{"b":["x"]}"#),
    (
      "{\n  \"b\": 1,\n  \"a\": [\n    \"x\",\n    \"y\"\n  ]\n}",
      "{\n  \"b\": 1,\n  \"a\": \"x\\ny\"\n}"
    ),
  ])
  func `arrays of texts are joined`(before: String, after: String) throws {
    #expect(try ShortRules.step(Self.join).result(for: before) == after)
  }

  @Test(arguments: [
    #"{"a":["x",1]}"#, #"{"a":"x"}"#, #"{"a":1}"#, #"{"a":{"x":"y"}}"#, #"{"a":["\ud83d"]}"#,
    #"{"a":[["x"]]}"#, #"{"a":["x"],"a":["y"]}"#, #"{"a":[null]}"#,
  ])
  func `other arrays and values are for the tree, which refuses them`(document: String) throws {
    #expect(try ShortRules.step(Self.join).result(for: document) == nil)
    let rules = [
      RuleSource(name: "v2.json", text: "{ \"to\": 2, \"rules\": [\(Self.join)] }"),
      RuleSource(name: "format.json", text: #"{ "version": { "missing": 1 } }"#),
    ]
    let migrator = try Migrator(rules: rules)
    #expect(throws: MigrationError.self) { try migrator.migrate(Array(document.utf8)) }
  }

  @Test(arguments: [
    (#", "under": "n""#, #"{"a":1.50,"b":2}"#, #"{"a":{"n":1.50},"b":2}"#),
    (#", "under": "n""#, #"{"a": "x", "b": [1, 2]}"#, #"{"a": {"n": "x"}, "b": [1, 2]}"#),
    (
      #", "under": "n.é""#, #"{"a": null, "b": {"c": 1}}"#,
      #"{"a": {"n": {"é": null}}, "b": {"c": 1}}"#
    ),
    ("", #"{"b":{"x": 1},"a":{"y": 2}}"#, nil), ("", #"{"a": ["x"]}"#, #"{"a": [["x"]]}"#),
    (#", "if-array": "keep""#, #"{"a": ["x"]}"#, #"{"a": ["x"]}"#),
    (#", "if-array": "keep""#, #"{"a": "x"}"#, #"{"a": ["x"]}"#),
    (#", "under": "n""#, #"{"a":{"x":[1]}}"#, #"{"a":{"n":{"x":[1]}}}"#),
    (#", "under": "n""#, #"{"b":1}"#, #"{"b":1}"#),
    (#", "under": "n""#, "{\n  \"a\": 1\n}\n", "{\n  \"a\": {\n    \"n\": 1\n  }\n}\n"),
    ("", "{\r\n\t\"a\" : 1\r\n}", "{\r\n\t\"a\" : [\r\n\t\t1\r\n\t]\r\n}"),
    (
      #", "under": "n.m""#, "{\n  \"b\": {\n    \"c\": []\n  },\n  \"a\": \"x\"\n}",
      "{\n  \"b\": {\n    \"c\": []\n  },\n  \"a\": {\n    \"n\": {\n      \"m\": \"x\"\n    }\n  }\n}"
    ),
    (#", "under": "n""#, "{\n\"a\": 1\n}", "{\n\"a\": {\n\"n\": 1\n}\n}"),
    (#", "under": "n""#, #"{ "a": 1 }"#, #"{ "a": { "n": 1 } }"#),
    // Another container that is laid out in another way may be what new ones are like.
    (#", "under": "n""#, #"{"a": 1, "b": [ 1 ]}"#, nil),
    (#", "under": "n""#, #"{"a": 1, "b": {"c":1}}"#, nil),
    (#", "under": "n""#, "{\n  \"a\": 1,\n  \"b\": [1]\n}", nil),
    (#", "under": "n""#, "{\"b\": 1, \"a\": [1,\n2]}", nil),
  ])
  func `values are wrapped`(options: String, before: String, after: String?) throws {
    #expect(try ShortRules.step("{ \"wrap\": \"a\"\(options) }").result(for: before) == after)
  }

  @Test func `a value that nests too deep for one more container is for the tree`() throws {
    let plan = try ShortRules.step(#"{ "wrap": "a", "under": "n.m" }"#).plan
    for (depth, isTaken) in [(4, false), (5, true)] {
      var flat = FlatDocument(plan.shortcut, limits: Document.Limits(depth: depth))
      var text = ByteBuffer()
      var out = ByteBuffer()
      text.append(contentsOf: #"{"a":[[]]}"#.utf8)
      text.seal()
      #expect(flat.run(text.view, 0..<text.count, into: &out) == (isTaken ? .changed : .notMine))
    }
  }

  @Test(arguments: [
    ("2", #""weak""#), ("2.0", #""weak""#), ("-1e400", #""weak""#),
    ("2.0000000000000000001", #""good""#),
    ("39.9e-1", #""good""#), ("4", #""great""#), ("400E-2", #""great""#), ("null", "null"),
    (#""4""#, nil), ("true", nil), ("[]", nil), ("1000000000000000000000", #""great""#),
    ("5" + String(repeating: "0", count: 999), #""great""#),
    // Each bound would read all of it, and only the tree counts that.
    ("5" + String(repeating: "0", count: 1_000), nil),
  ])
  func `numbers in ranges become values`(number: String, becomes: String?) throws {
    let rule = """
      { "map-values": "a", "cases": [ { "at-most": 2, "becomes": "weak" },
        { "above": 2, "below": 4, "becomes": "good" }, { "at-least": 4, "becomes": "great" } ] }
      """
    for document in [#"{"a":\#(number),"b":1}"#, #"{ "b": 1, "a": \#(number) }"#] {
      let expected = becomes.map { document.replacing("\"a\":\(number)", with: "\"a\":\($0)") }
        .map { $0.replacing("\"a\": \(number)", with: "\"a\": \(becomes ?? "")") }
      #expect(try ShortRules.step(rule).result(for: document) == expected)
    }
  }

  /// The first range counts, and what was set before goes through them too.
  @Test func `ranges are asked in their order`() throws {
    let ranges = """
      { "map-values": "a", "otherwise": "keep", "cases": [ { "above": 0, "becomes": 7 },
        { "above": -5, "becomes": 8 } ] }
      """
    #expect(try ShortRules.step(ranges).result(for: #"{"a":1,"b":1}"#) == #"{"a":7,"b":1}"#)
    #expect(try ShortRules.step(ranges).result(for: #"{"a":-1,"b":1}"#) == #"{"a":8,"b":1}"#)
    #expect(try ShortRules.step(ranges).result(for: #"{"a":-5,"b":1}"#) == #"{"a":-5,"b":1}"#)
    let both = #"{ "set": { "a": -3 } }, "# + ranges
    #expect(try ShortRules.step(both).result(for: #"{"a":"x","b":1}"#) == #"{"a":8,"b":1}"#)
    #expect(try ShortRules.step(both + ", " + ranges).result(for: #"{"b":1}"#) == #"{"b":1,"a":7}"#)
  }

  /// Values that were made can be asked, renamed, dropped and replaced; all else is for the tree.
  @Test(arguments: [
    (#"{ "join": "a", "with": "," }, { "rename": { "a": "c" } }"#, #"{"c":"x,y","b":1}"#),
    (#"{ "join": "a", "with": "," }, { "drop": "a" }"#, #"{"b":1}"#),
    (#"{ "wrap": "a" }, { "set": { "a": 1 } }"#, #"{"a":1,"b":1}"#),
    (
      #"{ "wrap": "a" }, { "add-default": { "a": 0 }, "if-null": "replace" }"#,
      #"{"a":[["x","y"]],"b":1}"#
    ),
    (#"{ "join": "a", "with": "," }, { "wrap": "a" }"#, #"{"a":["x,y"],"b":1}"#),
    (#"{ "join": "a", "with": " " }, { "split": "a", "by": " ", "into": ["c", "d"] }"#, nil),
    (#"{ "join": "a", "with": "," }, { "when": "@.a == 'x,y'", "drop": "b" }"#, #"{"a":"x,y"}"#),
    (
      #"{ "join": "a", "with": "," }, { "map-values": "a", "table": { "x,y": "z" } }"#,
      #"{"a":"z","b":1}"#
    ),
    (#"{ "set": { "a": 1 } }, { "wrap": "a" }"#, #"{"a":[1],"b":1}"#),
    (#"{ "set": { "a": [] } }, { "wrap": "a", "if-array": "keep" }"#, #"{"a":[],"b":1}"#),
  ])
  func `what comes behind a made value`(rules: String, after: String?) throws {
    #expect(try ShortRules.step(rules).result(for: #"{"a":["x","y"],"b":1}"#) == after)
  }

  @Test func `a value that was made of null is not null`() throws {
    let rules = #"{ "wrap": "a" }, { "add-default": { "a": 0 }, "if-null": "replace" }"#
    #expect(
      try ShortRules.step(rules).result(for: #"{"a": null, "b": 1}"#) == #"{"a": [null], "b": 1}"#)
  }

  /// What goes at any depth goes in what is wrapped too, which the short way would copy.
  @Test func `values are not made where keys go at any depth`() throws {
    let (wrap, drop) = (#"{ "wrap": "a" }"#, #"{ "drop": "$..x" }"#)
    #expect(try ShortRules.step("\(wrap), \(drop)").plan.deepShortcut.isEmpty)
    let rules = ShortRules.step("\(drop), \(wrap)")
    #expect(try rules.result(for: #"{"a":{"x":1,"y":2},"b":{"x":1}}"#, isDeep: true) == nil)
  }
}
