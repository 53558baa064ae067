import Testing

@testable import JSONMigrationCore

@Suite struct ChooseTests {
  static let cases = [
    RuleCase(
      "all scopes are asked before the first changes",
      #"{ "in": "p[*]", "choose": [{ "when": "!$.n", "rules": [{ "set": { "$.n": 1 } }] }] }"#,
      #"{"p":[0,0]}"#, #"{"p":[0,0],"n":1}"#),
    RuleCase(
      "a scope inside a scope comes first",
      #"{ "in": "$..[?@.k]", "choose": [{ "rules": [{ "set": { "n": 0 } }, { "drop": "k" }] }] }"#,
      #"{"a":{"k":1,"b":{"k":2}}}"#, #"{"a":{"b":{"n":0},"n":0}}"#),
    RuleCase(
      "its own when", #"{ "when": "@.a", "choose": [{ "rules": [{ "set": { "b": 1 } }] }] }"#,
      "{}", "{}"),
    RuleCase(
      "no rules in the first that fits",
      #"{ "choose": [{ "when": "@.a", "rules": [] }, { "rules": [{ "set": { "b": 1 } }] }] }"#,
      #"{"a":1}"#, #"{"a":1}"#),
    RuleCase(
      "scopes come in document order",
      #"{ "in": "$..k", "choose": [{ "rules": [{ "move": { "n": "$.n" }, "if-exists": "keep" }] }] }"#,
      #"{"k":{"n":1},"q":{"k":{"n":3}}}"#, #"{"k":{},"q":{"k":{}},"n":1}"#),
    RuleCase("an empty list", #"{ "choose": [] }"#, "{}", fails: .badRules),
    RuleCase(
      "a condition that is none", #"{ "choose": [{ "when": "@.a ==", "rules": [] }] }"#, "{}",
      fails: .badRules),
    RuleCase("no rules", #"{ "choose": [{ "when": "@.a" }] }"#, "{}", fails: .badRules),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
