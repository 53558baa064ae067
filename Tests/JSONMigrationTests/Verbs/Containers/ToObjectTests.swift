import Testing

@testable import JSONMigrationCore

@Suite struct ToObjectTests {
  static let cases = [
    RuleCase(
      "in the layout of its surroundings", #"{ "to-object": "u", "key": "id" }"#,
      "{\n  \"u\": [\n    {\n      \"n\": 1,\n      \"id\": \"x\"\n    }\n  ]\n}",
      "{\n  \"u\": {\n    \"x\": {\n      \"n\": 1\n    }\n  }\n}"),
    RuleCase("nothing in it", #"{ "to-object": "u", "key": "id" }"#, #"{"u":[]}"#, #"{"u":{}}"#),
    RuleCase("null", #"{ "to-object": "u", "key": "id" }"#, #"{"u":null}"#, #"{"u":null}"#),
    RuleCase("an object", #"{ "to-object": "u", "key": "id" }"#, #"{"u":{}}"#, fails: .wrongType),
    RuleCase(
      "an element that is no object", #"{ "to-object": "u", "key": "id" }"#, #"{"u":[1]}"#,
      fails: .wrongType),
    RuleCase(
      "an element without the key", #"{ "to-object": "u", "key": "id" }"#, #"{"u":[{}]}"#,
      fails: .missingValue),
    RuleCase(
      "of two with one key the first stays",
      #"{ "to-object": "u", "key": "id", "if-exists": "keep" }"#,
      #"{"u":[{"id":"x","n":1},{"id":"y"},{"id":"x","n":2}]}"#, #"{"u":{"x":{"n":1},"y":{}}}"#),
    RuleCase(
      "or the last, in the place of the first",
      #"{ "to-object": "u", "key": "id", "if-exists": "overwrite" }"#,
      #"{"u":[{"id":"x","n":1},{"id":"y"},{"id":"x","n":2}]}"#, #"{"u":{"x":{"n":2},"y":{}}}"#),
    RuleCase(
      "composed and decomposed letters are two keys", #"{ "to-object": "u", "pairs": true }"#,
      #"{"u":["\u00e9",1,"e\u0301",2]}"#, "{\"u\":{\"\u{e9}\":1,\"e\u{301}\":2}}"),
    RuleCase(
      "values of any type", #"{ "to-object": "u", "key": "k", "value": "v" }"#,
      #"{"u":[{"v":[1, 2],"k":"x"},{"k":"y","v":null}]}"#, #"{"u":{"x":[1, 2],"y":null}}"#),
    RuleCase(
      "members besides key and value would be lost",
      #"{ "to-object": "u", "key": "k", "value": "v" }"#, #"{"u":[{"k":"x","v":1,"w":2}]}"#,
      fails: .invalidValue),
    RuleCase(
      "a key of pairs that is no text", #"{ "to-object": "u", "pairs": true }"#, #"{"u":[1,2]}"#,
      fails: .wrongType),
    RuleCase(
      "the document, and then in it",
      #"[{ "to-object": "$", "key": "id" }, { "rename": { "x": "y" } }]"#, #" [{"id":"x"}] "#,
      #" {"y":{}} "#),
    RuleCase(
      "a list in a list, and that first", #"{ "to-object": "$..u", "key": "id" }"#,
      #"{"u":[{"id":"x","u":[{"id":"y"}]}]}"#, #"{"u":{"x":{"u":{"y":{}}}}}"#),
    RuleCase(
      "a key that stands twice in an element", #"{ "to-object": "u", "key": "id" }"#,
      #"{"u":[{"id":"x","id":"y"}]}"#, fails: .duplicateKey),
    RuleCase("nothing there", #"{ "to-object": "u", "key": "id" }"#, "{}", "{}"),
    RuleCase(
      "nothing there, and that is wrong",
      #"{ "to-object": "u", "key": "id", "if-missing": "fail" }"#, "{}", fails: .missingValue),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
