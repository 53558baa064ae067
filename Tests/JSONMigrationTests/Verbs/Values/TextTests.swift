import Testing

@testable import JSONMigrationCore

@Suite struct TextTests {
  static let many = String(repeating: "a", count: 20_000)

  static let cases = [
    RuleCase(
      "what doesn't change keeps its bytes", #"{ "text": "v[*]", "do": ["lowercase"] }"#,
      #"{"v":["\u0061", null, "B\n"]}"#, #"{"v":["\u0061", null, "b\n"]}"#),
    RuleCase(
      "letters of many scripts", #"{ "text": "v", "do": ["uppercase"] }"#,
      #"{"v":"straße éя ﬁ i"}"#, #"{"v":"STRASSE ÉЯ FI I"}"#),
    RuleCase(
      "a letter and its accent", #"{ "text": "v", "do": ["uppercase"] }"#, #"{"v":"e\u0301"}"#,
      "{\"v\":\"E\u{301}\"}"),
    RuleCase(
      "words", #"{ "text": "v", "do": ["capitalize"] }"#,
      #"{"v":"well-KNOWN (in 3RD\tplace) it's ǆ"}"#, #"{"v":"Well-known (In 3rd\tPlace) It's ǅ"}"#),
    RuleCase(
      "white space of Unicode", #"{ "text": "v", "do": ["trim"] }"#, #"{"v":"\u00a0 a b\u3000\n"}"#,
      #"{"v":"a b"}"#),
    RuleCase(
      "nothing but white space", #"{ "text": "v", "do": ["trim"] }"#, #"{"v":" "}"#, #"{"v":""}"#),
    RuleCase(
      "every place, none inside another",
      #"{ "text": "v", "do": [{ "replace": "aa", "with": "ab" }] }"#,
      #"{"v":"aaaaa"}"#, #"{"v":"ababa"}"#),
    RuleCase(
      "replaced by nothing", #"{ "text": "v", "do": [{ "replace": "a", "with": "" }] }"#,
      #"{"v":"aba"}"#, #"{"v":"b"}"#),
    RuleCase(
      "groups change places",
      #"{ "text": "v", "do": [{ "pattern": "(\\w+) (\\w+)", "with": "$2, $1$$" }] }"#,
      #"{"v":"Ada Lovelace"}"#, #"{"v":"Lovelace, Ada$"}"#),
    RuleCase(
      "each match of nothing", #"{ "text": "v", "do": [{ "pattern": "x*", "with": "-" }] }"#,
      #"{"v":"éa"}"#, #"{"v":"-é-a-"}"#),
    RuleCase(
      "quotes are escaped", #"{ "text": "v", "do": [{ "prefix": "\"" }, { "suffix": "\n" }] }"#,
      #"{"v":"a"}"#, #"{"v":"\"a\n"}"#),
    RuleCase(
      "a number is no text", #"{ "text": "v", "do": ["trim"] }"#, #"{"v":1}"#, fails: .wrongType),
    RuleCase(
      "half of a surrogate pair is no text", #"{ "text": "v", "do": ["trim"] }"#,
      #"{"v":"\ud800"}"#,
      fails: .invalidValue),
    RuleCase(
      "text can't grow without end",
      #"{ "text": "v", "do": [{ "replace": "a", "with": ""# + many + #"" }] }"#,
      #"{"v":""# + many + #""}"#, fails: Diagnostic.Kind(rawValue: "too-big")),
    RuleCase(
      "nor by a pattern", #"{ "text": "v", "do": [{ "pattern": "a", "with": ""# + many + #"" }] }"#,
      #"{"v":""# + many + #""}"#, fails: Diagnostic.Kind(rawValue: "too-big")),
    RuleCase(
      "only in some scopes", #"{ "in": "p[?@.on]", "text": "v", "do": [{ "prefix": "/" }] }"#,
      #"{"p":[{"v":"a","on":1},{"v":"b"}]}"#, #"{"p":[{"v":"/a","on":1},{"v":"b"}]}"#),
    RuleCase(
      "a place that is named twice is changed once",
      #"{ "text": ["v[0]", "v[*]"], "do": [{ "prefix": "/" }] }"#,
      #"{"v":["a","b"]}"#, #"{"v":["/a","/b"]}"#),
    RuleCase("nothing there", #"{ "text": "v", "do": ["trim"] }"#, "{}", "{}"),
    RuleCase(
      "nothing there, and that is wrong", #"{ "text": "v", "do": ["trim"], "if-missing": "fail" }"#,
      "{}",
      fails: .missingValue),
    RuleCase(
      "a key that stands twice", #"{ "text": "v", "do": ["trim"] }"#, #"{"v":"a","v":"b"}"#,
      fails: .duplicateKey),
    RuleCase("nothing to do", #"{ "text": "v", "do": [] }"#, "{}", fails: .badRules),
    RuleCase(
      "nothing to replace", #"{ "text": "v", "do": [{ "replace": "", "with": "a" }] }"#, "{}",
      fails: .badRules),
    RuleCase(
      "a group that isn't there", #"{ "text": "v", "do": [{ "pattern": "a", "with": "$1" }] }"#,
      "{}",
      fails: .badRules),
    RuleCase(
      "two things at once", #"{ "text": "v", "do": [{ "prefix": "a", "suffix": "b" }] }"#, "{}",
      fails: .badRules),
    RuleCase(
      "patterns with anchors and `times`",
      #"{ "text": "v", "do": [{ "pattern": "[0-9]+|$", "with": "<$$>", "times": 2 }] }"#,
      #"{"v":"a12b"}"#, #"{"v":"a<$>b<$>"}"#),
    RuleCase(
      "letters that are longer in the other case",
      #"{ "text": "v", "do": [{ "replace": "k", "with": "-" }], "ignore-case": true }"#,
      #"{"v":"É\u212Ak\u017FK!"}"#, #"{"v":"É--ſ-!"}"#),
    RuleCase(
      "`times` is an integer",
      #"{ "text": "v", "do": [{ "replace": "a", "with": "", "times": 1.5 }] }"#,
      "{}", fails: .badRules),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
