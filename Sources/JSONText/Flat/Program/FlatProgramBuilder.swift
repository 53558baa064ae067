extension FlatProgram {
  /// Puts a program together.
  ///
  /// What it is given must be compact JSON.
  package struct Builder: ~Copyable {
    private var program = FlatProgram()
    private var text: ByteBuffer
    private var numbers: [[UInt8]: Int] = [:]
    private var heads: [Int: UInt32] = [:]
    /// The keys of members that come to be in values.
    private var keysInside: Set<[UInt8]> = []
    /// Where objects are made of which it isn't said yet what is in them.
    private var creations: [Int] = []
    /// The most bytes that documents may gain, together: far from every limit.
    private static let limit = 1 &<< 20

    package init() {
      text = ByteBuffer(capacity: 1_024)
      text.append(Fixed.text)
    }

    /// The number of a member's name.
    @discardableResult
    package mutating func name(_ key: [UInt8]) -> Name {
      if let number = numbers[key] { return Name(number: number) }
      numbers[key] = program.names.count
      program.names.append(key)
      return Name(number: program.names.count - 1)
    }

    /// Where the next operation will be.
    package var entry: EntryPoint { EntryPoint(number: program.operations.count) }

    /// Documents are arrays, and the program is for each of their elements.
    package mutating func runForElements() { program.isForElements = true }

    /// The same for elements of any type, for which the empty name stands.
    package mutating func runForValues() {
      program.isForElements = true
      program.isForValues = true
    }

    /// The program is for what stands at the end of these names, in objects around it.
    package mutating func run(at names: [[UInt8]]) { program.way = names }

    /// The program says nothing of documents in which a member isn't this text.
    package mutating func require(_ key: [UInt8], is text: [UInt8]) {
      let start = self.text.count
      self.text.append(contentsOf: text)
      program.required.append((name(key).number, start..<self.text.count))
    }

    /// The program says nothing of documents that have such a key anywhere.
    package mutating func refuse(_ keys: Set<[UInt8]>) {
      program.unwanted = Array(keys).ordered { $0.lexicographicallyPrecedes($1) }
    }

    /// Nor of those that have such a key twice somewhere below their root.
    package mutating func refuse(repeated keys: Set<[UInt8]>) {
      program.single = Array(keys).ordered { $0.lexicographicallyPrecedes($1) }
    }

    /// Asks a question; where its answers lead to is to be said.
    mutating func ask(_ question: FlatCondition.Question) -> Int {
      let operation = program.operations.count
      let test = test(question)
      program.operations.append(
        Operation(code: .test, name: test.name, count: UInt32(program.tests.count)))
      program.tests.append(test)
      return operation
    }

    private mutating func test(_ question: FlatCondition.Question) -> FlatTest {
      let start = text.count
      text.append(contentsOf: question.text)
      var value = question.value
      if let pattern = question.pattern {
        value = program.patterns.count
        program.patterns.append(pattern)
      }
      if !question.path.isEmpty { program.paths.append(question.path) }
      return FlatTest(
        name: UInt32(name(question.name).number),
        path: question.path.isEmpty ? 0 : UInt32(program.paths.count), subject: question.subject,
        takes: question.takes, value: value, start: UInt32(start), end: UInt32(text.count))
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
    package mutating func go(to entry: EntryPoint) {
      program.operations.append(Operation(code: .jump, start: UInt32(entry.number)))
    }

    /// The program goes on elsewhere, which is to be said.
    mutating func leave() -> Int {
      program.operations.append(Operation(code: .jump))
      return program.operations.count - 1
    }

    /// Writes steps down.
    package mutating func add(_ steps: [FlatStep]) {
      for step in steps { add(step) }
    }

    private mutating func add(_ step: FlatStep) {
      switch step {
      case .need(let key): add(.need, name(key))
      case .lack(let key): add(.lack, name(key))
      case .create(let key, _):
        let name = name(key)
        creations.append(program.operations.count)
        add(.add, name, target: name)
        add(.settle, name)
      case .rename(let key, let target, let occupant):
        let end = occupant == .goes ? 1 : 0
        add(
          .rename, name(key), target: name(target), value: 0..<end, isLenient: occupant == .stays)
      case .drop(let key): add(.drop, name(key))
      case .add(let key, let value, let replacesNull):
        let name = name(key)
        add(.add, name, target: name, value: constant(value), isLenient: replacesNull)
        if value.isLaidOut { add(.settle, name) }
      case .set(let key, let value):
        let name = name(key)
        add(.set, name, target: name, value: constant(value))
        if value.isLaidOut { add(.settle, name) }
      case .map(let key, let table):
        map(name(key), table)
        if table.hasContainers || table.hasDrops {
          add(.settle, name(key), isLenient: table.hasDrops)
        }
      case .split(let key, let separator, let targets): split(name(key), separator, targets)
      case .join(let key, let glue): join(name(key), glue)
      case .edit(let key, let edit):
        add(.edit, name(key), value: program.edits.count..<program.edits.count)
        program.edits.append(edit)
      case .divide(let key, let division, let targets): divide(name(key), division, targets)
      case .separate(let key, let division): separate(name(key), division)
      case .compose(let keys, let template, let target): compose(keys, template, target)
      case .wrap(let key, let wrapping): wrap(name(key), wrapping)
      case .unwrap(let key, let unwrapping): unwrap(name(key), unwrapping)
      case .combine(let keys, let glue, let target): combine(keys, glue, target)
      case .concat(let keys, let target): concat(keys, target)
      case .append(let key, let appending):
        let (name, array) = (name(key), constant(appending.array))
        add(.append, name, value: array, isLenient: appending.isOnce)
        add(.add, name, target: name, value: array)
        add(.settle, name)
      case .render(let key): add(.render, name(key))
      case .run(let key, let number):
        add(.run, name(key))
        program.operations[program.operations.count - 1].count = UInt32(number)
      case .enter(let key, let number, let entry):
        add(.enter, name(key), value: entry.number..<entry.number)
        program.operations[program.operations.count - 1].count = UInt32(number)
      case .array(let key): add(.array, name(key))
      case .refuse: program.operations.append(Operation(code: .refuse))
      case .carry(let carrying): carry(carrying)
      case .dropBelow(let key): dropBelow(key)
      case .ask(let condition, let steps): add(steps, where: condition)
      case .choose(let choices): add(firstOf: choices)
      case .noted(let number, let steps):
        let start = program.operations.count
        add(steps)
        program.notes.append((number, start..<program.operations.count))
      }
    }

    /// How many objects are made.
    package var creationCount: Int { creations.count }

    /// What is in an object that is made; documents in which it would be are for the tree where
    /// nothing is said.
    package mutating func fill(_ creation: Int, with value: FlatValue?) {
      let operation = creations[creation]
      guard let value else {
        program.operations[operation].code = .need
        return
      }
      let range = constant(value)
      program.operations[operation].start = UInt32(range.lowerBound)
      program.operations[operation].end = UInt32(range.upperBound)
    }

    private mutating func map(_ name: Name, _ cases: FlatTable) {
      var entries: [Case] = []
      var table = Table()
      for (value, result) in cases.cases {
        guard var entry = entry(value) else { continue }
        let written = constant(FlatValue(result))
        (entry.start, entry.end) = (UInt32(written.lowerBound), UInt32(written.upperBound))
        entries.append(entry)
        if value.first == 0x6E { table.takesNull = true }
        if Kind(first: value[0]) == .number { table.takesNumbers = true }
      }
      if case .becomes(let value) = cases.otherwise {
        let value = constant(value)
        (table.otherwise, table.otherwiseEnd) = (UInt32(value.lowerBound), UInt32(value.upperBound))
      }
      spread(entries, over: &table)
      add(cases.ranges, to: &table)
      var operation = Operation(code: .map, name: UInt32(name.number))
      if case .keep = cases.otherwise { operation.isLenient = true }
      operation.count = UInt32(program.tables.count)
      program.tables.append(table)
      program.operations.append(operation)
    }

    private mutating func add(_ ranges: [FlatRange], to table: inout Table) {
      table.ranges = UInt32(program.ranges.count)
      for range in ranges {
        let first = program.bounds.count
        for (comparison, number) in range.bounds {
          let start = text.count
          text.append(contentsOf: number)
          program.bounds.append(
            FlatTest(
              number: number, FlatTest.Outcome(comparison), at: start..<text.count))
        }
        let result = constant(range.result)
        program.ranges.append(
          NumberRange(
            tests: UInt32(first), testsEnd: UInt32(program.bounds.count),
            start: UInt32(result.lowerBound), end: UInt32(result.upperBound)))
      }
      table.rangesEnd = UInt32(program.ranges.count)
    }

    private mutating func join(_ name: Name, _ glue: FlatGlue) {
      let start = text.count
      text.append(contentsOf: glue.bytes)
      add(.join, name, value: start..<text.count)
    }

    /// The value of a member in containers of its own, for each of which a part follows.
    private mutating func wrap(_ name: Name, _ wrapping: FlatWrapping) {
      add(.wrap, name, isLenient: wrapping.keepsArrays)
      addHeads(wrapping.names, for: name)
      keysInside.formUnion(wrapping.names)
      program.makesContainers = true
    }

    private mutating func separate(_ name: Name, _ division: FlatDivision) {
      add(.separate, name, value: program.divisions.count..<program.divisions.count)
      program.divisions.append(division)
      program.makesContainers = true
    }

    private mutating func unwrap(_ name: Name, _ unwrapping: FlatUnwrapping) {
      let element = unwrapping.element.rawValue
      add(.unwrap, name, value: element..<element, isLenient: unwrapping.makesNull)
      addHeads(unwrapping.names, for: name)
    }

    private mutating func combine(_ keys: [[UInt8]], _ glue: FlatGlue, _ target: [UInt8]) {
      let names = keys.map { name($0) }
      let start = text.count
      text.append(contentsOf: glue.bytes)
      add(.combine, names[0], target: name(target), value: start..<text.count)
      addParts(names)
    }

    private mutating func concat(_ keys: [[UInt8]], _ target: [UInt8]) {
      let names = keys.map { name($0) }
      add(.concat, names[0], target: name(target))
      addParts(names)
      program.makesContainers = true
    }

    /// A part for each of the members that the operation that was added takes.
    private mutating func addParts(_ names: [Name]) {
      program.operations[program.operations.count - 1].count = UInt32(names.count)
      for name in names { add(.part, name) }
    }

    private mutating func divide(
      _ name: Name, _ division: FlatDivision, _ targets: [[UInt8]]
    ) {
      let number = program.divisions.count
      add(.divide, name, value: number..<number)
      program.divisions.append(division)
      addTargets(targets)
    }

    /// The parts name the values, each with what stands behind it.
    private mutating func compose(
      _ keys: [[UInt8]], _ template: FlatTemplate, _ target: [UInt8]
    ) {
      let literals = template.literals.map { literal in
        let start = text.count
        text.append(contentsOf: literal)
        return start..<text.count
      }
      let target = name(target)
      add(.compose, target, target: target, value: literals[0])
      program.operations[program.operations.count - 1].count = UInt32(keys.count)
      for (key, literal) in zip(keys, literals.dropFirst()) {
        add(.part, name(key), value: literal)
      }
    }

    private mutating func carry(_ carrying: FlatCarrying) {
      let name = name(carrying.from[0])
      let (inner, outer) = (carrying.from.dropFirst(), carrying.to.dropFirst())
      let operation = program.operations.count
      add(.carry, name, target: self.name(carrying.to[0]), isLenient: carrying.keepsOther)
      program.operations[operation].start = UInt32(inner.count)
      program.operations[operation].end = UInt32(carrying.isCopy ? 1 : 0)
      addHeads(inner + outer, for: name)
      for key in carrying.together { add(.part, self.name(key)) }
      program.operations[operation].count += UInt32(carrying.together.count)
      program.operations[operation].together = UInt16(carrying.together.count)
      keysInside.formUnion(outer)
      if !outer.isEmpty { program.makesContainers = true }
    }

    /// A part for each of some keys of the operation that was added.
    private mutating func addHeads(_ keys: some Collection<[UInt8]>, for name: Name) {
      program.operations[program.operations.count - 1].count = UInt32(keys.count)
      for key in keys {
        add(.part, name)
        let head = text.appendHead(key).offset
        program.operations[program.operations.count - 1].head = UInt32(head)
      }
    }

    /// A text whose parts become members in its place.
    private mutating func split(_ name: Name, _ separator: FlatSeparator, _ targets: [[UInt8]]) {
      let start = text.count
      text.append(contentsOf: separator.bytes)
      add(.split, name, value: start..<text.count, isLenient: separator.takesRest)
      addTargets(targets)
    }

    /// A part for each of the members that the operation that was added makes of one.
    private mutating func addTargets(_ targets: [[UInt8]]) {
      program.operations[program.operations.count - 1].count = UInt32(targets.count)
      for key in targets {
        let target = self.name(key)
        add(.part, target, target: target)
      }
    }

    private mutating func dropBelow(_ key: [UInt8]) {
      let name = name(key)
      add(.drop, name)
      let number = program.below.firstIndex(of: key) ?? program.below.count
      if number == program.below.count { program.below.append(key) }
      add(.below, name)
      program.operations[program.operations.count - 1].count = UInt32(number)
    }

    /// What a program does from an entry on is done with a member that is an object, or with each
    /// element of one that is an array.
    ///
    /// Only the first of these operations for a program counts, whatever was asked before, and none
    /// of another kind may change the member. A condition has to hold for the object as it came;
    /// documents in which two programs would run for one member are for the tree.
    package mutating func enter(
      _ key: [UInt8], by program: Int, from entry: EntryPoint, where condition: FlatCondition? = nil
    ) {
      var operation = Operation(code: .inner, name: UInt32(name(key).number))
      operation.count = UInt32(program)
      operation.start = UInt32(entry.number)
      if let condition {
        var guards = self.program.guards
        operation.end = UInt32(guards.add(condition) { test($0) } + 1)
        self.program.guards = guards
      }
      self.program.operations.append(operation)
    }

    /// Documents that start here take a step that is noted under this number, and then those that
    /// are noted next.
    package mutating func note(_ entry: EntryPoint, _ number: Int) {
      program.startNotes.append((entry.number, number, program.startNotes.count + 1))
    }

    /// The step that was noted last leads to an entry, or to the end.
    package mutating func endNotes(goingOnAt entry: EntryPoint? = nil) {
      guard let last = program.startNotes.indices.last else { return }
      let next = entry.flatMap { entry in
        program.startNotes.firstIndex { $0.entry == entry.number }
      }
      program.startNotes[last].next = next ?? .max
    }

    /// Where documents start that have no such member.
    package mutating func start(without missing: EntryPoint) { program.missing = missing.number }

    /// Which member says the version, and where to go on for each; whether there are others, which
    /// are not for this program.
    ///
    /// False if bytes alone can't tell which versions are meant.
    package mutating func start(
      _ key: [UInt8], _ versions: [(value: [UInt8], entry: EntryPoint)], isPartial: Bool = false
    ) -> Bool {
      guard let cases = FlatTable(versions.map { ($0.value, $0.value) }, otherwise: .notMine) else {
        return false
      }
      var entries: [Case] = []
      var table = Table()
      for ((value, _), version) in zip(cases.cases, versions) {
        guard var entry = entry(value) else { continue }
        entry.start = version.entry == .current ? .max : UInt32(version.entry.number)
        entries.append(entry)
      }
      spread(entries, over: &table)
      program.isPartial = isPartial
      program.version = (name(key).number, program.tables.count)
      program.tables.append(table)
      return true
    }

    /// The program, with those for elements; nil if it is out of all proportion.
    package func build(inner: [FlatProgram] = []) -> FlatProgram? {
      guard text.count <= Self.limit, program.names.count <= 4_096,
        program.operations.count <= 30_000, program.unwanted.allSatisfy({ numbers[$0] == nil }),
        keysInside.isDisjoint(with: program.unwanted + program.single),
        program.single.count <= Guide.Watch.mostSingle,
        program.below.count <= Scanner.mostSought, inner.isEmpty || program.below.isEmpty,
        !program.single.contains(where: program.below.contains),
        GuideBuilder.isSound(program.unwanted + program.single + program.below)
      else { return nil }
      var program = program
      program.bytes = text.view[0..<text.count].array
      program.inner = inner
      program.noteKept()
      return program
    }

    @inline(never)
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

    private mutating func constant(_ value: FlatValue) -> Range<Int> {
      let start = text.count
      text.append(contentsOf: value.bytes)
      if value.isLaidOut {
        let contents = value.contents
        program.makesContainers = true
        program.levels = max(program.levels, contents.levels)
        keysInside.formUnion(contents.keys)
      }
      return start..<text.count
    }

    /// The case for a value; nil where bytes alone can't tell which values it is equal to.
    private mutating func entry(_ value: [UInt8]) -> Case? {
      guard let body = Case.body(of: value) else { return nil }
      let start = text.count
      text.append(contentsOf: body)
      return Case(
        word: Guide.word(of: body), length: Int32(body.count), isText: value[0] == 0x22,
        text: UInt32(start))
    }

    /// Spreads cases over a table; of equal ones the first counts.
    private mutating func spread(_ entries: [Case], over table: inout Table) {
      table.first = program.cases.count
      table.mask = Table.size(for: entries.count) - 1
      program.cases += Array(repeating: Case(), count: table.mask + 1)
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
