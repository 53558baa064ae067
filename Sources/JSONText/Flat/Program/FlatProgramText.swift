/// A program as a worker keeps it: in memory of its own, where nothing is counted.
///
/// Behind its tables there may be others that do what two of them do, and behind its bytes what
/// scripts write.
struct FlatProgramText: ~Copyable {
  let operations: Slab<FlatProgram.Operation>
  let notes: [(number: Int, operations: Range<Int>)]
  let startNotes: [(entry: Int, number: Int, next: Int)]
  var cases: Slab<FlatProgram.Case>
  var tables: Slab<FlatProgram.Table>
  let questions: FlatQuestions
  let guards: Slab<FlatGuards.Question>
  let ranges: Slab<FlatProgram.NumberRange>
  let bounds: Slab<FlatTest>
  let edits: [FlatEdit]
  let divisions: [FlatDivision]
  /// Whether it makes containers, which are laid out as those around them.
  let makesContainers: Bool
  /// How many levels the deepest container has that it writes as a value.
  let levels: Int
  /// Whether what it makes may have several items.
  let separatesItems: Bool
  /// Whether it has to know how those are laid out: empty objects may get members, too.
  let watchesContainers: Bool
  let required: [(name: Int, text: Range<Int>)]
  /// Whether it is only for documents that have some texts.
  let isChoosy: Bool
  var bytes: ByteBuffer
  let nameCount: Int
  /// How many of all that are its own.
  private let own: (cases: Int, tables: Int, bytes: Int)
  /// The member that says the version, and the table that says what to do then.
  let version: (name: UInt32, table: Int)?
  /// Whether it does more with that member than to read and to write it.
  let movesVersion: Bool
  /// The first of the slots that are looked at early: what is unwanted is behind all names, and
  /// where some versions are not for the program the version is one of them.
  let unsure: Int
  let isForElements: Bool
  let isForValues: Bool
  /// Whether it has something to say at all.
  let isEmpty: Bool
  /// Where documents without a version start; -1: they are not for this program.
  let missing: Int

  init(_ program: FlatProgram) {
    operations = Slab(program.operations)
    notes = program.notes
    startNotes = program.startNotes
    cases = Slab(program.cases)
    tables = Slab(program.tables)
    ranges = Slab(program.ranges)
    bounds = Slab(program.bounds)
    edits = program.edits
    divisions = program.divisions
    makesContainers = program.makesContainers
    levels = program.levels
    separatesItems =
      program.levels > 0 || program.operations.filter(\.fillsObject).count > 1
      || program.operations.contains { [.concat, .append, .separate].contains($0.code) }
    watchesContainers = makesContainers || program.inner.contains(where: \.needsObject)
    var bytes = ByteBuffer(capacity: program.bytes.count)
    bytes.append(contentsOf: program.bytes)
    bytes.seal()
    questions = FlatQuestions(program)
    guards = Slab(program.guards.questions)
    self.bytes = bytes
    nameCount = program.names.count
    own = (cases.count, tables.count, program.bytes.count)
    required = program.required
    isChoosy = !program.required.isEmpty
    unsure = program.isPartial ? program.version?.name ?? 0 : program.names.count
    isForElements = program.isForElements
    isForValues = program.isForValues
    isEmpty = program.isEmpty
    version = program.version.map { (UInt32($0.name), $0.table) }
    missing = program.missing ?? -1
    movesVersion =
      program.version.map { version in
        program.operations.contains { $0.moves(version.name) }
      } ?? false
  }

  /// How many cases have come to its tables.
  var grown: Int { cases.count - own.cases }

  /// How many bytes scripts have written down.
  var written: Int { bytes.count - own.bytes }

  /// Takes away what has come to it.
  mutating func shrink() {
    cases.truncate(to: own.cases)
    tables.truncate(to: own.tables)
    bytes.truncate(to: own.bytes)
    bytes.seal()
  }
}

extension Slab {
  /// The elements of a row that others share.
  init(_ elements: [Element]) {
    self.init(capacity: elements.count)
    for element in elements { append(element) }
  }
}

extension FlatProgramText {
  /// Whether nothing is done with a value, from an operation on, that has none of its members, and
  /// need not be an object.
  func leavesOthers(from entry: Int) -> Bool {
    var index = entry
    while true {
      let operation = operations[index]
      index += 1
      switch operation.code {
      case .end: return true
      case .jump: index = Int(operation.start)
      case .test:
        let holds = questions.tests[Int(operation.count)].holdsWithout
        index = Int(holds ? operation.start : operation.end)
      case .need, .add, .set, .refuse, .part: return false
      case .carry:
        if operation.together > 0 { return false }
        index += Int(operation.count)
      case .split, .join, .wrap, .unwrap, .divide, .combine, .concat, .compose:
        index += Int(operation.count)
      case .lack, .rename, .drop, .map, .edit, .separate, .array, .append, .settle, .inner, .below,
        .render, .run, .enter:
        continue
      }
    }
  }
}
