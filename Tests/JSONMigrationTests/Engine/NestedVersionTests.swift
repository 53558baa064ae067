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

  /// Names hold one value; a number holds whatever comes there.
  @Test(arguments: [
    ("m[0]", #"{ "list": "m", "do": ["reverse"] }"#, #"{"m":[1,"a","b"]}"#, nil),
    ("m[1]", #"{ "drop": "m[0]" }"#, #"{"m":[0,1,3]}"#, nil),
    ("m[1].v", #"{ "drop": "m[0]" }"#, #"{"m":[0,{"v":1},{"v":3}]}"#, nil),
    ("m[0].v", #"{ "wrap": "m[*]", "under": "v" }"#, #"{"m":[{"v":1,"x":3}]}"#, nil),
    ("m[0].v", #"{ "wrap": "m[*]", "under": "v" }"#, #"{"m":[{"v":1}]}"#, #"{"m":[{"v":2}]}"#),
    ("m[1]", #"{ "list": "m", "do": [{ "sort-by": "@" }] }"#, #"{"m":[3,1,0]}"#, #"{"m":[0,2,3]}"#),
    ("m[1]", #"{ "drop": "m[0]" }"#, #"{"m":[0,1]}"#, nil),
    ("m[1]", #"{ "set": { "m": [7, 1] } }"#, #"{"m":[0,1,3]}"#, #"{"m":[7,2]}"#),
    ("m[1]", #"{ "wrap": "m[*]" }"#, #"{"m":[0,1]}"#, #"{"m":[[0],2]}"#),
    ("m[0]", #"{ "set": { "n": 1 } }"#, #"{"m":[1]}"#, #"{"m":[2],"n":1}"#),
  ])
  func `a version in an array is written over nothing else`(
    at: String, rule: String, old: String, new: String?
  ) throws {
    let migrator = try Migrator(rules: [
      RuleSource(name: "format.json", text: #"{ "version": { "at": "\#(at)" } }"#),
      RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [\#(rule)] }"#),
    ])
    let result = try? String(decoding: migrator.migrate(old.utf8), as: UTF8.self)
    #expect(result == new)
  }
}
