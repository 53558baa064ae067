import Foundation
import JSONMigration
import JSONMigrationCore
import JSONMigrationTesting
import Testing

/// What the check makes of the rules themselves, without any sample.
@Suite struct ContractRulesTests {
  struct Task: Codable {
    enum Kind: String, Codable, CaseIterable { case chore, errand }
    var title: String
    var isDone: Bool
    var kind: Kind
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: [String]
    let found: [String]

    init(_ name: String, _ steps: String..., finds found: String...) {
      testDescription = name
      self.steps = steps
      self.found = found
    }
  }

  static let known = #"{ "rename": { "name": "title" } }, { "rename": { "type": "kind" } }"#
  static let unsampled = ["note: no sample has version 1", "note: no sample has version 2"]

  @Test(arguments: [
    Case(
      "all is known", #"\#(known), { "add-default": { "isDone": false } }"#),
    Case(
      "what is dropped is missing", #"\#(known), { "drop": "isDone" }"#,
      finds: "error: `Task` needs `isDone: Bool`, and nothing adds it from version 1 after `drop` "
        + #"has taken it away (rules/v2.json:1:93); add: { "add-default": { "isDone": false } }"#),
    Case(
      "what is renamed away is missing", #"\#(known), { "rename": { "isDone": "ended" } }"#,
      finds: "error: `Task` needs `isDone: Bool`, and nothing adds it from version 1 after "
        + "`rename` has taken it away (rules/v2.json:1:93); nothing asks for `ended`, which "
        + #"`rename` makes (rules/v2.json:1:93); add: { "add-default": { "isDone": false } }"#),
    Case(
      "what comes back is there",
      #"\#(known), { "drop": "isDone" }, { "add-default": { "isDone": false } }"#),
    Case(
      "a default that another rule drops is none",
      #"\#(known), { "add-default": { "isDone": false } }, { "drop": "isDone" }"#,
      finds: "error: `Task` needs `isDone: Bool`, and nothing adds it from version 1 after `drop` "
        + #"has taken it away (rules/v2.json:1:133); add: { "add-default": { "isDone": false } }"#),
    Case(
      "a name that is misspelled", #"\#(known), { "rename": { "done": "isDoen" } }"#,
      finds: "error: `Task` needs `isDone: Bool`, and nothing adds it from version 1; a similar "
        + "name is there: `isDoen`, which `rename` makes (rules/v2.json:1:93); add: "
        + #"{ "add-default": { "isDone": false } }"#),
    Case(
      "another name", #"\#(known), { "rename": { "done": "finished" } }"#,
      finds: "warning: no sample has version 1, and no rule or test shows that it has what `Task` "
        + "needs: `isDone: Bool` (nothing asks for `finished`, which `rename` makes "
        + "(rules/v2.json:1:93))"),
    Case(
      "nobody can know", #"\#(known)"#,
      finds: "warning: no sample has version 1, and no rule or test shows that it has what `Task` "
        + "needs: `isDone: Bool`"),
    Case(
      "only under a condition",
      #"\#(known), { "when": "@.a", "add-default": { "isDone": false } }"#,
      finds: "warning: `Task` needs `isDone: Bool`, and from version 1 it is added only where a "
        + "condition holds, by `add-default`"),
    Case(
      "under all conditions",
      #"""
      \#(known), { "choose": [{ "when": "@.a", "rules": [{ "set": { "isDone": true } }] },
        { "rules": [{ "set": { "isDone": false } }] }] }
      """#),
    Case(
      "not under all conditions",
      #"""
      \#(known), { "choose": [{ "when": "@.a", "rules": [{ "set": { "isDone": true } }] },
        { "when": "@.b", "rules": [{ "set": { "isDone": false } }] }] }
      """#,
      finds: "warning: `Task` needs `isDone: Bool`, and from version 1 it is added only where a "
        + "condition holds, by `choose`"),
    Case(
      "taken away and brought back",
      #"""
      \#(known), { "when": "@.a", "drop": "isDone" },
        { "when": "!@.isDone", "set": { "isDone": false } }
      """#),
    Case(
      "taken away under a condition",
      #"""
      \#(known), { "map-values": "isDone", "cases": [{ "is": "?", "drop": true }],
        "otherwise": "keep" }
      """#,
      finds: "warning: `Task` needs `isDone: Bool`, and `map-values` takes it away from some "
        + "documents"),
    Case(
      "a default of another type", #"\#(known), { "add-default": { "isDone": "no" } }"#,
      finds: "error: `Task` needs `isDone: Bool`, and `add-default` gives it \"no\""),
    Case(
      "a default that moves on",
      #"\#(known), { "add-default": { "done": 0 } }, { "rename": { "done": "isDone" } }"#,
      finds: "error: `Task` needs `isDone: Bool`, and `add-default` gives it 0"),
    Case(
      "a default that becomes another value",
      #"\#(known), { "add-default": { "isDone": "false" } }, { "convert": "isDone", "to": "boolean" }"#
    ),
    Case(
      "a value that is none of an enumeration",
      #"""
      \#(known), { "add-default": { "isDone": false } },
        { "map-values": "kind", "table": { "1": "chores", "2": "errand", "3": "party" } }
      """#,
      finds: "error: `Task` needs `kind: Kind`, and `map-values` gives it \"chores\"; a similar "
        + "value is \"chore\"",
      "error: `Task` needs `kind: Kind`, and `map-values` gives it \"party\"; its values are "
        + "\"chore\", \"errand\""),
    Case(
      "another type by conversion",
      #"\#(known), { "add-default": { "isDone": false } }, { "convert": "title", "to": "number" }"#,
      finds: "error: `Task` needs `title: String`, and `convert` gives it a number"),
    Case(
      "null", #"\#(known), { "set": { "isDone": null } }"#,
      finds: "error: `Task` needs `isDone: Bool`, and `set` gives it null"),
    Case(
      "an object that keeps only some members", #"{ "keep-only": ["title", "kind"] }"#,
      finds: "error: `Task` needs `isDone: Bool`, and nothing adds it from version 1 after "
        + "`keep-only` has taken it away (rules/v2.json:1:24); add: "
        + #"{ "add-default": { "isDone": false } }"#),
  ])
  func `rules alone tell`(_ test: Case) throws {
    let found = try Checked.messages(Task.self, steps: test.steps)
    #expect(found.filter { !$0.hasPrefix("note: no sample") } == test.found)
  }

  @Test(arguments: [
    (
      #"{ "when": "@.a == 7", "add-default": { "isDone": false } }"#, [],
      ["document of version 1: {}", "result: {}"]
    ),
    (
      #"""
      { "map-values": "isDone", "cases": [{ "is": "?", "drop": true }], "otherwise": "keep" }
      """#, [], [#"document of version 1: {"isDone":"?"}"#, "result: {}"]
    ),
    (
      #"{ "when": "@.a == 7", "drop": "isDone" }"#,
      [#"{ "version": 1, "name": "N", "type": "errand", "isDone": true, "a": 1 }"#],
      [
        #"document of version 1: {"version":1,"name":"","type":"errand","isDone":false,"a":7}"#,
        #"result: {"version":1,"title":"","kind":"errand","a":7}"#,
      ]
    ),
  ])
  func `a document shows what a condition means`(
    rule: String, samples: [String], notes: [String]
  ) throws {
    let migrator = try Migrator(rules: [
      RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [\#(Self.known), \#(rule)] }"#)
    ])
    let named = Dictionary(
      samples.enumerated().map { ("\($0).json", Data($1.utf8)) }, uniquingKeysWith: { $1 })
    let found =
      samples.isEmpty
      ? try migrator.check(decodes: Task.self)
      : try migrator.check(decodes: Task.self, samples: named)
    #expect(found.filter { $0.severity == .warning }.flatMap(\.notes) == notes)
  }

  struct Family: Codable {
    struct Kid: Codable {
      var v: Int
      var t: String
    }
    var kids: [Kid]
  }

  @Test(arguments: [
    (#"{ "drop": "$..v" }"#, ["v: Int"]),
    (#"{ "drop": "$.kids..v" }"#, ["v: Int"]),
    (#"{ "in": "kids[*]", "drop": "@['v', 't']" }"#, ["v: Int", "t: String"]),
    (#"{ "drop": "$..*['v', 't']" }"#, ["v: Int", "t: String"]),
  ])
  func `what is taken away at any depth, or by several names, is missing`(
    rule: String, fields: [String]
  ) throws {
    let found = try Checked.messages(Family.self, steps: [rule])
    let errors = found.filter { $0.hasPrefix("error") }
    #expect(errors.count == fields.count, "\(found)")
    for (error, field) in zip(errors, fields) {
      #expect(
        error.hasPrefix(
          "error: `Family` needs `kids[*].\(field)`, and nothing adds it from version 1 after "
            + "`drop` has taken it away"))
    }
    #expect(!found.contains { $0.contains("from some documents") })
  }

  @Test func `what is taken away at any depth under a condition may be missing`() throws {
    let found = try Checked.messages(
      Family.self, steps: [#"{ "when": "@.a", "drop": "$..v" }"#])
    #expect(
      found.contains {
        $0.hasPrefix("warning: `Family` needs `kids[*].v: Int`, and `drop` takes it away from some")
      }, "\(found)")
  }

  @Test func `names that are too many to be told apart take nothing away for certain`() throws {
    let names = (0..<20).map { "'a\($0)'" }.joined(separator: ", ")
    let found = try Checked.messages(
      Family.self, steps: [#"{ "in": "kids[*]", "drop": "@[\#(names)]" }"#])
    #expect(!found.contains { $0.contains("taken") || $0.contains("takes") }, "\(found)")
  }

  @Test func `a rule in elements doesn't make the list that they are in`() throws {
    let rule = #"{ "in": "kids[*]", "when": "@.v == 1", "add-default": { "t": "x" } }"#
    let sample = #"{ "version": 1, "kids": [{ "v": 1, "t": "q" }] }"#
    for steps in [[rule], [#"{ "add-default": { "zz": 1 } }"#, rule]] {
      let found = try Checked.messages(Family.self, steps: steps, samples: [sample])
      #expect(!found.contains { $0.contains("needs `kids:") }, "\(found)")
    }
  }

  @Test func `what is wrong says where`() throws {
    let rules = #"""
      \#(Self.known),
        { "rename": { "done": "isDoen" } },
        { "map-values": "kind", "table": { "1": "chores" } }
      """#
    let field =
      "rules/v2.json:2:5: error: `Task` needs `isDone: Bool`, and nothing adds it from version 1; "
      + "a similar name is there: `isDoen`, which `rename` makes (rules/v2.json:2:5); add: "
      + #"{ "add-default": { "isDone": false } } [missing-value]"#
    let value =
      "rules/v2.json:3:43: error: `Task` needs `kind: Kind`, and `map-values` gives it "
      + "\"chores\"; a similar value is \"chore\" [invalid-value]"
    let messages = try Checked.messages(Task.self, steps: [rules], places: true)
    #expect(messages.prefix(2) == [field, value])
  }

  @Test func `a default is for the versions before it only`() throws {
    let steps = [
      Self.known, #"{ "drop": "isDone" }"#, #"{ "rename": { "x": "y" } }"#,
      #"{ "add-default": { "isDone": false } }"#, #"{ "drop": "isDone" }"#,
    ]
    let found = try Checked.messages(Task.self, steps: steps)
    #expect(found.first?.contains("from versions 1, 2, 3, 4, 5 after `drop`") == true)
    let later = try Checked.messages(Task.self, steps: Array(steps.dropLast()))
    #expect(later.allSatisfy { $0.hasPrefix("note:") })
  }

  @Test func `what a version is known to have later ones have too`() throws {
    // Version 1 has `name`, and nothing takes it away.
    let found = try Checked.messages(
      Task.self,
      steps: [
        #"{ "add-default": { "isDone": false } }, { "text": "title", "do": ["trim"] }"#,
        #"{ "drop": "a" }"#, #"{ "rename": { "type": "kind" } }"#,
      ])
    #expect(
      found == [
        "warning: no sample has version 1, and no rule or test shows that it has what `Task` "
          + "needs: `kind: Kind`",
        "warning: no sample has version 2, and no rule or test shows that it has what `Task` "
          + "needs: `kind: Kind`",
        "note: no sample has version 3", "note: no sample has version 4",
      ])
  }

  @Test func `values that move are followed`() throws {
    struct Panel: Codable {
      struct Options: Codable {
        var unit: String
        var first: String
        var last: String
      }
      struct Row: Codable { var id: Int }
      var options: Options
      var rows: [Row]
      var title: String
      var tags: [String]
      var lines: String
      var x: Int
      var lineWidth: Int
    }
    let rules = #"""
      { "nest": ["unit", "name"], "under": "options" },
      { "in": "options", "split": "name", "by": " ", "into": ["first", "last"] },
      { "in": "rows[*]", "rename": { "key": "id" } },
      { "move": { "meta.title": "title" } },
      { "wrap": "tags" }, { "join": "lines", "with": "\n" }, { "unnest": "position" },
      { "rename-keys": "@", "case": "snake-to-camel" }
      """#
    let found = try Checked.messages(Panel.self, steps: [rules])
    #expect(
      found.filter { !$0.hasPrefix("note:") } == [
        "warning: no sample has version 1, and no rule or test shows that it has what `Panel` "
          + "needs: `x: Int`, `lineWidth: Int`"
      ])
    let wrong = try Checked.messages(
      Panel.self,
      steps: [
        rules
          + #", { "drop": "options.last" }, { "in": "rows[*]", "drop": "id" }, { "to-list": "x", "key": "k" }"#
      ])
    #expect(
      wrong.filter { $0.hasPrefix("error:") } == [
        "error: `Panel` needs `options.last: String`, and nothing adds it from version 1 after "
          + "`drop` has taken it away (rules/v2.json:6:53); add: "
          + #"{ "add-default": { "options.last": "" } }"#,
        "error: `Panel` needs `rows[*].id: Int`, and nothing adds it from version 1 after `drop` "
          + "has taken it away (rules/v2.json:6:98); add: "
          + #"{ "in": "rows[*]", "add-default": { "id": 0 } }"#,
        "error: `Panel` needs `x: Int`, and `to-list` gives it an array",
      ])
  }

  @Test func `tests of steps are samples of what is in them`() throws {
    let steps = [
      #"""
      { "rules": [{ "rename": { "done": "isDone" } }],
        "tests": [{ "name": "text", "before": { "done": "yes", "title": "T", "kind": "chore" },
          "after": { "isDone": "yes", "title": "T", "kind": "chore" } }] }
      """#
    ]
    #expect(
      try Checked.messages(Task.self, steps: steps, places: true) == [
        "rules/v2.json:2:13: error: `Task` needs `isDone: Bool`, and it is text from versions 1, 2; "
          + #"add: { "convert": "isDone", "to": "boolean" } [wrong-type]"#,
        "note: no sample has version 1 [missing-value]",
        "note: no sample has version 2 [missing-value]",
      ])
  }

  @Test func `what isn't in a test is nobody's fault`() throws {
    let steps = [
      #"""
      { "rules": [{ "rename": { "done": "isDone" } }],
        "tests": [{ "before": { "done": true }, "after": { "isDone": true } },
          { "before": { "done": 7 }, "fails": "wrong-type" }] }
      """#
    ]
    #expect(
      try Checked.messages(Task.self, steps: steps).first
        == "warning: no sample has version 1, and no rule or test shows that it has what `Task` "
        + "needs: `title: String`, `kind: Kind`")
  }

  @Test func `a sample that happens to have it doesn't hide a condition`() throws {
    let steps = [
      #"{ "when": "@.a == 1", "add-default": { "isDone": false } }"#
    ]
    let sample = #"{ "version": 1, "a": 1, "title": "T", "kind": "chore" }"#
    #expect(
      try Checked.messages(Task.self, steps: steps, samples: [sample]) == [
        "warning: `Task` needs `isDone: Bool`, and from version 1 it is added only where a "
          + "condition holds, by `add-default`", "note: no sample has version 2",
      ])
  }

  @Test func `a nested value that a rule writes has to be whole`() throws {
    struct Book: Codable {
      struct Author: Codable {
        var name: String
        var born: Int?
      }
      var author: Author
      var editors: [Author]
    }
    #expect(
      try Checked.messages(
        Book.self,
        steps: [#"{ "add-default": { "author": {}, "editors": [{ "name": "A" }, {}] } }"#]
      ).filter { $0.hasPrefix("error") } == [
        "error: `Book` needs `author.name: String`, and `add-default` gives `author` without it",
        "error: `Book` needs `editors[*].name: String`, and `add-default` gives `editors` "
          + "without it",
      ])
  }

  @Test func `the version is the engine's`() throws {
    struct Stamped: Codable { var version: Int }
    #expect(
      try Checked.messages(Stamped.self, steps: [""]).allSatisfy { $0.hasPrefix("note:") })
  }
}
