internal import JSONText

/// A plan's short way, for documents in which only members of the root are touched, or of objects
/// and of elements of arrays in it, such as `items[*].price`, or members with one key at any depth.
///
/// Where all rules are for the elements of a document that is an array, each is such a root.
///
/// It is written down once from checked rules, as a program for flat documents. What that doesn't
/// take goes through the engine, so this may leave out whatever is rare. What it takes has to come
/// out the same.
///
/// A rule that no step can say is left out where it waits for a key: the program is then for
/// documents without that key, in which the rule finds nothing. Steps with any other rule are for
/// the engine, and so are the documents of all versions whose way leads over them.
struct ShortWay {
  /// The program for documents in which nothing is to be done below the root, and the one for
  /// others.
  let root: FlatProgram?
  let deep: FlatProgram?

  init(_ rules: RuleSet, to target: Version, from source: Version?) {
    var hasDeepRules = false
    let lowerings = (rules.format.mayBeArray ? [true, false] : [false]).map {
      Lowering(symbols: rules.symbols, isForElements: $0)
    }
    func program(isDeep: Bool) -> FlatProgram? {
      for lowering in lowerings {
        // A key that the program itself names can't be refused.
        for leavesOut in [true, false] {
          var writer = ShortWayWriter(
            format: rules.format, lowering: lowering,
            choice: RuleChoice(leavesOut: leavesOut, isDeep: isDeep))
          let program = writer.program(to: target, from: source)
          hasDeepRules = hasDeepRules || writer.hasDeepRules
          if let program { return program }
        }
      }
      return nil
    }
    root = program(isDeep: false)
    deep = hasDeepRules ? program(isDeep: true) : nil
  }
}

/// Which rules a program has, and which are left out.
private struct RuleChoice {
  enum Kind {
    case written(LoweredRule)
    case leftOut
  }

  /// Whether rules may be left out, and whether they may be for the elements of arrays.
  let leavesOut: Bool
  let isDeep: Bool
  /// The keys that rules wait for which are left out, and the names on the way to them.
  private(set) var awaited: Set<[UInt8]> = []
  private(set) var asked = Needs.Names()
  /// A name in an object is that of a member that is changed, or that of one in which something is;
  /// both by the way to the object.
  private var names: [Steps: Set<[UInt8]>] = [:]
  private var entered: [Steps: [[UInt8]: JSONPath.Step]] = [:]
  /// The names that are changed from the version on that is being written down.
  private var changed: [Steps: Set<[UInt8]>] = [:]
  private var renamed = RenamedMembers()
  /// The members of which nothing was done with arrays, and others became arrays.
  private var wrapped: [Steps: Set<[UInt8]>] = [:]
  private(set) var hasBelow = false
  /// Whether it is asked how much is in something.
  private var measuresAny = false
  /// Whether values are made of others, which have to be as they stand in the text.
  private var makesValues = false
  /// How many questions are asked of which objects.
  private var questions: [Steps: Int] = [:]

  typealias Steps = [JSONPath.Step]

  /// A part as it is to be written, once all rules are chosen.
  func finished(_ part: LoweredRule.Part) -> LoweredRule.Part {
    var part = part
    if part.keepsArrays {
      let arrays = part.changed.filter { entered[part.way]?[$0]?.isArray == true }
      part.steps = part.steps.map { $0.entering(arrays) }
    }
    let rendered = Array(part.rendered).ordered { $0.lexicographicallyPrecedes($1) }
    part.steps.insert(contentsOf: rendered.map { .render($0) }, at: 0)
    return part
  }

  /// Whether a rule was written.
  private(set) var writesAny = false

  /// Whether something is done in members of the root.
  var entersAny: Bool { !entered.isEmpty }

  /// Whether a rule was for more than the root, written or not.
  private(set) var hasDeepRules = false

  init(leavesOut: Bool, isDeep: Bool) { (self.leavesOut, self.isDeep) = (leavesOut, isDeep) }

  mutating func reserve(_ name: [UInt8]) { names[[], default: []].insert(name) }

  /// The rules from a version on begin.
  mutating func begin() { changed = [:] }

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
      if let taken = take(lowered) {
        writesAny = true
        return .written(taken)
      }
    }
    return leaveOut(rule, lowering) ? .leftOut : nil
  }

  /// A rule as it is to be written; nil where it can't be behind those that are.
  private mutating func take(_ rule: LoweredRule) -> LoweredRule? {
    guard isDeep || !rule.isDeep else { return nil }
    var renamings: [(LoweredRule.Renaming, Steps)] = []
    var parts = rule.parts
    for index in parts.indices {
      guard enter(parts[index]) else { return nil }
      let inner = inside(parts[index].changed, in: parts[index].way)
      parts[index].rendered = inside(parts[index].measured, in: parts[index].way)
      if !keepsContents(parts[index]) { parts[index].rendered.formUnion(inner) }
      let part = parts[index]
      let renaming = part.renaming
      if let renaming, mayEnterRenamed(renaming, in: part.way) {
        renamings.append((renaming, part.way))
      }
      if let new = part.single?.newKey, let step = inner.first.flatMap({ entered[part.way]?[$0] }) {
        // What was done inside of it isn't seen in its text.
        entered[part.way]?[new] = step.renamed(to: new)
      }
      if part.keepsArrays, part.changed.isDisjoint(with: names[part.way] ?? []) {
        wrapped[part.way, default: []].formUnion(part.changed)
      } else {
        wrapped[part.way]?.subtract(part.changed)
      }
      // What is written out isn't gone into any more.
      wrapped[part.way]?.subtract(part.rendered)
      renamed.forget(part.changed.union(part.rendered), in: part.way)
      names[part.way, default: []].formUnion(part.changed.union(part.rendered))
      changed[part.way, default: []].formUnion(part.changed)
      hasBelow = hasBelow || part.isBelow
      makesValues = makesValues || part.steps.contains(where: \.makesValues)
      questions[part.way, default: 0] += part.steps.reduce(0) { $0 + $1.questionCount }
    }
    measuresAny = measuresAny || parts.contains { !$0.measured.isEmpty }
    if measuresAny, hasBelow { return nil }
    // All that a rule does happens at once, so only the next rule finds new keys.
    for (renaming, way) in renamings { renamed.add(renaming, in: way) }
    // At any depth is inside of those members too.
    return !hasBelow || !entersAny && !makesValues ? LoweredRule(parts) : nil
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
    case .wrap(let key, _)?: return part.keepsArrays && entered[key]?.isArray == true
    case .concat(let keys, let target)?: return keys.contains(target) || entered[target] == nil
    default: return false
    }
  }

  /// Programs in programs call each other, so there are few.
  private static let mostLevels = 8

  /// Whether all on a way are entered, and not changed themselves.
  private mutating func enter(_ part: LoweredRule.Part) -> Bool {
    guard part.way.count <= Self.mostLevels else { return false }
    for (index, step) in part.way.enumerated() {
      let outer = Array(part.way[..<index])
      let mayBe =
        part.renamed.contains(index) || renamed.isNew(step.key, in: outer)
        || step.isArray && wrapped[outer]?.contains(step.key) == true
      guard mayBe || names[outer]?.contains(step.key) != true,
        entered[outer, default: [:]][step.key] ?? step == step
      else { return false }
      entered[outer, default: [:]][step.key] = step
    }
    return true
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

/// An object that is made where it is missing, as rules put members into it.
private struct ObjectDraft {
  /// Which of those it is that the program around makes.
  let number: Int
  private var members: [(key: [UInt8], value: FlatValue)] = []
  private var isKnown = true

  /// Each version has an object of its own, so they are small.
  private static let most = 64

  init(number: Int) { self.number = number }

  /// Nil where that depends on more than what is put.
  var value: FlatValue? { isKnown ? FlatValue(members: members) : nil }

  mutating func take(_ part: LoweredRule.Part) {
    if !isKnown { return }
    if part.isPutting, part.steps.count == 1, part.steps[0].put(into: &members) {
      isKnown = members.count <= Self.most
      return
    }
    if part.steps.contains(where: \.addsAny)
      || members.contains(where: { part.names.contains($0.key) })
    {
      isKnown = false
    }
  }
}

/// Writes the program of one short way.
private struct ShortWayWriter: ~Copyable {
  /// A program: that of the root, or one for what is in a member.
  private final class Level {
    /// How one comes here from the level around, and what is asked there before; nil for the root.
    let step: JSONPath.Step?
    let guarding: FlatCondition?
    var program = FlatProgram.Builder()
    private(set) var inner: [Level] = []
    /// Whether documents of the version at hand are told to run it.
    private var isBegun = false
    /// What comes to be here where the object is missing, for each place where it is made.
    private var drafts: [ObjectDraft] = []
    private var isCreated = false

    init(_ step: JSONPath.Step?, where condition: FlatCondition? = nil) {
      (self.step, guarding) = (step, condition)
      if step?.areValues == true {
        program.runForValues()
      } else if step?.isArray == true {
        program.runForElements()
      }
    }

    /// The level behind a step, which documents run from now on where a condition holds; unless
    /// they do so already if they come here with the member's old key.
    func enter(
      _ step: JSONPath.Step, where condition: FlatCondition? = nil, isRenamed: Bool = false
    ) -> Level {
      let number = inner.firstIndex { $0.step == step && $0.guarding == condition } ?? inner.count
      if number == inner.count { inner.append(Level(step, where: condition)) }
      let level = inner[number]
      if !level.isBegun, !isRenamed {
        program.enter(step.key, by: number, from: level.program.entry, where: condition)
        level.isBegun = true
      }
      return level
    }

    /// Another version begins.
    func begin() {
      isBegun = false
      isCreated = false
      for level in inner { level.begin() }
    }

    func write(_ part: LoweredRule.Part) {
      for index in drafts.indices { drafts[index].take(part) }
      for step in part.steps {
        var count = program.creationCount
        let step = step.replacingCreations { key, condition in
          let level = enter(JSONPath.Step(key: key, isArray: false), where: condition)
          if level.isCreated { return .add(key, FlatValue(members: []), replacesNull: false) }
          level.isCreated = true
          level.drafts.append(ObjectDraft(number: count))
          count += 1
          return .create(key, where: condition)
        }
        program.add([step])
      }
    }

    func end() {
      program.end()
      for level in inner { level.end() }
    }

    /// Nil where a program names one of the keys that documents don't have.
    func build(refusing keys: Set<[UInt8]>) -> FlatProgram? {
      var programs: [FlatProgram] = []
      for level in inner {
        // What is done elsewhere isn't done in an object that is made here.
        let isAlone = !inner.contains { $0 !== level && $0.step?.key == level.step?.key }
        for draft in level.drafts {
          program.fill(draft.number, with: isAlone ? draft.value : nil)
        }
        level.program.refuse(keys)
        guard let program = level.build(refusing: keys) else { return nil }
        programs.append(program)
      }
      return program.build(inner: programs)
    }
  }

  /// The steps from a version on, up to the target or to where they are written down already.
  private struct StepRun {
    var versions: [Version] = []
    /// The rules of all steps, and how many there are up to the end of each step.
    var rules: [LoweredRule] = []
    var ends: [Int] = []
    var next: FlatProgram.EntryPoint?

    /// The ways to renamed members under their old keys that later rules go through.
    var insideRenamed: Set<[JSONPath.Step]> {
      var ways: Set<[JSONPath.Step]> = []
      for part in rules.lazy.flatMap(\.parts) {
        for count in part.renamed { ways.insert(Array(part.way[...count])) }
      }
      return ways
    }
  }

  private let format: Format
  private let lowering: Lowering
  private var choice: RuleChoice
  private let root = Level(nil)
  private var entries: [Version: FlatProgram.EntryPoint] = [:]
  /// The versions whose way can't be written down.
  private var others: Set<Version> = []
  /// Whether a rule was for elements of arrays, written or not.
  private(set) var hasDeepRules = false

  init(format: Format, lowering: Lowering, choice: RuleChoice) {
    (self.format, self.lowering, self.choice) = (format, lowering, choice)
  }

  mutating func program(to target: Version, from source: Version?) -> FlatProgram? {
    defer { hasDeepRules = hasDeepRules || choice.hasDeepRules }
    // By itself: under the thread sanitizer the compiler breaks on what is changed behind
    // `self.root`.
    let root = root
    if let each = format.each {
      if each.path.isWildcard {
        root.program.runForElements()
      } else if let names = each.path.plainNames {
        root.program.run(at: names)
      } else {
        return nil
      }
    }
    if lowering.isForElements { root.program.runForElements() }
    guard format.shapes.isEmpty, format.when.map({ $0.holdsForObjects || $0.texts != nil }) ?? true,
      !format.chain.hasPatterns,
      format.at.count <= 1, format.at.allSatisfy({ $0.names?.count == 1 })
    else { return nil }
    // An array says no version.
    let place = lowering.isForElements ? nil : format.at.first?.names?.first?.text
    if let place { choice.reserve(place) }
    for (key, text) in format.when?.texts ?? [] {
      choice.reserve(key)
      root.program.require(key, is: text)
    }
    let chain = format.chain
    for version in chain.versions where version != target && chain.leads(from: version, to: target)
    {
      if entries[version] == nil, !others.contains(version) {
        write(from: version, to: target, place)
      }
    }
    for name in choice.asked.root { root.program.name(name) }
    root.program.refuse(choice.awaited)
    root.program.refuse(repeated: choice.asked.inner)
    if let place {
      var versions = entries.map { (value: $0.json, entry: $1) }
      versions.append((target.json, .current))
      guard root.program.start(place, versions, isPartial: !others.isEmpty) else { return nil }
    }
    let missing: Version? = if case .version(let version) = format.missing { version } else { nil }
    if let version = source ?? missing, let entry = entries[version] {
      root.program.start(without: entry)
    }
    guard place != nil || !entries.isEmpty, !lowering.isForElements || choice.writesAny,
      !choice.isDeep || choice.entersAny || choice.hasBelow
    else { return nil }
    return build()
  }

  /// Nil where a program names a key that a rule waits for which is left out.
  private func build() -> FlatProgram? {
    // What may stand once below the root isn't counted in what has a program of its own.
    root.build(refusing: choice.awaited.union(choice.asked.inner))
  }

  /// Chooses the rules of the steps from a version on; nil where a rule can't be chosen.
  private mutating func way(from start: Version, to target: Version) -> StepRun? {
    let before = choice
    choice.begin()
    var way = StepRun()
    if follow(&way, from: start, to: target) { return way }
    others.formUnion(way.versions)
    let hasDeepRules = choice.hasDeepRules
    choice = before
    self.hasDeepRules = self.hasDeepRules || hasDeepRules
    return nil
  }

  private mutating func follow(_ way: inout StepRun, from start: Version, to target: Version)
    -> Bool
  {
    let chain = format.chain
    var version = start
    while version != target {
      if let entry = entries[version] {
        way.next = entry
        // Programs for elements can't go on elsewhere.
        return !choice.entersAny
      }
      way.versions.append(version)
      guard !others.contains(version), let number = chain.step(from: version) else { return false }
      let step = chain.steps[number]
      for rule in step.rules {
        switch choice.choose(rule, lowering) {
        case .written(let rule): way.rules.append(rule)
        case .leftOut: break
        case nil: return false
        }
      }
      way.ends.append(way.rules.count)
      version = step.to
    }
    return true
  }

  /// Writes the steps from a version on, if they can be.
  private mutating func write(from start: Version, to target: Version, _ place: [UInt8]?) {
    guard let way = way(from: start, to: target) else { return }
    // As above.
    let root = root
    var next = 0
    let inside = way.insideRenamed
    let chain = format.chain
    for (index, version) in way.versions.enumerated() {
      entries[version] = root.program.entry
      let steps = chain.steps(from: version, to: target) ?? []
      root.program.note(root.program.entry, steps.map { chain.steps[$0].file })
      root.begin()
      while next < way.ends[index] {
        write(way.rules[next], inside)
        next += 1
      }
    }
    if let next = way.next {
      root.program.go(to: next)
      return
    }
    if let place, format.isStamped {
      root.program.add([.set(place, FlatValue(target.json))])
    }
    root.end()
  }

  /// Writes a rule; `inside` are the steps to old keys that later rules go through.
  private func write(_ rule: LoweredRule, _ inside: Set<[JSONPath.Step]>) {
    for part in rule.parts {
      var level = root
      for (count, step) in part.way.enumerated() {
        level = level.enter(
          step, where: part.guards[count], isRenamed: part.renamed.contains(count))
      }
      level.write(choice.finished(part))
      guard let renaming = part.renaming else { continue }
      for step in JSONPath.Step.all(to: renaming.old) where inside.contains(part.way + [step]) {
        _ = level.enter(step)
      }
    }
  }
}

extension Format {
  /// Whether documents may be arrays that are migrated as a whole: they hold no version.
  fileprivate var mayBeArray: Bool { each == nil && when == nil && !isStamped }
}

extension Condition {
  /// Whether it asks for no more than the short way does: that the document is an object.
  fileprivate var holdsForObjects: Bool { "\(condition)" == "type(@) == 'object'" }

  /// The texts that members have to be, if that is all it asks: `@.type == 'order'`.
  package var texts: [(key: [UInt8], text: [UInt8])]? { condition.expression.texts }
}

extension PathCondition {
  fileprivate var texts: [(key: [UInt8], text: [UInt8])]? {
    switch self {
    case .and(let parts):
      let texts = parts.compactMap(\.texts)
      return texts.count == parts.count ? texts.flatMap { $0 } : nil
    case .comparison(.query(let query), .equal, .literal(.text(let text))),
      .comparison(.literal(.text(let text)), .equal, .query(let query)):
      guard query.root == .scope, query.segments.count == 1, let name = query.segments[0].name
      else { return nil }
      return [(name, text)]
    default: return nil
    }
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

extension JSONPath.Step {
  func renamed(to key: [UInt8]) -> JSONPath.Step {
    JSONPath.Step(key: key, isArray: isArray, areValues: areValues)
  }

  /// Whatever may be done behind a key.
  fileprivate static func all(to key: [UInt8]) -> [JSONPath.Step] {
    [
      JSONPath.Step(key: key, isArray: false), JSONPath.Step(key: key, isArray: true),
      JSONPath.Step(key: key, isArray: true, areValues: true),
    ]
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
