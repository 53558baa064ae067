import TestSupport
import Testing

@testable import JSONMigrationCore

@Suite struct RenameKeysTests {
  static let cases = [
    RuleCase(
      "positions, spaces and bytes stay", #"{ "rename-keys": "@", "case": "snake-to-camel" }"#,
      "{\n  \"a_b\" : 1.0,\n  \"c\":2, \"d_e\"  : [ 3 ]\n}",
      "{\n  \"aB\" : 1.0,\n  \"c\":2, \"dE\"  : [ 3 ]\n}"),
    RuleCase(
      "null stays", #"{ "rename-keys": "s", "case": "snake-to-camel" }"#, #"{"s":null}"#,
      #"{"s":null}"#),
    RuleCase(
      "an empty object", #"{ "rename-keys": "s", "case": "snake-to-camel" }"#, #"{"s":{ }}"#,
      #"{"s":{ }}"#),
    RuleCase(
      "nothing there", #"{ "rename-keys": "s", "case": "snake-to-camel" }"#, #"{"a_b":1}"#,
      #"{"a_b":1}"#),
    RuleCase(
      "nothing there, if it has to be",
      #"{ "rename-keys": "s", "case": "snake-to-camel", "if-missing": "fail" }"#, "{}",
      fails: .missingValue),
    RuleCase(
      "no object", #"{ "rename-keys": "s", "case": "snake-to-camel" }"#, #"{"s":[]}"#,
      fails: .wrongType),
    RuleCase(
      "at every depth",
      #"{ "rename-keys": "$..*[?type(@) == 'object']", "case": "snake-to-kebab" }"#,
      #"{"s":{"a_a":{"b_b":{"c_c":1}}}}"#, #"{"s":{"a_a":{"b-b":{"c-c":1}}}}"#),
    RuleCase(
      "what is there stays",
      #"{ "rename-keys": "s", "case": "snake-to-camel", "if-exists": "keep" }"#,
      #"{"s":{"a_b":1,"aB":2,"a__b":3}}"#, #"{"s":{"aB":2}}"#),
    RuleCase(
      "the last one overwrites",
      #"{ "rename-keys": "s", "case": "snake-to-camel", "if-exists": "overwrite" }"#,
      #"{"s":{"a_b":1,"x":0,"aB":2,"a__b":3}}"#, #"{"s":{"x":0,"aB":3}}"#),
    RuleCase(
      "in each scope that fits",
      #"{ "in": "i[*]", "when": "@.k_k", "rename-keys": "@", "case": "snake-to-camel" }"#,
      #"{"i":[{"k_k":1},{"a_b":1}]}"#, #"{"i":[{"kK":1},{"a_b":1}]}"#),
    RuleCase(
      "a key that stands twice", #"{ "rename-keys": "s", "case": "snake-to-camel" }"#,
      #"{"s":{"a_b":1,"a_b":2}}"#, fails: .duplicateKey),
    RuleCase(
      "a key that stands twice and stays", #"{ "rename-keys": "s", "case": "snake-to-camel" }"#,
      #"{"s":{"a":1,"a":2,"b_c":3}}"#, #"{"s":{"a":1,"a":2,"bC":3}}"#),
    RuleCase(
      "half of a surrogate pair is no text", #"{ "rename-keys": "s", "case": "snake-to-camel" }"#,
      #"{"s":{"a_\ud800":1}}"#, #"{"s":{"a_\ud800":1}}"#),
    RuleCase(
      "the new key is found afterwards",
      #"[{ "rename-keys": "s", "case": "snake-to-camel" }, { "drop": "s.aB" }]"#,
      #"{"s":{"a_b":1,"c":2}}"#, #"{"s":{"c":2}}"#),
    RuleCase("no case", #"{ "rename-keys": "s" }"#, "{}", fails: .badRules),
    RuleCase(
      "no such case", #"{ "rename-keys": "s", "case": "snake-to-snake" }"#, "{}", fails: .badRules),
    RuleCase(
      "names that change into each other, at once",
      #"{ "rename-keys": "$", "pattern": "(.)(.)", "with": "$2$1" }"#, #"{"ab":1,"ba":2,"cc":3}"#,
      #"{"ba":1,"ab":2,"cc":3}"#),
    RuleCase(
      "the last of those that come out equal",
      #"{ "rename-keys": "s", "pattern": "(a).", "with": "$1", "if-exists": "overwrite" }"#,
      #"{"s":{"a1":1,"b":0,"a":2,"a3":3}}"#, #"{"s":{"b":0,"a":3}}"#),
    RuleCase(
      "a key that fits stands twice", #"{ "rename-keys": "s", "pattern": "a", "with": "b" }"#,
      #"{"s":{"a":1,"a":2}}"#, fails: .duplicateKey),
    RuleCase(
      "a key that doesn't fit stands twice",
      #"{ "rename-keys": "s", "pattern": "a", "with": "b" }"#,
      #"{"s":{"c":1,"a":0,"c":2}}"#, #"{"s":{"c":1,"b":0,"c":2}}"#),
    RuleCase(
      "a group that the pattern doesn't have",
      #"{ "rename-keys": "s", "pattern": "a", "with": "$1" }"#,
      "{}", fails: .badRules),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }

  @Test(arguments: [
    ("snake-to-camel", "max_line_width", "maxLineWidth"), ("snake-to-camel", "line_1", "line1"),
    ("snake-to-camel", "__a_b_", "__aB_"), ("snake-to-camel", "a__b", "aB"),
    ("snake-to-camel", "MAX_SIZE", "maxSize"), ("snake-to-camel", "maxSize", "maxSize"),
    ("snake-to-camel", "_", "_"), ("snake-to-camel", "", ""), ("snake-to-camel", "für_ä", "fürÄ"),
    ("camel-to-snake", "maxLineWidth", "max_line_width"),
    ("camel-to-snake", "myURLPath", "my_url_path"),
    ("camel-to-snake", "URL", "url"), ("camel-to-snake", "line1", "line1"),
    ("camel-to-snake", "_aB", "_a_b"), ("camel-to-snake", "a_b", "a_b"),
    ("camel-to-kebab", "maxLineWidth", "max-line-width"),
    ("kebab-to-camel", "max-line-width", "maxLineWidth"),
    ("kebab-to-snake", "-a-b", "-a_b"), ("snake-to-kebab", "a_b_c", "a-b-c"),
  ])
  func `keys are spelled`(_ words: String, _ key: String, _ expected: String) throws {
    let (old, new) = try #require(KeyCase.changes.first { $0.key == words }?.value)
    let spelled = new.spelling(of: Array(key.utf8), from: old)
    #expect(spelled == (key == expected ? nil : Array(expected.utf8)))
  }

  @Test func `keys in ASCII are spelled as all others`() {
    var random = Seeded()
    let letters = Array("aabcXYZ19__--. ".utf8)
    for _ in 0..<Amount.of(4_000, thorough: 40_000) {
      let key = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? 0
      }
      for (_, (old, new)) in KeyCase.changes {
        #expect(
          new.plainSpelling(of: key, from: old) == new.anySpelling(of: key, from: old),
          "\(String(decoding: key, as: UTF8.self)), \(old) to \(new), \(random)")
      }
    }
  }
}
