import JSONText
import Testing

@testable import JSONMigrationCore

/// What is said about rules that are not sound.
@Suite struct RuleErrorTests {
  /// A step file with mistakes, each marked by the text that is underlined.
  struct Case: Sendable, CustomTestStringConvertible {
    let rules: String
    /// The text that is underlined, and the message.
    let found: [(marked: String, message: String)]

    init(_ rules: String, _ found: (String, String)...) {
      self.rules = rules
      self.found = found
    }

    var testDescription: String { rules }
  }

  static let cases = [
    Case(#"[{ "renmae": {} }]"#, (#""renmae""#, "`renmae` is no verb")),
    Case(
      #"[{ "drop": "a", "set": { "b": 1 } }]"#,
      (#""set""#, "a rule has one verb, and this one has `drop` and `set`")),
    Case(#"[{ "when": "@.a" }]"#, (#"{ "when": "@.a" }"#, "this rule has no verb")),
    Case(
      #"[{ "drop": "a", "if-mising": "fail" }]"#,
      (#""if-mising""#, "`if-mising` is no key of `drop`")),
    Case(
      #"[{ "drop": "a", "if-exists": "keep" }]"#, (#""if-exists""#, "`if-exists` says nothing here")
    ),
    Case(
      #"[{ "drop": "a", "if-missing": "fial" }]"#, (#""fial""#, "`fial` is none of `skip`, `fail`")),
    Case(
      #"[{ "split": "a", "pattern": "(a)(b)", "into": ["x"] }]"#,
      (#""pattern""#, "the pattern has 2 groups for 1 name")),
    Case(#"[{ "drop": 4 }]"#, ("4", "expected a path, found a number")),
    Case(#"[{ "drop": [] }]"#, ("[]", "the list of paths is empty")),
    Case(#"[{ "drop": "a.[b" }]"#, ("[", "expected a name, found `[`")),
    Case(
      #"[{ "rename": { "a": 1, "b": null } }]"#, ("1", "expected text, found a number"),
      ("null", "expected text, found null")),
    Case(
      #"[{ "add-default": ["n"], "generate": "position", "first": 1.5 }]"#,
      ("1.5", "expected an integer, found a number")),
    Case(
      #"[{ "split": "a", "by": " ", "rest": "fail", "if-short": "leave-out", "if-exists": "keep" }]"#,
      (#""rest""#, "`rest` says nothing here"),
      (#""if-short""#, "`if-short` says nothing here"),
      (#""if-exists""#, "`if-exists` says nothing here")),
    Case(
      #"[{ "text": "a", "do": ["trim"], "ignore-case": true }]"#,
      (#""ignore-case""#, "`ignore-case` says nothing here")),
    Case(
      #"[{ "map-values": "a", "cases": [{ "is": 1, "becomes": 2 }], "ignore-case": true }]"#,
      (#""ignore-case""#, "`ignore-case` says nothing here")),
    Case(
      #"[{ "map-values": "a", "table": { "1": 2 }, "ignore-case": true }]"#,
      (#""ignore-case""#, "`ignore-case` says nothing here")),
    Case(
      #"[{ "append": "x", "unless-present": true }]"#,
      (#""x""#, "expected an object of arrays, each with an element, found text")),
    Case(
      #"[{ "set": "x", "stash": true, "fil": true }]"#,
      (#""x""#, "expected an object of members, each with a value, found text"),
      (#""fil""#, "`fil` is no key of `set`")),
    Case(#"[{ "map-values": "a", "cases": [] }]"#, ("[]", "the list of cases is empty")),
    Case(
      #"[{ "add-default": [], "generate": "uuid" }]"#, ("[]", "the list of members is empty")),
    Case(#"{}"#, ("{}", "this rule has no verb")),
    Case(
      #"[4, { "drop": 4 }]"#,
      ("4", "expected a rule, which is an object such as { \"drop\": \"a\" }, found a number"),
      ("4", "expected a path, found a number")),
    Case(
      #"[{ "drop": "a", "drop": "b" }]"#,
      (#""drop""#, "expected each key once in an object, found `drop` again")),
    Case(
      #"[{ "require": "@.a ==" }]"#,
      (
        "",
        "expected a query that starts with `@` or `$`, a value or a function, found the end of the condition"
      )),
  ]

  @Test(arguments: cases) func `every mistake is reported where it is`(_ rules: Case) throws {
    let error = #expect(throws: MigrationError.self) { try Trial(rules: rules.rules) }
    let found = (error?.diagnostics ?? []).map { diagnostic in
      let excerpt = diagnostic.place?.span?.excerpt
      let marked = excerpt.map { String(decoding: $0.text[$0.marked], as: UTF8.self) }
      return "\(marked ?? "") - \(diagnostic.message)"
    }
    #expect(found == rules.found.map { "\($0.marked) - \($0.message)" })
    #expect(error?.kind == .badRules)
  }

  /// A verb that doesn't say what is wrong with its rules.
  private struct Silent: Verb {
    static let name = "hush"
    static let spec = VerbSpec(
      name, "says nothing", takes: .condition, "anything", example: #"{ "hush": "@.a" }"#,
      before: "{}", after: "{}")

    init?(_ fields: inout Fields) {
      _ = fields.take("hush")
      return nil
    }

    var effects: Effects { Effects() }
    func find(in scope: NodeID, _ engine: inout Engine) throws {}
    func change(_ match: Match, _ engine: inout Engine) throws {}
  }

  @Test func `a rule whose verb gives no reason is named with its line`() {
    let reader = RuleReader(verbs: Verbs.all + [Silent.self])
    let text = #"""
      [
        { "hush": 1 }
      ]
      """#
    #expect(reader.rules(in: RuleSource(name: "v2.json", text: text)) == nil)
    #expect(
      reader.diagnostics.map(\.description) == [
        "v2.json:2:3: error: `hush` can't be read as it is written here [bad-rules]"
      ])
    #expect(reader.diagnostics.first?.help == #"write it as in `{ "hush": "@.a" }`"#)
  }
}
