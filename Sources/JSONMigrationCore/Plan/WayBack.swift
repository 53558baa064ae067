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
}

/// A rule that others undo.
package struct Undone: Sendable {
  let rule: Rule
  /// Whether that has to be seen from the document: the rule is run forward again.
  let isChecked: Bool
}

/// Finds how steps go back.
///
/// A verb writes its inverse in the rule language. That is read like any other rule, in the scopes
/// of the rule that it undoes, and stands for the bytes of that one.
struct WayBack {
  let reader: RuleReader
  private let start: Scopes
  /// Where documents say their version.
  private let versions: [Place]

  init(_ rules: RuleSet) {
    self.init(rules, rules.format)
  }

  init(_ rules: RuleSet, _ format: Format) {
    reader = RuleReader(continuing: rules)
    let start = Scopes(documentsAt: format.places)
    self.start = start
    versions = format.at.map { $0.place(from: start.root) }
  }

  /// What the rules and their inverses name.
  var symbols: Symbols { reader.symbols }

  func back(over step: Step) -> StepBack {
    if let undo = step.undo { return StepBack(rules: undo) }
    reader.scopes = start
    reader.owner = step.file
    var back = back(over: step.rules)
    for rule in back.rules { reader.noteSteady(rule, in: start) }
    let changed = changedPlaces(back.rules, start)
    back.bringsVersion = versions.contains { version in
      changed.contains { version.starts(with: $0) }
    }
    return back
  }

  /// The last rule first.
  private func back(over rules: [Rule]) -> StepBack {
    var back = StepBack()
    for rule in rules.reversed() {
      let way = self.back(over: rule)
      back.rules += way.rules
      back.lost = way.lost + back.lost
    }
    return back
  }

  private func back(over rule: Rule) -> StepBack {
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
      let back = back(over: inner)
      if !back.lost.isEmpty { return back }
      if looksAtItself(rule, outer, changing: back.rules) {
        return lost("its condition or its scope looks at what its rules change")
      }
      // What has an `undo` of its own may change more than that tells.
      let changing = back.rules + inner.filter { $0.undo != nil }
      if let why = changesOwnWay(rule, by: changing) { return lost(why) }
      let rules = block(back.rules, for: rule)
      // Scopes inside each other may not be found again.
      if !rule.needsOrder || inner.contains(where: { $0.undo != nil }) {
        return StepBack(rules: rules)
      }
      return StepBack(rules: [undoing(rule, by: rules, isChecked: true)])
    case .exact(let rules): (written, isChecked) = (rules, false)
    case .conditional(let rules): (written, isChecked) = (rules, true)
    case .kept(let rules):
      // Where something is kept the rule has acted.
      (written, isChecked, isKept) = (
        rules, rule.scopes.map { !$0.leadStraightDown } ?? false, true
      )
    }
    guard let rules = read(written, for: rule) else { return lost("no rule is its inverse") }
    if rules.isEmpty { return StepBack() }
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

  private func undoing(_ rule: Rule, by rules: [Rule], isChecked: Bool) -> Rule {
    self.rule(Block(rules, undoing: Undone(rule: rule, isChecked: isChecked)), for: rule)
  }

  /// Rules in the scopes of another one.
  private func block(_ rules: [Rule], for rule: Rule, asks: Bool = true) -> [Rule] {
    var common = CommonKeys()
    common.scopes = rule.scopes
    if asks { common.when = rule.when }
    if common.scopes == nil, common.when == nil { return rules }
    if rule.needsOrder, rules.count == 1, let inverse = rules[0].acting(common) { return [inverse] }
    return [self.rule(Block(rules), for: rule, common)]
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
    let changed = changedPlaces(rules, reader.scopes) + changedPlaces([rule], outer)
    let asked = askedPlaces(rule, outer, asks: asks)
    let scopes = rule.scopes == nil ? [] : reader.scopes.places
    return changed.contains { changed in
      asked.contains { changed.meets($0) }
        || scopes.contains { changed.leastDepth < $0.count && changed.meets($0) }
        || scopes.contains { changed.mayMove($0) }
    }
  }

  private func changedPlaces(_ rules: [Rule], _ scopes: Scopes) -> [Place] {
    EffectReader(scopes).effects(rules).flatMap(\.changed)
  }

  private func askedPlaces(_ rule: Rule, _ outer: Scopes, asks: Bool) -> [Place] {
    let inner = reader.scopes
    let when = asks ? rule.when : nil
    return (when.map { inner.places(of: $0.condition) } ?? [])
      + rule.effects.paths.flatMap { inner.placesOfFilters(in: $0) }
      + (rule.scopes ?? []).flatMap { outer.placesOfFilters(in: $0.path) }
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
  /// Whether it is elsewhere, and may be on the way to a scope that may be at any depth.
  fileprivate func mayMove(_ scope: Place) -> Bool {
    scope.contains(.descendants) && !isInside(scope) && (contains(.descendants) || meets(scope))
  }
}
