import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

@Suite struct WrapTests {
  static let cases = [
    RuleCase(
      "in the layout of its surroundings", #"{ "wrap": "t", "under": "n" }"#,
      "{\n  \"a\": 1,\n  \"t\" : 1.0\n}", "{\n  \"a\": 1,\n  \"t\" : {\n    \"n\": 1.0\n  }\n}"),
    RuleCase(
      "each element", #"{ "wrap": "t[*]", "under": "n" }"#, #"{"t":["a",null]}"#,
      #"{"t":[{"n":"a"},{"n":null}]}"#),
    RuleCase("no elements", #"{ "wrap": "t[*]" }"#, #"{"t":[]}"#, #"{"t":[]}"#),
    RuleCase("nothing there", #"{ "wrap": "t" }"#, #"{ "a": 1 }"#, #"{ "a": 1 }"#),
    RuleCase(
      "nothing there, if it has to be", #"{ "wrap": "t", "if-missing": "fail" }"#, "{}",
      fails: .missingValue),
    RuleCase(
      "one inside the other", #"{ "wrap": ["a", "a.b"] }"#, #"{"a":{"b":1}}"#, #"{"a":[{"b":[1]}]}"#
    ),
    RuleCase("named twice", #"{ "wrap": ["a", "$.a"] }"#, #"{"a":1}"#, #"{"a":[1]}"#),
    RuleCase(
      "the root, and then in it",
      #"[{ "wrap": "$", "under": "a" }, { "add-default": { "b": 1 } }]"#,
      #"[ 1 ]"#, #"{ "a": [ 1 ], "b": 1 }"#),
    RuleCase(
      "the scope of a block, and then in it",
      #"{ "in": "i[*]", "rules": [{ "wrap": "@", "under": "n" }, { "set": { "k": 1 } }] }"#,
      #"{"i":["a","b"]}"#, #"{"i":[{"n":"a","k":1},{"n":"b","k":1}]}"#),
    RuleCase(
      "found under its key afterwards",
      #"[{ "wrap": "a", "under": "a" }, { "rename": { "a.a": "b" } }]"#,
      #"{"a":1}"#, #"{"a":{"b":1}}"#),
    RuleCase(
      "a key that stands twice", #"{ "wrap": "a" }"#, #"{"a":1,"a":2}"#, fails: .duplicateKey),
    RuleCase(
      "under something that isn't a name", #"{ "wrap": "a", "under": "$.b" }"#, "{}",
      fails: .badRules),
    RuleCase("under an element", #"{ "wrap": "a", "under": "b[0]" }"#, "{}", fails: .badRules),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }

  @Test func `each of the documents in a file can be wrapped`() throws {
    let migrator = try Migrator(rules: [
      RuleSource(
        name: "format.json",
        bytes: #"{ "each": "[*]", "version": { "missing": 1 } }"#.utf8),
      RuleSource(
        name: "v2.json",
        bytes: #"{ "to": 2, "rules": [{ "wrap": "$", "under": "n" }, { "set": { "k": 1 } }] }"#.utf8
      ),
    ])
    let result = try migrator.migrate(#"[{},{}]"#.utf8)
    #expect(
      String(decoding: result, as: UTF8.self)
        == #"[{"n":{},"k":1,"version":2},{"n":{},"k":1,"version":2}]"#)
  }
}
