import Testing

@testable import JSONMigrationCore

@Suite struct CopyTests {
  static let cases = [
    RuleCase(
      "the last in the document overwrites, however scopes are named",
      #"{ "in": ["b", "a"], "copy": { "x": "$.z" }, "if-exists": "overwrite" }"#,
      #"{"a":{"x":1},"b":{"x":2}}"#, #"{"a":{"x":1},"b":{"x":2},"z":2}"#),
    RuleCase(
      "and the first is kept",
      #"{ "in": ["b", "a"], "copy": { "x": "$.z" }, "if-exists": "keep" }"#,
      #"{"a":{"x":1},"b":{"x":2}}"#, #"{"a":{"x":1},"b":{"x":2},"z":1}"#),
    RuleCase(
      "two copies cross, for both are read first",
      #"{ "copy": { "a": "b", "b": "a" }, "if-exists": "overwrite" }"#, #"{"a":1,"b":[2]}"#,
      #"{"a":[2],"b":1}"#),
    RuleCase(
      "the copy of what an earlier rule changed",
      #"[{ "set": { "a.x": "y" } }, { "drop": "a.d" }, { "copy": { "a": "b" } }, { "drop": "b.x" }]"#,
      #"{"a": {"d": 1, "e": [ 1, {"f" : 2}]}}"#,
      #"{"a": {"e": [ 1, {"f" : 2}], "x": "y"}, "b": {"e": [1, {"f": 2}]}}"#),
    RuleCase(
      "the copy and the original change on their own",
      #"[{ "copy": { "a": "b" } }, { "set": { "b.x": 2 } }, { "set": { "a.y": 3 } }]"#,
      #"{"a":{"x":1}}"#, #"{"a":{"x":1,"y":3},"b":{"x":2}}"#),
    RuleCase("into itself", #"{ "copy": { "a": "a.b" } }"#, #"{"a":{}}"#, #"{"a":{"b":{}}}"#),
    RuleCase("taken", #"{ "copy": { "a": "b" } }"#, #"{"a":1,"b":2}"#, fails: .conflict),
    RuleCase(
      "several", #"{ "copy": { "a[*]": "b" } }"#, #"{"a":[1,2]}"#, fails: .conflict),
    RuleCase(
      "one value that a path finds twice", #"{ "copy": { "$['a','a']": "b" } }"#, #"{"a":1}"#,
      #"{"a":1,"b":1}"#),
    RuleCase(
      "and another one", #"{ "copy": { "$['a','a','c']": "b" } }"#, #"{"a":1,"c":1}"#,
      fails: .conflict),
    RuleCase(
      "several scopes, one place", #"{ "in": "a[*]", "copy": { "x": "$.y" } }"#,
      #"{"a":[{"x":1},{"x":2}]}"#, fails: .conflict),
    RuleCase(
      "several scopes, one new object", #"{ "in": "a[*]", "copy": { "x": "$.y.z" } }"#,
      #"{"a":[{"x":1},{"x":2}]}"#, fails: .conflict),
    RuleCase(
      "several scopes, and the first stays",
      #"{ "in": "a[*]", "copy": { "x": "$.y" }, "if-exists": "keep" }"#,
      #"{"a":[{"x":1},{"x":2}]}"#, #"{"a":[{"x":1},{"x":2}],"y":1}"#),
    RuleCase(
      "several scopes, and the last stays",
      #"{ "in": "a[*]", "copy": { "x": "$.y" }, "if-exists": "overwrite" }"#,
      #"{"a":[{"x":1},{"x":2}]}"#, #"{"a":[{"x":1},{"x":2}],"y":2}"#),
    RuleCase(
      "several scopes, one source, one place", #"{ "in": "a[*]", "copy": { "$.x": "$.y" } }"#,
      #"{"x":1,"a":[{},{}]}"#, #"{"x":1,"a":[{},{}],"y":1}"#),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
