/// A program of at most 64 instructions with a bit for each of them, as most patterns are.
final class PatternWord: Sendable {
  let program: PatternProgram
  /// For each ASCII scalar the instructions that take it.
  let taking: [UInt64]
  /// The instructions that may take others.
  let takingOthers: UInt64
  /// For each instruction those that lead to it without taking a scalar, and itself.
  let leading: [UInt64]
  /// The same at the start of the text, at its end, and in an empty one.
  let leadingAtStart: [UInt64]
  let leadingAtEnd: [UInt64]
  let leadingInEmpty: [UInt64]
  let end: Int
  /// The way forwards, where matches can be looked for from the left.
  let search: Search?

  /// What a search from the left goes by: for patterns that take something and don't ask where the
  /// text starts or ends.
  struct Search {
    /// For each instruction those that it leads to without taking a scalar, and itself.
    let following: [UInt64]
    /// Whether a match can begin with a byte.
    let begins: [Bool]
  }

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
      search = Search(program, taking, others)
      return
    }
    search = nil
    leadingAtStart = program.leading(isStart: true, isEnd: false)
    leadingAtEnd = program.leading(isStart: false, isEnd: true)
    leadingInEmpty = program.leading(isStart: true, isEnd: true)
  }
}

extension PatternProgram {
  fileprivate func leading(isStart: Bool, isEnd: Bool) -> [UInt64] {
    reaching { instruction in
      predecessors[firstPredecessor[instruction]..<firstPredecessor[instruction + 1]].filter {
        switch instructions[$0] {
        case .textStart: isStart
        case .textEnd: isEnd
        default: true
        }
      }
    }
  }

  fileprivate var following: [UInt64] {
    reaching { instruction in
      switch instructions[instruction] {
      case .jump(let distance): [instruction + distance]
      case .split(let first, let second): [instruction + first, instruction + second]
      case .save, .textStart, .textEnd: [instruction + 1]
      case .scalar, .anyButLineEnd, .set, .match: []
      }
    }
  }

  /// For each instruction those that one comes to step by step, and itself.
  private func reaching(_ next: (Int) -> [Int]) -> [UInt64] {
    instructions.indices.map { instruction in
      var found: UInt64 = 0
      var left = [instruction]
      while let reached = left.popLast() {
        if found &>> UInt64(reached) & 1 == 1 { continue }
        found |= 1 &<< UInt64(reached)
        left += next(reached)
      }
      return found
    }
  }
}

extension PatternWord.Search {
  /// Nil if a match may take nothing.
  fileprivate init?(_ program: PatternProgram, _ taking: [UInt64], _ takingOthers: UInt64) {
    following = program.following
    let first = following[0]
    if first &>> UInt64(following.count - 1) & 1 == 1 { return nil }
    begins = (0..<256).map { ($0 < 128 ? taking[$0] : takingOthers) & first != 0 }
  }
}
