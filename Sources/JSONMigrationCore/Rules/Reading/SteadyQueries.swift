internal import JSONText

extension RuleReader {
  /// Notes the catalogues of a rule with rules in it that are the same in all its scopes: those of
  /// the document, where nothing in the rule changes what they are made of.
  func noteSteadyCatalogues(of rule: Rule, in scopes: Scopes) {
    guard rule.hasInnerCatalogue, scopes.areKnown else { return }
    let queries = rule.innerCatalogues.filter { !$0.path.isRelative }
    if queries.isEmpty { return }
    let changed = EffectReader(scopes).effects([rule]).flatMap { effects in
      // Names of members that come out of an object are not known.
      effects.changed + effects.moves.filter(\.isOfMembers).map(\.to.children)
    }
    let steady = queries.filter { query in
      let asked =
        query.path.places(root: scopes.root, scope: scopes.root)
        + scopes.placesOfFilters(in: query.path)
      return !asked.contains { place in changed.contains { $0.meets(place) } }
    }
    if steady.isEmpty { return }
    noteSteady(rule, steady)
  }
}

extension Rule {
  /// The queries of catalogues of the rules in it.
  fileprivate var innerCatalogues: [Query] {
    verb.inner.rules.flatMap { rule in
      (rule.verb.catalogue.map { [$0] } ?? []) + rule.innerCatalogues
    }
  }
}
