import Testing

@testable import JSONMigrationCore
@testable import JSONText

@Suite struct LookUpTests {
  private static let rule =
    #""look-up": "c", "among": "$.cs[*]", "by": "id", "take": "n", "into": "x""#

  static let cases = [
    RuleCase(
      "an element that several selectors lead to is one",
      #"{ "look-up": "k", "among": "rows[?@.x, ?@.y]", "by": "id", "take": "x", "into": "t" }"#,
      #"{"k":1,"rows":[{"id":1,"x":2,"y":3}]}"#,
      #"{"k":1,"rows":[{"id":1,"x":2,"y":3}],"t":2}"#),
    RuleCase(
      "paths into the element",
      #"{ "look-up": "c", "among": "cs[*]", "by": "k.id", "take": "v.n", "into": "x" }"#,
      #"{"c":1,"cs":[{"k":{"id":2}},{"k":1},{"k":{"id":1},"v":{"n":[7]}}]}"#,
      #"{"c":1,"cs":[{"k":{"id":2}},{"k":1},{"k":{"id":1},"v":{"n":[7]}}],"x":[7]}"#),
    RuleCase(
      "arrays and objects are equal as a whole, in any order of keys", "{ \(rule) }",
      #"{"c":{"a":1,"b":[1]},"cs":[{"id":{"b":[1.0],"a":1e0},"n":2}]}"#,
      #"{"c":{"a":1,"b":[1]},"cs":[{"id":{"b":[1.0],"a":1e0},"n":2}],"x":2}"#),
    RuleCase(
      "escapes don't count", "{ \(rule) }", #"{"c":"\u0041","cs":[{"id":"A","n":2}]}"#,
      #"{"c":"\u0041","cs":[{"id":"A","n":2}],"x":2}"#),
    RuleCase(
      "in each scope among its own",
      #"{ "in": "g[*]", "look-up": "c", "among": "cs", "into": "x" }"#,
      #"{"g":[{"c":"a","cs":{"a":1}},{"c":"a","cs":{"a":2}},{"c":"a"}]}"#,
      #"{"g":[{"c":"a","cs":{"a":1},"x":1},{"c":"a","cs":{"a":2},"x":2},{"c":"a"}]}"#),
    RuleCase(
      "two values for one place", #"{ "in": "o[*]", \#(rule.replacing("x", with: "$.x")) }"#,
      #"{"cs":[{"id":1,"n":1},{"id":2,"n":2}],"o":[{"c":1},{"c":2}]}"#, fails: .conflict),
    RuleCase(
      "a key that stands twice in an element", "{ \(rule) }", #"{"c":1,"cs":[{"id":1,"id":2}]}"#,
      fails: .duplicateKey),
    RuleCase(
      "a name that stands twice", #"{ "look-up": "c", "among": "cs", "into": "x" }"#,
      #"{"c":"a","cs":{"a":1,"a":2}}"#, fails: .duplicateKey),
    RuleCase(
      "no object to find a name in", #"{ "look-up": "c", "among": "cs", "into": "x" }"#,
      #"{"c":"a","cs":[]}"#, fails: .wrongType),
    RuleCase(
      "`by` is a path of names",
      #"{ "look-up": "c", "among": "cs[*]", "by": "id[0]", "into": "x" }"#,
      "{}", fails: .badRules),
    RuleCase(
      "in a block that changes what is looked through, anew in each scope",
      #"{ "in": "o[*]", "rules": [{ \#(rule) }, { "set": { "$.cs[0].n": 9 } }] }"#,
      #"{"cs":[{"id":1,"n":2}],"o":[{"c":1},{"c":1}]}"#,
      #"{"cs":[{"id":1,"n":9}],"o":[{"c":1,"x":2},{"c":1,"x":9}]}"#),
    RuleCase(
      "in a block that brings members to where it looks",
      #"{ "in": "o[*]", "rules": [{ "look-up": "c", "among": "$.o[*].in[*]", "by": "id", "into": "x" }, "#
        + #"{ "unnest": "box" }] }"#,
      #"{"o":[{"c":1,"box":{"in":[{"id":1}]}},{"c":1}]}"#,
      #"{"o":[{"c":1,"in":[{"id":1}]},{"c":1,"x":{"id":1}}]}"#),
    RuleCase(
      "in a block whose rules change what a filter asks",
      #"{ "in": "o[*]", "rules": [{ "look-up": "c", "among": "$.cs[?@.id == $.only]", "by": "id", "#
        + #""take": "n", "into": "x" }, { "set": { "$.only": 1 } }] }"#,
      #"{"only":0,"cs":[{"id":1,"n":2}],"o":[{"c":1},{"c":1}]}"#,
      #"{"only":1,"cs":[{"id":1,"n":2}],"o":[{"c":1},{"c":1,"x":2}]}"#),
    RuleCase("no `among`", #"{ "look-up": "c", "into": "x" }"#, "{}", fails: .badRules),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }

  @Test(arguments: [
    #"{ "in": "o[*]", \#(rule) }"#, #"{ "in": "o[*]", "rules": [{ \#(rule) }] }"#,
    #"{ "in": "o[*]", "choose": [{ "rules": [{ "in": "@", "rules": [{ \#(rule) }] }] }] }"#,
    #"{ "in": "o[*]", "rules": [{ \#(rule) }, { "set": { "y": 1 } }, { "drop": "x" }] }"#,
  ])
  func `a document that failed leaves nothing to the next one`(rules: String) throws {
    let migrator = try Trial(rules: rules).migrator
    let bad = Array(#"{"cs":[{"id":1,"n":"old"},{"id":2},{"id":2}],"o":[{"c":1},{"c":2}]}"#.utf8)
    // Other values than in the first one stand where it had these.
    let good = Array(#"{"o":[{"c":1}],"cs":[{"id":5},{"id":1,"n":"new"}]}"#.utf8)
    var engine = Engine(migrator.plan)
    #expect(throws: MigrationError.self) { try engine.migrate(bad) }
    let result = try engine.migrate(good)
    var fresh = Engine(migrator.plan)
    let expected = try fresh.migrate(good)
    #expect(result == expected)
    #expect(
      String(decoding: result, as: UTF8.self).contains(#""x":"new""#) || rules.contains("drop"))
  }

  @Test(arguments: [
    #"{ "in": "o[*]", \#(rule) }"#, #"{ "in": "o[*]", "rules": [{ \#(rule) }] }"#,
    #"{ "in": "o[*]", "choose": [{ "rules": [{ "in": "@", "rules": [{ \#(rule) }] }] }] }"#,
    #"{ "in": "o[*]", "rules": [{ \#(rule) }, { "set": { "y": 1 } }, { "drop": "x" }] }"#,
  ])
  func `the work grows with the document, not with its square`(rules: String) throws {
    func document(_ count: Int) -> String {
      let elements = (0..<count).map { #"{"id":\#($0),"n":\#(-$0)}"# }
      let orders = (0..<count).map { #"{"c":\#(count - 1 - $0)}"# }
      return
        #"{"cs":[\#(elements.joined(separator: ","))],"o":[\#(orders.joined(separator: ","))]}"#
    }
    let trial = try Trial(rules: rules)
    func work(_ count: Int) throws -> Int {
      var engine = Engine(trial.migrator.plan)
      let text = Array(document(count).utf8)
      _ = try engine.migrate(text)
      return engine.document.limits.work(forBytes: text.count) - engine.document.work
    }
    let (small, large) = (try work(100), try work(1_000))
    #expect(large < 15 * small, "\(small) and \(large)")
  }
}

extension String {
  fileprivate func replacing(_ name: String, with other: String) -> String {
    dropLast(name.count + 1) + other + "\""
  }
}
