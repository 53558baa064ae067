internal import JSONMigrationCore
internal import JSONText

extension Migrator {
  /// Rules with an `undo` that change what a filter of their `in` asks: a warning for each.
  ///
  /// The filter finds something else on the way back, where `undo` has to act.
  var rulesThatHideTheirScopes: [Diagnostic] {
    let format = rules.format
    let reader = EffectReader(format)
    let documents = format.places.isEmpty ? [.root] : format.places
    return format.chain.steps.filter { $0.undo == nil }.flatMap(\.rules).compactMap { rule in
      guard rule.undo != nil, let scopes = rule.scopes else { return nil }
      let changed = reader.effects([rule]).flatMap(\.everyChange)
      let hidden = scopes.first { query in
        let asked = documents.flatMap { query.path.placesOfFilters(root: $0, scope: $0) }
        return asked.contains { place in changed.contains { place.isInside($0) } }
      }
      return hidden.map { query in
        Diagnostic(
          .noWayBack,
          "`\(rule.name)` changes what this filter asks: on the way back, `undo` acts where the "
            + "filter finds something then", severity: .warning,
          at: rules.files[rule.file].place(query.range),
          help: "put the condition into `when`: `undo` acts without it, in all that `in` finds")
      }
    }
  }
}
