internal import JSONMigrationCore
internal import JSONText

/// Changes to rules that can be proven to make no difference: no document tells them.
enum Equivalents {
  /// Whether two cases ask for different values, so that their order is the same to each.
  static func areExclusive(_ left: JSON, _ right: JSON) -> Bool {
    guard let left = left["is"], let right = right["is"] else { return false }
    return left != right
  }

  /// Whether what a rule reads is always there when it acts: `if-missing` says nothing then.
  static func neverMisses(_ rule: JSONObject) -> Bool {
    for verb in [SetValue.name, AddDefault.name] {
      guard let members = rule[verb]?.object else { continue }
      // The scope is there.
      return members.keys.allSatisfy { (try? JSONPath(rule: $0))?.plainNames?.count == 1 }
    }
    guard let sources = sources(of: rule), !sources.isEmpty else { return false }
    let there = queriesThere(by: rule)
    return sources.allSatisfy { there.contains($0) }
  }

  /// The queries of a rule for what it reads, from its scope; nil where that isn't known.
  private static func sources(of rule: JSONObject) -> [PathQuery]? {
    guard let verb = rule.keys.first(where: { Verbs.has($0) }), let value = rule[verb] else {
      return nil
    }
    let texts: [String?]
    switch value {
    case .string(let text): texts = [text]
    case .array(let elements): texts = elements.map(\.string)
    case .object(let members): texts = members.keys.map { $0 }
    default: return nil
    }
    let queries = texts.map { $0.flatMap { try? JSONPath(rule: $0) }?.query }
    return queries.contains(nil) ? nil : queries.compactMap { $0 }
  }

  /// The queries that find something wherever a rule acts, by its condition and the filter of its
  /// scopes.
  private static func queriesThere(by rule: JSONObject) -> Set<PathQuery> {
    var there: Set<PathQuery> = []
    if let text = rule["when"]?.string, let condition = try? JSONCondition(text) {
      there.formUnion(condition.expression.queriesThere)
    }
    if let text = rule["in"]?.string, let scopes = try? JSONPath(rule: text),
      case .filter(let condition)? = scopes.query.segments.last?.selectors.first,
      scopes.query.segments.last?.selectors.count == 1
    {
      there.formUnion(condition.queriesThere)
    }
    return there
  }
}

extension PathCondition {
  /// The queries that find something wherever the condition holds.
  fileprivate var queriesThere: Set<PathQuery> {
    switch self {
    case .and(let parts): parts.reduce(into: []) { $0.formUnion($1.queriesThere) }
    case .or(let parts):
      parts.dropFirst().reduce(parts.first?.queriesThere ?? []) {
        $0.intersection($1.queriesThere)
      }
    case .exists(let query): query.isSingular ? query.withPrefixes : []
    case .comparison(let left, let comparison, let right):
      switch (left, right) {
      case (.literal(let literal), let other), (let other, .literal(let literal)):
        other.queriesThere(comparison, literal)
      default: []
      }
    case .pattern(let operand, _, _): operand.query?.withPrefixes ?? []
    case .not(.empty(let query)): query.withPrefixes
    case .not(.comparison(let left, .notEqual, let right)):
      PathCondition.comparison(left, .equal, right).queriesThere
    case .not, .empty: []
    }
  }
}

extension PathOperand {
  fileprivate var query: PathQuery? {
    switch self {
    case .query(let query): query
    case .length(let inner), .type(let inner): inner.query
    case .literal, .count, .value: nil
    }
  }

  /// What is there if a comparison with a literal holds: nothing is no value, and has no length.
  fileprivate func queriesThere(
    _ comparison: PathComparison, _ literal: PathLiteral
  ) -> Set<PathQuery> {
    guard let query else { return [] }
    let isMissing = literal == .text(Array("missing".utf8))
    if case .type = self {
      let isThere = comparison == .equal ? !isMissing : comparison == .notEqual && isMissing
      return isThere ? query.withPrefixes : []
    }
    return comparison == .notEqual ? [] : query.withPrefixes
  }
}

extension PathQuery {
  /// It and the queries for what is on the way.
  fileprivate var withPrefixes: Set<PathQuery> {
    Set(
      (1...max(1, segments.count)).map {
        PathQuery(root: root, segments: Array(segments.prefix($0)))
      })
  }
}
