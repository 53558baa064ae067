internal import JSONText

/// A plan's short way, for documents in which only members of the root are touched, or of the elements
/// of arrays in it, such as `items[*].price`.
///
/// It is written down once from checked rules, as a program for flat documents. What that doesn't take
/// goes through the engine, so this may leave out whatever is rare. What it takes has to come out the
/// same.
///
/// A rule that no step can say is left out where it waits for a key: the program is then for documents
/// without that key, in which the rule finds nothing. Steps with any other rule are for the engine, and
/// so are the documents of all versions whose way leads over them.
struct ShortWay {
  /// The program for documents in which nothing is to be done below the root, and the one for others.
  let root: FlatProgram?
  let deep: FlatProgram?

  init(_ rules: RuleSet, to target: Version, from source: Version?) {
    var hasDeepRules = false
    func program(isDeep: Bool) -> FlatProgram? {
      // A key that the program itself names can't be refused.
      for leavesOut in [true, false] {
        var writer = ShortWayWriter(
          format: rules.format, lowering: Lowering(symbols: rules.symbols),
          choice: RuleChoice(leavesOut: leavesOut, isDeep: isDeep))
        let program = writer.program(to: target, from: source)
        hasDeepRules = hasDeepRules || writer.hasDeepRules
        if let program { return program }
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
  private(set) var asked = Needs.Way()
  /// A name in the root is that of a member or that of an array whose elements are changed.
  private var rootNames: Set<[UInt8]> = []
  private(set) var arrays: Set<[UInt8]> = []
  /// How many questions are asked of the root, and of the elements of each array.
  private var rootQuestions = 0
  private var questions: [[UInt8]: Int] = [:]

  /// Whether a rule was for elements of arrays, written or not.
  private(set) var hasDeepRules = false

  init(leavesOut: Bool, isDeep: Bool) { (self.leavesOut, self.isDeep) = (leavesOut, isDeep) }

  mutating func reserve(_ name: [UInt8]) { rootNames.insert(name) }

  /// Nil where the rule can neither be written down nor left out.
  mutating func choose(_ rule: Rule, _ lowering: Lowering) -> Kind? {
    // A question that isn't asked is the cheapest, so where there are many no more are added.
    if rule.asks, asksMuch, leaveOut(rule) { return .leftOut }
    if let lowered = lowering.lower(rule) {
      hasDeepRules = hasDeepRules || lowered.isDeep
      if take(lowered) { return .written(lowered) }
    }
    return leaveOut(rule) ? .leftOut : nil
  }

  private mutating func take(_ rule: LoweredRule) -> Bool {
    guard isDeep || !rule.isDeep else { return false }
    for part in rule.parts {
      if let array = part.array {
        guard !rootNames.contains(array) else { return false }
        arrays.insert(array)
      } else {
        guard arrays.isDisjoint(with: part.names) else { return false }
        rootNames.formUnion(part.names)
      }
    }
    for part in rule.parts {
      let count = part.steps.reduce(0) { $0 + $1.questionCount }
      if let array = part.array {
        questions[array, default: 0] += count
      } else {
        rootQuestions += count
      }
    }
    return true
  }

  private var asksMuch: Bool {
    rootQuestions >= FlatStep.mostQuestions
      || questions.contains { $0.value >= FlatStep.mostQuestions }
  }

  private mutating func leaveOut(_ rule: Rule) -> Bool {
    guard leavesOut else { return false }
    let needs = rule.needs
    guard let keys = needs.keys.first, let way = needs.way else { return false }
    awaited.formUnion(keys)
    asked.root.formUnion(way.root)
    asked.inner.formUnion(way.inner)
    return true
  }
}

/// Writes the program of one short way.
private struct ShortWayWriter: ~Copyable {
  /// The program for the elements of an array in the root.
  private final class Inner {
    let array: [UInt8]
    var program = FlatProgram.Builder()
    /// Whether documents of the version at hand are told to run it.
    var isBegun = false

    init(_ array: [UInt8]) { self.array = array }
  }

  /// The steps from a version on, up to the target or to where they are written down already.
  private struct Way {
    var versions: [Version] = []
    /// The rules of all steps, and how many there are up to the end of each step.
    var rules: [LoweredRule] = []
    var ends: [Int] = []
    var next: FlatProgram.Entry?
  }

  private let format: Format
  private let lowering: Lowering
  private var choice: RuleChoice
  private var program = FlatProgram.Builder()
  private var inner: [Inner] = []
  private var entries: [Version: FlatProgram.Entry] = [:]
  /// The versions whose way can't be written down.
  private var others: Set<Version> = []
  /// Whether a rule was for elements of arrays, written or not.
  private(set) var hasDeepRules = false

  init(format: Format, lowering: Lowering, choice: RuleChoice) {
    (self.format, self.lowering, self.choice) = (format, lowering, choice)
  }

  mutating func program(to target: Version, from source: Version?) -> FlatProgram? {
    defer { hasDeepRules = hasDeepRules || choice.hasDeepRules }
    if let each = format.each {
      guard each.path.isWildcard else { return nil }
      program.runForElements()
    }
    guard format.shapes.isEmpty, format.when?.holdsForObjects ?? true, !format.chain.hasPatterns,
      format.at.count <= 1, format.at.allSatisfy({ $0.names?.count == 1 })
    else { return nil }
    let place = format.at.first?.names?.first?.text
    if let place { choice.reserve(place) }
    let chain = format.chain
    for version in chain.versions where version != target && chain.leads(from: version, to: target)
    {
      if entries[version] == nil, !others.contains(version),
        !write(from: version, to: target, place)
      {
        return nil
      }
    }
    for name in choice.asked.root { program.name(name) }
    program.refuse(choice.awaited)
    program.refuse(repeated: choice.asked.inner)
    if let place {
      var versions = entries.map { (value: $0.json, entry: $1) }
      versions.append((target.json, .current))
      guard program.start(place, versions, isPartial: !others.isEmpty) else { return nil }
    }
    let missing: Version? = if case .version(let version) = format.missing { version } else { nil }
    if let version = source ?? missing, let entry = entries[version] {
      program.start(without: entry)
    }
    guard place != nil || !entries.isEmpty, !choice.isDeep || !inner.isEmpty else { return nil }
    return build()
  }

  /// Nil where a program names a key that a rule waits for which is left out.
  private func build() -> FlatProgram? {
    var programs: [FlatProgram] = []
    for inner in inner {
      inner.program.refuse(choice.awaited)
      guard let program = inner.program.build() else { return nil }
      programs.append(program)
    }
    return program.build(inner: programs)
  }

  /// Chooses the rules of the steps from a version on; nil where a rule can't be chosen.
  private mutating func way(from start: Version, to target: Version) -> Way? {
    let before = choice
    var way = Way()
    if follow(&way, from: start, to: target) { return way }
    others.formUnion(way.versions)
    let hasDeepRules = choice.hasDeepRules
    choice = before
    self.hasDeepRules = self.hasDeepRules || hasDeepRules
    return nil
  }

  private mutating func follow(_ way: inout Way, from start: Version, to target: Version) -> Bool {
    let chain = format.chain
    var version = start
    while version != target {
      if let entry = entries[version] {
        way.next = entry
        // Programs for elements can't go on elsewhere.
        return choice.arrays.isEmpty
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

  /// Writes the steps from a version on; false where the target's stamp can't be written.
  private mutating func write(
    from start: Version, to target: Version, _ place: [UInt8]?
  ) -> Bool {
    guard let way = way(from: start, to: target) else { return true }
    var next = 0
    let chain = format.chain
    for (index, version) in way.versions.enumerated() {
      entries[version] = program.entry
      let steps = chain.steps(from: version, to: target) ?? []
      program.note(program.entry, steps.map { chain.steps[$0].file })
      for inner in inner { inner.isBegun = false }
      while next < way.ends[index] {
        write(way.rules[next])
        next += 1
      }
    }
    if let next = way.next {
      program.go(to: next)
      return true
    }
    if let place, format.isStamped {
      guard let stamp = FlatValue(target.json) else { return false }
      program.add([.set(place, stamp)])
    }
    program.end()
    for inner in inner { inner.program.end() }
    return true
  }

  private mutating func write(_ rule: LoweredRule) {
    for part in rule.parts {
      guard let array = part.array else {
        program.add(part.steps)
        continue
      }
      let number = inner.firstIndex { $0.array == array } ?? inner.count
      if number == inner.count { inner.append(Inner(array)) }
      let inner = inner[number]
      if !inner.isBegun {
        program.change(elementsOf: array, by: number, from: inner.program.entry)
        inner.isBegun = true
      }
      inner.program.add(part.steps)
    }
  }
}

extension Condition {
  /// Whether it asks for no more than the short way does: that the document is an object.
  fileprivate var holdsForObjects: Bool { "\(condition)" == "type(@) == 'object'" }
}

extension Rule {
  /// Whether it has a condition, or a rule in it has; filters aside.
  fileprivate var asks: Bool {
    if when != nil { return true }
    if case .all(let rules) = verb.inner { return rules.contains(where: \.asks) }
    return false
  }
}
