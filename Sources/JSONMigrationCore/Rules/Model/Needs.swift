internal import JSONText

/// The keys that a document has to have, or a rule finds nothing in it.
struct Needs: Sendable {
  /// Of each of these lists a document has to have one key; empty where that can't be told.
  var keys: [[[UInt8]]] = []
  /// What it asks for on its way; nil where it goes by more than names and wildcards.
  var way: Names?

  /// Names that may stand once in an object: in the root, and below it.
  struct Names: Sendable {
    var root: Set<[UInt8]> = []
    var inner: Set<[UInt8]> = []
  }
}

extension Rule {
  /// The keys that it has to find: those that its condition asks for, and the last ones of its
  /// paths.
  ///
  /// There are none to be told where a path has none, or where the guide doesn't follow it.
  var needs: Needs {
    guard let grounds, grounds.areKnown else { return Needs() }
    var needs = Needs()
    if let when = when?.condition {
      let places = grounds.places(of: when)
      if let keys = when.expression.needed, !places.contains(where: \.entersSome) {
        needs.keys.append(keys)
      }
    }
    let sources = ifMissing == .skip ? effects.needed : nil
    if let sources, let keys = neededKeys(sources, grounds) { needs.keys.append(keys) }
    needs.way = way(to: sources ?? [], grounds, besides: Set(needs.keys.first ?? []))
    return needs
  }

  private func neededKeys(_ sources: [Query], _ grounds: Scopes) -> [[UInt8]]? {
    var keys: [[UInt8]] = []
    for query in sources {
      let path = query.path.throughLastName
      guard path.hasOneWay, let key = path.slot?.name else { return nil }
      if grounds.places(of: path).contains(where: \.entersSome) { return nil }
      keys.append(key)
    }
    return keys
  }

  /// The names that are asked for before it is known that it finds nothing.
  private func way(
    to sources: [Query], _ grounds: Scopes, besides keys: Set<[UInt8]>
  ) -> Needs.Names? {
    var places = grounds.places + sources.flatMap { grounds.places(of: $0.path) }
    if let when = when?.condition { places += grounds.places(of: when) }
    let paths = ((scopes ?? []) + sources).map(\.path)
    if paths.contains(where: { !$0.hasOneWay || !$0.placesOfFilters().isEmpty }) { return nil }
    var way = Needs.Names()
    for place in places {
      var mayBeAnywhere = false
      for (index, segment) in place.segments.enumerated() {
        switch segment {
        case .key(let key) where keys.contains(key): break
        case .key(let key):
          if index == grounds.root.count || mayBeAnywhere { way.root.insert(key) }
          if index != grounds.root.count { way.inner.insert(key) }
        case .every: break
        case .descendants: mayBeAnywhere = true
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
    case .pattern(.query(let query), .compiled, _), .not(.empty(let query)):
      return query.end.map { [$0] }
    case .not, .comparison, .pattern, .empty: return nil
    }
  }
}

extension JSONPath {
  /// The path without the steps at its end that lead to children whatever their names are.
  fileprivate var throughLastName: JSONPath {
    var query = query
    while let last = query.segments.last, last.name == nil, !last.isDescendant,
      last.selectors.count == 1
    {
      query.segments.removeLast()
    }
    return JSONPath(query: query)
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
