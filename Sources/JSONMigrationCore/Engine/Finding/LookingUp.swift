internal import JSONText

/// Elements by a value in each.
struct Catalogue {
  enum Hit {
    case one(NodeID)
    /// The second of those that have one value.
    case several(NodeID)
  }

  fileprivate let moment: Int
  fileprivate var entries: [JSON: Hit] = [:]

  subscript(value: JSON) -> Hit? { entries[value] }
}

extension Engine {
  /// The elements that a query leads to, by a value in each; those without it are left out.
  ///
  /// Where the query starts at the document it is the same for all scopes of a rule, so it is made
  /// once: before the first change, like all that a rule finds. In a block it is made once for all
  /// scopes of the block, where no rule of it changes what the query leads to.
  mutating func catalogue(
    of query: Query, by names: [Name], in scope: NodeID
  ) throws -> Catalogue {
    let moment = moment(isSteady: plan.rules.symbols.steadyQueries.contains(query.number))
    if let known = catalogues[query.number], known.moment == moment { return known }
    var catalogue = Catalogue(moment: moment)
    for element in try places(query, from: scope) {
      guard let node = try inner(names, of: element) else { continue }
      let value = try json(of: node)
      switch catalogue.entries[value] {
      case nil: catalogue.entries[value] = .one(element)
      // A query with several selectors may lead to one element twice.
      case .one(let known) where known != element: catalogue.entries[value] = .several(element)
      case .one, .several: break
      }
    }
    if !query.path.isRelative { catalogues[query.number] = catalogue }
    return catalogue
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
