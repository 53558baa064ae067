internal import JSONText

/// New members whose values are made of those of others that stay: a copy that is changed then.
enum Derived {
  private static let mostTargets = 12
  private static let mostSources = 30

  /// Two rules say it, and that they fit all samples is hardly by chance.
  private static let bonus = -3.0
  /// That numbers are in order may be.
  private static let doubt = 5.0

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for target in scope.new.ways.prefix(mostTargets) where target.name != nil {
      let news = scope.new[target]
      guard news.map(\.value).distinct.count > 1, news.allSatisfy({ $0.value.isScalar }) else {
        continue
      }
      for source in sources(beside: target, news[0].item, scope) {
        guard let pairs = pairs(from: source, to: news, scope) else { continue }
        propose(pairs, source, target, scope, &proposals)
      }
    }
  }

  /// The scalars in the object that the target is in.
  private static func sources(beside target: Way, _ item: Int, _ scope: Scope) -> [Way] {
    guard let object = scope.items[item].before.at(target.parent.segments) else { return [] }
    return object.members.prefix(mostSources).filter(\.value.isScalar).map {
      target.parent.appending($0.key)
    }
  }

  /// What becomes of each value; nil if one isn't there, goes itself, or is the new one already.
  private static func pairs(
    from source: Way, to news: [(item: Int, value: Term)], _ scope: Scope
  ) -> [(item: Int, value: TermPair)]? {
    var pairs: [(item: Int, value: TermPair)] = []
    for (item, new) in news {
      guard let old = scope.items[item].before.at(source.segments),
        scope.items[item].after.at(source.segments) === old, old !== new
      else { return nil }
      pairs.append((item, TermPair(before: old, after: new)))
    }
    guard pairs.map(\.value.before).distinct.count > 1 else { return nil }
    return pairs.allSatisfy { mayBeEdited($0.value) } ? pairs : nil
  }

  /// Whether a text may come of another one: whether a word of that is in it.
  private static func mayBeEdited(_ pair: TermPair) -> Bool {
    guard let old = pair.before.text, let new = pair.after.text?.lowercased() else { return true }
    let bytes = Array(new.utf8)
    return Words.split(old.lowercased()).contains {
      $0.utf8.count > 1 && bytes.includes(Array($0.utf8))
    }
  }

  private static func propose(
    _ pairs: [(item: Int, value: TermPair)], _ source: Way, _ target: Way, _ scope: Scope,
    _ proposals: inout Proposals
  ) {
    let derived = Scope(scope, changing: pairs, at: target)
    var inner = Proposals(
      proposals.comparison, proposals.terms, holdsVersion: proposals.holdsVersion)
    let olds = Set(pairs.compactMap(\.value.before.text))
    TextGenerator.propose(in: derived, isOf: { !$0.holdsWholeText(of: olds) }, &inner)
    ScaleGenerator.propose(in: derived, &inner)
    ConvertGenerator.propose(in: derived, &inner)
    // One row for each value that there is would only recite.
    let values = Set(pairs.map(\.value)).count
    for edit in derived.edits {
      let groups = Set(edit.pairs.map(\.after)).count
      MapValuesGenerator.proposeBounds(
        edit, extra: edit.pairs.count < 3 * groups ? doubt : 0, &inner)
      if pairs.count >= 2 * values { MapValuesGenerator.proposeRows(edit, &inner) }
    }
    for proposal in inner.all {
      proposals.add([source, target], extra: proposal.extra + bonus, isWhole: true) { ways in
        [.rule(CopyGenerator.verb, .object([ways[0].text: .string(ways[1].text)]))]
          + proposal.rules([ways[1]])
      }
    }
  }
}

extension JSON {
  /// Whether one of some edits replaces the whole of a text, as a table would.
  fileprivate func holdsWholeText(of texts: Set<String>) -> Bool {
    array?.contains { edit in edit["replace"]?.string.map { texts.contains($0) } == true } == true
  }
}
