import Testing

@testable import JSONMigrationCore

@Suite struct ConcatTests {
  static let cases = [
    RuleCase(
      "a target inside one of several arrays",
      #"{ "in": "c[0]", "concat": ["$.c", "d"], "into": "d" }"#, #"{"c":[{"d":[]},{}]}"#,
      fails: .conflict),
    RuleCase(
      "a target inside the last of them", #"{ "in": "c[0]", "concat": ["t", "$.c"], "into": "z" }"#,
      #"{"c":[{"t":[1]},{}]}"#, fails: .conflict),
    RuleCase(
      "what another scope takes away is not in the way",
      #"{ "in": ["a", "a.o"], "concat": ["o.c"], "into": "c", "if-exists": "overwrite" }"#,
      #"{"a":{"o":{"o":{"c":[1]},"c":[2]}}}"#, #"{"a":{"o":{"o":{},"c":[1]},"c":[2]}}"#),
    RuleCase(
      "nor without a word for that", #"{ "in": ["a", "a.o"], "concat": ["o.c"], "into": "c" }"#,
      #"{"a":{"o":{"o":{"c":[1]},"c":[2]}}}"#, #"{"a":{"o":{"o":{},"c":[1]},"c":[2]}}"#),
    RuleCase(
      "elements keep their bytes and the first its layout",
      #"{ "concat": ["a", "b"], "into": "c" }"#,
      "{\n  \"x\": 0,\n  \"a\": [ 1.0,  [2] ],\n  \"b\": [\n    {\"k\" : 3}\n  ]\n}",
      "{\n  \"x\": 0,\n  \"c\": [ 1.0,  [2],  {\"k\" : 3} ]\n}"),
    RuleCase(
      "the order of the rule, the place of the first", #"{ "concat": ["b", "a"], "into": "c" }"#,
      #"{"a":[1,2],"x":0,"b":[3,4]}"#, #"{"c":[3,4,1,2],"x":0}"#),
    RuleCase(
      "three into the one between", #"{ "concat": ["a", "b", "c"], "into": "b" }"#,
      #"{"c":[5],"b":[3,4],"a":[1,2]}"#, #"{"b":[1,2,3,4,5]}"#),
    RuleCase(
      "empty ones", #"{ "concat": ["a", "b"], "into": "c" }"#, #"{"a":[],"b":[ ]}"#, #"{"c":[]}"#),
    RuleCase(
      "an empty one takes the others", #"{ "concat": ["a", "b"], "into": "a" }"#,
      #"{"a":[],"b":[1, 2]}"#, #"{"a":[1,2]}"#),
    RuleCase(
      "every match of a query", #"{ "concat": "g[*].t", "into": "all" }"#,
      #"{"g":[{"t":[1]},{},{"t":[2,3]}]}"#, #"{"g":[{},{},{}],"all":[1,2,3]}"#),
    RuleCase(
      "one that is named twice", #"{ "concat": ["a", "*"], "into": "a" }"#, #"{"a":[1],"b":[2]}"#,
      #"{"a":[1,2]}"#),
    RuleCase(
      "into another object", #"{ "concat": ["a", "b"], "into": "o.c" }"#,
      #"{"a":[1],"b":[2],"x":0}"#, #"{"x":0,"o":{"c":[1,2]}}"#),
    RuleCase(
      "out of another object", #"{ "concat": ["o.a", "b"], "into": "c" }"#,
      #"{"o":{"a":[1]},"b":[2],"x":0}"#, #"{"o":{},"c":[1,2],"x":0}"#),
    RuleCase(
      "all are missing, and have to be there",
      #"{ "concat": ["a", "b"], "into": "c", "if-missing": "fail" }"#,
      "{}", fails: .missingValue),
    RuleCase(
      "one is there", #"{ "concat": ["a", "b"], "into": "c", "if-missing": "fail" }"#,
      #"{"b":[1]}"#, #"{"c":[1]}"#),
    RuleCase(
      "null is no array", #"{ "concat": ["a"], "into": "c" }"#, #"{"a":null}"#, fails: .wrongType),
    RuleCase(
      "what is there stays, and they go",
      #"{ "concat": ["a", "b"], "into": "c", "if-exists": "keep" }"#,
      #"{"a":[1],"c":0,"b":[2]}"#, #"{"c":0}"#),
    RuleCase(
      "what is overwritten keeps its position",
      #"{ "concat": ["a", "b"], "into": "c", "if-exists": "overwrite" }"#,
      #"{"a":[1],"x":0,"c":0,"b":[2]}"#, #"{"x":0,"c":[1,2]}"#),
    RuleCase(
      "also when it stands behind the first",
      #"{ "concat": ["a", "b"], "into": "c", "if-exists": "overwrite" }"#,
      #"{"a":[1],"c":0,"b":[2],"x":0}"#, #"{"c":[1,2],"x":0}"#),
    RuleCase(
      "in each scope", #"{ "in": "i[*]", "when": "@.a", "concat": ["a", "b"], "into": "b" }"#,
      #"{"i":[{"a":[1],"b":[2]},{"b":[3]}]}"#, #"{"i":[{"b":[1,2]},{"b":[3]}]}"#),
    RuleCase(
      "one array for two scopes", #"{ "in": "i[*]", "concat": ["$.a", "b"], "into": "b" }"#,
      #"{"i":[{"b":[1]},{"b":[2]}],"a":[0]}"#, fails: .conflict),
    RuleCase(
      "an array and one in it", #"{ "concat": ["a", "a[1]"], "into": "a" }"#, #"{"a":[1,[2,3],4]}"#,
      #"{"a":[1,4,2,3]}"#),
    RuleCase(
      "a key that stands twice", #"{ "concat": ["a"], "into": "c" }"#, #"{"a":[1],"a":[2]}"#,
      fails: .duplicateKey),
    RuleCase("nowhere to go", #"{ "concat": ["a"] }"#, "{}", fails: .badRules),
    RuleCase(
      "found under its key afterwards",
      #"[{ "concat": ["a", "b"], "into": "c" }, { "drop": "c[0]" }]"#,
      #"{"a":[1],"b":[2]}"#, #"{"c":[2]}"#),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
