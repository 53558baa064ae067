internal import JSONText

/// Conditions that were probably thought of from elsewhere.
extension RuleReader {
  /// Warns of a condition that names again what its scope is in.
  func check(_ condition: Condition, inside scopes: [Query]) {
    for scope in scopes {
      guard let name = scope.path.query.segments.first?.name, scope.path.isRelative else {
        continue
      }
      for query in condition.condition.expression.queries
      where query.root == .scope && query.segments.count > 1
        && query.segments.allSatisfy({ $0.name != nil }) && query.segments[0].name == name
      {
        var inner = query
        inner.segments.removeFirst()
        warn(
          .scopeTwice, "`\(query)` starts inside `\(scope.short)`, where `in` leads",
          at: condition.range,
          help: "`@` is the scope: `\(inner)`; the document is `$`")
        return
      }
    }
  }

  /// Warns of a filter that compares its element with itself.
  func checkFilters(of path: JSONPath, at range: Range<Int>) {
    for filter in path.query.filters {
      guard let (left, right) = filter.comparisonWithItself else { continue }
      warn(
        .filterScope, "`\(left)` and `\(right)` are both asked of the element that is tried",
        at: range,
        help: "`@` in a filter is the element; what is elsewhere is named from the document: `$.…`")
    }
  }
}

extension PathCondition {
  /// Two queries from `@` that are compared.
  fileprivate var comparisonWithItself: (PathQuery, PathQuery)? {
    switch self {
    case .or(let parts), .and(let parts): return parts.lazy.compactMap(\.comparisonWithItself).first
    case .not(let part): return part.comparisonWithItself
    case .comparison(.query(let left), _, .query(let right))
    where left.root == .scope && right.root == .scope:
      return (left, right)
    default: return nil
    }
  }
}
