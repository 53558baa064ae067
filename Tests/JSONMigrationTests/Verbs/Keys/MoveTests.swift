import Testing

@testable import JSONMigrationCore

@Suite struct MoveTests {
  static let cases = [
    RuleCase(
      "a value keeps its bytes", #"{ "move": { "a": "b.c" } }"#, #"{"a" : [1.0,  2] , "z":0}"#,
      #"{"z":0 , "b" : {"c" : [1.0,  2]}}"#),
    RuleCase(
      "a target into what another pair takes away moves along",
      #"{ "move": { "a": "b.x", "b": "c" } }"#, #"{"a":1,"b":{}}"#, #"{"c":{"x":1}}"#),
    RuleCase(
      "in whatever order they are written", #"{ "move": { "b": "c", "a": "b.x" } }"#,
      #"{"a":1,"b":{}}"#, #"{"c":{"x":1}}"#),
    RuleCase(
      "what is in a value goes first", #"{ "move": { "a": "x", "a.b": "y" } }"#,
      #"{"a":{"b":1,"c":2}}"#, #"{"x":{"c":2},"y":1}"#),
    RuleCase(
      "the first pair written is kept, wherever the sources stand",
      #"{ "in": "w", "move": { "$.b.x": "t", "$.a.x": "t" }, "if-exists": "keep" }"#,
      #"{"a":{"x":2},"b":{"x":1},"w":{}}"#, #"{"a":{},"b":{},"w":{"t":1}}"#),
    RuleCase(
      "and the last one overwrites",
      #"{ "move": { "c.*": "t", "a.b": "t" }, "if-exists": "overwrite" }"#,
      #"{"a":{"b":2},"c":{"x":1}}"#, #"{"a":{},"c":{},"t":2}"#),
    RuleCase(
      "new members stand as the rule names them", #"{ "move": { "a[*].n": "x", "c.n": "y" } }"#,
      #"{"c":{"n":1},"a":[{"n":2}]}"#, #"{"c":{},"a":[{}],"x":2,"y":1}"#),
    RuleCase(
      "also where one comes into the parent of another",
      #"{ "move": { "b.id": "c", "b.a.b": "d", "a": "b.a" } }"#,
      #"{"b":{"a":{"b":[]},"id":-1}}"#, #"{"b":{"a":{}},"c":-1,"d":[]}"#),
    RuleCase(
      "what is in what another pair overwrites goes first",
      #"{ "move": { "a": "b", "b.c.*": "d" }, "if-exists": "overwrite" }"#,
      #"{"a":1,"b":{"c":[2]}}"#, #"{"b":1,"d":2}"#),
    RuleCase(
      "overwriting takes the place", #"{ "move": { "o.a": "b" }, "if-exists": "overwrite" }"#,
      #"{"o":{"a":1},"b":2,"c":3}"#, #"{"o":{},"b":1,"c":3}"#),
    RuleCase(
      "a value can't be brought into one that is overwritten",
      #"{ "move": { "a": "t", "b": "t.x" }, "if-exists": "overwrite" }"#,
      #"{"a":1,"b":2,"t":{}}"#, fails: .conflict),
    RuleCase(
      "a value can't be brought into one that stays nowhere",
      #"{ "move": { "c": "b.q", "b": "d" }, "if-exists": "keep" }"#,
      #"{"c":1,"b":{},"d":2}"#, fails: .conflict),
    RuleCase(
      "nor into one that is overwritten later",
      #"{ "move": { "c": "b.q.r", "x": "b" }, "if-exists": "overwrite" }"#,
      #"{"c":1,"b":{},"x":2}"#, fails: .conflict),
    RuleCase(
      "nor by another road", #"{ "move": { "c": "b.q", "$.b": "d" }, "if-exists": "keep" }"#,
      #"{"c":1,"b":{},"d":2}"#, fails: .conflict),
    RuleCase(
      "nothing is brought to what stays, whatever becomes of what is around it",
      #"{ "move": { "b": "d", "a": "b.q" }, "if-exists": "keep" }"#,
      #"{"a":1,"b":{"q":5},"d":2}"#, #"{"d":2}"#),
    RuleCase(
      "what goes may go where nothing was brought into it",
      #"{ "move": { "c": "b.q", "b": "d" }, "if-exists": "keep" }"#,
      #"{"b":{},"d":2}"#, #"{"d":2}"#),
    RuleCase(
      "to where it is", #"{ "move": { "a.b": "a.b" } }"#, #"{"a":{"b":1}}"#, #"{"a":{"b":1}}"#),
    RuleCase(
      "out of what is overwritten with it",
      #"{ "move": { "a.b": "a" }, "if-exists": "overwrite" }"#,
      #"{"x":0,"a":{"b":1},"y":2}"#, #"{"x":0,"a":1,"y":2}"#),
    RuleCase(
      "empty parents go when all is moved",
      #"{ "move": { "a.b": "x", "c": "a.z" }, "drop-empty-parents": true }"#,
      #"{"a":{"b":1},"c":2}"#, #"{"a":{"z":2},"x":1}"#),
    RuleCase(
      "an empty array is no object", #"{ "move": { "a[0]": "x" }, "drop-empty-parents": true }"#,
      #"{"a":[1]}"#, #"{"a":[],"x":1}"#),
    RuleCase(
      "one value into several scopes", #"{ "in": "p[*]", "move": { "$.a": "a" } }"#,
      #"{"a":1,"p":[{},{}]}"#, fails: .conflict),
    RuleCase(
      "keeping takes the first pair, however deep",
      #"{ "move": { "title": "heading", "old.title": "heading" }, "if-exists": "keep" }"#,
      #"{"title":"new","old":{"title":"old"}}"#, #"{"heading":"new","old":{}}"#),
    RuleCase(
      "overwriting takes the last",
      #"{ "move": { "title": "heading", "old.title": "heading" }, "if-exists": "overwrite" }"#,
      #"{"title":"new","old":{"title":"old"}}"#, #"{"heading":"old","old":{}}"#),
    RuleCase(
      "new members stand as the rule names them",
      #"{ "in": "p[*]", "move": { "x[1].d": "n.e", "a.b": "n.f" } }"#,
      #"{"p":[{"x":[0,{"d":1}],"a":{"b":2}},{"a":{"b":4},"x":[0,{"d":3}]}]}"#,
      #"{"p":[{"x":[0,{}],"a":{},"n":{"e":1,"f":2}},{"a":{},"x":[0,{}],"n":{"e":3,"f":4}}]}"#),
    RuleCase(
      "also where scopes are at any depth",
      #"{ "in": "$..d", "move": { "$.c": "g", "$.a.f": "b" } }"#,
      #"{"c":1,"d":{},"a":{"f":2}}"#, #"{"d":{"g":1,"b":2},"a":{}}"#),
    RuleCase(
      "scopes inside each other", #"{ "in": "$..d", "move": { "x.y": "z", "x": "w" } }"#,
      #"{"d":{"x":{"d":{"x":{"y":1}},"y":2}}}"#, #"{"d":{"w":{"d":{"w":{},"z":1}},"z":2}}"#),
    RuleCase(
      "what is in a value that is overwritten goes first",
      #"{ "move": { "a": "b", "b.x": "y" }, "if-exists": "overwrite" }"#,
      #"{"a":1,"b":{"x":2}}"#, #"{"b":1,"y":2}"#),
    RuleCase("nothing there", #"{ "move": { "a": "b.c" } }"#, #"{"x":1}"#, #"{"x":1}"#),
    RuleCase("a target that is no name", #"{ "move": { "a": "b[0]" } }"#, "{}", fails: .badRules),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
