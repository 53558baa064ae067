/// One step of a compiled pattern, with relative targets: so code can be copied as it is.
enum PatternInstruction: Equatable, Sendable {
  /// Takes this scalar.
  case scalar(UInt32)
  /// Takes any scalar but a line feed or a carriage return.
  case anyButLineEnd
  /// Takes a scalar of the set with this index.
  case set(Int)
  /// Goes both ways; the first is preferred.
  case split(Int, Int)
  case jump(Int)
  /// Notes the place in this slot: two slots for each group.
  case save(Int)
  case textStart
  case textEnd
  case match
}

/// A compiled pattern: instructions, the sets they name, and the way back from each instruction.
struct PatternProgram: Sendable {
  /// More instructions than this are refused; a repetition with counts is written out in full.
  static let instructionLimit = 10_000

  let instructions: [PatternInstruction]
  let sets: [ScalarSet]
  let groupCount: Int
  /// The instructions that lead to instruction `i` without taking a scalar are
  /// `predecessors[firstPredecessor[i]..<firstPredecessor[i + 1]]`.
  let predecessors: [Int]
  let firstPredecessor: [Int]
  /// Bytes with which every match begins.
  let prefix: [UInt8]
  /// Whether every match begins where the text does.
  let isAtStart: Bool

  init(_ code: [PatternInstruction], sets: [ScalarSet], groupCount: Int) {
    instructions = code + [.match]
    self.sets = sets
    self.groupCount = groupCount

    var sources = [[Int]](repeating: [], count: instructions.count)
    for (index, instruction) in instructions.enumerated() {
      switch instruction {
      case .split(let first, let second):
        sources[index + first].append(index)
        sources[index + second].append(index)
      case .jump(let distance): sources[index + distance].append(index)
      case .save, .textStart, .textEnd: sources[index + 1].append(index)
      case .scalar, .anyButLineEnd, .set, .match: break
      }
    }
    var first = [0]
    for list in sources { first.append(first[first.count - 1] + list.count) }
    predecessors = sources.flatMap { $0 }
    firstPredecessor = first
    prefix = Self.prefix(of: instructions)
    isAtStart = instructions.first { if case .save = $0 { false } else { true } } == .textStart
  }

  private static func prefix(of instructions: [PatternInstruction]) -> [UInt8] {
    var prefix: [UInt8] = []
    for instruction in instructions {
      switch instruction {
      case .save, .textStart: continue
      case .scalar(let value):
        guard let scalar = Unicode.Scalar(value) else { return prefix }
        prefix += Array(String(Character(scalar)).utf8)
      default: return prefix
      }
    }
    return prefix
  }

  /// Whether the instruction takes this scalar.
  func takes(_ scalar: UInt32, at index: Int) -> Bool {
    switch instructions[index] {
    case .scalar(let own): own == scalar
    case .anyButLineEnd: scalar != 0x0A && scalar != 0x0D
    case .set(let number): sets[number].contains(scalar)
    default: false
    }
  }
}

/// Pieces of code are put together with these; each gives code that runs from its first
/// instruction past its last.
enum PatternCode {
  /// The first alternative that fits counts.
  static func alternatives(_ branches: [[PatternInstruction]]) -> [PatternInstruction] {
    var end = branches.reduce(0) { $0 + $1.count } + 2 * (branches.count - 1)
    var code: [PatternInstruction] = []
    code.reserveCapacity(end)
    for branch in branches.dropLast() {
      code.append(.split(1, branch.count + 2))
      code += branch
      end -= branch.count + 2
      // What is left after this jump is exactly what the later branches take.
      code.append(.jump(end + 1))
    }
    return code + (branches.last ?? [])
  }

  /// The number of instructions of `repeated`, or nil if it is too large to be counted.
  static func length(of body: Int, from least: Int, to most: Int?) -> Int? {
    if body == 0 { return 0 }
    let loop = most == nil ? (least == 0 ? body + 2 : 1) : 0
    let (fixed, overflow) = least.multipliedReportingOverflow(by: body)
    let (optional, overflow2) = ((most ?? least) - least).multipliedReportingOverflow(by: body + 1)
    let (sum, overflow3) = fixed.addingReportingOverflow(optional)
    return overflow || overflow2 || overflow3 || sum > Int.max - loop ? nil : sum + loop
  }

  /// As often as it fits, at least `least` times and at most `most` times.
  ///
  /// `x*` is written as an optional `x+`: so one that takes nothing still comes first where the
  /// alternatives say so, and its group is noted.
  static func repeated(
    _ body: [PatternInstruction], from least: Int, to most: Int?
  ) -> [PatternInstruction] {
    if body.isEmpty { return [] }
    var code: [PatternInstruction] = []
    guard let most else {
      if least == 0 { code.append(.split(1, body.count + 2)) }
      for _ in 0..<max(least, 1) { code += body }
      code.append(.split(-body.count, 1))
      return code
    }
    for _ in 0..<least { code += body }
    for left in stride(from: most - least, to: 0, by: -1) {
      code.append(.split(1, left * (body.count + 1)))
      code += body
    }
    return code
  }
}
