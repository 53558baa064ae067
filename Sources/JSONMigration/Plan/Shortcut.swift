internal import JSONText

/// A plan's short way, for documents in which only members of the root are touched.
///
/// It is written down once from checked rules, as a program for flat documents. What that doesn't
/// take goes the long way, through the engine, so this may leave out whatever is rare. What it takes
/// has to come out the same.
///
/// A rule that reaches deeper is left out where it waits for a key: the program is for documents
/// without that key then, and in those the rule finds nothing. Steps with any other rule are for the
/// engine, and so are the documents of all versions whose way leads over them.
struct Shortcut: ~Copyable {
  private var program = FlatProgram.Builder()
  private var entries: [Version: FlatProgram.Entry] = [:]
  /// The versions whose way can't be written down.
  private var others: Set<Version> = []
  private let rules: RuleSet
  /// Whether rules are left out.
  private let leavesOut: Bool
  /// The keys that rules wait for which are left out, and the names on the way to them.
  private var awaited: Set<[UInt8]> = []
  private var asked = Needs.Way()
  /// The names that the rule at hand has used.
  private var used: Set<FlatProgram.Name> = []

  /// The program for the rules; nil where there is none.
  static func program(
    for rules: RuleSet, to target: Version, from source: Version?
  ) -> FlatProgram? {
    // A key that the program itself names can't be refused.
    for leavesOut in [true, false] {
      var shortcut = Shortcut(rules, leavesOut: leavesOut)
      if shortcut.write(to: target, from: source), let program = shortcut.program.build() {
        return program
      }
    }
    return nil
  }

  private init(_ rules: RuleSet, leavesOut: Bool) {
    self.rules = rules
    self.leavesOut = leavesOut
  }

  private mutating func write(to target: Version, from source: Version?) -> Bool {
    let format = rules.format
    if let each = format.each {
      guard each.path.isWildcard else { return false }
      program.runForElements()
    }
    guard format.shapes.isEmpty, format.at.count <= 1,
      format.at.allSatisfy({ $0.names.count == 1 })
    else { return false }
    let place = format.at.first?.names.first
    let chain = format.chain
    for version in chain.versions where version != target && chain.leads(from: version, to: target)
    {
      let start = program.entry
      let known = entries
      if !write(from: version, to: target, place) {
        program.remove(from: start)
        others.formUnion(entries.keys.filter { known[$0] == nil })
        others.insert(version)
        entries = known
      }
    }
    for name in asked.root { _ = program.name(name) }
    program.refuse(awaited)
    program.refuse(repeated: asked.inner)
    if let place {
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
    while version != target {
      if let entry = entries[version] {
        if version != start { program.go(to: entry) }
        return true
      }
      if others.contains(version) { return false }
      entries[version] = program.entry
      guard let index = chain.step(from: version) else { return false }
      for rule in chain.steps[index].rules {
        guard shorten(rule) || leaveOut(rule) else { return false }
      }
      version = chain.steps[index].to
    }
    if let place, rules.format.isStamped,
      !program.set(program.name(place.text), value: target.json)
    {
      return false
    }
    program.end()
    return true
  }

  private mutating func shorten(_ rule: Rule) -> Bool {
    guard rule.scopes == nil, rule.when == nil else { return false }
    used.removeAll()
    let start = program.entry
    if rule.verb.shorten(&self, isNeeded: rule.ifMissing == .fail) { return true }
    program.remove(from: start)
    return false
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

// MARK: - For verbs

extension Shortcut {
  /// The name that a query asks the root for; nil where it asks for anything else, or where the rule
  /// has named it before: then its order would matter.
  mutating func source(_ query: Query, isNeeded: Bool) -> FlatProgram.Name? {
    guard let names = query.path.plainNames, names.count == 1, let name = unused(names[0])
    else { return nil }
    if isNeeded { program.need(name) }
    return name
  }

  /// The name of a new member of the root.
  mutating func target(_ name: Name) -> FlatProgram.Name? { unused(name.text) }

  /// The member of the root that a slot leads to.
  mutating func member(_ slot: Slot) -> FlatProgram.Name? {
    guard case .target(let target) = slot, target.names.count == 1 else { return nil }
    return unused(target.names[0].text)
  }

  private mutating func unused(_ text: [UInt8]) -> FlatProgram.Name? {
    let name = program.name(text)
    return used.insert(name).inserted ? name : nil
  }

  func text(of constant: Constant) -> [UInt8] { rules.symbols.values[constant.number] }

  mutating func rename(_ name: FlatProgram.Name, to target: FlatProgram.Name) {
    program.rename(name, to: target)
  }

  mutating func drop(_ name: FlatProgram.Name) { program.drop(name) }

  mutating func add(_ name: FlatProgram.Name, _ value: Constant, replacesNull: Bool) -> Bool {
    program.add(name, value: text(of: value), replacesNull: replacesNull)
  }

  mutating func set(_ name: FlatProgram.Name, _ value: Constant) -> Bool {
    program.set(name, value: text(of: value))
  }

  mutating func map(
    _ name: FlatProgram.Name, _ cases: [(value: [UInt8], result: [UInt8])],
    otherwise: FlatProgram.Builder.Otherwise
  ) -> Bool {
    program.map(name, cases, otherwise: otherwise)
  }

  mutating func split(
    _ name: FlatProgram.Name, by separator: [UInt8], into targets: [FlatProgram.Name],
    takesRest: Bool
  ) -> Bool {
    program.split(name, by: separator, into: targets, takesRest: takesRest)
  }
}
