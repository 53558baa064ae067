import Testing

@testable import JSONMigrationCore

@Suite struct ListTests {
  static let cases = [
    RuleCase(
      "elements keep their bytes, and the list its layout", #"{ "list": "v", "do": ["reverse"] }"#,
      "{\n  \"v\": [\n    1.0,\n    { \"a\" : 1 },\n    [3]\n  ]\n}",
      "{\n  \"v\": [\n    [3],\n    { \"a\" : 1 },\n    1.0\n  ]\n}"),
    RuleCase(
      "on one line", #"{ "list": "v", "do": ["reverse"] }"#, #"{"v": [ 1, 2, 3 ]}"#,
      #"{"v": [ 3, 2, 1 ]}"#),
    RuleCase(
      "what is in order keeps its white space", #"{ "list": "v", "do": [{ "sort-by": "@" }] }"#,
      #"{"v":[1 ,  2,3 ]}"#, #"{"v":[1 ,  2,3 ]}"#),
    RuleCase(
      "the first of what is the same JSON stays", #"{ "list": "v", "do": ["dedupe"] }"#,
      #"{"v":[1,"1",1.0,{"a":1,"b":[]},null,{"b":[],"a":1e0},"\u0031",null,[]]}"#,
      #"{"v":[1,"1",{"a":1,"b":[]},null,[]]}"#),
    RuleCase(
      "composed and decomposed letters are two texts", #"{ "list": "v", "do": ["dedupe"] }"#,
      #"{"v":["\u00e9","e\u0301"]}"#, #"{"v":["\u00e9","e\u0301"]}"#),
    RuleCase(
      "numbers by value, and those that are equal stay as they stand",
      #"{ "list": "v", "do": [{ "sort-by": "k" }] }"#,
      #"{"v":[{"k":10},{"k":1.0,"n":1},{"k":-1e400},{"k":1,"n":2},{"k":9007199254740993},{"k":9007199254740992}]}"#,
      #"{"v":[{"k":-1e400},{"k":1.0,"n":1},{"k":1,"n":2},{"k":10},{"k":9007199254740992},{"k":9007199254740993}]}"#
    ),
    RuleCase(
      "texts by code point", #"{ "list": "v", "do": [{ "sort-by": "@" }] }"#,
      #"{"v":["b","\ud83d\ude00","\uff5e","B","","ba"]}"#,
      #"{"v":["","B","b","ba","\uff5e","\ud83d\ude00"]}"#),
    RuleCase(
      "in the order that is written",
      #"{ "list": "v", "do": [{ "sort-by": "@" }, "reverse", "dedupe"] }"#,
      #"{"v":[1,3,2,3]}"#, #"{"v":[3,2,1]}"#),
    RuleCase(
      "a list in a list", #"{ "list": ["v", "v[*]"], "do": ["reverse"] }"#, #"{"v":[[1,2],[3,4]]}"#,
      #"{"v":[[4,3],[2,1]]}"#),
    RuleCase(
      "what an earlier rule changed",
      #"[{ "set": { "v[*].n": 0 } }, { "list": "v", "do": ["reverse"] }, { "drop": "v[0].k" }]"#,
      #"{"v":[{"k":1},{"k":2}]}"#, #"{"v":[{"n":0},{"k":1,"n":0}]}"#),
    RuleCase(
      "the document", #"{ "list": "$", "do": ["reverse"] }"#, " [1, 2] ", " [2, 1] "),
    RuleCase(
      "empty, of one, and null",
      #"{ "list": "v[*]", "do": ["dedupe", { "sort-by": "@" }, "reverse"] }"#,
      #"{"v":[[ ],[ 1 ],null]}"#, #"{"v":[[ ],[ 1 ],null]}"#),
    RuleCase("no list", #"{ "list": "v", "do": ["reverse"] }"#, #"{"v":{}}"#, fails: .wrongType),
    RuleCase(
      "nothing to sort by", #"{ "list": "v", "do": [{ "sort-by": "k" }] }"#, #"{"v":[{"k":1},{}]}"#,
      fails: .missingValue),
    RuleCase(
      "what can't be sorted", #"{ "list": "v", "do": [{ "sort-by": "@" }] }"#, #"{"v":[null]}"#,
      fails: .wrongType),
    RuleCase(
      "several to sort by", #"{ "list": "v", "do": [{ "sort-by": "k[*]" }] }"#,
      #"{"v":[{"k":[1,2]}]}"#,
      fails: .conflict),
    RuleCase(
      "a key that stands twice in an element", #"{ "list": "v", "do": ["dedupe"] }"#,
      #"{"v":[{"a":1,"a":2}]}"#, fails: .duplicateKey),
    RuleCase(
      "only in some scopes", #"{ "in": "p[?@.on]", "list": "v", "do": ["reverse"] }"#,
      #"{"p":[{"v":[1,2],"on":1},{"v":[1,2]}]}"#, #"{"p":[{"v":[2,1],"on":1},{"v":[1,2]}]}"#),
    RuleCase("nothing there", #"{ "list": "v", "do": ["reverse"] }"#, "{}", "{}"),
    RuleCase(
      "nothing there, and that is wrong",
      #"{ "list": "v", "do": ["reverse"], "if-missing": "fail" }"#, "{}", fails: .missingValue),
    RuleCase("nothing to do", #"{ "list": "v", "do": [] }"#, "{}", fails: .badRules),
    RuleCase("an unknown word", #"{ "list": "v", "do": ["sort"] }"#, "{}", fails: .badRules),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
