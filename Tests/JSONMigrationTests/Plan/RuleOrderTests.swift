import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// What the short way makes of rules that depend on each other, in one step and over several.
struct RuleOrderTests {
  @Test(arguments: [
    // A block is several rules, of which a later one finds the keys that one before has given.
    (
      #"{"a":{"x":5},"n":0}"#,
      #"{ "rules": [{ "rename": { "a": "b" } }, { "rename": { "b": "c" } }] }, { "drop": "b.x" }"#,
      #"{"c":{"x":5},"n":0}"#
    ),
    (
      #"{"a":{"x":5},"n":0}"#,
      #"{ "rules": [{ "rename": { "a": "b" } }, { "set": { "b": { "x": 1, "y": 2 } } }] }, { "drop": "b.x" }"#,
      #"{"b":{"y":2},"n":0}"#
    ),
    // An object that was made is there for the next rule.
    (
      #"{"b":{"y":1,"z":2}}"#, #"{ "set": { "a.x": 1 } }, { "when": "!@.a", "drop": "b.y" }"#,
      #"{"b":{"y":1,"z":2},"a":{"x":1}}"#
    ),
    (
      #"{"b":{"y":1,"z":2}}"#,
      #"{ "rules": [{ "add-default": { "a.x": 1 } }, { "when": "@.a", "rename": { "b.y": "w" } }] }"#,
      #"{"b":{"w":1,"z":2},"a":{"x":1}}"#
    ),
    (
      #"{"a":1,"n":0}"#, #"{ "set": { "b.x": { "x": 1, "y": 2 } } }, { "drop": "b.x.x" }"#,
      #"{"a":1,"n":0,"b":{"x":{"y":2}}}"#
    ),
    // Nothing but arrays stay.
    (
      #"{"b":[{"x":1}],"c":["u"]}"#,
      #"{ "text": "c[*]", "do": ["uppercase"] }, { "wrap": "b" }, { "concat": ["b", "c"], "into": "b" }"#,
      #"{"b":[[{"x":1}],"U"]}"#
    ),
    (
      #"{"a":[1],"b":{"y":1,"z":2}}"#,
      #"{ "drop": "b.y" }, { "wrap": "a" }, { "rename": { "a": "c" } }, { "rename": { "b": "a" } }"#,
      #"{"c":[[1]],"a":{"z":2}}"#
    ),
  ])
  func `rules of one step`(before: String, rules: String, after: String) throws {
    let migrator = try Migrator(rules: ShortRules.step(rules).files)
    #expect(try String(decoding: migrator.migrate(Array(before.utf8)), as: UTF8.self) == after)
    for isDeep in [false, true] where try Self.isThere(ShortRules.step(rules), isDeep) {
      let result = try ShortRules.step(rules).result(for: before, isDeep: isDeep)
      #expect(result == nil || result == after)
    }
  }

  private static func isThere(_ rules: ShortRules, _ isDeep: Bool) throws -> Bool {
    let plan = try rules.plan
    return !(isDeep ? plan.deepShortcut : plan.shortcut).isEmpty
  }

  /// Documents start at each step, and what is done in those before isn't done in them.
  @Test(arguments: [
    (
      #"{ "to": 2, "rules": [{ "set": { "o": { "x": 1, "y": 2 } } }, { "drop": "o.x" }] }"#,
      #"{ "to": 3, "rules": [{ "drop": "o.y" }] }"#,
      #"{"version":2,"o":{"y":1,"z":1}}"#, #"{"version":3,"o":{"z":1}}"#
    ),
    (
      #"{ "to": 2, "rules": [{ "set": { "o": { "x": 1, "y": 2 } } }, { "drop": "o.x" }] }"#,
      #"{ "to": 3, "rules": [{ "drop": "o.y" }] }"#,
      #"{"version":1,"o":1}"#, #"{"version":3,"o":{}}"#
    ),
    // Two ways to the newest version.
    (
      #"{ "from": 1, "to": 3, "rules": [{ "set": { "o.x": 1 } }] }"#,
      #"{ "from": 2, "to": 3, "rules": [{ "set": { "o.y": 2 } }] }"#,
      #"{"version":1,"n":0}"#, #"{"version":3,"n":0,"o":{"x":1}}"#
    ),
    (
      #"{ "from": 1, "to": 3, "rules": [{ "set": { "o.x": 1 } }] }"#,
      #"{ "from": 2, "to": 3, "rules": [{ "set": { "o.y": 2 } }] }"#,
      #"{"version":2,"n":0}"#, #"{"version":3,"n":0,"o":{"y":2}}"#
    ),
  ])
  func `steps that documents start at`(
    first: String, second: String, before: String, after: String
  ) throws {
    let migrator = try Migrator(rules: [
      RuleSource(name: "first.json", text: first), RuleSource(name: "second.json", text: second),
    ])
    for _ in 0..<3 {
      #expect(try String(decoding: migrator.migrate(Array(before.utf8)), as: UTF8.self) == after)
    }
  }

  /// A key that stands twice is told wherever rules look for it, whatever comes of that.
  @Test(arguments: [
    (#"{ "when": "@.c.x == 1 || @.b == 2", "drop": "a.y" }"#, #"{"c":{"x":1,"x":2}}"#),
    (#"{ "when": "@.o.x == 1 && @.b == 2", "drop": "o.y" }"#, #"{"o":{"x":1,"x":2},"b":3}"#),
    (#"{ "unnest": "a", "when": "@.a.x == 1" }"#, #"{"a":1,"a":[]}"#),
    (#"{ "drop": ["a[?@.x == 1]", "a[?@.y == 2]"] }"#, #"{"a":[{"x":1,"y":2,"y":3}]}"#),
    (#"{ "drop": "$..c.d" }"#, #"{"c":1,"c":2}"#),
    (#"{ "in": "$..o", "drop": "c.d" }"#, #"{"o":1,"o":2}"#),
    (#"{ "drop": ["a[*]", "b", "a[?@.o.y]"] }"#, #"{"a":{"k":{"o":{"y":1,"y":1}}}}"#),
  ])
  func `a key that stands twice`(rules: String, document: String) throws {
    let migrator = try Migrator(rules: ShortRules.step(rules).files)
    #expect {
      try migrator.migrate(Array(document.utf8))
    } throws: {
      ($0 as? MigrationError)?.kind == .duplicateKey
    }
  }
}
