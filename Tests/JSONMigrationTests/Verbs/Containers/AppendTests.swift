import Testing

@testable import JSONMigrationCore

@Suite struct AppendTests {
  static let cases = [
    RuleCase(
      "each scope adds its own in document order, however scopes are named",
      #"{ "in": ["b", "a"], "append": { "$.n": "{x}" }, "fill": true }"#,
      #"{"a":{"x":1},"b":{"x":2}}"#, #"{"a":{"x":1},"b":{"x":2},"n":[1,2]}"#),
    RuleCase(
      "also backwards", #"{ "in": "c[::-1]", "append": { "$.n": "{x}" }, "fill": true }"#,
      #"{"c":[{"x":1},{"x":2}]}"#, #"{"c":[{"x":1},{"x":2}],"n":[1,2]}"#),
    RuleCase(
      "what is inside first", #"{ "in": "$..[?@.x]", "append": { "$.n": "{x}" }, "fill": true }"#,
      #"{"c":[{"x":1,"d":{"x":10}},{"x":2}]}"#,
      #"{"c":[{"x":1,"d":{"x":10}},{"x":2}],"n":[10,1,2]}"#),
    RuleCase(
      "in the layout of its surroundings", #"{ "append": { "t": { "a": 1 } } }"#,
      "{\n  \"t\": [\n    1.0\n  ]\n}",
      "{\n  \"t\": [\n    1.0,\n    {\n      \"a\": 1\n    }\n  ]\n}"),
    RuleCase("to an empty array", #"{ "append": { "t": 1 } }"#, #"{"t":[]}"#, #"{"t":[1]}"#),
    RuleCase(
      "parents are made", #"{ "append": { "a.t": 1 } }"#, #"{"b":2}"#, #"{"b":2,"a":{"t":[1]}}"#),
    RuleCase(
      "of each element", #"{ "append": { "i[*].t": 1 } }"#, #"{"i":[{},{"t":[0]}]}"#,
      #"{"i":[{"t":[1]},{"t":[0,1]}]}"#),
    RuleCase(
      "to each array", #"{ "append": { "i[*]": 1 } }"#, #"{"i":[[],[0]]}"#, #"{"i":[[1],[0,1]]}"#),
    RuleCase(
      "two for one array", #"{ "append": { "t": 1, "$.t": 2 } }"#, #"{"t":[0]}"#, #"{"t":[0,1,2]}"#),
    RuleCase(
      "two for one array that is made", #"{ "append": { "t": 1, "$.t": 2 } }"#, "{}",
      #"{"t":[1,2]}"#),
    RuleCase(
      "from several scopes once", #"{ "in": "i[*]", "append": { "$.t": 1 } }"#,
      #"{"i":[{},{}],"t":[]}"#, #"{"i":[{},{}],"t":[1]}"#),
    RuleCase(
      "equal numbers and objects are there",
      #"{ "append": { "n": 1.0, "o": {"a":1,"b":2} }, "unless-present": true }"#,
      #"{"n":[1],"o":[0,{"b":2,"a":1.0}]}"#, #"{"n":[1],"o":[0,{"b":2,"a":1.0}]}"#),
    RuleCase(
      "what only looks alike isn't",
      #"{ "append": { "n": "1", "b": false }, "unless-present": true }"#,
      #"{"n":[1],"b":[null,true,0]}"#, #"{"n":[1,"1"],"b":[null,true,0,false]}"#),
    RuleCase(
      "no parents", #"{ "append": { "i[*].t": 1 }, "if-missing": "fail" }"#, #"{"i":[]}"#,
      fails: .missingValue),
    RuleCase(
      "a parent that has to be there", #"{ "append": { "a.t": 1 }, "if-missing": "fail" }"#, "{}",
      fails: .missingValue),
    RuleCase(
      "a parent that is none", #"{ "append": { "a.t": 1 } }"#, #"{"a":[]}"#, fails: .wrongType),
    RuleCase("an object", #"{ "append": { "t": 1 } }"#, #"{"t":{}}"#, fails: .wrongType),
    RuleCase(
      "a key that stands twice", #"{ "append": { "t": 1 } }"#, #"{"t":[],"t":[]}"#,
      fails: .duplicateKey),
    RuleCase("when", #"{ "append": { "t": 1 }, "when": "@.k" }"#, #"{ "t": [] }"#, #"{ "t": [] }"#),
    RuleCase("nothing", #"{ "append": {} }"#, "{}", fails: .badRules),
    RuleCase(
      "a filled element that is there in one scope",
      #"{ "in": "i[*]", "append": { "$.t": { "k": "{n}" } }, "fill": true, "unless-present": true }"#,
      #"{"t":[{"k":1}],"i":[{"n":1.0},{"n":2},{"n":2}]}"#,
      #"{"t":[{"k":1},{"k":2}],"i":[{"n":1.0},{"n":2},{"n":2}]}"#),
    RuleCase(
      "fields for no array may be of any type",
      #"{ "append": { "c[*].b": "p-{k}" }, "fill": true }"#, #"{"c":[],"k":[1]}"#,
      #"{"c":[],"k":[1]}"#),
    RuleCase(
      "but not those for an array", #"{ "append": { "c[*].b": "p-{k}" }, "fill": true }"#,
      #"{"c":[{}],"k":[1]}"#, fails: .wrongType),
    RuleCase(
      "two filled elements for one array, in the order of the rule",
      #"{ "append": { "t": "{a}", "$.t": "{b}" }, "fill": true }"#, #"{"a":1,"b":2}"#,
      #"{"a":1,"b":2,"t":[1,2]}"#),
    RuleCase(
      "each element once, of many scopes",
      #"{ "in": "p[*]", "append": { "$.q": "{v}" }, "fill": true, "unless-present": true }"#,
      #"{"p":[{"v":1},{"v":1.0},{"v":{"a":1,"b":2}},{"v":{"b":2,"a":1e0}},{"v":"1"},{"v":0}],"q":[0]}"#,
      #"{"p":[{"v":1},{"v":1.0},{"v":{"a":1,"b":2}},{"v":{"b":2,"a":1e0}},{"v":"1"},{"v":0}],"#
        + #""q":[0,1,{"a":1,"b":2},"1"]}"#),
    RuleCase(
      "each element once, beside one that can't be read",
      #"{ "in": "p[*]", "append": { "$.q": "{v}" }, "fill": true, "unless-present": true }"#,
      #"{"p":[{"v":1},{"v":2},{"v":1}],"q":["\ud800"]}"#,
      #"{"p":[{"v":1},{"v":2},{"v":1}],"q":["\ud800",1,2]}"#),
    RuleCase(
      "each element once, in arrays of their own",
      #"{ "in": "p[*]", "append": { "q": "{$.v}", "r": "{$.v}" }, "fill": true, "unless-present": true }"#,
      #"{"v":1,"p":[{"q":[1]},{"q":[2]}]}"#,
      #"{"v":1,"p":[{"q":[1],"r":[1]},{"q":[2,1],"r":[1]}]}"#),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
