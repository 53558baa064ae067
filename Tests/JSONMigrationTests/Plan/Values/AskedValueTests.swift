import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore
@testable import JSONText

/// What conditions ask about what is in a member, on the short way.
struct AskedValueTests {
  @Test(arguments: [
    ("length(@.a) == 2", ["[1,2]", "[ {\"x\":1} , [] ]", "{\"k\":1,\"l\":2}", "\"\u{E9}b\""]),
    ("length(@.a) > 1", ["[1,2]", "[1,2,3]", "{\"k\":1,\"k\":2}", "\"ab\""]),
    ("length(@.a) <= 1", ["[]", "[ ]", "[[1,2]]", "{}", "\"\"", "\"\u{1F600}\""]),
    ("length(@.a) != 0", ["1", "null", "true", "[0]", "\"x\""]), ("length(@.a) >= -1", ["[]"]),
    ("empty(@.a)", ["[]", "{ }", "\"\"", "null"]),
    ("!empty(@.a)", ["[1]", "{\"k\":1}", "\" \"", "0", "false"]),
    ("@.a.b == 1", ["{\"b\":1}", "{\"c\":{\"b\":2},\"b\":1.0}"]),
    ("@.a.b.c != 'x'", ["{\"b\":{\"c\":\"y\"}}", "{\"b\":[]}", "{}", "7", "\"b\""]),
    ("!@.a.b && @.n", ["{\"c\":1}", "[{\"b\":1}]", "null"]),
    ("match(@.a.b, 'x+')", ["{\"b\":\"xx\"}"]), ("length(@.a.b) == 0", ["{\"b\":[]}"]),
  ])
  func `conditions that hold`(condition: String, values: [String]) throws {
    for value in values {
      let rules = ShortRules.step(#"{ "when": "\#(condition)", "set": { "n": 1 } }"#)
      #expect(try rules.result(for: #"{"a":\#(value),"n":0}"#) == #"{"a":\#(value),"n":1}"#)
      let others = ShortRules.step(#"{ "when": "!(\#(condition))", "set": { "n": 1 } }"#)
      #expect(try others.result(for: #"{"a":\#(value),"n":0}"#) == #"{"a":\#(value),"n":0}"#)
    }
  }

  @Test(arguments: [
    ("length(@.a) == 2", #""\u0061b""#), ("@.a.b == 1", #"{"\u0062":1}"#),
    ("@.a.b == 1", #"{"b":1,"b":2}"#), ("match(@.a.b, 'x')", #"{"b":"\u0078"}"#),
  ])
  func `what bytes don't tell is for the tree`(condition: String, value: String) throws {
    let rules = ShortRules.step(#"{ "when": "\#(condition)", "set": { "n": 1 } }"#)
    #expect(try rules.result(for: #"{"a":\#(value),"n":0}"#) == nil)
  }

  /// Of a scalar nothing is asked that could hold, unless it is that something is missing.
  @Test(arguments: [
    ("@.a == 1", #"{"o":7,"n":0}"#, #"{"o":7,"n":0}"#),
    ("@.a == 1", #"{"o":null}"#, #"{"o":null}"#),
    ("@.a == 1", #"{"o":{"a":1,"c":0}}"#, #"{"o":{"a":1,"c":0,"b":2}}"#),
    ("!@.a", #"{"o":7}"#, nil),
    ("@.a == 1", #"{"o":[]}"#, nil), ("@.a != 1", #"{"o":"x"}"#, nil),
  ])
  func `a scalar in the place of an object`(when: String, before: String, after: String?) throws {
    let rules = ShortRules.step(#"{ "in": "o", "when": "\#(when)", "set": { "b": 2 } }"#)
    #expect(try rules.result(for: before, isDeep: true) == after)
  }

  /// What is asked is in another object than what is changed.
  @Test(arguments: [
    (#"[{"t":1,"o":{"m":{"k":2},"l":[0,0]}}]"#, #"[{"t":1,"o":{"m":{"k":2},"l":[0,0,1]}}]"#),
    (#"[{"t":1,"o":{"m":{"k":2}}}]"#, #"[{"t":1,"o":{"m":{"k":2},"l":[1]}}]"#),
    (
      #"[{"t":1,"o":{"m":{"k":3},"l":[]}},{"t":1}]"#, #"[{"t":1,"o":{"m":{"k":3},"l":[]}},{"t":1}]"#
    ),
    (#"[{"t":1,"o":{"m":{"k":2,"k":2}}}]"#, nil),
  ])
  func `a filter further in`(before: String, after: String?) throws {
    let rules = ShortRules.step(
      #"{ "in": "p[?@.t == 1 && @.o.m.k == 2]", "append": { "o.l": 1 } }"#)
    #expect(
      try rules.result(for: #"{"p":\#(before)}"#, isDeep: true) == after.map { #"{"p":\#($0)}"# })
  }

  private static let choose = """
    { "choose": [{ "when": "@.a == 1", "rules": [{ "set": { "a": 2 } }, { "drop": "b" }] },
      { "when": "@.a == 2 || @.c.d", "rules": [{ "rename": { "a": "e" } }] },
      { "rules": [{ "set": { "b": 9 } }] }] }
    """

  @Test(arguments: [
    (#"{"a":1,"b":0}"#, #"{"a":2}"#), (#"{"a":2,"b":0}"#, #"{"e":2,"b":0}"#),
    (#"{"a":3,"b":0,"c":{"d":1}}"#, #"{"e":3,"b":0,"c":{"d":1}}"#),
    (#"{"a":3,"b":0}"#, #"{"a":3,"b":9}"#), (#"{"b":0}"#, #"{"b":9}"#),
    (#"{"a":2,"e":0}"#, nil),
  ])
  func `the first of several choices`(before: String, after: String?) throws {
    #expect(try ShortRules.step(Self.choose).result(for: before) == after)
    let inner = #"{ "in": "i[*]", "# + Self.choose.dropFirst(2)
    let result = try ShortRules.step(inner).result(for: #"{"i":[\#(before)]}"#, isDeep: true)
    #expect(result == after.map { #"{"i":[\#($0)]}"# })
  }
}
