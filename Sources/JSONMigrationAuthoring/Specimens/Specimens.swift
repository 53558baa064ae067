package import JSONMigrationCore
package import JSONText

/// Makes documents that tell rules apart: variations of those at hand, at the places that rules
/// touch.
///
/// It is told which of them were worth keeping, and goes on from these. The same rules and
/// documents give the same specimens.
package struct Specimens: Sendable {
  private var random = FixedRandom()
  private let places: [Place]
  private let pool: ValuePool
  package private(set) var kept: [JSON]

  /// Documents for rules that touch these places, beginning with some that are known.
  init(places: [Place], pool: ValuePool, from documents: [JSON]) {
    var seen: Set<Place> = []
    self.places = places.filter { !$0.isEmpty && seen.insert($0).inserted }
    self.pool = pool
    kept = documents.isEmpty ? [[:]] : documents
  }

  /// Documents for steps that have the same place in a folder, beginning with those of tests.
  package init(
    for steps: [(rules: RuleSet, format: Format, step: Step, text: JSON)],
    from documents: [JSON]
  ) {
    var pool = ValuePool()
    var places: [Place] = []
    var keys: Set<[UInt8]> = []
    for (rules, format, step, text) in steps {
      pool.add(rules: text.array ?? [])
      let symbols = rules.symbols
      for (condition, _) in symbols.conditions { pool.add(condition.expression) }
      for (path, _) in symbols.paths {
        for filter in path.query.filters { pool.add(filter) }
      }
      // What rules have kept is in no document that they were not run on.
      let stash = format.stash.map { Array($0.utf8) }
      for (key, _) in symbols.keys
      where keys.count < 24 && key != stash && keys.insert(key).inserted {
        pool.add(key: String(decoding: key, as: UTF8.self))
      }
      // A step alone has one document: what its format has many of, or what is nested.
      for (place, owner) in symbols.touched
      where owner == step.file && !place.contains(where: { $0.isKey(stash) }) {
        places += format.places.compactMap { $0.rest(to: place).map { Place($0) } }
      }
    }
    self.init(places: places, pool: pool, from: documents)
  }

  /// Keeps a document, to go on from it.
  package mutating func keep(_ document: JSON) { kept.append(document) }

  /// Another document.
  package mutating func next() -> JSON {
    var document = random.one(of: kept) ?? [:]
    // One that has all there can be, now and then.
    let changes = random.once(in: 6) ? min(places.count, 12) : Int.random(in: 1...3, using: &random)
    for _ in 0..<changes {
      guard let place = random.one(of: places) else { break }
      document = changed(document, place.segments[...], to: value(from: document))
    }
    return document
  }

  /// Something to put into a document, or nothing; now and then what is in it elsewhere, since
  /// rules compare places.
  private mutating func value(from document: JSON) -> JSON? {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return Optional.none
    case 1, 2: return random.one(of: document.leaves)
    default: return pool.one(&random)
    }
  }

  /// The value with another one at a place in it, or without what is there.
  private mutating func changed(
    _ value: JSON, _ way: ArraySlice<Place.Segment>, to new: JSON?
  ) -> JSON {
    guard let segment = way.first else { return new ?? value }
    let rest = way.dropFirst()
    switch segment {
    case .key(let key):
      var members = value.object ?? [:]
      let key = String(decoding: key, as: UTF8.self)
      if rest.isEmpty {
        members[key] = new
      } else if new != nil || members[key] != nil {
        members[key] = changed(members[key] ?? .null, rest, to: new)
      }
      return .object(members)
    case .every, .some: return changedChild(of: value, rest, to: new)
    case .descendants:
      let isDeeper =
        random.once(in: 2) && (value.array ?? value.object.map { $0.map(\.value) }) != nil
      return isDeeper ? changedChild(of: value, way, to: new) : changed(value, rest, to: new)
    }
  }

  /// The value with a change in one of its children, which may be a new one.
  private mutating func changedChild(
    of value: JSON, _ rest: ArraySlice<Place.Segment>, to new: JSON?
  ) -> JSON {
    switch value {
    case .object(var members) where !members.isEmpty:
      let index = Int.random(in: 0..<members.count, using: &random)
      let (key, child) = members[index]
      members[key] = rest.isEmpty ? new : changed(child, rest, to: new)
      return .object(members)
    case .array(var elements) where !elements.isEmpty && !random.once(in: 4):
      let index = Int.random(in: 0..<elements.count, using: &random)
      if rest.isEmpty, new == nil {
        elements.remove(at: index)
      } else {
        elements[index] = changed(elements[index], rest, to: new)
      }
      return .array(elements)
    default:
      let child = changed(random.once(in: 3) ? value.array?.last ?? .null : .null, rest, to: new)
      if random.once(in: 6), value.array == nil { return ["k": child] }
      return .array((value.array ?? []) + [child])
    }
  }
}

extension Place.Segment {
  /// Whether it is the member with this key, if there is one.
  fileprivate func isKey(_ key: [UInt8]?) -> Bool {
    if case .key(let own) = self { own == key } else { false }
  }
}
