internal import JSONText

/// Writes rules as steps of the short way, for the members of one object each: of the root, or of the
/// elements of an array in it.
///
/// A rule is lowered from its effects alone, whatever rules are around it. One that does or asks more
/// than a step can say has none, and is for the engine.
struct Lowering {
  let symbols: Symbols

  /// Which object the names of a rule belong to.
  private enum Ground {
    case root
    /// The root, where the rule has asked something of it already.
    case rootOnly
    case elements(of: [UInt8])
  }

  func lower(_ rule: Rule) -> LoweredRule? {
    guard let scopes = rule.scopes else { return parts(rule, on: .root).map { LoweredRule($0) } }
    guard scopes.count == 1, let scope = scopes[0].path.children,
      let parts = parts(rule, on: .elements(of: scope.parent))
    else { return nil }
    guard let condition = scope.condition else { return LoweredRule(parts) }
    return asking(condition, parts, on: .elements(of: scope.parent)).map { LoweredRule($0) }
  }

  /// What a rule does in a scope.
  private func parts(_ rule: Rule, on ground: Ground) -> [LoweredRule.Part]? {
    guard let when = rule.when?.condition.expression else { return unasked(rule, on: ground) }
    let inner: Ground = if case .root = ground { .rootOnly } else { ground }
    return unasked(rule, on: inner).flatMap { asking(when, $0, on: inner) }
  }

  private func unasked(_ rule: Rule, on ground: Ground) -> [LoweredRule.Part]? {
    switch rule.verb.inner {
    case .none:
      return VerbLowering.parts(rule, symbols, array(of: ground), mayEnter(ground))?.map { part in
        var part = part
        part.steps = [.noted(rule.number, part.steps)]
        return part
      }
    case .firstOf: return nil
    case .all(let rules):
      var all: [LoweredRule.Part] = []
      for rule in rules {
        guard rule.scopes == nil, let parts = parts(rule, on: ground) else { return nil }
        all += parts
      }
      return all
    }
  }

  private func asking(
    _ condition: PathCondition, _ parts: [LoweredRule.Part], on ground: Ground
  ) -> [LoweredRule.Part]? {
    guard let condition = FlatCondition(condition) else { return nil }
    let steps: [FlatStep] = [.ask(condition, parts.flatMap(\.steps))]
    let names = parts.reduce(condition.names) { $0.union($1.names) }
    return [LoweredRule.Part(array: array(of: ground), names: names, steps: steps)]
  }

  private func array(of ground: Ground) -> [UInt8]? {
    if case .elements(let array) = ground { array } else { nil }
  }

  private func mayEnter(_ ground: Ground) -> Bool {
    if case .root = ground { true } else { false }
  }
}

/// A rule as steps.
struct LoweredRule {
  /// What it does to the root, or to each element of an array.
  struct Part {
    let array: [UInt8]?
    /// The names that it asks for or changes there.
    var names: Set<[UInt8]>
    var steps: [FlatStep]
  }

  let parts: [Part]

  init(_ parts: [Part]) { self.parts = parts }

  /// Whether it is for elements of arrays.
  var isDeep: Bool { parts.contains { $0.array != nil } }
}

/// One verb's effects as steps.
private struct VerbLowering {
  private let rule: Rule
  private let symbols: Symbols
  /// The array whose elements are the scopes; nil for the root.
  private let scope: [UInt8]?
  /// Whether paths from the root may lead to elements of arrays.
  private let mayEnter: Bool
  private var parts: [LoweredRule.Part] = []
  /// The names that it has changed so far, of the scope or of an array's elements.
  private var changed: [[UInt8]?: Set<[UInt8]>] = [:]

  /// Where a path leads to.
  private struct Found {
    let array: [UInt8]?
    let name: [UInt8]
    let filter: PathCondition?
  }

  static func parts(
    _ rule: Rule, _ symbols: Symbols, _ scope: [UInt8]?, _ mayEnter: Bool
  ) -> [LoweredRule.Part]? {
    if rule.effects.acts.isEmpty { return nil }
    var lowering = VerbLowering(rule: rule, symbols: symbols, scope: scope, mayEnter: mayEnter)
    for act in rule.effects.acts {
      guard lowering.add(act) else { return nil }
    }
    return lowering.parts
  }

  private init(rule: Rule, symbols: Symbols, scope: [UInt8]?, mayEnter: Bool) {
    (self.rule, self.symbols, self.scope, self.mayEnter) = (rule, symbols, scope, mayEnter)
  }

  private mutating func add(_ act: Effects.Act) -> Bool {
    switch act {
    case .put(.read(let read), .beside(let sibling, let name), _) where sibling == read:
      return addSource(rule.effects.reads[read].source.query) { source, targets in
        targets = [name.text]
        return .rename(source, to: name.text)
      }
    case .put(.constant(let constant), .slot(let slot), let over):
      guard let value = FlatValue(symbols.text(of: constant)), let found = find(slot),
        over != .nothingOrEmpty
      else { return false }
      return add(found, isSource: false) { name, _ in
        switch over {
        case .nothing, .nothingOrEmpty: .add(name, value, replacesNull: false)
        case .nothingOrNull: .add(name, value, replacesNull: true)
        case .anything: .set(name, value)
        }
      }
    case .remove(let query): return addSource(query) { name, _ in .drop(name) }
    case .change(let query, let function):
      guard case .table(let table)? = function.flat(symbols) else { return false }
      return addSource(query) { name, _ in .map(name, table) }
    case .make(let reads, let spots, let function):
      guard reads.count == 1, case .separator(let separator)? = function.flat(symbols) else {
        return false
      }
      var names: [[UInt8]] = []
      for case .beside(let sibling, let name) in spots where sibling == reads[0] {
        names.append(name.text)
      }
      guard names.count == spots.count else { return false }
      return addSource(rule.effects.reads[reads[0]].source.query) { source, targets in
        targets = names
        return .split(source, by: separator, into: names)
      }
    default: return false
    }
  }

  private mutating func addSource(
    _ query: Query?, _ step: ([UInt8], inout [[UInt8]]) -> FlatStep
  ) -> Bool {
    guard let query, let found = find(query.path) else { return false }
    return add(found, isSource: true, step)
  }

  /// Adds a step for a name and for those that it gives.
  ///
  /// False where the rule has named one of them before: then the order would matter.
  private mutating func add(
    _ found: Found, isSource: Bool, _ step: ([UInt8], inout [[UInt8]]) -> FlatStep
  ) -> Bool {
    // Without a scope one of all elements has to have it.
    let isNeeded = rule.ifMissing == .fail
    if isNeeded, found.array != nil, scope == nil { return false }
    var part = LoweredRule.Part(array: found.array, names: [], steps: [])
    var filter: FlatCondition?
    if let condition = found.filter {
      guard let asked = FlatCondition(condition),
        changed[found.array]?.isDisjoint(with: asked.names) ?? true
      else { return false }
      filter = asked
      part.names = asked.names
    }
    if isNeeded, isSource { part.steps.append(.need(found.name)) }
    var targets: [[UInt8]] = []
    part.steps.append(step(found.name, &targets))
    for name in [found.name] + targets
    where !changed[found.array, default: []].insert(name).inserted { return false }
    part.names.formUnion([found.name] + targets)
    if let filter { part.steps = [.ask(filter, part.steps)] }
    parts.append(part)
    return true
  }

  private func find(_ path: JSONPath) -> Found? {
    if let names = path.plainNames {
      guard names.count == 1, scope == nil || path.isRelative else { return nil }
      return Found(array: scope, name: names[0], filter: nil)
    }
    return path.slot.flatMap { find($0.name, inChildrenOf: $0.parent) }
  }

  private func find(_ slot: Slot) -> Found? {
    switch slot {
    case .target(let target):
      guard target.names.count == 1, scope == nil || !target.isFromDocument else { return nil }
      return Found(array: scope, name: target.names[0].text, filter: nil)
    case .member(let name, let query):
      return rule.ifMissing == .fail ? nil : find(name.text, inChildrenOf: query.path)
    case .places: return nil
    }
  }

  private func find(_ name: [UInt8], inChildrenOf path: JSONPath) -> Found? {
    guard scope == nil, mayEnter, let children = path.children else { return nil }
    return Found(array: children.parent, name: name, filter: children.condition)
  }
}
