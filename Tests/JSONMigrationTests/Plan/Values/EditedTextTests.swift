import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore
@testable import JSONText

/// Texts that become others, and names that are taken, on the short way.
struct EditedTextTests {
  @Test(arguments: [
    (#"["trim"]"#, #"{"a":" x ","n":0}"#, #"{"a":"x","n":0}"#),
    (#"["trim", "uppercase"]"#, #"{"a":" x\u0061\n","n":0}"#, #"{"a":"XA","n":0}"#),
    (#"["trim"]"#, #"{"a":"\u0061","n":0}"#, #"{"a":"\u0061","n":0}"#),
    (#"[{ "prefix": "\"" }]"#, #"{"a": "x" , "n":0}"#, #"{"a": "\"x" , "n":0}"#),
    (
      #"[{ "pattern": "([a-z]+)-([a-z]+)", "with": "$2 $1" }]"#, #"{"n":0,"a":"one-two"}"#,
      #"{"n":0,"a":"two one"}"#
    ),
    (#"["trim"]"#, #"{"a":null,"n":0}"#, #"{"a":null,"n":0}"#),
    (#"["trim"]"#, #"{"a":1,"n":0}"#, nil), (#"["trim"]"#, #"{"a":"\ud800","n":0}"#, nil),
    (#"["trim"]"#, "{\"a\":\"\(String(repeating: " ", count: 5_000))\"}", nil),
    (
      #"[{ "pattern": "((x*)*|z{64})y", "with": "" }]"#,
      "{\"a\":\"\(String(repeating: "x", count: 4_000))\"}", nil
    ),
  ])
  func `a text becomes another one`(edits: String, before: String, after: String?) throws {
    let rule = #"{ "text": "a", "do": \#(edits) }"#
    #expect(try ShortRules.step(rule).result(for: before) == after)
  }

  @Test(arguments: [
    (
      #"{ "set": { "a": " x" } }, { "text": "a", "do": ["trim"] }, { "text": "a", "do": ["uppercase"] }"#,
      #"{"n":0}"#, #"{"n":0,"a":"X"}"#
    ),
    (
      #"{ "text": "a", "do": ["trim"] }, { "rename": { "a": "b" } }"#, #"{"a":"x ","n":0}"#,
      #"{"b":"x","n":0}"#
    ),
    (
      #"{ "text": "a", "do": ["trim"] }, { "when": "@.a == 'x'", "drop": "n" }"#,
      #"{"a":"x ","n":0}"#, #"{"a":"x"}"#
    ),
    (
      #"{ "rename": { "a": "b" } }, { "when": "search(@.b, '^x')", "drop": "n" }"#,
      #"{"a":"xy","n":0}"#, #"{"b":"xy"}"#
    ),
    (
      #"{ "text": "a", "do": ["trim"] }, { "when": "match(@.a, 'x')", "drop": "n" }"#,
      #"{"a":"x ","n":0}"#, #"{"a":"x"}"#
    ),
  ])
  func `what comes before and after`(rules: String, before: String, after: String?) throws {
    #expect(try ShortRules.step(rules).result(for: before) == after)
  }

  @Test(arguments: [
    ("keep", #"{"a":1,"n":0,"b":2}"#, #"{"n":0,"b":2}"#),
    ("overwrite", #"{"a":1,"n":0,"b":2}"#, #"{"b":1,"n":0}"#),
    ("overwrite", #"{"b":2,"n":0,"a":1}"#, #"{"n":0,"b":1}"#),
    ("keep", #"{"a":1,"n":0}"#, #"{"b":1,"n":0}"#),
    ("overwrite", #"{"b":2,"n":0}"#, #"{"b":2,"n":0}"#),
    ("fail", #"{"a":1,"b":2}"#, nil),
    (
      "keep", "{\n  \"a\": 1,\n  \"n\": 0,\n  \"b\": 2\n}",
      "{\n  \"n\": 0,\n  \"b\": 2\n}"
    ),
  ])
  func `a name that is taken`(choice: String, before: String, after: String?) throws {
    let rule = #"{ "rename": { "a": "b" }, "if-exists": "\#(choice)" }"#
    #expect(try ShortRules.step(rule).result(for: before) == after)
  }

  @Test func `texts that are children become others`() throws {
    let rules = ShortRules.step(#"{ "text": "m[?@ != null]", "do": [{ "suffix": "!" }] }"#)
    let before = #"{"m":["a",null,"b"],"n":0}"#
    #expect(try rules.result(for: before, isDeep: true) == #"{"m":["a!",null,"b!"],"n":0}"#)
    #expect(try rules.result(for: #"{"m":["a",7],"n":0}"#, isDeep: true) == nil)
  }
}
