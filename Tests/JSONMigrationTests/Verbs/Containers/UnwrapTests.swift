import Testing

@testable import JSONMigrationCore

@Suite struct UnwrapTests {
  static let cases = [
    RuleCase(
      "position, spaces and bytes stay", #"{ "unwrap": "t" }"#,
      "{\n  \"a\": 1,\n  \"t\" : [\n    1.0\n  ],\n  \"b\": 2\n}",
      "{\n  \"a\": 1,\n  \"t\" : 1.0,\n  \"b\": 2\n}"),
    RuleCase(
      "each element", #"{ "unwrap": "t[*]" }"#, #"{"t":[["a"],[null]]}"#, #"{"t":["a",null]}"#),
    RuleCase(
      "the first", #"{ "unwrap": "t", "take": "first" }"#, #"{"t":[ {"a" : 1}, 2 ]}"#,
      #"{"t":{"a" : 1}}"#),
    RuleCase("nothing there", #"{ "unwrap": "t" }"#, #"{ "a": 1 }"#, #"{ "a": 1 }"#),
    RuleCase(
      "nothing there, if it has to be", #"{ "unwrap": "t", "if-missing": "fail" }"#, "{}",
      fails: .missingValue),
    RuleCase("null is no array", #"{ "unwrap": "t" }"#, #"{"t":null}"#, fails: .wrongType),
    RuleCase(
      "null is no object", #"{ "unwrap": "t", "under": "a" }"#, #"{"t":null}"#, fails: .wrongType),
    RuleCase("one inside the other", #"{ "unwrap": ["a", "a[0]"] }"#, #"{"a":[[1]]}"#, #"{"a":1}"#),
    RuleCase(
      "a longer path", #"{ "unwrap": "t", "under": "a.b" }"#, #"{"t":{"a":{"b":[1]}},"c":2}"#,
      #"{"t":[1],"c":2}"#),
    RuleCase(
      "others on the way", #"{ "unwrap": "t", "under": "a.b" }"#, #"{"t":{"a":{"b":1},"c":2}}"#,
      fails: .invalidValue),
    RuleCase(
      "the root, and then in it",
      #"[{ "unwrap": "$", "under": "a" }, { "unwrap": "$" }, { "set": { "b": 1 } }]"#,
      #" {"a": [ {"c":2} ]} "#, #" {"c":2,"b":1} "#),
    RuleCase(
      "the root of what stood further in",
      #"[{ "nest": ["x"], "under": "b" }, { "wrap": "b" }, { "concat": ["b", "o"], "into": "a" }, "#
        + #"{ "unwrap": "$", "under": "a" }]"#,
      "{\n  \"x\": 1,\n  \"o\": [\n    {\n      \"f\": 2\n    }\n  ]\n}",
      "[\n  {\n    \"x\": 1\n  },\n  {\n    \"f\": 2\n  }\n]"),
    RuleCase(
      "the scope of a block, and then in it",
      #"{ "in": "i[*]", "rules": [{ "unwrap": "@", "under": "n" }, { "set": { "k": 1 } }] }"#,
      #"{"i":[{"n":{}},{"n":{"a":2}}]}"#, #"{"i":[{"k":1},{"a":2,"k":1}]}"#),
    RuleCase(
      "an empty array without `take`", #"{ "unwrap": "t", "if-empty": "null" }"#, #"{"t":[ ]}"#,
      #"{"t":null}"#),
    RuleCase(
      "a member that stands twice", #"{ "unwrap": "t", "under": "a" }"#, #"{"t":{"a":1,"a":2}}"#,
      fails: .duplicateKey),
    RuleCase(
      "`take` is for arrays", #"{ "unwrap": "t", "under": "a", "take": "first" }"#, "{}",
      fails: .badRules),
    RuleCase(
      "`if-empty` is for arrays", #"{ "unwrap": "t", "under": "a", "if-empty": "null" }"#, "{}",
      fails: .badRules),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
