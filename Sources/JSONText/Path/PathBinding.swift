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
    let bound = binder.bind(query, at: scope, &constants)
    var ownKey: Key?
    if !bound.isFromDocument, bound.rest.isEmpty, bound.steps.count == 1,
      case .name(let key) = constants.paths.steps[Int(bound.steps.first)]
    {
      ownKey = key
    }
    return BoundPath(query: bound, ownKey: ownKey)
  }
}

extension JSONCondition {
  /// Makes the condition ready for documents with this guide and these constants; see `JSONPath`.
  package func bound(
    to guide: Guide, root: Place = [], scope: Place = [], isSteady: Bool = false,
    constants: inout Constants
  ) -> BoundCondition {
    let binder = PathBinder(guide: guide, root: root)
    return BoundCondition(
      test: binder.bind(expression, at: scope, &constants), isSteady: isSteady)
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
      let bound = bind(segment, at: place, &constants)
      if rest.isEmpty, let step = bound.step {
        steps.append(step)
      } else {
        rest.append(bound)
      }
      place.append(segment.selectors[0].guideSegment)
    }
    return BoundQuery(
      isFromDocument: query.root == .document,
      steps: constants.paths.steps.append(contentsOf: steps),
      rest: constants.paths.segments.append(contentsOf: rest))
  }

  private func bind(
    _ segment: PathSegment, at place: Place, _ constants: inout Constants
  ) -> BoundSegment {
    let selectors = segment.selectors.map { bind($0, at: place, &constants) }
    var step: BoundStep?
    if !segment.isDescendant, selectors.count == 1, case .step(let only) = selectors[0] {
      step = only
    }
    return BoundSegment(
      isDescendant: segment.isDescendant,
      selectors: constants.paths.selectors.append(contentsOf: selectors), step: step)
  }

  private func bind(
    _ selector: PathSelector, at place: Place, _ constants: inout Constants
  ) -> BoundSelector {
    switch selector {
    case .name(let name): return .step(.name(constants.add(key: name, guide: guide, at: place)))
    case .index(let index): return .step(.index(index))
    case .wildcard: return .wildcard
    case .slice(let start, let end, let step):
      return .slice(BoundSlice(start: start, end: end, step: step))
    case .filter(let condition):
      let test = bind(condition, at: place.children, &constants)
      return .filter(constants.paths.tests.number(test))
    }
  }

  func bind(
    _ condition: PathCondition, at scope: Place, _ constants: inout Constants
  ) -> BoundTest {
    switch condition {
    case .or(let parts):
      let parts = parts.map { bind($0, at: scope, &constants) }
      return .or(constants.paths.tests.append(contentsOf: parts))
    case .and(let parts):
      let parts = parts.map { bind($0, at: scope, &constants) }
      return .and(constants.paths.tests.append(contentsOf: parts))
    case .not(let part):
      let part = bind(part, at: scope, &constants)
      return .not(constants.paths.tests.number(part))
    case .exists(let query): return .exists(bind(query, at: scope, &constants))
    case .empty(let query): return .empty(bind(query, at: scope, &constants))
    case .comparison(let left, let comparison, let right):
      return bind(left, comparison, right, at: scope, &constants)
    case .pattern(let operand, let pattern, let isWhole):
      let operand = bind(operand, at: scope, &constants)
      return .pattern(
        constants.paths.operands.number(operand), bind(pattern, at: scope, &constants),
        isWhole: isWhole)
    }
  }

  /// A comparison; questions whether something is a certain text or of a certain type are asked in
  /// a way of their own.
  private func bind(
    _ left: PathOperand, _ comparison: PathComparison, _ right: PathOperand, at scope: Place,
    _ constants: inout Constants
  ) -> BoundTest {
    let asksForSame = comparison == .equal
    if asksForSame || comparison == .notEqual, case .literal(.text(let text)) = right {
      switch left {
      case .query(let query):
        let query = bind(query, at: scope, &constants)
        return .text(query, constants.paths.add(text: text), isSame: asksForSame)
      case .type(let operand) where Kind.isType(text):
        let operand = constants.paths.operands.number(bind(operand, at: scope, &constants))
        let test = BoundTest.type(operand, Kind(type: text))
        return asksForSame ? test : .not(constants.paths.tests.number(test))
      default: break
      }
    }
    let left = bind(left, at: scope, &constants)
    let right = bind(right, at: scope, &constants)
    return .comparison(
      constants.paths.operands.number(left), comparison, constants.paths.operands.number(right))
  }

  private func bind(
    _ operand: PathOperand, at scope: Place, _ constants: inout Constants
  ) -> BoundOperand {
    switch operand {
    case .literal(let literal): return .value(constants.paths.add(value: PathValue(literal)))
    case .query(let query): return .place(bind(query, at: scope, &constants))
    case .length(let operand):
      let operand = bind(operand, at: scope, &constants)
      return .length(constants.paths.operands.number(operand))
    case .count(let query): return .count(bind(query, at: scope, &constants))
    case .value(let query): return .only(bind(query, at: scope, &constants))
    case .type(let operand):
      let operand = bind(operand, at: scope, &constants)
      return .type(constants.paths.operands.number(operand))
    }
  }

  private func bind(
    _ pattern: PathPattern, at scope: Place, _ constants: inout Constants
  ) -> BoundPattern {
    switch pattern {
    case .compiled(let pattern): return .compiled(constants.paths.add(pattern: pattern))
    case .invalid: return .invalid
    case .operand(let operand):
      let operand = bind(operand, at: scope, &constants)
      return .operand(constants.paths.operands.number(operand))
    }
  }
}

extension Slab {
  /// Adds elements, and says where they are.
  fileprivate mutating func append(contentsOf elements: [Element]) -> BoundRange {
    let first = count
    for element in elements { append(element) }
    return BoundRange(first..<count)
  }

  /// Adds an element, and gives its number.
  fileprivate mutating func number(_ element: Element) -> Int32 {
    append(element)
    return Int32(count - 1)
  }
}

extension BoundTable {
  fileprivate mutating func add(value: PathValue) -> Int32 {
    values.append(value)
    return Int32(values.count - 1)
  }

  fileprivate mutating func add(pattern: Pattern) -> Int32 {
    patterns.append(pattern)
    return Int32(patterns.count - 1)
  }

  fileprivate mutating func add(text: [UInt8]) -> BoundRange {
    let first = texts.count
    texts.append(contentsOf: text)
    return BoundRange(first..<texts.count)
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
