internal import JSONMigrationCore
internal import JSONText

extension RuleReader {
  /// Gives each condition and each filter of the rules, and where to tell of it.
  func forEachCondition(of rules: RuleSet, _ body: (PathCondition, Range<Int>) -> Void) {
    for rule in rules.formats.flatMap(\.chain.steps).flatMap(\.allRules) {
      file = rule.file
      allowed = rule.allowed
      for condition in rule.conditions { body(condition.condition.expression, condition.range) }
      for path in (rule.scopes ?? []).map(\.path) + rule.effects.paths {
        for filter in path.query.filters { body(filter, rule.range) }
      }
      allowed = []
    }
  }
}

extension PathCondition {
  /// What it asks, without the signs between.
  var terms: [PathCondition] {
    switch self {
    case .or(let parts), .and(let parts): parts.flatMap(\.terms)
    case .not(let part): part.terms
    case .comparison, .exists, .empty, .pattern: [self]
    }
  }
}
