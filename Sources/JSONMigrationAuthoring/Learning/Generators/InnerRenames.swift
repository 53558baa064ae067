internal import JSONText

/// Members that get another name or place together with what is in them: a list that is renamed and
/// whose elements have other names too.
///
/// One rule alone would bring what was there to where nothing is as it was.
enum InnerRenames {
  private static let mostMoves = 8
  private static let mostPairs = 60
  private static let mostNames = 12

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for move in scope.keyMoves.moves.prefix(mostMoves) {
      guard let name = move.to.name else { continue }
      let pairs = pairs(move, scope)
      let isList = pairs.allSatisfy { $0.before.kind == .array && $0.after.kind == .array }
      let names = names(in: isList ? elements(of: pairs, proposals.comparison) : pairs, proposals)
      guard !names.isEmpty else { continue }
      let isRename = move.from.parent == move.to.parent
      let verb = isRename ? RenameGenerator.verb : MoveGenerator.verb
      for dropsParents in isRename || move.from.count < 2 ? [false] : [false, true] {
        proposals.add([move.from, move.to], extra: move.extra) { ways in
          let target = isRename ? name.text : ways[1].text
          let inner = isRename ? ways[0].parent.appending(name) : ways[1]
          return [
            .rule(
              verb, .object([ways[0].text: .string(target)]),
              dropsParents ? ["drop-empty-parents": true] : [:]),
            .rule(
              RenameGenerator.verb, .object(names), in: isList ? inner.appending(.every) : inner),
          ]
        }
      }
    }
  }

  /// The containers at both places.
  private static func pairs(_ move: KeyMoves.Move, _ scope: Scope) -> [TermPair] {
    scope.keyMoves.sources[move.from].prefix(mostPairs).compactMap { item, old in
      scope.keyMoves.targets.value(move.to, in: item).map { TermPair(before: old, after: $0) }
    }.filter { !$0.before.isScalar && !$0.after.isScalar }
  }

  private static func elements(of pairs: [TermPair], _ comparison: Comparison) -> [TermPair] {
    let elements = pairs.flatMap { pair in
      comparison.cells(pair.before, pair.after).compactMap { cell -> TermPair? in
        guard let old = cell.old, let new = cell.new else { return nil }
        return TermPair(before: pair.before.elements[old], after: pair.after.elements[new])
      }
    }
    return Array(elements.prefix(mostPairs))
  }

  /// The names that values have in objects before and after.
  private static func names(in pairs: [TermPair], _ proposals: Proposals) -> JSONObject {
    let inner = Scope(Way())
    for pair in pairs where pair.before.kind == .object && pair.after.kind == .object {
      inner.add(pair, [], in: pair.before)
    }
    inner.open(proposals.comparison)
    var names = JSONObject()
    var targets: Set<ByteString> = []
    for move in inner.keyMoves.moves where move.from.count == 1 && move.to.count == 1 {
      guard let old = move.from.name, let new = move.to.name, names.count < mostNames,
        names[move.from.text] == nil, !targets.contains(new),
        inner.gone[move.from].contains(where: { inner.new.value(move.to, in: $0.item) === $0.value }
        )
      else { continue }
      names[Way([.name(old)]).text] = .string(new.text)
      targets.insert(new)
    }
    return names
  }
}
