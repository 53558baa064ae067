package import JSONText

/// What a verb does in one scope, told without a document.
///
/// A verb says this once, beside `find` and `change`. What has to be known before a document is
/// opened is derived from it: the guide, the rules that can sleep, the way back, the check of what
/// rules read, the contract with a type, and the short way.
package struct Effects: Sendable {
  /// A value that is read before the first change.
  package struct Read: Sendable {
    package let source: Source
    /// Whether the value is gone from there afterwards.
    package let leaves: Bool
  }

  package enum Source: Sendable {
    case query(Query)
    /// A member of the scope.
    case member(Name)
  }

  /// What is done, in the order in which the rule names it.
  package enum Act: Sendable {
    case put(Value, at: Spot, over: Occupant)
    /// One or several values made of those that are read.
    case make(from: [Int], into: [Spot], by: any ValueFunction)
    /// Other values in the place of these.
    case change(Query, by: any ValueFunction)
    /// An element more for an array, which is made where it is missing; `isOnce` if not for one
    /// that has an equal element.
    case append(Constant, to: Slot, isOnce: Bool)
    case remove(Query)
    /// The scope keeps these members and no others.
    case keep(Set<[UInt8]>)
    /// The members of objects get other keys.
    case respell(Query, from: KeyCase, to: KeyCase)
    /// The members of an object come to stand in its place.
    case spread(Query)
    case ask(Condition)
    /// Anything may come of what is there.
    case unknown(Query)
  }

  /// What is put somewhere.
  package enum Value: Sendable {
    case constant(Constant)
    /// A value that the engine makes, one like it, and whether there is one wherever it is put.
    case generated(like: JSON, isSure: Bool)
    /// The number of a read.
    case read(Int)
  }

  /// Where something is put.
  package enum Spot: Sendable {
    case slot(Slot)
    /// The member with this name beside what the read has found.
    case beside(Int, Name)
    /// A member of an object that is made for it.
    case inside(Target, Name)
  }

  /// What a put may replace.
  package enum Occupant: Sendable { case nothing, nothingOrNull, nothingOrEmpty, anything }

  package var reads: [Read] = []
  package var acts: [Act] = []
  /// The numbers of acts that `if-missing` asks nothing of, nor of what they read.
  package var unasked: Set<Int> = []
  /// Whether objects go that values have left empty.
  package var dropsEmptyParents = false
}

/// What a verb makes of values, told without them.
package protocol ValueFunction: Sendable {
  /// What may come out besides the value itself; nil where that may be anything.
  var results: [ValueResult]? { get }

  /// Where the value is in what comes out.
  var nesting: Nesting { get }

  /// The operation of the short way that does the same, if there is one.
  func flat(_ symbols: Symbols) -> FlatFunction?

  /// Whether `if-missing` asks about the parents of the place too that the result is put at.
  var needsParents: Bool { get }

  /// What a rule could say of null, which stays as it is since it says nothing.
  var wordsForNull: String? { get }
}

extension ValueFunction {
  package var nesting: Nesting { .none }

  package var wordsForNull: String? { nil }

  package var needsParents: Bool { false }

  package func flat(_ symbols: Symbols) -> FlatFunction? { nil }
}

/// Something that a function may make.
package enum ValueResult: Sendable {
  case constant(Constant)
  /// A value of which the type is certain; `isAny` if it stands for all values of its type.
  case like(JSON, isAny: Bool)
  /// The value goes, with the member or element that it was.
  case removed
}

/// Where a value is in what is made of it.
package enum Nesting: Sendable {
  case none
  /// The whole value is there, below these segments.
  case into([Place.Segment])
  /// What was below these segments takes its place.
  case outOf([Place.Segment])
}

// MARK: - What is derived without places

extension Effects {
  /// Acts at each of some queries.
  init(_ queries: [Query], _ act: (Query) -> Act) { acts = queries.map(act) }

  /// What a verb changes in place.
  init(changing queries: [Query], by function: any ValueFunction) {
    acts = queries.map { .change($0, by: function) }
  }

  /// The queries that have to find something, one of them at least, or the rule has nothing to do;
  /// nil if it may have.
  var needed: [Query]? {
    var needed: [Query] = []
    for act in acts {
      switch act {
      case .put(.read(let read), _, _):
        guard let query = reads[read].source.query else { return nil }
        needed.append(query)
      case .make(let from, _, _):
        let queries = from.compactMap { reads[$0].source.query }
        guard !queries.isEmpty, queries.count == from.count else { return nil }
        needed += queries
      case .change(let query, _), .remove(let query), .respell(let query, _, _),
        .spread(let query), .unknown(let query):
        needed.append(query)
      case .put, .append, .keep, .ask: return nil
      }
    }
    return needed.isEmpty ? nil : needed
  }

  /// The paths to what it finds and to what it makes.
  package var paths: [JSONPath] {
    var paths = reads.compactMap { $0.source.query?.path }
    for act in acts {
      switch act {
      case .put(_, let spot, _): paths += spot.path
      case .make(_, let spots, _): paths += spots.flatMap(\.path)
      case .append(_, let slot, _): paths.append(slot.jsonPath)
      default: paths += act.query.map { [$0.path] } ?? []
      }
    }
    return paths
  }

  /// The queries whose matches it changes, and those that it reads.
  package var queries: [Query] { reads.compactMap(\.source.query) + acts.compactMap(\.query) }
}

extension Effects {
  /// Whether it brings something to a place that all scopes have in common.
  var writesFromDocument: Bool {
    acts.contains { act in
      switch act {
      case .put(_, let spot, _): spot.isFromDocument
      case .make(_, let spots, _): spots.contains(where: \.isFromDocument)
      case .append(_, let slot, _): slot.isFromDocument
      default: false
      }
    }
  }
}

extension Effects.Spot {
  fileprivate var isFromDocument: Bool {
    switch self {
    case .slot(let slot): slot.isFromDocument
    case .beside: false
    case .inside(let target, _): target.isFromDocument
    }
  }
}

extension Slot {
  /// Whether it is at one place, whatever the scope.
  var isFromDocument: Bool {
    if case .target(let target) = self { return target.isFromDocument }
    return query.map { !$0.path.isRelative } == true
  }
}

extension Effects.Source {
  var query: Query? { if case .query(let query) = self { query } else { nil } }

  var member: Name? { if case .member(let name) = self { name } else { nil } }
}

extension Effects.Act {
  /// What it acts at, where that is told by a query.
  var query: Query? {
    switch self {
    case .change(let query, _), .remove(let query), .respell(let query, _, _),
      .spread(let query), .unknown(let query):
      query
    case .put(_, .slot(let slot), _), .append(_, let slot, _): slot.query
    case .put, .make, .keep, .ask: nil
    }
  }
}

extension Effects.Act {
  /// The path to the one place that it makes a value for.
  var path: JSONPath? {
    if case .make(_, let spots, _) = self, spots.count == 1 { spots[0].path.first } else { nil }
  }

  /// Whether it takes values away for good.
  package var isRemoval: Bool { if case .remove = self { true } else { false } }
}

extension Effects.Spot {
  fileprivate var path: [JSONPath] {
    switch self {
    case .slot(let slot): [slot.jsonPath]
    case .inside(let target, let name):
      [JSONPath(query: target.query(ending: [PathSegment([.name(name.text)])]))]
    case .beside: []
    }
  }
}

extension Slot {
  /// The path to the member, or to what is replaced.
  @inline(never)
  package var jsonPath: JSONPath {
    switch self {
    case .target(let target): return JSONPath(query: target.query())
    case .places(let query): return query.path
    case .member(let name, let parent):
      var query = parent.path.query
      query.segments.append(PathSegment([.name(name.text)]))
      return JSONPath(query: query)
    }
  }

  /// The query that it follows.
  fileprivate var query: Query? {
    switch self {
    case .target: nil
    case .member(_, let query), .places(let query): query
    }
  }
}

// MARK: - Kinds of verbs

extension Effects {
  /// Values that go to targets, or copies of them.
  init(_ pairs: [(query: Query, target: Target)], leaves: Bool) {
    reads = pairs.map { Read(source: .query($0.query), leaves: leaves) }
    acts = pairs.enumerated().map { number, pair in
      .put(.read(number), at: .slot(.target(pair.target)), over: .nothing)
    }
  }

  /// Values that together become one, and go.
  init(making target: Target, of queries: [Query], by function: any ValueFunction) {
    reads = queries.map { Read(source: .query($0), leaves: true) }
    acts = [
      .make(
        from: Array(queries.indices), into: [.slot(.target(target))], by: function)
    ]
  }
}
