import Testing

@testable import JSONMigrationCore

@Suite struct AddDefaultTests {
  static let cases = [
    RuleCase(
      "parents that have to be there", #"{ "add-default": { "a.b.c": 1 }, "if-missing": "fail" }"#,
      #"{"a":{}}"#, fails: .missingValue),
    RuleCase(
      "parents that are there", #"{ "add-default": { "a.b": 1, "c": 2 }, "if-missing": "fail" }"#,
      #"{"a":{}}"#, #"{"a":{"b":1},"c":2}"#),
    RuleCase(
      "filled, and parents that have to be there",
      #"{ "add-default": { "a.b": "{x}" }, "fill": true, "if-missing": "fail" }"#, #"{"x":1}"#,
      fails: .missingValue),
    RuleCase(
      "in the layout of its surroundings", #"{ "add-default": { "b": { "c": [1] } } }"#,
      "{\n  \"a\": 1\n}\n",
      "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": [\n      1\n    ]\n  }\n}\n"),
    RuleCase("in an empty object", #"{ "add-default": { "b": 1 } }"#, "{}", #"{"b":1}"#),
    RuleCase(
      "a number as it is spelled", #"{ "add-default": { "b": 1.50e400 } }"#, "{}",
      #"{"b":1.50e400}"#),
    RuleCase(
      "one parent for two members", #"{ "add-default": { "p.x": 1, "a": 2, "p.y": 3 } }"#, "{}",
      #"{"p":{"x":1,"y":3},"a":2}"#),
    RuleCase(
      "null is there", #"{ "add-default": { "a": 1 } }"#, #"{"a":null}"#, #"{"a":null}"#),
    RuleCase(
      "null is replaced where it stands", #"{ "add-default": { "a": 1 }, "if-null": "replace" }"#,
      #"{"a": null, "b": 2}"#, #"{"a": 1, "b": 2}"#),
    RuleCase(
      "of the document, from a scope", #"{ "in": "p[*]", "add-default": { "$.n": 1 } }"#,
      #"{"p":[{},{}]}"#, #"{"p":[{},{}],"n":1}"#),
    RuleCase(
      "a parent that no path can make, and that is wrong",
      #"{ "add-default": { "p[*].n": 1 }, "if-missing": "fail" }"#, "{}", fails: .missingValue),
    RuleCase(
      "a key that stands twice", #"{ "add-default": { "a": 1 } }"#, #"{"a":1,"a":2}"#,
      fails: .duplicateKey),
    RuleCase("in an array", #"{ "add-default": { "a": 1 } }"#, "[]", fails: .wrongType),
    RuleCase(
      "an element can't be made", #"{ "add-default": { "a[0]": 1 } }"#, "{}", fails: .badRules),
    RuleCase(
      "an id for each place, and none where there is one",
      #"{ "add-default": ["i[*].id"], "generate": "uuid" }"#, #"{"i":[{},{"id":1},{}]}"#,
      #"{"i":[{"id":"00000000-0000-4000-8000-000000000001"},{"id":1},"#
        + #"{"id":"00000000-0000-4000-8000-000000000002"}]}"#),
    RuleCase(
      "the time", #"{ "add-default": ["at"], "generate": "now" }"#, "{}",
      #"{"at":"2026-01-01T00:00:00Z"}"#),
    RuleCase(
      "what is empty is replaced where it stands, whatever the white space in it",
      #"{ "add-default": { "a": 1, "b.c": 2 }, "if-empty": "replace" }"#,
      "{\"a\": [\n ], \"b\": {\"c\": {  }}, \"z\": \"\"}",
      "{\"a\": 1, \"b\": {\"c\": 2}, \"z\": \"\"}"),
    RuleCase(
      "the position of an element among others that nothing looks at",
      #"{ "add-default": ["i[2].n"], "generate": "position" }"#,
      #"{"i":[{},{"a":1},{"a":2},{}]}"#, #"{"i":[{},{"a":1},{"a":2,"n":2},{}]}"#),
    RuleCase(
      "positions of elements that have others in them",
      #"{ "in": "$..[?@.k]", "add-default": ["n"], "generate": "position", "first": -1 }"#,
      #"[{"k":[{"k":0},{"k":0}]},0,{"k":[{"k":0}]}]"#,
      #"[{"k":[{"k":0,"n":-1},{"k":0,"n":0}],"n":-1},0,{"k":[{"k":0,"n":-1}],"n":1}]"#),
    RuleCase(
      "positions in a block whose rules take elements away",
      #"{ "in": "i[*]", "rules": [{ "drop": "@", "when": "@.x" }, "#
        + #"{ "add-default": ["n"], "generate": "position" }] }"#,
      #"{"i":[{},{"x":1},{},{"x":1},{}]}"#, #"{"i":[{"n":0},{"n":1},{"n":2}]}"#),
    RuleCase(
      "positions where elements before them go later",
      #"{ "in": "i[*]", "rules": [{ "add-default": ["n"], "generate": "position" }, "#
        + #"{ "drop": ["@.s[?@.x]", "$.i[0]"], "when": "@.s" }, "#
        + #"{ "add-default": ["m"], "generate": "position" }] }"#,
      #"{"i":[{},{},{"s":[{"x":1},{}]},{},{}]}"#,
      #"{"i":[{"n":1,"m":1},{"s":[{}],"n":2,"m":1},{"n":2,"m":2},{"n":3,"m":3}]}"#),
    RuleCase(
      "positions in a block that takes away what it has counted",
      #"{ "in": "i[*]", "rules": [{ "add-default": ["n"], "generate": "position", "when": "!@.z" }, "#
        + #"{ "drop": "@", "when": "@.x" }, { "drop": "$.i[0]", "when": "@.y" }] }"#,
      #"{"i":[{"x":1},{"x":2},{},{"x":3},{"z":1,"x":4},{},{"y":1},{},{"x":5},{}]}"#,
      #"{"i":[{"n":1},{"y":1,"n":2},{"n":2},{"n":3}]}"#),
    RuleCase(
      "also where it moves members",
      #"{ "in": "i[*]", "rules": [{ "add-default": ["n"], "generate": "position" }, "#
        + #"{ "drop": "$.i[0]", "when": "@.y" }, { "move": { "a": "b" } }, "#
        + #"{ "drop": "@", "when": "@.x" }] }"#,
      #"{"i":[{"a":1},{"x":2},{},{"y":1},{"x":3},{"a":2},{"x":4},{}]}"#,
      #"{"i":[{"n":1},{"y":1,"n":2},{"b":2,"n":2},{"n":3}]}"#),
    RuleCase(
      "of two pairs for one place the first counts, or the one around it",
      #"{ "add-default": { "l[0].x": 1, "l[*].x": 2, "$.a": { "b": 1 }, "a.b": 2, "a.c": 3 } }"#,
      #"{"l":[{},{}]}"#, #"{"l":[{"x":1},{"x":2}],"a":{"b":1,"c":3}}"#),
    RuleCase(
      "a position that is too far",
      #"{ "add-default": ["i[*].n"], "generate": "position", "first": 9223372036854775807 }"#,
      #"{"i":[{},{}]}"#, fails: .invalidValue),
    RuleCase(
      "`first` is an integer",
      #"{ "add-default": ["i[*].n"], "generate": "position", "first": 0.5 }"#, "{}",
      fails: .badRules),
    RuleCase(
      "values and `generate`", #"{ "add-default": { "a": 1 }, "generate": "uuid" }"#, "{}",
      fails: .badRules),
    RuleCase(
      "what is empty gets what a field has",
      #"{ "add-default": { "a": "{b}" }, "fill": true, "if-empty": "replace" }"#,
      #"{"a":"","b":{"c":[]}}"#, #"{"a":{"c":[]},"b":{"c":[]}}"#),
    RuleCase(
      "a field that is missing, where no member can be made either",
      #"{ "add-default": { "items.b": "{x}", "e.a": "v-{d.e}" }, "fill": true }"#,
      #"{"items":[],"e":null,"d":{}}"#, #"{"items":[],"e":null,"d":{}}"#),
    RuleCase(
      "a field that is there, where no member can be made",
      #"{ "add-default": { "items.b": "{d}" }, "fill": true }"#, #"{"items":[],"d":1}"#,
      fails: .wrongType),
    RuleCase(
      "what nobody needs is not read",
      #"{ "add-default": { "a": "{b}", "c": "{a}" }, "fill": true }"#, #"{"a":null,"b":1,"b":2}"#,
      #"{"a":null,"b":1,"b":2,"c":null}"#),
    RuleCase(
      "`fill` says nothing beside `generate`",
      #"{ "add-default": ["a"], "generate": "uuid", "fill": true }"#, "{}", fails: .badRules),
    RuleCase(
      "the time as people write it, as far as that goes",
      #"{ "add-default": ["at"], "generate": "now", "as": { "form": "MM/yyyy", "zone": "-00:01" } }"#,
      "{}",
      #"{"at":"12/2025"}"#),
    RuleCase(
      "two values for one place", #"{ "add-default": { "x": "{a}", "$.x": "{b}" }, "fill": true }"#,
      #"{"a":1,"b":2}"#, fails: .conflict),
    RuleCase(
      "one of which can't be filled",
      #"{ "add-default": { "x": "{a}", "$.x": "{b}" }, "fill": true }"#,
      #"{"b":2}"#, #"{"b":2,"x":2}"#),
    RuleCase(
      "two values of scopes inside each other",
      #"{ "in": ["a", "a.b"], "add-default": { "b.x": "{n}", "x": "{n}" }, "fill": true }"#,
      #"{"a":{"n":1,"b":{"n":3,"b":{}}}}"#, fails: .conflict),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
