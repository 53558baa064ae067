import JSONText
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

/// Schemas that are long, or lead to the same in many ways: where all ways are gone, a test takes
/// minutes, or never ends.
@Suite struct LargeSchemaTests {
  private let rules = [
    RuleSource(
      name: "format.json", text: #"{ "version": { "stamp": false, "missing": 1 } }"#),
    RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [{ "rename": { "old": "new" } }] }"#),
  ]

  private func schema(_ json: JSON) throws -> SchemaFile {
    try SchemaFile(Array(json.description.utf8), named: "schema.json")
  }

  private func object(_ members: [(String, JSON)]) -> JSON {
    var object = JSONObject()
    for (key, value) in members { object[key] = value }
    return .object(object)
  }

  private func either(_ count: Int, _ part: (Int, String) -> JSON) -> JSON {
    ["allOf": .array((0..<count).map { ["anyOf": [part($0, "a"), part($0, "b")]] })]
  }

  @Test func `alternatives of many members are read together`() throws {
    let file = try schema(
      either(40) { number, letter in
        ["properties": ["kind\(number)": ["enum": [.string(letter)]]]]
      })
    let (shape, unread) = file.target
    #expect(unread.isEmpty && shape.spelled.objects.count < 300)
    let document = object((0..<40).map { ("kind\($0)", $0 % 2 == 0 ? "a" : "b") })
    #expect(shape.takes(document))
    #expect(shape.takes(["kind39": "c"]) == false)
  }

  @Test func `alternatives that are too many are told, and none is taken that shouldn't be`() throws
  {
    let file = try schema(
      either(Amount.of(12, thorough: 30)) { number, letter in
        ["required": [.string("\(letter)\(number)")]]
      })
    let (shape, unread) = file.target
    #expect(unread.map(\.keyword) == ["allOf"] && unread.allSatisfy { $0.reason == .tooMuch })
    #expect(shape.takes([:]) == false)
    let migrator = try Migrator(rules: rules)
    #expect(try migrator.schema(after: file).unknowns.isEmpty)
  }

  @Test func `the schema with a name around a reference is found among many`() throws {
    let names = 0..<Amount.of(500, thorough: 5_000)
    func part(_ number: Int) -> JSON {
      ["$id": .string("n\(number)"), "$ref": "#/$defs/a", "$defs": ["a": ["type": "string"]]]
    }
    let file = try schema([
      "$defs": ["a": ["type": "null"]], "type": "object", "additionalProperties": false,
      "properties": object(names.map { ("n\($0)", part($0)) }),
    ])
    let document = object(names.map { ("n\($0)", "") })
    var judge = SchemaJudge(file)
    #expect(judge.judge(document) == .takes && file.shape.takes(document))
    #expect(!file.shape.takes(["n7": .null]))
  }

  @Test func `a schema that two references lead to is asked once about each value`() throws {
    let names = (0..<60).map { "n\($0)" }
    let last: JSON = ["type": "integer"]
    let parts = names.enumerated().map { number, name -> (String, JSON) in
      let next: JSON = ["$ref": .string("#/$defs/n\(number + 1)")]
      return (
        name,
        number == 59
          ? last
          : number % 2 == 0
            ? ["allOf": [next, next]]
            : ["allOf": [["properties": ["a": next]], ["additionalProperties": next]]]
      )
    }
    let file = try schema(["$ref": "#/$defs/n0", "$defs": object(parts)])
    var value: JSON = 7
    for _ in 0..<29 { value = ["a": value] }
    #expect(file.takes(value) == true)
    var other: JSON = "x"
    for _ in 0..<29 { other = ["a": other] }
    #expect(file.takes(other) == false)
  }

  @Test func `references inside of contains and of names are asked about what is there`() throws {
    let file = try schema([
      "$defs": ["short": ["type": "string", "maxLength": 1], "one": ["const": 1]],
      "anyOf": [
        ["contains": ["$ref": "#/$defs/one"]], ["propertyNames": ["$ref": "#/$defs/short"]],
      ],
    ])
    #expect(file.takes([2, 1]) == true && file.takes(["a": 1, "b": 2]) == true)
    #expect(file.takes(["a": 1, "bb": 2]) == true)
    let both = try schema([
      "$defs": ["short": ["type": "string", "maxLength": 1], "one": ["const": 1]],
      "contains": ["$ref": "#/$defs/one"], "propertyNames": ["$ref": "#/$defs/short"],
    ])
    #expect(both.takes([2, 3]) == false && both.takes([2, 1]) == true)
    #expect(both.takes(["a": 1, "bb": 2]) == false && both.takes(["a": 1, "b": 2]) == true)
  }

  @Test func `a circle of references on one value is unclear, and ends`() throws {
    let file = try schema(["allOf": [["$ref": "#"], ["$ref": "#"]]])
    #expect(file.takes([:]) == nil)
  }

  @Test func `what breaks it is found behind many members that are always there`() throws {
    let names = (0..<200).map { JSON.string("m\($0)") }
    let members = (0..<200).map { ("m\($0)", ["type": "integer"] as JSON) }
    let migrator = try Migrator(rules: rules)
    let verdict = try migrator.check(
      from: schema([
        "type": "object", "required": .array(names), "additionalProperties": false,
        "properties": object(members + [("old", ["type": ["integer", "string"]])]),
      ]),
      to: schema([
        "type": "object", "required": .array(names),
        "properties": object(members + [("new", ["type": "integer"])]),
      ]))
    #expect(verdict.outcome == .broken)
  }

  @Test func `a condition of many parts splits a shape in as many steps`() throws {
    let parts = (0..<200).map { "@.c\($0) == 'x'" }.joined(separator: " && ")
    let condition = try JSONCondition(parts).expression
    let rest = Shape.any.only(.object).refined(by: condition, false)
    #expect(rest.takes([:]) && rest.takes(["c7": "x"]))
    let all = object((0..<200).map { ("c\($0)", "x") })
    #expect(Shape.any.only(.object).refined(by: condition).takes(all))
  }

  @Test func `a schema of 8,000 members is read in time that grows with them`() throws {
    let members = (0..<8_000).map { ("m\($0)", ["type": "integer"] as JSON) }
    let file = try schema([
      "properties": object(members), "required": .array(members.map { .string($0.0) }),
      "allOf": [["properties": object(members)]],
    ])
    #expect(file.target.shape.spelled.objects.first?.alwaysCount == 8_000)
  }
}
