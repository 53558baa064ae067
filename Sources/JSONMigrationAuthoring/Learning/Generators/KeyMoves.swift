internal import JSONMigrationCore
internal import JSONText

/// Pairs removed members with new ones, by their values, their names and their distance.
struct KeyMoves {
  struct Move {
    let from: Way
    let to: Way
    let extra: Double
  }

  let moves: [Move]
  /// The removed and the new values, with those inside them.
  private(set) var sources = Scope.Items<Term>()
  private(set) var targets = Scope.Items<Term>()

  init(_ scope: Scope) {
    var (sources, targets) = (Scope.Items<Term>(), Scope.Items<Term>())
    for way in scope.gone.ways {
      for (item, value) in scope.gone[way] {
        for (way, term) in value.below(way) { sources.add(term, at: way, in: item) }
      }
    }
    for way in scope.new.ways {
      for (item, value) in scope.new[way] {
        for (way, term) in value.below(way) { targets.add(term, at: way, in: item) }
      }
    }
    (self.sources, self.targets) = (sources, targets)
    moves = Self.ranked(sources, targets)
  }

  /// A value in an item.
  private struct Place: Hashable {
    let item: Int
    let value: Int
  }

  private static let mostEqual = 8

  /// For each value in an item where it stands, if that is not in many places.
  private static func equalSources(_ sources: Scope.Items<Term>) -> [Place: [Way]] {
    var found: [Place: [Way]] = [:]
    for way in sources.ways {
      for (item, value) in sources[way] {
        let place = Place(item: item, value: value.number)
        if found[place, default: []].count < mostEqual { found[place, default: []].append(way) }
      }
    }
    return found
  }

  private static func ranked(
    _ sources: Scope.Items<Term>, _ targets: Scope.Items<Term>
  ) -> [Move] {
    var ranked: [(score: Double, move: Move)] = []
    // Of many only those are compared that are equal somewhere.
    let isMany = sources.ways.count * targets.ways.count > 4_000
    var byItem: [Way: [Int: Term]] = [:]
    for way in sources.ways {
      byItem[way] = Dictionary(
        sources[way].map { ($0.item, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
    let equals = isMany ? equalSources(sources) : [:]
    for target in targets.ways {
      let wanted = targets[target]
      let likely =
        isMany
        ? wanted.prefix(4).flatMap { equals[Place(item: $0.item, value: $0.value.number)] ?? [] }
        : sources.ways
      for source in likely {
        guard let found = byItem[source] else { continue }
        let both = wanted.compactMap { item, new in found[item].map { ($0, new) } }
        guard let first = both.first else { continue }
        let equal = both.filter { $0.0 === $0.1 }.map(\.1)
        let known = equal.distinct.reduce(0) { $0 + min($1.news, 8) }
        let likeness =
          source.name.flatMap { old in target.name.map { Likeness.ofNames(old, $0) } } ?? 0
        var score = known + 3 * likeness + 2 * Double(equal.count) / Double(both.count)
        if source.parent == target.parent { score += 2 }
        if source.name == target.name { score += 1.5 }
        if equal.isEmpty {
          score += 2 * (both.prefix(5).map { Likeness.of($0.0, $0.1) }.max() ?? 0)
          if first.0.kind != first.1.kind { score -= 1 }
        }
        score -= 0.5 * Double(source.count + target.count)
        score -= 0.3 * Double(max(0, found.count - both.count))
        ranked.append((score, Move(from: source, to: target, extra: 1.5 * (1 - likeness))))
      }
    }
    let sorted = ranked.ordered { $0.score > $1.score }
    var counts: [Way: (from: Int, to: Int)] = [:]
    var moves: [Move] = []
    for entry in sorted where moves.count < 40 {
      let move = entry.move
      guard counts[move.from, default: (0, 0)].from < 3, counts[move.to, default: (0, 0)].to < 3
      else { continue }
      counts[move.from, default: (0, 0)].from += 1
      counts[move.to, default: (0, 0)].to += 1
      moves.append(move)
    }
    return moves
  }
}

enum RenameGenerator: RuleGenerator {
  static let verb = "rename"
  static let cost = 3.0

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for (number, move) in scope.keyMoves.moves.enumerated() where move.from.parent == move.to.parent
    {
      guard let name = move.to.name else { continue }
      let rename = { (way: Way, more: KeyValuePairs<String, JSON>) -> [JSON] in
        [.rule(verb, .object([way.text: .string(name.text)]), more)]
      }
      proposals.add([move.from], extra: move.extra) { rename($0[0], [:]) }
      if number < 8 {
        proposals.add([move.from], extra: move.extra) { rename($0[0], ["if-exists": "keep"]) }
      }
    }
    InnerRenames.propose(in: scope, &proposals)
    for chain in KeyChains(scope).all {
      proposals.add(chain.map(\.from)) { ways in
        let names = zip(ways, chain).reduce(into: JSONObject()) { names, pair in
          names[pair.0.text] = .string(pair.1.to.name?.text ?? "")
        }
        return [.rule(verb, .object(names))]
      }
    }
    // Moves that overwrite an existing member.
    for way in scope.changed.ways + scope.lists.ways {
      guard let name = way.name else { continue }
      for source in scope.gone.ways where source.parent == way.parent {
        let comes = scope.gone[source].contains { item, value in
          (scope.changed.value(way, in: item) ?? scope.lists.value(way, in: item))?.after === value
        }
        if comes {
          proposals.add([source]) {
            [.rule(verb, .object([$0[0].text: .string(name.text)]), ["if-exists": "overwrite"])]
          }
        }
      }
    }
  }
}

enum MoveGenerator: RuleGenerator {
  static let verb = "move"
  static let cost = 4.2

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for move in scope.keyMoves.moves where move.from.parent != move.to.parent {
      let pair = { (ways: [Way]) -> JSON in .object([ways[0].text: .string(ways[1].text)]) }
      proposals.add([move.from, move.to], extra: move.extra) { [.rule(verb, pair($0))] }
      if move.from.count > 1 {
        proposals.add([move.from, move.to], extra: move.extra) {
          [.rule(verb, pair($0), ["drop-empty-parents": true])]
        }
      }
    }
    // Moves into a member that stays.
    for way in scope.changed.ways where !way.isEmpty {
      for source in scope.keyMoves.sources.ways where source.parent != way.parent {
        let comes = scope.keyMoves.sources[source].contains { item, value in
          scope.changed.value(way, in: item)?.after === value && value.news > 1
        }
        if comes {
          proposals.add([source, way]) {
            [.rule(verb, .object([$0[0].text: .string($0[1].text)]), ["if-exists": "overwrite"])]
          }
        }
      }
    }
    // Moves out of a member that stays.
    proposeFromElements(in: scope, &proposals)
  }

  /// Whether a list may have become another one whose elements differ: most of them show it.
  private static func isChanged(_ old: Term, _ new: Term) -> Bool {
    guard old.kind == .array, new.kind == .array, old.elements.count == new.elements.count,
      old.elements.allSatisfy({ !$0.isScalar })
    else { return false }
    let likes = zip(old.elements, new.elements).count {
      !$0.tellingLeaves.isDisjoint(with: $1.tellingLeaves)
    }
    return likes * 2 > old.elements.count
  }

  /// New members whose value stood in an element of a removed list.
  private static func proposeFromElements(in scope: Scope, _ proposals: inout Proposals) {
    for target in scope.new.ways {
      guard let (item, wanted) = scope.new[target].first, wanted.news > 1 else { continue }
      for source in scope.gone.ways + scope.lists.ways {
        guard let list = scope.items[item].before.at(source.segments) else { continue }
        for (index, element) in list.elements.prefix(4).enumerated() {
          for (way, term) in element.below(source.appending(.index(index)), depth: 2)
          where term === wanted || isChanged(term, wanted) {
            proposals.add([way, target], extra: 1) {
              [.rule(verb, .object([$0[0].text: .string($0[1].text)]))]
            }
          }
        }
      }
    }
  }
}
