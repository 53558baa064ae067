import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore
@testable import JSONText

/// Rules for the children of a member, whatever these are, have a short way.
struct ChildValueTests {
  /// What becomes of a document; nil where it is for the tree.
  private static func result(_ rule: String, _ document: String) throws -> String? {
    var rules = ShortRules()
    rules.steps = [[rule]]
    rules.areWithoutVersion = true
    var tally = Tally(seed: "")
    var pair = try Pair(rules, isDeep: true)
    for _ in 0..<4 { try pair.check(document, &tally, rule) }
    #expect(tally.taken == 0 || tally.taken == 4)
    if tally.taken == 0 { return nil }
    return String(
      decoding: try Migrator(rules: rules.files).migrate(Array(document.utf8)), as: UTF8.self)
  }

  private static let map = #"{ "map-values": "t[*]", "table": { "a": "b" }, "otherwise": "keep" }"#

  @Test(arguments: [
    (#"{"t":["a","c","a"]}"#, #"{"t":["b","c","b"]}"#), (#"{"t":[]}"#, #"{"t":[]}"#),
    (
      #"{"t":[ "a" , 1, null,{"a":"a"}, ["a"] ],"u":1}"#,
      #"{"t":[ "b" , 1, null,{"a":"a"}, ["a"] ],"u":1}"#
    ),
    (#"{"t":{"a":"a", "c" : "a"}}"#, #"{"t":{"a":"b", "c" : "b"}}"#),
    (#"{"t":"a"}"#, #"{"t":"a"}"#), (#"{"t":null,"u":"a"}"#, #"{"t":null,"u":"a"}"#),
    (#"{"u":["a"]}"#, #"{"u":["a"]}"#),
    ("{\n  \"t\": [\n    \"a\"\n  ]\n}", "{\n  \"t\": [\n    \"b\"\n  ]\n}"),
  ])
  func `children get other values`(before: String, after: String) throws {
    #expect(try Self.result(Self.map, before) == after)
  }

  @Test(arguments: [
    (#"{"t":[{"k":1},{"k":2},{"l":1}]}"#, #"{"t":[{"k":2},{"l":1}]}"#),
    (#"{"t":[1,{"k":1}],"u":1}"#, #"{"t":[1],"u":1}"#), (#"{"t":[{"k":1}]}"#, #"{"t":[]}"#),
    (#"{"t":{"a":{"k":1},"b":{"k":"1"}}}"#, #"{"t":{"b":{"k":"1"}}}"#),
    (#"{"t":[{"k":1,"k":2}]}"#, nil), (#"{"t":[{"\u006b":1}]}"#, nil),
    (#"{"t":[{"k":2,"m":{"l":"x"}}]}"#, #"{"t":[]}"#),
  ])
  func `children go of whose members something holds`(before: String, after: String?) throws {
    #expect(try Self.result(#"{ "drop": "t[?@.k == 1 || @.m.l == 'x']" }"#, before) == after)
  }

  /// Of a scalar nothing is asked that could hold.
  @Test(arguments: [
    (#"{"t":{"a":{"k":1},"b":2,"c":"x"}}"#, #"{"t":{"a":{"k":1,"n":0},"b":2,"c":"x"}}"#),
    (#"{"t":[1,{"k":1,"l":2},null,{"l":1}]}"#, #"{"t":[1,{"k":1,"l":2,"n":0},null,{"l":1}]}"#),
    (#"{"t":[[],{"k":1}]}"#, nil), (#"{"t":[1x,{"k":1}]}"#, nil),
  ])
  func `scalars are passed over`(before: String, after: String?) throws {
    #expect(try Self.result(#"{ "in": "t[?@.k]", "set": { "n": 0 } }"#, before) == after)
  }

  @Test func `scalars that a rule is for are not`() throws {
    #expect(try Self.result(#"{ "in": "t[?!@.k]", "set": { "n": 0 } }"#, #"{"t":[1]}"#) == nil)
  }

  @Test(arguments: [
    #"{"t":["\u0061"]}"#, #"{"t":{"a":1,"a":"c"}}"#, #"{"t":{"\u0061":"a"}}"#, #"{"t":["a",]}"#,
    #"{"t":["a" "a"]}"#, #"{"t":["a"}}"#, #"{"t":{"a" "a"}}"#, #"{"t":[01]}"#, #"{"t":[[1}]}"#,
  ])
  func `what is out of the ordinary is for the tree`(document: String) throws {
    let files = [
      RuleSource(name: "v2.json", text: "{ \"to\": 2, \"rules\": [\(Self.map)] }"),
      RuleSource(name: "format.json", text: #"{ "version": { "missing": 1 } }"#),
    ]
    var flat = FlatDocument(try Migrator(rules: files).plan(to: nil, from: nil).deepShortcut)
    for (text, isTaken) in [(document, false), (#"{"t":["a"],"u":1}"#, true)] {
      var source = ByteBuffer()
      var out = ByteBuffer()
      source.append(contentsOf: text.utf8)
      source.seal()
      let outcome = flat.run(source.view, 0..<source.count, into: &out)
      #expect(outcome == (isTaken ? .changed : .notMine))
    }
  }

  @Test(arguments: [
    (#"["x",1]"#, #"[1]"#), (#"[ "x", 1 ]"#, #"[ 1 ]"#), (#"[1,"x", "x" ,2]"#, #"[1 ,2]"#),
    (#"[ 1 , "x" ]"#, #"[ 1 ]"#), (#"["x"]"#, "[]"), (#"[ "x","x" ]"#, "[]"),
    (#"["x", "x",1,"x"]"#, "[1]"), (#"{"a":"x","b":1}"#, #"{"b":1}"#),
    (#"{ "a":"x" }"#, "{}"), ("[\n    \"x\",\n    1\n  ]", "[\n    1\n  ]"),
  ])
  func `children go`(before: String, after: String) throws {
    let rule = #"{ "drop": "t[?@ == 'x']" }"#
    #expect(try Self.result(rule, "{\"t\":\(before),\"u\":0}") == "{\"t\":\(after),\"u\":0}")
  }

  @Test(arguments: [
    (#"{ "drop": "t[*]" }"#, #"[1,{"a":2}]"#, "[]"),
    (#"{ "drop": "t[?type(@) != 'string']" }"#, #"[1,"a",[],{"t":1}]"#, #"["a"]"#),
    (#"{ "drop": "t[?@ == null || @ == '']" }"#, #"[null,"",0]"#, "[0]"),
    (#"{ "drop": "t[?@ > 2 && @ <= 4]" }"#, "[1,2.5,4,5]", "[1,5]"),
    (#"{ "join": "t[*]", "with": "-" }"#, #"[["a","b"],null]"#, #"["a-b",null]"#),
    (
      #"{ "drop": "t[?@ == 'x']" }, { "map-values": "t[*]", "table": { "y": "x" } }"#,
      #"["x","y"]"#, #"["x"]"#
    ),
    (
      #"{ "map-values": "t[?@ > 1]", "cases": [{ "above": 5, "becomes": "x" }], "otherwise": "keep" }"#,
      "[1,6,2]", #"[1,"x",2]"#
    ),
  ])
  func `what is done with children`(rule: String, before: String, after: String) throws {
    #expect(try Self.result(rule, "{\"t\":\(before),\"u\":0}") == "{\"t\":\(after),\"u\":0}")
    let inner = rule.replacing("t[", with: "o.l[*].t[")
    #expect(
      try Self.result(inner, "{\"o\":{\"l\":[{\"t\":\(before)},{}]}}")
        == "{\"o\":{\"l\":[{\"t\":\(after)},{}]}}")
  }

  @Test func `more members than are compared are for the tree`() throws {
    let members = (0..<33).map { "\"k\($0)\":\"a\"" }
    for count in [32, 33] {
      let document = "{\"t\":{\(members.prefix(count).joined(separator: ","))}}"
      #expect(try (Self.result(Self.map, document) != nil) == (count == 32))
    }
  }

  @Test func `many children are told as few patches`() throws {
    var rules = ShortRules()
    rules.steps = [[Self.map + #", { "drop": "t[?@ == 'x']" }"#]]
    rules.areWithoutVersion = true
    var tally = Tally(seed: "")
    var pair = try Pair(rules, isDeep: true)
    for start in ["", #""x","x","#] {
      let children = Array(repeating: #""a", "x", 1"#, count: 3_000).joined(separator: ",")
      try pair.check("{\"t\":[\(start)\(children)]}", &tally, "")
    }
    #expect(tally.taken == 2)
  }
}
