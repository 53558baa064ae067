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
    "type": "object",
    "properties": words(FileKeys.step + formatOnly),
    "if": hasOne(of: formatOnly.map(\.name)),
    "then": ["$ref": "#/definitions/format"],
    "else": ["$ref": "#/definitions/step"],
    "definitions": .object(definitions),
  ]

  private static let definitions: JSONObject = {
    var definitions: JSONObject = [
      "step": .object(record(FileKeys.step)),
      "format": .object(record(FileKeys.format)),
      "rule": rule,
      "verb": hasOne(of: Verbs.names),
    ]
    for key in CommonKeys.parameters {
      definitions[key.name] = .object(described(type(key.type), key.about))
    }
    return definitions
  }()

  private static let formatOnly = FileKeys.format.filter { key in
    !FileKeys.step.contains { $0.name.utf8.elementsEqual(key.name.utf8) }
  }

  /// A rule: its verb decides what else may stand there.
  ///
  /// So a mistake is marked where it is: at the key or value behind a verb, and else at the word that
  /// is no verb. The `properties` tell an editor which words there are.
  private static let rule: JSON = [
    "type": "object",
    "properties": words(Verbs.all.map { verbKey($0.spec) } + CommonKeys.parameters),
    "if": ["$ref": "#/definitions/verb"],
    "then": ["allOf": .array(Verbs.all.map { branch($0.spec) })],
    "else": [
      "propertyNames": names(Verbs.names + CommonKeys.parameters.map(\.name)),
      "allOf": [["$ref": "#/definitions/verb"]],
    ],
  ]

  /// What holds for the rules of one verb.
  private static func branch(_ spec: VerbSpec) -> JSON {
    let common = CommonKeys.parameters(of: spec)
    return [
      "if": ["required": [.string(spec.name)]],
      "then": .object(record([verbKey(spec)] + spec.parameters.dropFirst(), and: common)),
    ]
  }

  /// The verb's own key; an editor shows with it what the verb does.
  private static func verbKey(_ spec: VerbSpec) -> Parameter {
    let own = spec.parameters[0]
    return Parameter(
      own.name, own.type, isRequired: true,
      "\(sentence(spec.purpose)) `\(own.name)`: \(own.about).\n\(spec.example.rule)")
  }
}

// MARK: - Parts of a schema

extension RuleSchema {
  /// An object with these keys, and those that are defined for all rules, and no others.
  private static func record(
    _ parameters: [Parameter], and common: [Parameter] = []
  ) -> JSONObject {
    var properties = JSONObject()
    for key in parameters { properties[key.name] = .object(described(type(key.type), key.about)) }
    for key in common { properties[key.name] = ["$ref": .string("#/definitions/\(key.name)")] }
    var schema: JSONObject = ["type": "object", "properties": .object(properties)]
    let required = parameters.filter(\.isRequired)
    if !required.isEmpty { schema["required"] = .array(required.map { .string($0.name) }) }
    let alternatives = parameters.filter(\.isAlternative)
    if !alternatives.isEmpty {
      schema["oneOf"] = .array(alternatives.map { ["required": [.string($0.name)]] })
    }
    schema["additionalProperties"] = false
    return schema
  }

  /// Keys with what they mean, and nothing about their values.
  private static func words(_ parameters: [Parameter]) -> JSON {
    var properties = JSONObject()
    for key in parameters { properties[key.name] = .object(described([:], key.about)) }
    return .object(properties)
  }

  private static func described(_ schema: JSONObject, _ about: String) -> JSONObject {
    var schema = schema
    schema["description"] = .string(sentence(about))
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
    case .list(let element): ["type": "array", "items": .object(Self.type(element))]
    case .record(let parameters): record(parameters)
    case .either(let types): ["anyOf": .array(types.map { .object(Self.type($0)) })]
    }
  }
}
