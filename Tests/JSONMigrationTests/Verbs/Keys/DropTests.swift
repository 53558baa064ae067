import Testing

@testable import JSONMigrationCore

@Suite struct DropTests {
  static let cases = [
    RuleCase("the first member", #"{ "drop": "a" }"#, #"{ "a": 1, "b": 2 }"#, #"{ "b": 2 }"#),
    RuleCase("the last member", #"{ "drop": "b" }"#, #"{ "a": 1, "b": 2 }"#, #"{ "a": 1 }"#),
    RuleCase("the only member", #"{ "drop": "a" }"#, #"{ "a": 1 }"#, #"{}"#),
    RuleCase(
      "all elements", #"{ "drop": "a[*]" }"#, #"{"a":[1,{"b":2},[3]]}"#, #"{"a":[]}"#),
    RuleCase(
      "a place that is named twice goes once", #"{ "drop": ["a[0]", "a[*]"] }"#, #"{"a":[1,2]}"#,
      #"{"a":[]}"#),
    RuleCase(
      "the last two, counted from the end", #"{ "drop": "a[-2:]" }"#, #"{"a":[1,2,3]}"#,
      #"{"a":[1]}"#),
    RuleCase("null", #"{ "drop": "a" }"#, #"{"a":null}"#, #"{}"#),
    RuleCase(
      "nothing there, and that is wrong", #"{ "drop": "a", "if-missing": "fail" }"#, #"{"b":1}"#,
      fails: .missingValue),
    RuleCase(
      "one of two is there, and both have to be",
      #"{ "drop": ["b", "a"], "if-missing": "fail" }"#, #"{"b":1}"#, fails: .missingValue),
    RuleCase(
      "a key that stands twice", #"{ "drop": "a" }"#, #"{"a":1,"a":2}"#, fails: .duplicateKey),
    RuleCase(
      "a wildcard over a key that stands twice", #"{ "drop": "*" }"#, #"{"a":1,"a":2}"#,
      fails: .duplicateKey),
    RuleCase("the document", #"{ "drop": "@" }"#, #"{"a":1}"#, fails: .wrongType),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
