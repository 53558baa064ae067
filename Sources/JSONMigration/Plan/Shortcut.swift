internal import JSONText

/// A plan's short way, for documents in which only members of the root are touched, if they are
/// asked for nothing but members of the root.
///
/// It is written down once from checked rules, as a program for flat documents. What that doesn't
/// take goes the long way, through the engine, so this may leave out whatever is rare. What it takes
/// has to come out the same.
///
/// Rules for the elements of an array in the root, such as `items[*].price`, are written down as a
/// program of their own, where that is asked for: it is run on one element after the other. There,
/// conditions and filters ask for members of the element.
///
/// A rule that reaches deeper is left out where it waits for a key: the program is for documents
/// without that key then, and in those the rule finds nothing. Steps with any other rule are for the
/// engine, and so are the documents of all versions whose way leads over them.
struct Shortcut: ~Copyable {
  var program = FlatProgram.Builder()
  private var entries: [Version: FlatProgram.Entry] = [:]
  /// The versions whose way can't be written down.
  private var others: Set<Version> = []
  let rules: RuleSet
  /// Whether rules are left out.
  private let leavesOut: Bool
  /// The keys that rules wait for which are left out, and the names on the way to them.
  private var awaited: Set<[UInt8]> = []
  private var asked = Needs.Way()
  /// The names that the rule at hand has used.
  var used: Set<Used> = []
  /// Whether rules may be for the elements of arrays, and the programs for those.
  let isDeep: Bool
  var inner: [InnerShortcut] = []
  /// Which of them the rule at hand is for, and whether its scope says so.
  var place: Int?
  var isScoped = false
  /// Whether it may be for none of them.
  var staysInRoot = false
  /// Where elements go that the path at hand leaves out.
  var leftOut: [FlatProgram.Builder.Exit] = []
  /// Whether that rule fails where its source is missing.
  var isNeeded = false
  /// All names in the root that rules have used.
  var rootNames: Set<[UInt8]> = []

  /// The program for the rules; nil where there is none.
  ///
  /// One that isn't deep is for documents in which nothing is to be done below the root, a deep one
  /// for others.
  static func program(
    for rules: RuleSet, to target: Version, from source: Version?, isDeep: Bool = false
  ) -> FlatProgram? {
    let chain = rules.format.chain
    if isDeep, !chain.steps.contains(where: { $0.rules.contains(where: \.mayReachElements) }) {
      return nil
    }
    // A key that the program itself names can't be refused.
    for leavesOut in [true, false] {
      var shortcut = Shortcut(rules, leavesOut: leavesOut, isDeep: isDeep)
      if shortcut.write(to: target, from: source), let program = shortcut.build() {
        return program
      }
    }
    return nil
  }

  private init(_ rules: RuleSet, leavesOut: Bool, isDeep: Bool) {
    self.rules = rules
    self.leavesOut = leavesOut
    self.isDeep = isDeep
  }

  private func build() -> FlatProgram? {
    if isDeep, inner.isEmpty { return nil }
    var programs: [FlatProgram] = []
    for inner in inner {
      guard let program = inner.build(refusing: awaited) else { return nil }
      programs.append(program)
    }
    return program.build(inner: programs)
  }

  private mutating func write(to target: Version, from source: Version?) -> Bool {
    let format = rules.format
    if let each = format.each {
      guard each.path.isWildcard else { return false }
      program.runForElements()
    }
    guard format.shapes.isEmpty, format.when == nil, !format.chain.hasPatterns,
      format.at.count <= 1, format.at.allSatisfy({ $0.names?.count == 1 })
    else { return false }
    let place = format.at.first?.names?.first
    let chain = format.chain
    for version in chain.versions where version != target && chain.leads(from: version, to: target)
    {
      let start = mark
      let known = entries
      if !write(from: version, to: target, place) {
        remove(from: start)
        others.formUnion(entries.keys.filter { known[$0] == nil })
        others.insert(version)
        entries = known
      }
    }
    for name in asked.root { _ = program.name(name) }
    program.refuse(awaited)
    program.refuse(repeated: asked.inner)
    if let place {
      if inner.contains(where: { $0.array == place.text }) { return false }
      var versions = entries.map { (value: $0.json, entry: $1) }
      versions.append((target.json, .current))
      let name = program.name(place.text)
      guard program.start(name, versions, isPartial: !others.isEmpty) else { return false }
    }
    let missing: Version? = if case .version(let version) = format.missing { version } else { nil }
    if let version = source ?? missing, let entry = entries[version] {
      program.start(without: entry)
    }
    return place != nil || !entries.isEmpty
  }

  /// The steps from one version on, up to where they are written down already.
  private mutating func write(from start: Version, to target: Version, _ place: Name?) -> Bool {
    let chain = rules.format.chain
    var version = start
    for inner in inner { inner.isBegun = false }
    while version != target {
      if let entry = entries[version] {
        // Programs for elements can't follow.
        if version != start, !inner.isEmpty { return false }
        if version != start { program.go(to: entry) }
        return true
      }
      if others.contains(version) { return false }
      entries[version] = program.entry
      for inner in inner { inner.isBegun = false }
      guard let index = chain.step(from: version) else { return false }
      for rule in chain.steps[index].rules {
        // Questions that nobody has to ask are the cheapest, so where there are many those are left.
        let asksMuch = rule.asks && !asksLittle
        guard asksMuch && leaveOut(rule) || shorten(rule) || leaveOut(rule) else { return false }
      }
      version = chain.steps[index].to
    }
    if let place, rules.format.isStamped,
      !program.set(program.name(place.text), value: target.json)
    {
      return false
    }
    program.end()
    for inner in inner { inner.program.end() }
    return true
  }

  private var asksLittle: Bool {
    program.isForMoreTests && inner.allSatisfy { $0.program.isForMoreTests }
  }

  private mutating func shorten(_ rule: Rule) -> Bool {
    let start = mark
    if write(rule) { return true }
    remove(from: start)
    return false
  }

  private mutating func write(_ rule: Rule) -> Bool {
    defer { leave() }
    guard let scopes = rule.scopes else { return writeInScope(rule) }
    guard scopes.count == 1, let scope = scopes[0].path.children, enter(scope.parent) else {
      return false
    }
    isScoped = true
    return asking(scope.condition) { $0.writeInScope(rule) }
  }

  private mutating func writeInScope(_ rule: Rule) -> Bool {
    asking(rule.when?.condition.expression) { way in
      guard let block = rule.verb as? Block else { return way.write(rule.verb, of: rule) }
      return block.undone == nil
        && block.rules.allSatisfy { $0.scopes == nil && way.writeInScope($0) }
    }
  }

  private mutating func write(_ verb: any Verb, of rule: Rule) -> Bool {
    used.removeAll()
    isNeeded = rule.ifMissing == .fail
    let isWritten = verb.shorten(&self, isNeeded: isNeeded)
    // What is asked in a block is asked of its scope.
    if !isScoped { leave() }
    return isWritten
  }

  /// Writes something down that is to be done where a condition holds.
  private mutating func asking(
    _ condition: PathCondition?, _ body: (inout Shortcut) -> Bool
  ) -> Bool {
    guard let condition else { return body(&self) }
    used.removeAll()
    guard let exits = ask(condition) else { return false }
    // A question in the root can't be answered in an array.
    let stayed = staysInRoot
    if !isScoped { staysInRoot = true }
    defer { staysInRoot = stayed }
    guard body(&self) else { return false }
    program.lead(exits)
    return true
  }

  /// Asks the root, or the elements of the array at hand.
  ///
  /// Nil where it asks for more than their members, or for what the rule at hand has named, since that
  /// may be another by now.
  mutating func ask(_ condition: PathCondition) -> [FlatProgram.Builder.Exit]? {
    guard let condition = FlatCondition(condition) else { return nil }
    for text in condition.names {
      let known = program.known(text)
      if let known, used.contains(Used(place: place, name: known)) { return nil }
      if place == nil, !nameInRoot(text) { return nil }
    }
    return program.ask(condition)
  }

  private mutating func leaveOut(_ rule: Rule) -> Bool {
    guard leavesOut, let keys = rule.needs.keys.first, let way = rule.needs.way else {
      return false
    }
    awaited.formUnion(keys)
    asked.root.formUnion(way.root)
    asked.inner.formUnion(way.inner)
    return true
  }
}

extension Rule {
  /// Whether it may have something to do with all elements of an array.
  fileprivate var mayReachElements: Bool {
    scopes != nil || reach.places.contains { $0.contains(.every) }
  }

  /// Whether it has a condition, or a rule in it has; filters aside.
  fileprivate var asks: Bool {
    when != nil || (verb as? Block)?.rules.contains(where: \.asks) == true
  }
}
