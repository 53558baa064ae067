package import JSONText

/// What a case of `map-values` asks of a value.
///
/// It is one word, since an engine goes through them for each value.
package enum ValueTest: Sendable {
  case null
  case boolean(Bool)
  /// A number, as it is written.
  case number([UInt8])
  case text([UInt8])
  /// An array or an object.
  indirect case container(JSON)
  indirect case bounds(Bounds)

  init(_ json: JSON) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .boolean(value)
    case .number(let number): self = .number(Array(number.text.utf8))
    case .string(let text): self = .text(Array(text.utf8))
    case .array, .object: self = .container(json)
    }
  }
}

extension ValueTest {
  /// Whether it is for a text with letters that have another case.
  var hasCases: Bool {
    guard case .text(let text) = self else { return false }
    return text.lowercased != text || text.uppercased != text
  }

  /// The value that is asked for; nil for bounds.
  package var json: JSON? {
    switch self {
    case .null: .null
    case .boolean(let value): .bool(value)
    case .number(let text): JSONNumber(String(decoding: text, as: UTF8.self)).map { .number($0) }
    case .text(let text): .string(String(decoding: text, as: UTF8.self))
    case .container(let value): value
    case .bounds: nil
    }
  }
}

/// Numbers between two bounds, or beyond one.
package struct Bounds: Sendable {
  package var atLeast: JSONNumber?
  package var above: JSONNumber?
  package var atMost: JSONNumber?
  package var below: JSONNumber?

  func contain(_ number: JSONNumber) -> Bool {
    if let atLeast, number < atLeast { return false }
    if let above, number <= above { return false }
    if let atMost, number > atMost { return false }
    if let below, number >= below { return false }
    return true
  }
}

extension Engine {
  /// Whether a value is what a case asks for.
  mutating func fits(_ node: NodeID, _ test: ValueTest) throws -> Bool {
    let kind = document.kind(node)
    switch test {
    case .null: return kind == .null
    case .boolean(let value): return kind == .boolean && document.boolean(of: node) == value
    case .number(let number): return try document.isNumber(node, equalTo: number)
    case .text(let text): return try document.isString(node, equalTo: text)
    case .container(let value):
      switch (kind, value) {
      case (.array, .array(let elements)):
        if let isEqual = try document.isArray(node, equalTo: elements) { return isEqual }
      case (.object, .object): break
      default: return false
      }
      return try json(of: node) == value
    case .bounds(let bounds):
      guard kind == .number else { return false }
      try document.charge(bytes: document.scalarText(of: node).count)
      let text = String(decoding: document.scalarText(of: node), as: UTF8.self)
      return JSONNumber(text).map { bounds.contain($0) } ?? false
    }
  }
}

extension RuleReader {
  /// What a case asks for: `is`, or bounds.
  func valueTest(_ fields: inout Fields) -> ValueTest? {
    let bounds = Bounds(
      atLeast: number("at-least", &fields), above: number("above", &fields),
      atMost: number("at-most", &fields), below: number("below", &fields))
    let names = ["at-least", "above", "at-most", "below"]
    let isBounded = names.contains { fields.has($0) }
    guard let value = fields.take("is") else {
      if !isBounded, !fields.misspells(names + ["is"]) {
        report(
          "a case says what it takes: `is`, or bounds such as `at-least`", at: fields.range)
      }
      return isBounded ? .bounds(bounds) : nil
    }
    if isBounded {
      report("a case has either `is` or bounds", at: fields.keyRange("is"))
      return nil
    }
    return ValueTest(value.json)
  }

  private func number(_ key: String, _ fields: inout Fields) -> JSONNumber? {
    guard let value = fields.take(key) else { return nil }
    if case .number(let number) = value.value { return number }
    reportType(value, expected: "a number")
    return nil
  }
}
