/// One general place: the values there in all documents, before and after the migration.
final class Scope {
  /// From the document, with "every" in place of indexes and of the keys of maps.
  let way: Way
  private(set) var items: [TermPair] = []
  /// For each item the values that conditions can refer to.
  private(set) var asked: [Asked] = []
  private(set) var weights: [Double] = []

  /// Removed, new and changed members, by the ways to them, which consist of names alone; with the
  /// items, in order.
  private(set) var gone = Items<Term>()
  private(set) var new = Items<Term>()
  private(set) var changed = Items<TermPair>()
  /// Lists that differ.
  private(set) var lists = Items<TermPair>()

  /// Pairs of removed and new members that may be the same.
  private(set) lazy var keyMoves = KeyMoves(self)

  init(_ way: Way) { self.way = way }

  /// Values of another scope as if they were those of others, changed in place.
  init(_ scope: Scope, changing pairs: [(item: Int, value: TermPair)], at place: Way) {
    way = scope.way
    for (item, pair) in pairs { changed.add(pair, at: place, in: item) }
  }

  /// Values by their ways, and then by the number of the item, in order.
  struct Items<Value> {
    private(set) var ways: [Way] = []
    private var values: [Way: [(item: Int, value: Value)]] = [:]

    /// More places than an author names are not told apart.
    private static var most: Int { 500 }

    mutating func add(_ value: Value, at way: Way, in item: Int) {
      if values[way] == nil {
        if ways.count == Self.most { return }
        ways.append(way)
      }
      values[way, default: []].append((item, value))
    }

    subscript(way: Way) -> [(item: Int, value: Value)] { values[way] ?? [] }
    func has(_ way: Way) -> Bool { values[way] != nil }
    func value(_ way: Way, in item: Int) -> Value? {
      values[way]?.first { $0.item == item }?.value
    }
    func items(_ way: Way) -> Set<Int> { Set((values[way] ?? []).map(\.item)) }
  }

  func add(_ pair: TermPair, _ owners: [Term], in document: Term) {
    items.append(pair)
    asked.append(Asked(value: pair.before, owners: owners, document: document))
  }

  /// Whether anything in it differs.
  var differs: Bool { weights.contains { $0 > 0 } }

  /// Finds what differs.
  func open(_ comparison: Comparison) {
    weights = items.map { comparison.weight($0.before, $0.after) }
    for (item, pair) in items.enumerated() where !pair.isDone {
      walk(pair.before, pair.after, Way(), item)
    }
  }

  private func walk(_ before: Term, _ after: Term, _ way: Way, _ item: Int) {
    if before === after || way.count > 12 { return }
    if before.kind == .object, after.kind == .object {
      for (key, old) in before.members {
        guard let next = after[key] else {
          gone.add(old, at: way.appending(key), in: item)
          continue
        }
        walk(old, next, way.appending(key), item)
      }
      for (key, value) in after.members where before[key] == nil {
        new.add(value, at: way.appending(key), in: item)
      }
    } else if before.kind == .array, after.kind == .array {
      lists.add(TermPair(before: before, after: after), at: way, in: item)
    }
    if before.kind != after.kind || before.isScalar {
      changed.add(TermPair(before: before, after: after), at: way, in: item)
    }
  }

  /// Whether one of some ways names a key of a map, and goes on.
  func namesKey(in ways: [Way]) -> Bool {
    ways.contains { way in
      (1..<max(1, way.count - 1)).contains { end in
        items.prefix(60).contains { $0.before.at(way.segments[..<end])?.isMap == true }
      }
    }
  }

  /// The values at a way, with the items that have one.
  func values(_ way: Way) -> [(item: Int, value: Term)] {
    items.enumerated().compactMap { number, pair in
      pair.before.at(way.segments).map { (number, $0) }
    }
  }
}

extension Scope {
  /// All general places of documents in which something differs, the document itself first.
  static func all(of pairs: [TermPair], _ comparison: Comparison) -> [Scope] {
    var finder = ScopeFinder(comparison: comparison)
    for pair in pairs { finder.find(in: pair) }
    for scope in finder.scopes { scope.open(comparison) }
    return finder.scopes.filter(\.differs)
  }
}

private struct ScopeFinder {
  let comparison: Comparison
  private(set) var scopes: [Scope] = [Scope(Way())]
  private var numbers: [Way: Int] = [Way(): 0]

  /// A scope with more items keeps those that differ, and as many others.
  private static let mostItems = 400
  private static let mostScopes = 1_000

  init(comparison: Comparison) { self.comparison = comparison }

  mutating func find(in pair: TermPair) {
    scopes[0].add(pair, [], in: pair.before)
    descend(pair, Way(), [], in: pair.before)
  }

  private mutating func add(
    _ pair: TermPair, at way: Way, _ owners: [Term], in document: Term
  ) {
    if numbers[way] == nil {
      if scopes.count == Self.mostScopes { return }
      numbers[way] = scopes.count
      scopes.append(Scope(way))
    }
    guard let number = numbers[way] else { return }
    if scopes[number].items.count < Self.mostItems {
      scopes[number].add(pair, owners, in: document)
    }
  }

  private mutating func descend(
    _ pair: TermPair, _ way: Way, _ owners: [Term], in document: Term
  ) {
    let (before, after) = (pair.before, pair.after)
    guard way.count < 24 else { return }
    if before.kind == .object, after.kind == .object {
      let isInside = !way.isEmpty
      let isMap = before.actsAsMap(isInside: isInside)
      let mayBeMap = isMap || isInside && MapLikeness.mayBeMap(before)
      for (key, old) in before.members {
        guard let new = after[key] else { continue }
        let inner = TermPair(before: old, after: new)
        if mayBeMap { add(inner, at: way.appending(.every), owners, in: document) }
        if !old.isScalar {
          descend(
            inner, way.appending(isMap ? .every : .name(key)), isMap ? owners + [old] : owners,
            in: document)
        }
      }
    } else if before.kind == .array, after.kind == .array {
      let every = way.appending(.every)
      if before === after {
        for element in before.elements {
          let inner = TermPair(before: element, after: element)
          add(inner, at: every, owners, in: document)
          if !element.isScalar { descend(inner, every, owners + [inner.before], in: document) }
        }
        return
      }
      for cell in comparison.cells(before, after) {
        guard let old = cell.old, let new = cell.new else { continue }
        let inner = TermPair(before: before.elements[old], after: after.elements[new])
        add(inner, at: every, owners, in: document)
        if !inner.before.isScalar { descend(inner, every, owners + [inner.before], in: document) }
      }
    }
  }
}
