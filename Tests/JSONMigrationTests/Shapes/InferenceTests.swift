import JSONText
import TestSupport
import Testing

@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

@Suite struct InferenceTests {
  private static func schema(_ lines: [JSON]) -> JSON {
    JSON(schemaOf: ShapeTally(lines).shape(isOpen: false))
  }

  @Test func `in which order parts are gathered makes no difference`() {
    let (documents, seed) = ShapeTests.documents(240)
    for start in stride(from: 0, to: documents.count, by: 12) {
      let some = Array(documents[start..<start + 12])
      let whole = JSON(schemaOf: ShapeTally(some).shape(isOpen: false))
      var parts = (0..<3).map { part in
        var tally = ShapeTally()
        for number in some.indices where number % 3 == part { tally.add(some[number], number) }
        return tally
      }
      parts.swapAt(0, 2)
      var joined = ShapeTally()
      for part in parts { joined.add(part) }
      let again = JSON(schemaOf: joined.shape(isOpen: false))
      #expect(again.description == whole.description, "from \(start) \(seed)")
    }
  }

  @Test func `what most users have`() {
    let open: [JSON] = (0..<6).map { number in
      [
        "kind": number % 2 == 0 ? "open" : "shut", "id": .number(JSONNumber(number)),
        number % 2 == 0 ? "door" : "by": .string("x\(number)"),
        "at": .string("2025-01-0\(number + 1)T00:00:00Z"),
      ]
    }
    let schema = Self.schema(open)
    let kinds = schema["anyOf"]?.array ?? []
    #expect(kinds.count == 2)
    #expect(kinds.first?["properties"]?["kind"] == ["const": "open"])
    #expect(kinds.first?["properties"]?["door"] != nil)
    #expect(kinds.first?["properties"]?["by"] == nil)
    #expect(kinds.first?["properties"]?["id"] == ["type": "integer"])
    #expect(
      kinds.first?["properties"]?["at"] == ["type": "string", "format": "date-time"])
  }

  @Test(arguments: [
    ("2026-02-28", "date"), ("2026-02-30", nil), ("2026-13-45", nil), ("1900-02-29", nil),
    ("2026-01-02T03:04:05+02:00", "date-time"), ("2026-13-02T03:04:05Z", nil),
    ("2026-01-02T25:04:05Z", nil), ("2026-01-02T03:04:05+25:00", nil),
  ])
  func `a day that isn't there is no date`(text: String, format: String?) {
    #expect(Self.schema([["at": .string(text)]])["properties"]?["at"]?["format"]?.string == format)
  }

  @Test func `maps are told from records`() {
    let ids = Self.schema([["a:1": ["x": 1], "b:2": ["x": 2]]])
    #expect(ids["additionalProperties"]?["required"] == ["x"])
    #expect(ids["properties"] == nil)
    let many = Self.schema(
      (0..<70).map { number in ["m": .object(["id\(1000 + number)": .number(1)])] })
    #expect(many["properties"]?["m"]?["additionalProperties"] == ["type": "integer"])
    let record = Self.schema([["name": "a", "size": "b"]])
    #expect(record["required"] == ["name", "size"])
  }

  @Test func `how many documents have a member is a comment`() {
    let schema = Self.schema([["a": 1], ["a": 2.5, "b": nil], ["a": 3]])
    #expect(schema["required"] == ["a"])
    #expect(schema["properties"]?["a"] == ["type": "number"])
    #expect(schema["properties"]?["b"] == ["type": "null", "$comment": "in 1 of 3"])
  }

  @Test func `a text is an enumeration if each value is there three times`() {
    let few: [JSON] = (0..<9).map { ["s": .string(["a", "b", "c"][$0 % 3])] }
    #expect(Self.schema(few)["properties"]?["s"] == ["enum": ["a", "b", "c"]])
    #expect(Self.schema(Array(few.dropLast()))["properties"]?["s"] == ["type": "string"])
  }

  /// A key that comes with an escape is the same key, and one that stands twice counts once.
  @Test func `keys are told by what they are`() throws {
    var gatherer = ShapeGatherer(nil)
    let text = #"{"a":1,"\u0061":"x","b":[]}"#
    gatherer.withText { $0.append(contentsOf: Array(text.utf8)) }
    try gatherer.look(at: 0..<text.utf8.count, named: "x", piece: 0, line: 0)
    let shape = gatherer.inference.shape(of: nil, isOpen: false)
    #expect(shape.takes(["a": 1, "b": []]) && shape.takes(["a": "x", "b": []]))
    #expect(!shape.takes(["b": []]))
  }

  @Test func `depth and many keys have an end`() throws {
    let deep = String(repeating: "[", count: 900) + String(repeating: "]", count: 900)
    #expect(ShapeTally([try JSON(parsing: Array(deep.utf8))]).shape(isOpen: false).arrays != nil)
    let keys = JSONObject(
      (0..<3_000).map { number in
        (
          "k" + String(number, radix: 2).replacing("1", with: "x").replacing("0", with: "y"),
          JSON.null
        )
      })
    let shape = ShapeTally([.object(keys)]).shape(isOpen: false)
    #expect(shape.objects.first?.names.isEmpty == true)
  }
}

extension JSONObject {
  fileprivate init(_ members: [(String, JSON)]) {
    self.init()
    for (key, value) in members { self[key] = value }
  }
}
