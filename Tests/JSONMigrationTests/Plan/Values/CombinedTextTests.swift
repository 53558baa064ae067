import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore
@testable import JSONText

/// Texts that become one, on the short way.
struct CombinedTextTests {
  private static let join = #"{ "join": ["a", "b"], "with": ", ", "into": "c" }"#

  @Test(arguments: [
    (#"{"a":"x","b":"y","n":0}"#, #"{"c":"x, y","n":0}"#),
    (#"{"n":0,"b":"y","m":1,"a":"x"}"#, #"{"n":0,"c":"x, y","m":1}"#),
    (#"{"b":"","a":"x"}"#, #"{"c":"x, "}"#),
    (#"{"n": 0, "a": "x", "m": 1, "b": "y"}"#, #"{"n": 0, "c": "x, y", "m": 1}"#),
    (
      "{\n  \"a\": \"x\",\n  \"n\": 0,\n  \"b\": \"y\"\n}",
      "{\n  \"c\": \"x, y\",\n  \"n\": 0\n}"
    ),
    (#"{"a":"\u0041\n","b":"\u00e9","n":0}"#, "{\"c\":\"A\\n, \u{E9}\",\"n\":0}"),
    (#"{"a":"x","n":0}"#, #"{"a":"x","n":0}"#), (#"{"n":0}"#, #"{"n":0}"#),
    (#"{"a":"x","b":1,"n":0}"#, nil), (#"{"a":null,"b":"y","n":0}"#, nil),
    (#"{"a":"x","b":"y","c":0}"#, nil), (#"{"a":"\ud800","b":"y","n":0}"#, nil),
  ])
  func `two texts become one`(before: String, after: String?) throws {
    #expect(try ShortRules.step(Self.join).result(for: before) == after)
  }

  @Test(arguments: [
    (
      #"{"a":"x","b":"y","n":0}"#, join + #", { "rename": { "c": "d" } }"#,
      #"{"d":"x, y","n":0}"#
    ),
    (
      #"{"x":"x","b":"y","n":0}"#, #"{ "rename": { "x": "a" } }, "# + join,
      #"{"c":"x, y","n":0}"#
    ),
    (
      #"{"n":0,"x":"p q"}"#, #"{ "split": "x", "by": " ", "into": ["b", "a"] }, "# + join,
      #"{"n":0,"c":"q, p"}"#
    ),
    (
      #"{"n":0,"b":"y"}"#, #"{ "set": { "a": "new" } }, "# + join,
      #"{"n":0,"c":"new, y"}"#
    ),
    (#"{"a":"x","b":"y","n":0}"#, join + #", { "drop": "c" }"#, #"{"n":0}"#),
    (
      #"{"a":"x","b":"y","z":"!","n":0}"#,
      #"{ "join": ["z", "a", "b"], "with": "", "into": "c" }"#, #"{"c":"!xy","n":0}"#
    ),
    (
      #"{"a":"x","b":"y","n":1}"#, #"{ "when": "@.n == 1", "# + join.dropFirst(),
      #"{"c":"x, y","n":1}"#
    ),
  ])
  func `what comes before and after`(before: String, rules: String, after: String) throws {
    #expect(try ShortRules.step(rules).result(for: before) == after)
  }

  @Test(arguments: [
    (
      #"{"m":{"a":"x","z":1,"b":"y"},"n":0}"#,
      #"{ "in": "m", "join": ["a", "b"], "with": " ", "into": "c" }"#,
      #"{"m":{"c":"x y","z":1},"n":0}"#
    ),
    (
      #"{"m":{"a":"x","z":1,"b":"y"},"n":0}"#,
      #"{ "join": ["m.a", "m.b"], "with": " ", "into": "m.c" }"#,
      #"{"m":{"c":"x y","z":1},"n":0}"#
    ),
    (
      #"{"m":[{"b":"y","a":"x"},{"a":"x"},{}],"n":0}"#,
      #"{ "in": "m[*]", "join": ["a", "b"], "with": " ", "into": "c" }"#,
      #"{"m":[{"c":"x y"},{"a":"x"},{}],"n":0}"#
    ),
  ])
  func `texts further in`(before: String, rule: String, after: String) throws {
    #expect(try ShortRules.step(rule).result(for: before, isDeep: true) == after)
  }

  @Test(arguments: [
    #"{ "join": ["a", "b"], "with": " ", "into": "a" }"#,
    #"{ "join": ["a", "m.b"], "with": " ", "into": "c" }"#,
    #"{ "join": ["a", "b"], "with": " ", "into": "m.c" }"#,
  ])
  func `other joins are for the tree`(rule: String) throws {
    let document = #"{"a":"x","b":"y","m":{"b":"z"},"n":0}"#
    #expect(try ShortRules.step(rule).result(for: document) == nil)
  }
}
