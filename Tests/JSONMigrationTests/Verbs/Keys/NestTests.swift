import Testing

@testable import JSONMigrationCore

@Suite struct NestTests {
  static let cases = [
    RuleCase(
      "in the layout of its surroundings", #"{ "nest": ["a", "c"], "under": "o" }"#,
      "{\n  \"x\": 0,\n  \"a\": 1.0,\n  \"b\": 2,\n  \"c\": [ 3 ]\n}",
      "{\n  \"x\": 0,\n  \"o\": {\n    \"a\": 1.0,\n    \"c\": [ 3 ]\n  },\n  \"b\": 2\n}"),
    RuleCase(
      "the first member", #"{ "nest": ["a"], "under": "o" }"#, #"{"a":1,"b":2}"#,
      #"{"o":{"a":1},"b":2}"#),
    RuleCase(
      "null is a value", #"{ "nest": ["a"], "under": "o" }"#, #"{"a":null}"#, #"{"o":{"a":null}}"#),
    RuleCase(
      "what isn't there is passed over", #"{ "nest": ["a", "b"], "under": "o" }"#, #"{"b":1}"#,
      #"{"o":{"b":1}}"#),
    RuleCase(
      "what isn't there fails, if the rule says so",
      #"{ "nest": ["a", "b"], "under": "o", "if-missing": "fail" }"#, #"{"b":1}"#,
      fails: .missingValue),
    RuleCase(
      "the object has the name of a member", #"{ "nest": ["n", "f"], "under": "n" }"#,
      #"{"x":0,"n":"L","f":"A"}"#, #"{"x":0,"n":{"n":"L","f":"A"}}"#),
    RuleCase(
      "the member that gives the name is no object to add to",
      #"{ "nest": ["n"], "under": "n" }"#, #"{"n":{"n":1}}"#, #"{"n":{"n":{"n":1}}}"#),
    RuleCase(
      "parents are made", #"{ "nest": ["a"], "under": "p.o" }"#, #"{"a":1,"b":2}"#,
      #"{"b":2,"p":{"o":{"a":1}}}"#),
    RuleCase(
      "into a member of its own", #"{ "nest": ["a"], "under": "a.o" }"#, #"{"a":{}}"#,
      fails: .conflict),
    RuleCase(
      "a parent that is none", #"{ "nest": ["a"], "under": "p.o" }"#, #"{"a":1,"p":[]}"#,
      fails: .wrongType),
    RuleCase(
      "null is no object", #"{ "nest": ["a"], "under": "o" }"#, #"{"a":1,"o":null}"#,
      fails: .wrongType),
    RuleCase(
      "what is there stays", #"{ "nest": ["a", "b"], "under": "o", "if-exists": "keep" }"#,
      #"{"a":1,"b":2,"o":{"a":0}}"#, #"{"o":{"a":0,"b":2}}"#),
    RuleCase(
      "what is there is overwritten", #"{ "nest": ["a"], "under": "o", "if-exists": "overwrite" }"#,
      #"{"a":1,"o":{"a":0,"x":2}}"#, #"{"o":{"a":1,"x":2}}"#),
    RuleCase(
      "in each scope that fits",
      #"{ "in": "i[*]", "when": "@.a == 1", "nest": ["a"], "under": "o" }"#,
      #"{"i":[{"a":1},{"a":2},{"b":1}]}"#, #"{"i":[{"o":{"a":1}},{"a":2},{"b":1}]}"#),
    RuleCase(
      "scopes inside scopes", #"{ "in": "$..[?@.a]", "nest": ["a"], "under": "o" }"#,
      #"{"x":{"a":{"a":1}}}"#, #"{"x":{"o":{"a":{"o":{"a":1}}}}}"#),
    RuleCase(
      "two scopes for one object", #"{ "in": "i[*]", "nest": ["a"], "under": "$.o" }"#,
      #"{"i":[{"a":1},{"a":2}]}"#, fails: .conflict),
    RuleCase(
      "a scope that is no object", #"{ "in": "i[*]", "nest": ["a"], "under": "o" }"#, #"{"i":[1]}"#,
      fails: .wrongType),
    RuleCase(
      "a key that stands twice", #"{ "nest": ["a"], "under": "o" }"#, #"{"a":1,"a":2}"#,
      fails: .duplicateKey),
    RuleCase(
      "the name stands twice", #"{ "nest": ["a"], "under": "o" }"#, #"{"a":1,"o":{},"o":{}}"#,
      fails: .duplicateKey),
    RuleCase("no object", #"{ "nest": ["a"] }"#, "{}", fails: .badRules),
    RuleCase(
      "an object that can't be made", #"{ "nest": ["a"], "under": "o[0]" }"#, "{}", fails: .badRules
    ),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
