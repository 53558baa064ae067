package import JSONMigrationCore
package import JSONText

/// Values that rules may tell apart: those that they name, their neighbours, and one of each type.
struct ValuePool: Sendable {
  /// The values by type, so that each type comes up as often as others.
  private var values: [[JSON]] = []
  private var known: Set<JSON> = []
  /// Those that were added, in that order.
  private(set) var named: [JSON] = []

  fileprivate static let common: [JSON] = [
    nil, true, false, 0, 1, -1, 2, 2.5, 4, 12, "", "a", "A b", "a b c", "12", "true", "null",
    "[1,2]", "2025-08-23T12:30:00Z", "2025-08-23", 1_755_952_200, [], [:], ["a", "b"], [1, 2],
    [["a": 1], ["b": "c"]], ["a": 1], ["a": ["b": "c"]], ["a_b": 1], ["aB": 1], ["a-b": 1],
    ["a_b": 1, "aB": 2, "a-b": 3],
  ]

  init() {
    values = Array(repeating: [], count: 6)
    for value in Self.common { add(value) }
    named = []
  }

  mutating func add(_ value: JSON) {
    guard known.insert(value).inserted else { return }
    values[value.rank].append(value)
    named.append(value)
  }

  /// One of the values.
  func one(_ random: inout FixedRandom) -> JSON {
    random.one(of: values).flatMap { random.one(of: $0) } ?? .null
  }

  /// Adds what the rules of a list name.
  mutating func add(rules: [JSON]) {
    var pending = rules
    while let value = pending.popLast() {
      switch value {
      case .array(let elements): pending += elements
      case .object(let members):
        let isRule = members.contains { Verbs.has($0.key) }
        for (key, inner) in members {
          pending.append(inner)
          for example in inner.wholeExamples(of: key) { add(example) }
          if key == "pattern", let pattern = Pattern(ofRule: inner) { add(pattern, isWhole: false) }
          // The words of the language are none of the documents'.
          if !isRule { add(text: key) }
        }
      case .string(let text): add(text: text)
      case .number(let number): add(number: number)
      case .null, .bool: break
      }
    }
  }

  /// Adds what a condition compares with, and what is as long as it asks for or fits its patterns.
  mutating func add(_ condition: PathCondition) {
    for literal in condition.literals {
      if case .number(let number) = literal { add(number: number) } else { add(literal) }
    }
    for part in condition.terms {
      switch part {
      case .comparison(let left, _, let right):
        guard left.isCount || right.isCount else { continue }
        for case .number(let number)? in [left.literal, right.literal] { add(length: number) }
      case .pattern(_, .compiled(let pattern), let isWhole): add(pattern, isWhole: isWhole)
      default: break
      }
    }
  }

  private mutating func add(_ pattern: Pattern, isWhole: Bool) {
    for (number, example) in pattern.examples(isWhole: isWhole).enumerated() {
      add(.string(example))
      guard number < 8 else { continue }
      add(.string(example + "x"))
      add(.string(" " + example))
    }
  }

  /// Adds texts and lists of about some length.
  private mutating func add(length: JSONNumber) {
    guard let length = Int(length.text), (0...200).contains(length) else { return }
    for count in max(0, length - 1)...length + 1 {
      add(.string(String(repeating: "a", count: count)))
      if count <= 40 { add(.array(Array(repeating: 1, count: count))) }
    }
  }

  private mutating func add(text: String) {
    guard text.utf8.count <= 40 else { return }
    add(.string(text))
    // What parts are cut at.
    guard text.utf8.count <= 3, !text.utf8.contains(where: { PathText.isPlain($0) }) else { return }
    add(.string("a\(text)b"))
    add(.string(" a \(text)b\(text)c"))
    add(["a", .string(text), .string("b\(text)")])
  }

  private mutating func add(number: JSONNumber) {
    add(.number(number))
    guard let value = Double(number.text), abs(value) < 1e9 else { return }
    for near in [value - 1, value - 0.5, value + 0.5, value + 1] {
      guard let number = JSONNumber(near) else { continue }
      add(.number(Int(exactly: near).map { JSONNumber($0) } ?? number))
    }
  }

  /// Adds objects and lists of objects that have a key.
  mutating func add(key: String) {
    add(.object([key: "a"]))
    add([.object([key: "a"]), .object([key: "b", "n": 1])])
    add([.object([key: "a"]), .object([key: "a", "n": 1])])
    add(.object(["x": .object([key: "a"]), "y": .object([key: 2])]))
  }
}

extension Migrator {
  /// The values that its rules may tell apart, those that they name first.
  package var tellingValues: [JSON] {
    var pool = ValuePool()
    let sources = RuleSources(rules)
    for (condition, _) in rules.symbols.conditions { pool.add(condition.expression) }
    for file in rules.files.indices {
      pool.add(rules: sources.value(of: file)["rules"]?.array ?? [])
    }
    return pool.named + ValuePool.common
  }
}

extension JSON {
  /// The number of its type.
  fileprivate var rank: Int {
    switch self {
    case .null: 0
    case .bool: 1
    case .number: 2
    case .string: 3
    case .array: 4
    case .object: 5
    }
  }

  /// What is in it and has nothing in it.
  var leaves: [JSON] {
    var leaves: [JSON] = []
    var pending = [self]
    while let value = pending.popLast() {
      switch value {
      case .array(let elements) where !elements.isEmpty: pending += elements
      case .object(let members) where !members.isEmpty: pending += members.map(\.value)
      default: leaves.append(value)
      }
    }
    return leaves
  }
}

extension PathCondition {
  /// The values that it compares with.
  var literals: [JSON] {
    terms.flatMap { part -> [JSON] in
      guard case .comparison(let left, _, let right) = part else { return [] }
      return [left, right].compactMap(\.literal)
    }
  }
}

extension PathOperand {
  /// Whether it is the length of a value, or a number of values.
  fileprivate var isCount: Bool {
    switch self {
    case .length, .count: true
    default: false
    }
  }

  fileprivate var literal: JSON? {
    guard case .literal(let literal) = self else { return nil }
    switch literal {
    case .null, .boolean: return nil
    case .number(let text):
      return JSONNumber(String(decoding: text, as: UTF8.self)).map { .number($0) }
    case .text(let text): return .string(String(decoding: text, as: UTF8.self))
    }
  }
}
