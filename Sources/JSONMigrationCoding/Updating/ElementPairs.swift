internal import JSONText

/// Finds for each element of a list the same element in the old list.
///
/// Equal elements at both ends are the same. In between, elements are matched by their `id` if all
/// have one of their own; otherwise equal ones are the same, then those that are equal in all that
/// the type or a rule doesn't give anew each time, then those that are alike as no others are. An
/// `id` that is given anew tells nothing: elements that have no other are matched as if they had
/// none. What is left is matched by its place in a list with an order: between the same neighbours
/// there have to be as many as before. In one without, only a scalar that is left alone is, which
/// has nothing in it that could go to another element.
struct ElementPairs {
  /// For each element its index before; nil where it is new.
  private(set) var old: [Int?]
  private let marks: Marks
  private let haveOrder: Bool
  private let lasting: (JSON) -> JSON

  /// What tells an object from another one; in a list a `key` does so too.
  static let ids = ["id", "uuid", "identifier"]
  static let identities = ids + ["key"]

  /// `lasting` leaves out of an element what is given anew; it is asked where some are left.
  init(
    _ before: [JSON], _ after: [JSON], marks: Marks, haveOrder: Bool,
    lasting: @escaping (JSON) -> JSON
  ) {
    old = Array(repeating: nil, count: after.count)
    (self.marks, self.haveOrder, self.lasting) = (marks, haveOrder, lasting)
    let start = zip(before, after).prefix { $0 == $1 }.count
    let end = zip(before.dropFirst(start).reversed(), after.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    for index in 0..<start { old[index] = index }
    for distance in 0..<end {
      old[after.count - 1 - distance] = before.count - 1 - distance
    }
    let (last, next) = (start..<(before.count - end), start..<(after.count - end))
    let identity = Self.identities.first { key in
      tells(before[last], by: key) && tells(after[next], by: key)
    }
    var free = Array(last)
    if let identity {
      let places = Dictionary(
        last.map { (member(identity, of: before[$0]), $0) }, uniquingKeysWith: { first, _ in first }
      )
      for index in next { old[index] = places[member(identity, of: after[index])] }
      let taken = Set(next.compactMap { old[$0] })
      free.removeAll { taken.contains($0) }
      if free.isEmpty || !next.contains(where: { old[$0] == nil }) { return }
      // One whose id stays, and that isn't there any more, is gone.
      free.removeAll { lasting(before[$0])[identity] != nil }
    }
    if !free.isEmpty { pair(before, last, free, after, next) }
  }

  private func member(_ key: String, of element: JSON) -> JSON? {
    if case .leaf(_, let value) = marks.meaning(of: element) { return value[key] }
    return element[key]
  }

  /// Whether each element has a member with a text or a number that no other element has.
  private func tells(_ elements: ArraySlice<JSON>, by key: String) -> Bool {
    var known: Set<JSON> = []
    return elements.allSatisfy { element in
      guard let value = member(key, of: element), value.string != nil || value.number != nil else {
        return false
      }
      return known.insert(value).inserted
    }
  }

  private mutating func pair(
    _ before: [JSON], _ last: Range<Int>, _ rest: [Int], _ after: [JSON], _ next: Range<Int>
  ) {
    var rest = takeEqual(rest, before, after, next)
    let isSingle = haveOrder && last.count == 1 && next.count == 1
    if !isSingle, !rest.isEmpty, next.contains(where: { old[$0] == nil }) {
      let (olds, news) = (before.map(lasting), after.map(lasting))
      rest = takeEqual(rest, olds, news, next)
      let likeness = ElementLikeness(olds, rest, news, next.filter { old[$0] == nil }) {
        // What isn't in the old one is given anew; the new one may have got it so, or otherwise.
        Self.areOthers(olds[$0], marks.plain(after[$1]))
      }
      for pair in likeness.pairs { old[pair.new] = pair.old }
      let taken = Set(likeness.pairs.map(\.old))
      rest.removeAll { taken.contains($0) }
    }
    if haveOrder {
      pairInOrder(rest, last, next)
    } else if let place = rest.first, rest.count == 1, before[place].isScalar {
      let new = next.filter { old[$0] == nil }
      if new.count == 1, after[new[0]].isScalar { old[new[0]] = place }
    }
  }

  /// Pairs those that are equal, and gives what is left of the old ones.
  private mutating func takeEqual(
    _ rest: [Int], _ before: [JSON], _ after: [JSON], _ next: Range<Int>
  ) -> [Int] {
    var free: [JSON: [Int]] = [:]
    for index in rest.reversed() { free[before[index], default: []].append(index) }
    for index in next where old[index] == nil { old[index] = free[after[index]]?.popLast() }
    return free.values.flatMap { $0 }.sorted()
  }

  /// Pairs elements that are left between the same neighbours as before, if they are as many.
  private mutating func pairInOrder(_ rest: [Int], _ last: Range<Int>, _ next: Range<Int>) {
    var rest = rest[...]
    var (first, place) = (next.lowerBound, last.lowerBound)
    while first < next.upperBound {
      let end = next[first...].first { old[$0] != nil } ?? next.upperBound
      let limit = end < next.upperBound ? old[end] ?? last.upperBound : last.upperBound
      rest = rest.drop { $0 < place }
      let between = rest.prefix { $0 < limit }
      if between.count == end - first {
        for (index, before) in zip(first..<end, between) { old[index] = before }
      }
      (first, place) = (end + 1, limit + 1)
    }
  }

  /// Whether two elements have different ids.
  static func areOthers(_ old: JSON, _ new: JSON) -> Bool {
    identities.contains { key in
      guard let id = old[key], let other = new[key] else { return false }
      return ElementTrait.scalar(id) != ElementTrait.scalar(other)
    }
  }
}

extension JSON {
  fileprivate var isScalar: Bool { array == nil && object == nil }
}
