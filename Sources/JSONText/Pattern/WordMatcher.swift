/// A program of at most 64 instructions with a bit for each of them, as most patterns are.
final class PatternWord: Sendable {
  fileprivate let program: PatternProgram
  /// For each ASCII scalar the instructions that take it.
  fileprivate let taking: [UInt64]
  /// The instructions that may take others.
  fileprivate let takingOthers: UInt64
  /// For each instruction those that lead to it without taking a scalar, and itself.
  fileprivate let leading: [UInt64]
  /// The same at the start of the text, at its end, and in an empty one.
  fileprivate let leadingAtStart: [UInt64]
  fileprivate let leadingAtEnd: [UInt64]
  fileprivate let leadingInEmpty: [UInt64]
  fileprivate let end: Int

  /// Nil where a program is longer.
  init?(_ program: PatternProgram) {
    let count = program.instructions.count
    guard count <= 64 else { return nil }
    self.program = program
    end = count - 1
    var taking = [UInt64](repeating: 0, count: 128)
    var others: UInt64 = 0
    for (index, instruction) in program.instructions.enumerated() {
      switch instruction {
      case .scalar(let scalar) where scalar < 128: taking[Int(scalar)] |= 1 &<< UInt64(index)
      case .scalar: others |= 1 &<< UInt64(index)
      case .anyButLineEnd, .set:
        others |= 1 &<< UInt64(index)
        for scalar in taking.indices where program.takes(UInt32(scalar), at: index) {
          taking[scalar] |= 1 &<< UInt64(index)
        }
      case .split, .jump, .save, .textStart, .textEnd, .match: break
      }
    }
    (self.taking, takingOthers) = (taking, others)
    let leading = program.leading(isStart: false, isEnd: false)
    self.leading = leading
    guard program.instructions.contains(where: { $0 == .textStart || $0 == .textEnd }) else {
      (leadingAtStart, leadingAtEnd, leadingInEmpty) = (leading, leading, leading)
      return
    }
    leadingAtStart = program.leading(isStart: true, isEnd: false)
    leadingAtEnd = program.leading(isStart: false, isEnd: true)
    leadingInEmpty = program.leading(isStart: true, isEnd: true)
  }
}

extension PatternProgram {
  fileprivate func leading(isStart: Bool, isEnd: Bool) -> [UInt64] {
    instructions.indices.map { instruction in
      var found: UInt64 = 0
      var left = [instruction]
      while let next = left.popLast() {
        if found &>> UInt64(next) & 1 == 1 { continue }
        found |= 1 &<< UInt64(next)
        for source in predecessors[firstPredecessor[next]..<firstPredecessor[next + 1]] {
          switch instructions[source] {
          case .textStart where !isStart: continue
          case .textEnd where !isEnd: continue
          default: left.append(source)
          }
        }
      }
      return found
    }
  }
}

/// What `PatternMatcher` does, for programs of which all states fit in a word.
struct WordMatcher {
  /// In longer texts a word for each place would take much memory.
  static let longestText = 1 &<< 16

  private let word: PatternWord
  private let instructions: [PatternInstruction]
  private let text: [UInt8]
  private let isWhole: Bool
  private let mostSteps: Int
  private(set) var steps = 0
  /// The states from which the pattern can be completed, at each place from the end on.
  private var rows: [UInt64] = []

  init(_ word: PatternWord, in text: [UInt8], isWhole: Bool, atMost mostSteps: Int) {
    (self.word, self.text) = (word, text)
    instructions = word.program.instructions
    (self.isWhole, self.mostSteps) = (isWhole, mostSteps)
  }

  /// Whether there is a match at all.
  func exists() -> Bool {
    var position = text.count
    var alive = atEnd
    while true {
      if alive & 1 == 1, !isWhole || position == 0 { return true }
      // Only parts of the text may end further to the left.
      if position == 0 || isWhole && alive == 0 { return false }
      alive = before(&position, alive)
    }
  }

  /// See `CompiledPattern.forEachMatch`.
  mutating func forEachMatch(_ body: ([Int]) -> Bool) {
    guard fill() else { return }
    var position = 0
    while steps <= mostSteps {
      var next = position
      if row(position) & 1 == 1 {
        let slots = match(from: position)
        guard body(slots) else { return }
        next = slots[1]
      }
      if isWhole || (next == position && position == text.count) { return }
      steps += 1
      position = next > position ? next : UTF8Text.scalar(in: text, at: position).end
    }
  }
}

extension WordMatcher {
  private var atEnd: UInt64 {
    (text.isEmpty ? word.leadingInEmpty : word.leadingAtEnd)[word.end]
  }

  /// The states one scalar before a place.
  @inline(__always)
  private func before(_ position: inout Int, _ alive: UInt64) -> UInt64 {
    let byte = text[position - 1]
    var left = alive &>> 1
    if byte < 0x80 {
      position -= 1
      left &= word.taking[Int(byte)]
    } else {
      left = taking(&position, left & word.takingOthers)
    }
    if position == 0 { return leading(to: left, word.leadingAtStart) }
    return leading(to: left, word.leading)
  }

  /// Those of some instructions that take the scalar before a place.
  private func taking(_ position: inout Int, _ instructions: UInt64) -> UInt64 {
    let (scalar, start) = UTF8Text.scalar(in: text, endingAt: position)
    position = start
    var found: UInt64 = 0
    var left = instructions
    while left != 0 {
      let instruction = left.trailingZeroBitCount
      if word.program.takes(scalar, at: instruction) { found |= 1 &<< UInt64(instruction) }
      left &= left - 1
    }
    return found
  }

  @inline(__always)
  private func leading(to instructions: UInt64, _ leading: [UInt64]) -> UInt64 {
    var found = isWhole ? 0 : leading[word.end]
    var left = instructions
    while left != 0 {
      found |= leading[left.trailingZeroBitCount]
      left &= left - 1
    }
    return found
  }

  /// Notes the states at each place; false where there is no match.
  private mutating func fill() -> Bool {
    var position = text.count
    var alive = atEnd
    var all = alive
    // Most texts that a pattern doesn't fit as a whole end otherwise, and need no rows.
    if isWhole, position > 0 {
      var last = position
      if before(&last, alive) == 0 { return false }
    }
    rows.reserveCapacity(text.count + 1)
    rows.append(alive)
    while position > 0 {
      if isWhole && alive == 0 { return false }
      alive = before(&position, alive)
      // Within a scalar of several bytes nothing can begin.
      while rows.count < text.count - position { rows.append(0) }
      rows.append(alive)
      all |= alive
    }
    steps += 2 * text.count + 1
    return (isWhole ? alive : all) & 1 == 1
  }

  private func row(_ position: Int) -> UInt64 { rows[text.count - position] }

  /// Walks from a place where the pattern is known to fit.
  private mutating func match(from start: Int) -> [Int] {
    // Room for the slots, and what the caller does with them.
    steps += 20
    var slots: [Int] = []
    let count = 2 + 2 * min(word.program.groupCount, 9)
    // One that is made of repeated values asks for its type by name each time.
    slots.reserveCapacity(count)
    slots.append(start)
    while slots.count < count { slots.append(-1) }
    var position = start
    var state = 0
    while steps <= mostSteps {
      steps += 2
      var visited: UInt64 = 0
      let way = firstWay(from: state, at: position, row(position), &visited, &slots)
      guard let way, way != word.end else { break }
      state = way + 1
      position = UTF8Text.scalar(in: text, at: position).end
    }
    slots[1] = position
    return slots
  }

  /// The first instruction, in the order of preference, that takes the next scalar and leads to a
  /// match, or ends the pattern; nil where there is none.
  private func firstWay(
    from start: Int, at position: Int, _ alive: UInt64, _ visited: inout UInt64,
    _ slots: inout [Int]
  ) -> Int? {
    var state = start
    while true {
      let bit: UInt64 = 1 &<< UInt64(state)
      // Only loops around something empty come to a state twice.
      if alive & bit == 0 || visited & bit != 0 { return nil }
      visited |= bit
      switch instructions[state] {
      case .scalar, .anyButLineEnd, .set, .match: return state
      case .jump(let distance): state += distance
      case .textStart, .textEnd: state += 1
      case .split(let first, let second):
        if let way = firstWay(from: state + first, at: position, alive, &visited, &slots) {
          return way
        }
        state += second
      case .save(let slot):
        let old = slots[slot]
        slots[slot] = position
        if let way = firstWay(from: state + 1, at: position, alive, &visited, &slots) {
          return way
        }
        slots[slot] = old
        return nil
      }
    }
  }
}
