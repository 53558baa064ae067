internal import JSONMigrationCore
internal import JSONText

/// Paths and conditions that find a little more, less or something else.
enum PathChange {
  /// A path with the first element in place of all, with all in place of those that a filter
  /// chooses, or with another filter.
  static func of(path text: String) -> [JSON] {
    guard let path = try? JSONPath(rule: text) else { return [] }
    let query = path.query
    return query.segments.indices.flatMap { index -> [JSON] in
      let segment = query.segments[index]
      guard segment.selectors.count == 1 else { return [] }
      let others: [PathSelector] =
        switch segment.selectors[0] {
        case .wildcard: [.index(0)]
        case .filter(let condition): [.wildcard] + conditions(condition).map { .filter($0) }
        case .name, .index, .slice: []
        }
      return others.map { selector in
        var changed = query
        changed.segments[index].selectors = [selector]
        return .string(short(changed))
      }
    }
  }

  /// A condition that is negated, with an operand less, or with another comparison.
  static func of(condition text: String) -> [JSON] {
    guard let condition = try? JSONCondition(text) else { return [] }
    return conditions(condition.expression).map { .string($0.description) }
  }

  private static func conditions(_ condition: PathCondition) -> [PathCondition] {
    if case .not(let part) = condition { return [part] + inner(part).map { .not($0) } }
    return [.not(condition)] + inner(condition)
  }

  private static func inner(_ condition: PathCondition) -> [PathCondition] {
    switch condition {
    case .or(let parts): many(parts) { .or($0) } + [.and(parts)]
    case .and(let parts): many(parts) { .and($0) } + [.or(parts)]
    case .not(let part): inner(part).map { .not($0) }
    case .comparison(let left, let comparison, let right):
      others[comparison].map { [.comparison(left, $0, right)] } ?? []
    case .exists, .pattern, .empty: []
    }
  }

  /// What stands between `&&` or `||`, without one of them or with one that is changed.
  private static func many(
    _ parts: [PathCondition], _ make: ([PathCondition]) -> PathCondition
  ) -> [PathCondition] {
    parts.indices.flatMap { index -> [PathCondition] in
      var rest = parts
      rest.remove(at: index)
      let fewer = rest.count == 1 ? rest[0] : make(rest)
      return [fewer]
        + inner(parts[index]).map { part in
          var changed = parts
          changed[index] = part
          return make(changed)
        }
    }
  }

  private static let others: [PathComparison: PathComparison] = [
    .less: .lessOrEqual, .lessOrEqual: .less, .greater: .greaterOrEqual, .greaterOrEqual: .greater,
  ]

  /// The path as an author writes it.
  private static func short(_ query: PathQuery) -> String {
    let text = query.description
    return text.hasPrefix("@.") ? Query.short(text) : text
  }
}
