package import JSONMigrationCore
internal import JSONText

/// Rules that make what another one before them makes too.
///
/// A document of today doesn't tell which of the two has acted in it, and the way back takes it for
/// the last one.
struct SharedPlaces {
  struct Pair {
    let earlier: Rule
    let later: Rule
    /// Whether the earlier rule changes what is there, and doesn't bring it.
    var isOfChange = false
  }

  private(set) var pairs: [Pair] = []
  /// What made the value that may be at a place, other than in the place of one.
  private var makers: [Place: (rule: Rule, isWritten: Bool)] = [:]
  /// What changed a value that was there, or took it out of one that was.
  private var changers: [Place: [RuleEffects]] = [:]
  /// Folders may be hostile, and what is taken away is looked for among all places.
  private var work = 1_000_000

  /// Goes on to the rules of a step, of which these can't be undone by what they do.
  mutating func add(_ rules: [RuleEffects], apartFrom others: Set<ObjectIdentifier>) {
    for effects in rules where work > 0 {
      let rule = effects.rule
      let made = effects.made
      // What it takes away is away before it brings anything.
      for gone in effects.taken.map(\.from.place) + effects.drops.map(\.place) {
        work -= makers.count + changers.count
        makers = makers.filter { !$0.key.isInside(gone) }
        changers = changers.filter { !$0.key.isInside(gone) }
      }
      if effects.isCertain, !others.contains(ObjectIdentifier(rule)) {
        let earlier = made.lazy.filter(\.isWhole).compactMap { [makers] made in
          makers[made.place].flatMap { $0.isWritten && made.written != nil ? nil : $0.rule }
        }.first
        if let earlier {
          if earlier !== rule { pairs.append(Pair(earlier: earlier, later: rule)) }
        } else {
          findChanger(of: made.filter(\.isWhole), by: rule)
        }
      }
      for made in made { makers[made.place] = (rule, made.written != nil) }
      for place in effects.altered { changers[place, default: []].append(effects) }
    }
  }

  /// Looks for a rule that had to do with what may be at one of these places.
  private mutating func findChanger(of made: [RuleEffects.Made], by later: Rule) {
    for made in made {
      let place = made.place
      for changer in (changers[place] ?? []) + (changers[place.parent.children] ?? []) {
        work -= 1
        guard changer.rule !== later, changer.mayMake(made.written, at: place) else { continue }
        let isOfChange = changer.changedInPlace.contains(place)
        return pairs.append(Pair(earlier: changer.rule, later: later, isOfChange: isOfChange))
      }
    }
  }
}

extension RuleEffects {
  /// A place where something is that wasn't there before, and what the rule itself writes there.
  fileprivate typealias Made = (place: Place, isWhole: Bool, written: JSON?)

  fileprivate var made: [Made] {
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
    return brought.map { ($0.to, $0.from.isWhole, nil) }
      + written.map { ($0.site.place, $0.site.isWhole, $0.value) }
  }

  /// The places of what it changes or takes apart, and of what is in objects whose keys it spells.
  fileprivate var altered: Set<Place> {
    Set(
      changedInPlace + moves.filter { !$0.isDeep && !$0.isShell }.map(\.to)
        + spellings.map(\.object.children))
  }

  /// Whether a value at a place may be one that it has changed; nil is any value.
  fileprivate func mayMake(_ value: JSON?, at place: Place) -> Bool {
    guard altered.contains(place) else {
      return spellings.contains { spelling in
        place.key.map { spelling.old.spelling(of: $0, from: spelling.new) != nil } == true
      }
    }
    let results = writes.filter { $0.site.place == place }
    guard let value, !results.isEmpty, !reshaped.contains(place) else { return true }
    return results.contains { result in
      // What has no place in the rules stands for more of its type.
      result.value == value
        || result.range == rule.range && Shape(result.value).kinds == Shape(value).kinds
    }
  }
}

extension [Rule] {
  /// All that they are made of, and have an `undo` or are in a rule with one.
  func undone(inUndone: Bool = false) -> [Rule] {
    flatMap { rule -> [Rule] in
      let isUndone = inUndone || rule.undo != nil
      return (isUndone ? [rule] : []) + rule.inner.undone(inUndone: isUndone)
    }
  }
}

extension Migrator {
  /// Rules whose way back may take what another one has made: a warning for each.
  package var rulesWithSharedPlaces: [Diagnostic] {
    let reader = EffectReader(rules.format)
    var shared = SharedPlaces()
    let steps = rules.format.chain.steps
    for (step, lost) in zip(steps, rules.lostRules(of: steps)) {
      let effects = reader.effects(step.rules)
      let apart =
        step.undo == nil ? lost.map(\.rule) + step.rules.undone() : effects.map(\.rule)
      shared.add(effects, apartFrom: Set(apart.map { ObjectIdentifier($0) }))
    }
    return shared.pairs.map { pair in
      let (earlier, later) = (pair.earlier, pair.later)
      let acts = pair.isOfChange ? "changes" : "makes"
      return Diagnostic(
        .noWayBack,
        "`\(later.name)` makes what an earlier `\(earlier.name)` \(acts) too: going back can't "
          + "tell which of them it was, and takes it for the later one", severity: .warning,
        at: rules.files[later.file].place(later.range),
        relatedPlaces: [
          rules.files[earlier.file].place(
            earlier.range, label: pair.isOfChange ? "it is changed here" : "it is made here")
        ],
        help: "`undo` with rules that have a `when` can tell them apart")
    }
  }
}
