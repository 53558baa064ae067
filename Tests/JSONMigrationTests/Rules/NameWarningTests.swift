import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

/// What a step says elsewhere of the names in a rule, and what is told of those then.
@Suite struct NameWarningTests {
  @Test func `a length that a test has is a member`() throws {
    func step(_ before: String) -> String {
      #"""
      { "to": 2, "rules": [{ "drop": "c", "when": "@.a.length > 3" }], "tests": [
        { "before": \#(before), "after": {} }] }
      """#
    }
    #expect(try RuleWarningTests.warnings(step(#"{ "a": { "length": 2 } }"#)) == [])
    #expect(try RuleWarningTests.warnings(step(#"{ "a": [] }"#)).count == 1)
  }

  @Test(arguments: [
    (#"{ "add-default": { "editor.minimap.enabled": false } }"#, true),
    (#"{ "set": { "editor.minimap": false } }"#, true),
    (#"{ "set": { "editor.minimap": false }, "allow": ["dotted-name"] }"#, false),
    (#"{ "set": { "['editor.minimap']": false, "window.zoom": 1, "files": 2 } }"#, false),
    (#"{ "set": { "editor.minimap": false } }, { "drop": "editor.font" }"#, false),
    (#"{ "set": { "editor": {} } }, { "set": { "editor.minimap": false } }"#, false),
  ])
  func `objects that are made among names with dots are told of`(
    _ rule: String, _ isTold: Bool
  ) throws {
    let other = #"{ "drop": "['editor.tabs.size']" }"#
    let told = try RuleWarningTests.warnings(#"{ "to": 2, "rules": [\#(rule), \#(other)] }"#)
    #expect(told.count == (isTold ? 1 : 0), "\(told)")
    #expect(told.allSatisfy { $0.hasSuffix("(dotted-name)") })
    // Nothing tells of names with dots.
    #expect(try RuleWarningTests.warnings(#"{ "to": 2, "rules": [\#(rule)] }"#) == [])
  }
}
