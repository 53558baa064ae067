import JSONText
import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

/// What goes is kept, comes home on the way back, and is let go by whoever drops it.
@Suite struct StashTests {
  private static func migrator(
    _ steps: String..., format: String = #"{ "stash": "_old" }"#
  ) throws -> Migrator {
    let files = steps.enumerated().map { index, rules in
      RuleSource(
        name: "v\(index + 2).json", text: "{ \"to\": \(index + 2), \"rules\": [\(rules)] }")
    }
    return try Migrator(rules: [RuleSource(name: "format.json", text: format)] + files)
  }

  struct Trip: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rules: String
    let before: JSON
    let after: JSON
    /// What comes back, where that is not what there was.
    var back: JSON?

    init(_ name: String, _ rules: String, _ before: JSON, _ after: JSON, back: JSON? = nil) {
      (testDescription, self.rules, self.before, self.after) = (name, rules, before, after)
      self.back = back
    }
  }

  static let trips = [
    Trip(
      "a member that is dropped", #"{ "drop": "a", "stash": true }"#,
      ["a": 1, "b": 2], ["b": 2, "_old": ["2.1": ["a": 1]]]),
    Trip(
      "null is a value", #"{ "drop": "a", "stash": true }"#,
      ["a": nil], ["_old": ["2.1": ["a": nil]]]),
    Trip("nothing to drop", #"{ "drop": "a", "stash": true }"#, ["b": 2], ["b": 2]),
    Trip(
      "parents that a rule has made where it was",
      #"{ "drop": "d", "stash": true }, { "add-default": { "d.d.e": 1 } }"#, ["d": 5],
      ["d": ["d": ["e": 1]], "_old": ["2.1": ["d": 5]]]),
    Trip(
      "members in members", #"{ "drop": ["o.a", "['x.y']"], "stash": true }"#,
      ["o": ["a": 1, "c": 3], "x.y": 2],
      ["o": ["c": 3], "_old": ["2.1": ["o": ["a": 1], "x.y": 2]]]),
    Trip(
      "in each element", #"{ "in": "items[*]", "drop": "a", "stash": true }"#,
      ["items": [["a": 1], ["b": 2], ["a": [3]]]],
      ["items": [["_old": ["2.1": ["a": 1]]], ["b": 2], ["_old": ["2.1": ["a": [3]]]]]]),
    Trip(
      "a condition that looks at what goes",
      #"{ "drop": "a", "when": "@.a == 1", "stash": true }"#,
      ["a": 1], ["_old": ["2.1": ["a": 1]]]),
    Trip(
      "a condition that doesn't hold", #"{ "drop": "a", "when": "@.a == 1", "stash": true }"#,
      ["a": 2], ["a": 2]),
    Trip(
      "a value that is set", #"{ "set": { "kind": "habit" }, "stash": true }"#,
      ["kind": "task"],
      ["kind": "habit", "_old": ["2.1": ["kind": ["was": "task", "now": "habit"]]]]),
    Trip(
      "a value that is set where none was", #"{ "set": { "o.kind": "habit" }, "stash": true }"#,
      ["o": ["x": 1]],
      ["o": ["x": 1, "kind": "habit"], "_old": ["2.1": ["o": ["kind": ["now": "habit"]]]]]),
    Trip(
      "a value that is set to what it was", #"{ "set": { "kind": {"a":[1]} }, "stash": true }"#,
      ["kind": ["a": [1]]],
      [
        "kind": ["a": [1]],
        "_old": ["2.1": ["kind": ["was": ["a": [1]], "now": ["a": [1]]]]],
      ]),
    Trip(
      "one of two rules for one member",
      #"""
      { "set": { "kind": 1 }, "when": "@.x", "stash": true },
      { "set": { "kind": 2 }, "when": "!@.x", "stash": true }
      """#,
      ["kind": 0, "x": true],
      ["kind": 1, "x": true, "_old": ["2.1": ["kind": ["was": 0, "now": 1]]]]),
    Trip(
      "two rules for one member, one after the other",
      #"{ "set": { "k": 1 }, "stash": true }, { "drop": "k", "stash": true }"#,
      ["k": 0], ["_old": ["2.1": ["k": ["was": 0, "now": 1]], "2.2": ["k": 1]]]),
    Trip(
      "all but some", #"{ "keep-only": ["a"], "stash": true }"#,
      ["a": 1, "b": 2, "c.d": 3], ["a": 1, "_old": ["2.1": ["b": 2, "c.d": 3]]]),
    Trip(
      "all but all there are", #"{ "keep-only": ["a"], "stash": true }"#, ["a": 1], ["a": 1]),
    Trip(
      "what other rules have kept stays",
      #"{ "drop": "a", "stash": true }, { "keep-only": ["b"], "stash": true }"#,
      ["a": 1, "b": 2, "c": 3],
      ["b": 2, "_old": ["2.1": ["a": 1], "2.2": ["c": 3]]]),
    Trip(
      "members of a value that another rule has read from text",
      #"""
      { "convert": "o", "from": "json-text", "to": "value" },
      { "in": "o", "drop": "a", "stash": true }, { "in": "o", "keep-only": ["b"], "stash": true }
      """#,
      ["o": #"{"b":1,"c":2,"a":3}"#],
      ["o": ["b": 1, "_old": ["2.1": ["a": 3], "2.2": ["c": 2]]]]),
    Trip(
      "a parent that a later rule makes anew is no edit",
      #"{ "drop": "a", "stash": true }, { "add-default": { "a.x": 1 } }"#,
      ["a": ["y": 2]], ["a": ["x": 1], "_old": ["2.1": ["a": ["y": 2]]]]),
  ]

  @Test func `a document in which several scopes keep nothing goes back without it`() throws {
    let migrator = try Migrator(rules: [
      RuleSource(name: "format.json", text: #"{ "stash": "_old" }"#),
      RuleSource(
        name: "v2.json",
        text: #"{ "to": 2, "rules": [{ "in": ["a", "b[*]"], "drop": "x", "stash": true }] }"#),
    ])
    var worker = try Worker(migrator, to: .integer(1))
    for (new, old) in [
      (#"{"a":{"x":5},"version":2}"#, #"{"a":{"x":5},"version":1}"#),
      (
        #"{"a":{"_old":{"2.1":{"x":7}}},"b":[{}],"version":2}"#,
        #"{"a":{"x":7},"b":[{}],"version":1}"#
      ),
    ] {
      let back = try worker.migrate(Array(new.utf8), named: "a")
      #expect(String(decoding: back, as: UTF8.self) == old)
    }
  }

  @Test(arguments: trips) func `what goes comes back`(_ trip: Trip) throws {
    let migrator = try Self.migrator(trip.rules)
    func with(_ version: JSON, _ document: JSON) -> JSON {
      var document = document
      document["version"] = version
      return document
    }
    #expect(try migrator.migrate(with(1, trip.before)) == with(2, trip.after))
    #expect(
      try migrator.targeting(1).migrate(with(2, trip.after)) == with(1, trip.back ?? trip.before))
  }

  /// Rules, a document of version 2, edited, and what that is in version 1.
  @Test(
    arguments: [
      (
        #"{ "drop": "a", "stash": true }"#,
        ["a": 5, "_old": ["2.1": ["a": 1]]], ["a": 5]
      ),
      (#"{ "drop": "a", "stash": true }"#, ["b": 1], ["b": 1]),
      (
        #"{ "set": { "k": 1 }, "stash": true }"#,
        ["k": 7, "_old": ["2.1": ["k": ["was": 0, "now": 1]]]], ["k": 7]
      ),
      (
        #"{ "set": { "k": 1 }, "stash": true }"#,
        ["_old": ["2.1": ["k": ["was": 0, "now": 1]]]], [:]
      ),
      (#"{ "set": { "k": 1 }, "stash": true }"#, ["k": 1], ["k": 1]),
      (
        #"{ "in": "l[*]", "drop": "a", "stash": true }"#,
        ["l": [["n": 1], ["_old": ["2.1": ["a": 1]], "n": 2]]],
        ["l": [["n": 1], ["a": 1, "n": 2]]]
      ),
      // What no step has made stays, in whatever order the scopes are found.
      (
        #"{ "in": "l[::-1]", "set": { "k": 1 }, "stash": true }"#,
        ["l": [["k": 1, "_old": true]]], ["l": [["k": 1, "_old": true]]]
      ),
    ] as [(String, JSON, JSON)])
  func `an edit stays, and what is kept goes`(rules: String, edited: JSON, older: JSON) throws {
    let back = try Self.migrator(rules).targeting(1)
    var (edited, older) = (edited, older)
    edited["version"] = 2
    older["version"] = 1
    #expect(try back.migrate(edited) == older)
  }

  @Test func `a member that is there again is a conflict for keep-only`() throws {
    let back = try Self.migrator(#"{ "keep-only": ["a"], "stash": true }"#).targeting(1)
    let error = #expect(throws: MigrationError.self) {
      try back.migrate(["b": 3, "_old": ["2.1": ["b": 2]], "version": 2] as JSON)
    }
    #expect(error?.kind == .conflict)
  }

  @Test func `what was set comes home to its place, with its comments`() throws {
    let migrator = try Self.migrator(
      #"{ "set": { "k": [1], "n": 1 }, "stash": true }"#,
      format: #"{ "stash": "_old", "comments": true }"#)
    let text = """
      {
        // above
        "k": { "a": 1 }, // behind
        "version": 1
      }
      """
    let current = try migrator.migrate(Array(text.utf8), named: "a")
    var worker = try Worker(migrator, to: .integer(1))
    let back = try worker.migrate(current, named: "a")
    #expect(String(decoding: back, as: UTF8.self) == text)
  }

  @Test func `the step that drops what is kept lets it go, and has no way back`() throws {
    let migrator = try Self.migrator(
      #"{ "drop": "a", "stash": true }"#, #"{ "drop": "b", "stash": true }"#,
      #"{ "drop": "_old['2.1']" }"#)
    let document: JSON = ["a": 1, "b": 2, "version": 1]
    #expect(try migrator.migrate(document) == ["_old": ["3.1": ["b": 2]], "version": 4])
    let middle = try migrator.targeting(3).migrate(document)
    #expect(try migrator.targeting(1).migrate(middle) == document)
    #expect(migrator.rulesWithoutWayBack.count == 1)
  }

  @Test func `the version stays where it is, and comes home as it was`() throws {
    let migrator = try Self.migrator(
      #"{ "keep-only": ["a"], "stash": true }"#,
      format: #"{ "stash": "_old", "version": { "at": "meta.version" } }"#)
    let document: JSON = ["meta": ["version": 1, "by": "x"], "a": 1, "b": 2]
    let after = try migrator.migrate(document)
    #expect(
      after == ["meta": ["version": 2, "by": "x"], "a": 1, "_old": ["2.1": ["b": 2]]])
    #expect(try migrator.targeting(1).migrate(after) == document)
  }

  @Test func `test --back goes over steps that keep what goes, and loses nothing`() throws {
    let migrator = try Self.migrator(
      #"""
      { "drop": ["a", "o.a"], "stash": true }, { "set": { "k": 1, "o.k": 2 }, "stash": true },
      { "in": "l[*]", "keep-only": ["a"], "stash": true }
      """#)
    let report = try #require(BackRun(migrator).reports.first)
    #expect(report.tried > 100)
    #expect(report.losses.map(\.shown) == [])
  }

  @Test func `shapes know where things are kept`() throws {
    let migrator = try Self.migrator(
      #"{ "set": { "k": 1 }, "stash": true }, { "keep-only": ["k"], "stash": true }"#)
    let shape = Shape(["k": "a", "b": true, "version": 1] as JSON)
    let carried = try ShapeFlow(migrator.rules).carry(shape)
    let result: JSON = [
      "k": 1, "version": 2,
      "_old": ["2.1": ["k": ["was": "a", "now": 1]], "2.2": ["b": true]],
    ]
    #expect(carried.takes(result))
    var other = result
    other["_old"] = ["2.1": ["k": ["was": "z", "now": 1]], "2.2": ["b": true]]
    #expect(!carried.takes(other))
  }

  @Test func `a path that asks for what goes is not found again`() throws {
    let rule = #"{ "in": "l[?@.a]", "keep-only": ["b"], "stash": true }"#
    #expect(try Self.migrator(rule).rulesWithoutWayBack.count == 1)
    let plain = #"{ "in": "l[*]", "when": "@.a", "keep-only": ["b"], "stash": true }"#
    #expect(try Self.migrator(plain).rulesWithoutWayBack.isEmpty)
    let block = #"{ "when": "@.a", "rules": [{ "keep-only": ["b"], "stash": true }] }"#
    #expect(try Self.migrator(block).rulesWithoutWayBack.count == 1)
    let deep = #"{ "when": "@.a", "rules": [{ "rules": [{ "drop": "a", "stash": true }] }] }"#
    #expect(try Self.migrator(deep).rulesWithoutWayBack.count == 1)
    let other = #"{ "when": "@.a", "rules": [{ "in": "l", "keep-only": ["b"], "stash": true }] }"#
    #expect(try Self.migrator(other).rulesWithoutWayBack.isEmpty)
  }

  /// What can't be kept, and what is said of it.
  @Test(
    arguments: [
      (#"{ "drop": "l[*].a", "stash": true }"#, "plain names of the scope"),
      (#"{ "drop": "@", "stash": true }"#, "plain names of the scope"),
      (#"{ "in": "l[*]", "drop": "$.a", "stash": true }"#, "plain names of the scope"),
      (#"{ "drop": ["a.b", "a"], "stash": true }"#, "`a.b` goes with `a`"),
      (#"{ "drop": "_old.x", "stash": true }"#, "is where `stash` keeps things"),
      (#"{ "set": { "version": 7 }, "stash": true }"#, "holds the version"),
      (#"{ "set": { "a": "{b}" }, "fill": true, "stash": true }"#, "don't go together"),
      (#"{ "rename": { "a": "b" }, "stash": true }"#, "`stash` is no key"),
    ])
  func `what can't be kept is refused`(rule: String, words: String) throws {
    let error = #expect(throws: MigrationError.self) { try Self.migrator(rule) }
    #expect(error?.diagnostics.first?.message.contains(words) == true, "\(error as Any)")
  }

  @Test func `a format has to name what is kept`() throws {
    let rule = #"{ "drop": "a", "stash": true }"#
    let missing = #expect(throws: MigrationError.self) {
      try Self.migrator(rule, format: "{}")
    }
    #expect(missing?.diagnostics.first?.help == #"write `"stash": "_old"` in format.json"#)
    #expect(throws: MigrationError.self) { try Self.migrator(rule, format: #"{ "stash": "" }"#) }
    #expect(throws: MigrationError.self) {
      try Self.migrator(rule, format: #"{ "stash": "version" }"#)
    }
  }
}
