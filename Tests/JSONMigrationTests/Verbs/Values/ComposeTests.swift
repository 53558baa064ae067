import Testing

@testable import JSONMigrationCore

@Suite struct ComposeTests {
  static let cases = [
    RuleCase(
      "its fields have to be there, and not its parents",
      #"{ "compose": { "a.b": "{x}" }, "if-missing": "fail" }"#, #"{"x":1}"#,
      #"{"x":1,"a":{"b":"1"}}"#),
    RuleCase(
      "nor elements that it is in",
      #"{ "compose": { "c[*].x": "{a}" }, "if-missing": "fail" }"#, #"{"a":1}"#, #"{"a":1}"#),
    RuleCase(
      "what there is no place for may have fields of any type",
      #"{ "compose": { "c[*].b": "p-{k}" } }"#, #"{"c":[],"k":[1]}"#, #"{"c":[],"k":[1]}"#),
    RuleCase(
      "or that stand there twice", #"{ "compose": { "c[*].b": "p-{k}" } }"#,
      #"{"c":[],"k":1,"k":2}"#, #"{"c":[],"k":1,"k":2}"#),
    RuleCase(
      "also where what is there stays", #"{ "compose": { "u": "p-{k}" }, "if-exists": "keep" }"#,
      #"{"u":1,"k":[1]}"#, #"{"u":1,"k":[1]}"#),
    RuleCase(
      "but not where it goes", #"{ "compose": { "u": "p-{k}" }, "if-exists": "overwrite" }"#,
      #"{"u":1,"k":[1]}"#, fails: .wrongType),
    RuleCase(
      "nor where it is missing", #"{ "compose": { "u": "p-{k}" }, "if-exists": "keep" }"#,
      #"{"k":[1]}"#, fails: .wrongType),
    RuleCase(
      "nor where it is a field", #"{ "compose": { "k": "p-{k}" }, "if-exists": "keep" }"#,
      #"{"k":[1]}"#, fails: .wrongType),
    RuleCase(
      "nor where it stands twice", #"{ "compose": { "u": "p-{k}" }, "if-exists": "keep" }"#,
      #"{"u":1,"u":2,"k":[1]}"#, fails: .wrongType),
    RuleCase(
      "fields that have to be there, also where there is no place",
      #"{ "compose": { "u": "p-{k}" }, "if-exists": "keep", "if-missing": "fail" }"#,
      #"{"u":1}"#, fails: .missingValue),
    RuleCase(
      "text, numbers and booleans", #"{ "compose": { "c": "{a}-{b.c}-{d}" } }"#,
      #"{"a":"\u0041\"","b":{"c":1.50},"d":true}"#,
      #"{"a":"\u0041\"","b":{"c":1.50},"d":true,"c":"A\"-1.50-true"}"#),
    RuleCase(
      "in the layout of its surroundings", #"{ "compose": { "p.c": "{a}" } }"#, "{\n  \"a\": 1\n}",
      "{\n  \"a\": 1,\n  \"p\": {\n    \"c\": \"1\"\n  }\n}"),
    RuleCase(
      "fields are read before any changes", #"{ "compose": { "a": "{a}{b}", "b": "{b}{a}" } }"#,
      #"{"a":"x","b":"y"}"#, #"{"a":"xy","b":"yx"}"#),
    RuleCase(
      "fields of the scope, for each element", #"{ "compose": { "i[*].c": "{a}" } }"#,
      #"{"a":1,"i":[{},{}]}"#, #"{"a":1,"i":[{"c":"1"},{"c":"1"}]}"#),
    RuleCase(
      "in each scope", #"{ "in": "i[*]", "when": "@.a", "compose": { "c": "{a}{$.b}" } }"#,
      #"{"b":2,"i":[{"a":1},{"x":1}]}"#, #"{"b":2,"i":[{"a":1,"c":"12"},{"x":1}]}"#),
    RuleCase(
      "several scopes for one target", #"{ "in": "i[*]", "compose": { "$.c": "{a}" } }"#,
      #"{"i":[{"a":1},{"a":2}]}"#, fails: .conflict),
    RuleCase(
      "of several scopes the first, if what is there stays",
      #"{ "in": "i[*]", "compose": { "$.p.c": "{a}" }, "if-exists": "keep" }"#,
      #"{"i":[{"a":1},{"a":2},{"a":3}]}"#, #"{"i":[{"a":1},{"a":2},{"a":3}],"p":{"c":"1"}}"#),
    RuleCase(
      "of several scopes the last, if it is overwritten",
      #"{ "in": "i[*]", "compose": { "$.c": "{a}" }, "if-exists": "overwrite" }"#,
      #"{"i":[{"a":1},{"a":2},{"a":3}]}"#, #"{"i":[{"a":1},{"a":2},{"a":3}],"c":"3"}"#),
    RuleCase(
      "of several scopes the last, where it was before",
      #"{ "in": "i[*]", "compose": { "$.c": "{a}" }, "if-exists": "overwrite" }"#,
      #"{"c":0,"i":[{"a":1},{"a":2}]}"#, #"{"c":"2","i":[{"a":1},{"a":2}]}"#),
    RuleCase(
      "several scopes for one field", #"{ "in": "i[*]", "compose": { "$.c": "{$.c}{a}" } }"#,
      #"{"c":0,"i":[{"a":1},{"a":2}]}"#, fails: .conflict),
    RuleCase(
      "two texts for one place, of which one is made of what is there",
      #"{ "compose": { "c.a": "{a}", "@.c.a": "<{c.a}>" } }"#, #"{"a":0,"c":{"a":"x"}}"#,
      fails: .conflict),
    RuleCase(
      "the other way around", #"{ "compose": { "@.c.a": "<{c.a}>", "c.a": "{a}" } }"#,
      #"{"a":0,"c":{"a":"x"}}"#, fails: .conflict),
    RuleCase(
      "of two texts for one place the last, if it is overwritten",
      #"{ "compose": { "c.a": "{a}", "@.c.a": "<{c.a}>" }, "if-exists": "overwrite" }"#,
      #"{"a":0,"c":{"a":"x"}}"#, #"{"a":0,"c":{"a":"<x>"}}"#),
    RuleCase(
      "of two texts for one place the one of what is there, if that stays",
      #"{ "compose": { "c.a": "{a}", "@.c.a": "<{c.a}>" }, "if-exists": "keep" }"#,
      #"{"a":0,"c":{"a":"x"}}"#, #"{"a":0,"c":{"a":"<x>"}}"#),
    RuleCase(
      "what is there stays", #"{ "compose": { "c": "{a}" }, "if-exists": "keep" }"#,
      #"{"a":1,"c":2}"#, #"{"a":1,"c":2}"#),
    RuleCase(
      "or is overwritten where it stands",
      #"{ "compose": { "c": "{a}" }, "if-exists": "overwrite" }"#,
      #"{"c":2,"a":1}"#, #"{"c":"1","a":1}"#),
    RuleCase(
      "or is in the way, in an element too", #"{ "compose": { "i[*].c": "{a}" } }"#,
      #"{"a":1,"i":[{"c":0}]}"#, fails: .conflict),
    RuleCase(
      "a brace in a name", #"{ "compose": { "c": "{['a}b']}}" } }"#, #"{"a}b":1}"#,
      #"{"a}b":1,"c":"1}"}"#),
    RuleCase("no fields", #"{ "compose": { "c": "x" } }"#, "{}", #"{"c":"x"}"#),
    RuleCase("an object", #"{ "compose": { "c": "{a}" } }"#, #"{"a":{}}"#, fails: .wrongType),
    RuleCase(
      "half of a surrogate pair", #"{ "compose": { "c": "{a}" } }"#, #"{"a":"\ud800"}"#,
      fails: .invalidValue),
    RuleCase(
      "several values for a field", #"{ "compose": { "c": "{a[*]}" } }"#, #"{"a":[1,2]}"#,
      fails: .conflict),
    RuleCase(
      "a key that stands twice", #"{ "compose": { "c": "{a}" } }"#, #"{"a":1,"a":2}"#,
      fails: .duplicateKey),
    RuleCase(
      "a parent that is no object", #"{ "compose": { "p.c": "{a}" } }"#, #"{"a":1,"p":[]}"#,
      fails: .wrongType),
    RuleCase("a brace without an end", #"{ "compose": { "c": "{a" } }"#, "{}", fails: .badRules),
    RuleCase("no path", #"{ "compose": { "c": "{}" } }"#, "{}", fails: .badRules),
    RuleCase("no name", #"{ "compose": { "c[0]": "{a}" } }"#, "{}", fails: .badRules),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
