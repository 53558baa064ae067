internal import JSONText

/// Finds for each element of a list the same element in the old list.
///
/// Equal elements at both ends are the same. In between, elements are matched by their `id` if all
/// have one of their own; otherwise equal ones are the same, and the others in order if there are
/// as many as before. In a list without order only a single one that is left over can be told.
struct ElementPairs {
  /// For each element its index before; nil where it is new.
  private(set) var old: [Int?]
  private let marks: Marks
  private let haveOrder: Bool

  private static let identities = ["id", "uuid", "identifier", "key"]

  init(_ before: [JSON], _ after: [JSON], marks: Marks, haveOrder: Bool) {
    old = Array(repeating: nil, count: after.count)
    (self.marks, self.haveOrder) = (marks, haveOrder)
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
    if let identity {
      let places = Dictionary(
        last.map { (member(identity, of: before[$0]), $0) }, uniquingKeysWith: { first, _ in first }
      )
      for index in next { old[index] = places[member(identity, of: after[index])] }
    } else {
      pair(before, last, after, next)
    }
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
    _ before: [JSON], _ last: Range<Int>, _ after: [JSON], _ next: Range<Int>
  ) {
    var free: [JSON: [Int]] = [:]
    for index in last.reversed() { free[before[index], default: []].append(index) }
    for index in next { old[index] = free[after[index]]?.popLast() }
    let rest = free.values.flatMap { $0 }.sorted()
    let new = next.filter { old[$0] == nil }
    guard rest.count == new.count, haveOrder || rest.count == 1 else { return }
    for (index, before) in zip(new, rest) { old[index] = before }
  }
}
