import Testing

@testable import JSONMigrationCore

@Suite struct RenameTests {
  static let cases = [
    RuleCase(
      "position, spaces and bytes stay", #"{ "rename": { "b": "x" } }"#,
      #"{"a" : 1.0, "b"  :  [ 1 ] , "c":3}"#, #"{"a" : 1.0, "x"  :  [ 1 ] , "c":3}"#),
    RuleCase(
      "a swap keeps the spaces", #"{ "rename": { "a": "b", "b": "a" } }"#,
      #"{ "a" : 1, "b": 2 }"#, #"{ "b" : 1, "a": 2 }"#),
    RuleCase(
      "three in a round", #"{ "rename": { "a": "b", "b": "c", "c": "a" } }"#,
      #"{"a":1,"b":2,"c":3}"#, #"{"b":1,"c":2,"a":3}"#),
    RuleCase(
      "a key that is taken by one that leaves later, and then by one that stays",
      #"{ "rename": { "a": "b", "c": "b", "b": "d" } }"#, #"{"a":1,"b":2,"c":3}"#,
      fails: .conflict),
    RuleCase(
      "of two for one key the first is kept, and who leaves is in nobody's way",
      #"{ "rename": { "a": "b", "c": "b", "b": "d" }, "if-exists": "keep" }"#,
      #"{"a":1,"b":2,"c":3}"#, #"{"b":1,"d":2}"#),
    RuleCase(
      "of two for one key the second has it already, and the first is kept",
      #"{ "rename": { "['colour','color']": "color" }, "if-exists": "keep" }"#,
      #"{"colour":1,"color":2}"#, #"{"color":1}"#),
    RuleCase(
      "of two for one key the second has it already, and overwrites the first",
      #"{ "rename": { "c": "b", "b": "b" }, "if-exists": "overwrite" }"#,
      #"{"b":1,"c":2}"#, #"{"b":1}"#),
    RuleCase(
      "of two for one key the second has it already, which is a conflict",
      #"{ "rename": { "items[*].c": "b", "items[*].b": "b" } }"#,
      #"{"items":[{"b":1,"c":2}]}"#, fails: .conflict),
    RuleCase(
      "a key that stands twice beside one that comes to it",
      #"{ "rename": { "c": "b" }, "if-exists": "keep" }"#, #"{"c":1,"b":2,"b":3}"#,
      fails: .duplicateKey),
    RuleCase(
      "at every depth, inner ones first", #"{ "rename": { "$..a": "b" } }"#,
      #"{"a":{"a":1},"c":[{"a":2}]}"#, #"{"b":{"b":1},"c":[{"b":2}]}"#),
    RuleCase("nothing there", #"{ "rename": { "x": "y" } }"#, #"{ "a": 1 }"#, #"{ "a": 1 }"#),
    RuleCase(
      "a key that stands twice", #"{ "rename": { "a": "b" } }"#, #"{"a":1,"a":2}"#,
      fails: .duplicateKey),
    RuleCase(
      "a new name that stands twice", #"{ "rename": { "c": "a" } }"#, #"{"a":1,"a":2,"c":3}"#,
      fails: .duplicateKey),
    RuleCase(
      "what stands twice and isn't touched is kept", #"{ "rename": { "b": "c" } }"#,
      #"{"a":1,"a":2,"b":3}"#, #"{"a":1,"a":2,"c":3}"#),
    RuleCase(
      "composed and decomposed letters are two keys", #"{ "rename": { "e\u0301": "x" } }"#,
      #"{"\u00e9":1,"e\u0301":2}"#, #"{"\u00e9":1,"x":2}"#),
    RuleCase("the document has no name", #"{ "rename": { "$": "x" } }"#, "{}", fails: .wrongType),
    RuleCase(
      "any name is taken as it is", #"{ "rename": { "a": "b.c \"d\"" } }"#, #"{"a":1}"#,
      #"{"b.c \"d\"":1}"#),
    RuleCase(
      "an escaped key is found", #"{ "rename": { "ab": "c" } }"#, #"{"a\u0062":1}"#, #"{"c":1}"#),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }
}
