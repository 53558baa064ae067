package import JSONMigrationCore
internal import JSONText

/// Rules that may leave an object on the way back where a value of an earlier rule comes home.
struct LeftObjects {
  private(set) var pairs: [(earlier: Rule, later: Rule)] = []
  private var homes: [Place: Rule] = [:]
  /// Folders may be hostile.
  private var work = 1_000_000

  /// Goes on to a rule; one with an `undo` says itself what comes home, and what is left.
  mutating func add(_ effects: RuleEffects, isUndone: Bool) {
    work -= homes.count
    guard work > 0 else { return }
    if !isUndone {
      for place in effects.objectsLeft {
        let home = homes.keys.filter { place.starts(with: $0) }.min { $0.count < $1.count }
        guard let home, let earlier = homes[home], earlier !== effects.rule else { continue }
        // Such objects make room, but for rules that are run again to see that they were undone.
        if !earlier.needsOrder { continue }
        pairs.append((earlier, effects.rule))
        homes[home] = nil
      }
    }
    // What stands there again is what goes back.
    for place in effects.moves.map(\.to) + effects.writes.map(\.site.place) { homes[place] = nil }
    // What `stash` keeps takes the place of such objects.
    if case .kept = effects.rule.inverse { return }
    if isUndone { return }
    for move in effects.taken where move.from.place.key != nil && !move.from.place.entersSome {
      homes[move.from.place] = effects.rule
    }
  }
}

extension Migrator {
  /// What keeps documents from going back, and what may.
  package var mistakesOfWaysBack: [Diagnostic] {
    rulesWithoutWayBack + rulesWithSharedPlaces + rulesThatLeaveObjects + rulesThatHideTheirScopes
  }

  /// Rules that leave objects where something comes home on the way back: a warning for each.
  private var rulesThatLeaveObjects: [Diagnostic] {
    let reader = EffectReader(rules.format)
    var left = LeftObjects()
    for step in rules.format.chain.steps {
      let apart = Set(step.rules.undone().map { ObjectIdentifier($0) })
      for effects in reader.effects(step.rules) {
        let isUndone = step.undo != nil || apart.contains(ObjectIdentifier(effects.rule))
        left.add(effects, isUndone: isUndone)
      }
    }
    return left.pairs.map { earlier, later in
      Diagnostic(
        .noWayBack,
        "`\(later.name)` may make an object that stays on the way back, where what an earlier "
          + "`\(earlier.name)` took comes home: such documents are refused then",
        severity: .warning, at: rules.files[later.file].place(later.range),
        relatedPlaces: [
          rules.files[earlier.file].place(earlier.range, label: "it is taken from there here")
        ],
        help: "`undo` with rules that `drop` the empty object makes room")
    }
  }
}
