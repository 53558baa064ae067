internal import JSONText

/// How a step is gone back over.
package struct StepBack: Sendable {
  /// What undoes its rules, in the order in which it runs.
  var rules: [Rule] = []
  /// The rules that can't be undone; while there are any, nothing runs.
  package var lost: [LostRule] = []
  /// Whether a rule took the version away, or may have, so that it comes back with what they undo.
  var bringsVersion = false
}

/// A rule that can't be undone, and why.
package struct LostRule: Sendable {
  package let rule: Rule
  let why: String

  /// Whether the rule could keep what goes.
  fileprivate var mayKeep: Bool {
    type(of: rule.verb).spec.parameters.contains { $0.name == Stash.parameter.name }
  }
}

extension [LostRule] {
  /// What to write so that there is a way back.
  var help: String {
    let undo =
      "`undo` gives a rule, or a step, the rules that go back; `[]` if there is nothing to do"
    return contains { $0.mayKeep } ? "`\"stash\": true` in a rule keeps what goes; \(undo)" : undo
  }
}

/// A rule that others undo.
package struct Undone: Sendable {
  let rule: Rule
  /// Whether that has to be seen from the document: the rule is run forward again.
  let isChecked: Bool
  /// Whether it acts outside of its scopes.
  ///
  /// Then only one may be there: of several it isn't known which has done what.
  var needsOneScope = false
}

/// Finds how steps go back.
///
/// A verb writes its inverse in the rule language. That is read like any other rule, in the scopes
/// of the rule that it undoes, and stands for the bytes of that one.
struct WayBack {
  let reader: RuleReader
  private let start: Scopes
  private let format: Format
  /// Where documents say their version.
  private let versions: [Place]
  private let known = KnownPlaces()

  /// Where steps and those behind them may leave something, by their numbers: all steps that are
  /// gone back over ask for it.
  private final class KnownPlaces {
    var left: [Int: [Place]] = [:]
  }

  init(_ rules: RuleSet) {
    self.init(rules, rules.format)
  }

  init(_ rules: RuleSet, _ format: Format) {
    reader = RuleReader(continuing: rules)
    let start = Scopes(documentsAt: format.places)
    (self.start, self.format) = (start, format)
    versions = format.at.map { $0.place(from: start.root) }
  }

  /// What the rules and their inverses name.
  var symbols: Symbols { reader.symbols }

  func back(over step: Step) -> StepBack {
    if let undo = step.undo { return StepBack(rules: undo) }
    reader.scopes = start
    reader.owner = step.file
    var back = back(over: step.rules, placesLeft(from: step.to))
    for rule in back.rules { reader.noteSteady(rule, in: start) }
    let effects = EffectReader(start).effects(back.rules)
    let changed = effects.flatMap(\.changed)
    // A path that finds the version among others may come to it too.
    let remade = effects.flatMap(\.remade)
    back.bringsVersion = versions.contains { version in
      changed.contains { version.starts(with: $0) } || version.isInside(oneOf: remade)
    }
    return back
  }

  /// The last rule first; `left` are places at which rules behind these may have left something.
  private func back(over rules: [Rule], _ left: [Place]) -> StepBack {
    var back = StepBack()
    var left = left
    for rule in rules.reversed() {
      let way = self.back(over: rule, left)
      back.rules += way.rules
      back.lost += way.lost.reversed()
      left += placesLeft(by: [rule])
    }
    back.lost.reverse()
    return back
  }

  private func back(over rule: Rule, _ left: [Place]) -> StepBack {
    let outer = reader.scopes
    defer { reader.scopes = outer }
    if let queries = rule.scopes { reader.scopes = outer.inside(queries) }
    if let undo = rule.undo { return StepBack(rules: block(undo, for: rule, asks: false)) }
    func lost(_ why: String) -> StepBack { StepBack(lost: [LostRule(rule: rule, why: why)]) }
    if rule.ifExists != .fail { return lost("whether something was there before is not known") }
    let isChecked: Bool
    var isKept = false
    let written: [JSON]
    switch rule.verb.inverse {
    case .lossy(let why): return lost(why)
    case .each(let inner):
      let back = back(over: inner, left)
      if !back.lost.isEmpty { return back }
      if let why = looksAside(rule, outer, left) { return lost(why) }
      if looksAtItself(rule, outer, changing: back.rules) {
        return lost("its condition or its scope looks at what its rules change")
      }
      // What has an `undo` of its own may change more than that tells.
      let changing = back.rules + inner.filter { $0.undo != nil }
      if let why = changesOwnWay(rule, by: changing) { return lost(why) }
      let rules = block(back.rules, for: rule)
      // What has an `undo` of its own says how each scope goes back.
      let isOutside = actsOutside(rule, inner.filter { $0.undo == nil })
      // Scopes inside each other may not be found again.
      let isChecked =
        rule.needsOrder && rule.scopes.map(areApart) != true && !inner.contains { $0.undo != nil }
      if !isChecked, !isOutside { return StepBack(rules: rules) }
      return StepBack(rules: [
        undoing(rule, by: rules, isChecked: isChecked, needsOneScope: isOutside)
      ])
    case .exact(let rules): (written, isChecked) = (rules, false)
    case .conditional(let rules): (written, isChecked) = (rules, true)
    case .kept(let rules):
      // Where something is kept the rule has acted.
      (written, isChecked, isKept) = (
        rules, rule.scopes.map { !areApart($0) } ?? false, true
      )
    }
    if rule.effects.dropsEmptyParents, rule.effects.writesFromDocument,
      reader.scopes.places != start.places
    {
      return lost("it may take its scope away")
    }
    guard let rules = read(written, for: rule) else { return lost("no rule is its inverse") }
    if rules.isEmpty { return StepBack() }
    if let why = looksAside(rule, outer, left, asks: !isKept) { return lost(why) }
    if looksAtItself(rule, outer, asks: !isKept, changing: rules) {
      return lost("its condition or its path looks at what it changes")
    }
    if let why = changesOwnWay(rule, by: rules) { return lost(why) }
    // What matches inside what it matches may not be found again.
    return StepBack(rules: [
      undoing(
        rule, by: block(rules, for: rule, asks: !isKept),
        isChecked: isChecked || !isKept && rule.needsOrder)
    ])
  }

  private func read(_ written: [JSON], for rule: Rule) -> [Rule]? {
    reader.file = rule.file
    return reader.rules(LocatedJSON(.array(written), at: rule.range))
  }

  private func undoing(
    _ rule: Rule, by rules: [Rule], isChecked: Bool, needsOneScope: Bool = false
  ) -> Rule {
    let undone = Undone(rule: rule, isChecked: isChecked, needsOneScope: needsOneScope)
    return self.rule(Block(rules, undoing: undone), for: rule)
  }

  /// Rules in the scopes of another one.
  private func block(_ rules: [Rule], for rule: Rule, asks: Bool = true) -> [Rule] {
    var common = CommonKeys()
    common.scopes = rule.scopes
    if asks { common.when = rule.when }
    if common.scopes == nil, common.when == nil { return rules }
    let inScopes = { (rules: [Rule]) in self.rule(Block(rules), for: rule, common) }
    // What is outside of the scopes goes back once, however many of them there are.
    let isOutside = asks && rule.effects.paths.contains { !$0.isRelative }
    guard rule.needsOrder, rules.count == 1 || isOutside else { return [inScopes(rules)] }
    return rules.map { $0.acting(common) ?? inScopes([$0]) }
  }

  /// A block in the place of another rule.
  private func rule(_ verb: Block, for rule: Rule, _ common: CommonKeys = CommonKeys()) -> Rule {
    Rule(
      verb: verb, name: rule.name, common: common, effects: verb.effects, grounds: nil,
      needsOrder: rule.needsOrder, file: rule.file, range: rule.range)
  }
}

// MARK: - What a rule looks at, and what it changes

extension WayBack {
  /// Whether what a rule asks, or the way to its scopes, may be another one when it is undone.
  ///
  /// What it changes is what its inverse changes, and what itself does: what comes home may have
  /// names that the inverse doesn't tell.
  private func looksAtItself(
    _ rule: Rule, _ outer: Scopes, asks: Bool = true, changing rules: [Rule]
  ) -> Bool {
    let effects = EffectReader(reader.scopes).effects(rules) + EffectReader(outer).effects([rule])
    let changed = effects.flatMap(\.changed)
    let asked = askedPlaces(rule, outer, asks: asks)
    // An object may come or go with what is put into it.
    let made = effects.flatMap {
      $0.objectsLeft + ($0.rule.effects.dropsEmptyParents ? $0.changed.map(\.parent) : [])
    }
    let scopes = rule.scopes == nil ? [] : reader.scopes.places
    if made.contains(where: { $0.isInside(oneOf: asked.containers) }) { return true }
    return changed.contains { changed in
      asked.values.contains { changed.meetsInScope($0) }
        || asked.containers.contains { changed.leastDepth <= $0.count && changed.meetsInScope($0) }
        || scopes.contains { changed.leastDepth < $0.count && changed.meetsInScope($0) }
        || scopes.contains { changed.mayMove($0) }
    }
  }

  /// Why what a rule asks may have another answer when it is undone.
  ///
  /// Something else is in the document then: the version, and what rules behind it leave.
  private func looksAside(
    _ rule: Rule, _ outer: Scopes, _ left: [Place], asks: Bool = true
  ) -> String? {
    let asked = askedPlaces(rule, outer, asks: asks)
    let all = asked.values + asked.containers
    // What is in a value makes another one of it.
    func isAsked(_ place: Place) -> Bool { place.isInside(oneOf: all) }
    if format.isStamped, versions.contains(where: isAsked) {
      return "its condition or its path looks at the version"
    }
    if left.isEmpty { return nil }
    if left.contains(where: isAsked) {
      return "its condition or its path looks at what a later rule may leave behind"
    }
    let effects = EffectReader(reader.scopes).effects([rule])
    let whole = effects.flatMap(\.remade)
    return left.contains { $0.isInside(oneOf: whole) }
      ? "what a later rule may leave behind would be a part of it" : nil
  }

  /// Where the steps from a version on may leave something.
  private func placesLeft(from version: Version) -> [Place] {
    let chain = format.chain
    var (way, left, version) = ([Int](), [Place](), version)
    while version != chain.newest, let number = chain.step(from: version) {
      if let places = known.left[number] {
        left = places
        break
      }
      way.append(number)
      version = chain.steps[number].to
    }
    for number in way.reversed() {
      left += placesLeft(by: chain.steps[number].rules)
      known.left[number] = left
    }
    return left
  }

  /// Where rules may make objects to put something into them, which stay.
  private func placesLeft(by rules: [Rule]) -> [Place] {
    EffectReader(reader.scopes).effects(rules).flatMap { effects in
      effects.objectsLeft.filter { !keepsThings($0) }
    }
  }

  /// Whether it is where rules keep what goes, of which the way back leaves nothing.
  private func keepsThings(_ place: Place) -> Bool {
    guard let stash = format.stash else { return false }
    return place.contains(.key(Array(stash.utf8)))
  }

  /// Whether what queries find, which are the scopes, is found once, and none is inside another.
  private func areApart(_ queries: [Query]) -> Bool {
    let places = reader.scopes.places
    guard places.count >= queries.count, queries.allSatisfy(\.path.leadsApart) else {
      return false
    }
    return places.indices.allSatisfy { index in
      !places[..<index].contains { $0.meets(places[index]) }
    }
  }

  /// Whether rules in the scopes of another one act outside of these.
  private func actsOutside(_ rule: Rule, _ rules: [Rule]) -> Bool {
    guard rule.scopes != nil else { return false }
    return changedPlaces(rules, reader.scopes).contains { changed in
      !reader.scopes.places.contains { changed.starts(with: $0) }
    }
  }

  private func changedPlaces(_ rules: [Rule], _ scopes: Scopes) -> [Place] {
    EffectReader(scopes).effects(rules).flatMap(\.changed)
  }

  /// Where its conditions and filters look; apart those of which they don't look into containers.
  private func askedPlaces(
    _ rule: Rule, _ outer: Scopes, asks: Bool
  ) -> (values: [Place], containers: [Place]) {
    let inner = reader.scopes
    let when = asks ? rule.when : nil
    let all =
      (when.map { inner.placesAsked(by: $0.condition) } ?? [])
      + rule.effects.paths.flatMap { inner.placesAsked(byFiltersIn: $0) }
      + (rule.scopes ?? []).flatMap { outer.placesAsked(byFiltersIn: $0.path) }
    return (all.flatMap(\.values), all.flatMap(\.containers))
  }
}

extension Rule {
  /// The rule in scopes, as one rule; nil for one that says itself where it acts.
  ///
  /// What several scopes have in common it changes once, as the rule did that it undoes.
  fileprivate func acting(_ common: CommonKeys) -> Rule? {
    guard scopes == nil, when == nil, undo == nil, verb.inner.rules.isEmpty else { return nil }
    var common = common
    (common.ifMissing, common.ifExists) = (ifMissing, ifExists)
    return Rule(
      verb: verb, name: name, common: common, effects: effects, grounds: nil, needsOrder: true,
      file: file, range: range)
  }
}

extension Place {
  /// Whether a value at one of some places may be a value here, or have it in it.
  fileprivate func isInside(oneOf others: [Place]) -> Bool {
    others.contains { other in
      (0...count).contains { Place(Array(prefix($0))).coincides(with: other) }
    }
  }

  /// Whether it is elsewhere, and may be on the way to a scope that may be at any depth.
  fileprivate func mayMove(_ scope: Place) -> Bool {
    scope.contains(.descendants) && !isInside(scope) && (contains(.descendants) || meets(scope))
  }
}
