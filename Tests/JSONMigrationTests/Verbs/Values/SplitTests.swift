import Testing

@testable import JSONMigrationCore

@Suite struct SplitTests {
  static let cases = [
    RuleCase(
      "where the source stood, also where a part is somewhere before it",
      #"{ "split": "c[0].a", "by": "-", "into": ["n", "z"], "if-exists": "overwrite" }"#,
      #"{"c":[{"e":0,"n":10,"g":1,"a":"x-1","b":"q"}]}"#,
      #"{"c":[{"e":0,"n":"x","g":1,"z":"1","b":"q"}]}"#),
    RuleCase(
      "and with one of its own name",
      #"{ "split": "c[0].a", "by": "-", "into": ["n", "y", "a", "z"], "if-exists": "overwrite" }"#,
      #"{"c":[{"e":0,"n":10,"g":1,"a":"1-2-3-4","b":"q"}]}"#,
      #"{"c":[{"e":0,"n":"1","g":1,"y":"2","a":"3","z":"4","b":"q"}]}"#),
    RuleCase(
      "a part with the name of the source, which isn't the first",
      #"{ "split": "n", "by": " ", "into": ["f", "n", "l"] }"#, #"{"a":0,"n":"x y z","b":1}"#,
      #"{"a":0,"f":"x","n":"y","l":"z","b":1}"#),
    RuleCase(
      "overwriting keeps the position of what is there",
      #"{ "split": "n", "by": " ", "into": ["f", "l"], "if-exists": "overwrite" }"#,
      #"{"l":0,"n":"x y"}"#, #"{"l":"y","f":"x"}"#),
    RuleCase(
      "keeping gives the part up",
      #"{ "split": "n", "by": " ", "into": ["f", "l"], "if-exists": "keep" }"#,
      #"{"l":0,"n":"x y"}"#, #"{"l":0,"f":"x"}"#),
    RuleCase(
      "escapes are read and written", #"{ "split": "n", "by": "\n" }"#, #"{"n":"a\"\u000ab\\"}"#,
      #"{"n":["a\"","b\\"]}"#),
    RuleCase(
      "another source that stays is in the way",
      #"{ "split": ["n", "f"], "by": " ", "into": ["f", "l"] }"#, #"{"n":"x y","f":null}"#,
      fails: .conflict),
    RuleCase(
      "also where a part has its name",
      #"{ "split": ["n", "f"], "by": " ", "into": ["f"] }"#, #"{"n":"x","f":"y z"}"#,
      fails: .conflict),
    RuleCase(
      "and where it is kept",
      #"{ "split": ["n", "f"], "by": " ", "into": ["f", "l"], "if-exists": "keep" }"#,
      #"{"n":"x y","f":null}"#, #"{"l":"y","f":null}"#),
    RuleCase(
      "a text is read before another one is written there",
      #"{ "split": ["a", "b"], "by": " ", "into": ["b", "c"], "if-exists": "overwrite" }"#,
      #"{"a":"1 2","b":"3 4"}"#, #"{"c":"4","b":"3"}"#),
    RuleCase(
      "so the order of the members says nothing",
      #"{ "split": "*", "by": " ", "into": ["b", "x"], "if-exists": "overwrite" }"#,
      #"{"d":"a z","b":[]}"#, fails: .wrongType),
    RuleCase(
      "null stays null only until a part comes there",
      #"{ "split": ["a", "b"], "by": " ", "into": ["b", "c"], "if-exists": "overwrite" }"#,
      #"{"a":"1 2","b":null}"#, #"{"c":"2","b":"1"}"#),
    RuleCase(
      "another source that goes is not in the way",
      #"""
      {
        "split": ["a", "b"], "pattern": "(\\d) (\\d)", "into": ["b", "c"],
        "if-short": "leave-out"
      }
      """#,
      #"{"a":"1 2","b":"x"}"#, #"{"b":"1","c":"2"}"#),
    RuleCase(
      "nor takes it along what came into its place",
      #"""
      {
        "split": ["a", "b"], "by": " ", "into": ["c", "b"], "if-short": "leave-out",
        "if-exists": "keep"
      }
      """#,
      #"{"a":"1 2","b":"x"}"#, #"{"c":"1","b":"2"}"#),
    RuleCase(
      "elements of an array", #"{ "split": "n[*]", "by": "," }"#, #"{"n":["a,b",null,""]}"#,
      #"{"n":[["a","b"],null,[""]]}"#),
    RuleCase(
      "an element has no names beside it", #"{ "split": "n[*]", "by": ",", "into": ["a"] }"#,
      #"{"n":["a"]}"#, fails: .wrongType),
    RuleCase(
      "a pattern without groups leaves nothing of a text",
      #"{ "split": "n", "pattern": "\\d+-\\d+" }"#, #"{"n":"text"}"#, fails: .badRules),
    RuleCase(
      "a group that took no part is a missing one",
      #"{ "split": "n", "pattern": "(a)|(b)", "into": ["x", "y"], "if-short": { "becomes": 0 } }"#,
      #"{"n":"b"}"#, #"{"x":0,"y":"b"}"#),
    RuleCase(
      "half of a surrogate pair is no text", #"{ "split": "n", "by": "," }"#,
      #"{"n":"\ud800,"}"#, fails: .invalidValue),
    RuleCase(
      "more names than groups", #"{ "split": "n", "pattern": "(a)", "into": ["x", "y"] }"#, "{}",
      fails: .badRules),
    RuleCase("by nothing", #"{ "split": "n", "by": "" }"#, "{}", fails: .badRules),
    RuleCase(
      "a name twice", #"{ "split": "n", "by": ",", "into": ["x", "x"] }"#, "{}", fails: .badRules),
    RuleCase(
      "by and a pattern", #"{ "split": "n", "by": ",", "pattern": "(a)" }"#, "{}",
      fails: .badRules),
    RuleCase(
      "a separator of another length",
      #"{ "split": "n", "by": "ſ", "into": ["a", "b"], "ignore-case": true }"#,
      #"{"n":"1S2s3"}"#, #"{"a":"1","b":"2s3"}"#),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
