/// Folding a program for documents that have certain members.
///
/// With that known, each operation applies or it doesn't, and what it does can be noted down member
/// by member instead of being done: its last name, what becomes of its value, whether it goes. What
/// is noted is then written as operations again. Values aren't known, so where the rest of the
/// program depends on one it is left as it is.
struct FlatFolding {
  /// What becomes of a value.
  enum Change: Hashable {
    /// Bytes of the program.
    case text(Range<Int>)
    /// The same, where it was null.
    case ifNull(Range<Int>)
    /// What a table says; whether it stays where that says nothing.
    case map(table: Int, isLenient: Bool)
  }

  /// Two tables, one after the other.
  struct Pair: Hashable {
    let first: Change
    let second: Change
  }

  fileprivate enum Origin { case source, part, new }

  /// A member.
  fileprivate struct Line {
    let origin: Origin
    /// The name that it is found under when the folded program comes to it.
    let name: Int
    /// The name that it has now, and its head; 0 if it has its own.
    var current: Int
    var head: UInt32 = 0
    var changes: [Change] = []
    var isDropped = false
    /// The operation that splits it, and its parts.
    var split: Int?
    var parts: [Int] = []

    var isMoved: Bool { head != 0 }
  }

  /// It can't be folded.
  private struct Unknown: Error {}

  private var lines: [Line] = []
  /// For each name the line that has it, or -1.
  private var holders: [Int]
  /// Names that were split: where the value was null, they are still there.
  private var haunted: Set<Int> = []
  /// Whether no such document is for the program.
  private var refuses = false

  private init(_ names: Int) { holders = Array(repeating: -1, count: names) }

  /// Adds what is left of the program, and gives where that starts; where it can't be folded, gives
  /// `entry`.
  static func fold(
    _ program: inout FlatProgramText, from entry: Int, members: [Int],
    tables: inout [Pair: Change?]
  ) -> Int {
    var folding = FlatFolding(program.nameCount)
    for name in members { folding.add(Line(origin: .source, name: name, current: name)) }
    do {
      try folding.run(&program, from: entry, &tables)
      return try folding.write(into: &program)
    } catch {
      return entry
    }
  }

  @discardableResult
  private mutating func add(_ line: Line) -> Int {
    holders[line.current] = lines.count
    lines.append(line)
    return lines.count - 1
  }
}

// MARK: - Noting what happens

extension FlatFolding {
  private mutating func run(
    _ program: inout FlatProgramText, from entry: Int, _ tables: inout [Pair: Change?]
  ) throws {
    var index = entry
    while !refuses {
      let operation = program.operations[index]
      index += 1
      let name = Int(operation.name)
      let target = Int(operation.target)
      let line = holders[name]
      switch operation.code {
      case .end: return
      case .jump:
        index = Int(operation.start)
        continue
      case .need, .rename, .drop, .add, .set, .map, .split: break
      case .test, .part, .head, .refuse, .inner: throw Unknown()
      }
      if haunted.contains(name) { throw Unknown() }
      let isPart = line >= 0 && lines[line].origin == .part
      switch operation.code {
      case .need:
        if isPart { throw Unknown() }
        if line < 0 { refuses = true }
      case .rename:
        if haunted.contains(target) { throw Unknown() }
        if line >= 0 { rename(line, to: target, operation.head) }
      case .drop:
        if line >= 0 { drop(line) }
      case .add, .set:
        if isPart { throw Unknown() }
        let text = Int(operation.start)..<Int(operation.end)
        if line < 0 {
          add(
            Line(
              origin: .new, name: name, current: name, head: operation.head, changes: [.text(text)])
          )
        } else if operation.code == .set {
          lines[line].set(text)
        } else if operation.isLenient {
          lines[line].fill(text, program)
        }
      case .map:
        if line >= 0 {
          let change = Change.map(table: Int(operation.count), isLenient: operation.isLenient)
          try map(line, change, &program, &tables)
        }
      default:
        if line >= 0 { try split(line, at: index - 1, program) }
        index += Int(operation.count)
      }
    }
  }

  private mutating func rename(_ line: Int, to target: Int, _ head: UInt32) {
    if holders[target] >= 0 {
      refuses = true
      return
    }
    holders[lines[line].current] = -1
    holders[target] = line
    lines[line].current = target
    lines[line].head = head
  }

  private mutating func drop(_ line: Int) {
    holders[lines[line].current] = -1
    lines[line].isDropped = true
    lines[line].changes.removeAll { !$0.mayFail }
  }

  private mutating func map(
    _ line: Int, _ change: Change, _ program: inout FlatProgramText,
    _ tables: inout [Pair: Change?]
  ) throws {
    guard let last = lines[line].changes.last else {
      lines[line].changes = [change]
      return
    }
    switch last {
    case .text(let text):
      guard let text = program.result(of: change, for: text) else {
        refuses = true
        return
      }
      lines[line].changes[lines[line].changes.count - 1] = .text(text)
    case .map:
      let pair = Pair(first: last, second: change)
      let both = tables[pair] ?? program.compose(pair)
      tables[pair] = .some(both)
      if let both {
        lines[line].changes[lines[line].changes.count - 1] = both
      } else {
        lines[line].changes.append(change)
      }
    case .ifNull:
      lines[line].changes.append(change)
    }
  }

  private mutating func split(
    _ line: Int, at index: Int, _ program: borrowing FlatProgramText
  ) throws {
    guard lines[line].origin == .source, lines[line].changes.isEmpty else { throw Unknown() }
    holders[lines[line].current] = -1
    haunted.insert(lines[line].current)
    lines[line].split = index
    for part in 0..<Int(program.operations[index].count) {
      let target = Int(program.operations[index + 1 + part].target)
      if haunted.contains(target) { throw Unknown() }
      if holders[target] >= 0 {
        refuses = true
        return
      }
      lines[line].parts.append(add(Line(origin: .part, name: target, current: target)))
    }
  }
}

extension FlatFolding.Line {
  fileprivate mutating func set(_ text: Range<Int>) {
    changes.removeAll { !$0.mayFail }
    changes.append(.text(text))
  }

  fileprivate mutating func fill(_ text: Range<Int>, _ program: borrowing FlatProgramText) {
    guard case .text(let known)? = changes.last else {
      changes.append(.ifNull(text))
      return
    }
    if program.bytes.view[known.lowerBound] == 0x6E { changes[changes.count - 1] = .text(text) }
  }
}

extension FlatFolding.Change {
  /// Whether a document may be wrong: then it has to be seen, whatever becomes of the value later.
  fileprivate var mayFail: Bool {
    if case .map(_, let isLenient) = self { !isLenient } else { false }
  }
}

// MARK: - Writing operations

extension FlatFolding {
  /// Adds the operations: what stays or goes first, so that names are free for what comes.
  private func write(into program: inout FlatProgramText) throws -> Int {
    let start = program.operations.count
    if refuses {
      program.operations.append(FlatProgram.Operation(code: .refuse))
      return start
    }
    var taken = Set(lines.lazy.filter { $0.origin == .source }.map(\.name))
    for line in lines where line.origin == .source && line.split == nil {
      write(line, &taken, into: &program)
    }
    for line in lines {
      guard let split = line.split else { continue }
      let operation = program.operations[split]
      program.operations.append(operation)
      program.operations[program.operations.count - 1].name = UInt32(line.name)
      for part in 0..<Int(operation.count) {
        guard taken.insert(lines[line.parts[part]].name).inserted else {
          program.operations.truncate(to: start)
          throw Unknown()
        }
        program.operations.append(program.operations[split + 1 + part])
      }
      taken.remove(line.name)
      // Where it is null it is still there.
      if line.isMoved { program.operations.append(line.operation(.head)) }
      for part in line.parts { write(lines[part], &taken, into: &program) }
    }
    for line in lines where line.origin == .new && !line.isDropped {
      guard case .text(let text)? = line.changes.last, taken.insert(line.current).inserted else {
        program.operations.truncate(to: start)
        throw Unknown()
      }
      program.operations.append(line.operation(.add, name: line.current, text))
    }
    program.operations.append(FlatProgram.Operation(code: .end))
    return start
  }

  private func write(
    _ line: Line, _ taken: inout Set<Int>, into program: inout FlatProgramText
  ) {
    for change in line.changes {
      switch change {
      case .text(let text): program.operations.append(line.operation(.set, text))
      case .ifNull(let text):
        program.operations.append(line.operation(.add, text, isLenient: true))
      case .map(let table, let isLenient):
        program.operations.append(
          line.operation(.map, isLenient: isLenient, count: UInt32(table)))
      }
    }
    if line.isDropped {
      program.operations.append(line.operation(.drop))
    } else if line.isMoved {
      program.operations.append(line.operation(.head))
    }
    if line.isDropped || line.isMoved { taken.remove(line.name) }
  }
}

extension FlatFolding.Line {
  fileprivate func operation(
    _ code: FlatProgram.Operation.Code, name: Int? = nil, _ text: Range<Int> = 0..<0,
    isLenient: Bool = false, count: UInt32 = 0
  ) -> FlatProgram.Operation {
    FlatProgram.Operation(
      code: code, isLenient: isLenient, name: UInt32(name ?? self.name), target: UInt32(current),
      head: head, start: UInt32(text.lowerBound), end: UInt32(text.upperBound), count: count)
  }
}
