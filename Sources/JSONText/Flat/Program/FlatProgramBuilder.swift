extension FlatProgram {
  /// Puts a program together.
  ///
  /// What it is given must be compact JSON; containers with something in them are not for it, since
  /// they may have to be laid out.
  package struct Builder: ~Copyable {
    private var program = FlatProgram()
    private var text: ByteBuffer
    private var numbers: [[UInt8]: Int] = [:]
    private var heads: [Int: UInt32] = [:]
    /// The most bytes that documents may gain, together: far from every limit.
    private static let limit = 1 << 20

    package init() {
      text = ByteBuffer(capacity: 1_024)
      text.append(Fixed.text)
    }

    /// The number of a member's name.
    package mutating func name(_ key: [UInt8]) -> Name {
      if let number = numbers[key] { return Name(number: number) }
      numbers[key] = program.names.count
      program.names.append(key)
      return Name(number: program.names.count - 1)
    }

    /// Where the next operation will be.
    package var entry: Entry { Entry(number: program.operations.count) }

    /// Whether there may be more questions, so that their answers decide on scripts.
    package var isForMoreTests: Bool { program.tests.count < FlatTest.most }

    /// How far a program has come.
    package struct Mark: Sendable {
      fileprivate let operations: Int
      fileprivate let names: Int
    }

    package var mark: Mark {
      Mark(operations: program.operations.count, names: program.names.count)
    }

    /// Forgets the operations and the names that came since a mark.
    package mutating func remove(from mark: Mark) {
      // One for each operation that asks, in their order.
      let questions = program.operations[mark.operations...].count { $0.code == .test }
      program.tests.removeLast(questions)
      program.operations.removeLast(program.operations.count - mark.operations)
      while program.names.count > mark.names {
        numbers[program.names.removeLast()] = nil
        heads[program.names.count] = nil
      }
    }

    /// The number of a name that the program has.
    package func known(_ key: [UInt8]) -> Name? { numbers[key].map { Name(number: $0) } }

    /// Documents are arrays, and the program is for each of their elements.
    package mutating func runForElements() { program.isForElements = true }

    /// The program says nothing of documents that have such a key anywhere.
    package mutating func refuse(_ keys: Set<[UInt8]>) {
      program.unwanted = keys.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Nor of those that have such a key twice somewhere below their root.
    package mutating func refuse(repeated keys: Set<[UInt8]>) {
      program.single = keys.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Asks a question; where its answers lead to is to be said.
    mutating func ask(
      name: Name, _ subject: FlatTest.Subject, _ takes: FlatTest.Outcome, _ value: Int,
      _ text: [UInt8]
    ) -> Int {
      let start = self.text.count
      self.text.append(contentsOf: text)
      let operation = program.operations.count
      program.operations.append(
        Operation(code: .test, name: UInt32(name.number), count: UInt32(program.tests.count)))
      program.tests.append(
        FlatTest(
          name: UInt32(name.number), subject: subject, takes: takes, value: value,
          start: UInt32(start), end: UInt32(self.text.count)))
      return operation
    }

    /// An answer to a question leads to what comes next.
    mutating func lead(_ operation: Int, _ answer: Bool) {
      let place = UInt32(entry.number)
      if answer {
        program.operations[operation].start = place
      } else {
        program.operations[operation].end = place
      }
    }

    /// The program ends here.
    package mutating func end() { program.operations.append(Operation(code: .end)) }

    /// The program goes on elsewhere.
    package mutating func go(to entry: Entry) {
      program.operations.append(Operation(code: .jump, start: UInt32(entry.number)))
    }

    /// Documents without a member are not for this program.
    package mutating func need(_ name: Name) { add(.need, name) }

    package mutating func rename(_ name: Name, to target: Name) {
      add(.rename, name, target: target)
    }

    package mutating func drop(_ name: Name) { add(.drop, name) }

    /// A member that may be missing, and its value then.
    package mutating func add(
      _ name: Name, value: [UInt8], replacesNull: Bool = false
    ) -> Bool {
      guard let value = constant(value) else { return false }
      add(.add, name, target: name, value: value, isLenient: replacesNull)
      return true
    }

    /// A member and its value, whatever it was.
    package mutating func set(_ name: Name, value: [UInt8]) -> Bool {
      guard let value = constant(value) else { return false }
      add(.set, name, target: name, value: value)
      return true
    }

    /// What stands at a value that no case covers: it stays, it becomes something, or the document
    /// is not for this program.
    package enum Otherwise: Sendable {
      case keep
      case becomes([UInt8])
      case notMine
    }

    /// Values, each with what it becomes.
    package mutating func map(
      _ name: Name, _ cases: [(value: [UInt8], result: [UInt8])], otherwise: Otherwise
    ) -> Bool {
      var entries: [Case] = []
      var table = Table()
      for (value, result) in cases {
        guard var entry = self.entry(value), let result = constant(result) else { return false }
        (entry.start, entry.end) = (UInt32(result.lowerBound), UInt32(result.upperBound))
        entries.append(entry)
        if value.first == 0x6E { table.takesNull = true }
        if Kind(first: value[0]) == .number { table.takesNumbers = true }
      }
      if case .becomes(let value) = otherwise {
        guard let value = constant(value) else { return false }
        (table.otherwise, table.otherwiseEnd) = (UInt32(value.lowerBound), UInt32(value.upperBound))
      }
      guard add(entries, as: &table) else { return false }
      var operation = Operation(code: .map, name: UInt32(name.number))
      if case .keep = otherwise { operation.isLenient = true }
      operation.count = UInt32(program.tables.count)
      program.tables.append(table)
      program.operations.append(operation)
      return true
    }

    /// A text whose parts become members in its place.
    package mutating func split(
      _ name: Name, by separator: [UInt8], into targets: [Name], takesRest: Bool
    ) -> Bool {
      // Escapes are not looked into.
      // Each place is looked at as often as a separator is long, so long ones are not for this.
      guard (1...16).contains(separator.count),
        !separator.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C })
      else { return false }
      let start = text.count
      text.append(contentsOf: separator)
      add(.split, name, value: start..<text.count, isLenient: takesRest)
      program.operations[program.operations.count - 1].count = UInt32(targets.count)
      for target in targets { add(.part, target, target: target) }
      return true
    }

    /// What a program does from an entry on is done with each element of an array, if the member is
    /// one.
    ///
    /// Only the first of these operations counts for a member, which none of another kind may name.
    package mutating func change(elementsOf name: Name, by program: Int, from entry: Entry) {
      add(.inner, name, value: entry.number..<entry.number)
      self.program.operations[self.program.operations.count - 1].count = UInt32(program)
    }

    /// Where documents start that have no such member.
    package mutating func start(without missing: Entry) { program.missing = missing.number }

    /// Which member says the version, and where to go on for each; whether there are others, which
    /// are not for this program.
    package mutating func start(
      _ name: Name, _ versions: [(value: [UInt8], entry: Entry)], isPartial: Bool = false
    ) -> Bool {
      var entries: [Case] = []
      var table = Table()
      for (value, entry) in versions {
        guard var item = self.entry(value) else { return false }
        item.start = entry == .current ? .max : UInt32(entry.number)
        entries.append(item)
      }
      guard add(entries, as: &table) else { return false }
      program.isPartial = isPartial
      program.version = (name.number, program.tables.count)
      program.tables.append(table)
      return true
    }

    /// The program, with those for elements; nil if it is out of all proportion.
    package func build(inner: [FlatProgram] = []) -> FlatProgram? {
      guard text.count <= Self.limit, program.names.count <= 4_096,
        program.operations.count <= 30_000, program.unwanted.allSatisfy({ numbers[$0] == nil }),
        program.single.count <= Guide.Watch.mostSingle,
        GuideBuilder.isSound(program.unwanted + program.single)
      else { return nil }
      var program = program
      program.bytes = text.view[0..<text.count].array
      program.inner = inner
      return program
    }

    private mutating func add(
      _ code: Operation.Code, _ name: Name, target: Name? = nil, value: Range<Int> = 0..<0,
      isLenient: Bool = false
    ) {
      program.operations.append(
        Operation(
          code: code, isLenient: isLenient, name: UInt32(name.number),
          target: UInt32(target?.number ?? 0), head: target.map { head($0) } ?? 0,
          start: UInt32(value.lowerBound), end: UInt32(value.upperBound)))
    }

    private mutating func head(_ name: Name) -> UInt32 {
      if let head = heads[name.number] { return head }
      let head = UInt32(text.appendHead(program.names[name.number]).offset)
      heads[name.number] = head
      return head
    }

    private mutating func constant(_ value: [UInt8]) -> Range<Int>? {
      guard let first = value.first, value.count <= 2 || first | 0x20 != 0x7B else { return nil }
      let start = text.count
      text.append(contentsOf: value)
      return start..<text.count
    }

    /// The case for a value: nil where bytes alone can't tell which values it is equal to.
    private mutating func entry(_ value: [UInt8]) -> Case? {
      guard let first = value.first else { return nil }
      var body = value[...]
      switch Kind(first: first) {
      case .string:
        body = body.dropFirst().dropLast()
        if body.contains(0x5C) { return nil }
      case .number:
        guard body.count <= 18, body.allSatisfy({ $0 == 0x2D || $0 &- 0x30 < 10 }) else {
          return nil
        }
        if value == [0x2D, 0x30] { return nil }
      case .null, .boolean: break
      case .array, .object: return nil
      }
      let start = text.count
      text.append(contentsOf: body)
      text.seal()
      return Case(
        word: Guide.word(start..<text.count, of: text.view), length: Int32(body.count),
        isText: first == 0x22, text: UInt32(start))
    }

    /// Spreads cases over a table; of equal ones the first counts.
    ///
    /// False if they don't spread.
    private mutating func add(_ entries: [Case], as table: inout Table) -> Bool {
      var size = 4
      while size < entries.count * 2 { size *= 2 }
      let places = entries.map { Guide.hash($0.word, Int($0.length)) }
      guard Probing.isSound(places, in: size) else { return false }
      table.first = program.cases.count
      table.mask = size - 1
      program.cases += Array(repeating: Case(), count: size)
      for entry in entries {
        var index = Guide.hash(entry.word, Int(entry.length)) & table.mask
        while program.cases[table.first + index].length >= 0 {
          if isSame(program.cases[table.first + index], entry) { break }
          index = (index + 1) & table.mask
        }
        if program.cases[table.first + index].length < 0 {
          program.cases[table.first + index] = entry
        }
      }
      return true
    }

    private func isSame(_ left: Case, _ right: Case) -> Bool {
      left.isText == right.isText && left.length == right.length
        && text.view[range(left)] == text.view[range(right)]
    }

    private func range(_ item: Case) -> Range<Int> {
      Int(item.text)..<(Int(item.text) + Int(item.length))
    }
  }
}
