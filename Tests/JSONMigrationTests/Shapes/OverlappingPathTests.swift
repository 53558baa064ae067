import JSONText
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

/// Rules whose paths lead to the same values, or into each other's.
@Suite struct OverlappingPathTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let rule: JSON
    /// What the schema says of the members besides the version.
    let properties: JSON
    var required: JSON = []
    var others: JSON = false
    let documents: [JSON]

    var testDescription: String { rule.description }

    var schema: JSON {
      var properties = properties
      properties["version"] = ["const": 1]
      let required = (required.array ?? []) + ["version"]
      return [
        "type": "object", "properties": properties, "required": .array(required),
        "additionalProperties": others,
      ]
    }

    func migrator() throws -> Migrator {
      let step: JSON = ["to": 2, "rules": [rule]]
      return try Migrator(rules: [RuleSource(name: "v2.json", text: step.description)])
    }
  }

  static let text: JSON = ["type": "string"]
  static let object: JSON = ["type": "object"]

  static let nests = [
    Case(
      rule: ["nest": ["c", "d"], "under": "d.f", "when": "@.d == 'x'"], properties: ["c": text],
      others: [:], documents: [["d": "x"], ["d": "x", "c": "y"], ["d": "y"]]),
    Case(
      rule: ["nest": ["c", "d"], "under": "d.f", "when": "@.d == 'x' && !@.c"],
      properties: ["c": text, "d": ["type": ["string", "object"]]],
      documents: [["d": "x"], ["d": ["f": [:]]]]),
    Case(
      rule: ["nest": ["c", "d"], "under": "d.f"], properties: ["c": text, "d": object],
      documents: [["c": "x"], ["d": ["f": [:]]], ["d": [:], "c": "x"], [:]]),
  ]

  /// What the inner scope has made goes along with what the outer one takes elsewhere.
  static let scopesInScopes = [
    ["in": "$..a", "move": ["id": "k"]], ["in": "$..a", "nest": ["id"], "under": "k"],
    ["in": "$..a", "rename": ["id": "k"]], ["in": "$..a", "copy": ["id": "k"]],
  ].map { (rule: JSON) in
    let inner: JSON = [
      "type": "object", "properties": ["id": ["type": "null"]], "additionalProperties": false,
    ]
    let outer: JSON = [
      "type": "object", "properties": ["a": inner], "additionalProperties": false,
    ]
    return Case(
      rule: rule,
      properties: [
        "a": ["type": "object", "properties": ["id": outer], "additionalProperties": false]
      ],
      documents: [["a": ["id": ["a": ["id": nil]]]], ["a": ["id": ["a": [:]]]], ["a": [:]]])
  }

  static let lists = [
    Case(
      rule: ["list": "l", "do": [["sort-by": "@"]]],
      properties: ["l": ["type": "array", "items": ["type": "object"], "maxItems": 1]],
      documents: [["l": [[:]]], ["l": []]]),
    Case(
      rule: ["concat": ["c", "d.e"], "into": "c", "if-missing": "fail"], properties: ["d": object],
      documents: [["d": ["e": [1]]], ["d": [:]]]),
    Case(
      rule: ["concat": ["items", "items[*].d"], "into": "d"],
      properties: [
        "items": [
          "type": "array",
          "items": ["properties": ["d": ["items": ["const": "1"]]], "required": ["d"]],
        ]
      ], others: ["type": "number"], documents: [["items": [["d": []]]], ["items": []]]),
  ]

  /// An empty list that is made, and a member of the elements of one that is there.
  static let empty = [
    ["add-default": ["l": [], "l[*].n": 0]], ["add-default": ["l[*].n": 0, "l": []]],
    ["add-default": ["l": [:], "l[*].n": 0]],
  ].map { (rule: JSON) in
    Case(
      rule: rule,
      properties: ["l": ["type": "array", "items": ["type": "object", "maxProperties": 1]]],
      documents: [["l": [[:], ["n": 1]]], ["l": []], [:]])
  }

  static let texts = [
    Case(
      rule: ["join": ["b", "b"], "with": " ", "into": "f"], properties: ["b": text],
      required: ["b"], documents: [["b": "x"]]),
    Case(
      rule: ["join": ["b", "b"], "with": " ", "into": "f"], properties: ["b": text],
      documents: [["b": "x"], [:]]),
    Case(
      rule: ["join": ["l[*]", "b.c"], "with": " ", "into": "c"],
      properties: ["b": text, "l": ["type": "array", "items": text]],
      documents: [["b": "x", "l": ["y", "z"]], ["b": "x", "l": ["y"]]]),
  ]

  static let fields = [
    Case(
      rule: ["add-default": ["e": "{a}"], "fill": true, "if-missing": "fail"],
      properties: ["a": text, "e": text], required: ["e"],
      documents: [["e": "x"], ["e": "x", "a": "y"]]),
    Case(
      rule: ["add-default": ["e": "{a}"], "fill": true, "if-missing": "fail"],
      properties: ["a": text, "e": text], documents: [["e": "x"], [:], ["a": "y"]]),
  ]

  static let writes = [
    Case(
      rule: ["add-default": ["c.b": 2, "c": ["c": "Z"]]], properties: [:], documents: [[:]]),
    Case(
      rule: ["set": ["c.b": 2, "c": ["c": "Z"]]], properties: ["c": object],
      documents: [[:], ["c": [:]]]),
    Case(
      rule: ["add-default": ["c": ["c": "Z"], "c.b": 2]], properties: ["c": object],
      documents: [[:], ["c": [:]]]),
    Case(rule: ["add-default": ["b.e": "x", "b.*.a": 1]], properties: [:], documents: [[:]]),
    Case(
      rule: ["set": ["a": ["b": 1], "a.b": 2]], properties: ["a": ["type": ["object", "null"]]],
      documents: [[:], ["a": [:]], ["a": nil]]),
    Case(
      rule: ["add-default": ["$.a": ["b": 1], "a.b": ["c": 2]]], properties: [:],
      documents: [[:]]),
    Case(
      rule: ["set": ["b.e": 1, "*.f": 2]], properties: ["c": object],
      documents: [["c": [:]], [:]]),
    Case(
      rule: ["set": ["l[*].t": 1, "l[?@.t == 2].u": 3]],
      properties: [
        "l": ["type": "array", "items": ["type": "object", "properties": ["t": ["const": 2]]]]
      ],
      documents: [["l": [["t": 2]]], ["l": [[:]]], ["l": []]]),
  ]

  static let moves = [
    Case(
      rule: ["move": ["b": "d", "b.x": "c"]],
      properties: ["b": ["type": "object", "required": ["x"]]], required: ["b"],
      documents: [["b": ["x": 1]]]),
    Case(
      rule: ["move": ["a": "x", "b": "x.y"]], properties: ["a": object, "b": text],
      documents: [["a": [:], "b": "t"], ["b": "t"], ["a": [:]]]),
    Case(
      rule: ["rename": ["c": "a", "a": "a"], "if-exists": "keep"],
      properties: ["a": object, "c": text], documents: [["c": "x"], ["c": "x", "a": [:]], [:]]),
    Case(
      rule: ["move": ["$.a": "d", "l[*]": "d"], "if-exists": "keep"],
      properties: ["a": text, "l": ["type": "array", "items": object]],
      documents: [["a": "x", "l": [[:]]], ["l": [[:]]], ["a": "x"]]),
    Case(
      rule: ["rename": ["c": "a", "$..b": "c"], "if-exists": "keep"],
      properties: ["a": object, "b": object, "c": text], required: ["c"],
      documents: [["a": [:], "b": [:], "c": "x"], ["c": "x", "b": [:]], ["c": "x"]]),
    Case(
      rule: ["rename": ["items[0].a": "b", "items[*].b": "f"]],
      properties: [
        "items": [
          "type": "array",
          "items": [
            "type": "object", "properties": ["a": ["type": "number"], "b": ["type": "number"]],
            "required": ["a", "b"], "additionalProperties": false,
          ],
        ]
      ],
      documents: [
        ["items": [["a": 1, "b": 2]]], ["items": [["a": 1, "b": 2], ["a": 1, "b": 2]]],
      ]),
  ]

  static let changes = [
    Case(
      rule: ["map-values": ["a", "$.a"], "table": ["x": "y", "y": "z"]],
      properties: ["a": ["enum": ["x", "y"]]], documents: [["a": "x"], ["a": "y"]]),
    Case(
      rule: ["map-values": ["a", "*"], "table": ["x": "y", "y": "z"], "otherwise": "keep"],
      properties: ["a": ["enum": ["x", "y"]]], documents: [["a": "x"], ["a": "y"]]),
    Case(
      rule: ["wrap": ["a", "$.a"]], properties: ["a": text], required: ["a"],
      documents: [["a": "x"]]),
    Case(
      rule: ["drop": ["l[*].x", "l[?@.x]"]],
      properties: ["l": ["type": "array", "items": ["type": "object"], "minItems": 1]],
      required: ["l"], documents: [["l": [["x": 1]]], ["l": [[:]]]]),
    Case(
      rule: ["unnest": ["a", "a.b"]],
      properties: [
        "a": [
          "type": "object", "properties": ["b": ["type": "object", "required": ["c"]]],
          "required": ["b"], "additionalProperties": false,
        ]
      ], required: ["a"], documents: [["a": ["b": ["c": 1]]]]),
  ]

  @Test(
    arguments: nests + scopesInScopes + lists + empty + texts + fields + writes + moves + changes)
  func `what comes of overlapping paths is of the carried shape`(_ test: Case) throws {
    let file = try SchemaFile(Array(test.schema.description.utf8), named: "a.schema.json")
    let documents = test.documents.map { document in
      var document = document
      document["version"] = 1
      return document
    }
    #expect(documents.allSatisfy { file.shape.takes($0) })
    var check = FlowCheck(try test.migrator())
    let problem = try check.problem(documents, of: [file.shape] + FlowCheck.shapes(of: documents))
    #expect(problem == nil)
    #expect(check.results + check.failures > 0)
  }

  /// Nothing is in an empty list, so that what is known of the elements isn't lost.
  @Test(arguments: empty) func `an empty list that is made leads nowhere`(_ test: Case) throws {
    let file = try SchemaFile(Array(test.schema.description.utf8), named: "a.schema.json")
    let carried = try test.migrator().schema(after: file)
    #expect(carried.unknowns.isEmpty)
    #expect("\(carried.schema)".contains(#""required":["n"]"#), "\(carried.schema)")
  }
}
