extension PathQuery {
  /// The conditions of all filters, not those inside them.
  package var filters: [PathCondition] {
    segments.flatMap(\.selectors).compactMap {
      if case .filter(let condition) = $0 { condition } else { nil }
    }
  }
}

extension PathCondition {
  /// The queries that the condition asks, not those inside their filters.
  package var queries: [PathQuery] {
    switch self {
    case .or(let parts), .and(let parts): parts.flatMap(\.queries)
    case .not(let part): part.queries
    case .exists(let query), .empty(let query): [query]
    case .comparison(let left, _, let right): left.queries + right.queries
    case .pattern(let operand, .operand(let pattern), _): operand.queries + pattern.queries
    case .pattern(let operand, _, _): operand.queries
    }
  }
}

extension PathCondition {
  /// Those of its queries for which it matters what is in a container that they lead to, and not
  /// only whether something is there, of which type, or which value that is no container.
  var queriesOfContents: [PathQuery] {
    switch self {
    case .or(let parts), .and(let parts): parts.flatMap(\.queriesOfContents)
    case .not(let part): part.queriesOfContents
    case .exists: []
    case .comparison(.literal, _, let other), .comparison(let other, _, .literal):
      other.queriesOfContents
    case .comparison, .empty, .pattern: queries
    }
  }
}

extension PathCondition {
  /// The queries from the document that may lead to several places; not those inside their filters.
  package var wideQueries: [PathQuery] {
    queries.flatMap { query in
      query.root == .document && !query.isSingular ? [query] : query.filters.flatMap(\.wideQueries)
    }
  }
}

extension PathOperand {
  package var queries: [PathQuery] {
    switch self {
    case .literal: []
    case .query(let query), .count(let query), .value(let query): [query]
    case .length(let operand), .type(let operand): operand.queries
    }
  }

  fileprivate var queriesOfContents: [PathQuery] {
    switch self {
    case .literal, .query: []
    case .type(let operand): operand.queriesOfContents
    case .count, .value, .length: queries
    }
  }
}
