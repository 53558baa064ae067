import JSONText
import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

@Suite struct BackTests {
  private static func report(_ rules: String) throws -> BackReport? {
    let step = "{ \"to\": 2, \"rules\": [\(rules)] }"
    return BackRun(try Migrator(rules: [RuleSource(name: "v2.json", text: step)])).reports.first
  }

  /// Rules, and the one that a document doesn't come back from, and why.
  @Test(
    arguments: [
      (#"{ "rename": { "a": "b" } }"#, "rename", .takesItsOwn),
      (#"{ "rename": { "p[*].a": "b" } }"#, "rename", .takesItsOwn),
      (#"{ "add-default": { "a": {}, "a.b": 1 } }"#, "add-default", .takesItsOwn),
      (#"{ "drop": "x", "undo": [] }, { "add-default": { "b": 1 } }"#, "drop", .undo),
      (#"{ "rules": [{ "set": { "x": 1 }, "undo": [{ "drop": "x" }] }] }"#, "set", .takesItsOwn),
      (
        #"{ "map-values": "n", "table": { "a": "x" } }, { "add-default": { "n": "x" } }"#,
        "add-default", .takesAnothers
      ),
      (
        #"{ "in": "p[*]", "rules": [{ "map-values": "n", "table": { "a": "x" } }, "#
          + #"{ "add-default": { "n": "x" } }] }"#,
        "add-default", .takesAnothers
      ),
      (#"{ "rename-keys": "o", "case": "snake-to-camel" }"#, "rename-keys", .takesItsOwn),
      (#"{ "rename-keys": "o", "case": "camel-to-snake" }"#, "rename-keys", .takesItsOwn),
      (#"{ "join": "a", "with": "," }"#, "join", .data),
    ] as [(String, String, BackReport.Loss.Cause)])
  func `a document that comes back as another one is found`(
    rules: String, name: String, cause: BackReport.Loss.Cause
  ) throws {
    let report = try #require(try Self.report(rules))
    let loss = try #require(report.losses.first { $0.cause == cause })
    #expect(loss.rule == name)
    #expect(loss.before != loss.after)
    // It is what the engine does.
    let step = #"{ "to": 2, "rules": [\#(rules)] }"#
    let format = #"{ "version": { "at": "version", "missing": 1 } }"#
    let migrator = try Migrator(rules: [
      RuleSource(name: "format.json", text: format), RuleSource(name: "v2.json", text: step),
    ])
    var between = try migrator.migrate(loss.before)
    #expect(between["version"] == 2)
    var after = try migrator.targeting(1).migrate(between)
    between.object?["version"] = nil
    after.object?["version"] = nil
    #expect(between == loss.between && after == loss.after)
  }

  @Test func `what an undo brings back is not taken for what another rule makes`() throws {
    let rules = #"""
      { "add-default": { "k": 1 } }, { "drop": "z", "undo": [{ "add-default": { "z": 1 } }] }
      """#
    let losses = try #require(try Self.report(rules)).losses.filter { $0.rule == "drop" }
    #expect(losses.map(\.cause) == [.undo])
  }

  @Test(arguments: [
    #"{ "wrap": "a" }"#, #"{ "convert": "a", "to": "value" }"#, #"{ "append": { "a": 1 } }"#,
    #"{ "list": "a", "do": ["reverse"] }"#,
    #"{ "convert": "a", "from": "json-text", "to": "value", "expect": "array" }"#,
    #"{ "scale": "a", "by": 1000 }"#, #"{ "require": "@.a" }"#,
    #"{ "map-values": "a", "cases": [{ "is": 1, "becomes": "one" }] }"#,
    #"{ "convert": "a", "from": "number", "to": "string", "expect": "string" }"#,
  ])
  func `what is refused or comes back is no loss`(rules: String) throws {
    let report = try #require(try Self.report(rules))
    #expect(report.losses.map(\.shown) == [])
    #expect(report.tried > 0)
  }

  @Test func `a step that can't be gone back over has a report that says why`() throws {
    let report = try #require(try Self.report(#"{ "drop": "a" }"#))
    #expect(report.obstacles.map(\.label) == ["`drop`: what is dropped is gone"])
    #expect(report.tried == 0 && report.losses.isEmpty)
  }

  @Test(arguments: RulePlaces.all)
  func `what doesn't come back from the project's own steps is known`(_ place: String) throws {
    for report in BackRun(try RuleFolder(at: place).migrator()).reports {
      let causes = report.losses.map(\.cause)
      #expect(!causes.contains(.unknown) && !causes.contains(.data), "\(report.losses)")
    }
  }

  @Test func `what the way there refuses is refused on the way back`() throws {
    let step = #"""
      { "to": 2, "rules": [
        { "convert": "a", "from": "number", "to": "string", "expect": "string" },
        { "convert": "b", "from": "value", "to": "json-text", "expect": "string" }
      ] }
      """#
    let back = try Migrator(rules: [RuleSource(name: "v2.json", text: step)]).targeting(1)
    #expect(try back.migrate(["a": "1", "version": 2]) == ["a": 1, "version": 1])
    let error = #expect(throws: MigrationError.self) {
      try back.migrate(["a": 1, "version": 2] as JSON)
    }
    #expect(error?.kind == .noWayBack)
  }
}
