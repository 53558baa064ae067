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
  /// The states from which the pattern can be completed, at each place of a stretch of the text,
  /// from its end on.
  private var rows: [UInt64] = []
  private var end = 0
  private var slots: [Int] = []

  init(_ word: PatternWord, in text: [UInt8], isWhole: Bool, atMost mostSteps: Int) {
    (self.word, self.text) = (word, text)
    instructions = word.program.instructions
    (self.isWhole, self.mostSteps) = (isWhole, mostSteps)
  }

  /// Whether there is a match at all.
  func exists() -> Bool {
    if !isWhole, let search = word.search { return stretch(from: 0, search, atFirst: true) != nil }
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
    steps += 2 * text.count + 1
    guard !isWhole, let search = word.search else {
      if fill(0..<text.count, before: atEnd) { visit(0..<text.count, body) }
      return
    }
    var start = 0
    while steps <= mostSteps, let stretch = stretch(from: start, search) {
      guard fill(stretch, before: atEnd), visit(stretch, body) else { return }
      start = stretch.upperBound
    }
  }

  /// The same for matches that begin at places of which the rows are known; false where it ends.
  @discardableResult
  private mutating func visit(_ stretch: Range<Int>, _ body: ([Int]) -> Bool) -> Bool {
    var position = stretch.lowerBound
    while position <= stretch.upperBound {
      steps += 1
      if steps > mostSteps { return false }
      if row(position) & 1 == 0 {
        if isWhole { return false }
        position += 1
        continue
      }
      match(from: position)
      guard body(slots), !isWhole else { return false }
      // Within a scalar of several bytes nothing can begin.
      position = max(slots[1], position + 1)
    }
    return true
  }
}

// MARK: - From the left

extension WordMatcher {
  /// The next stretch in which there is a match, such that none leads out of it; a part of that, if
  /// it is enough to know that there is one.
  ///
  /// Forwards it is known of each place which instructions some match could be at that began before
  /// it. Where there are none the stretch ends, and until something can begin again there is
  /// nothing to be noted.
  private func stretch(
    from start: Int, _ search: PatternWord.Search, atFirst: Bool = false
  ) -> Range<Int>? {
    let (taking, following, begins) = (word.taking, search.following, search.begins)
    let (first, last) = (following[0], 1 &<< UInt64(word.end))
    let text = text
    var position = start
    while true {
      while position < text.count, !begins[Int(text[position])] { position += 1 }
      if position == text.count { return nil }
      let beginning = position
      var isFound = false
      var alive: UInt64 = 0
      repeat {
        alive |= first
        let byte = text[position]
        if byte < 0x80 {
          alive &= taking[Int(byte)]
          position += 1
        } else {
          let (scalar, end) = UTF8Text.scalar(in: text, at: position)
          alive = self.taking(scalar, alive & word.takingOthers)
          position = end
        }
        var taken = alive
        alive = 0
        while taken != 0 {
          alive |= following[taken.trailingZeroBitCount + 1]
          taken &= taken - 1
        }
        if alive & last != 0 {
          isFound = true
          if atFirst { return beginning..<position }
          alive &= ~last
        }
      } while alive != 0 && position < text.count
      if isFound { return beginning..<position }
    }
  }
}

// MARK: - From the right

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
    return taking(scalar, instructions)
  }

  /// Those of some instructions that take a scalar beyond ASCII.
  private func taking(_ scalar: UInt32, _ instructions: UInt64) -> UInt64 {
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

  /// Notes the states at each place of a stretch that no match leads out of, from those at its end
  /// on; false where there is no match.
  private mutating func fill(_ stretch: Range<Int>, before last: UInt64) -> Bool {
    var position = stretch.upperBound
    var alive = last
    var all = alive
    // Most texts that a pattern doesn't fit as a whole end otherwise, and need no rows.
    if isWhole, position > 0 {
      var last = position
      if before(&last, alive) == 0 { return false }
    }
    end = position
    rows.removeAll(keepingCapacity: true)
    rows.reserveCapacity(stretch.count + 1)
    rows.append(alive)
    while position > stretch.lowerBound {
      if isWhole && alive == 0 { return false }
      alive = before(&position, alive)
      // Within a scalar of several bytes nothing can begin.
      while rows.count < end - position { rows.append(0) }
      rows.append(alive)
      all |= alive
    }
    return (isWhole ? alive : all) & 1 == 1
  }

  private func row(_ position: Int) -> UInt64 { rows[end - position] }

  /// Walks from a place where the pattern is known to fit, and notes the slots.
  private mutating func match(from start: Int) {
    // Room for the slots, and what the caller does with them.
    steps += 20
    var slots: [Int] = []
    swap(&slots, &self.slots)
    let count = 2 + 2 * min(word.program.groupCount, 9)
    slots.removeAll(keepingCapacity: true)
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
    swap(&slots, &self.slots)
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
