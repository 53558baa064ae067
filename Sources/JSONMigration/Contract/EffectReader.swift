internal import JSONText

/// Finds what rules do to the places of documents.
struct EffectReader {
  typealias Site = RuleEffects.Site

  /// Where `$` and `@` are.
  private let root: Place
  private var scopes: [Place]
  /// Whether the rule acts in all that is at the place of its scopes.
  private var isScopeWhole = true
  private var isCertain = true

  init(_ format: Format) {
    scopes = format.places
    root = format.places.first ?? []
  }

  func trees(_ rules: [Rule]) -> [RuleTree] { rules.flatMap { trees($0) } }

  private func trees(_ rule: Rule) -> [RuleTree] {
    var inner = self
    if let queries = rule.scopes {
      inner.scopes = queries.flatMap { places($0).map(\.place) }
      inner.isScopeWhole = queries.allSatisfy { isWhole($0) }
    }
    if rule.when != nil { inner.isCertain = false }
    switch rule.verb {
    case let block as Block:
      return inner.trees(block.rules)
    case let choose as Choose:
      let hasElse =
        inner.isCertain && inner.isScopeWhole && choose.options.last?.when == nil
      // What an option does is certain once it was chosen.
      inner.isCertain = true
      return [
        .choice(choose.options.map { inner.trees($0.rules) }, hasElse: hasElse, rule)
      ]
    default:
      return [.rule(inner.effects(rule))]
    }
  }

  // MARK: - Places

  private func isWhole(_ query: Query) -> Bool {
    guard isScopeWhole || !query.path.isRelative else { return false }
    return query.path.query.segments.allSatisfy { segment in
      segment.name != nil || !segment.isDescendant && segment.selectors == [.wildcard]
    }
  }

  private func places(_ query: Query) -> [Site] {
    let isWhole = isWhole(query)
    return scopes.flatMap { query.path.places(root: root, scope: $0) }
      .map { Site(place: $0, isWhole: isWhole) }
  }

  private func places(_ target: Target) -> [Place] {
    let names = target.names.map { Place.Segment.key($0.text) }
    return (target.isFromDocument ? [root] : scopes).map { $0 + names }
  }

  private func writes(
    _ value: JSON, to slot: Slot, _ mode: RuleEffects.Write.Mode, at range: Range<Int>,
    isExample: Bool = false
  ) -> [RuleEffects.Write] {
    switch slot {
    case .target(let target):
      places(target).map {
        RuleEffects.Write(
          site: Site(place: $0, isWhole: isScopeWhole || target.isFromDocument), mode: mode,
          makesParents: true, value: value, isExample: isExample, range: range)
      }
    case .member(let name, let parents):
      places(parents).map {
        RuleEffects.Write(
          site: Site(place: $0.place + [.key(name.text)], isWhole: $0.isWhole), mode: mode,
          value: value, isExample: isExample, range: range)
      }
    case .places(let query):
      replacing(query, by: value, at: range, isExample: isExample)
    }
  }

  private func replacing(
    _ query: Query, by value: JSON, at range: Range<Int>, isExample: Bool = true
  ) -> [RuleEffects.Write] {
    places(query).map {
      RuleEffects.Write(
        site: $0, mode: .inPlace, value: value, isExample: isExample, range: range)
    }
  }

  // MARK: - Verbs

  private func effects(_ rule: Rule) -> RuleEffects {
    var effects = RuleEffects(rule: rule, isCertain: isCertain)
    switch rule.verb {
    case let verb as Rename:
      for (query, name) in verb.pairs {
        effects.moves += places(query).map {
          RuleEffects.Move(from: $0, to: $0.place.parent.member(name.text))
        }
      }
    case let verb as Move: effects.moves = moves(verb.pairs, leaving: .nothing)
    case let verb as Copy: effects.moves = moves(verb.pairs, leaving: .source)
    case let verb as LookUp: effects.reshaped = places(verb.into)
    case let verb as Drop: effects.drops = verb.queries.flatMap { places($0) }
    case let verb as KeepOnly:
      effects.kept = (scopes.map { Site(place: $0, isWhole: isScopeWhole) }, verb.kept)
    case let verb as Nest:
      for (scope, under) in zip(scopes, places(verb.under)) {
        for name in verb.names {
          let source = Site(place: scope + [.key(name.text)], isWhole: isScopeWhole)
          effects.moves.append(RuleEffects.Move(from: source, to: under + [.key(name.text)]))
          effects.moves.append(
            RuleEffects.Move(from: source, to: under, rest: .source, isDeep: false, isShell: true))
        }
      }
    case let verb as Unnest:
      effects.moves = verb.queries.flatMap { places($0) }.map {
        RuleEffects.Move(from: $0, to: $0.place.parent, isOfMembers: true)
      }
    case let verb as RenameKeys:
      guard case .change(let old, let new) = verb.spelling else {
        effects.reshaped = verb.queries.flatMap { places($0) }.map(\.place)
        break
      }
      effects.spellings = verb.queries.flatMap { places($0) }.map { ($0.place, old, new) }
    case let verb as AddDefault:
      for pair in verb.pairs {
        guard let (value, range) = pair.source.example else {
          effects.reshaped += rule.reach.places
          continue
        }
        effects.writes += writes(value, to: pair.slot, .whereMissing, at: range ?? rule.range)
      }
    case let verb as SetValue where verb.fillings.isEmpty:
      for pair in verb.pairs {
        effects.writes += writes(pair.value.json, to: pair.slot, .always, at: pair.value.range)
      }
    case let verb as Append where verb.fillings.isEmpty:
      for pair in verb.pairs {
        let list = writes(
          [pair.value.json], to: pair.slot, .whereMissing, at: pair.value.range)
        effects.writes += list
        effects.writes += list.map {
          RuleEffects.Write(
            site: Site(place: $0.site.place.children, isWhole: false), mode: .inPlace,
            value: pair.value.json, range: $0.range)
        }
      }
    default: addValueEffects(of: rule, to: &effects)
    }
    return effects
  }

  private func moves(
    _ pairs: [(query: Query, target: Target)], leaving rest: RuleEffects.Move.Rest
  ) -> [RuleEffects.Move] {
    pairs.flatMap { query, target in
      zip(places(query), places(target)).map {
        RuleEffects.Move(from: $0, to: $1, rest: rest)
      }
    }
  }

  /// Verbs that make other values of what is there.
  private func addValueEffects(of rule: Rule, to effects: inout RuleEffects) {
    let range = rule.range
    switch rule.verb {
    case let verb as MapValues:
      for query in verb.queries {
        for result in verb.cases.map(\.result) + [verb.otherwise] {
          switch result {
          case .becomes(let value):
            effects.writes += replacing(
              query, by: value.json, at: value.range, isExample: false)
          case .drop: effects.drops += places(query).map { Site(place: $0.place, isWhole: false) }
          case .keep, .fail: break
          }
        }
      }
    case let verb as Convert:
      guard let (value, isExample) = verb.to.example else {
        effects.reshaped = verb.queries.flatMap { places($0) }.map(\.place)
        return
      }
      // Where some values stay as they are they may be right, too.
      if verb.keepsOthers { return }
      effects.writes = verb.queries.flatMap {
        replacing($0, by: value, at: range, isExample: isExample)
      }
    case let verb as Scale:
      effects.writes = verb.queries.flatMap { replacing($0, by: 0, at: range) }
    case let verb as Split: addEffects(of: verb, range, to: &effects)
    case let verb as Join:
      if let target = verb.target {
        effects.moves = parts(verb.queries, into: target)
        effects.writes = places(target).map { text(at: $0, range) }
      } else {
        effects.writes = verb.queries.flatMap { replacing($0, by: "", at: range) }
      }
    case let verb as Compose:
      for pair in verb.pairs {
        let made = writes("", to: pair.slot, .always, at: range, isExample: true)
        for write in made {
          effects.moves += pair.template.queries.flatMap { places($0) }.map {
            RuleEffects.Move(from: $0, to: write.site.place, rest: .source, isDeep: false)
          }
          effects.writes.append(text(at: write.site.place, range))
        }
      }
    case let verb as Text:
      effects.writes = verb.queries.flatMap { replacing($0, by: "", at: range) }
    case let verb as Wrap:
      let inner = verb.under.isEmpty ? [.every] : verb.under.map { Place.Segment.key($0.text) }
      effects.moves = verb.queries.flatMap { places($0) }.map {
        RuleEffects.Move(from: $0, to: $0.place + inner, rest: .container)
      }
    case let verb as Unwrap:
      let inner = verb.under.isEmpty ? [.every] : verb.under.map { Place.Segment.key($0.text) }
      effects.moves = verb.queries.flatMap { places($0) }.flatMap { site in
        [
          RuleEffects.Move(
            from: Site(place: site.place + inner, isWhole: site.isWhole), to: site.place),
          RuleEffects.Move(
            from: site, to: site.place, rest: .source, isDeep: false, isShell: true),
        ]
      }
    case let verb as Concat:
      effects.moves = parts(verb.queries, into: verb.into)
      effects.reshaped = places(verb.into)
    case is List, is Require: break
    case let verb as ToList:
      effects.writes = verb.queries.flatMap { replacing($0, by: [], at: range) }
    case let verb as ToObject:
      effects.writes = verb.queries.flatMap { replacing($0, by: [:], at: range) }
    default:
      effects.reshaped = rule.reach.places
    }
  }

  private func addEffects(
    of verb: Split, _ range: Range<Int>, to effects: inout RuleEffects
  ) {
    guard let names = verb.names else {
      effects.writes = verb.queries.flatMap { replacing($0, by: [""], at: range) }
      return
    }
    for source in verb.queries.flatMap({ places($0) }) {
      for name in names {
        let place = source.place.parent.member(name.text)
        effects.moves.append(RuleEffects.Move(from: source, to: place, isDeep: false))
        effects.writes.append(text(at: place, range))
        if case .becomes(let value) = verb.short {
          effects.writes.append(
            RuleEffects.Write(
              site: Site(place: place, isWhole: false), mode: .inPlace, value: value.json,
              range: value.range))
        }
      }
    }
  }

  /// Sources that become one thing together.
  private func parts(_ queries: [Query], into target: Target) -> [RuleEffects.Move] {
    queries.flatMap { places($0) }.flatMap { source in
      places(target).map { RuleEffects.Move(from: source, to: $0, isDeep: false) }
    }
  }

  private func text(at place: Place, _ range: Range<Int>) -> RuleEffects.Write {
    RuleEffects.Write(
      site: Site(place: place, isWhole: false), mode: .inPlace, value: "", isExample: true,
      range: range)
  }
}

extension AddDefault.Source {
  /// A value that it may be, and where that is written; nil where no type is known.
  fileprivate var example: (JSON, Range<Int>?)? {
    switch self {
    case .filled: nil
    case .constant(let value): (value.json, value.range)
    case .newID: (StandIn.uuid, nil)
    case .time(.iso8601): (StandIn.time, nil)
    case .time(.written(let form)): (form.example, nil)
    case .position(let first): (.number(JSONNumber(first)), nil)
    case .time: (0, nil)
    }
  }
}

extension Convert.Form {
  /// A value that is written so, and whether it stands for all of its type.
  fileprivate var example: (JSON, Bool)? {
    switch self {
    case .string: ("", true)
    case .number, .integer: (0, true)
    case .boolean: (false, true)
    case .jsonText: ("null", true)
    case .date(.iso8601): (StandIn.time, false)
    case .date(.written(let form)): (form.example, false)
    case .date: (0, false)
    case .value: nil
    }
  }
}
