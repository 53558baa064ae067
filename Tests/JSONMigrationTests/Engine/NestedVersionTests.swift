import JSONText
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// Going back where the version is in an object, which the stamp may have made.
@Suite struct NestedVersionTests {
  @Test(arguments: [
    (
      #"{ "wrap": "$", "under": "m" }"#, #"{"m":{"x":2},"meta":{"version":2}}"#,
      #"{"x":2,"meta":{"version":1}}"#
    ),
    (
      #"{ "wrap": "$", "under": "m" }"#,
      #"{"m":{"meta":{"version":1,"k":0}},"meta":{"version":2}}"#, #"{"meta":{"version":1,"k":0}}"#
    ),
    (
      #"{ "rename": { "meta": "info" } }"#, #"{"info":{"version":1,"k":0},"meta":{"version":2}}"#,
      #"{"meta":{"version":1,"k":0}}"#
    ),
    (
      #"{ "rename": { "meta.version": "old" } }"#, #"{"meta":{"old":1,"k":0,"version":2}}"#,
      #"{"meta":{"version":1,"k":0}}"#
    ),
  ])
  func `an object that holds nothing but the version goes with it`(
    rule: String, new: String, old: String
  ) throws {
    let migrator = try Migrator(rules: [
      RuleSource(name: "format.json", text: #"{ "version": { "at": "meta.version" } }"#),
      RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [\#(rule)] }"#),
    ])
    var worker = try Worker(migrator, to: .integer(1))
    let back = try worker.migrate(Array(new.utf8), named: "a")
    #expect(String(decoding: back, as: UTF8.self) == old)
  }

  @Test func `what is around it in turn, but no element of an array`() throws {
    let migrator = try Migrator(rules: [
      RuleSource(name: "format.json", text: #"{ "version": { "at": ["a.b.v", "c[0].v"] } }"#),
      RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [{ "wrap": "$", "under": "m" }] }"#),
    ])
    var worker = try Worker(migrator, to: .integer(1))
    let back = try worker.migrate(Array(#"{"m":{"x":1},"a":{"b":{"v":2}}}"#.utf8), named: "a")
    #expect(String(decoding: back, as: UTF8.self) == #"{"x":1,"a":{"b":{"v":1}}}"#)
    #expect(throws: MigrationError.self) {
      try worker.migrate(Array(#"{"m":{"x":1},"a":{"b":{"v":2}},"c":[{"v":2}]}"#.utf8), named: "a")
    }
  }
}
