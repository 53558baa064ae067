import Testing

@testable import JSONMigrationCore

@Suite struct SetValueTests {
  static let cases = [
    RuleCase(
      "in a scope and in one inside it", #"{ "in": "$..n", "set": { "n.s": 1 } }"#,
      #"{"n":{"n":{}}}"#, #"{"n":{"n":{"s":1,"n":{"s":1}}}}"#),
    RuleCase(
      "parents that have to be there", #"{ "set": { "a.b.c": 1 }, "if-missing": "fail" }"#,
      #"{"a":{}}"#, fails: .missingValue),
    RuleCase(
      "parents that are there", #"{ "set": { "a.b": 1, "c": 2 }, "if-missing": "fail" }"#,
      #"{"a":{}}"#, #"{"a":{"b":1},"c":2}"#),
    RuleCase(
      "filled, and parents that have to be there",
      #"{ "set": { "a.b": "{x}" }, "fill": true, "if-missing": "fail" }"#, #"{"x":1}"#,
      fails: .missingValue),
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
      "of two values for a member of elements the first, whether it is there or not",
      #"{ "set": { "l[0].x": 1, "l[*].x": 2 } }"#, #"{"l":[{},{}]}"#, #"{"l":[{"x":1},{"x":2}]}"#),
    RuleCase(
      "and where it is there", #"{ "set": { "l[0].x": 1, "l[*].x": 2 } }"#,
      #"{"l":[{"x":0},{"x":0}]}"#, #"{"l":[{"x":1},{"x":2}]}"#),
    RuleCase(
      "a parent that is no object", #"{ "set": { "a.b": 1 } }"#, #"{"a":null}"#,
      fails: .wrongType),
    RuleCase(
      "a key that stands twice", #"{ "set": { "a": 1 } }"#, #"{"a":1,"a":2}"#, fails: .duplicateKey),
    RuleCase(
      "fields, as deep as they stand, in the layout of the surroundings",
      #"{ "set": { "x": { "k": ["{a}", "{b} / {c.d}"] } }, "fill": true }"#,
      "{\n  \"a\": [1, 2],\n  \"b\": \"B\\n\",\n  \"c\": {\"d\": 1.0}\n}",
      "{\n  \"a\": [1, 2],\n  \"b\": \"B\\n\",\n  \"c\": {\"d\": 1.0},\n"
        + "  \"x\": {\"k\": [[1, 2], \"B\\n / 1.0\"]}\n}"),
    RuleCase(
      "white space and escapes in a field that is part of a value",
      #"{ "set": { "x": [ "{a}" ] }, "fill": true }"#,
      #"{"a":{ "k \" :\\" : " \\ ", "l" : [ ] }}"#,
      #"{"a":{ "k \" :\\" : " \\ ", "l" : [ ] },"x":[ { "k \" :\\" : " \\ ", "l" : [] } ]}"#),
    RuleCase(
      "a field that is replaced by what it is in",
      #"{ "set": { "a": { "was": "{a}" } }, "fill": true }"#,
      #"{"a":1}"#, #"{"a":{"was":1}}"#),
    RuleCase(
      "one scope that fills one place by two paths",
      #"{ "set": { "a": "{x}", "$.a": "{y}" }, "fill": true }"#, #"{"a":0,"x":1,"y":2}"#,
      fails: .conflict),
    RuleCase(
      "also where it is missing",
      #"{ "set": { "a": "{x}", "$.a": "{y}" }, "fill": true }"#, #"{"x":1,"y":2}"#,
      fails: .conflict),
    RuleCase(
      "and in an element",
      #"{ "set": { "p[*].k": "{x}", "p[?@.t].k": "{y}" }, "fill": true }"#,
      #"{"x":1,"y":2,"p":[{"t":1}]}"#, fails: .conflict),
    RuleCase(
      "one element of several", #"{ "set": { "p[0].k": "{x}", "p[1].k": "{y}" }, "fill": true }"#,
      #"{"x":1,"y":2,"p":[{},{}]}"#, #"{"x":1,"y":2,"p":[{"k":1},{"k":2}]}"#),
    RuleCase(
      "a value and what is in it, filled: that first",
      #"{ "set": { "a.b": "{x}", "a": "{y}" }, "fill": true }"#, #"{"x":1,"y":2}"#,
      #"{"x":1,"y":2,"a":2}"#),
    RuleCase(
      "of two values for a member the first, where it is missing",
      #"{ "set": { "a": 1, "$.a": 2 } }"#, "{}", #"{"a":1}"#),
    RuleCase(
      "and where the member is there",
      #"{ "set": { "a": 1, "$.a": 2 } }"#, #"{"a":0}"#, #"{"a":1}"#),
    RuleCase(
      "a value and what is in it, both missing",
      #"{ "set": { "a.b": 1, "$.a": 2 } }"#, "{}", #"{"a":2}"#),
    RuleCase(
      "fields for no place may be of any type",
      #"{ "set": { "c[*].b": "p-{k}" }, "fill": true }"#, #"{"c":[],"k":[1]}"#,
      #"{"c":[],"k":[1]}"#),
    RuleCase(
      "and stand there twice",
      #"{ "set": { "c[*]": "{k}", "..d[*].b": "{$.k}" }, "fill": true }"#,
      #"{"c":[],"k":1,"k":2}"#, #"{"c":[],"k":1,"k":2}"#),
    RuleCase(
      "but not those for a place", #"{ "set": { "c[*].b": "p-{k}" }, "fill": true }"#,
      #"{"c":[{}],"k":[1]}"#, fails: .wrongType),
    RuleCase(
      "nor where a place has to be",
      #"{ "set": { "c[*].b": "p-{k}" }, "fill": true, "if-missing": "fail" }"#,
      #"{"c":[],"k":[1]}"#, fails: .wrongType),
    RuleCase(
      "several values for a field", #"{ "set": { "a": "{t[*]}" }, "fill": true }"#, #"{"t":[1,2]}"#,
      fails: .conflict),
    RuleCase(
      "a key in the value that stands for itself",
      #"{ "set": { "a": { "{b}": "" } }, "fill": true }"#,
      #"{"b":1}"#, #"{"b":1,"a":{"{b}":""}}"#),
    RuleCase(
      "a field with a key that stands twice in it", #"{ "set": { "a": "{b}" }, "fill": true }"#,
      #"{"b":{"x":1,"x":2}}"#, #"{"b":{"x":1,"x":2},"a":{"x":1,"x":2}}"#),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
