import Testing

@testable import JSONMigrationCore

@Suite struct RequireTests {
  static let cases = [
    RuleCase(
      "what holds changes nothing", #"{ "require": "@.a" }"#, #"{ "a": null }"#, #"{ "a": null }"#),
    RuleCase("what doesn't is refused", #"{ "require": "@.a" }"#, "{}", fails: .invalidValue),
    RuleCase(
      "at each scope", #"{ "in": "p[*]", "require": "@.a" }"#, #"{"p":[{"a":1},{}]}"#,
      fails: .invalidValue),
    RuleCase(
      "only where `when` holds", #"{ "in": "p[*]", "when": "@.k", "require": "@.a" }"#,
      #"{"p":[{"a":1,"k":1},{}]}"#, #"{"p":[{"a":1,"k":1},{}]}"#),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
