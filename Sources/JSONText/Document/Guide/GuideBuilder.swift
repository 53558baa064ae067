/// Makes the automaton of a guide from its paths, by the subset construction.
///
/// A state is a set of positions, (path, segment) pairs: "these paths have come this far". From it
/// each key leads to the set of positions one segment on. `descendants` stays where it is at each
/// step, and also counts as passed. Where there would be too many states, or too much to do, the
/// rest is left out.
///
/// Below `descendants` nearly every position stays with every key, so what each key adds to those
/// is all that is looked at.
struct GuideBuilder {
  /// A segment, with keys by their number.
  private enum Move: Equatable {
    case key(Int)
    case every, some, descendants
  }

  /// A state that has been reached, and the positions that a key adds to it.
  private struct Extension: Hashable {
    var state: UInt32
    var added: PositionSet
  }

  /// For each position what leads on from it, path after path; nil behind the end of one.
  private var moves: [Move?] = []
  /// Where each path begins.
  private var starts: [Int] = []
  private var stateLimit = 64
  /// How many positions may still be put into sets.
  private var work = 2_000_000
  private var stateNumbers: [PositionSet: UInt32] = [:]
  private var extensions: [Extension: UInt32] = [:]
  private var pending: [PositionSet] = []
  /// How many keys are named in the root, where the paths go no further than that.
  private var rootKeys: Int?
  private let watch: Guide.Watch

  private(set) var states: [Guide.State] = []
  private(set) var entries: [Guide.KeySlot] = []
  private(set) var keys: [[UInt8]] = []
  private(set) var numbers: [[UInt8]: Int] = [:]
  private(set) var slots: [Int16] = []
  private(set) var slotKeys: [Int32] = []
  private(set) var root: UInt32 = 0
  /// Whether nothing was left out.
  private(set) var isComplete = true

  init(paths: [Place], watch: Guide.Watch) {
    self.watch = watch
    for path in paths {
      for case .key(let key) in path { addKey(key) }
    }
    let named = keys.count
    for key in watch.unwanted + watch.single + watch.sought { addKey(key) }
    stateLimit = max(64, min(4_096, 1_000_000 / max(keys.count, 1)))
    // Each start of the command makes such a guide, and needs no sets of positions for it.
    let isFlat = paths.allSatisfy { path in
      if path.count == 1, case .key = path[0] { true } else { false }
    }
    if isFlat {
      rootKeys = named
      return
    }
    for path in paths {
      starts.append(moves.count)
      for segment in path {
        switch segment {
        case .key(let key): moves.append(numbers[key].map { .key($0) } ?? .some)
        case .every: moves.append(.every)
        case .some: moves.append(.some)
        case .descendants: moves.append(.descendants)
        }
      }
      moves.append(nil)
    }
  }

  private mutating func addKey(_ key: [UInt8]) {
    guard numbers[key] == nil else { return }
    numbers[key] = keys.count
    keys.append(key)
  }

  mutating func build() {
    // State 0, in which nothing matters but what is watched for.
    addState()
    if !watch.isEmpty {
      makeEntries(watch.unwanted.count + watch.single.count + watch.sought.count, number: 0)
      for key in watch.unwanted { insert(key, slot: 0) }
      for (index, key) in watch.single.enumerated() { insert(key, slot: index + 1) }
      for (index, key) in watch.sought.enumerated() {
        insert(key, slot: Int(Guide.Watch.firstSought) + index)
      }
    }
    if let keys = rootKeys {
      buildRoot(keys)
    } else {
      buildStates()
    }
  }

  /// Makes the one state in which the first keys are named.
  private mutating func buildRoot(_ named: Int) {
    guard named > 0 else { return }
    root = 1
    addState()
    guard makeSlots(Array(0..<named), number: 1) else { return }
    for key in 0..<named { insert(key, Guide.Edge(slot: Int32(key), child: 0), number: 1) }
  }

  private mutating func buildStates() {
    root = number(of: closure(of: starts))
    var next = 0
    while next < pending.count {
      fill(pending[next], number: next + 1)
      next += 1
    }
  }

  private mutating func fill(_ positions: PositionSet, number: Int) {
    // Keys with the positions that they lead on from, one number each.
    var named: [Int] = []
    let all = moves.count
    var every: [Int] = []
    // Below `descendants` other children matter only where something may be in them.
    var isTouched = false
    for position in positions.all {
      switch moves[position] {
      case .key(let key): named.append(key * all + position)
      case .every:
        every.append(position + 1)
        isTouched = true
      case .descendants: every.append(position)
      case .some, nil: break
      }
    }
    let always = closure(of: every)
    let other = self.number(of: always)
    if !every.isEmpty { states[number].other = Guide.Edge(slot: isTouched ? -1 : -2, child: other) }
    states[number].element = states[number].other
    states[number].opensAll = other != 0
    named.sort()
    var keys: [Int] = []
    for each in named where each / all != keys.last { keys.append(each / all) }
    guard !keys.isEmpty, makeSlots(keys, number: number) else { return }
    var rest = named[...]
    for (slot, key) in keys.enumerated() {
      let own = rest.prefix { $0 / all == key }
      rest = rest[own.endIndex...]
      let passed = closure(of: own.lazy.map { $0 % all + 1 })
      let child = self.number(of: passed, beside: always, in: other)
      insert(key, Guide.Edge(slot: Int32(slot), child: child), number: number)
      if child == 0 { states[number].opensAll = false }
    }
  }

  /// Gives these keys their slots in a state, and makes room for them; false where that can't be.
  private mutating func makeSlots(_ named: [Int], number: Int) -> Bool {
    guard named.count < Int(Int16.max), Self.isSound(named.map({ keys[$0] })) else {
      isComplete = false
      return false
    }
    makeEntries(named.count, number: number)
    states[number].slots = named.count
    states[number].firstSlotKey = slotKeys.count
    for (slot, key) in named.enumerated() {
      slots[number * keys.count + key] = Int16(slot)
      slotKeys.append(Int32(truncatingIfNeeded: key))
    }
    return true
  }

  /// Whether a state's table of these keys is one in which a key is soon found.
  static func isSound(_ keys: [[UInt8]]) -> Bool {
    let places = keys.map { Guide.hash(Guide.word(of: $0[...]), $0.count) }
    return Probing.isSound(places, in: size(for: keys.count))
  }

  /// The places of a table for this many keys.
  private static func size(for count: Int) -> Int {
    var size = 4
    while size < count * 2 { size *= 2 }
    return size
  }

  /// Room for this many keys.
  private mutating func makeEntries(_ count: Int, number: Int) {
    let size = Self.size(for: count)
    states[number].firstEntry = entries.count
    states[number].entryMask = size - 1
    entries += [Guide.KeySlot](repeating: Guide.KeySlot(), count: size)
  }

  private mutating func insert(_ key: [UInt8], slot: Int) {
    guard let key = numbers[key] else { return }
    insert(key, Guide.Edge(slot: Int32(slot), child: 0), number: 0)
  }

  private mutating func insert(_ key: Int, _ edge: Guide.Edge, number: Int) {
    let (word, length) = (Guide.word(of: keys[key][...]), keys[key].count)
    let row = states[number]
    var index = Guide.hash(word, length) & row.entryMask
    while entries[row.firstEntry + index].length >= 0 { index = (index + 1) & row.entryMask }
    entries[row.firstEntry + index] = Guide.KeySlot(
      word: word, length: length, key: key, edge: edge)
  }

  /// Adds what `descendants` reaches without a step, drops the paths that have ended.
  private func closure(of positions: some Sequence<Int>) -> PositionSet {
    var result: [Int] = []
    for start in positions {
      var position = start
      while let move = moves[position] {
        result.append(position)
        if move != .descendants { break }
        position += 1
      }
    }
    return PositionSet(result)
  }

  /// The state of the positions that a key adds to those that stay with every key.
  private mutating func number(
    of passed: PositionSet, beside always: PositionSet, in other: UInt32
  ) -> UInt32 {
    let added = passed.subtracting(always)
    if added.isEmpty { return other }
    if always.isEmpty { return number(of: added) }
    let key = Extension(state: other, added: added)
    if let known = extensions[key] { return known }
    guard other != 0, spend(always.count) else {
      isComplete = false
      return 0
    }
    let number = number(of: always.union(added))
    extensions[key] = number
    return number
  }

  private mutating func number(of positions: PositionSet) -> UInt32 {
    if positions.isEmpty { return 0 }
    if let known = stateNumbers[positions] { return known }
    guard states.count < stateLimit, spend(positions.count) else {
      isComplete = false
      return 0
    }
    let number = UInt32(states.count)
    addState()
    stateNumbers[positions] = number
    pending.append(positions)
    return number
  }

  private mutating func addState() {
    states.append(Guide.State())
    slots.append(contentsOf: repeatElement(-1, count: keys.count))
  }

  private mutating func spend(_ count: Int) -> Bool {
    work -= count
    return work > 0
  }
}
