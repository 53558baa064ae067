internal import JSONText

extension RuleReader {
  /// Notes what a rule with rules in it asks of the document and is the same in all its scopes,
  /// since nothing in the rule changes what is asked.
  func noteSteady(_ rule: Rule, in scopes: Scopes) {
    guard rule.asksWithin, scopes.areKnown else { return }
    let undone = rule.undone(in: scopes)
    let effects =
      EffectReader(scopes).effects([rule])
      + undone.flatMap { EffectReader($0.scopes).effects([$0.rule]) }
    func isSteady(_ asked: AskedOnce) -> Bool {
      !effects.contains { !asked.number.isOwn($0.rule) && $0.touch(asked) }
    }
    // What was steady on the way there has to be so on the way back, where it is seen again.
    let there = undone.flatMap { $0.rule.asked(in: $0.scopes) }.filter { symbols.isSteady($0) }
    guard there.allSatisfy(isSteady) else { return }
    symbols.steadyRules.insert(ObjectIdentifier(rule))
    for asked in rule.asked(in: scopes) where isSteady(asked) { symbols.noteSteady(asked) }
  }
}

extension Symbols {
  fileprivate mutating func noteSteady(_ asked: AskedOnce) {
    switch asked.number {
    case .query(let number): steadyQueries.insert(number)
    case .condition(let number): steadyConditions.insert(number)
    case .elements(let rule): steadyAdders.insert(rule)
    }
  }

  fileprivate func isSteady(_ asked: AskedOnce) -> Bool {
    switch asked.number {
    case .query(let number): steadyQueries.contains(number)
    case .condition(let number): steadyConditions.contains(number)
    case .elements(let rule): steadyAdders.contains(rule)
    }
  }
}

/// What a rule asks the document, whatever its scope.
private struct AskedOnce {
  enum Number {
    case query(Int)
    case condition(Int)
    /// What is in the arrays that a rule adds to, which knows what it has added.
    case elements(of: ObjectIdentifier)

    func isOwn(_ rule: Rule) -> Bool {
      if case .elements(let adder) = self { adder == ObjectIdentifier(rule) } else { false }
    }
  }

  /// More places than this were not told one by one.
  private static let mostPlaces = 200

  let number: Number
  /// Of what is here it matters whether it is there.
  let found: [Place]
  /// Of what is here everything matters.
  let compared: [Place]

  init(_ number: Number, found: [Place], compared: [Place]) {
    self.number = number
    self.found = found
    self.compared = found.count + compared.count < Self.mostPlaces ? compared : [.root]
  }
}

extension RuleEffects {
  /// Whether the rule may change what is asked.
  fileprivate func touch(_ asked: AskedOnce) -> Bool {
    // Names of members that come out of an object are not known.
    let changed = changed + moves.filter(\.isOfMembers).map(\.to.children)
    let leavesNothing =
      !rule.effects.dropsEmptyParents && rule.effects.paths.allSatisfy(\.isRelative)
    return changed.contains { place in
      asked.compared.contains { place.meets($0) }
        || asked.found.contains { found in
          // What changes inside of a scope takes nothing away, and adds nothing, around it.
          let isInside = leavesNothing && place.leastDepth > found.count
          return place.meets(found) && !(isInside && scopes.allSatisfy { $0.isNamedBelow(found) })
        }
    }
  }
}

extension Rule {
  /// What it and the rules in it ask.
  fileprivate func asked(in scopes: Scopes) -> [AskedOnce] {
    let inside = self.scopes.map { scopes.inside($0) } ?? scopes
    var asked = inner.flatMap { $0.asked(in: inside) }
    if let (query, by) = verb.catalogue, !query.path.isRelative {
      // What else there is in an element is looked at when it is found.
      let keys = query.path.places(root: scopes.root).map { $0 + by.map { .key($0.text) } }
      asked.append(
        AskedOnce(
          .query(query.number), found: [],
          compared: keys + query.path.placesOfFilters(root: scopes.root)))
    }
    if verb.addsOnce.contains(where: \.isFromDocument) {
      let arrays = verb.addsOnce.flatMap { $0.jsonPath.places(root: scopes.root) }
      let isKnown = verb.addsOnce.allSatisfy(\.isFromDocument)
      asked.append(
        AskedOnce(
          .elements(of: ObjectIdentifier(self)), found: [], compared: isKnown ? arrays : [.root]))
    }
    for condition in conditions {
      let paths = condition.condition.expression.wideQueries.map(JSONPath.init(query:))
      if paths.isEmpty { continue }
      asked.append(
        AskedOnce(
          .condition(condition.number), found: paths.flatMap { $0.places(root: scopes.root) },
          compared: paths.flatMap { $0.placesOfFilters(root: scopes.root) }))
    }
    return asked
  }

  /// The rules that it undoes and runs forward again, each where it does that.
  fileprivate func undone(in scopes: Scopes) -> [(rule: Rule, scopes: Scopes)] {
    let inside = self.scopes.map { scopes.inside($0) } ?? scopes
    let own = verb.undone.map { [($0.rule, inside)] } ?? []
    return own + inner.flatMap { $0.undone(in: inside) }
  }
}
