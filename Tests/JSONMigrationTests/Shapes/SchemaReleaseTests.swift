import JSONText
import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

@Suite struct SchemaReleaseTests {
  private static let rules = [
    RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [{ "add-default": { "zz": 1 } }] }"#)
  ]

  private func verdict(_ source: String, _ target: String) throws -> SchemaVerdict {
    try Migrator(rules: Self.rules).check(from: Array(source.utf8), to: Array(target.utf8))
  }

  private static func schema(_ release: String, _ value: String, more: String = "") -> String {
    let name = #""$schema": "http://json-schema.org/\#(release)/schema#", "#
    return "{" + (release.isEmpty ? "" : name)
      + #""type": "object", "properties": { "version": { "const": 1 }, "v": \#(value) }, "#
      + #""required": ["v"], "definitions": { "A": { "type": "number" } }\#(more) }"#
  }

  private static let five = #"""
    {
      "type": "object", "properties": { "v": { "type": "number", "maximum": 5 } },
      "required": ["v"]
    }
    """#

  @Test(arguments: [
    ("draft-07", SchemaVerdict.Outcome.broken), ("draft-04", .broken),
    ("draft/2019-09", .compatible), ("draft/2020-12", .compatible), ("", .compatible),
  ])
  func `what stands beside a reference counts since 2019`(
    release: String, outcome: SchemaVerdict.Outcome
  ) throws {
    let value = ##"{ "$ref": "#/definitions/A", "maximum": 5 }"##
    #expect(try verdict(Self.schema(release, value), Self.five).outcome == outcome)
    let any = Self.five.replacing(#", "maximum": 5"#, with: "")
    let new = Self.schema(release, value).replacing(#"{ "const": 1 }"#, with: "{}")
    let back = try verdict(any, new)
    #expect(back.outcome == (outcome == .broken ? .compatible : .broken))
  }

  @Test(arguments: [
    (#"{ "const": 5 }"#, "draft-04", "draft-06"),
    (#"{ "type": "number", "exclusiveMaximum": 5 }"#, "draft-04", "draft-06"),
    (
      #"{ "type": "number", "if": {}, "then": { "maximum": 5 } }"#, "draft-06", "draft/2019-09"
    ),
    (#"{ "prefixItems": [{ "type": "number" }] }"#, "draft/2019-09", "draft/2020-12"),
  ])
  func `a keyword of a later release says nothing`(
    value: String, before: String, since: String
  ) throws {
    let document: JSON = value.contains("prefixItems") ? ["v": [""]] : ["v": 7]
    for (release, isTaken) in [(before, true), (since, false)] {
      let schema = Self.schema(release, value)
      let file = try SchemaFile(Array(schema.utf8), named: "a.json")
      #expect(file.takes(document) == isTaken && (file.shape.takes(document) || !isTaken))
    }
    let file = try SchemaFile(Array(Self.schema(before, value).utf8), named: "a.json")
    #expect(file.target.unread.isEmpty == false)
  }

  @Test(arguments: [
    (##""$id": "http://x/y", "$ref": "#/$defs/A", "$defs": { "A": { "type": "number" } }"##, ""),
    (
      ##"""
      "$id": "y", "allOf": [{ "$ref": "#b" }],
      "$defs": { "A": { "$anchor": "b", "type": "number" } }
      """##, ""
    ),
    (
      ##"""
      "id": "y", "allOf": [{ "$ref": "#/$defs/A" }], "$defs": { "A": { "type": "number" } }
      """##, "draft-04"
    ),
    (##""$id": "#y", "allOf": [{ "$ref": "#/$defs/B" }]"##, "draft-07"),
    (##""$id": "y", "$ref": "#/$defs/B", "$defs": { "B": {} }"##, "draft-07"),
    (##""$ref": "#n""##, "draft-07"),
  ])
  func `a reference starts at the nearest schema with a name`(
    value: String, release: String
  ) throws {
    let more = ##"""
      , "$defs": {
        "A": { "type": "string" }, "B": { "$id": "#n", "type": "number" },
        "C": { "$anchor": "b", "type": "string" }
      }
      """##
    let schema = Self.schema(release, "{ \(value) }", more: more)
    let file = try SchemaFile(Array(schema.utf8), named: "a.json")
    #expect(file.takes(["v": 1]) == true && file.takes(["v": ""]) == false)
    #expect(file.shape.takes(["v": 1]) && !file.shape.takes(["v": ""]))
  }

  @Test func `a reference that leads nowhere is told`() throws {
    let lost = Self.schema("", ##"{ "$ref": "#/nope" }"##)
    let message = "`$ref` leads nowhere: nothing is there in this file"
    let new = lost.replacing(#"{ "const": 1 }"#, with: "{}")
    for (source, target) in [(lost, Self.five), (Self.five, new)] {
      let verdict = try verdict(source, target)
      #expect(verdict.diagnostics.contains { $0.message == message && $0.place?.span != nil })
    }
    #expect(try verdict(lost, "{}").outcome == .compatible)
  }
}
