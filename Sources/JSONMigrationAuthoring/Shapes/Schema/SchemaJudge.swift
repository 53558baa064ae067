internal import JSONMigrationCore
internal import JSONText

/// What a schema says of a document.
enum Judgement: Equatable, Sendable {
  case takes
  case refuses(Refusal)
  /// The schema uses a keyword that isn't supported here.
  case unclear

  var isTaken: Bool { self == .takes }
  var refusal: Refusal? { if case .refuses(let refusal) = self { refusal } else { nil } }
}

/// Why a schema refuses a document.
struct Refusal: Hashable, Sendable {
  /// The place in the document, and the value there.
  let place: [PathSegment]
  let found: String
  /// What the schema wants there, and the place where it says so.
  let wanted: String
  let range: Range<Int>

  var path: String { JSONPath(query: PathQuery(root: .document, segments: place)).description }

  /// The place, with all elements of a list alike.
  var general: Place {
    Place(place.map { segment in segment.name.map { .key($0) } ?? .every })
  }

  var isOfNull: Bool { found == "null" }
}

/// Checks documents against a schema.
struct SchemaJudge {
  let file: SchemaFile
  private var patterns: [String: Pattern?] = [:]
  private var targets: [String: LocatedJSON?] = [:]
  /// What schemas that references lead to say of values of the document.
  private var known: [Referred: Judgement] = [:]
  /// Which of them are being asked, and how often one was that was so already.
  private var asked: Set<Referred> = []
  private var circles = 0
  /// The number of the name or element that is asked about apart from its place.
  private var aside = 0
  private var asides = 0

  /// A schema and a value.
  private struct Referred: Hashable {
    let start: Int
    let place: [PathSegment]
    let aside: Int
  }

  private static let mostLevels = 300

  init(_ file: SchemaFile) { self.file = file }

  mutating func judge(_ document: JSON) -> Judgement {
    if !known.isEmpty { known.removeAll(keepingCapacity: true) }
    asides = 0
    return judge(document, file.root, at: [], level: 0)
  }

  /// Asks the schema that a reference leads to, once about each value.
  private mutating func judge(_ question: Question, by reference: String) -> Judgement {
    let target: LocatedJSON?
    let name = file.name(of: reference, in: question.schema)
    if let found = targets[name] {
      target = found
    } else {
      target = file.target(of: reference, in: question.schema)
      targets[name] = .some(target)
    }
    guard let target else { return .unclear }
    let referred = Referred(
      start: target.range.lowerBound, place: question.place, aside: aside)
    if let judgement = known[referred] { return judgement }
    // A circle that never comes to another value says nothing.
    guard asked.insert(referred).inserted else {
      circles += 1
      return .unclear
    }
    let circles = circles
    let judgement = judge(
      question.value, target, at: question.place, level: question.level + 1)
    asked.remove(referred)
    if judgement != .unclear || circles == self.circles { known[referred] = judgement }
    return judgement
  }

  /// Asks about a value that has no place of its own.
  private mutating func judgeAside(
    _ value: JSON, _ schema: LocatedJSON, _ question: Question
  ) -> Judgement {
    let outer = aside
    defer { aside = outer }
    asides += 1
    aside = asides
    return judge(value, schema, at: question.place, level: question.level + 1)
  }

  private mutating func judge(
    _ value: JSON, _ schema: LocatedJSON, at place: [PathSegment], level: Int
  ) -> Judgement {
    if level > Self.mostLevels { return .unclear }
    switch schema.value {
    case .bool(true): return .takes
    case .bool(false):
      return .refuses(
        Refusal(place: place, found: value.inBrief, wanted: "nothing", range: schema.range))
    case .object: break
    default: return .unclear
    }
    let schema = file.release.read(schema)
    var question = Question(value: value, schema: schema, place: place, level: level)
    for member in schema.members {
      question.keyword = member
      let answer = ask(question)
      if case .refuses = answer { return answer }
      if answer == .unclear { question.isUnclear = true }
    }
    return question.isUnclear ? .unclear : .takes
  }

  private struct Question {
    let value: JSON
    let schema: LocatedJSON
    let place: [PathSegment]
    let level: Int
    var keyword: LocatedJSON.Member?
    var isUnclear = false

    func check(_ isTaken: Bool, _ wanted: @autoclosure () -> String) -> Judgement {
      if isTaken { return .takes }
      return .refuses(
        Refusal(
          place: place, found: value.inBrief, wanted: wanted(),
          range: keyword?.keyRange ?? schema.range))
    }

    func inside(_ key: String) -> [PathSegment] { place + [PathSegment([.name(Array(key.utf8))])] }
    func inside(_ index: Int) -> [PathSegment] { place + [PathSegment([.index(index)])] }
  }

  private mutating func ask(_ question: Question) -> Judgement {
    guard let keyword = question.keyword else { return .takes }
    switch keyword.key {
    case "$ref", "allOf", "anyOf", "oneOf", "not", "if", "then", "else":
      return askParts(question, keyword)
    case "type", "const", "enum": return askValue(question, keyword)
    case "$dynamicRef", "unevaluatedProperties", "unevaluatedItems", "dependencies":
      return .unclear
    default: break
    }
    switch question.value {
    case .number(let number): return ask(of: number, question, keyword)
    case .string(let text): return ask(of: text, question, keyword)
    case .array(let elements): return ask(of: elements, question, keyword)
    case .object(let members): return ask(of: members, question, keyword)
    default: return .takes
    }
  }

  // MARK: - Any value

  private func askValue(_ question: Question, _ keyword: LocatedJSON.Member) -> Judgement {
    switch keyword.key {
    case "type":
      let types = keyword.value.texts
      return question.check(
        types.contains { question.value.is($0) },
        types.map { Self.words[$0] ?? $0 }.joined(separator: " or "))
    case "const":
      return question.check(question.value == keyword.value.json, keyword.value.json.inBrief)
    default:
      let values = keyword.value.elements.map(\.json)
      return question.check(values.contains(question.value), Self.list(values))
    }
  }

  private static let words = [
    "null": "null", "boolean": "a boolean", "number": "a number", "integer": "an integer",
    "string": "a text", "array": "an array", "object": "an object",
  ]

  private static func list(_ values: [JSON]) -> String {
    let texts = values.map(\.inBrief)
    if texts.count < 2 { return texts.first ?? "nothing" }
    if texts.count > 8 { return texts.prefix(7).joined(separator: ", ") + ", …" }
    return texts.dropLast().joined(separator: ", ") + " or " + texts[texts.count - 1]
  }

  private mutating func askParts(
    _ question: Question, _ keyword: LocatedJSON.Member
  ) -> Judgement {
    func answer(_ schema: LocatedJSON, _ judge: inout Self) -> Judgement {
      judge.judge(question.value, schema, at: question.place, level: question.level + 1)
    }
    switch keyword.key {
    case "$ref":
      return judge(question, by: keyword.value.text ?? "")
    case "allOf":
      var isUnclear = false
      for part in keyword.value.elements {
        let judgement = answer(part, &self)
        if case .refuses = judgement { return judgement }
        if judgement == .unclear { isUnclear = true }
      }
      return isUnclear ? .unclear : .takes
    case "anyOf", "oneOf":
      let answers = keyword.value.elements.map { answer($0, &self) }
      let taken = answers.count { $0.isTaken }
      if answers.contains(.unclear), keyword.key == "oneOf" || taken == 0 { return .unclear }
      if taken == 1 || taken > 1 && keyword.key == "anyOf" { return .takes }
      // The alternative that got farthest explains the refusal best.
      let nearest = answers.compactMap(\.refusal).max { $0.place.count < $1.place.count }
      if taken == 0, let nearest, nearest.place.count > question.place.count {
        return .refuses(nearest)
      }
      return question.check(
        false, taken == 0 ? "one of \(answers.count) alternatives" : "only one alternative")
    case "not":
      switch answer(keyword.value, &self) {
      case .takes: return question.check(false, "something else")
      case .refuses: return .takes
      case .unclear: return .unclear
      }
    case "if":
      let branch: LocatedJSON?
      switch answer(keyword.value, &self) {
      case .takes: branch = question.schema["then"]
      case .refuses: branch = question.schema["else"]
      case .unclear:
        return question.schema["then"] == nil && question.schema["else"] == nil
          ? .takes : .unclear
      }
      return branch.map { answer($0, &self) } ?? .takes
    default: return .takes
    }
  }

  // MARK: - Numbers and texts

  private func ask(
    of number: JSONNumber, _ question: Question, _ keyword: LocatedJSON.Member
  ) -> Judgement {
    guard let bound = keyword.value.number else {
      return ["exclusiveMinimum", "exclusiveMaximum"].contains(keyword.key) ? .unclear : .takes
    }
    switch keyword.key {
    case "minimum": return question.check(number >= bound, "at least \(bound)")
    case "maximum": return question.check(number <= bound, "at most \(bound)")
    case "exclusiveMinimum": return question.check(number > bound, "more than \(bound)")
    case "exclusiveMaximum": return question.check(number < bound, "less than \(bound)")
    case "multipleOf":
      if bound == 1 {
        return question.check(NumberText.isInteger(number.text), "an integer")
      }
      guard let value = Int(exactly: number), let step = Int(exactly: bound), step > 0 else {
        return .unclear
      }
      return question.check(value % step == 0, "a multiple of \(bound)")
    default: return .takes
    }
  }

  private mutating func ask(
    of text: String, _ question: Question, _ keyword: LocatedJSON.Member
  ) -> Judgement {
    switch keyword.key {
    case "minLength":
      guard let least = keyword.value.number.flatMap({ Int(exactly: $0) }) else { return .unclear }
      return question.check(
        text.unicodeScalars.count >= least, "a text of at least \(least) characters")
    case "maxLength":
      guard let most = keyword.value.number.flatMap({ Int(exactly: $0) }) else { return .unclear }
      return question.check(
        text.unicodeScalars.count <= most, "a text of at most \(most) characters")
    case "pattern":
      guard let source = keyword.value.text, let pattern = pattern(source) else { return .unclear }
      return question.check(
        pattern.isFound(in: Array(text.utf8)), "a text that fits `\(Printable.quote(source))`")
    default: return .takes
    }
  }

  /// Nil if the pattern uses a syntax that isn't supported here.
  private mutating func pattern(_ source: String) -> Pattern? {
    if let known = patterns[source] { return known }
    // The standard dialect has anchors, and the other one has classes such as `\d`.
    let pattern =
      (try? Pattern(source, .standard))
      ?? (source.utf8.contains(where: { $0 == 0x5E || $0 == 0x24 })
        ? nil : try? Pattern(source, .patterns))
    patterns[source] = .some(pattern)
    return pattern
  }

  // MARK: - Arrays

  private mutating func ask(
    of elements: [JSON], _ question: Question, _ keyword: LocatedJSON.Member
  ) -> Judgement {
    let value = keyword.value
    switch keyword.key {
    case "items":
      if case .array(let first) = value.value {
        return each(zip(elements, first).enumerated().map { ($0.0, $0.1.0, $0.1.1) }, question)
      }
      let from = question.schema["prefixItems"]?.elements.count ?? 0
      return each(
        elements.enumerated().dropFirst(from).map { ($0.offset, $0.element, value) }, question)
    case "prefixItems":
      return each(
        zip(elements, value.elements).enumerated().map { ($0.0, $0.1.0, $0.1.1) }, question)
    case "additionalItems":
      guard case .array(let first)? = question.schema["items"]?.value else { return .takes }
      return each(
        elements.enumerated().dropFirst(first.count).map { ($0.offset, $0.element, value) },
        question)
    case "minItems":
      guard let least = value.number.flatMap({ Int(exactly: $0) }) else { return .unclear }
      return question.check(elements.count >= least, "at least \(least) elements")
    case "maxItems":
      guard let most = value.number.flatMap({ Int(exactly: $0) }) else { return .unclear }
      return question.check(elements.count <= most, "at most \(most) elements")
    case "uniqueItems":
      guard value.json == true else { return .takes }
      return question.check(Set(elements).count == elements.count, "no two equal elements")
    case "contains", "minContains", "maxContains": return contains(elements, question, keyword)
    default: return .takes
    }
  }

  private mutating func each(
    _ parts: [(index: Int, value: JSON, schema: LocatedJSON)], _ question: Question
  ) -> Judgement {
    all(parts.map { (question.inside($0.index), $0.value, $0.schema) }, level: question.level + 1)
  }

  /// Checks the parts of a value, each against a schema of its own.
  private mutating func all(
    _ parts: [(place: [PathSegment], value: JSON, schema: LocatedJSON)], level: Int
  ) -> Judgement {
    var isUnclear = false
    for part in parts {
      let answer = judge(part.value, part.schema, at: part.place, level: level)
      if case .refuses = answer { return answer }
      if answer == .unclear { isUnclear = true }
    }
    return isUnclear ? .unclear : .takes
  }

  private mutating func contains(
    _ elements: [JSON], _ question: Question, _ keyword: LocatedJSON.Member
  ) -> Judgement {
    guard keyword.key == "contains" else { return .takes }
    let answers = elements.map { judgeAside($0, keyword.value, question) }
    if answers.contains(.unclear) { return .unclear }
    let count = answers.count { $0.isTaken }
    let least = question.schema["minContains"]?.number.flatMap { Int(exactly: $0) } ?? 1
    let most = question.schema["maxContains"]?.number.flatMap { Int(exactly: $0) } ?? .max
    return question.check(count >= least && count <= most, "other elements in it")
  }

  // MARK: - Objects

  private mutating func ask(
    of members: JSONObject, _ question: Question, _ keyword: LocatedJSON.Member
  ) -> Judgement {
    let value = keyword.value
    switch keyword.key {
    case "required":
      for name in value.texts where members[name] == nil {
        return .refuses(
          Refusal(
            place: question.inside(name), found: "nothing", wanted: "a member",
            range: keyword.keyRange))
      }
      return .takes
    case "properties":
      return all(
        value.members.compactMap { own in
          members[own.key].map { (question.inside(own.key), $0, own.value) }
        }, level: question.level + 1)
    case "patternProperties", "additionalProperties":
      return byPattern(members, question, keyword)
    case "propertyNames":
      for (key, _) in members {
        let answer = judgeAside(.string(key), value, question)
        if answer == .unclear { return .unclear }
        if !answer.isTaken { return question.check(false, "other names") }
      }
      return .takes
    case "minProperties":
      guard let least = value.number.flatMap({ Int(exactly: $0) }) else { return .unclear }
      return question.check(members.count >= least, "at least \(least) members")
    case "maxProperties":
      guard let most = value.number.flatMap({ Int(exactly: $0) }) else { return .unclear }
      return question.check(members.count <= most, "at most \(most) members")
    case "dependentRequired":
      for own in value.members where members[own.key] != nil {
        for name in own.value.texts where members[name] == nil {
          return question.check(
            false, "`\(Printable.quote(name))` with `\(Printable.quote(own.key))`")
        }
      }
      return .takes
    case "dependentSchemas":
      for own in value.members where members[own.key] != nil {
        let answer = judge(
          question.value, own.value, at: question.place, level: question.level + 1)
        if !answer.isTaken { return answer }
      }
      return .takes
    default: return .takes
    }
  }

  private mutating func byPattern(
    _ members: JSONObject, _ question: Question, _ keyword: LocatedJSON.Member
  ) -> Judgement {
    let patterns = question.schema["patternProperties"]?.members ?? []
    let named = Set(question.schema["properties"]?.members.map { JSON.string($0.key) } ?? [])
    var wanted: [(place: [PathSegment], value: JSON, schema: LocatedJSON)] = []
    for (key, member) in members {
      var isNamed = named.contains(.string(key))
      for own in patterns {
        guard let pattern = pattern(own.key) else { return .unclear }
        guard pattern.isFound(in: Array(key.utf8)) else { continue }
        isNamed = true
        if keyword.key == "patternProperties" {
          wanted.append((question.inside(key), member, own.value))
        }
      }
      if keyword.key == "additionalProperties", !isNamed {
        if keyword.value.json == false {
          return .refuses(
            Refusal(
              place: question.inside(key), found: member.inBrief,
              wanted: "no members but those in `properties`", range: keyword.keyRange))
        }
        wanted.append((question.inside(key), member, keyword.value))
      }
    }
    return all(wanted, level: question.level + 1)
  }
}

extension JSON {
  /// Whether the value has a type of JSON Schema.
  fileprivate func `is`(_ type: String) -> Bool {
    switch (self, type) {
    case (.null, "null"), (.bool, "boolean"), (.number, "number"), (.string, "string"),
      (.array, "array"), (.object, "object"):
      true
    case (.number(let number), "integer"): NumberText.isInteger(number.text)
    default: false
    }
  }

  /// The value on one line, if it is short.
  var inBrief: String {
    switch self {
    case .array(let elements) where elements.count > 4: "an array of \(elements.count) elements"
    case .object(let members) where members.count > 4: "an object of \(members.count) members"
    default: description.utf8.count > 60 ? "a long value" : Printable.text(of: description)
    }
  }
}
