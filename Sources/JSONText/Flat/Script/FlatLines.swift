/// What a program does to the members of documents that have certain names, worked out without a
/// document.
///
/// With the names known each operation applies or it doesn't, and what it does is noted member by
/// member: the last name, what becomes of the value, whether the member goes.
///
///     rename a -> b; add c = 0; map s by T; rename b -> d; drop old; map s by U; set v = 7
///
///     of documents with a, s and v:   a: is called d      s: T, then U, as one table
///                                     v: becomes 7        c: new, 0
///
/// Values aren't known, but for what tests say of them as they come, and that what is split is a
/// text. Where more depends on a value there are no lines.
struct FlatLines {
  /// What becomes of a value.
  enum Change: Hashable {
    /// Bytes of the program.
    case text(Range<Int>)
    /// What a table says; if it is lenient, a value that no case covers stays.
    case map(table: Int, isLenient: Bool)
    /// What an operation makes of the value as it stands in the text.
    case made(operation: Int)
  }

  /// Two tables, one after the other.
  struct Pair: Hashable {
    let first: Change
    let second: Change
  }

  /// Tables that came to be, as they will be needed again.
  struct Tables {
    /// Two as one; nil where none can say the same.
    var pairs: [Pair: Change?] = [:]
    /// Those in which null becomes something, and all else stays.
    var fills: [Range<Int>: Change] = [:]
  }

  /// A member.
  struct Line {
    enum Origin { case source, part, new }

    let origin: Origin
    /// The name with which it came, or comes to be.
    let name: Int
    /// The name that it has now, and its head; 0 if it has the one of the source.
    var current: Int
    var head: UInt32 = 0
    var change: Change?
    var isDropped = false
    /// The operation that splits it, or makes one of it and others, and the lines that come of it.
    var split: Int?
    var parts: [Int] = []
    /// The operations that leave some values as they are, and have found no other so far.
    var searching: [Int] = []

    /// Whether it has the name and the value with which it came.
    var isAsItCame: Bool { origin == .source && current == name && change == nil && split == nil }

    /// Whether nothing is to be done with it.
    var stays: Bool {
      origin == .source ? isAsItCame && head == 0 && !isDropped : isDropped || origin == .part
    }
  }

  /// There are no lines: it depends on values, or no such document is for the program.
  private struct Unknown: Error {}

  /// Whether containers are written as they are among the program's bytes: without white space.
  private(set) var areCompact = false
  /// Members of the source, then new ones and parts of texts as they came to be.
  private(set) var lines: [Line] = []
  /// For each name the line that has it, or -1.
  private var holders: [Int]
  /// For each operation whether it has found something to do.
  private let found: [Bool]

  /// What becomes of documents with these names, of which the tests say this, from an operation on.
  ///
  /// Nil if that depends on more. Tables that come to be are added to the program.
  init?(
    of names: [Int], answers: UInt32, _ program: inout FlatProgramText, from entry: Int,
    found: [Bool], _ tables: inout Tables
  ) {
    self.found = found
    holders = Array(repeating: -1, count: program.nameCount)
    for name in names { add(Line(origin: .source, name: name, current: name)) }
    do {
      try run(&program, from: entry, answers, &tables)
    } catch {
      return nil
    }
  }

  @discardableResult
  private mutating func add(_ line: Line) -> Int {
    holders[line.current] = lines.count
    lines.append(line)
    return lines.count - 1
  }
}

extension FlatLines {
  private mutating func run(
    _ program: inout FlatProgramText, from entry: Int, _ answers: UInt32, _ tables: inout Tables
  ) throws {
    var index = entry
    while true {
      let operation = program.operations[index]
      index += 1
      let name = Int(operation.name)
      // A program without names has operations all the same.
      let holder = holders.indices.contains(name) ? holders[name] : -1
      let line = holder < 0 ? nil : holder
      switch operation.code {
      case .end: return
      case .jump: index = Int(operation.start)
      case .test:
        let holds = try answer(Int(operation.count), line, answers, program)
        index = Int(holds ? operation.start : operation.end)
      case .need:
        if line == nil { throw Unknown() }
      case .lack:
        if line != nil { throw Unknown() }
      case .rename:
        if let line { try rename(line, operation, program) }
      case .drop:
        if let line { try drop(line, program) }
      case .add, .set:
        let text = Int(operation.start)..<Int(operation.end)
        if let line {
          if operation.code == .set {
            try set(line, text, program)
          } else if operation.isLenient {
            try fill(line, text, &program, &tables)
          }
        } else {
          let change = Change.text(text)
          add(Line(origin: .new, name: name, current: name, head: operation.head, change: change))
        }
      case .map:
        let change = Change.map(table: Int(operation.count), isLenient: operation.isLenient)
        if let line {
          try map(line, change, &program, &tables)
          search(line, at: index - 1)
        }
      case .split:
        if let line { try split(line, at: index - 1, program) }
        index += Int(operation.count)
      case .join, .wrap, .unwrap, .edit, .separate:
        if let line { try make(line, at: index - 1) }
        index += Int(operation.count)
      case .combine:
        try combine(at: index - 1, program)
        index += Int(operation.count)
      case .concat:
        // It depends on what the values are.
        let parts = index..<index + Int(operation.count)
        if parts.contains(where: { areThere($0..<$0 + 1, program) }) { throw Unknown() }
        index += Int(operation.count)
      case .compose:
        if areThere(index..<index + Int(operation.count), program) { throw Unknown() }
        index += Int(operation.count)
      case .render, .run, .enter, .append: if line != nil { throw Unknown() }
      case .array, .divide, .carry:
        // It depends on what is in a value.
        if line != nil { throw Unknown() }
        index += Int(operation.count)
      case .settle:
        if let line { try settle(line, mayGo: operation.isLenient, program) }
      case .inner, .below: break
      case .part, .refuse: throw Unknown()
      }
    }
  }

  private func answer(
    _ test: Int, _ line: Int?, _ answers: UInt32, _ program: borrowing FlatProgramText
  ) throws -> Bool {
    let made = program.bytes.view
    guard let line else { return program.questions.tests[test].holdsWithout }
    if lines[line].isAsItCame { return program.questions.answer(test, in: answers) }
    guard case .text(let text)? = lines[line].change,
      let holds = program.questions.tests[test].answer(
        made.unquoted(text.lowerBound, text.upperBound), made: made, program.questions.patterns)
    else { throw Unknown() }
    return holds
  }

  private mutating func rename(
    _ line: Int, _ operation: FlatProgram.Operation, _ program: borrowing FlatProgramText
  ) throws {
    let target = Int(operation.target)
    if holders[target] >= 0 {
      if operation.isLenient { return try drop(line, program) }
      if operation.end == 0 { throw Unknown() }
      try drop(holders[target], program)
    }
    holders[lines[line].current] = -1
    holders[target] = line
    lines[line].current = target
    lines[line].head = operation.head
  }

  private mutating func drop(_ line: Int, _ program: borrowing FlatProgramText) throws {
    try checkHidden(line, program)
    holders[lines[line].current] = -1
    lines[line].isDropped = true
  }

  private mutating func set(
    _ line: Int, _ text: Range<Int>, _ program: borrowing FlatProgramText
  ) throws {
    try checkHidden(line, program)
    lines[line].change = .text(text)
  }

  /// Nobody looks at a value that goes, so it must not be refused, nor be what is searched for.
  private func checkHidden(_ line: Int, _ program: borrowing FlatProgramText) throws {
    let line = lines[line]
    if line.origin == .part || line.mayFail(program) || !line.searching.isEmpty { throw Unknown() }
  }

  /// Another value in place of null: what a table says that has no other case.
  private mutating func fill(
    _ line: Int, _ text: Range<Int>, _ program: inout FlatProgramText, _ tables: inout Tables
  ) throws {
    // A part is text.
    if lines[line].origin == .part { return }
    let change = tables.fills[text] ?? program.table(filling: text)
    tables.fills[text] = change
    try map(line, change, &program, &tables)
  }

  private mutating func map(
    _ line: Int, _ change: Change, _ program: inout FlatProgramText, _ tables: inout Tables
  ) throws {
    if lines[line].origin == .part { throw Unknown() }
    switch lines[line].change {
    case nil: lines[line].change = change
    case .text(let text)?:
      guard let text = program.result(of: change, for: text) else { throw Unknown() }
      lines[line].change = .text(text)
    case let first?:
      let pair = Pair(first: first, second: change)
      let both = tables.pairs[pair] ?? program.compose(pair)
      tables.pairs[pair] = .some(both)
      guard let both else { throw Unknown() }
      lines[line].change = both
    }
  }

  /// Notes that an operation has yet to find a value that doesn't stay; a value that is known from
  /// the beginning was the same in the document before.
  private mutating func search(_ line: Int, at index: Int) {
    if !found[index], case .map? = lines[line].change { lines[line].searching.append(index) }
  }

  /// What the operation before has written may be a container, or nothing.
  private mutating func settle(
    _ line: Int, mayGo: Bool, _ program: borrowing FlatProgramText
  ) throws {
    switch lines[line].change {
    case nil: return
    case .text(let text)? where text.isEmpty: try drop(line, program)
    case .text?: areCompact = true
    case .map?, .made?:
      if mayGo { throw Unknown() }
      areCompact = true
    }
  }

  private mutating func make(_ line: Int, at index: Int) throws {
    guard lines[line].origin == .source, lines[line].change == nil else { throw Unknown() }
    lines[line].change = .made(operation: index)
  }

  private mutating func split(
    _ line: Int, at index: Int, _ program: borrowing FlatProgramText
  ) throws {
    guard lines[line].origin == .source, lines[line].change == nil else { throw Unknown() }
    holders[lines[line].current] = -1
    lines[line].split = index
    for part in index + 1...index + Int(program.operations[index].count) {
      let operation = program.operations[part]
      let target = Int(operation.target)
      if holders[target] >= 0 { throw Unknown() }
      lines[line].parts.append(
        add(Line(origin: .part, name: target, current: target, head: operation.head)))
    }
  }
}

extension FlatLines {
  /// Whether there are members with the names of some parts.
  private func areThere(_ parts: Range<Int>, _ program: borrowing FlatProgramText) -> Bool {
    parts.allSatisfy { holders[Int(program.operations[$0].name)] >= 0 }
  }

  /// Several texts become one, if all of them are there.
  private mutating func combine(at index: Int, _ program: borrowing FlatProgramText) throws {
    let operation = program.operations[index]
    let parts = (index + 1...index + Int(operation.count)).map {
      holders[Int(program.operations[$0].name)]
    }
    if parts.contains(-1) { return }
    let target = Int(operation.target)
    if holders[target] >= 0 { throw Unknown() }
    for line in parts {
      guard lines[line].origin == .source, lines[line].change == nil else { throw Unknown() }
      holders[lines[line].current] = -1
      lines[line].split = index
    }
    let text = add(Line(origin: .part, name: target, current: target, head: operation.head))
    // Each has all of them, since any may be the first.
    for line in parts { lines[line].parts = [text] + parts }
  }
}

extension FlatLines.Line {
  /// Whether a value may be refused: then it has to be seen, whatever becomes of it later.
  fileprivate func mayFail(_ program: borrowing FlatProgramText) -> Bool {
    switch change {
    case .map(let table, let isLenient)?:
      return !isLenient && program.tables[table].otherwiseEnd == 0
    case .made: return true
    case .text, nil: return false
    }
  }
}
