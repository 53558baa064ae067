import Testing

@testable import JSONMigrationCore

@Suite struct UnnestTests {
  static let cases = [
    RuleCase(
      "a member that was renamed has the space of its new place around the colon",
      #"{ "rename": { "o.a": "x" } }, { "unnest": "o" }"#, #"{"o" : {"a"  :  1}, "b" : 2}"#,
      #"{"x" : 1, "b" : 2}"#),
    RuleCase(
      "in the layout of its surroundings", #"{ "unnest": "o" }"#,
      "{\n  \"x\": 0,\n  \"o\": {\n    \"a\": 1.0,\n    \"c\": [ 3 ]\n  },\n  \"b\": 2\n}",
      "{\n  \"x\": 0,\n  \"a\": 1.0,\n  \"c\": [ 3 ],\n  \"b\": 2\n}"),
    RuleCase(
      "keys keep their spelling", #"{ "unnest": "o" }"#, #"{"o":{"\u0061\/":1}}"#,
      #"{"\u0061\/":1}"#),
    RuleCase(
      "an escaped key is found afterwards", #"[{ "unnest": "o" }, { "rename": { "a": "b" } }]"#,
      #"{"o":{"\u0061":1},"c":2}"#, #"{"b":1,"c":2}"#),
    RuleCase(
      "an empty object", #"{ "unnest": "o" }"#, #"{"a":1,"o":{ },"b":2}"#, #"{"a":1,"b":2}"#),
    RuleCase("nothing there", #"{ "unnest": "o" }"#, #"{ "a": 1 }"#, #"{ "a": 1 }"#),
    RuleCase(
      "nothing there, if it has to be", #"{ "unnest": "o", "if-missing": "fail" }"#, "{}",
      fails: .missingValue),
    RuleCase(
      "several, each with the name of another", #"{ "unnest": ["a", "b"] }"#,
      #"{"a":{"b":1,"x":2},"b":{"a":3}}"#, #"{"b":1,"x":2,"a":3}"#),
    RuleCase(
      "all of them", #"{ "unnest": "*" }"#, #"{"a":{"x":1},"b":{"y":2}}"#, #"{"x":1,"y":2}"#),
    RuleCase(
      "one inside the other", #"{ "unnest": ["a", "a.b"] }"#, #"{"a":{"x":1,"b":{"y":2}}}"#,
      #"{"x":1,"y":2}"#),
    RuleCase(
      "members of one name come together", #"{ "unnest": "*" }"#, #"{"a":{"x":1},"b":{"x":2}}"#,
      fails: .conflict),
    RuleCase(
      "what is there stays", #"{ "unnest": "o", "if-exists": "keep" }"#,
      #"{"o":{"x":1,"y":2},"x":0}"#, #"{"y":2,"x":0}"#),
    RuleCase(
      "what is overwritten keeps its position", #"{ "unnest": "o", "if-exists": "overwrite" }"#,
      #"{"o":{"z":1,"x":1,"y":2},"x":0,"a":3}"#, #"{"z":1,"y":2,"x":1,"a":3}"#),
    RuleCase(
      "in each scope", #"{ "in": "i[*]", "when": "@.k", "unnest": "o" }"#,
      #"{"i":[{"o":{"a":1},"k":0},{"o":{}}]}"#, #"{"i":[{"a":1,"k":0},{"o":{}}]}"#),
    RuleCase("an array", #"{ "unnest": "o" }"#, #"{"o":[1]}"#, fails: .wrongType),
    RuleCase(
      "an element of an array", #"{ "unnest": "o[*]" }"#, #"{"o":[{"a":1}]}"#, fails: .wrongType),
    RuleCase("the document", #"{ "unnest": "$" }"#, #"{"a":1}"#, fails: .wrongType),
    RuleCase(
      "an object that stands twice", #"{ "unnest": "o" }"#, #"{"o":{},"o":{}}"#,
      fails: .duplicateKey),
    RuleCase(
      "a member that stands twice", #"{ "unnest": "o" }"#, #"{"o":{"a":1,"b":2,"a":3}}"#,
      fails: .duplicateKey),
    RuleCase(
      "a new name that stands twice", #"{ "unnest": "o" }"#, #"{"o":{"a":1},"a":2,"a":3}"#,
      fails: .duplicateKey),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
