package import JSONMigrationCore
internal import JSONText

/// A keyword of a schema that a shape can't express.
package struct UnreadKeyword: Hashable, Sendable {
  package let keyword: String
  package let place: Diagnostic.Place
  package var reason = Reason.notUnderstood

  /// Why a shape doesn't say it.
  package enum Reason: Sendable {
    case notUnderstood
    /// It has too many alternatives.
    case tooMuch
    /// It is a reference to what isn't in the file.
    case leadsNowhere
  }
}

extension SchemaFile {
  /// The shape of the documents; wider than the schema if that says more than a shape can express.
  package var shape: Shape {
    var reader = SchemaReader(self, isTarget: false)
    return reader.shape(of: root, depth: 0)
  }

  /// A shape that is never wider than the schema, but for the keywords in `unread`.
  package var target: (shape: Shape, unread: [UnreadKeyword]) {
    var reader = SchemaReader(self, isTarget: true)
    let shape = reader.shape(of: root, depth: 0)
    return (shape, reader.unread)
  }

  /// The references that lead nowhere.
  var lostReferences: [UnreadKeyword] {
    var reader = SchemaReader(self, isTarget: false)
    _ = reader.shape(of: root, depth: 0)
    return reader.unread
  }

  /// What the schemas of all members with a name take.
  func declared(_ name: [UInt8]) -> Shape {
    var reader = SchemaReader(self, isTarget: false)
    reader.watched = name
    _ = reader.shape(of: root, depth: 0)
    return reader.declared
  }

  /// The types there are.
  static var types: [String] { SchemaReader.types.map(\.name) }

  /// Whether it has members, and no keyword but such as only tell of a schema.
  var isDocument: Bool {
    let names = root.members.map(\.key)
    func isAny(_ words: Set<String>) -> Bool { names.contains { words.contains($0) } }
    return !names.allSatisfy { SchemaReader.silent.contains($0) || $0.hasPrefix("x-") }
      && !names.contains { $0.hasPrefix("$") } && !isAny(SchemaReader.typed)
      && !isAny(SchemaReader.others)
  }
}

private struct SchemaReader {
  private let file: SchemaFile
  /// Whether the shape must not be wider than the schema; if not, it must not be narrower.
  private let isTarget: Bool
  private(set) var unread: [UnreadKeyword] = []
  /// How often each reference is being followed.
  private var following: [String: Int] = [:]
  private var nodes = 0
  /// A name, and what the schemas of members with that name take.
  var watched: [UInt8] = []
  private(set) var declared = Shape.never

  /// The most schemas that are read, with those that references lead to.
  private static let mostNodes = 20_000
  /// How often a reference is followed inside itself.
  private static let mostRounds = 3

  init(_ file: SchemaFile, isTarget: Bool) {
    self.file = file
    self.isTarget = isTarget
  }

  /// The shape of a place that isn't read any further.
  private var unknown: Shape { isTarget ? .never : .any }

  private mutating func skip(
    _ keyword: String, _ schema: LocatedJSON, _ reason: UnreadKeyword.Reason = .notUnderstood
  ) {
    guard isTarget || reason == .leadsNowhere, unread.count < 64 else { return }
    let member = schema.members.last { $0.key.utf8.elementsEqual(keyword.utf8) }
    let found = UnreadKeyword(
      keyword: keyword, place: file.place(member?.keyRange ?? schema.range),
      reason: reason)
    if !unread.contains(found) { unread.append(found) }
  }

  mutating func shape(of schema: LocatedJSON, depth: Int) -> Shape {
    nodes += 1
    if nodes > Self.mostNodes || depth > Shape.depthLimit { return unknown }
    switch schema.value {
    case .bool(let takesAll): return takesAll ? .any : .never
    case .object: break
    default:
      skip("", schema)
      return .any
    }
    let whole = schema
    let schema = file.release.read(whole)
    if isTarget, schema["$ref"] == nil {
      for member in whole.members where !file.release.isKnown(member) { skip(member.key, whole) }
    }
    var shape = Shape.any
    if schema.members.contains(where: { Self.typed.contains($0.key) }) {
      shape = typed(schema, depth)
    }
    for member in schema.members {
      switch member.key {
      case "const": meet(&shape, Shape(member.value.json), member.key, schema)
      case "enum":
        meet(&shape, union(of: member.value.elements.map(\.json)), member.key, schema)
      case "allOf":
        for part in member.value.elements {
          meet(&shape, self.shape(of: part, depth: depth), member.key, schema)
        }
      case "anyOf", "oneOf":
        let parts = member.value.elements.map { self.shape(of: $0, depth: depth) }
        if member.key == "oneOf", !areApart(parts) { skip("oneOf", schema) }
        if !isExact(parts) { skip(member.key, schema) }
        meet(&shape, union(of: parts), member.key, schema)
      case "$ref":
        meet(
          &shape, referred(by: member.value.text ?? "", schema, depth), member.key, schema)
      case "if" where schema["then"] == nil && schema["else"] == nil: break
      case _ where Self.typed.contains(member.key) || Self.silent.contains(member.key): break
      case _ where member.key.utf8.starts(with: "x-".utf8): break
      case "minProperties" where member.value.number == 0: break
      case "uniqueItems" where member.value.json == false: break
      case "then", "else": break
      default: skip(member.key, schema)
      }
    }
    return shape
  }

  /// Keywords that demand nothing of a document.
  fileprivate static let silent: Set<String> = [
    "$schema", "$id", "$comment", "$anchor", "$defs", "definitions", "title", "description",
    "default", "examples", "deprecated", "readOnly", "writeOnly", "$vocabulary",
    "contentEncoding", "contentMediaType", "contentSchema", "markdownDescription",
  ]

  /// All other keywords, in the releases of JSON Schema that there are.
  fileprivate static let others = Set(
    """
    const enum allOf anyOf oneOf not if then else minProperties maxProperties uniqueItems contains \
    minContains maxContains propertyNames dependentRequired dependentSchemas dependencies \
    unevaluatedProperties unevaluatedItems id extends disallow divisibleBy nullable discriminator
    """.split(separator: " ").map(String.init))

  /// Keywords that a shape expresses.
  fileprivate static let typed: Set<String> = [
    "type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format",
    "minLength", "maxLength", "pattern",
    "items", "prefixItems", "additionalItems", "minItems", "maxItems", "properties", "required",
    "additionalProperties", "patternProperties",
  ]

  @inline(never)
  private mutating func meet(
    _ shape: inout Shape, _ other: Shape, _ keyword: String, _ schema: LocatedJSON
  ) {
    guard isTarget else { return shape = shape.met(with: other) }
    var isExact = true
    shape = shape.met(with: other, isExact: &isExact)
    if !isExact { skip(keyword, schema, .tooMuch) }
  }

  /// Takes another shape into one for several places: what all of them take, or some.
  private mutating func add(
    _ own: Shape, to shape: inout Shape, _ keyword: String, _ schema: LocatedJSON
  ) {
    if isTarget { meet(&shape, own, keyword, schema) } else { shape = shape.joined(own) }
  }

  private mutating func referred(
    by reference: String, _ schema: LocatedJSON, _ depth: Int
  ) -> Shape {
    guard let target = file.target(of: reference, in: schema) else {
      let isHere = reference.utf8.first == UInt8(ascii: "#")
      skip("$ref", schema, isHere ? .leadsNowhere : .notUnderstood)
      return .any
    }
    let name = file.name(of: reference, in: schema)
    let rounds = following[name, default: 0]
    if rounds >= Self.mostRounds { return unknown }
    following[name] = rounds + 1
    defer { following[name] = rounds }
    return shape(of: target, depth: depth + 1)
  }

  // MARK: - Several shapes

  private func union(of values: [JSON]) -> Shape {
    // Texts and numbers at once, so that the limit on values doesn't widen them.
    var numbers: Set<JSONNumber> = []
    var texts: Set<[UInt8]> = []
    var others: [Shape] = []
    for value in values {
      switch value {
      case .number(let number): numbers.insert(number)
      case .string(let text): texts.insert(Array(text.utf8))
      default: others.append(Shape(value))
      }
    }
    var shape = union(of: others)
    if !numbers.isEmpty { shape.numbers = NumberShape(values: numbers) }
    if !texts.isEmpty { shape.texts = TextShape(values: texts) }
    return shape
  }

  private func union(of shapes: [Shape]) -> Shape {
    guard isTarget else { return Shape(joining: shapes) }
    if shapes.contains(where: \.isAny) { return .any }
    var union = Shape(joining: shapes.map { $0.without(.object) })
    union.objects = shapes.flatMap(\.objects)
    return union
  }

  /// Whether the union of some shapes is no wider than they are.
  private func isExact(_ shapes: [Shape]) -> Bool {
    if !isTarget || shapes.contains(where: \.isAny) { return true }
    let arrays = shapes.compactMap(\.arrays)
    let union = Shape(joining: shapes.map { $0.without(.object, .array) })
    let isKept = arrays.allSatisfy { $0 == arrays.first }
    let texts = shapes.compactMap(\.texts)
    let areKept = union.texts?.values != nil || texts.isEmpty || texts.contains { $0.values == nil }
    return isKept && areKept && areExact(shapes.compactMap(\.numbers))
  }

  private func areExact(_ numbers: [NumberShape]) -> Bool {
    guard numbers.count > 1 else { return true }
    if numbers.contains(.any) { return true }
    return numbers.allSatisfy { $0.isWhole == numbers[0].isWhole }
      && numbers.reduce(0) { $0 + ($1.values?.count ?? $1.intervals.count) }
        <= NumberShape.mostIntervals
  }

  private func areApart(_ shapes: [Shape]) -> Bool {
    guard isTarget, shapes.count < 40 else { return !isTarget }
    for (index, shape) in shapes.enumerated() {
      for other in shapes[(index + 1)...]
      where shape.overlaps(other) {
        return false
      }
    }
    return true
  }

  // MARK: - One shape

  private mutating func typed(_ schema: LocatedJSON, _ depth: Int) -> Shape {
    let types = schema["type"]?.texts ?? Array(Self.kinds.keys)
    var shape = Shape.any.only(types.compactMap { Self.kinds[$0] })
    if shape.numbers != nil {
      let isWhole = !types.contains("number")
      shape.numbers = numbers(schema, isWhole: isWhole)
    }
    if shape.texts != nil {
      shape.texts = TextShape(format: schema["format"]?.text)
      for keyword in ["minLength", "maxLength", "pattern"] where schema[keyword] != nil {
        if keyword == "minLength", schema[keyword]?.number == 0 { continue }
        skip(keyword, schema)
      }
    }
    if shape.arrays != nil { shape.arrays = arrays(schema, depth) }
    if !shape.objects.isEmpty { shape.objects = objects(schema, depth) }
    return shape.collapsed
  }

  private static let kinds = Dictionary(uniqueKeysWithValues: types)

  static let types: [(name: String, kind: Kind)] = [
    ("object", .object), ("array", .array), ("string", .string), ("integer", .number),
    ("number", .number), ("boolean", .boolean), ("null", .null),
  ]

  private mutating func numbers(_ schema: LocatedJSON, isWhole: Bool) -> NumberShape? {
    var isWhole = isWhole
    if let step = schema["multipleOf"]?.number {
      if step == 1 { isWhole = true } else { skip("multipleOf", schema) }
    }
    var shape: NumberShape? = isWhole ? .whole : .any
    func cut(_ keyword: String, _ interval: (JSONNumber) -> NumberShape.Interval) {
      if let number = schema[keyword]?.number { shape = shape?.cut(to: interval(number)) }
    }
    cut("minimum") { .init(low: .init($0)) }
    cut("maximum") { .init(high: .init($0)) }
    cut("exclusiveMinimum") { .init(low: .init($0, isOpen: true)) }
    cut("exclusiveMaximum") { .init(high: .init($0, isOpen: true)) }
    for keyword in ["exclusiveMinimum", "exclusiveMaximum"]
    where schema[keyword]?.json.bool == true { skip(keyword, schema) }
    return shape
  }

  private mutating func arrays(_ schema: LocatedJSON, _ depth: Int) -> ArrayShape? {
    var rest = Shape.any
    var first: [LocatedJSON] = schema["prefixItems"]?.elements ?? []
    if let items = schema["items"] {
      if case .array(let elements) = items.value {
        first = elements
        if let others = schema["additionalItems"] { rest = shape(of: others, depth: depth + 1) }
      } else {
        rest = shape(of: items, depth: depth + 1)
      }
    }
    let least = schema["minItems"]?.number.flatMap { Int(exactly: $0) } ?? 0
    var most = schema["maxItems"]?.number.flatMap { Int(exactly: $0) }
    var item = rest
    for element in first {
      add(shape(of: element, depth: depth + 1), to: &item, "prefixItems", schema)
    }
    if !isTarget, rest.isNever, !first.isEmpty { most = min(most ?? .max, first.count) }
    if item.isNever { most = 0 }
    return most ?? .max < least ? nil : ArrayShape(item: item, least: least, most: most)
  }

  private mutating func objects(_ schema: LocatedJSON, _ depth: Int) -> [ObjectShape] {
    var rest = schema["additionalProperties"].map { shape(of: $0, depth: depth + 1) } ?? .any
    if let patterns = schema["patternProperties"], !patterns.members.isEmpty {
      skip("patternProperties", schema)
      for pattern in patterns.members {
        add(shape(of: pattern.value, depth: depth + 1), to: &rest, "patternProperties", schema)
      }
    }
    var object = ObjectShape(rest: rest)
    let required = schema["required"]?.texts.map { Array($0.utf8) } ?? []
    let always = Set(required)
    for property in schema["properties"]?.members ?? [] {
      let name = Array(property.key.utf8)
      let own = shape(of: property.value, depth: depth + 1)
      if !watched.isEmpty, name == watched { declared = declared.joined(own) }
      guard object.set(name, own, isAlways: always.contains(name)) else { return [] }
    }
    for name in required where !object.isNamed(name) {
      guard object.set(name, object[name].shape, isAlways: true) else { return [] }
    }
    return [object]
  }
}
