internal import JSONMigrationCore
internal import JSONText

/// What is wrong with the form of a schema: a keyword whose value says nothing.
///
/// A validator that passes over such a value takes documents that the author wanted refused.
struct SchemaMistake {
  let message: String
  let help: String
  let range: Range<Int>
}

extension SchemaFile {
  private static let mostMistakes = 20

  /// The first mistakes in the schemas that are in the file, or that a reference leads to.
  var mistakes: [SchemaMistake] {
    var found: [SchemaMistake] = []
    var pending = [root]
    var seen: Set<Int> = []
    var followed: Set<String> = []
    while let schema = pending.popLast(), found.count < Self.mostMistakes {
      guard seen.insert(schema.range.lowerBound).inserted else { continue }
      found += schema.mistakeAsSchema.map { [$0] } ?? schema.members.compactMap(\.mistake)
      for member in schema.members {
        pending += member.schemas
        guard member.key == "$ref", let name = member.value.text,
          followed.insert(self.name(of: name, in: schema)).inserted
        else { continue }
        if let target = target(of: name, in: schema) { pending.append(target) }
      }
    }
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}

/// What the value of a keyword is.
private enum KeywordForm {
  case schema
  case schemas
  case namedSchemas
  /// A schema, or a list of them.
  case items
  case types
  case number
  case positive
  /// A number, or a boolean as in old releases.
  case bound
  case count
  case text
  case names
  case namesByName
  case list
  case boolean

  var words: String {
    switch self {
    case .schema: "a schema: an object, true or false"
    case .schemas: "a list of schemas, at least one"
    case .namedSchemas: "an object of schemas"
    case .items: "a schema, or a list of them"
    case .types: "the name of a type, or a list of such names"
    case .number: "a number"
    case .positive: "a number above zero"
    case .bound: "a number, or in old releases true or false"
    case .count: "a whole number, not below zero"
    case .text: "a text"
    case .names: "a list of names"
    case .namesByName: "an object of lists of names"
    case .list: "a list of values"
    case .boolean: "true or false"
    }
  }

  func takes(_ value: LocatedJSON) -> Bool {
    switch (self, value.value) {
    // What is in a place for a schema and is none is told there.
    case (.schema, _), (.items, _), (.namedSchemas, .object), (.text, .string): true
    case (.list, .array), (.boolean, .bool), (.bound, .bool): true
    case (.number, .number), (.bound, .number): true
    case (.schemas, .array(let parts)): !parts.isEmpty
    case (.types, .string): true
    case (.types, .array(let names)): !names.isEmpty && names.allSatisfy { $0.text != nil }
    case (.positive, .number(let number)): number > 0
    case (.count, .number(let number)): number >= 0 && NumberText.isInteger(number.text)
    case (.names, .array(let names)): names.allSatisfy { $0.text != nil }
    case (.namesByName, .object(let members)):
      members.allSatisfy { Self.names.takes($0.value) }
    default: false
    }
  }

  /// What to write instead of a value.
  func help(for value: LocatedJSON) -> String {
    switch (self, value.value) {
    case (.number, .string), (.positive, .string), (.bound, .string), (.count, .string):
      "a number has no quotes"
    case (.schemas, .object): "put it in brackets: `[{ … }]`"
    case (.names, .string): "put it in brackets: `[\"…\"]`"
    case (.names, .bool):
      "the object around lists the members that it requires; draft 3 is not read"
    case (.types, _): "a type is a text, `null` too: `\"type\": [\"string\", \"null\"]`"
    case (.names, .object): "only the names: `[\"…\", \"…\"]`"
    case (.boolean, .string): "without quotes"
    default: "without it the schema demands nothing there"
    }
  }

  static let all: [String: Self] = {
    let words: [(KeywordForm, String)] = [
      (.schema, "additionalProperties additionalItems not if then else contains propertyNames"),
      (.schema, "unevaluatedProperties unevaluatedItems contentSchema"),
      (.schemas, "allOf anyOf oneOf prefixItems"),
      (.namedSchemas, "properties patternProperties $defs definitions dependentSchemas"),
      (.items, "items"), (.types, "type"), (.number, "minimum maximum"),
      (.positive, "multipleOf"), (.bound, "exclusiveMinimum exclusiveMaximum"),
      (.count, "minLength maxLength minItems maxItems minProperties maxProperties"),
      (.count, "minContains maxContains"), (.text, "pattern format $ref $anchor"),
      (.names, "required"), (.namesByName, "dependentRequired"), (.list, "enum"),
      (.boolean, "uniqueItems"),
    ]
    var all: [String: Self] = [:]
    for (form, names) in words {
      for name in names.split(separator: " ") { all[String(name)] = form }
    }
    return all
  }()
}

extension LocatedJSON {
  /// The mistake if the value, which stands where a schema does, is none.
  fileprivate var mistakeAsSchema: SchemaMistake? {
    switch value {
    case .object, .bool: return nil
    case .string(let name) where SchemaFile.types.contains(name):
      return SchemaMistake(
        message: "a JSON Schema is an object, true or false",
        help: "did you mean `{ \"type\": \"\(name)\" }`?", range: range)
    default:
      return SchemaMistake(
        message: "a JSON Schema is an object, true or false",
        help: "`{}` takes any value", range: range)
    }
  }
}

extension LocatedJSON.Member {
  fileprivate var mistake: SchemaMistake? {
    guard let form = KeywordForm.all[key] else { return nil }
    guard form.takes(value) else {
      return SchemaMistake(
        message: "`\(key)` in a JSON Schema is \(form.words)", help: form.help(for: value),
        range: value.range)
    }
    guard form == .types else { return nil }
    let types = SchemaFile.types
    return value.texts.first { !types.contains($0) }.map { wrong in
      let meant = NearestName.of(wrong, among: types).map { "did you mean `\($0)`?" }
      return SchemaMistake(
        message: "`\(Printable.quote(wrong))` is no type of a JSON Schema",
        help: meant ?? "the types are \(Printable.list(types))", range: value.range)
    }
  }

  /// The schemas in the value of a keyword.
  fileprivate var schemas: [LocatedJSON] {
    switch KeywordForm.all[key] {
    case .schema?: [value]
    case .schemas?: value.elements
    case .namedSchemas?:
      // What is no schema among definitions matters only where a reference leads to it.
      ["$defs", "definitions"].contains(key)
        ? value.members.map(\.value).filter { $0.mistakeAsSchema == nil }
        : value.members.map(\.value)
    case .items?: if case .array(let elements) = value.value { elements } else { [value] }
    default: []
    }
  }
}
