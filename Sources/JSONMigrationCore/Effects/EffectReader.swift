internal import JSONText

/// Finds what rules do to the places of documents: adds where they act to what their verbs say.
package struct EffectReader {
  typealias Site = RuleEffects.Site

  private var scopes: Scopes
  private var isCertain = true
  /// Whether it is inside of an `in`, which may lead nowhere.
  private var isScoped = false

  init(_ scopes: Scopes) { self.scopes = scopes }

  package init(_ format: Format) { self.init(Scopes(documentsAt: format.places)) }

  package func trees(_ rules: [Rule]) -> [RuleTree] { rules.flatMap { trees($0) } }

  /// What all rules do, in order.
  package func effects(_ rules: [Rule]) -> [RuleEffects] { trees(rules).flatMap(\.effects) }

  private func trees(_ rule: Rule) -> [RuleTree] {
    var inner = self
    if let queries = rule.scopes {
      inner.scopes = scopes.inside(queries)
      inner.isScoped = true
    }
    if rule.when != nil { inner.isCertain = false }
    let effects = inner.effects(rule, reads: (rule.scopes ?? []).flatMap { read($0) })
    switch rule.verb.inner {
    case .none: return [.rule(effects)]
    case .all(let rules): return [.rule(effects)] + inner.trees(rules)
    case .firstOf(let options):
      let hasElse = inner.isCertain && inner.scopes.areWhole && options.last?.when == nil
      // What an option does is certain once it was chosen.
      inner.isCertain = true
      return [
        .rule(effects), .choice(options.map { inner.trees($0.rules) }, hasElse: hasElse, rule),
      ]
    }
  }

  /// `reads` is what the rule reads to find its scopes.
  private func effects(_ rule: Rule, reads: [RuleEffects.Read]) -> RuleEffects {
    var effects = RuleEffects(
      rule: rule, scopes: scopes.places,
      isCertain: isCertain && !(isScoped && rule.leavesItsScopes))
    effects.reads =
      reads + rule.effects.queries.flatMap { read($0) }
      + rule.effects.reads.compactMap(\.source.member).flatMap { read($0) }
    for scope in scopes.places {
      var placing = Placing(scopes: scopes.at([scope]), told: rule.effects, rule: rule)
      for act in rule.effects.acts { placing.add(act) }
      effects.add(placing.effects)
    }
    return effects
  }

  /// What a query reads, where that is one place.
  private func read(_ query: Query) -> [RuleEffects.Read] {
    let places = scopes.places(of: query.path)
    guard scopes.places.count == 1, places.count == 1 else { return [] }
    let site = Site(place: places[0], isWhole: scopes.isWhole(query.path))
    return [RuleEffects.Read(site: site, range: query.range)]
  }

  /// The member that a name stands for, where there is one scope.
  private func read(_ name: Name) -> [RuleEffects.Read] {
    guard scopes.places.count == 1 else { return [] }
    let site = Site(place: scopes.places[0].member(name.text), isWhole: scopes.areWhole)
    return [RuleEffects.Read(site: site, range: name.range)]
  }
}

extension Rule {
  /// Whether it acts outside of its scopes, or takes one elsewhere, where later rules still run in
  /// it.
  fileprivate var leavesItsScopes: Bool {
    effects.queries.contains { !$0.path.isRelative }
      || effects.reads.contains { $0.leaves && $0.source.query?.path.query.segments == [] }
  }
}

/// Puts what a verb says into one scope.
private struct Placing {
  typealias Site = RuleEffects.Site
  typealias Move = RuleEffects.Move
  typealias Write = RuleEffects.Write

  let scopes: Scopes
  let told: Effects
  let rule: Rule
  var effects: RuleEffects

  init(scopes: Scopes, told: Effects, rule: Rule) {
    (self.scopes, self.told, self.rule) = (scopes, told, rule)
    effects = RuleEffects(rule: rule, scopes: scopes.places, isCertain: false)
  }

  private var scope: Place { scopes.places[0] }

  mutating func add(_ act: Effects.Act) {
    switch act {
    case .put(.read(let number), let spot, _): move(number, to: spot)
    case .put(.constant(let value), .slot(let slot), let over):
      effects.writes += writes(value.json, to: slot, over.mode, at: value.range)
    case .put(.generated(let value, _), .slot(let slot), let over):
      effects.writes += writes(value, to: slot, over.mode, at: rule.range)
    case .put: break
    case .make(let reads, let spots, let function):
      for spot in spots { make(from: reads, at: spot, by: function) }
    case .change(let query, let function):
      for site in sites(query) { change(site, by: function) }
    case .append(let value, let slot, _): append(value, to: slot)
    case .remove(let query): effects.drops += sites(query)
    case .keep(let names):
      effects.kept = ([Site(place: scope, isWhole: scopes.areWhole)], names)
    case .respell(let query, let old, let new):
      effects.spellings += sites(query).map { ($0.place, old, new) }
    case .spread(let query):
      effects.moves += sites(query).map {
        Move(from: $0, to: $0.place.parent, isOfMembers: true)
      }
    case .ask: break
    case .unknown(let query): effects.reshaped += sites(query).map(\.place)
    }
  }

  // MARK: - Where

  private func sites(_ query: Query) -> [Site] {
    let isWhole = scopes.isWhole(query.path)
    return scopes.places(of: query.path).map { Site(place: $0, isWhole: isWhole) }
  }

  private func sites(_ read: Effects.Read) -> [Site] {
    switch read.source {
    case .query(let query): sites(query)
    case .member(let name): [Site(place: scope.member(name.text), isWhole: scopes.areWhole)]
    }
  }

  /// The places of a spot; `site` is that of the read that it may stand beside.
  private func places(_ spot: Effects.Spot, for site: Site) -> [Place] {
    switch spot {
    case .slot(.target(let target)): [scopes.place(of: target, in: scope)]
    case .slot(.member(let name, let parents)):
      scopes.places(of: parents.path).map { $0.member(name.text) }
    case .slot(.places(let query)): scopes.places(of: query.path)
    case .beside(_, let name): [site.place.parent.member(name.text)]
    case .inside(let target, let name):
      [scopes.place(of: target, in: scope).member(name.text)]
    }
  }

  // MARK: - What

  private mutating func move(_ number: Int, to spot: Effects.Spot) {
    let read = told.reads[number]
    for site in sites(read) {
      for place in places(spot, for: site) {
        effects.moves.append(Move(from: site, to: place, rest: read.leaves ? .nothing : .source))
        if case .inside = spot {
          // The object is there as soon as one of its members is.
          effects.moves.append(
            Move(from: site, to: place.parent, rest: .source, isDeep: false, isShell: true))
        }
      }
    }
  }

  private mutating func make(
    from reads: [Int], at spot: Effects.Spot, by function: any ValueFunction
  ) {
    for read in reads.map({ told.reads[$0] }) {
      for site in sites(read) {
        effects.moves += places(spot, for: site).map {
          Move(from: site, to: $0, rest: read.leaves ? .nothing : .source, isDeep: false)
        }
      }
    }
    let beside: Int? = if case .beside(let read, _) = spot { read } else { nil }
    let sources = beside.map { sites(told.reads[$0]) } ?? [Site(place: scope, isWhole: false)]
    for place in sources.flatMap({ places(spot, for: $0) }) {
      replace(Site(place: place, isWhole: false), by: function)
    }
  }

  private mutating func change(_ site: Site, by function: any ValueFunction) {
    effects.changedInPlace.append(site.place)
    switch function.nesting {
    case .none: replace(site, by: function)
    case .into(let inner):
      effects.moves.append(Move(from: site, to: site.place + inner, rest: .container))
    case .outOf(let inner):
      effects.moves += [
        Move(from: Site(place: site.place + inner, isWhole: site.isWhole), to: site.place),
        Move(from: site, to: site.place, rest: .source, isDeep: false, isShell: true),
      ]
    }
  }

  private mutating func replace(_ site: Site, by function: any ValueFunction) {
    guard let results = function.results else {
      effects.reshaped.append(site.place)
      return
    }
    for result in results {
      switch result {
      case .constant(let value):
        effects.writes.append(
          Write(site: site, mode: .inPlace, value: value.json, range: value.range))
      case .like(let value, let isAny):
        effects.writes.append(
          Write(site: site, mode: .inPlace, value: value, isExample: isAny, range: rule.range))
      case .removed: effects.drops.append(Site(place: site.place, isWhole: false))
      }
    }
  }

  private mutating func append(_ value: Constant, to slot: Slot) {
    let lists = writes([value.json], to: slot, .whereMissing, at: value.range)
    effects.writes += lists
    effects.writes += lists.map {
      Write(
        site: Site(place: $0.site.place.children, isWhole: false), mode: .inPlace,
        value: value.json, range: value.range)
    }
  }

  private func writes(
    _ value: JSON, to slot: Slot, _ mode: Write.Mode, at range: Range<Int>
  ) -> [Write] {
    switch slot {
    case .target(let target):
      let site = Site(
        place: scopes.place(of: target, in: scope),
        isWhole: scopes.areWhole || target.isFromDocument)
      return [Write(site: site, mode: mode, makesParents: true, value: value, range: range)]
    case .member(let name, let parents):
      return sites(parents).map {
        let site = Site(place: $0.place.member(name.text), isWhole: $0.isWhole)
        return Write(site: site, mode: mode, value: value, range: range)
      }
    case .places(let query):
      return sites(query).map {
        Write(site: $0, mode: .inPlace, value: value, range: range)
      }
    }
  }
}

extension Effects.Occupant {
  fileprivate var mode: RuleEffects.Write.Mode {
    switch self {
    case .nothing, .nothingOrNull, .nothingOrEmpty: .whereMissing
    case .anything: .always
    }
  }
}
