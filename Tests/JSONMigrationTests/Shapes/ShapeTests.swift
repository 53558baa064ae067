import JSONText
import TestSupport
import Testing

@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

@Suite struct ShapeTests {
  /// Documents of all kinds, the same in every run.
  static func documents(_ count: Int) -> (documents: [JSON], seed: String) {
    var material = Material()
    let seed = "\(material.random)"
    return (
      (0..<count).map { _ in
        material.once(in: 3) ? material.value(depth: 2) : material.document()
      }, seed
    )
  }

  private static func shape(_ schema: JSON) throws -> Shape {
    try SchemaFile(Array(schema.description.utf8), named: "s").shape
  }

  @Test func `a shape takes what it was made from, alone, joined and inferred`() {
    let (documents, seed) = Self.documents(400)
    for start in stride(from: 0, to: documents.count, by: 4) {
      let some = Array(documents[start..<start + 4])
      let joined = Shape(joining: some.map { Shape($0) })
      let tally = ShapeTally(some)
      for document in some {
        #expect(Shape(document).takes(document), "\(document) \(seed)")
        #expect(joined.takes(document), "\(document) \(seed)")
        #expect(tally.shape(isOpen: false).takes(document), "\(document) \(seed)")
        #expect(tally.shape(isOpen: true).takes(document), "\(document) \(seed)")
        #expect(Shape(document).isPart(of: joined), "\(document) \(seed)")
      }
      #expect(joined.isPart(of: joined) && joined.isPart(of: .any))
    }
  }

  @Test func `what is a part is taken, and what both take is taken by what both are`() {
    let (documents, seed) = Self.documents(300)
    var parts = 0
    for start in stride(from: 0, to: documents.count - 3, by: 3) {
      let one = Shape(joining: documents[start..<start + 2].map { Shape($0) })
      let two = Shape(joining: documents[(start + 1)..<start + 3].map { Shape($0) })
      let both = one.met(with: two)
      for document in documents[start..<start + 3] where one.takes(document) && two.takes(document)
      {
        #expect(both.takes(document), "\(document) \(seed)")
      }
      for (left, right) in [(one, two), (both, one), (both, two), (one, one.joined(two))]
      where left.isPart(of: right) {
        parts += 1
        var sampler = ShapeSampler(SamplePool(), seed: UInt64(start))
        for _ in 0..<20 {
          guard let document = sampler.document(of: left) else { continue }
          #expect(left.takes(document) && right.takes(document), "\(document) \(seed)")
        }
      }
    }
    #expect(parts > 100)
  }

  @Test func `a schema that was written is read as the same shape, and judges as it takes`() throws
  {
    let (documents, seed) = Self.documents(240)
    for start in stride(from: 0, to: documents.count, by: 4) {
      let some = Array(documents[start..<start + 4])
      let shapes = [Shape(joining: some.map { Shape($0) }), ShapeTally(some).shape(isOpen: false)]
      for shape in shapes {
        let text = JSON(schemaFileOf: shape).description
        let file = try SchemaFile(Array(text.utf8), named: "s")
        let (target, unread) = file.target
        #expect(unread.isEmpty, "\(text)")
        #expect(shape.isPart(of: target) && shape.isPart(of: file.shape), "\(text) \(seed)")
        var judge = SchemaJudge(file)
        for document in documents[max(0, start - 4)..<start + 4] {
          #expect(judge.judge(document).isTaken == shape.takes(document), "\(document) \(text)")
          #expect(shape.takes(document) == target.takes(document), "\(document) \(text)")
        }
      }
    }
  }

  @Test(arguments: [
    (#"{ "type": "integer", "minimum": 2.5, "exclusiveMaximum": 9 }"#, "[3,8]", "[2,9,3.5,\"3\"]"),
    (#"{ "enum": [1, "a", null] }"#, "[1.0,\"a\",null]", "[2,\"b\",[]]"),
    (
      #"{ "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a"], "additionalProperties": false }"#,
      #"[{"a":"x"}]"#, #"[{}, {"a":1}, {"a":"x","b":1}]"#
    ),
    (
      ##"{ "$ref": "#/$defs/t", "$defs": { "t": { "type": "array", "items": { "$ref": "#/$defs/t" }, "maxItems": 1 } } }"##,
      "[[],[[]],[[[]]]]", "[1,[1],[[],[]]]"
    ),
    (
      #"{ "anyOf": [{ "type": "null" }, { "const": true }], "title": "x" }"#, "[null,true]",
      "[false,0]"
    ),
    (#"{ "allOf": [{ "minimum": 1 }, { "maximum": 3 }], "type": "number" }"#, "[1,2.5,3]", "[0,4]"),
  ])
  func `a schema is read`(schema: String, taken: String, refused: String) throws {
    let file = try SchemaFile(Array(schema.utf8), named: "s")
    var judge = SchemaJudge(file)
    for value in try #require(try JSON(parsing: Array(taken.utf8)).array) {
      #expect(file.shape.takes(value) && judge.judge(value).isTaken, "\(value)")
    }
    for value in try #require(try JSON(parsing: Array(refused.utf8)).array) {
      #expect(!file.shape.takes(value) && judge.judge(value).refusal != nil, "\(value)")
    }
  }

  @Test func `a list may be allowed fewer of some elements than it needs`() throws {
    for most in [0, 1] {
      let schema = #"{ "contains": { "const": 1 }, "maxContains": \#(most) }"#
      var judge = SchemaJudge(try SchemaFile(Array(schema.utf8), named: "s"))
      #expect(judge.judge([1]).isTaken == (most == 1))
      #expect(judge.judge([1, 1]).refusal != nil && judge.judge([2]).refusal != nil)
    }
  }

  /// Keywords that a shape can't hold are listed of a target, each with its line.
  @Test func `what isn't understood of a target is told`() throws {
    let text = """
      { "type": "object", "properties": {
        "a": { "type": "string", "pattern": "^a" },
        "b": { "not": { "const": 1 } }, "c": { "x-note": 1, "title": "c" },
        "d": { "oneOf": [{ "type": "number" }, { "minimum": 3 }] },
        "e": { "anyOf": [{ "items": { "const": 1 } }, { "items": { "const": 2 } }] } } }
      """
    let file = try SchemaFile(Array(text.utf8), named: "s")
    #expect(
      file.target.unread.map { "\($0.keyword) \($0.place.span?.line ?? 0)" }
        == ["pattern 2", "not 3", "oneOf 4", "anyOf 5"])
  }

  @Test func `alternatives stay apart while a member tells them apart`() throws {
    let one = Shape(["kind": "a", "x": 1])
    let two = Shape(["kind": "b", "y": 1])
    let union = one.joined(two)
    #expect(union.objects.count == 2)
    #expect(!union.takes(["kind": "a", "y": 1]))
    // Without it they are one.
    #expect(union.removing([Array("kind".utf8)]).objects.count == 1)
    let gap = try #require(union.gaps(to: one).first { $0.path == "$.kind" })
    #expect(gap.message == "the text `b` may be here")
  }

  @Test func `hostile schemas end`() throws {
    // Each of 40 levels refers twice to the next.
    let levels = (0..<40).map { level in
      "\"d\(level)\": { \"properties\": { \"a\": { \"$ref\": \"#/$defs/d\(level + 1)\" }, "
        + "\"b\": { \"$ref\": \"#/$defs/d\(level + 1)\" } } }"
    }
    let text = "{ \"$ref\": \"#/$defs/d0\", \"$defs\": { \(levels.joined(separator: ", ")) } }"
    let file = try SchemaFile(Array(text.utf8), named: "s")
    #expect(file.shape.takes([:]))
    #expect(throws: MigrationError.self) { try SchemaFile(Array("[1]".utf8), named: "s") }
    let loop = try SchemaFile(Array(##"{ "$ref": "#" }"##.utf8), named: "s")
    #expect(loop.shape.isAny && loop.target.shape.isNever)
    var judge = SchemaJudge(loop)
    #expect(judge.judge(1) == .unclear)
  }
}

extension Shape {
  fileprivate func isPart(of other: Shape) -> Bool { gaps(to: other).isEmpty }
}
