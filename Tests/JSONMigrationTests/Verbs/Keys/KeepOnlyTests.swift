import Testing

@testable import JSONMigrationCore

@Suite struct KeepOnlyTests {
  static let cases = [
    RuleCase(
      "what stays keeps its bytes and its order", #"{ "keep-only": ["c", "a"] }"#,
      "{\n  \"x\": 0,\n  \"a\" : 1.0,\n  \"b\": [2],\n  \"c\":  {}\n}",
      "{\n  \"a\" : 1.0,\n  \"c\":  {}\n}"),
    RuleCase("nothing stays", #"{ "keep-only": ["x"] }"#, #"{ "a": 1, "b": 2 }"#, "{}"),
    RuleCase("an empty object", #"{ "keep-only": ["x"] }"#, "{ }", "{ }"),
    RuleCase(
      "names, not paths", #"{ "keep-only": ["a.b"] }"#, #"{"a":{"b":1},"a.b":2}"#, #"{"a.b":2}"#),
    RuleCase(
      "an escaped key", #"{ "keep-only": ["ab"] }"#, #"{"a\u0062":1,"c":2}"#, #"{"a\u0062":1}"#),
    RuleCase(
      "composed and decomposed letters are two keys", #"{ "keep-only": ["\u00e9"] }"#,
      #"{"e\u0301":1,"\u00e9":2}"#, #"{"\u00e9":2}"#),
    RuleCase(
      "in each scope that fits", #"{ "in": "i[*]", "when": "@.k", "keep-only": ["a"] }"#,
      #"{"i":[{"a":1,"k":2},{"a":1,"b":2}]}"#, #"{"i":[{"a":1},{"a":1,"b":2}]}"#),
    RuleCase(
      "scopes inside scopes", #"{ "in": "$..[?@.a]", "keep-only": ["a"] }"#,
      #"{"x":{"a":{"a":1,"b":2},"c":{"a":3}}}"#, #"{"x":{"a":{"a":1}}}"#),
    RuleCase(
      "more members than are looked through one by one", #"{ "keep-only": ["k39", "k1"] }"#,
      "{" + (0..<40).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}",
      #"{"k1":1,"k39":39}"#),
    RuleCase(
      "null is no object", #"{ "in": "a", "keep-only": ["x"] }"#, #"{"a":null}"#, fails: .wrongType),
    RuleCase(
      "a key that stands twice and has to go", #"{ "keep-only": ["x"] }"#, #"{"a":1,"a":2}"#,
      fails: .duplicateKey),
    RuleCase(
      "a key that stands twice and stays", #"{ "keep-only": ["a"] }"#, #"{"a":1,"b":3,"a":2}"#,
      #"{"a":1,"a":2}"#),
    RuleCase("no names", #"{ "keep-only": [] }"#, "{}", fails: .badRules),
    RuleCase("a name twice", #"{ "keep-only": ["a", "a"] }"#, "{}", fails: .badRules),
    RuleCase(
      "a path is not asked for", #"{ "keep-only": ["a"], "if-missing": "fail" }"#, "{}",
      fails: .badRules),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
