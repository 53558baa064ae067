import Testing

@testable import JSONMigrationCore

@Suite struct MapValuesTests {
  static let cases = [
    RuleCase(
      "escapes in the document don't matter", #"{ "map-values": "s", "table": { "é\"": "x" } }"#,
      #"{"s":"\u00e9\""}"#, #"{"s":"x"}"#),
    RuleCase(
      "a member of an object goes",
      #"{ "map-values": "s", "cases": [{ "is": true, "drop": true }] }"#, #"{"s":true,"t":1}"#,
      #"{"t":1}"#),
    RuleCase(
      "otherwise goes",
      #"{ "map-values": "s[*]", "table": { "a": "b" }, "otherwise": { "drop": true } }"#,
      #"{"s":["a",1,"c"]}"#, #"{"s":["b"]}"#),
    RuleCase(
      "exact bounds of long numbers",
      #"{ "map-values": "n[*]", "cases": [{ "above": 9007199254740992, "becomes": 1 }], "otherwise": "keep" }"#,
      #"{"n":[9007199254740992,9007199254740993]}"#, #"{"n":[9007199254740992,1]}"#),
    RuleCase(
      "an object without order",
      #"{ "map-values": "o", "cases": [{ "is": { "a": 1, "b": [] }, "becomes": 0 }] }"#,
      #"{"o":{ "b": [], "a": 1.0 }}"#, #"{"o":0}"#),
    RuleCase(
      "a value and what is in it are asked before either changes",
      #"{ "map-values": ["o", "o.a"], "cases": [{ "is": { "a": 1 }, "becomes": "o" }, { "is": 1, "becomes": 2 }] }"#,
      #"{"o":{"a":1}}"#, #"{"o":"o"}"#),
    RuleCase("nothing there", #"{ "map-values": "s", "table": { "a": "b" } }"#, "{}", "{}"),
    RuleCase(
      "cases and a table", #"{ "map-values": "s", "table": { "a": 1 }, "cases": [] }"#, "{}",
      fails: .badRules),
    RuleCase(
      "neither cases nor a table", #"{ "map-values": "s" }"#, "{}", fails: .badRules),
    RuleCase(
      "a case without a result", #"{ "map-values": "s", "cases": [{ "is": 1 }] }"#, "{}",
      fails: .badRules),
    RuleCase(
      "a case that asks nothing", #"{ "map-values": "s", "cases": [{ "becomes": 1 }] }"#, "{}",
      fails: .badRules),
    RuleCase(
      "many cases, and numbers beside texts, whatever the case",
      #"{ "map-values": "t[*]", "cases": [{ "at-least": 3, "becomes": "n" }, "#
        + (0..<20).map { #"{ "is": "K\#($0)", "becomes": \#($0) }"# }.joined(separator: ",")
        + #"], "otherwise": "keep", "ignore-case": true }"#,
      #"{"t":["k7","K7","\u212A8",4,"k20"]}"#, #"{"t":[7,7,8,"n","k20"]}"#),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
