internal import JSONMigration
internal import JSONMigrationCore
internal import JSONText

/// A value that a rule writes, where that comes to be in documents of today.
struct WrittenValue {
  let place: Place
  let write: RuleEffects.Write
  let rule: Rule
  let step: Step
}

extension Lineage {
  /// The values that rules write and that no later rule makes into something else.
  var writtenValues: [WrittenValue] {
    results { effects in effects.writes.map { ($0.site.place, $0) } }.map {
      WrittenValue(place: $0.place, write: $0.source, rule: $0.rule, step: $0.step)
    }
  }

  /// The places of today that rules bring values to.
  var madePlaces: [(place: Place, rule: Rule)] {
    results { effects in
      effects.moves.map { ($0.to, ()) }
        + effects.writes.filter { $0.mode != .inPlace }.map { ($0.site.place, ()) }
    }.map { ($0.place, $0.rule) }
  }

  /// What rules do at places, with the places where that comes to be.
  private func results<Source>(
    _ sources: (RuleEffects) -> [(place: Place, source: Source)]
  ) -> [(place: Place, source: Source, rule: Rule, step: Step)] {
    var results: [(place: Place, source: Source, rule: Rule, step: Step)] = []
    for (number, step) in chain.steps.enumerated() {
      guard let rest = chain.steps(from: step.to, to: target) else { continue }
      for (index, effect) in effects[number].all.enumerated() {
        for (place, source) in sources(effect) {
          var places = effects[number].follow([place], from: index + 1)
          for later in rest where !places.isEmpty {
            places = effects[later].follow(places, from: 0)
          }
          results += places.map { ($0, source, effect.rule, step) }
        }
      }
    }
    return results
  }
}

/// What the rules of a step do, in order, and which of them have to do with a key.
///
/// Long chains have thousands of rules, of which few have to do with the same key.
struct StepEffects {
  let all: [RuleEffects]
  /// How many segments lead to the document.
  private let depth: Int
  private var byKey: [[UInt8]: [Int]] = [:]
  /// Those that may have to do with any key.
  private var general: [Int] = []

  init(_ trees: [RuleTree], depth: Int) {
    all = trees.flatMap(\.effects)
    self.depth = depth
    for (number, effects) in all.enumerated() {
      let keys = effects.touched.map { key(of: $0) }
      if keys.contains(nil) {
        general.append(number)
      } else {
        for key in Set(keys.compactMap { $0 }) { byKey[key, default: []].append(number) }
      }
    }
  }

  private func key(of place: Place) -> [UInt8]? {
    guard place.count > depth, case .key(let key) = place[depth] else { return nil }
    return key
  }

  /// Where the values are that were at some places before the rules from a number on.
  func follow(_ places: [Place], from start: Int) -> [Place] {
    var pending = places.map { (place: $0, start: start) }
    var found: [Place] = []
    while let (place, start) = pending.popLast() {
      if let next = next(place, start) {
        pending += all[next].places(of: place).map { ($0, next + 1) }
      } else {
        found.append(place)
      }
    }
    return found
  }

  /// The first rule from a number on that may have to do with a place.
  private func next(_ place: Place, _ start: Int) -> Int? {
    guard let key = key(of: place) else { return start < all.count ? start : nil }
    let own = byKey[key]?.first { $0 >= start }
    let other = general.first { $0 >= start }
    return [own, other].compactMap { $0 }.min()
  }
}

extension RuleEffects {
  /// All places that it has to do with.
  fileprivate var touched: [Place] {
    moves.flatMap { [$0.from.place, $0.to] } + drops.map(\.place)
      + (kept?.objects.map(\.place) ?? []) + writes.map(\.site.place) + spellings.map(\.object)
      + reshaped
  }

  /// Where the value is that was at a place before the rule; nowhere if it is gone or another one.
  fileprivate func places(of place: Place) -> [Place] {
    if reshaped.contains(where: { $0.meets(place) }) { return [] }
    if writes.contains(where: { $0.mode != .whereMissing && $0.site.place.meets(place) }) {
      return []
    }
    if let kept, kept.objects.contains(where: { $0.place.rest(to: place) != nil }) {
      guard kept.objects.allSatisfy({ keeps($0, place) }) else { return [] }
    }
    if drops.contains(where: { $0.isWhole && isCertain && $0.place.isAround(place) }) {
      return []
    }
    var moved: [Place] = []
    var isTaken = false
    for move in moves {
      guard let rest = move.from.place.rest(to: place) else { continue }
      if move.isOfMembers, rest.isEmpty { continue }
      if move.isDeep { moved.append(move.to + rest) }
      if move.rest != .source, isCertain, move.from.isWhole { isTaken = true }
    }
    for (object, old, new) in spellings {
      guard let rest = object.rest(to: place), case .key(let key)? = rest.first,
        let spelled = new.spelling(of: key, from: old)
      else { continue }
      moved.append(object.member(spelled) + rest.dropFirst())
      isTaken = true
    }
    return isTaken ? moved : moved + [place]
  }

  private func keeps(_ object: Site, _ place: Place) -> Bool {
    guard let rest = object.place.rest(to: place), case .key(let key)? = rest.first else {
      return true
    }
    return kept?.names.contains(key) == true
  }
}
