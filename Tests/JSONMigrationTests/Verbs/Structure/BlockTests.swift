import Testing

@testable import JSONMigrationCore

@Suite struct BlockTests {
  static let cases = [
    RuleCase(
      "a scope that an earlier one has replaced",
      #"{ "in": "a[*]", "rules": [{ "set": { "$.a": 0 } }, { "drop": "@" }] }"#,
      #"{"a":[1,2,3],"b":4}"#, #"{"a":0,"b":4}"#),
    RuleCase(
      "a scope that an earlier one took away is passed over",
      #"{ "in": "p[*]", "rules": [{ "drop": "$.p[1]" }, { "set": { "x": 1 } }] }"#,
      #"{"p":[{},{}]}"#, #"{"p":[{"x":1}]}"#),
    RuleCase(
      "a scope that a rule has taken away is done with",
      #"{ "in": "p[*]", "rules": [{ "drop": "@", "when": "@.old" }, { "require": "@.id" }] }"#,
      #"{"p":[{"old":1},{"id":2}]}"#, #"{"p":[{"id":2}]}"#),
    RuleCase(
      "what is in a scope that is gone comes nowhere",
      #"{ "in": "p[*]", "rules": [{ "drop": "$.p" }, { "move": { "id": "$.last" } }] }"#,
      #"{"p":[{"id":1},{"id":2}]}"#, "{}"),
    RuleCase(
      "blocks in a scope that is gone are done with too",
      #"{ "in": "p", "rules": [{ "rules": [{ "drop": "@" }] }, { "set": { "$.q": 1 } }] }"#,
      #"{"p":{}}"#, "{}"),
    RuleCase(
      "a scope that has gone elsewhere is still there",
      #"{ "in": "p", "rules": [{ "move": { "@": "$.q" } }, { "set": { "x": 1 } }] }"#,
      #"{"p":{}}"#, #"{"q":{"x":1}}"#),
    RuleCase(
      "a scope inside a scope comes first",
      #"{ "in": "$..[?@.k]", "rules": [{ "set": { "n": 0 } }, { "drop": "k" }] }"#,
      #"{"a":{"k":1,"b":{"k":2}}}"#, #"{"a":{"b":{"n":0},"n":0}}"#),
    RuleCase(
      "other scopes come in document order",
      #"{ "in": ["t", "s[*]"], "rules": [{ "append": { "$.toc": "{x}" }, "fill": true }] }"#,
      #"{"t":{"x":1},"s":[{"x":2},{"x":3}]}"#,
      #"{"t":{"x":1},"s":[{"x":2},{"x":3}],"toc":[1,2,3]}"#),
    RuleCase(
      "at any depth too",
      #"{ "in": "$..k", "rules": [{ "copy": { "n": "$.first" }, "if-exists": "keep" }] }"#,
      #"{"k":{"n":1},"q":{"k":{"n":3}}}"#, #"{"k":{"n":1},"q":{"k":{"n":3}},"first":1}"#),
    RuleCase(
      "blocks in blocks",
      #"{ "in": "a", "rules": [{ "in": "b[*]", "rules": [{ "drop": "c" }] }] }"#,
      #"{"a":{"b":[{"c":1},{"d":2}]}}"#, #"{"a":{"b":[{},{"d":2}]}}"#),
    RuleCase("no rules", #"{ "rules": [] }"#, #"{ "a": 1 }"#, #"{ "a": 1 }"#),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
