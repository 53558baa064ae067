internal import JSONText

/// The keys that come or go at some places, and whether a way to others goes by one of them.
///
/// A rule that changes names on the way to its own scopes has found scopes in scopes that the way
/// back doesn't find again, and the document that it gives would not show that.
struct ChangedNames {
  private let all: [Place]
  private let byKey: [[UInt8]: [Place]]

  init(_ places: [Place]) {
    all = places.filter { $0.key != nil }
    byKey = Dictionary(grouping: all) { $0.key ?? [] }
  }

  /// Whether one of them is a name that a way goes by.
  func areNamed(by way: Place) -> Bool {
    way.indices.contains { index in
      guard case .key(let key) = way[index], let places = byKey[key] else { return false }
      let part = Place(way[...index])
      return places.contains { $0.coincides(with: part) }
    }
  }

  /// Whether one of them may be among the children that a way goes through.
  ///
  /// Below `..` that could be any, so it is left to the engine, which looks again.
  func areChildren(on way: Place) -> Bool {
    way.indices.contains { index in
      guard way[index] == .every || way[index] == .some else { return false }
      let part = Place(way[...index])
      return !part.contains(.descendants)
        && all.contains {
          $0.count == part.count && !$0.contains(.descendants) && $0.coincides(with: part)
        }
    }
  }
}

extension WayBack {
  /// Why the way of a rule is another one when it is undone; nil if it isn't.
  func changesOwnWay(_ rule: Rule, by rules: [Rule]) -> String? {
    let effects = EffectReader(reader.scopes).effects(rules)
    if rule.scopes != nil {
      let names = ChangedNames(effects.flatMap(\.placesOfChangedNames))
      if reader.scopes.places.contains(where: {
        names.areNamed(by: $0) || names.areChildren(on: $0)
      }) {
        return "its `in` goes by a name that it changes"
      }
    }
    let paths = rule.effects.paths.filter { $0.plainNames == nil }
    let moved = effects.flatMap(\.placesOfMovedNames)
    if paths.isEmpty || moved.isEmpty { return nil }
    let names = ChangedNames(moved)
    let ways = Set(paths.flatMap { reader.scopes.places(of: $0).map(\.parent) })
    return ways.contains { names.areNamed(by: $0) }
      ? "its path goes by a name that it changes" : nil
  }
}

extension RuleEffects {
  /// The places at which a value comes or goes with its key, other than in its place.
  fileprivate var placesOfChangedNames: [Place] {
    placesOfMovedNames + drops.map(\.place)
      + writes.filter { $0.mode != .inPlace }.map(\.site.place)
  }

  fileprivate var placesOfMovedNames: [Place] {
    let inPlace = Set(changedInPlace)
    return moves.flatMap { move in
      (move.rest == .source ? [] : [move.from.place]) + (move.isOfMembers ? [] : [move.to])
    }.filter { !inPlace.contains($0) }
  }
}
