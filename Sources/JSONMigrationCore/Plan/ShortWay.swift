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
            choice: RuleChoice(
              leavesOut: leavesOut, isDeep: isDeep,
              isRepeated: lowering.isForElements || rules.format.each != nil))
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

  /// Something is done in one of its members.
  mutating func enter(_ key: [UInt8]) {
    if members.contains(where: { $0.key == key }) { isKnown = false }
  }

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
    /// Whether that is behind rules for the member itself.
    let isLate: Bool
    var program = FlatProgram.Builder()
    private(set) var inner: [Level] = []
    /// Whether documents of the version at hand are told to run it.
    private var isBegun = false
    /// What comes to be here where the object is missing, for each place where it is made.
    private var drafts: [ObjectDraft] = []
    /// Those before it are of documents that go another way.
    private var firstDraft = 0
    private var isCreated = false

    init(
      _ step: JSONPath.Step?, where condition: FlatCondition? = nil, isLate: Bool = false
    ) {
      (self.step, guarding, self.isLate) = (step, condition, isLate)
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
      let known = inner.firstIndex {
        $0.step == step && $0.guarding == condition && !$0.isLate
      }
      let number = known ?? inner.count
      if number == inner.count { inner.append(Level(step, where: condition)) }
      let level = inner[number]
      if !level.isBegun, !isRenamed {
        program.enter(step.key, by: number, from: level.program.entry, where: condition)
        level.isBegun = true
      }
      return level
    }

    /// A level for what is done in a member as it is then.
    func enterLate(
      _ step: JSONPath.Step, _ late: LoweredRule.Part.Late, where condition: FlatCondition?
    ) -> Level {
      for index in firstDraft..<drafts.count { drafts[index].enter(step.key) }
      if late == .further, let level = inner.last(where: { $0.isLate && $0.step == step }) {
        return level
      }
      let level = Level(step, where: condition, isLate: true)
      let run = FlatStep.run(step.key, program: inner.count)
      program.add(condition.map { [.ask($0, [run])] } ?? [run])
      inner.append(level)
      return level
    }

    /// Documents begin that have nothing to do with those before.
    func beginRun() {
      firstDraft = drafts.count
      for level in inner { level.beginRun() }
    }

    /// Another version begins.
    func begin() {
      isBegun = false
      isCreated = false
      for level in inner { level.begin() }
    }

    func write(_ part: LoweredRule.Part) {
      for index in firstDraft..<drafts.count { drafts[index].take(part) }
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
      for step in part.entered {
        let level = enter(step)
        guard let number = inner.firstIndex(where: { $0 === level }) else { continue }
        program.add([.enter(step.key, program: number, from: level.program.entry)])
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
      choice.beginStep()
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
    root.beginRun()
    let inside = way.insideRenamed
    let chain = format.chain
    for (index, version) in way.versions.enumerated() {
      entries[version] = root.program.entry
      if let step = chain.step(from: version) {
        root.program.note(root.program.entry, chain.steps[step].file)
      }
      root.begin()
      while next < way.ends[index] {
        write(way.rules[next], inside)
        next += 1
      }
    }
    root.program.endNotes(goingOnAt: way.next)
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
        if let late = part.late[count] {
          level = level.enterLate(step, late, where: part.guards[count])
          continue
        }
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
