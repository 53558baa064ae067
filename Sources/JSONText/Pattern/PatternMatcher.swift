/// Finds a pattern of any length in a text, in time that grows with the size of both and no
/// faster.
///
/// A matcher that goes forwards only, from each place anew, takes quadratic time where matches are
/// looked for one after the other (`a*b|a` in many `a`). So this one goes backwards first, and
/// notes at each place from which instructions the pattern can still be completed. With this it
/// walks forwards and never takes a wrong turn: at each place the first way, in the order of
/// preference, that can be completed. For the pattern `(a|ab)c` and the text `abc`:
///
///     place 3    nothing but the end of the pattern
///     place 2    in front of `c`
///     place 1    in front of `b`: from there `c` follows
///     place 0    in front of `ab`; not in front of the lone `a`, as no `c` follows it
///
/// The notes are one row of bits for each place. They are kept for one chunk of the text only; of
/// the other chunks the first row is kept, and the rest is found again when the walk gets there. So
/// each place is visited at most twice backwards and once forwards.
struct PatternMatcher {
  private static let chunkLength = 4096

  private let program: PatternProgram
  private let text: [UInt8]
  private let isWhole: Bool
  private let rowLength: Int

  private var alive: StateSet
  private var later: StateSet
  private var stack: [Int] = []
  private var rows: [UInt64] = []
  private var chunk = 0
  private var firstRows: [(position: Int, states: [Int])] = []
  private var visited: StateSet
  private var walk: [WalkStep] = []
  /// How many steps were taken, and how many may be.
  private(set) var steps = 0
  private let mostSteps: Int

  /// What is still to be tried at one place.
  private enum WalkStep {
    case visit(Int)
    case restore(slot: Int, Int)
  }

  /// A matcher for one text: of all of it, or of parts of it.
  init(_ program: PatternProgram, in text: [UInt8], isWhole: Bool, atMost mostSteps: Int = .max) {
    self.mostSteps = mostSteps
    self.program = program
    self.text = text
    self.isWhole = isWhole
    rowLength = (program.instructions.count + 63) / 64
    alive = StateSet(count: program.instructions.count)
    later = StateSet(count: program.instructions.count)
    visited = StateSet(count: program.instructions.count)
  }

  /// Whether there is a match at all.
  mutating func exists() -> Bool {
    var position = text.count
    seed(at: position)
    while true {
      if alive.contains(0), !isWhole || position == 0 { return true }
      // Only parts of the text may end further to the left.
      if position == 0 || (isWhole && alive.members.isEmpty) { return false }
      position = stepBack(from: position)
    }
  }
}

// MARK: - Backwards

extension PatternMatcher {
  /// The states at the end of the text.
  private mutating func seed(at position: Int) {
    alive.removeAll()
    add(program.instructions.count - 1, at: position)
  }

  /// Turns `alive` from the states at this place into those one scalar before it.
  private mutating func stepBack(from position: Int) -> Int {
    let (scalar, start) = UTF8Text.scalar(in: text, endingAt: position)
    swap(&alive, &later)
    alive.removeAll()
    steps += later.members.count + 4
    if !isWhole { add(program.instructions.count - 1, at: start) }
    for state in later.members where state > 0 && program.takes(scalar, at: state - 1) {
      add(state - 1, at: start)
    }
    return start
  }

  /// Adds a state and all that lead to it without taking a scalar.
  private mutating func add(_ state: Int, at position: Int) {
    stack.append(state)
    while let state = stack.popLast() {
      steps += 1
      guard alive.insert(state) else { continue }
      for place in program.firstPredecessor[state]..<program.firstPredecessor[state + 1] {
        let source = program.predecessors[place]
        switch program.instructions[source] {
        case .textStart where position > 0: continue
        case .textEnd where position < text.count: continue
        default: stack.append(source)
        }
      }
    }
  }

  /// Fills the rows of a chunk, which must be the last one or the one before a chunk done before.
  private mutating func fill(_ number: Int) {
    let bottom = number * Self.chunkLength
    let top = min(text.count, bottom + Self.chunkLength - 1)
    chunk = number
    for index in rows.indices { rows[index] = 0 }
    rows += repeatElement(0, count: max(0, (top - bottom + 1) * rowLength - rows.count))

    var position = text.count
    if top == text.count {
      seed(at: position)
      note(at: position)
    } else {
      position = firstRows[number + 1].position
      alive.removeAll()
      for state in firstRows[number + 1].states { _ = alive.insert(state) }
    }
    while position > bottom, steps <= mostSteps {
      guard UTF8Text.scalar(in: text, endingAt: position).start >= bottom else { break }
      position = stepBack(from: position)
      note(at: position)
    }
    if firstRows[number].states.isEmpty { firstRows[number] = (position, alive.members) }
  }

  private mutating func note(at position: Int) {
    let row = (position - chunk * Self.chunkLength) * rowLength
    for state in alive.members { rows[row + state / 64] |= 1 &<< UInt64(state % 64) }
  }

  private mutating func prepare() {
    let count = text.count / Self.chunkLength + 1
    firstRows = Array(repeating: (0, []), count: count)
    for number in stride(from: count - 1, through: 0, by: -1) { fill(number) }
  }

  private func isAlive(_ state: Int, at position: Int) -> Bool {
    let row = (position - chunk * Self.chunkLength) * rowLength
    return rows[row + state / 64] &>> UInt64(state % 64) & 1 == 1
  }
}

// MARK: - Forwards

extension PatternMatcher {
  /// See `CompiledPattern.forEachMatch`.
  mutating func forEachMatch(_ body: ([Int]) -> Bool) {
    prepare()
    var position = 0
    while steps <= mostSteps {
      load(position)
      guard steps <= mostSteps else { return }
      var next = position
      if isAlive(0, at: position) {
        let slots = match(from: position)
        guard body(slots) else { return }
        next = slots[1]
      }
      if isWhole || (next == position && position == text.count) { return }
      position = next > position ? next : UTF8Text.scalar(in: text, at: position).end
    }
  }

  private mutating func load(_ position: Int) {
    let number = position / Self.chunkLength
    if number != chunk { fill(number) }
  }

  /// Walks from a place where the pattern is known to fit.
  private mutating func match(from start: Int) -> [Int] {
    // Room for the slots, and what the caller does with them.
    steps += 20
    var slots = Array(repeating: -1, count: 2 + 2 * min(program.groupCount, 9))
    slots[0] = start
    var position = start
    var state = 0
    while steps <= mostSteps {
      load(position)
      guard let next = firstWay(from: state, at: position, noting: &slots) else { break }
      state = next + 1
      position = UTF8Text.scalar(in: text, at: position).end
    }
    slots[1] = position
    return slots
  }

  /// The first instruction, in the order of preference, that takes the next scalar and leads to a
  /// match; nil if the pattern ends here before that.
  private mutating func firstWay(
    from state: Int, at position: Int, noting slots: inout [Int]
  ) -> Int? {
    visited.removeAll()
    walk.removeAll(keepingCapacity: true)
    walk.append(.visit(state))
    while let step = walk.popLast() {
      steps += 1
      switch step {
      case .restore(let slot, let old): slots[slot] = old
      case .visit(let state):
        // Only loops around something empty come to a state twice.
        guard isAlive(state, at: position), visited.insert(state) else { continue }
        switch program.instructions[state] {
        case .scalar, .anyButLineEnd, .set: return state
        case .match: return nil
        case .jump(let distance): walk.append(.visit(state + distance))
        case .textStart, .textEnd: walk.append(.visit(state + 1))
        case .split(let first, let second):
          walk.append(.visit(state + second))
          walk.append(.visit(state + first))
        case .save(let slot):
          walk.append(.restore(slot: slot, slots[slot]))
          slots[slot] = position
          walk.append(.visit(state + 1))
        }
      }
    }
    return nil
  }
}

/// A set of small numbers that is emptied at once and lists its members.
private struct StateSet {
  private(set) var members: [Int] = []
  private var places: [Int]

  init(count: Int) {
    places = Array(repeating: 0, count: count)
  }

  func contains(_ member: Int) -> Bool {
    let place = places[member]
    return place < members.count && members[place] == member
  }

  /// Adds a number; false if it was there.
  mutating func insert(_ member: Int) -> Bool {
    guard !contains(member) else { return false }
    places[member] = members.count
    members.append(member)
    return true
  }

  mutating func removeAll() {
    members.removeAll(keepingCapacity: true)
  }
}
