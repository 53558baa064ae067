import JSONMigration
import JSONText
import Testing

@testable import JSONMigrationCore

/// What the help says where a value is of another type than a rule takes: with it the rule passes
/// over that value, and does what it did elsewhere.
@Suite struct TypeHelpTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let help: String
    let document: String
    /// A document that the rule is for.
    let good: String

    init(_ rule: String, _ help: String, _ document: String, good: String) {
      (self.rule, self.help, self.document, self.good) = (rule, help, document, good)
    }

    var testDescription: String { "\(rule) on \(document)" }
  }

  static let cases = [
    Case(
      #""move": { "a": "x.y" }"#, "type($.x) == 'object' || type($.x) == 'missing'",
      #"{"a":1,"x":null}"#, good: #"{"a":1}"#),
    Case(
      #""copy": { "a": "x.y" }"#, "type($.x) == 'object' || type($.x) == 'missing'",
      #"{"a":1,"x":"t"}"#, good: #"{"a":1,"x":{}}"#),
    Case(
      #""move": { "n[-1]": "c.n" }"#, "type($.c) == 'object' || type($.c) == 'missing'",
      #"{"c":"","n":[1]}"#, good: #"{"n":[1]}"#),
    Case(
      #""copy": { "n.*": "c.n" }"#, "type($.c) == 'object' || type($.c) == 'missing'",
      #"{"c":"","n":{"a":1}}"#, good: #"{"n":{"a":1}}"#),
    Case(
      #""append": { "s": 1 }"#, "type($.s) == 'array' || type($.s) == 'missing'", #"{"s":null}"#,
      good: "{}"),
    Case(
      #""set": { "o.p.q": 1 }"#, "type($.o.p) == 'object' || type($.o.p) == 'missing'",
      #"{"o":{"p":1}}"#, good: "{}"),
    Case(
      #""to-object": "u", "key": "id""#, "!$.u[?type(@) != 'object']",
      #"{"u":[{"id":"p"},null]}"#, good: #"{"u":[{"id":"p"}]}"#),
    Case(
      #""to-object": "o.u", "key": "id""#, "!$.o.u[?type(@.id) != 'string']",
      #"{"o":{"u":[{"id":true}]}}"#, good: #"{"o":{"u":[{"id":"p"}]}}"#),
    Case(
      #""in": "l[*]", "keep-only": ["c"]"#, "type(@) == 'object'", #"{"l":[5]}"#,
      good: #"{"l":[{"a":1}]}"#),
    Case(
      #""in": "l[*]", "set": { "a.b": 1 }"#, "type(@.a) == 'object' || type(@.a) == 'missing'",
      #"{"l":[{"a":5}]}"#, good: #"{"l":[{}]}"#),
    Case(
      #""in": "l[*]", "rules": [{ "set": { "a.b": 1 }, # }]"#,
      "type(@.a) == 'object' || type(@.a) == 'missing'", #"{"l":[{"a":5}]}"#,
      good: #"{"l":[{}]}"#),
    // What a rule names from the document, a condition does too.
    Case(
      #""in": "o", "scale": "$.n", "by": 2"#, "type($.n) == 'number'", #"{"o":{},"n":{}}"#,
      good: #"{"o":{},"n":3}"#),
    Case(
      #""in": "o", "text": "$.l[*].n", "do": ["trim"]"#, "!$.l[?type(@.n) != 'string']",
      #"{"o":{},"l":[{"n":5}]}"#, good: #"{"o":{},"l":[{"n":" x"}]}"#),
    Case(
      #""in": "o[*]", "to-list": "$.m", "key": "id""#, "type($.m) == 'object'",
      #"{"o":[1],"m":5}"#, good: #"{"o":[1],"m":{"a":{}}}"#),
    Case(
      #""split": "n", "by": " ", "into": ["f", "l"]"#, "type(@.n) == 'string'", #"{"n":5}"#,
      good: #"{"n":"A B"}"#),
  ]

  @Test func `a name at any depth is asked in each object that has it`() throws {
    let document = Array(#"{"a":[{"b":2},{"b":" x "}]}"#.utf8)
    let error = #expect(throws: MigrationError.self) {
      try migrator(#""text": "..b", "do": ["trim"]"#, nil).migrate(document, named: "a")
    }
    let scopes = #""in": ["@", "..*"], "when": "type(@.b) == 'string'""#
    #expect(
      error?.diagnostics.first?.help
        == "to pass over other values ask first: `\(scopes)`, and `b` as the path")
    let careful = try Migrator(rules: [
      RuleSource(
        name: "v2.json",
        text: #"{ "to": 2, "rules": [{ \#(scopes), "text": "b", "do": ["trim"] }] }"#)
    ])
    #expect(
      try careful.migrate(document, named: "a")
        == Array(#"{"a":[{"b":2},{"b":"x"}],"version":2}"#.utf8))
  }

  private func migrator(_ rule: String, _ more: String?) throws -> Migrator {
    let when = more.map { #""when": "\#($0)""# } ?? #""note": """#
    let rule = rule.contains("#") ? rule.replacing("#", with: when) : "\(rule), \(when)"
    return try Migrator(
      rules: [RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [{ \#(rule) }] }"#)])
  }

  @Test(arguments: cases)
  func `what the help says passes over the value, and over no other`(_ test: Case) throws {
    let error = #expect(throws: MigrationError.self) {
      try migrator(test.rule, nil).migrate(Array(test.document.utf8), named: "a")
    }
    let help = try #require(error?.diagnostics.first?.help)
    #expect(help == "to pass over other values ask first: `\"when\": \"\(test.help)\"`")
    let careful = try migrator(test.rule, test.help)
    let passed = try careful.migrate(Array(test.document.utf8), named: "a")
    let plain = try JSON(parsing: Array(test.document.utf8))
    var expected = try #require(plain.object)
    expected["version"] = 2
    #expect(try JSON(parsing: passed) == .object(expected))
    let good = Array(test.good.utf8)
    #expect(
      try careful.migrate(good, named: "a")
        == migrator(test.rule, nil).migrate(good, named: "a"))
  }
}
