/// Running a program over the notes of one document.
///
/// All that it works on is at hand here, on the stack of one function: rows that do not grow
/// meanwhile, and three numbers.
struct FlatExecution {
  let items: Row<FlatItem>
  let names: Row<UInt32>
  let cases: Row<FlatProgram.Case>
  let tests: Row<FlatTest>
  let ranges: FlatRanges
  let made: ByteView
  let text: ByteView
  /// For each operation whether it has ever found its member.
  let found: Row<UInt32>
  /// How many items there are, which of them is written last, and how many members the root has.
  var itemCount: Int
  var last: UInt32
  var count: Int
  /// Whether something new can be laid out: between two members of the source one sees how.
  let hasLayout: Bool

  /// Where it comes to.
  enum Stop: Equatable {
    case done
    /// The document is not as the program expects.
    case notMine
    /// To an operation for a program inside of a member.
    case inside(Int)
  }
}

extension FlatDocument {
  /// Where the document starts in the program: -1 if it is current, nil if that can't be told.
  mutating func entry(in text: ByteView) -> Int? {
    let missing = program.missing >= 0 ? program.missing : nil
    guard let version = program.version else { return missing }
    let number = names[Int(version.name)]
    if number == 0 { return missing }
    let row = program.cases.row
    let made = program.bytes.view
    let found = row.find(
      items[Int(number)].body(made: made, text), program.tables[version.table], made: made)
    guard let found else { return nil }
    return found.start == .max ? -1 : Int(found.start)
  }

  /// Whether documents with such a member are for the program: one that is not unwanted, and says
  /// no version that is for others.
  func isWanted(_ slot: Int, _ value: Range<Int>, _ text: ByteView) -> Bool {
    if slot >= program.nameCount { return false }
    guard let version = program.version, slot == Int(version.name) else { return true }
    return program.cases.row.find(
      text.unquoted(value.lowerBound, value.upperBound), program.tables[version.table],
      made: program.bytes.view) != nil
  }

  /// Runs the operations from one on; false if the document is not as they expect.
  mutating func execute(
    from entry: Int, _ text: ByteView, patched patches: FlatPatchView? = nil
  ) -> Bool {
    // Documents that have a script come here once.
    started[entry] = true
    var run = FlatExecution(
      items: items.row, names: names.row, cases: program.cases.row,
      tests: program.questions.tests.row, ranges: FlatRanges(program),
      made: program.bytes.view, text: text, found: found.row, itemCount: noted + 1,
      last: UInt32(noted), count: count,
      hasLayout: text.byte(unchecked: text.skipSpace(firstEnd)) == 0x2C || showsLayout(text))
    drafts.truncate(to: 0)
    let maker = maker(text, patches)
    var next = entry
    while true {
      let stop = run.execute(
        program.operations.row, program.tables.row, from: next, maker, into: &drafts,
        beside: &respelled)
      guard case .inside(let index) = stop else {
        isEmptied = run.count == 0 && count > 0
        return stop == .done
      }
      if !runInside(at: index, run, maker) { return false }
      next = index + 1
    }
  }

  /// Whether an object of one member, or of none, shows how one more is laid out.
  ///
  /// A member without white space around it shows it only where nothing is around the object.
  private func showsLayout(_ text: ByteView) -> Bool {
    // A child that is no object may end where the text does, and its pad begins.
    let next = text.byte(unchecked: brace + 1)
    if count == 0 { return next == 0x7D && (outer == 0 || given != nil) }
    return outer == 0 || next != 0x22 || isSpaced(text)
      || around.isKnownCompact(behind: text.skipSpace(tail) &+ 1, of: text)
  }
}

extension FlatExecution {
  @inline(__always)
  mutating func execute(
    _ operations: Row<FlatProgram.Operation>, _ tables: Row<FlatProgram.Table>, from entry: Int,
    _ maker: FlatMaker, into drafts: inout ByteBuffer, beside spare: inout ByteBuffer
  ) -> Stop {
    var index = UInt32(truncatingIfNeeded: entry)
    while true {
      let operation = operations[index]
      index &+= 1
      let number = names[operation.name]
      switch operation.code {
      case .end:
        return .done
      case .jump:
        // Behind a question that a guard asks it is all that there is to do.
        found[index &- 1] = 1
        index = operation.start
      case .test:
        let body = number == 0 ? nil : body(of: items[number], drafts.view)
        guard let holds = tests[operation.count].answer(body, made: made, maker.patterns)
        else { return .notMine }
        index = holds ? operation.start : operation.end
      case .need:
        if number == 0 { return .notMine }
      case .lack:
        if number != 0 { return .notMine }
      case .rename:
        if number == 0 { continue }
        found[index &- 1] = 1
        let other = names[operation.target]
        if other != 0 {
          if operation.isLenient {
            remove(number, operation.name)
            continue
          }
          if operation.end == 0 { return .notMine }
          remove(other, operation.target)
        }
        names[operation.target] = number
        names[operation.name] = 0
        items[number].head = operation.head
      case .drop:
        if number == 0 { continue }
        found[index &- 1] = 1
        remove(number, operation.name)
      case .add, .set:
        found[index &- 1] = 1
        if number == 0 {
          if !hasLayout { return .notMine }
          append(operation)
        } else if operation.code == .set || operation.isLenient && isNull(items[number]) {
          items[number].replace(operation.start, operation.end)
        }
      case .map:
        if number == 0 { continue }
        let value = body(of: items[number], drafts.view)
        switch map(number, value, operation, tables[operation.count]) {
        case .unknown: return .notMine
        case .stays: continue
        case .becomes: found[index &- 1] = 1
        }
      case .split:
        if number != 0 {
          found[index &- 1] = 1
          if !split(number, operation, operations, at: index) { return .notMine }
        }
        index &+= operation.count
      case .join, .wrap, .unwrap, .separate:
        if number != 0 {
          found[index &- 1] = 1
          let isDone = make(
            number, operations, at: index &- 1, maker, into: &drafts, beside: &spare)
          if !isDone { return .notMine }
        }
        index &+= operation.count
      case .edit:
        if number != 0 {
          found[index &- 1] = 1
          let isDone = edit(number, operation, maker, into: &drafts, beside: &spare)
          if !isDone { return .notMine }
        }
      case .divide:
        if number != 0 {
          found[index &- 1] = 1
          if !divide(number, operations, at: index &- 1, maker, into: &drafts) { return .notMine }
        }
        index &+= operation.count
      case .compose:
        let isDone = compose(
          operations, at: index &- 1, maker, into: &drafts, beside: &spare)
        if !isDone { return .notMine }
        index &+= operation.count
      case .combine:
        if number != 0 {
          if !combine(operations, at: index &- 1, maker, into: &drafts) { return .notMine }
        }
        index &+= operation.count
      case .array:
        if number == 0 { continue }
        found[index &- 1] = 1
        let value = body(of: items[number], drafts.view)
        if value.isText || value.bytes[value.range.lowerBound] != 0x5B { return .notMine }
      case .run:
        if number != 0 { return .inside(Int(index &- 1)) }
      case .enter:
        if number != 0, items[number].has(.draft) { return .inside(Int(index &- 1)) }
      case .render:
        if number != 0, !render(number, operation, maker, into: &drafts) { return .notMine }
      case .concat:
        let isDone = concat(
          operations, at: index &- 1, maker, into: &drafts, beside: &spare)
        if !isDone { return .notMine }
        index &+= operation.count
      case .append:
        if number == 0 { continue }
        found[index &- 1] = 1
        if !append(number, operation, maker, into: &drafts, beside: &spare) { return .notMine }
      case .carry:
        if number != 0 {
          let isDone = carry(
            number, operations, at: index &- 1, maker, into: &drafts, beside: &spare)
          if !isDone { return .notMine }
        }
        index &+= operation.count
      case .settle:
        if number != 0, !settle(number, operation.name, maker, into: &drafts) { return .notMine }
      case .inner, .below:
        // Done while it was read.
        continue
      case .part, .refuse:
        return .notMine
      }
    }
  }

  /// The bytes of a value, wherever they are.
  @inline(__always)
  private func body(
    of item: FlatItem, _ drafts: ByteView
  ) -> (bytes: ByteView, range: Range<Int>, isText: Bool) {
    item.has(.draft)
      ? drafts.unquoted(Int(item.text), Int(item.textEnd)) : item.body(made: made, text)
  }

  @inline(__always)
  mutating func remove(_ number: UInt32, _ name: UInt32) {
    items[number].flags.insert(.removed)
    names[name] = 0
    count &-= 1
  }

  /// A new member behind all others.
  @inline(__always)
  private mutating func append(_ operation: FlatProgram.Operation) {
    insert(
      FlatItem(
        text: operation.start, textEnd: operation.end, head: operation.head,
        flags: [.new, .made, .last]), after: last, name: operation.name)
  }

  @inline(__always)
  mutating func insert(_ item: FlatItem, after previous: UInt32, name: UInt32) {
    let number = UInt32(truncatingIfNeeded: itemCount)
    items[number] = item
    items[number].next = items[previous].next
    items[previous].next = UInt16(truncatingIfNeeded: number)
    itemCount &+= 1
    if previous == last { last = number }
    names[name] = number
    count &+= 1
  }

  /// Lays out a container that the operation before has written as a value, and takes a member away
  /// for which it has written nothing.
  @inline(never)
  private mutating func settle(
    _ number: UInt32, _ name: UInt32, _ maker: FlatMaker, into drafts: inout ByteBuffer
  ) -> Bool {
    let item = items[number]
    if !item.has(.made) { return true }
    let value = Int(item.text)..<Int(item.textEnd)
    if value.isEmpty {
      remove(number, name)
      return true
    }
    if !FlatValue.isLaidOut(made[value.lowerBound], value.count) { return true }
    let start = drafts.count
    guard maker.lay(value, into: &drafts) else { return false }
    items[number].replace(byDraft: start..<drafts.count)
    return true
  }

  /// A new member behind all others, with a value that was drafted.
  mutating func append(
    draft: Range<Int>, isNull: Bool = false, _ operation: FlatProgram.Operation
  ) {
    var item = FlatItem(head: operation.head, flags: [.new, .last])
    if isNull {
      item.replaceByNull()
    } else {
      item.replace(byDraft: draft)
    }
    insert(item, after: last, name: operation.target)
  }

  @inline(__always)
  private mutating func map(
    _ number: UInt32, _ value: (bytes: ByteView, range: Range<Int>, isText: Bool),
    _ operation: FlatProgram.Operation, _ table: FlatProgram.Table
  ) -> FlatProgram.Table.Other {
    if let found = cases.find(value, table, made: made) {
      items[number].replace(found.start, found.end)
      return .becomes(found.start, found.end)
    }
    return mapOther(number, value, operation, table)
  }

  @inline(never)
  private mutating func mapOther(
    _ number: UInt32, _ value: (bytes: ByteView, range: Range<Int>, isText: Bool),
    _ operation: FlatProgram.Operation, _ table: FlatProgram.Table
  ) -> FlatProgram.Table.Other {
    let other = table.other(value, isLenient: operation.isLenient, ranges)
    if case .becomes(let start, let end) = other { items[number].replace(start, end) }
    return other
  }

  @inline(__always)
  private mutating func split(
    _ number: UInt32, _ operation: FlatProgram.Operation,
    _ operations: Row<FlatProgram.Operation>, at index: UInt32
  ) -> Bool {
    let item = items[number]
    if isNull(item) { return true }
    guard !item.has([.made, .draft]), hasLayout else { return false }
    let (_, range, isText) = item.body(made: made, text)
    guard isText, item.has([.plain, .part]) else { return false }
    let isLast = FlatItem.Flags(rawValue: item.flags.rawValue & FlatItem.Flags.last.rawValue)
    let separator = Int(operation.start)..<Int(operation.end)
    var start = range.lowerBound
    var previous = number
    var part: UInt32 = 0
    while part < operation.count {
      var end = range.upperBound
      let isFinal = part &+ 1 == operation.count
      if !isFinal || !operation.isLenient {
        let next = text.find(separator, of: made, from: start, to: range.upperBound)
        // Too few parts, or too many.
        if (next < 0) != isFinal { return false }
        if next >= 0 { end = next }
      }
      let target = operations[index &+ part]
      if names[target.target] != 0 { return false }
      insert(
        FlatItem(
          text: UInt32(truncatingIfNeeded: start), textEnd: UInt32(truncatingIfNeeded: end),
          head: target.head, flags: [.new, .part, isLast]),
        after: previous, name: target.target)
      previous = UInt32(truncatingIfNeeded: itemCount &- 1)
      start = end &+ separator.count
      part &+= 1
    }
    remove(number, operation.name)
    return true
  }

  @inline(__always)
  func isNull(_ item: FlatItem) -> Bool {
    if item.has([.part, .draft]) { return false }
    return item.has(.made)
      ? made[Int(item.text)] == 0x6E : text.byte(unchecked: Int(item.value)) == 0x6E
  }
}

extension FlatItem {
  /// Where its value stands, in the text or wherever it was made; a part of a text has none.
  var place: Range<Int> {
    has([.made, .draft]) ? Int(text)..<Int(textEnd) : Int(value)..<Int(end)
  }

  /// The bytes of its value: of a text what is between its quotes.
  @inline(__always)
  func body(
    made: ByteView, _ text: ByteView
  ) -> (bytes: ByteView, range: Range<Int>, isText: Bool) {
    if has(.part) { return (text, Int(self.text)..<Int(textEnd), true) }
    let bytes = has(.made) ? made : text
    let start = Int(has(.made) ? self.text : value)
    let end = Int(has(.made) ? textEnd : self.end)
    return bytes.unquoted(start, end)
  }
}

extension ByteView {
  /// A value: of a text what is between its quotes.
  @inline(__always)
  func unquoted(
    _ start: Int, _ end: Int
  ) -> (bytes: ByteView, range: Range<Int>, isText: Bool) {
    let isText = self[start] == 0x22
    return (self, isText ? (start + 1)..<(end - 1) : start..<end, isText)
  }
}

extension FlatProgram.Table {
  /// What becomes of a value that none of its cases is.
  enum Other {
    /// It may yet be one of the cases, written in another way, or it is refused.
    case unknown
    case stays
    case becomes(UInt32, UInt32)
  }

  /// What becomes of a value that isn't found byte by byte; a lenient table leaves it as it is.
  func other(
    _ value: (bytes: ByteView, range: Range<Int>, isText: Bool), isLenient: Bool,
    _ ranges: FlatRanges
  ) -> Other {
    let (bytes, range, isText) = value
    if isText {
      if bytes[range].contains(0x5C) { return .unknown }
    } else {
      let kind = Kind(first: bytes[range.lowerBound])
      if kind == .null, !takesNull { return .stays }
      if kind == .number {
        if takesNumbers, !bytes[range].isSpelledOneWay(isText: false) { return .unknown }
        if hasRanges, let result = ranges.result(of: self, for: value) { return result }
      }
    }
    if isLenient { return .stays }
    return otherwiseEnd == 0 ? .unknown : .becomes(otherwise, otherwiseEnd)
  }
}

extension FlatProgram.Table {
  var hasRanges: Bool { ranges < rangesEnd }
}

/// The ranges of numbers of a program's tables.
struct FlatRanges {
  private let ranges: Row<FlatProgram.NumberRange>
  private let bounds: Row<FlatTest>
  private let made: ByteView

  init(_ program: borrowing FlatProgramText) {
    (ranges, bounds, made) = (program.ranges.row, program.bounds.row, program.bytes.view)
  }

  /// What a table makes of a number by the first of its ranges that it is in; nil if it is in none.
  func result(
    of table: FlatProgram.Table, for number: (bytes: ByteView, range: Range<Int>, isText: Bool)
  ) -> FlatProgram.Table.Other? {
    for index in table.ranges..<table.rangesEnd {
      let range = ranges[index]
      let isInside = (range.tests..<range.testsEnd).allSatisfy {
        bounds[$0].answer(number, made: made) == true
      }
      if isInside { return .becomes(range.start, range.end) }
    }
    return nil
  }
}

extension Row<FlatProgram.Case> {
  /// The case of a table that is a value, byte by byte.
  @inline(__always)
  func find(
    _ value: (bytes: ByteView, range: Range<Int>, isText: Bool), _ table: FlatProgram.Table,
    made: ByteView
  ) -> FlatProgram.Case? {
    let (bytes, range, isText) = value
    let word = Guide.word(range, of: bytes)
    var index = Guide.hash(word, range.count) & table.mask
    while true {
      let entry = self[UInt32(truncatingIfNeeded: table.first &+ index)]
      if entry.length < 0 { return nil }
      if entry.word == word, Int(entry.length) == range.count, entry.isText == isText,
        range.count <= 8
          || bytes[range] == made[Int(entry.text)..<(Int(entry.text) + range.count)]
      {
        return entry
      }
      index = (index &+ 1) & table.mask
    }
  }
}

extension ByteView {
  /// Where some other bytes first stand in a range; -1 where they don't.
  @inline(__always)
  func find(_ separator: Range<Int>, of other: ByteView, from start: Int, to end: Int) -> Int {
    let first = sixteen(other[separator.lowerBound])
    var offset = start
    while offset &+ separator.count <= end {
      // Looks up to 15 bytes past the end, which the pad allows.
      let found = BlockMatches(block(unchecked: offset) .== first)
      if found.isEmpty {
        offset &+= 16
        continue
      }
      offset &+= found.first
      if offset &+ separator.count > end { return -1 }
      if separator.count == 1 || self[offset..<(offset + separator.count)] == other[separator] {
        return offset
      }
      offset &+= 1
    }
    return -1
  }
}
