/// Makes the automaton of a guide from its paths, by the subset construction.
///
/// A state is a set of positions, (path, segment) pairs: "these paths have come this far". From it
/// each key leads to the set of positions one segment on. `descendants` stays where it is at each
/// step, and also counts as passed. Where there would be too many states the rest is left out.
struct GuideBuilder {
  private struct Position: Hashable {
    var path: Int
    var segment: Int
  }

  private let paths: [[Guide.Segment]]
  private let stateLimit: Int
  private var stateNumbers: [Set<Position>: UInt32] = [:]
  private var pending: [Set<Position>] = []
  private var slotRows: [[Int16]] = []

  private(set) var states: [Guide.State] = []
  private(set) var entries: [Guide.Entry] = []
  private(set) var keys: [[UInt8]] = []
  private(set) var numbers: [[UInt8]: Int] = [:]
  private(set) var slots: [Int16] = []
  private(set) var root: UInt32 = 0

  init(paths: [[Guide.Segment]]) {
    self.paths = paths
    for path in paths {
      for case .key(let key) in path where numbers[key] == nil {
        numbers[key] = keys.count
        keys.append(key)
      }
    }
    stateLimit = max(64, min(4_096, 1_000_000 / max(keys.count, 1)))
  }

  mutating func build() {
    // State 0, in which nothing matters.
    states = [Guide.State()]
    slotRows = [[Int16](repeating: -1, count: keys.count)]
    root = number(of: closure(of: paths.indices.map { Position(path: $0, segment: 0) }))
    var next = 0
    while next < pending.count {
      fill(pending[next], number: next + 1)
      next += 1
    }
    slots = slotRows.flatMap { $0 }
  }

  private mutating func fill(_ positions: Set<Position>, number: Int) {
    var named: [Int] = []
    var every: [Position] = []
    for position in positions {
      switch paths[position.path][position.segment] {
      case .key(let key):
        if let key = numbers[key], !named.contains(key) { named.append(key) }
      case .every:
        every.append(Position(path: position.path, segment: position.segment + 1))
      case .descendants:
        every.append(position)
      case .some:
        break
      }
    }
    named.sort()
    states[number].other = edge(to: every, slot: -1)
    states[number].element = states[number].other
    guard !named.isEmpty, named.count < Int(Int16.max) else { return }
    makeTable(of: named, from: positions, every: every, number: number)
  }

  private mutating func makeTable(
    of named: [Int], from positions: Set<Position>, every: [Position], number: Int
  ) {
    var size = 4
    while size < named.count * 2 { size *= 2 }
    states[number].firstEntry = entries.count
    states[number].entryMask = size - 1
    states[number].slots = named.count
    entries += [Guide.Entry](repeating: Guide.Entry(), count: size)
    for (slot, key) in named.enumerated() {
      let passed = positions.filter { paths[$0.path][$0.segment] == .key(keys[key]) }
        .map { Position(path: $0.path, segment: $0.segment + 1) }
      slotRows[number][key] = Int16(slot)
      insert(key, edge(to: passed + every, slot: Int32(slot)), number: number)
    }
  }

  private mutating func insert(_ key: Int, _ edge: Guide.Edge, number: Int) {
    var text = ByteBuffer()
    text.append(contentsOf: keys[key])
    text.seal()
    let word = Guide.word(0..<text.count, of: text.view)
    let row = states[number]
    var index = Guide.hash(word, text.count) & row.entryMask
    while entries[row.firstEntry + index].length >= 0 { index = (index + 1) & row.entryMask }
    entries[row.firstEntry + index] = Guide.Entry(
      word: word, length: text.count, key: key, edge: edge)
  }

  private mutating func edge(to positions: [Position], slot: Int32) -> Guide.Edge {
    if positions.isEmpty { return .none }
    return Guide.Edge(slot: slot, child: number(of: closure(of: positions)))
  }

  /// Adds what `descendants` reaches without a step, drops the paths that have ended.
  private func closure(of positions: [Position]) -> Set<Position> {
    var result: Set<Position> = []
    for start in positions {
      var position = start
      while position.segment < paths[position.path].count {
        guard result.insert(position).inserted,
          paths[position.path][position.segment] == .descendants
        else { break }
        position.segment += 1
      }
    }
    return result
  }

  private mutating func number(of positions: Set<Position>) -> UInt32 {
    if positions.isEmpty { return 0 }
    if let known = stateNumbers[positions] { return known }
    guard states.count < stateLimit else { return 0 }
    let number = UInt32(states.count)
    states.append(Guide.State())
    slotRows.append([Int16](repeating: -1, count: keys.count))
    stateNumbers[positions] = number
    pending.append(positions)
    return number
  }
}
