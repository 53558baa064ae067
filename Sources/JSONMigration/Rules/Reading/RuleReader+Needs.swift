internal import JSONText

/// What rules wait for.
extension RuleReader {
  /// The keys that a rule has to find: those that its condition asks for, and those at the ends of
  /// its paths.
  ///
  /// There are none to be told where a path has no such end, or where the guide doesn't follow it.
  func needs(of effects: Effects, _ common: CommonKeys) -> Needs {
    var needs = Needs()
    guard scopes.areKnown else { return needs }
    if let when = common.when?.condition {
      let places = scopes.places(of: when)
      if let keys = when.expression.needed, !places.contains(where: { $0.contains(.some) }) {
        needs.keys.append(keys)
      }
    }
    let sources = common.ifMissing == .skip ? effects.needed : nil
    if let sources, let keys = neededKeys(sources) { needs.keys.append(keys) }
    needs.way = way(to: sources ?? [], common, besides: Set(needs.keys.joined()))
    return needs
  }

  private func neededKeys(_ sources: [Query]) -> [[UInt8]]? {
    var keys: [[UInt8]] = []
    for query in sources {
      guard query.path.hasOneWay, let key = query.path.slot?.name else { return nil }
      if scopes.places(of: query.path).contains(where: { $0.contains(.some) }) { return nil }
      keys.append(key)
    }
    return keys
  }

  /// The names that are asked for before it is known that a rule finds nothing.
  private func way(
    to sources: [Query], _ common: CommonKeys, besides keys: Set<[UInt8]>
  ) -> Needs.Way? {
    var places = scopes.places + sources.flatMap { scopes.places(of: $0.path) }
    if let when = common.when?.condition {
      places += scopes.places(of: when)
    }
    let paths = ((common.scopes ?? []) + sources).map(\.path)
    if paths.contains(where: { !$0.hasOneWay || !$0.placesOfFilters().isEmpty }) { return nil }
    var way = Needs.Way()
    for place in places {
      for (index, segment) in place.enumerated() {
        switch segment {
        case .key(let key) where keys.contains(key): break
        case .key(let key) where index == scopes.root.count: way.root.insert(key)
        case .key(let key): way.inner.insert(key)
        case .every, .descendants: break
        case .some: return nil
        }
      }
    }
    return way
  }
}

extension PathCondition {
  /// Keys of which one has to be there, or the condition doesn't hold; nil where it may.
  fileprivate var needed: [[UInt8]]? {
    switch self {
    case .or(let parts):
      let needed = parts.compactMap(\.needed)
      return needed.count == parts.count ? Array(needed.joined()) : nil
    case .and(let parts): return parts.lazy.compactMap(\.needed).first
    case .exists(let query): return query.end.map { [$0] }
    case .comparison(.query(let query), let comparison, .literal),
      .comparison(.literal, let comparison, .query(let query)):
      return comparison == .notEqual ? nil : query.end.map { [$0] }
    case .pattern(.query(let query), .compiled, _): return query.end.map { [$0] }
    case .not, .comparison, .pattern: return nil
    }
  }
}

extension PathQuery {
  /// The name at its end.
  fileprivate var end: [UInt8]? {
    guard segments.allSatisfy({ $0.selectors.count == 1 }),
      case .name(let name)? = segments.last?.selectors[0]
    else { return nil }
    return name
  }
}
