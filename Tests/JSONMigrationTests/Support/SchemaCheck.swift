import JSONText
import Testing

/// A validator of as much of JSON Schema as the schema of rule files uses.
///
/// The gate asks a real one too; this one runs with every test, and knows no keyword but these.
struct SchemaCheck {
  let root: JSON

  /// Where a value doesn't fit, as a path and a keyword each.
  func problems(_ value: JSON) -> [String] {
    problems(value, root, at: "$")
  }

  private func fits(_ value: JSON, _ schema: JSON) -> Bool {
    problems(value, schema, at: "").isEmpty
  }

  private func problems(_ value: JSON, _ schema: JSON, at path: String) -> [String] {
    guard case .object(let keywords) = schema else {
      return schema == true ? [] : ["\(path): nothing may stand here"]
    }
    return keywords.flatMap { problems(value, $0.key, $0.value, in: keywords, at: path) }
  }

  private func problems(
    _ value: JSON, _ keyword: String, _ asked: JSON, in keywords: JSONObject, at path: String
  ) -> [String] {
    func refuse(unless holds: Bool) -> [String] { holds ? [] : ["\(path): \(keyword) \(asked)"] }
    switch keyword {
    case "$schema", "title", "description", "markdownDescription", "allowComments",
      "allowTrailingCommas", "definitions", "then", "else":
      return []
    case "$ref": return problems(value, target(of: asked), at: path)
    case "type": return refuse(unless: asked.list.contains { Self.has(value, type: $0) })
    case "const": return refuse(unless: value == asked)
    case "enum": return refuse(unless: asked.list.contains(value))
    case "allOf": return asked.list.flatMap { problems(value, $0, at: path) }
    case "anyOf": return refuse(unless: asked.list.contains { fits(value, $0) })
    case "oneOf": return refuse(unless: asked.list.filter { fits(value, $0) }.count == 1)
    case "if":
      let branch = keywords[fits(value, asked) ? "then" : "else"]
      return branch.map { problems(value, $0, at: path) } ?? []
    case "required":
      return refuse(unless: asked.list.allSatisfy { value.object?[$0.text] != nil })
    case "not": return refuse(unless: !fits(value, asked))
    case "dependencies":
      let needed = asked.object?.filter { value.object?[$0.key] != nil }.flatMap(\.value.list) ?? []
      return refuse(unless: needed.allSatisfy { value.object?[$0.text] != nil })
    case "minimum", "maximum":
      guard case .number(let number) = value, case .number(let bound) = asked else { return [] }
      return refuse(unless: keyword == "minimum" ? number >= bound : number <= bound)
    case "minProperties": return refuse(unless: (value.object?.count ?? 9) >= asked.count)
    case "properties":
      return value.object?.flatMap { key, member in
        asked.object?[key].map { problems(member, $0, at: "\(path).\(key)") } ?? []
      } ?? []
    case "additionalProperties":
      let named = keywords["properties"]?.object
      return value.object?.filter { named?[$0.key] == nil }
        .flatMap { problems($0.value, asked, at: "\(path).\($0.key)") } ?? []
    case "propertyNames":
      return value.object?.flatMap { problems(.string($0.key), asked, at: path) } ?? []
    case "minLength":
      guard case .string(let text) = value else { return [] }
      return refuse(unless: text.unicodeScalars.count >= asked.count)
    case "pattern":
      guard case .string(let text) = value else { return [] }
      return refuse(unless: text.contains(asked.text))
    case "contains":
      guard case .array(let elements) = value else { return [] }
      return refuse(unless: elements.contains { fits($0, asked) })
    case "minItems", "uniqueItems", "items":
      guard case .array(let elements) = value else { return [] }
      if keyword == "minItems" { return refuse(unless: elements.count >= asked.count) }
      if keyword == "uniqueItems" { return refuse(unless: Set(elements).count == elements.count) }
      return elements.enumerated().flatMap { problems($1, asked, at: "\(path)[\($0)]") }
    default: return ["\(path): the keyword \(keyword) is not known"]
    }
  }

  private func target(of reference: JSON) -> JSON {
    let name = reference.text.split(separator: "/").last.map(String.init) ?? ""
    return root.object?["definitions"]?.object?[name] ?? false
  }

  private static func has(_ value: JSON, type: JSON) -> Bool {
    switch (type.text, value) {
    case ("object", .object), ("array", .array), ("string", .string), ("number", .number),
      ("boolean", .bool):
      true
    case ("integer", .number(let number)): Int(exactly: number) != nil
    default: false
    }
  }
}

extension JSON {
  fileprivate var list: [JSON] {
    if case .array(let elements) = self { elements } else { [self] }
  }

  fileprivate var text: String {
    if case .string(let text) = self { text } else { "" }
  }

  fileprivate var count: Int {
    if case .number(let number) = self { Int(exactly: number) ?? 0 } else { 0 }
  }
}
