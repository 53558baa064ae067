extension JSONPath {
  /// Makes the path ready for documents with this guide and these constants.
  ///
  /// `root` and `scope` lead, from the root of the document, to what `$` and `@` stand for, where
  /// that is known: so the keys know where in the guide they are asked for most.
  package func bound(
    to guide: Guide, root: Place = [], scope: Place = [],
    constants: inout Constants
  ) -> BoundPath {
    let binder = PathBinder(guide: guide, root: root)
    return BoundPath(query: binder.bind(query, at: scope, &constants))
  }
}

extension JSONCondition {
  /// Makes the condition ready for documents with this guide and these constants; see `JSONPath`.
  package func bound(
    to guide: Guide, root: Place = [], scope: Place = [],
    constants: inout Constants
  ) -> BoundCondition {
    let binder = PathBinder(guide: guide, root: root)
    return BoundCondition(test: binder.bind(expression, at: scope, &constants))
  }
}

/// Turns what the parser understood into what the evaluator runs.
private struct PathBinder {
  let guide: Guide
  let root: Place

  func bind(
    _ query: PathQuery, at scope: Place, _ constants: inout Constants
  ) -> BoundQuery {
    var steps: [BoundStep] = []
    var rest: [BoundSegment] = []
    var place = query.root == .document ? root : scope
    for segment in query.segments {
      if segment.isDescendant { place.append(.descendants) }
      let bound = BoundSegment(
        isDescendant: segment.isDescendant,
        selectors: segment.selectors.map { bind($0, at: place, &constants) })
      if rest.isEmpty, let step = bound.step {
        steps.append(step)
      } else {
        rest.append(bound)
      }
      place.append(segment.selectors[0].guideSegment)
    }
    return BoundQuery(root: query.root, steps: steps, rest: rest)
  }

  private func bind(
    _ selector: PathSelector, at place: Place, _ constants: inout Constants
  ) -> BoundSelector {
    switch selector {
    case .name(let name): .step(.name(constants.add(key: name, guide: guide, at: place)))
    case .index(let index): .step(.index(index))
    case .wildcard: .wildcard
    case .slice(let start, let end, let step):
      .slice(BoundSlice(start: start, end: end, step: step))
    case .filter(let condition): .filter(bind(condition, at: place.children, &constants))
    }
  }

  func bind(
    _ condition: PathCondition, at scope: Place, _ constants: inout Constants
  ) -> BoundTest {
    switch condition {
    case .or(let parts): .or(parts.map { bind($0, at: scope, &constants) })
    case .and(let parts): .and(parts.map { bind($0, at: scope, &constants) })
    case .not(let part): .not(bind(part, at: scope, &constants))
    case .exists(let query): .exists(bind(query, at: scope, &constants))
    case .empty(let query): .empty(bind(query, at: scope, &constants))
    case .comparison(.type(let operand), .equal, .literal(.text(let name))) where Kind.isType(name):
      .type(bind(operand, at: scope, &constants), Kind(type: name))
    case .comparison(.type(let operand), .notEqual, .literal(.text(let name)))
    where Kind.isType(name):
      .not(.type(bind(operand, at: scope, &constants), Kind(type: name)))
    case .comparison(let left, let comparison, let right):
      .comparison(
        bind(left, at: scope, &constants), comparison, bind(right, at: scope, &constants))
    case .pattern(let operand, let pattern, let isWhole):
      .pattern(
        bind(operand, at: scope, &constants), bind(pattern, at: scope, &constants),
        isWhole: isWhole)
    }
  }

  private func bind(
    _ operand: PathOperand, at scope: Place, _ constants: inout Constants
  ) -> BoundOperand {
    switch operand {
    case .literal(let literal): .value(PathValue(literal))
    case .query(let query): .place(bind(query, at: scope, &constants))
    case .length(let operand): .length(bind(operand, at: scope, &constants))
    case .count(let query): .count(bind(query, at: scope, &constants))
    case .value(let query): .only(bind(query, at: scope, &constants))
    case .type(let operand): .type(bind(operand, at: scope, &constants))
    }
  }

  private func bind(
    _ pattern: PathPattern, at scope: Place, _ constants: inout Constants
  ) -> BoundPattern {
    switch pattern {
    case .compiled(let pattern): .compiled(pattern)
    case .invalid: .invalid
    case .operand(let operand): .operand(bind(operand, at: scope, &constants))
    }
  }
}

extension PathValue {
  fileprivate init(_ literal: PathLiteral) {
    switch literal {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .number(let text): self = text.asInteger.map { .integer($0) } ?? .number(text)
    case .text(let text): self = .text(text)
    }
  }
}
