internal import JSONText

/// Rules that make what another one before them makes too.
///
/// A document of today doesn't tell which of the two has acted in it, and the way back takes it for
/// the last one.
struct SharedPlaces {
  typealias Pair = (earlier: Rule, later: Rule)

  private(set) var pairs: [Pair] = []
  /// What made the value that may be at a place, other than in the place of one.
  private var makers: [Place: (rule: Rule, isWritten: Bool)] = [:]
  /// Folders may be hostile, and what is taken away is looked for among all places.
  private var work = 1_000_000

  /// Goes on to the rules of a step, of which these can't be undone by what they do.
  mutating func add(_ rules: [RuleEffects], apartFrom others: Set<ObjectIdentifier>) {
    for effects in rules where work > 0 {
      let rule = effects.rule
      let made = effects.made
      if effects.isCertain, !others.contains(ObjectIdentifier(rule)) {
        let earlier = made.lazy.filter(\.isWhole).compactMap { [makers] made in
          makers[made.place].flatMap { $0.isWritten && made.isWritten ? nil : $0.rule }
        }.first
        if let earlier, earlier !== rule { pairs.append((earlier, rule)) }
      }
      for gone in effects.taken.map(\.from.place) + effects.drops.map(\.place) {
        work -= makers.count
        makers = makers.filter { !$0.key.isInside(gone) }
      }
      for made in made { makers[made.place] = (rule, made.isWritten) }
    }
  }
}

extension RuleEffects {
  /// Where something is that wasn't there before, and whether the rule writes it itself.
  fileprivate var made: [(place: Place, isWhole: Bool, isWritten: Bool)] {
    let inPlace = Set(changedInPlace)
    // A value that is taken apart comes back only where all its parts are.
    let parts = Set(moves.filter { !$0.isDeep && !$0.isShell }.map(\.to))
    let brought = moves.filter { move in
      !move.isShell && !move.isOfMembers && (move.isDeep || parts.count == 1)
        && !inPlace.contains(move.from.place) && !inPlace.contains(move.to)
    }
    // What `append` writes is in an array that may have been there.
    let adds = rule.effects.acts.contains { if case .append = $0 { true } else { false } }
    let written = adds ? [] : writes.filter { $0.mode == .whereMissing }
    return brought.map { ($0.to, $0.from.isWhole, false) }
      + written.map { ($0.site.place, $0.site.isWhole, true) }
  }
}

extension [Rule] {
  /// All that they are made of, and have an `undo` or are in a rule with one.
  fileprivate func undone(inUndone: Bool = false) -> [Rule] {
    flatMap { rule -> [Rule] in
      let isUndone = inUndone || rule.undo != nil
      return (isUndone ? [rule] : []) + rule.inner.undone(inUndone: isUndone)
    }
  }
}

extension Migrator {
  /// Rules whose way back may take what another one has made: a warning for each.
  package var rulesWithSharedPlaces: [Diagnostic] {
    let way = WayBack(rules)
    let reader = EffectReader(rules.format)
    var shared = SharedPlaces()
    for step in rules.format.chain.steps {
      let effects = reader.effects(step.rules)
      let apart =
        step.undo == nil
        ? way.back(over: step).lost.map(\.rule) + step.rules.undone() : effects.map(\.rule)
      shared.add(effects, apartFrom: Set(apart.map { ObjectIdentifier($0) }))
    }
    return shared.pairs.map { earlier, later in
      Diagnostic(
        .noWayBack,
        "`\(later.name)` makes what an earlier `\(earlier.name)` makes too: going back can't tell "
          + "which of them it was, and takes it for the later one", severity: .warning,
        at: rules.files[later.file].place(later.range),
        relatedPlaces: [rules.files[earlier.file].place(earlier.range, label: "it is made here")],
        help: "`undo` with rules that have a `when` can tell them apart")
    }
  }
}
