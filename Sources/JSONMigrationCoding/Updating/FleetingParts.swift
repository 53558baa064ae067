package import JSONText

/// What a type or its rules make anew each time that a file is read, such as ids.
///
/// A type may give lists another order each time, so values are compared and not places: one that
/// isn't found again anywhere under the same keys was made anew.
package final class FleetingParts {
  private let readAgain: () -> JSON?
  private let value: JSON
  private let marks: Marks
  /// Reading a file once more takes time, and few changes ask.
  private lazy var ways = readAgain().flatMap { again in
    again == value ? nil : FleetingWays(marks.plain(value), marks.plain(again))
  }

  package init(of value: JSON, _ marks: Marks, readAgain: @escaping () -> JSON?) {
    (self.value, self.marks, self.readAgain) = (value, marks, readAgain)
  }

  /// What stands at a place, without what is made anew; indices in the place don't matter.
  func lasting(_ value: JSON, at place: JSONPlace) -> JSON {
    let plain = marks.plain(value)
    guard let ways, let way = ways.way(to: place) else { return plain }
    return ways.lasting(plain, way, FleetingWays.levels) ?? .null
  }
}

/// The ways to values by keys, where all elements of a list are one.
private struct FleetingWays {
  private struct Step: Hashable {
    let way: Int
    let key: ByteString?
  }

  private var ways: [Step: Int] = [:]
  /// For each way to values of which some are made anew, those that aren't.
  private var lasting: [Int: Set<JSON>] = [:]
  /// What is further in is compared as it is, for each level takes of the stack.
  static let levels = 24

  /// Nil where nothing is made anew.
  init?(_ value: JSON, _ again: JSON) {
    let (known, found) = (scalars(of: value), scalars(of: again))
    for (way, values) in known {
      let lasting = values.intersection(found[way] ?? [])
      if lasting.count < values.count { self.lasting[way] = lasting }
    }
    if lasting.isEmpty { return nil }
  }

  private mutating func scalars(of value: JSON) -> [Int: Set<JSON>] {
    var scalars: [Int: Set<JSON>] = [:]
    var pending = [(value: value, way: 0)]
    while let (value, way) = pending.popLast() {
      switch value {
      case .array(let elements):
        let inner = follow(nil, from: way)
        pending += elements.map { ($0, inner) }
      case .object(let members):
        for (key, value) in members { pending.append((value, follow(ByteString(key), from: way))) }
      default: scalars[way, default: []].insert(value)
      }
    }
    return scalars
  }

  private mutating func follow(_ key: ByteString?, from way: Int) -> Int {
    let step = Step(way: way, key: key)
    if let way = ways[step] { return way }
    ways[step] = ways.count + 1
    return ways.count
  }

  func way(to place: JSONPlace) -> Int? {
    place.reduce(0) { way, step in
      guard let way else { return nil }
      let key = step.string.map { ByteString($0) }
      return ways[Step(way: way, key: key)] ?? ways[Step(way: way, key: nil)]
    }
  }

  /// A value without what is made anew; nil where it is so itself.
  func lasting(_ value: JSON, _ way: Int, _ levels: Int) -> JSON? {
    guard levels > 0 else { return value }
    switch value {
    case .array(let elements):
      guard let inner = ways[Step(way: way, key: nil)] else { return value }
      return .array(elements.map { lasting($0, inner, levels - 1) ?? .null })
    case .object(let members):
      var kept = JSONObject()
      for (key, value) in members {
        guard let inner = ways[Step(way: way, key: ByteString(key))] else {
          kept[key] = value
          continue
        }
        if let value = lasting(value, inner, levels - 1) { kept[key] = value }
      }
      return .object(kept)
    default:
      if let known = lasting[way], !known.contains(value) { return nil }
      return value
    }
  }
}
