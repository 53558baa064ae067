internal import JSONText

/// A plan's short way, for documents in which only members of the root are touched.
///
/// It is written down once from checked rules, as a program for flat documents. What that doesn't
/// take goes the long way, through the engine, so this may leave out whatever is rare. What it takes
/// has to come out the same.
struct Shortcut: ~Copyable {
  private var program = FlatProgram.Builder()
  private var entries: [Version: FlatProgram.Entry] = [:]
  private let rules: RuleSet
  /// The names that the rule at hand has used.
  private var used: Set<FlatProgram.Name> = []

  /// The program for the rules; nil where some rule of the way is not for it.
  static func program(
    for rules: RuleSet, to target: Version, from source: Version?
  ) -> FlatProgram? {
    var shortcut = Shortcut(rules)
    return shortcut.write(to: target, from: source) ? shortcut.program.build() : nil
  }

  private init(_ rules: RuleSet) { self.rules = rules }

  private mutating func write(to target: Version, from source: Version?) -> Bool {
    let format = rules.format
    guard format.each == nil, format.shapes.isEmpty, format.at.count <= 1,
      format.at.allSatisfy({ $0.names.count == 1 })
    else { return false }
    let place = format.at.first?.names.first
    let chain = format.chain
    for version in chain.versions where version != target && chain.leads(from: version, to: target)
    {
      guard write(from: version, to: target, place) else { return false }
    }
    if let place {
      var versions = entries.map { (value: $0.json, entry: $1) }
      versions.append((target.json, .current))
      guard program.start(program.name(place.text), versions) else { return false }
    }
    let missing: Version? = if case .version(let version) = format.missing { version } else { nil }
    if let version = source ?? missing, let entry = entries[version] {
      program.start(without: entry)
    }
    return !entries.isEmpty
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
      entries[version] = program.entry
      guard let index = chain.step(from: version) else { return false }
      for rule in chain.steps[index].rules {
        guard rule.scopes == nil, rule.when == nil else { return false }
        used.removeAll()
        guard rule.verb.shorten(&self, isNeeded: rule.ifMissing == .fail) else { return false }
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
