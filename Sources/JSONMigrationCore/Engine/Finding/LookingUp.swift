internal import JSONText

/// Elements by a value in each.
struct Catalogue {
  enum Hit {
    case one(NodeID)
    /// The second of those that have one value.
    case several(NodeID)
  }

  fileprivate let moment: Int
  /// Nil as long as one value was looked up, for which one walk over the elements is less work.
  fileprivate var entries: [JSON: Hit]?
}

extension Engine {
  /// The element that a query leads to in which names lead to a value.
  ///
  /// Where the query starts at the document it is the same for all scopes of a rule, so a catalogue
  /// is made once: before the first change, like all that a rule finds. In a block it is made once
  /// for all scopes of the block, where no rule of it changes what the query leads to. Else one
  /// value is looked up in each of them, and no catalogue pays.
  mutating func element(
    of query: Query, by names: [Name], equalTo value: NodeID, in scope: NodeID
  ) throws -> Catalogue.Hit? {
    if query.path.isRelative { return try firstElement(of: query, by: names, value, in: scope) }
    let moment = moment(isSteady: plan.rules.symbols.steadyQueries.contains(query.number))
    guard let known = catalogues[query.number], known.moment == moment else {
      catalogues[query.number] = Catalogue(moment: moment)
      return try firstElement(of: query, by: names, value, in: scope)
    }
    let key = try json(of: value)
    if let entries = known.entries { return entries[key] }
    let entries = try self.entries(of: query, by: names, in: scope)
    catalogues[query.number] = Catalogue(moment: moment, entries: entries)
    return entries[key]
  }

  private mutating func firstElement(
    of query: Query, by names: [Name], _ value: NodeID, in scope: NodeID
  ) throws -> Catalogue.Hit? {
    let places = try findPlaces(query, from: scope)
    defer { forget(places) }
    var first: NodeID?
    for place in places {
      let element = found(place)
      guard let node = try inner(names, of: element), try document.areEqual(node, value) else {
        continue
      }
      // A query with several selectors may lead to one element twice.
      if let first, first != element { return .several(element) }
      first = element
    }
    return first.map { .one($0) }
  }

  /// All of them, by their values; those without one are left out.
  private mutating func entries(
    of query: Query, by names: [Name], in scope: NodeID
  ) throws -> [JSON: Catalogue.Hit] {
    var entries: [JSON: Catalogue.Hit] = [:]
    for element in try places(query, from: scope) {
      guard let node = try inner(names, of: element) else { continue }
      let value = try json(of: node)
      switch entries[value] {
      case nil: entries[value] = .one(element)
      case .one(let known) where known != element: entries[value] = .several(element)
      case .one, .several: break
      }
    }
    return entries
  }

  /// What names lead to, from one object to the next; nil where one of them is not there.
  mutating func inner(_ names: [Name], of node: NodeID) throws -> NodeID? {
    var node = node
    for name in names {
      try document.charge(1)
      guard document.kind(node) == .object, let next = try member(key(name), of: node) else {
        return nil
      }
      node = next
    }
    return node
  }
}
