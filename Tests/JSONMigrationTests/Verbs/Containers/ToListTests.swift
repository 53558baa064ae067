import Testing

@testable import JSONMigrationCore

@Suite struct ToListTests {
  static let cases = [
    RuleCase(
      "in the layout of its surroundings", #"{ "to-list": "u", "key": "id" }"#,
      "{\n  \"u\": {\n    \"x\": {\n      \"n\": [ 1 ]\n    },\n    \"y\": {}\n  },\n  \"z\": 0\n}",
      "{\n  \"u\": [\n    {\n      \"id\": \"x\",\n      \"n\": [ 1 ]\n    },\n    {\n"
        + "      \"id\": \"y\"\n    }\n  ],\n  \"z\": 0\n}"),
    RuleCase("nothing in it", #"{ "to-list": "u", "key": "id" }"#, #"{"u":{}}"#, #"{"u":[]}"#),
    RuleCase("null", #"{ "to-list": "u", "key": "id" }"#, #"{"u":null}"#, #"{"u":null}"#),
    RuleCase("an array", #"{ "to-list": "u", "key": "id" }"#, #"{"u":[]}"#, fails: .wrongType),
    RuleCase(
      "a value that is no object", #"{ "to-list": "u", "key": "id" }"#, #"{"u":{"x":1}}"#,
      fails: .wrongType),
    RuleCase(
      "the member that is there stays", #"{ "to-list": "u", "key": "id", "if-exists": "keep" }"#,
      #"{"u":{"x":{"a":0,"id":1}}}"#, #"{"u":[{"a":0,"id":1}]}"#),
    RuleCase(
      "or is overwritten", #"{ "to-list": "u", "key": "id", "if-exists": "overwrite" }"#,
      #"{"u":{"x":{"a":0,"id":1}}}"#, #"{"u":[{"a":0,"id":"x"}]}"#),
    RuleCase(
      "values of any type", #"{ "to-list": "u", "key": "k", "value": "v" }"#,
      #"{"u":{"x\n":[1, 2],"y":null,"z":{"k":1}}}"#,
      #"{"u":[{"k":"x\n","v":[1, 2]},{"k":"y","v":null},{"k":"z","v":{"k":1}}]}"#),
    RuleCase(
      "the document, and then in it",
      #"[{ "to-list": "$", "key": "id" }, { "set": { "[*].n": 1 } }]"#, #" {"x":{}} "#,
      #" [{"id":"x","n":1}] "#),
    RuleCase(
      "the scope, and then in it",
      #"{ "in": "u", "rules": [{ "to-list": "@", "pairs": true }, { "drop": "@[0]" }] }"#,
      #"{"a":1,"u":{"x":2},"b":3}"#, #"{"a":1,"u":[2],"b":3}"#),
    RuleCase(
      "a map in a map, and that first", #"{ "to-list": ["u", "u.x.m"], "key": "id" }"#,
      #"{"u":{"x":{"m":{"y":{}}}}}"#, #"{"u":[{"id":"x","m":[{"id":"y"}]}]}"#),
    RuleCase(
      "it is found under its name afterwards",
      #"[{ "to-list": "u", "key": "id" }, { "rename": { "u": "v" } }, { "drop": "v[0].id" }]"#,
      #"{"u":{"x":{"n":1}}}"#, #"{"v":[{"n":1}]}"#),
    RuleCase(
      "in each scope", #"{ "in": "p[*]", "when": "@.u", "to-list": "u", "pairs": true }"#,
      #"{"p":[{"u":{"a":1}},{}]}"#, #"{"p":[{"u":["a",1]},{}]}"#),
    RuleCase(
      "a key that stands twice in it", #"{ "to-list": "u", "key": "id" }"#,
      #"{"u":{"x":{},"x":{}}}"#, fails: .duplicateKey),
    RuleCase(
      "half of a surrogate pair", #"{ "to-list": "u", "key": "id" }"#, #"{"u":{"\ud800":{}}}"#,
      fails: .invalidValue),
    RuleCase("nothing there", #"{ "to-list": "u", "key": "id" }"#, "{}", "{}"),
    RuleCase(
      "nothing there, and that is wrong",
      #"{ "to-list": "u", "key": "id", "if-missing": "fail" }"#, "{}", fails: .missingValue),
    RuleCase("no key", #"{ "to-list": "u" }"#, "{}", fails: .badRules),
    RuleCase(
      "a key and pairs", #"{ "to-list": "u", "key": "id", "pairs": true }"#, "{}",
      fails: .badRules),
    RuleCase(
      "one name for both", #"{ "to-list": "u", "key": "id", "value": "id" }"#, "{}",
      fails: .badRules),
    RuleCase(
      "the whole document, in lines", #"{ "to-list": "$", "key": "id" }"#,
      "{\n  \"x\": {\n    \"n\": 1\n  },\n  \"y\": { \"n\": 2 }\n}\n",
      "[\n  {\n    \"id\": \"x\",\n    \"n\": 1\n  },\n  { \"id\": \"y\", \"n\": 2 }\n]\n"),
    RuleCase(
      "the whole document, with values of their own",
      #"{ "to-list": "$", "key": "id", "value": "v" }"#,
      "{\r\n\t\"x\": 1,\r\n\t\"y\": [\r\n\t\t2\r\n\t]\r\n}",
      "[\r\n\t{\r\n\t\t\"id\": \"x\",\r\n\t\t\"v\": 1\r\n\t},\r\n\t{\r\n\t\t\"id\": \"y\",\r\n"
        + "\t\t\"v\": [\r\n\t\t\t2\r\n\t\t]\r\n\t}\r\n]"),
    RuleCase(
      "the whole document, on one line", #"{ "to-list": "$", "pairs": true }"#,
      #"{ "x": 1, "y": 2 }"#, #"["x",1,"y",2]"#),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
