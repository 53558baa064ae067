import Testing

@testable import JSONMigration

@Suite struct SetValueTests {
  static let cases = [
    RuleCase(
      "missing parents are made", #"{ "set": { "a.b": 1 } }"#, #"{"c":0}"#,
      #"{"c":0,"a":{"b":1}}"#),
    RuleCase(
      "every element, null among them", #"{ "set": { "a[*]": 0 } }"#, #"{"a":[1, null]}"#,
      #"{"a":[0, 0]}"#),
    RuleCase("no element is made", #"{ "set": { "a[1]": 0 } }"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
    RuleCase("the scope itself", #"{ "in": "a", "set": { "@": [] } }"#, #"{"a":1}"#, #"{"a":[]}"#),
    RuleCase("the document", #"{ "set": { "$": [] } }"#, #" {"a":1} "#, " [] "),
    RuleCase(
      "a value and what is in it: that first", #"{ "set": { "a": 1, "a.b": 2 } }"#,
      #"{"a":{}}"#, #"{"a":1}"#),
    RuleCase(
      "a parent that is no object", #"{ "set": { "a.b": 1 } }"#, #"{"a":null}"#,
      fails: .wrongType),
    RuleCase(
      "a key that stands twice", #"{ "set": { "a": 1 } }"#, #"{"a":1,"a":2}"#, fails: .duplicateKey),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
