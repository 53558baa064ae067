internal import JSONMigrationCore
internal import JSONText

/// Templates for values in which fields of the scope stand.
enum FilledValue {
  private static let mostSamples = 60

  /// A template for values, each with its scope: for all of them, or else for the first.
  static func template(for all: [(value: Term, scope: Term)]) -> JSON? {
    if let template = common(to: all) { return template }
    return all.first.flatMap { template(for: $0.value, from: $0.scope) }
  }

  /// The values of one shape, with fields in place of what isn't the same in all of them; nil where
  /// their shapes differ, or no field has what one of them needs.
  private static func common(to all: [(value: Term, scope: Term)]) -> JSON? {
    let all = all.prefix(mostSamples)
    guard let first = all.first, Set(all.map(\.value.number)).count > 1 else { return nil }
    let fields = first.scope.below(depth: 2).dropFirst().flatMap { way, term in
      [way] + term.elements.prefix(8).indices.map { way.appending(.index($0)) }
    }
    func filled(_ values: [Term]) -> JSON? {
      if values.allSatisfy({ $0 === values[0] }) { return constant(values[0]) }
      let field = fields.first { way in
        zip(values, all).allSatisfy { value, sample in sample.scope.at(way.segments) === value }
      }
      if let field { return .string("{\(field.text)}") }
      switch values[0].kind {
      case .array:
        let count = values[0].elements.count
        guard values.allSatisfy({ $0.kind == .array && $0.elements.count == count }) else {
          return nil
        }
        let elements = (0..<count).compactMap { index in filled(values.map { $0.elements[index] }) }
        return elements.count == count ? .array(elements) : nil
      case .object:
        var object = JSONObject()
        for (key, _) in values[0].members {
          let inner = values.compactMap { $0[key] }
          guard inner.count == values.count, let value = filled(inner) else { return nil }
          object[key.text] = value
        }
        return values.allSatisfy { $0.members.count == object.count } ? .object(object) : nil
      default: return nil
      }
    }
    return filled(all.map(\.value))
  }

  private static func constant(_ term: Term) -> JSON {
    switch term.kind {
    case .array: return .array(term.elements.map(constant))
    case .object:
      var object = JSONObject()
      for (key, value) in term.members { object[key.text] = constant(value) }
      return .object(object)
    case .text:
      return .string((term.text ?? "").replacingAll("{", with: "{{").replacingAll("}", with: "}}"))
    default: return term.json
    }
  }

  /// The value with fields in place of what stands elsewhere in the scope; nil where nothing does.
  static func template(for value: Term, from scope: Term) -> JSON? {
    var fields: [Int: Way] = [:]
    for (way, term) in scope.below(depth: 2).dropFirst() where term.news > 1.6 {
      if fields[term.number] == nil { fields[term.number] = way }
    }
    var hasField = false
    func filled(_ term: Term) -> JSON {
      if let way = fields[term.number] {
        hasField = true
        return .string("{\(way.text)}")
      }
      switch term.kind {
      case .array: return .array(term.elements.map(filled))
      case .object:
        var object = JSONObject()
        for (key, value) in term.members { object[key.text] = filled(value) }
        return .object(object)
      default: return constant(term)
      }
    }
    let template = filled(value)
    // In two expressions: in a single one `nil` would be the value null.
    if hasField { return template }
    return nil
  }
}
