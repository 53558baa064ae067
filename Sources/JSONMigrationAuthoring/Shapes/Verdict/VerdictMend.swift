internal import JSONMigrationCore
internal import JSONText

/// The rule that lets null through where a schema wants something else, and what to write in it.
struct VerdictMend {
  private let rules: RuleSet

  init(_ rules: RuleSet) { self.rules = rules }

  /// The last rule on the road to a place of today that could have handled null.
  ///
  /// It is looked for on the way back over the steps from `version` on, since what is null now may
  /// have stood elsewhere before.
  func null(at place: Place, from version: Version, to target: Version) -> Diagnostic.Place? {
    let format = rules.format
    guard let steps = format.chain.steps(from: version, to: target) else { return nil }
    let reader = EffectReader(format)
    var origin = Ancestry(place)
    for number in steps.reversed() {
      let step = format.chain.steps[number]
      for tree in reader.trees(step.rules).reversed() {
        for effects in tree.effects.reversed() {
          guard let words = effects.rule.wordsForNull,
            effects.changedInPlace.contains(where: { changed in
              origin.places.contains { changed.count == $0.count && changed.meets($0) }
            })
          else { continue }
          return rules.files[effects.rule.file].place(
            effects.rule.range, label: "\(effects.rule.name) leaves null; say \(words)")
        }
        origin.goBack(over: [tree])
      }
    }
    return nil
  }
}

extension Rule {
  /// The option of its verb for null that the rule doesn't use.
  fileprivate var wordsForNull: String? {
    effects.acts.lazy.compactMap { act in
      if case .change(_, let function) = act { function.wordsForNull } else { nil }
    }.first
  }
}
