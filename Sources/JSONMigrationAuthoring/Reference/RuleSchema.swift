internal import JSONMigrationCore
internal import JSONText

/// The JSON Schema (draft-07) of rule files, for editors and validators.
///
/// It is made from the specs of the verbs. It says which words may stand where, and of which type
/// their values are; what takes more than that, such as whether a text is a path, only the reader
/// of rules knows.
package enum RuleSchema {
  /// The schema as text, with a line break at its end.
  package static let text: String = {
    var bytes: [UInt8] = []
    schema.write(into: &bytes, layout: .pretty())
    return String(decoding: bytes, as: UTF8.self) + "\n"
  }()

  /// One schema for both kinds of file: what has a key of format.json is one, all else is a step.
  static let schema: JSON = [
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "Rules of jsonmigrate",
    // What editors ask before they mark comments and trailing commas.
    "allowComments": true,
    "allowTrailingCommas": true,
    "type": "object",
    "properties": words(FileKeys.step + formatOnly),
    // So is what has no key at all, or none but that of the schema.
    "if": ["anyOf": [hasOne(of: formatOnly.map(\.name)), ["propertyNames": names(["$schema"])]]],
    "then": ["$ref": "#/definitions/format"],
    "else": ["$ref": "#/definitions/step"],
    "definitions": .object(definitions),
  ]

  private static let definitions: JSONObject = {
    var definitions: JSONObject = [
      "step": .object(step),
      "format": .object(record(FileKeys.format)),
      "rule": rule,
      "verb": hasOne(of: Verbs.names),
    ]
    for key in CommonKeys.parameters {
      definitions[key.name] = .object(described(value(of: key), key))
    }
    return definitions
  }()

  /// A step: its versions are integers, or text, and then it says what it starts from.
  private static let step: JSONObject = {
    func from(_ type: JSON, required: JSON) -> JSON {
      [
        "if": ["required": ["to"], "properties": ["to": ["type": type]]],
        "then": [
          "required": required,
          "properties": ["from": ["type": [type, "array"], "items": ["type": type]]],
        ],
      ]
    }
    var step = record(FileKeys.step)
    step["allOf"] = [from("string", required: ["from"]), from("integer", required: [])]
    return step
  }()

  private static let formatOnly = FileKeys.format.filter { key in
    !FileKeys.step.contains { $0.name.utf8.elementsEqual(key.name.utf8) }
  }

  /// A rule: its verb decides what else may stand there.
  ///
  /// So a mistake is marked where it is: at the key or value behind a verb, and else at the word
  /// that is no verb. The `properties` tell an editor which words there are.
  private static let rule: JSON = [
    "type": "object",
    "properties": words(Verbs.specs.map { verbKey($0) } + CommonKeys.parameters, hovers: hovers),
    "if": ["$ref": "#/definitions/verb"],
    "then": ["allOf": .array(Verbs.specs.map { branch($0) })],
    "else": [
      "propertyNames": names(Verbs.names + CommonKeys.parameters.map(\.name)),
      "allOf": [["$ref": "#/definitions/verb"]],
    ],
  ]

  /// What holds for the rules of one verb.
  private static func branch(_ spec: VerbSpec) -> JSON {
    let common = CommonKeys.parameters(of: spec)
    var schema = record(
      [verbKey(spec)] + spec.parameters.dropFirst(), and: common, hovers: hovers)
    for (keyword, value) in spec.limits { schema[keyword] = value }
    return ["if": ["required": [.string(spec.name)]], "then": .object(schema)]
  }

  /// The verb's own key; an editor shows with it what the verb does.
  private static func verbKey(_ spec: VerbSpec) -> Parameter {
    let own = spec.parameters[0]
    return Parameter(
      own.name, own.type, isRequired: true,
      "\(sentence(spec.purpose)) `\(own.name)`: \(own.about).\n\(spec.example.rule)")
  }
}

// MARK: - Hovers

extension RuleSchema {
  /// What editors that know Markdown show for each verb, with an example and what comes of it.
  private static let hovers: [String: String] = Dictionary(
    uniqueKeysWithValues: Verbs.specs.map { spec in
      let own = spec.parameters[0]
      let edges = spec.edges.map { "\n- \($0)" }.joined()
      return (
        spec.name,
        """
        \(sentence(spec.purpose)) `\(own.name)`: \(own.about).

        \(RuleReference.example(of: spec, in: "json"))
        """ + (edges.isEmpty ? "" : "\n" + edges)
      )
    })

  /// Examples of keys that stand around verbs.
  private static let examples = [
    "from": #""from": 2"#, "to": #""to": 3"#, "about": #""about": "ratings become words""#,
    "rules": #""rules": [{ "drop": "legacyId" }]"#, "undo": #""undo": [{ "drop": "rating" }]"#,
    "tests": #""tests": [{ "before": { "a": 1 }, "after": { "b": 1 } }]"#,
    "format": #""format": "poem""#,
    "version": #""version": { "at": "meta.version", "missing": 1 }"#,
    "each": #""each": "[*]""#, "files": #""files": ["*.poem", "settings/*.json"]"#,
    "comments": #""comments": true"#, "stash": #""stash": "_old""#,
    "shape": #""shape": { "3": "type(@.rating) == 'string'" }"#,
    "in": #""in": "panels[*]""#, "when": #""when": "@.type == 'graph'""#,
    "if-missing": #""if-missing": "fail""#, "if-exists": #""if-exists": "keep""#,
    "message": #""message": "a poem is no longer optional""#, "allow": #""allow": ["dotted-name"]"#,
    "note": #""note": "since the app has two languages""#,
  ]

  private static func hover(of key: Parameter) -> String {
    let type = RuleReference.words(for: key.type)
    return sentence(key.about) + " Takes \(type)."
      + (example(of: key).map { "\n\n```json\n\($0)\n```" } ?? "")
  }

  static func example(of key: Parameter) -> String? {
    let known = FileKeys.step + FileKeys.format + CommonKeys.parameters
    let isKnown = known.contains { $0.name == key.name && $0.about == key.about }
    return isKnown ? examples[key.name] : nil
  }
}

// MARK: - Parts of a schema

extension RuleSchema {
  /// An object with these keys, and those that are defined for all rules, and no others.
  private static func record(
    _ parameters: [Parameter], and common: [Parameter] = [], hovers: [String: String] = [:]
  ) -> JSONObject {
    var properties = JSONObject()
    for key in parameters {
      properties[key.name] = .object(described(value(of: key), key, hovers[key.name]))
    }
    for key in common { properties[key.name] = ["$ref": .string("#/definitions/\(key.name)")] }
    var schema: JSONObject = ["type": "object", "properties": .object(properties)]
    let required = parameters.filter(\.isRequired)
    if !required.isEmpty { schema["required"] = .array(required.map { .string($0.name) }) }
    let alternatives = parameters.filter(\.isAlternative)
    if !alternatives.isEmpty {
      schema["oneOf"] = .array(alternatives.map { ["required": [.string($0.name)]] })
    }
    var dependencies = JSONObject()
    for key in parameters where !key.needs.isEmpty {
      dependencies[key.name] = .array(key.needs.map { .string($0) })
    }
    if !dependencies.isEmpty { schema["dependencies"] = .object(dependencies) }
    schema["additionalProperties"] = false
    return schema
  }

  /// What may stand behind a key.
  private static func value(of key: Parameter) -> JSONObject {
    var schema = type(key.type)
    for (keyword, value) in key.limits { schema[keyword] = value }
    return schema
  }

  /// Keys with what they mean, and nothing about their values.
  private static func words(
    _ parameters: [Parameter], hovers: [String: String] = [:]
  ) -> JSON {
    var properties = JSONObject()
    for key in parameters {
      properties[key.name] = .object(described([:], key, hovers[key.name]))
    }
    return .object(properties)
  }

  /// The schema with what an editor shows of it; a hover has Markdown, and goes before the other
  /// text.
  private static func described(
    _ schema: JSONObject, _ key: Parameter, _ hover: String? = nil
  ) -> JSONObject {
    var schema = schema
    schema["description"] = .string(sentence(key.about))
    schema["markdownDescription"] = .string(hover ?? self.hover(of: key))
    return schema
  }

  /// A phrase as a sentence; an example below it stays as it is.
  private static func sentence(_ phrase: String) -> String {
    let end = phrase.contains("\n") ? "" : "."
    return phrase.prefix(1).uppercased() + phrase.dropFirst() + end
  }

  private static func hasOne(of names: [String]) -> JSON {
    ["anyOf": .array(names.map { ["required": [.string($0)]] })]
  }

  private static func names(_ names: [String]) -> JSON {
    ["enum": .array(names.map { .string($0) })]
  }

  private static func type(_ type: ParameterType) -> JSONObject {
    switch type {
    case .path, .condition, .target, .slot: ["type": "string", "minLength": 1]
    case .name, .text, .pattern: ["type": "string"]
    case .paths:
      [
        "type": ["string", "array"], "minLength": 1, "minItems": 1,
        "items": ["type": "string", "minLength": 1],
      ]
    case .names:
      ["type": "array", "minItems": 1, "uniqueItems": true, "items": ["type": "string"]]
    case .word(let words): ["enum": .array(words.map { .string($0) })]
    case .flag: ["const": true]
    case .boolean: ["type": "boolean"]
    case .number: ["type": "number"]
    case .version: ["type": ["integer", "string"]]
    case .value: [:]
    case .rules: ["type": "array", "items": ["$ref": "#/definitions/rule"]]
    case .map(let value, let key):
      [
        "type": "object", "minProperties": 1,
        "propertyNames": key.isPath ? ["minLength": 1] : true,
        "additionalProperties": .object(Self.type(value)),
      ]
    case .list(let element):
      ["type": "array", "minItems": 1, "items": .object(Self.type(element))]
    case .record(let parameters): record(parameters)
    case .either(let types): ["anyOf": .array(types.map { .object(Self.type($0)) })]
    }
  }
}
