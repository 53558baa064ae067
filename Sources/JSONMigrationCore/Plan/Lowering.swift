internal import JSONText

/// Writes rules as steps of the short way, for the members of one object each: of the root, of an
/// object in it, or of the elements of an array.
///
/// A rule is lowered from its effects alone, whatever rules are around it. One that does or asks
/// more than a step can say has none, and is for the engine.
struct Lowering {
  let symbols: Symbols
  /// Whether documents are arrays, and what is written is for their elements.
  let isForElements: Bool
  private let known = Known()

  /// What was found out before: each program that is tried asks for the same rules.
  private final class Known {
    var rules: [Int: LoweredRule?] = [:]
  }

  init(symbols: Symbols, isForElements: Bool) {
    (self.symbols, self.isForElements) = (symbols, isForElements)
  }

  /// Which objects the names of a rule belong to.
  struct Ground {
    var way: [JSONPath.Step] = []
    var isScope = false
    /// Whether paths start at an array, and lead to its elements before they lead to members.
    var isArray = false
    /// Whether something is asked before, and whether paths may lead further in then.
    var isAsked = false
    var mayEnter = true

    /// Whether nothing is done further in.
    var isStill: Bool { isAsked && !mayEnter }

    /// The whole way to where a path leads, and what is asked on it.
    func way(to path: JSONPath) -> JSONPath.Way? {
      guard !isScope || path.isRelative else { return nil }
      return (isArray ? path.wayInElements : path.way)?.behind(way)
    }
  }

  /// The steps of a rule; `guarding` says whether what it asks may decide on what is done further
  /// in, which is asked of members as they came.
  func lower(_ rule: Rule, guarding: Bool) -> LoweredRule? {
    if guarding, let known = known.rules[rule.number] { return known }
    var parts = parts(rule, around: Ground(isArray: isForElements, mayEnter: guarding))
    if !guarding, parts?.contains(where: { !$0.guards.isEmpty }) == true { parts = nil }
    let lowered = parts.map { LoweredRule($0) }
    // Rules that stand in no file have no number of their own.
    if guarding, rule.number >= 0 { known.rules[rule.number] = .some(lowered) }
    return lowered
  }

  /// What a rule does, in its scope if it has one.
  private func parts(_ rule: Rule, around ground: Ground) -> [LoweredRule.Part]? {
    guard let scopes = rule.scopes else { return parts(rule, on: ground) }
    guard scopes.count == 1, let way = ground.way(to: scopes[0].path),
      ground.isArray || way.steps.count > ground.way.count
    else { return nil }
    let inner = Ground(
      way: way.steps, isScope: true, isAsked: ground.isAsked || !way.conditions.isEmpty,
      mayEnter: ground.mayEnter)
    return parts(rule, on: inner).flatMap { LoweredRule.asking(on: way, $0) }
  }

  /// What a rule does in a scope.
  private func parts(_ rule: Rule, on ground: Ground) -> [LoweredRule.Part]? {
    guard let when = rule.when?.condition.expression else { return unasked(rule, on: ground) }
    // It would be asked of the array.
    if ground.isArray { return nil }
    if let name = when.objectName,
      let inside = unasked(rule, on: ground).flatMap({ within(name, $0, on: ground) })
    {
      return inside
    }
    var inner = ground
    inner.isAsked = true
    return unasked(rule, on: inner).flatMap { LoweredRule.asking(when, $0, around: ground.way) }
  }

  private func unasked(_ rule: Rule, on ground: Ground) -> [LoweredRule.Part]? {
    switch rule.verb.inner {
    case .none:
      return VerbLowering.parts(rule, symbols, ground)?.map { part in
        var part = part
        part.steps = [.noted(rule.number, part.steps)]
        return part
      }
    case .firstOf(let choices): return ground.isArray ? nil : choosing(choices, on: ground)
    case .all(let rules): return all(rules, around: ground)
    }
  }

  private func all(_ rules: [Rule], around ground: Ground) -> [LoweredRule.Part]? {
    var all: [LoweredRule.Part] = []
    for rule in rules {
      guard let parts = parts(rule, around: ground), !all.contains(where: { $0.changes(parts) })
      else { return nil }
      all += parts
    }
    return all
  }

  /// Choices that are all for the members of one object.
  private func choosing(
    _ choices: [(when: Condition?, rules: [Rule])], on ground: Ground
  ) -> [LoweredRule.Part]? {
    var inner = ground
    inner.isAsked = true
    var lowered: [(condition: PathCondition?, parts: [LoweredRule.Part])] = []
    for choice in choices {
      guard let parts = all(choice.rules, around: inner) else { return nil }
      lowered.append((choice.when?.condition.expression, parts))
    }
    return LoweredRule.choosing(lowered, around: ground.way)
  }

  /// Lets parts that are all for what is in a member, which has to be an object, find nothing where
  /// it is missing; where it is something else the document is for the tree anyway.
  private func within(
    _ name: [UInt8], _ parts: [LoweredRule.Part], on ground: Ground
  ) -> [LoweredRule.Part]? {
    let way = ground.way + [JSONPath.Step(key: name, isArray: false)]
    var inside: [LoweredRule.Part] = []
    for part in parts where part.way != ground.way || !part.names.isEmpty {
      guard !part.isBelow, part.way.starts(with: way) else { return nil }
      inside.append(part)
    }
    return inside
  }
}

extension PathCondition {
  /// The member of the scope that it asks to be an object, if that is all it asks.
  fileprivate var objectName: [UInt8]? {
    guard case .comparison(.type(.query(let query)), .equal, .literal(.text(let text))) = self,
      text.elementsEqual("object".utf8), query.root == .scope, query.segments.count == 1
    else { return nil }
    return query.segments[0].name
  }
}
