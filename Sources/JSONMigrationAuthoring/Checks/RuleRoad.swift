internal import JSONMigrationCore
internal import JSONText

/// The rules of a format, step by step.
struct RuleRoad {
  private let steps: [[Visit]]
  /// The steps that documents go on with, where none of them come to it by another way.
  private let next: [Int?]

  init(_ format: Format) {
    let chain = format.chain
    let root = format.places.first ?? .root
    steps = chain.steps.map { EffectReader(format).effects($0.rules).map { Visit($0, root) } }
    let ways = Dictionary(chain.steps.map { ($0.to, 1) }, uniquingKeysWith: +)
    next = chain.steps.map { step in
      chain.step(from: step.to).flatMap {
        chain.steps[$0].from == [step.to] && ways[step.to] == 1 ? $0 : nil
      }
    }
  }

  /// All rules, each with those that documents meet behind it.
  var visits: some Sequence<(visit: Visit, rest: Rest)> {
    steps.indices.lazy.flatMap { step in
      steps[step].indices.lazy.map { index in
        (steps[step][index], Rest(road: self, step: step, visits: steps[step][(index + 1)...]))
      }
    }
  }

  /// The rules from one on, along the chain.
  struct Rest: Sequence, IteratorProtocol {
    fileprivate let road: RuleRoad
    fileprivate var step: Int
    fileprivate var visits: ArraySlice<Visit>

    mutating func next() -> Visit? {
      while visits.isEmpty {
        guard let next = road.next[step] else { return nil }
        step = next
        visits = road.steps[next][...]
      }
      return visits.popFirst()
    }
  }
}

/// A place that a rule looks for, and where that stands in its file.
struct Look {
  let place: Place
  let range: Range<Int>
  /// Whether only a condition asks for it.
  var isAsked = false
}

/// What a rule has taken away for certain.
struct Gone {
  let place: Place
  let range: Range<Int>
  /// Of an object, the members that are still there; nil where all that is at the place is gone.
  var kept: Set<[UInt8]>?

  var isAll: Bool { kept == nil }

  /// The place that is gone with what is at an inner one; nil if that may be there.
  func place(around inner: Place) -> Place? {
    guard let rest = place.rest(to: inner) else { return nil }
    guard let kept else { return place }
    guard case .key(let key)? = rest.first, !kept.contains(key) else { return nil }
    return place.member(key)
  }
}

/// What a rule looks for and changes, in the order in which rules run.
struct Visit {
  let effects: RuleEffects
  let looks: [Look]
  let changes: [Place]
  let gone: [Gone]

  var rule: Rule { effects.rule }

  init(_ effects: RuleEffects, _ root: Place) {
    self.effects = effects
    changes = effects.everyChange
    let reads = effects.reads.map { Look(place: $0.site.place, range: $0.range) }
    looks = reads + effects.rule.asked(root: root, scopes: effects.scopes)
    gone = effects.isCertain ? effects.gone : []
  }
}

extension RuleEffects {
  /// Where the rule names a place, or else the rule.
  func range(of place: Place) -> Range<Int> {
    reads.first { $0.site.place == place }?.range ?? rule.range
  }

  /// What is certainly not there any more when the rule has run.
  fileprivate var gone: [Gone] {
    let taken = moves.filter { $0.rest == .nothing }.map(\.from) + drops
    // The members of an object that goes come out of it: not to where it was, as good as always.
    let arriving =
      moves.filter { !$0.isOfMembers }.map(\.to) + writes.map(\.site.place) + changedInPlace
      + reshaped + spellings.map(\.object.children)
    let places = reads.filter { read in
      read.site.isWhole && !read.site.place.isEmpty
        && taken.contains { $0.isWhole && $0.place == read.site.place }
        && !arriving.contains { $0.meets(read.site.place) }
    }
    let objects = (kept?.objects ?? []).filter(\.isWhole)
    return places.map { Gone(place: $0.site.place, range: $0.range) }
      + objects.map { Gone(place: $0.place, range: rule.range, kept: kept?.names) }
  }
}

extension Rule {
  /// What its conditions and filters want to be there.
  fileprivate func asked(root: Place, scopes: [Place]) -> [Look] {
    var conditions = [when].compactMap(\.self)
    for case .ask(let condition) in effects.acts { conditions.append(condition) }
    if case .firstOf(let options) = verb.inner { conditions += options.compactMap(\.when) }
    return scopes.flatMap { scope in
      conditions.flatMap { condition in
        condition.condition.expression.wanted(root: root, scope: scope).map {
          Look(place: $0, range: condition.range, isAsked: true)
        }
      }
        + effects.queries.flatMap { query in
          query.path.query.wantedByFilters(root: root, scope: scope).map {
            Look(place: $0, range: query.range, isAsked: true)
          }
        }
    }
  }
}

extension PathQuery {
  /// What its filters want to be there, in what they are asked of.
  fileprivate func wantedByFilters(root: Place, scope: Place) -> [Place] {
    JSONPath(query: self).filters(root: root, scope: scope).flatMap { filter in
      filter.places.flatMap { filter.condition.wanted(root: root, scope: $0) }
    }
  }

  /// Itself, and what its filters want.
  fileprivate func wanted(root: Place, scope: Place) -> [Place] {
    JSONPath(query: self).places(root: root, scope: scope)
      + wantedByFilters(root: root, scope: scope)
  }
}

extension PathCondition {
  /// What has to be there for it to hold, or for a part of it.
  fileprivate func wanted(root: Place, scope: Place) -> [Place] {
    switch self {
    case .or(let parts), .and(let parts):
      parts.flatMap { $0.wanted(root: root, scope: scope) }
    case .exists(let query): query.wanted(root: root, scope: scope)
    case .comparison(let operand, let comparison, .literal(let literal)),
      .comparison(.literal(let literal), let comparison, let operand):
      // What is missing is no value, and different from each.
      comparison == .notEqual || literal == .null || operand.counts
        ? [] : operand.queries.flatMap { $0.wanted(root: root, scope: scope) }
    case .pattern(let operand, _, _):
      operand.queries.flatMap { $0.wanted(root: root, scope: scope) }
    case .comparison, .not, .empty: []
    }
  }
}

extension PathOperand {
  /// Whether it is a number also of what is missing.
  fileprivate var counts: Bool { if case .count = self { true } else { false } }
}
