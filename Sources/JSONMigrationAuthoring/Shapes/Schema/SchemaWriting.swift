internal import JSONMigrationCore
package import JSONText

extension JSON {
  /// The JSON Schema (2020-12) of a shape, without the head of a file.
  package init(schemaOf shape: Shape) {
    if shape.isAny {
      self = true
      return
    }
    if shape.isNever {
      self = false
      return
    }
    var types: [JSON] = []
    var parts: [JSON] = []
    if shape.takesNull { types.append("null") }
    if shape.booleans.count == 2 {
      types.append("boolean")
    } else {
      parts += shape.booleans.map { ["const": .bool($0)] }
    }
    if let numbers = shape.numbers { numbers.add(to: &types, or: &parts) }
    if let texts = shape.texts {
      if let values = texts.values {
        let texts = values.map { String(decoding: $0, as: UTF8.self) }
        parts.append(JSON(schemaOfValues: texts.inOrder.map { .string($0) }))
      } else if let format = texts.format {
        parts.append(["type": "string", "format": .string(format)])
      } else {
        types.append("string")
      }
    }
    if let arrays = shape.arrays { parts.append(arrays.schema) }
    parts += shape.objects.map(\.schema)
    if !types.isEmpty {
      parts.insert(["type": types.count == 1 ? types[0] : .array(types)], at: 0)
    }
    self = parts.count == 1 ? parts[0] : ["anyOf": .array(parts)]
  }

  /// A whole schema file.
  package init(schemaFileOf shape: Shape, comment: String? = nil) {
    var head: JSONObject = ["$schema": "https://json-schema.org/draft/2020-12/schema"]
    if let comment { head["$comment"] = .string(comment) }
    switch JSON(schemaOf: shape) {
    case .object(let members): for (key, value) in members { head[key] = value }
    case .bool(false): head["not"] = [:]
    default: break
    }
    self = .object(head)
  }
}

extension JSON {
  fileprivate init(schemaOfValues values: [JSON]) {
    self = values.count == 1 ? ["const": values[0]] : ["enum": .array(values)]
  }
}

extension [String] {
  /// Sorted by bytes, so that the order is the same everywhere.
  fileprivate var inOrder: [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension NumberShape {
  fileprivate func add(to types: inout [JSON], or parts: inout [JSON]) {
    if let values {
      parts.append(JSON(schemaOfValues: values.sorted().map { .number($0) }))
      return
    }
    let type: JSON = isWhole ? "integer" : "number"
    for interval in intervals {
      var part: JSONObject = ["type": type]
      if let low = interval.low {
        part[low.isOpen ? "exclusiveMinimum" : "minimum"] = .number(low.number)
      }
      if let high = interval.high {
        part[high.isOpen ? "exclusiveMaximum" : "maximum"] = .number(high.number)
      }
      if part.count == 1 { types.append(type) } else { parts.append(.object(part)) }
    }
  }
}

extension ArrayShape {
  fileprivate var schema: JSON {
    var schema: JSONObject = ["type": "array"]
    if !item.isAny { schema["items"] = JSON(schemaOf: item) }
    if least > 0 { schema["minItems"] = .number(JSONNumber(least)) }
    if let most { schema["maxItems"] = .number(JSONNumber(most)) }
    return .object(schema)
  }
}

extension ObjectShape {
  fileprivate var schema: JSON {
    var schema: JSONObject = ["type": "object"]
    var properties = JSONObject()
    var required: [JSON] = []
    for name in names {
      let member = self[name]
      let key = String(decoding: name, as: UTF8.self)
      properties[key] = JSON(schemaOf: member.shape).commented(member.comment)
      if member.isAlways { required.append(.string(key)) }
    }
    if !properties.isEmpty { schema["properties"] = .object(properties) }
    if !required.isEmpty { schema["required"] = .array(required) }
    if !rest.isAny { schema["additionalProperties"] = JSON(schemaOf: rest) }
    return .object(schema)
  }
}

extension JSON {
  /// The schema with a comment for its readers.
  fileprivate func commented(_ comment: String?) -> JSON {
    guard let comment else { return self }
    switch self {
    case .object(var members):
      members["$comment"] = .string(comment)
      return .object(members)
    case .bool(true): return ["$comment": .string(comment)]
    default: return self
    }
  }
}
