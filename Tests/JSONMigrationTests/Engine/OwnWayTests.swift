import JSONText
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// Rules that change the names by which they find what they change.
@Suite struct OwnWayTests {
  private static func migrator(_ rule: String) throws -> Migrator {
    try Migrator(rules: [
      RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [\#(rule)] }"#)
    ])
  }

  private static func back(_ migrator: Migrator, _ document: String) throws -> String {
    let current = try migrator.migrate(Array(document.utf8), named: "a")
    var worker = try Worker(migrator, to: .integer(1))
    return String(decoding: try worker.migrate(current, named: "a"), as: UTF8.self)
  }

  @Test(arguments: [
    #"{ "in": "$..children[*]", "rename": { "children": "items" } }"#,
    #"{ "in": "$..children[*]", "rules": [{ "rename": { "children": "items" } }] }"#,
    #"{ "in": "$..a", "rename": { "a": "b" } }"#,
    #"{ "in": "$..a", "rename": { "b": "a" } }"#,
    #"{ "in": ["a", "a.b"], "rename": { "c": "n1", "b": "n2" } }"#,
    #"{ "in": ["a", "a.b"], "nest": ["c", "b"], "under": "n2" }"#,
    #"{ "in": "$..children[*]", "move": { "children": "body.items" } }"#,
    #"{ "in": "a.b", "rename": { "$.a.b": "c" } }"#,
    #"{ "in": "l[*]", "move": { "$.l.x": "$.m" } }"#,
    #"{ "in": "a", "rules": [{ "rename": { "$.a": "b" } }] }"#,
  ])
  func `a rule that changes names on the way to its scopes has no way back`(
    _ rule: String
  ) throws {
    let lost = try Self.migrator(rule).rulesWithoutWayBack.map(\.message)
    #expect(lost.count == 1, "\(lost)")
    #expect(lost.first?.hasSuffix("its `in` goes by a name that it changes") == true, "\(lost)")
  }

  @Test(arguments: [
    #"{ "rename": { "$..a.a": "c" } }"#,
    #"{ "rename": { "$..children[*].children": "items" } }"#,
    #"{ "rename": { "l[*].b": "c", "l[0].b.x": "y" } }"#,
  ])
  func `a rule that changes names on the way to what it changes has no way back`(
    _ rule: String
  ) throws {
    let lost = try Self.migrator(rule).rulesWithoutWayBack.map(\.message)
    #expect(lost.count == 1, "\(lost)")
    #expect(lost.first?.hasSuffix("its path goes by a name that it changes") == true, "\(lost)")
  }

  @Test(arguments: [
    (#"{ "in": "items[*]", "rename": { "a": "b" } }"#, #"{"items":[{"a":1},{"a":2}]}"#),
    (#"{ "in": "$..item", "rename": { "a": "b" } }"#, #"{"item":{"a":{"item":{"a":1}}}}"#),
    (#"{ "in": "$..l[*]", "rename": { "a": "b" } }"#, #"{"l":[{"a":{"l":[{"a":1}]}}]}"#),
    (#"{ "in": "$..l[*]", "scale": "l", "by": 2 }"#, #"{"l":[{"l":3},{"l":4}]}"#),
    (
      #"{ "in": "$..l[*]", "move": { "a.x": "b.x" } }"#,
      #"{"l":[{"a":{"x":{"l":[{"a":{"x":1},"b":{}}]}},"b":{}}]}"#
    ),
    (#"{ "in": ["a", "b"], "rename": { "x": "b" } }"#, #"{"a":{"x":1},"b":{"x":2}}"#),
    (#"{ "rename": { "$..a.b": "c" } }"#, #"{"a":{"b":{"a":{"b":1}}}}"#),
    (#"{ "in": "$..a", "rules": [{ "rename": { "x": "y" } }] }"#, #"{"a":{"x":{"a":{"x":1}}}}"#),
    (
      #"{ "in": "list[*]", "rename": { "a": "b" } }, { "rename": { "list": "items" } }"#,
      #"{"list":[{"a":1}]}"#
    ),
    (
      #"{ "in": "$..l[*]", "scale": "id", "by": 2 }, { "rename": { "l": "m" } }"#,
      #"{"l":[{"id":1,"l":[{"id":2}]}]}"#
    ),
    // Whether a container is there, and that it is one, is the same whatever is in it.
    (
      #"{ "in": "d", "when": "$.d", "rules": [{ "nest": ["g"], "under": "@.a" }] }"#,
      #"{"d":{"g":1}}"#
    ),
    (
      #"{ "when": "@.o && type(@.o) == 'object' && @.o != 1", "rename": { "o.a": "b" } }"#,
      #"{"o":{"a":1}}"#
    ),
    (#"{ "in": "l[?@.o]", "rename": { "o.a": "b" } }"#, #"{"l":[{"o":{"a":1}},{}]}"#),
  ])
  func `a rule beside its way to its scopes goes back`(_ rule: String, _ document: String) throws {
    let migrator = try Self.migrator(rule)
    #expect(migrator.rulesWithoutWayBack.isEmpty)
    var expected = try #require(try JSON(parsing: document).object)
    expected["version"] = 1
    #expect(try JSON(parsing: Self.back(migrator, document)) == .object(expected))
  }

  @Test(arguments: [
    #"{ "when": "@.o && @.o == @.p", "rename": { "o.a": "b" } }"#,
    #"{ "when": "length(@.o) == 1", "add-default": { "o.a": 1 } }"#,
    #"{ "when": "empty(@.o)", "add-default": { "o.a": 1 } }"#,
    #"{ "when": "!@.o", "add-default": { "o.a": 1 } }"#,
    #"{ "when": "!@.o", "move": { "a": "o.p.b" } }"#,
    #"{ "when": "@.o", "move": { "o.a": "b" }, "drop-empty-parents": true }"#,
    #"{ "when": "@.o.*", "rename": { "o.a.x": "b" } }"#,
    #"{ "when": "@.o[?@.x]", "rename": { "o[*].x": "b" } }"#,
  ])
  func `a rule whose condition looks into what it changes has no way back`(
    _ rule: String
  ) throws {
    let lost = try Self.migrator(rule).rulesWithoutWayBack.map(\.message)
    #expect(lost.count == 1, "\(lost)")
    #expect(
      lost.first?.hasSuffix("its condition or its path looks at what it changes") == true,
      "\(lost)")
  }

  @Test(arguments: [
    (
      #"{ "in": "$..l[*]", "move": { "a": "body.items", "x": "y" } }"#,
      #"{"l":{"l":{"a":{"x":1}}}}"#
    ),
    (
      #"{ "in": "a..x", "move": { "y": "$.b", "z": "w" } }"#,
      #"{"a":{"x":{"y":{"x":{"z":1}}}}}"#
    ),
    (
      #"{ "in": "$..my_list", "rename-keys": "b", "case": "snake-to-camel" }"#,
      #"{"my_list":{"b":{"my_list":{"b":{"x_y":1}}}}}"#
    ),
    (
      """
      { "in": "$..a", "rules": [
        { "convert": "b", "from": "value", "to": "json-text" }, { "rename": { "c": "d" } }] }
      """,
      #"{"a":{"b":{"a":{"c":1}}}}"#
    ),
  ])
  func `what acted where the way back finds nothing is an error`(
    _ rule: String, _ document: String
  ) throws {
    let migrator = try Self.migrator(rule)
    #expect(migrator.rulesWithoutWayBack.isEmpty)
    let error = #expect(throws: MigrationError.self) { try Self.back(migrator, document) }
    #expect(error?.kind == .noWayBack)
    #expect(
      error?.diagnostics.first?.message.hasSuffix(
        "can't be undone here: in the document that comes of it, it would act in other places")
        == true, "\(String(describing: error))")
  }
}
