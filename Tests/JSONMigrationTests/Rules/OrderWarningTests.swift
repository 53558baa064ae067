import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

/// What is said of rules that stand in the wrong order, and of twins that don't.
@Suite struct OrderWarningTests {
  private static func reads(_ rules: String, _ found: String...) -> RuleWarningTests.Case {
    RuleWarningTests.Case("[\(rules)]", found.map { "\"\($0) has taken it away (taken-away)" })
  }

  static let readers = [
    reads(
      #"{ "drop": "a" }, { "wrap": "a" }"#, #"a" - `wrap` finds nothing here: an earlier `drop`"#),
    reads(
      #"{ "drop": "a" }, { "wrap": "b" }, { "rename": { "a.x": "y" } }"#,
      #"a.x" - `rename` finds nothing here: an earlier `drop`"#),
    reads(
      #"{ "rename": { "a": "b" } }, { "drop": "a" }"#,
      #"a" - `drop` finds nothing here: an earlier `rename`"#),
    reads(
      #"{ "move": { "a": "b.c" } }, { "in": "a", "drop": "x" }"#,
      #"a" - `drop` finds nothing here: an earlier `move`"#),
    reads(#"{ "in": "p[*]", "drop": "$.c" }, { "rename": { "c": "a" } }"#),
    reads(#"{ "in": "p", "rules": [{ "rename": { "@": "z" } }, { "rename": { "q": "r" } }] }"#),
    reads(
      #"{ "in": "a[*]", "drop": "x" }, { "wrap": "a[?@.y].x" }"#,
      #"a[?@.y].x" - `wrap` finds nothing here: an earlier `drop`"#),
    reads(
      #"{ "in": "a[*]", "rules": [{ "drop": "x" }, { "choose": [{ "rules": [{ "drop": "x" }] }] }] }"#,
      #"x" - `drop` finds nothing here: an earlier `drop`"#),
    reads(
      #"{ "join": ["a", "b"], "with": " ", "into": "c" }, { "wrap": "a" }"#,
      #"a" - `wrap` finds nothing here: an earlier `join`"#),
    reads(
      #"{ "concat": ["a", "b"], "into": "c" }, { "in": "b[*]", "drop": "x" }"#,
      #"b[*]" - `drop` finds nothing here: an earlier `concat`"#),
    reads(
      #"{ "split": "a", "by": " ", "into": ["b", "c"] }, { "wrap": "a" }"#,
      #"a" - `wrap` finds nothing here: an earlier `split`"#),
    reads(
      #"{ "nest": ["a", "b"], "under": "c" }, { "wrap": "a" }"#,
      #"a" - `wrap` finds nothing here: an earlier `nest`"#),
    reads(
      #"{ "drop": "a" }, { "nest": ["a", "b"], "under": "c" }"#,
      #"a" - `nest` finds nothing here: an earlier `drop`"#),
    reads(
      #"{ "unnest": "a" }, { "rename": { "a.x": "y" } }"#,
      #"a.x" - `rename` finds nothing here: an earlier `unnest`"#),
    reads(
      #"{ "keep-only": ["b"] }, { "drop": "b.x" }, { "rename": { "a.x": "y" } }"#,
      #"a.x" - `rename` finds nothing here: an earlier `keep-only`"#),
    // Conditions.
    reads(
      #"{ "rename": { "a": "b" } }, { "when": "@.a == 1", "drop": "c" }"#,
      #"@.a == 1" - this asks for what is not there: an earlier `rename`"#),
    reads(
      #"{ "in": "l[*]", "rules": [{ "rename": { "a": "b" } }, { "when": "@.a && @.c", "drop": "c" }] }"#,
      #"@.a && @.c" - this asks for what is not there: an earlier `rename`"#),
    reads(
      #"{ "rename": { "l[*].a": "b" } }, { "drop": "l[?@.a == 'x']" }"#,
      #"l[?@.a == 'x']" - this asks for what is not there: an earlier `rename`"#),
    reads(
      #"{ "drop": "a" }, { "require": "@.a == 1" }"#,
      #"@.a == 1" - this asks for what is not there: an earlier `drop`"#),
    reads(
      #"{ "drop": "a" }, { "choose": [{ "when": "@.a > 1", "rules": [{ "drop": "b" }] }] }"#,
      #"@.a > 1" - this asks for what is not there: an earlier `drop`"#),
    // Twins.
    reads(#"{ "drop": "a" }, { "require": "!@.a" }"#),
    reads(#"{ "drop": "a" }, { "when": "empty(@.a) || @.a != 1", "drop": "c" }"#),
    reads(#"{ "drop": "a" }, { "when": "@.a == null", "drop": "c" }"#),
    reads(#"{ "drop": "a" }, { "when": "count(@.a[*]) == 0", "drop": "c" }"#),
    reads(#"{ "rename": { "a": "b" } }, { "when": "@.b == 1", "drop": "c" }"#),
    reads(#"{ "split": "a", "by": " ", "into": ["a", "c"] }, { "wrap": "a" }"#),
    reads(#"{ "concat": ["a", "b"], "into": "a" }, { "wrap": "a" }"#),
    reads(#"{ "nest": ["a", "b"], "under": "a" }, { "wrap": "a" }"#),
    reads(#"{ "rename": { "a": "b", "b": "a" } }, { "wrap": "a" }"#),
    reads(#"{ "keep-only": ["b"] }, { "set": { "a": 1 } }, { "wrap": "a" }"#),
    reads(#"{ "keep-only": ["b"] }, { "drop": "b.x" }, { "wrap": "b" }"#),
    reads(#"{ "wrap": "a" }, { "drop": "a" }"#),
    reads(#"{ "drop": "a" }, { "set": { "a": 1 } }, { "wrap": "a" }"#),
    reads(#"{ "drop": "a" }, { "add-default": { "a.x": 1 } }, { "wrap": "a" }"#),
    reads(#"{ "drop": "a" }, { "rename": { "b": "a" } }, { "wrap": "a" }"#),
    reads(#"{ "drop": "a" }, { "unnest": "b" }, { "wrap": "a" }"#),
    reads(#"{ "drop": "a.x" }, { "wrap": "a" }"#),
    reads(#"{ "drop": "a.x" }, { "unnest": "a" }"#),
    reads(#"{ "drop": "a", "when": "@.b" }, { "wrap": "a" }"#),
    reads(#"{ "when": "@.b", "rules": [{ "drop": "a" }] }, { "wrap": "a" }"#),
    reads(#"{ "drop": "a[?@.x]" }, { "wrap": "a[*]" }"#),
    reads(#"{ "drop": "a[0]" }, { "wrap": "a[0]" }"#),
    reads(#"{ "in": "a[?@.b]", "drop": "x" }, { "wrap": "a[*].x" }"#),
    reads(#"{ "in": ["a", "b"], "drop": "x" }, { "wrap": "c.x" }"#),
    reads(#"{ "rename": { "a": "b", "b": "a" } }, { "wrap": ["a", "b"] }"#),
    reads(#"{ "choose": [{ "when": "@.b", "rules": [{ "drop": "a" }] }] }, { "wrap": "a" }"#),
    reads(#"{ "copy": { "a": "b" } }, { "drop": "b" }, { "wrap": "a" }"#),
    reads(#"{ "drop": "a" }, { "wrap": "$..a" }"#),
  ]

  @Test(arguments: readers)
  func `a rule that reads what is gone is told of`(_ rules: RuleWarningTests.Case) throws {
    let warnings = try Trial(rules: rules.rules).migrator.rules.warnings
    #expect(RuleWarningTests.found(warnings) == rules.found)
    #expect(warnings.allSatisfy { $0.severity == .warning })
  }

  @Test func `what a step drops is gone for the steps behind it, not for those before`() throws {
    let steps = [
      "v2.json": #"{ "to": 2, "rules": [{ "wrap": "a" }] }"#,
      "v3.json": #"{ "to": 3, "rules": [{ "drop": "a" }] }"#,
      "v4.json": #"{ "to": 4, "rules": [{ "drop": "b" }] }"#,
      "v5.json": #"{ "to": 5, "rules": [{ "wrap": "a" }] }"#,
    ]
    let migrator = try Migrator(
      rules: steps.map { RuleSource(name: $0.key, bytes: $0.value.utf8) })
    let warnings = migrator.rules.warnings
    #expect(warnings.map { $0.place?.file } == ["rules/v5.json"])
    #expect(warnings.first?.relatedPlaces.map(\.file) == ["rules/v3.json"])
  }

  @Test func `what only some documents went through is not gone for the others`() throws {
    let old = #"{ "from": 1, "to": 2, "rules": [{ "rename": { "a": "b" } }] }"#
    func warnings(_ last: String, _ others: String...) throws -> [String] {
      let sources = ([old, last] + others).enumerated().map { number, text in
        RuleSource(name: "\(number).json", text: text)
      }
      return RuleWarningTests.found(try Migrator(rules: sources).rules.warnings)
    }
    let rules = #""rules": [{ "rename": { "a": "c" } }]"#
    #expect(try warnings("{ \"from\": 2, \"to\": 3, \(rules) }").count == 1)
    // Documents of version 0 have never met the first step.
    #expect(try warnings("{ \"from\": [0, 2], \"to\": 3, \(rules) }") == [])
    let side = #"{ "from": 0, "to": 2, "rules": [] }"#
    #expect(try warnings("{ \"from\": 2, \"to\": 3, \(rules) }", side) == [])
  }

  // MARK: - What is there already

  private static func puts(_ rules: String, _ found: String...) -> RuleWarningTests.Case {
    RuleWarningTests.Case("[\(rules)]", found)
  }

  private static let written = "has put a value in its place already"

  static let occupied = [
    puts(
      #"{ "add-default": { "a": 1 } }, { "rename": { "b": "a" } }"#,
      #""b" - `rename` fails where it finds something: an earlier `add-default` \#(written) (occupied)"#
    ),
    puts(
      #"{ "set": { "o.a": 1 } }, { "drop": "x" }, { "move": { "b": "o.a" } }"#,
      #""b" - `move` fails where it finds something: an earlier `set` \#(written) (occupied)"#),
    puts(
      #"{ "in": "l[*]", "rules": [{ "add-default": { "a": 1 } }, { "copy": { "b": "a" }, "if-exists": "keep" }] }"#,
      #""b" - `copy` loses what it finds here: an earlier `add-default` \#(written), which is kept (occupied)"#
    ),
    puts(
      #"{ "set": { "a": 1 } }, { "join": ["b", "c"], "with": " ", "into": "a" }"#,
      #""b" - `join` fails where it finds something: an earlier `set` \#(written) (occupied)"#),
    puts(
      #"{ "add-default": { "p.b": 1 } }, { "nest": ["b"], "under": "p" }"#,
      #""b" - `nest` fails where it finds something: an earlier `add-default` \#(written) (occupied)"#
    ),
    puts(
      #"{ "move": { "a": "a.b" } }"#,
      #""a" - `move` fails where it finds something: no value can come into itself (inside-another)"#
    ),
    puts(
      #"{ "rename": { "c": "d", "a": "a" } }"#,
      #""a" - `rename` changes nothing: the value is there already (inside-another)"#),
    puts(
      #"{ "in": "l[*]", "move": { "a.b": "a.b" } }"#,
      #""a.b" - `move` changes nothing: the value is there already (inside-another)"#),
    puts(
      #"{ "copy": { "$.a": "a" } }"#,
      #""$.a" - `copy` changes nothing: the value is there already (inside-another)"#),
    // Twins.
    puts(#"{ "in": "l[*]", "copy": { "$.a": "a" } }"#),
    puts(#"{ "rename": { "a": "b", "b": "a" } }"#), puts(#"{ "rename": { "a[*].b": "a" } }"#),
    puts(#"{ "in": "l[*]", "copy": { "$.l[0].a": "a" } }"#),
    puts(#"{ "in": "l[*]", "copy": { "$.l[?@.main].a": "a" } }"#),
    puts(#"{ "in": "l[1]", "move": { "$.l[0].a": "a" } }"#),
    puts(#"{ "rename": { "b": "a" } }, { "add-default": { "a": 1 } }"#),
    puts(#"{ "nest": ["a", "b"], "under": "a" }"#), puts(#"{ "wrap": "a", "under": "a" }"#),
    puts(#"{ "move": { "a": "b", "b": "a.c" } }"#),
    puts(#"{ "add-default": { "a": 1 } }, { "rename": { "b": "a" }, "if-exists": "overwrite" }"#),
    puts(
      #"{ "add-default": { "a": 1 } }, { "rename": { "b": "a" }, "allow": ["occupied"] }"#),
    puts(#"{ "when": "@.c", "set": { "a": 1 } }, { "rename": { "b": "a" } }"#),
    puts(#"{ "set": { "a": 1 } }, { "drop": "a", "when": "@.b" }, { "rename": { "b": "a" } }"#),
    puts(#"{ "set": { "a": 1 } }, { "rename": { "a": "c", "b": "a" } }"#),
    puts(#"{ "set": { "a": 1 } }, { "join": ["a", "b"], "with": " ", "into": "a" }"#),
    puts(#"{ "set": { "a": 1 } }, { "wrap": "a", "under": "b" }, { "move": { "c": "a.c" } }"#),
    puts(#"{ "set": { "a.x": 1 } }, { "rename": { "b": "c" } }, { "move": { "c": "a.y" } }"#),
  ]

  @Test(arguments: occupied)
  func `a rule that brings something to where a value was put is told of`(
    _ rules: RuleWarningTests.Case
  ) throws {
    let warnings = try Trial(rules: rules.rules).migrator.rules.warnings
    #expect(RuleWarningTests.found(warnings) == rules.found)
  }
}
