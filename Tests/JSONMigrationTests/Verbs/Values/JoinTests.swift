import Testing

@testable import JSONMigrationCore

@Suite struct JoinTests {
  static let cases = [
    RuleCase(
      "one text in several scopes",
      #"{ "in": "c[*]", "join": ["$.k", "z"], "with": "", "into": "$.k" }"#,
      #"{"c":[{"z":"1"},{"z":"2"}],"k":"0"}"#, fails: .conflict),
    RuleCase(
      "one text to several places", #"{ "in": "c[*]", "join": ["$.k"], "with": "", "into": "z" }"#,
      #"{"c":[{},{}],"k":"1"}"#, fails: .conflict),
    RuleCase(
      "the same texts to one place",
      #"{ "in": "c[*]", "join": ["$.k", "$.l"], "with": "", "into": "$.k" }"#,
      #"{"c":[{},{}],"k":"0","l":"1"}"#, #"{"c":[{},{}],"k":"01"}"#),
    RuleCase(
      "one text in scopes inside each other",
      #"{ "in": "$..n", "join": ["p", "n.p"], "with": "/", "into": "full" }"#,
      #"{"n":{"p":"a","n":{"p":"b","n":{"p":"c"}}}}"#, fails: .conflict),
    RuleCase(
      "one text in scopes that are named one by one",
      #"{ "in": ["a", "a.b"], "join": ["n", "b.n"], "with": "", "into": "x" }"#,
      #"{"a":{"n":"1","b":{"n":"2","b":{"n":"3"}}}}"#, fails: .conflict),
    RuleCase(
      "texts of their own in scopes inside each other",
      #"{ "in": "$..n", "join": ["p", "q"], "with": "", "into": "full" }"#,
      #"{"n":{"p":"a","q":"b","n":{"p":"c","q":"d"}}}"#, #"{"n":{"full":"ab","n":{"full":"cd"}}}"#),
    RuleCase(
      "where the first source stands, not the first that is named",
      #"{ "join": ["f", "l"], "with": " ", "into": "n" }"#, #"{"a":0,"l":"B","x":1,"f":"A"}"#,
      #"{"a":0,"n":"A B","x":1}"#),
    RuleCase(
      "in the layout of its surroundings", #"{ "join": ["f", "l"], "with": "\n", "into": "n" }"#,
      "{\n  \"f\": \"A\",\n  \"l\": \"B\"\n}", "{\n  \"n\": \"A\\nB\"\n}"),
    RuleCase(
      "into what is there", #"{ "join": ["f", "l"], "with": " ", "into": "n" }"#,
      #"{"f":"A","l":"B","n":0}"#, fails: .conflict),
    RuleCase(
      "which stays, while the sources go",
      #"{ "join": ["f", "l"], "with": " ", "into": "n", "if-exists": "keep" }"#,
      #"{"f":"A","l":"B","n":0}"#, #"{"n":0}"#),
    RuleCase(
      "or is overwritten where it stands",
      #"{ "join": ["f", "l"], "with": " ", "into": "n", "if-exists": "overwrite" }"#,
      #"{"f":"A","n":0,"l":"B","z":1}"#, #"{"n":"A B","z":1}"#),
    RuleCase(
      "missing parents are made", #"{ "join": ["f", "l"], "with": "", "into": "p.n" }"#,
      #"{"f":"A","l":"B"}"#, #"{"p":{"n":"AB"}}"#),
    RuleCase(
      "sources in another object", #"{ "join": ["p.f", "p.l"], "with": " ", "into": "n" }"#,
      #"{"p":{"f":"A","l":"B"},"x":0}"#, #"{"p":{},"x":0,"n":"A B"}"#),
    RuleCase(
      "in each scope where the condition holds",
      #"{ "in": "p[*]", "when": "@.on", "join": ["f", "l"], "with": " ", "into": "f" }"#,
      #"{"p":[{"f":"A","l":"B","on":1},{"f":"A","l":"B"},{"on":1,"l":"B"}]}"#,
      #"{"p":[{"f":"A B","on":1},{"f":"A","l":"B"},{"on":1,"l":"B"}]}"#),
    RuleCase(
      "a source that is named twice", #"{ "join": ["f", "f"], "with": "-", "into": "n" }"#,
      #"{"f":"A"}"#, #"{"n":"A-A"}"#),
    RuleCase(
      "several for one part", #"{ "join": ["f[*]"], "with": "-", "into": "n" }"#,
      #"{"f":["A","B"]}"#, fails: .conflict),
    RuleCase(
      "one of two scopes is too many for one target",
      #"{ "in": "p[*]", "join": ["f"], "with": "", "into": "$.n" }"#,
      #"{"p":[{"f":"A"},{"f":"B"}]}"#, fails: .conflict),
    RuleCase(
      "of several scopes the first, if what is there stays",
      #"{ "in": "p[*]", "join": ["f"], "with": "", "into": "$.n", "if-exists": "keep" }"#,
      #"{"p":[{"f":"A"},{"f":"B"}]}"#, #"{"p":[{},{}],"n":"A"}"#),
    RuleCase(
      "of several scopes the last, if it is overwritten",
      #"{ "in": "p[*]", "join": ["f"], "with": "", "into": "$.n", "if-exists": "overwrite" }"#,
      #"{"p":[{"f":"A"},{"f":"B"}]}"#, #"{"p":[{},{}],"n":"B"}"#),
    RuleCase(
      "parts that several scopes have together, once",
      #"{ "in": ["p", "q"], "join": ["$.f", "$.l"], "with": "", "into": "$.n" }"#,
      #"{"f":"A","l":"B","p":{},"q":{}}"#, #"{"n":"AB","p":{},"q":{}}"#),
    RuleCase(
      "a part that several scopes have together",
      #"{ "in": "p[*]", "join": ["$.f", "l"], "with": "", "into": "$.n" }"#,
      #"{"f":"A","p":[{"l":"B"},{"l":"C"}]}"#, fails: .conflict),
    RuleCase(
      "one source missing, and that is wrong",
      #"{ "join": ["f", "l"], "with": " ", "into": "n", "if-missing": "fail" }"#, #"{"f":"A"}"#,
      fails: .missingValue),
    RuleCase(
      "a key that stands twice", #"{ "join": ["f", "l"], "with": " ", "into": "n" }"#,
      #"{"f":"A","f":"B","l":"C"}"#, fails: .duplicateKey),
    RuleCase(
      "arrays in their place", #"{ "join": "p[*].t", "with": "\n" }"#,
      #"{"p":[{"t": ["a\u0062", "c"]},{"t":[]},{"t":null},{}]}"#,
      #"{"p":[{"t": "ab\nc"},{"t":""},{"t":null},{}]}"#),
    RuleCase("the document", #"{ "join": "$", "with": "" }"#, #"["a","b"]"#, #""ab""#),
    RuleCase("text is no array", #"{ "join": "t", "with": "" }"#, #"{"t":"a"}"#, fails: .wrongType),
    RuleCase(
      "null is no text", #"{ "join": "t", "with": "" }"#, #"{"t":["a",null]}"#, fails: .wrongType),
    RuleCase(
      "parts without a name", #"{ "join": ["f", "l"], "with": "" }"#, "{}", fails: .badRules),
    RuleCase("nothing between", #"{ "join": "t" }"#, "{}", fails: .badRules),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
