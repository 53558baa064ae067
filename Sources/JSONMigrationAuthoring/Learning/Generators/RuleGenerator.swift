internal import JSONMigrationCore
internal import JSONText

/// Proposes rules of one verb for what differs in a scope.
///
/// It doesn't say where they apply: each proposal is tried in every item of the scope alone, and
/// where it does harm, a condition is learned. A new verb brings its own, and its line in
/// `Generators.all`.
protocol RuleGenerator: Sendable {
  static var verb: String { get }
  /// The cost of a rule of this verb, without its arguments.
  static var cost: Double { get }

  static func propose(in scope: Scope, _ proposals: inout Proposals)
}

enum Generators {
  /// All of them, in the order of `Verbs.all`.
  static let all: [any RuleGenerator.Type] = [
    RenameGenerator.self, MoveGenerator.self, CopyGenerator.self, LookUpGenerator.self,
    DropGenerator.self, KeepOnlyGenerator.self, NestGenerator.self, UnnestGenerator.self,
    RenameKeysGenerator.self, AddDefaultGenerator.self, SetGenerator.self, MapValuesGenerator.self,
    ScaleGenerator.self, ConvertGenerator.self, SplitGenerator.self, JoinGenerator.self,
    ComposeGenerator.self, TextGenerator.self, WrapGenerator.self, UnwrapGenerator.self,
    AppendGenerator.self, ConcatGenerator.self, ListGenerator.self, ToListGenerator.self,
    ToObjectGenerator.self,
  ]
}

/// Rules that may explain something in a scope.
struct Proposal {
  /// The places that they change, from the scope.
  let ways: [Way]
  /// An addition to the cost, for reasons that speak against the rules.
  let extra: Double
  /// Whether the rules are of use only where they make all of the value at the last place.
  var isWhole = false
  /// Makes the rules for these places, which may be relative to a scope further in.
  let rules: ([Way]) -> [JSON]
}

/// The proposals of generators.
struct Proposals {
  private(set) var all: [Proposal] = []
  let comparison: Comparison
  let terms: Terms
  /// Whether the scope has a member besides those seen, which stays where it is.
  let holdsVersion: Bool

  init(_ comparison: Comparison, _ terms: Terms, holdsVersion: Bool) {
    (self.comparison, self.terms, self.holdsVersion) = (comparison, terms, holdsVersion)
  }

  @inline(never)
  mutating func add(
    _ ways: [Way], extra: Double = 0, isWhole: Bool = false, _ rules: @escaping ([Way]) -> [JSON]
  ) {
    all.append(Proposal(ways: ways, extra: extra, isWhole: isWhole, rules: rules))
  }

  /// A rule that takes one path: `{ "drop": "a" }`.
  mutating func add(
    _ verb: String, _ way: Way, _ more: KeyValuePairs<String, JSON> = [:], extra: Double = 0
  ) {
    add([way], extra: extra) { [.rule(verb, .string($0[0].text), more)] }
  }
}

extension JSON {
  /// A rule: its verb first, then what else it says.
  @inline(never)
  static func rule(
    _ verb: String, _ value: JSON, _ more: KeyValuePairs<String, JSON> = [:], in scope: Way = Way()
  ) -> JSON {
    var rule = JSONObject()
    if !scope.isEmpty { rule["in"] = .string(scope.text) }
    rule[verb] = value
    for (key, value) in more { rule[key] = value }
    return .object(rule)
  }
}

extension Sequence where Element == Term {
  /// Each value once, in order.
  var distinct: [Term] {
    var seen: Set<Int> = []
    return filter { seen.insert($0.number).inserted }
  }
}

extension Term {
  /// The value and the values inside it, with the ways that lead to them.
  func below(_ start: Way = Way(), depth: Int = 4) -> [(way: Way, term: Term)] {
    var found = [(start, self)]
    guard depth > 0 else { return found }
    for (key, value) in members { found += value.below(start.appending(key), depth: depth - 1) }
    return found
  }
}

/// Places in a scope whose values become others, with each pair of values once.
struct Edit {
  let way: Way
  let pairs: [TermPair]

  var old: Term { pairs[0].before }
  var new: Term { pairs[0].after }

  func all(_ old: Term.Kind, _ new: Term.Kind) -> Bool {
    pairs.allSatisfy { $0.before.kind == old && $0.after.kind == new }
  }
}

extension Scope {
  /// The values that change in place: for each place all of them, and those of each pair of types.
  var edits: [Edit] {
    (changed.ways.map { ($0, changed[$0]) } + lists.ways.map { ($0, lists[$0]) }).flatMap {
      way, found -> [Edit] in
      var seen: Set<TermPair> = []
      let pairs = found.map(\.value).filter { !$0.isDone && seen.insert($0).inserted }
      var groups: [[TermPair]] = []
      for pair in pairs {
        let kinds = (pair.before.kind, pair.after.kind)
        if let group = groups.firstIndex(where: {
          ($0[0].before.kind, $0[0].after.kind) == kinds
        }) {
          groups[group].append(pair)
        } else {
          groups.append([pair])
        }
      }
      return ((groups.count > 1 ? [pairs] : []) + groups).map { Edit(way: way, pairs: $0) }
    }
  }
}
