internal import JSONText

/// Which rules a program has, and which are left out.
struct RuleChoice {
  enum Kind {
    case written(LoweredRule)
    case leftOut
  }

  /// Whether rules may be left out, and whether they may be for the elements of arrays.
  let leavesOut: Bool
  let isDeep: Bool
  /// Whether what they are for is one of many elements anyway.
  let isRepeated: Bool
  /// The keys that rules wait for which are left out, and the names on the way to them.
  private(set) var awaited: Set<[UInt8]> = []
  private(set) var asked = Needs.Names()
  /// A name in an object is that of a member that is changed, or that of one in which something is;
  /// both by the way to the object.
  private var names: [Steps: Set<[UInt8]>] = [:]
  private var reserved: Set<[UInt8]> = []
  private var entered: [Steps: [[UInt8]: JSONPath.Step]] = [:]
  /// The names that are changed from the version on that is being written down.
  private var changed: [Steps: Set<[UInt8]>] = [:]
  private var renamed = RenamedMembers()
  /// The members of which nothing was done with arrays, and others became arrays.
  private var wrapped: [Steps: Set<[UInt8]>] = [:]
  /// The arrays in which something is done, by the way to their object: the step into them, or nil
  /// where something is asked before.
  private var arrays: [Steps: [[UInt8]: JSONPath.Step?]] = [:]
  /// The members that are gone into behind other rules, and in which more can be done at once.
  private var open: [Steps: [[UInt8]: JSONPath.Step]] = [:]
  /// Whether there were any, and whether the rule at hand has some.
  private var entersLate = false
  private var isLate = false
  private(set) var hasBelow = false
  /// Whether it is asked how much is in something.
  private var measuresAny = false
  /// Whether values are made of others, which have to be as they stand in the text.
  private var makesValues = false
  /// How many questions are asked of which objects.
  private var questions: [Steps: Int] = [:]
  /// How much is done with what is in which objects, where there may be many of them.
  private var work: [Steps: Int] = [:]

  typealias Steps = [JSONPath.Step]

  /// A part as it is to be written, once all rules are chosen.
  func finished(_ part: LoweredRule.Part) -> LoweredRule.Part {
    var part = part
    if part.keepsArrays, let arrays = arrays[part.way] {
      let entered = part.changed.compactMap { arrays[$0] }
      if part.isFirst { part.entered = entered.compactMap { $0 } }
      if part.entered.count < entered.count {
        part.steps = part.steps.map { $0.entering(part.changed) }
        part.entered = []
      }
    }
    let rendered = Array(part.rendered).ordered { $0.lexicographicallyPrecedes($1) }
    part.steps.insert(contentsOf: rendered.map { .render($0) }, at: 0)
    return part
  }

  /// Whether a rule was written.
  private(set) var writesAny = false

  /// Whether something is done in members of the root.
  var entersAny: Bool { entersLate || !entered.isEmpty }

  /// Whether a rule was for more than the root, written or not.
  private(set) var hasDeepRules = false

  init(leavesOut: Bool, isDeep: Bool, isRepeated: Bool) {
    (self.leavesOut, self.isDeep, self.isRepeated) = (leavesOut, isDeep, isRepeated)
  }

  /// A member of the root that is only read.
  mutating func reserve(_ name: [UInt8]) {
    reserved.insert(name)
    names[[], default: []].insert(name)
  }

  /// The rules from a version on begin.
  mutating func begin() { changed = [:] }

  /// Those of the next step begin, where documents start as well.
  mutating func beginStep() { open = [:] }

  /// Nil where the rule can neither be written down nor left out.
  mutating func choose(_ rule: Rule, _ lowering: Lowering) -> Kind? {
    // A question that isn't asked is the cheapest, so where there are many no more are added.
    if rule.asks, asksMuch, leaveOut(rule, lowering) { return .leftOut }
    var lowered = lowering.lower(rule, guarding: true).flatMap(renamed.everywhere)
    if let guarded = lowered, guarded.parts.contains(where: asksForChanged) {
      hasDeepRules = true
      lowered = lowering.lower(rule, guarding: false).flatMap(renamed.everywhere)
      if lowered?.parts.contains(where: asksForChanged) == true { lowered = nil }
    }
    if let lowered {
      hasDeepRules = hasDeepRules || lowered.isDeep
      isLate = false
      if let taken = take(lowered) {
        writesAny = true
        return .written(taken)
      }
      // What was forgotten for it is needed where it isn't written.
      if isLate { return nil }
    }
    return leaveOut(rule, lowering) ? .leftOut : nil
  }

  /// A rule as it is to be written; nil where it can't be behind those that are.
  private mutating func take(_ rule: LoweredRule) -> LoweredRule? {
    guard isDeep || !rule.isDeep, addWork(of: rule) else { return nil }
    var renamings: [(LoweredRule.Renaming, Steps)] = []
    var parts = rule.parts
    var own: [Steps: Set<[UInt8]>] = [:]
    for index in parts.indices {
      guard enter(&parts[index], besides: own) else { return nil }
      let inner = inside(parts[index].changed, in: parts[index].way)
      parts[index].rendered = inside(parts[index].measured, in: parts[index].way)
      if !keepsContents(parts[index]) { parts[index].rendered.formUnion(inner) }
      let part = parts[index]
      let renaming = part.renaming
      let touched = part.changed.union(part.rendered)
      renamings.removeAll { renaming, way in
        way == part.way && !touched.isDisjoint(with: [renaming.old, renaming.new])
      }
      if let renaming, renamings.count < Self.mostRenamings,
        mayEnterRenamed(renaming, in: part.way)
      {
        renamings.append((renaming, part.way))
      }
      if let new = part.single?.newKey, let step = inner.first.flatMap({ entered[part.way]?[$0] }) {
        // What was done inside of it isn't seen in its text.
        entered[part.way]?[new] = step.renamed(to: new)
      }
      if part.keepsArrays, part.changed.isDisjoint(with: names[part.way] ?? []) {
        wrapped[part.way, default: []].formUnion(part.changed)
        parts[index].isFirst = inner.isEmpty
      } else {
        wrapped[part.way]?.subtract(part.changed)
      }
      // What is written out isn't gone into any more.
      wrapped[part.way]?.subtract(part.rendered)
      renamed.forget(touched, in: part.way)
      names[part.way, default: []].formUnion(touched)
      changed[part.way, default: []].formUnion(part.changed.union(part.made))
      own[part.way, default: []].formUnion(part.changed)
      close(part.changed.union(part.measured), in: part.way)
      hasBelow = hasBelow || part.isBelow
      makesValues = makesValues || part.steps.contains(where: \.makesValues)
      questions[part.way, default: 0] += part.steps.reduce(0) { $0 + $1.questionCount }
    }
    measuresAny = measuresAny || parts.contains { !$0.measured.isEmpty }
    if measuresAny, hasBelow { return nil }
    // Most that a rule does happens at once, so only the next rule finds new keys.
    for (renaming, way) in renamings { renamed.add(renaming, in: way) }
    // At any depth is inside of those members too.
    return !hasBelow || !entersAny && !makesValues ? LoweredRule(parts) : nil
  }

  /// In the tree a value of two bytes, as small as an element is with its comma, may take so much;
  /// here nothing is counted.
  private static let mostWork = 200

  /// Whether no more is done with what is in an element than it may take.
  private mutating func addWork(of rule: LoweredRule) -> Bool {
    for part in rule.parts where isRepeated || part.way.contains(where: \.isArray) {
      let count = part.steps.reduce(work[part.way] ?? 0) { $0 + $1.work }
      if count > Self.mostWork { return false }
      work[part.way] = count
    }
    return true
  }

  /// Those of some members in which something was done.
  private func inside(_ names: Set<[UInt8]>, in way: Steps) -> Set<[UInt8]> {
    names.filter { entered[way]?[$0] != nil }
  }

  /// Whether nothing was done before with what gets another key, but inside of it, and nothing with
  /// what has that key.
  private func mayEnterRenamed(_ renaming: LoweredRule.Renaming, in way: Steps) -> Bool {
    names[way]?.isDisjoint(with: [renaming.old, renaming.new]) != false
      && entered[way]?[renaming.new] == nil
  }

  /// Whether what is asked before it is entered isn't as it came any more.
  private func asksForChanged(_ part: LoweredRule.Part) -> Bool {
    part.questions.contains { way, names in changed[way]?.isDisjoint(with: names) == false }
      || part.measurings.contains { way, names in !inside(names, in: way).isEmpty }
  }

  /// Whether a part leaves what was done inside of the members that it changes.
  private func keepsContents(_ part: LoweredRule.Part) -> Bool {
    let entered = entered[part.way] ?? [:]
    switch part.single {
    case .rename(_, let new, .notMine)?: return entered[new] == nil
    case .wrap(let key, _)?:
      // Under the key at hand: see `finished`.
      return part.keepsArrays && entered[key]?.isArray == true && arrays[part.way]?[key] != nil
    case .concat(let keys, let target)?: return keys.contains(target) || entered[target] == nil
    default: return false
    }
  }

  /// Programs in programs call each other, so there are few.
  private static let mostLevels = 8
  /// Of so many renamings of one rule it is known what rules behind it may go into.
  private static let mostRenamings = 64

  /// Whether all on a way are entered: while the document is read, or late where they were changed
  /// by other rules; what the rule itself has changed it doesn't find.
  private mutating func enter(
    _ part: inout LoweredRule.Part, besides own: [Steps: Set<[UInt8]>]
  ) -> Bool {
    guard part.way.count <= Self.mostLevels else { return false }
    for (index, step) in part.way.enumerated() {
      let outer = Array(part.way[..<index])
      if step.isArray { noteArray(step, in: outer, isAsked: part.guards[index] != nil) }
      let mayBe =
        part.renamed.contains(index) || renamed.isNew(step.key, in: outer)
        || step.isArray && wrapped[outer]?.contains(step.key) == true
      if mayBe || names[outer]?.contains(step.key) != true {
        guard entered[outer, default: [:]][step.key] ?? step == step else { return false }
        entered[outer, default: [:]][step.key] = step
        continue
      }
      // Where an object is missing it would be made.
      if part.isPutting || own[outer]?.contains(step.key) == true { return false }
      if outer.isEmpty, reserved.contains(step.key) { return false }
      let condition = part.guards[index]
      close(condition?.measured ?? [], in: outer)
      let isOpen = condition == nil && open[outer]?[step.key] == step
      part.late[index] = isOpen ? .further : .first
      if !isOpen { forget(step.key, in: outer) }
      open[outer, default: [:]][step.key] = condition == nil ? step : nil
      changed[outer, default: []].insert(step.key)
      (isLate, entersLate) = (true, true)
    }
    return true
  }

  private mutating func noteArray(_ step: JSONPath.Step, in way: Steps, isAsked: Bool) {
    let isPlain = !isAsked && (arrays[way]?[step.key] ?? step) == step
    arrays[way, default: [:]][step.key] = .some(isPlain ? step : nil)
  }

  /// Forgets what was done in a member: where that is gone into late, it is in its text.
  private mutating func forget(_ name: [UInt8], in way: Steps) {
    if entered[way]?[name] == nil, open[way]?[name] == nil { return }
    let isInside = { (other: Steps) in
      other.count > way.count && other[way.count].key == name && other.starts(with: way)
    }
    for other in names.keys.filter(isInside) { names[other] = nil }
    for other in entered.keys.filter(isInside) { entered[other] = nil }
    for other in changed.keys.filter(isInside) { changed[other] = nil }
    for other in wrapped.keys.filter(isInside) { wrapped[other] = nil }
    for other in open.keys.filter(isInside) { open[other] = nil }
    renamed.forget(isInside)
  }

  /// No more is done in some members at the same moment.
  private mutating func close(_ names: Set<[UInt8]>, in way: Steps) {
    if open[way] == nil { return }
    for name in names { open[way]?[name] = nil }
  }

  private var asksMuch: Bool { questions.contains { $0.value >= FlatStep.mostQuestions } }

  private mutating func leaveOut(_ rule: Rule, _ lowering: Lowering) -> Bool {
    guard leavesOut else { return false }
    let needs = rule.needs
    guard let keys = needs.keys.first, let way = needs.way else { return false }
    // Which objects those are is told as if the document were one.
    if lowering.isForElements, !way.root.isEmpty || !way.inner.isEmpty { return false }
    awaited.formUnion(keys)
    asked.root.formUnion(way.root)
    asked.inner.formUnion(way.inner)
    return true
  }
}

extension Rule {
  /// Whether it has a condition, or a rule in it has; filters aside.
  fileprivate var asks: Bool {
    if when != nil { return true }
    if case .all(let rules) = verb.inner { return rules.contains(where: \.asks) }
    return false
  }
}

extension LoweredRule.Part {
  /// Whether it does nothing with arrays, and lets others become some.
  fileprivate var keepsArrays: Bool {
    if case .wrap(_, let wrapping)? = single { wrapping.isForOthers } else { false }
  }
}

extension FlatStep {
  /// The key that a member has afterwards.
  fileprivate var newKey: [UInt8]? {
    switch self {
    case .rename(_, let new, _), .concat(_, let new): new
    default: nil
    }
  }
}
