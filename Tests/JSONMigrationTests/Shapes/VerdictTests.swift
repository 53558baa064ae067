import JSONText
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

@Suite struct VerdictTests {
  static let rules: [RuleSource] = [
    RuleSource(
      name: "v2.json",
      text: """
        { "to": 2, "rules": [
          { "join": "lines", "with": "\\n" },
          { "rename": { "lines": "text", "stars": "rating" } }
        ] }
        """),
    RuleSource(
      name: "v3.json",
      text: """
        { "to": 3, "rules": [
          { "map-values": "rating", "cases": [
            { "at-most": 2, "becomes": "weak" }, { "above": 2, "becomes": "good" }
          ] },
          { "add-default": { "language": "en" } }
        ] }
        """),
  ]

  static let old: JSON = [
    "type": "object",
    "properties": [
      "version": ["const": 1], "title": ["type": "string"],
      "lines": ["type": "array", "items": ["type": "string"]],
      "stars": ["type": "integer", "minimum": 0, "maximum": 5],
    ],
    "required": ["version", "title", "lines"], "additionalProperties": false,
  ]

  static let new: JSON = [
    "type": "object",
    "properties": [
      "version": ["const": 3], "title": ["type": "string"], "text": ["type": "string"],
      "rating": ["enum": ["weak", "good"]], "language": ["type": "string"],
    ],
    "required": ["version", "title", "text", "language"], "additionalProperties": false,
  ]

  static func verdict(
    _ old: JSON, _ new: JSON, rules: [RuleSource] = rules
  ) throws -> SchemaVerdict {
    try Migrator(rules: rules).check(
      from: Array(old.description.utf8), to: Array(new.description.utf8))
  }

  @Test func `what holds for all documents is compatible`() throws {
    let verdict = try Self.verdict(Self.old, Self.new)
    #expect(verdict.outcome == .compatible && verdict.diagnostics.isEmpty)
    var wider = Self.new
    wider["properties"]?["rating"] = ["enum": ["weak", "good", "none"]]
    #expect(try Self.verdict(Self.old, wider).outcome == .compatible)
    var narrower = Self.old
    narrower["properties"]?["stars"] = ["const": 3]
    #expect(try Self.verdict(narrower, Self.new).outcome == .compatible)
  }

  @Test(arguments: [
    (#""generate": "uuid""#, SchemaVerdict.Outcome.compatible),
    (#""generate": "now", "as": "unix-seconds""#, .compatible),
    (#""generate": "position""#, .unknown),
  ])
  func `what is generated can't fail, but for a position`(
    _ words: String, _ outcome: SchemaVerdict.Outcome
  ) throws {
    let rules = [
      RuleSource(
        name: "v2.json",
        text: #"{ "to": 2, "rules": [{ "in": "l[*]", "add-default": ["id"], \#(words) }] }"#)
    ]
    let old: JSON = [
      "type": "object", "additionalProperties": false,
      "properties": ["l": ["type": "array", "items": ["type": "object"]]],
    ]
    let new: JSON = [
      "properties": ["l": ["items": ["required": ["id"]]]]
    ]
    #expect(try Self.verdict(old, new, rules: rules).outcome == outcome)
  }

  @Test(arguments: [
    (#""convert": "n", "to": "string""#, #"["1", "2.5"]"#, SchemaVerdict.Outcome.unknown),
    (#""convert": "n", "to": "json-text""#, #"["1", "2.5"]"#, .unknown),
    (#""scale": "n", "by": 2"#, "[2, 5]", .compatible),
    (#""wrap": "n""#, "[[1], [2.5]]", .compatible),
    (
      #""map-values": "n", "cases": [{ "is": 1, "becomes": "1" }], "otherwise": "keep""#,
      "[2.5, \"1\"]", .compatible
    ),
  ])
  func `a number has many spellings, also one of few`(
    _ words: String, _ values: String, _ outcome: SchemaVerdict.Outcome
  ) throws {
    let rules = [RuleSource(name: "v2.json", text: "{ \"to\": 2, \"rules\": [{ \(words) }] }")]
    let old: JSON = [
      "type": "object", "properties": ["version": ["const": 1], "n": ["enum": [1, 2.5]]],
      "required": ["version"],
    ]
    let new: JSON = ["properties": ["n": ["enum": try JSON(parsing: values)]]]
    let verdict = try Self.verdict(old, new, rules: rules)
    #expect(verdict.outcome == outcome, "\(verdict.diagnostics)")
  }

  @Test func `a document shows what is broken, as small as can be`() throws {
    var required = Self.new
    required["required"]?.array?.append("rating")
    let missing = try Self.verdict(Self.old, required)
    #expect(missing.outcome == .broken)
    #expect(missing.document == ["version": 1, "title": "", "lines": []])
    var nullable = Self.old
    nullable["properties"]?["stars"]?["type"] = ["integer", "null"]
    let null = try Self.verdict(nullable, Self.new)
    #expect(null.outcome == .broken && null.document?["stars"] == .null)
    let places = null.diagnostics.flatMap { $0.relatedPlaces }
    let label = #"map-values leaves null; say { "is": null, "becomes": … }"#
    #expect(places.contains { $0.file == "rules/v3.json" && $0.label == label }, "\(places)")
    var empty = Self.new
    empty["properties"]?["text"]?["minLength"] = 1
    #expect(try Self.verdict(Self.old, empty).document?["lines"] == [])
  }

  @Test func `of very many members that may be there each is in some documents`() throws {
    let names = (0..<1_000).map { "m\($0)" }
    let pairs = names.dropLast().map { #""\#($0)":"n\#($0)""# }.joined(separator: ",")
    let rules = [
      RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [{ "rename": {\#(pairs)} }] }"#)
    ]
    func schema(_ version: Int, _ names: [String]) throws -> JSON {
      let members = names.map { #""\#($0)":{"type":"null"}"# }.joined(separator: ",")
      return try JSON(
        parsing: Array(
          """
          {"type":"object","required":["version"],"additionalProperties":false,
           "properties":{"version":{"const":\(version)},\(members)}}
          """.utf8))
    }
    let verdict = try Self.verdict(
      schema(1, names), schema(2, names.map { "n\($0)" }), rules: rules)
    #expect(verdict.outcome == .broken)
    #expect(verdict.document == ["version": 1, "m999": nil])
  }

  @Test func `a rule that may fail is never compatible`() throws {
    var anything = Self.old
    anything["properties"]?["stars"] = [:]
    let verdict = try Self.verdict(anything, [:])
    #expect(verdict.outcome == .broken && verdict.result == nil)
    #expect(verdict.diagnostics.first?.place?.file == "rules/v3.json")
  }

  @Test func `what can't be asked is unknown, with its line`() throws {
    var pattern = Self.new
    pattern["properties"]?["text"]?["pattern"] = #"^(?![\s\S]*zzz)"#
    let verdict = try Self.verdict(Self.old, pattern)
    #expect(verdict.outcome == .unknown && verdict.tried > 1_000)
    #expect(verdict.diagnostics.map(\.message) == ["`pattern` is not understood"])
    #expect(verdict.diagnostics.first?.place?.span?.line == 1)
  }

  @Test func `documents of no version of the rules are an error`() {
    var other = Self.old
    other["properties"]?["version"] = ["const": 7]
    #expect(throws: MigrationError.self) { try Self.verdict(other, Self.new) }
  }

  private static let moved = RuleSource(
    name: "v2.json", text: #"{ "to": 2, "rules": [{ "rename": { "email": "id" } }] }"#)

  @Test(arguments: [
    (
      #"[{ "when": "type(@.id) == 'string'", "version": 2 }, { "when": "@.email", "version": 1 }]"#,
      #"{}"#, #"{}"#
    ),
    (#""fail""#, #"{ "version": { "const": 1 } }"#, #"{}"#),
    ("1", #"{ "version": {} }"#, #"{"version":{}}"#),
    ("1", #"{ "version": { "type": ["integer", "null"] } }"#, #"{"version":null}"#),
    ("1", #"{ "version": { "enum": [1, 1.5] } }"#, #"{"version":1.5}"#),
  ])
  func `what is refused for its version is broken`(
    missing: String, version: String, document: String
  ) throws {
    let format = RuleSource(
      name: "format.json", text: #"{ "version": { "missing": \#(missing) } }"#)
    var properties = try #require(try JSON(parsing: version).object)
    properties["email"] = ["type": "string"]
    let old: JSON = [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
    ]
    let new: JSON = ["properties": ["version": ["const": 2]]]
    let verdict = try Self.verdict(old, new, rules: [format, Self.moved])
    #expect(verdict.outcome == .broken && verdict.result == nil)
    #expect(verdict.document?.description == document)
  }

  @Test(arguments: [
    (#"{ "properties": { "email": { "type": "string" } } }"#, "1"),
    (#"{ "properties": { "version": { "type": "integer" } } }"#, "1"),
    (#"{ "properties": { "version": { "const": 1 } }, "required": ["version"] }"#, #""fail""#),
    (
      #"""
      { "anyOf": [
        { "properties": { "email": {} } },
        { "properties": { "version": { "const": 2 } }, "required": ["version"] }
      ] }
      """#, "1"
    ),
  ])
  func `what a schema doesn't say of the version breaks nothing`(
    schema: String, missing: String
  ) throws {
    let format = RuleSource(
      name: "format.json", text: #"{ "version": { "missing": \#(missing) } }"#)
    var old = try JSON(parsing: schema)
    old["type"] = "object"
    let rules = [format, RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [] }"#)]
    let new: JSON = ["type": "object", "required": ["version"]]
    #expect(try Self.verdict(old, new, rules: rules).outcome == .compatible)
  }

  @Test func `a document that rules change shows what is broken, if one does`() throws {
    let old: JSON = ["type": "object", "properties": ["email": [:]], "required": ["email"]]
    let rules = [
      RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [{ "add-default": { "z": 1 } }] }"#)
    ]
    let both = try Self.verdict(old, ["properties": ["email": ["type": "string"]]], rules: rules)
    #expect(both.document?["email"] != nil && both.document?["version"] == nil)
    let new = try Self.verdict(old, ["required": ["z"]], rules: rules)
    #expect(new.document?["version"] == 2)
    let help = new.diagnostics.first?.help
    #expect(
      help == "no rule ran: the document is of version 2 already; "
        + "`\"version\": { \"const\": 1 }` in the source leaves such documents out")
  }

  @Test(arguments: [
    (#"{ "require": "@.z" }"#, "`require` may find that `@.z` does not hold"),
    (
      #"{ "map-values": "$", "cases": [{ "is": 1, "drop": true }], "otherwise": { "drop": true } }"#,
      "`map-values` may take away the whole document"
    ),
  ])
  func `a schema all of whose documents fail says why`(rule: String, note: String) throws {
    let rules = [RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [\#(rule)] }"#)]
    let source: JSON = [
      "type": "object", "properties": ["a": ["type": "number"]], "additionalProperties": false,
    ]
    let file = try SchemaFile(Array(source.description.utf8), named: "a.schema.json")
    let error = try #require(throws: MigrationError.self) {
      try Migrator(rules: rules).schema(after: file)
    }
    let told = try #require(error.diagnostics.first)
    #expect(told.message == "every document that this schema takes fails on the way")
    #expect(told.notes == [note])
    #expect(told.relatedPlaces.contains { $0.file == "rules/v2.json" }, "\(told.relatedPlaces)")
  }

  /// One demand more than the carried shape answers: none may be called compatible.
  @Test func `no demand that breaks something is called compatible`() throws {
    var random = Seeded()
    let seed = "\(random)"
    var (broken, all) = (0, 0)
    for _ in 0..<12 {
      var material = Material()
      material.random = random
      let chain = try RuleChain(&material)
      random = material.random
      guard let migrator = try? chain.migrator(),
        let result = try? migrator.migrate(chain.document)
      else { continue }
      let old = JSON(schemaFileOf: Shape(joining: [Shape(chain.document)]))
      guard let names = result.object?.map(\.key),
        let name = names.first(where: { $0 != "version" })
      else { continue }
      let demand: JSON = ["properties": .object([name: false])]
      let verdict = try migrator.check(
        from: Array(old.description.utf8), to: Array(demand.description.utf8))
      all += 1
      #expect(verdict.outcome != .compatible, "\(chain) \(seed)")
      if verdict.outcome == .broken { broken += 1 }
    }
    #expect(all > 5 && broken * 20 >= all * 19, "\(broken) of \(all)")
  }
}

@Suite struct SchemaTypeTests {
  @Test(arguments: [
    (#"{ "type": "objekt" }"#, "did you mean `object`?"),
    (#"{ "properties": { "type": { "type": ["null", "strnig"] } } }"#, "did you mean `string`?"),
    (
      #"{ "items": { "type": "date" } }"#,
      "the types are object, array, string, integer, number, boolean, null"
    ),
  ])
  func `a type that is none is a mistake in the schema`(_ schema: String, help: String) {
    let error = #expect(throws: MigrationError.self) {
      try SchemaFile(Array(schema.utf8), named: "a.json")
    }
    #expect(error?.kind == .badSchema)
    #expect(error?.diagnostics.first?.help == help)
  }
  @Test(arguments: [
    (#"{ "allOf": { "type": "object" } }"#, "`allOf` in a JSON Schema is a list of schemas"),
    (#"{ "anyOf": [] }"#, "`anyOf` in a JSON Schema is a list of schemas, at least one"),
    (#"{ "properties": { "a": { "minimum": "5" } } }"#, "`minimum` in a JSON Schema is a number"),
    (#"{ "required": { "a": true } }"#, "`required` in a JSON Schema is a list of names"),
    (#"{ "items": { "required": true } }"#, "`required` in a JSON Schema is a list of names"),
    (#"{ "required": ["a", 1] }"#, "`required` in a JSON Schema is a list of names"),
    (#"{ "type": 5 }"#, "`type` in a JSON Schema is the name of a type, or a list"),
    (#"{ "type": [] }"#, "`type` in a JSON Schema is the name of a type, or a list"),
    (#"{ "items": [{}, { "minLength": -1 }] }"#, "`minLength` in a JSON Schema is a whole number"),
    (#"{ "maxItems": 1.5 }"#, "`maxItems` in a JSON Schema is a whole number"),
    (#"{ "multipleOf": 0 }"#, "`multipleOf` in a JSON Schema is a number above zero"),
    (#"{ "properties": { "a": "string" } }"#, "a JSON Schema is an object, true or false"),
    (#"{ "properties": [] }"#, "`properties` in a JSON Schema is an object of schemas"),
    (#"{ "enum": "a" }"#, "`enum` in a JSON Schema is a list of values"),
    (##"{ "$ref": "#/x/a", "x": { "a": { "not": 1 } } }"##, "a JSON Schema is an object, true or"),
    (#"{ "dependentRequired": { "a": "b" } }"#, "`dependentRequired` in a JSON Schema is an obj"),
  ])
  func `a keyword whose value says nothing is a mistake in the schema`(
    _ schema: String, message: String
  ) {
    let error = #expect(throws: MigrationError.self) {
      try SchemaFile(Array(schema.utf8), named: "a.json")
    }
    #expect(error?.kind == .badSchema)
    let told = error?.diagnostics.first?.message ?? ""
    #expect(told.hasPrefix(message), "\(told)")
  }

  @Test(arguments: [
    #"{ "exclusiveMinimum": true, "minimum": 1, "minItems": 2.0, "items": [true, {}] }"#,
    #"{ "maxLength": 1e30, "enum": [], "x-form": { "required": 1 }, "properties": { "enum": {} } }"#,
    ##"{ "definitions": { "description": "all", "a": {} }, "$ref": "#/definitions/a" }"##,
    #"{ "default": { "type": 5 }, "const": { "required": 1 }, "required": [] }"#,
  ])
  func `what only looks like a mistake in a schema is read`(_ schema: String) throws {
    _ = try SchemaFile(Array(schema.utf8), named: "a.json")
  }

  @Test func `all mistakes of a schema are told, in their order`() {
    let schema = #"{ "properties": { "a": { "minimum": "1" } }, "required": true, "not": 3 }"#
    let error = #expect(throws: MigrationError.self) {
      try SchemaFile(Array(schema.utf8), named: "a.json")
    }
    let words = error?.diagnostics.map { $0.message.prefix(10) }
    #expect(words == ["`minimum` ", "`required`", "a JSON Sch"])
  }
}
