/// What a query came to.
struct Answer {
  let moment: Int
  let count: Int
  let first: NodeID?
}

/// Conditions: filters, and what rules ask.
extension PathEvaluator {
  mutating func holds(
    _ test: BoundTest, at scope: NodeID, in document: inout Document
  ) throws(JSONError) -> Bool {
    try document.charge(1)
    switch test {
    case .or(let parts):
      for part in parts.range where try holds(part, at: scope, in: &document) { return true }
      return false
    case .and(let parts):
      for part in parts.range where try holds(part, at: scope, in: &document) == false {
        return false
      }
      return true
    case .not(let part):
      return try holds(Int(part), at: scope, in: &document) == false
    case .exists(let query):
      return try exists(query, at: scope, in: &document)
    case .comparison(let left, let comparison, let right):
      let left = try value(of: left, at: scope, in: &document)
      let right = try value(of: right, at: scope, in: &document)
      return try document.compare(left, comparison, right)
    case .text(let query, let text, let isSame):
      guard let node = try place(of: query, from: scope, in: &document) else { return !isSame }
      return try document.isString(node, equalTo: table.texts.view[text.range]) == isSame
    case .type(let operand, let kind):
      return document.kind(of: try value(of: operand, at: scope, in: &document)) == kind
    case .pattern(let operand, let pattern, let isWhole):
      guard let text = try text(of: operand, at: scope, in: &document),
        let pattern = try compiled(pattern, at: scope, in: &document)
      else { return false }
      try document.charge(pattern.work(forTextOf: text.count))
      return isWhole ? pattern.matches(text) : pattern.isFound(in: text)
    case .empty(let query):
      guard let node = try place(of: query, from: scope, in: &document) else { return true }
      return document.isEmpty(node)
    }
  }

  /// Whether the test with a number holds.
  private mutating func holds(
    _ test: Int, at scope: NodeID, in document: inout Document
  ) throws(JSONError) -> Bool {
    try holds(table.tests[test], at: scope, in: &document)
  }

  private mutating func exists(
    _ query: BoundQuery, at scope: NodeID, in document: inout Document
  ) throws(JSONError) -> Bool {
    if query.rest.isEmpty { return try place(of: query, from: scope, in: &document) != nil }
    return try answer(to: query, at: scope, in: &document).count > 0
  }

  /// What a query comes to; one from the document is followed once for all scopes that ask it.
  private mutating func answer(
    to query: BoundQuery, at scope: NodeID, in document: inout Document
  ) throws(JSONError) -> Answer {
    let isKept = query.isFromDocument && !query.rest.isEmpty
    if isKept, let known = answers[query.rest.first], known.moment == moment {
      try document.charge(1)
      return known
    }
    let places = try find(query, from: scope, in: &document)
    defer { forget(places) }
    let answer = Answer(
      moment: moment, count: places.count, first: places.isEmpty ? nil : self[places.lowerBound])
    if isKept { answers[query.rest.first] = answer }
    return answer
  }

  private mutating func value(
    of operand: Int32, at scope: NodeID, in document: inout Document
  ) throws(JSONError) -> PathValue {
    switch table.operands[Int(operand)] {
    case .value(let value):
      return table.values[Int(value)]
    case .place(let query):
      return PathValue(try place(of: query, from: scope, in: &document))
    case .length(let operand):
      let value = try value(of: operand, at: scope, in: &document)
      return try document.length(of: value)
    case .count(let query):
      return .integer(try answer(to: query, at: scope, in: &document).count)
    case .only(let query):
      let answer = try answer(to: query, at: scope, in: &document)
      return PathValue(answer.count == 1 ? answer.first : nil)
    case .type(let operand):
      return document.type(of: try value(of: operand, at: scope, in: &document))
    }
  }

  /// The text that an operand comes to; nil if it comes to anything else, or to something that is
  /// no Unicode: a lone surrogate fits no pattern.
  private mutating func text(
    of operand: Int32, at scope: NodeID, in document: inout Document
  ) throws(JSONError) -> [UInt8]? {
    switch try value(of: operand, at: scope, in: &document) {
    case .text(let text):
      return text
    case .place(let node) where document.kind(node) == .string:
      try document.charge(bytes: document.scalarText(of: node).count)
      let text = document.string(of: node)
      return text.hasSurrogate ? nil : text
    default:
      return nil
    }
  }

  private mutating func compiled(
    _ pattern: BoundPattern, at scope: NodeID, in document: inout Document
  ) throws(JSONError) -> Pattern? {
    switch pattern {
    case .compiled(let pattern): return table.patterns[Int(pattern)]
    case .invalid: return nil
    case .operand(let operand):
      guard let text = try text(of: operand, at: scope, in: &document) else { return nil }
      if let lastPattern, lastPattern.text == text { return lastPattern.pattern }
      // To compile one takes some time for each of its steps, and it can have a few thousand.
      try document.charge(1_000 + text.count)
      let pattern = try? Pattern(bytes: text, .standard)
      lastPattern = (text, pattern)
      return pattern
    }
  }
}

extension PathValue {
  fileprivate init(_ node: NodeID?) {
    self = node.map { .place($0) } ?? .nothing
  }
}

extension [UInt8] {
  /// Whether UTF-8 that may hold surrogates holds one.
  package var hasSurrogate: Bool {
    indices.dropLast().contains { self[$0] == 0xED && self[$0 + 1] >= 0xA0 }
  }
}
