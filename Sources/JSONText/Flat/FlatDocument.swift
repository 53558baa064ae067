/// A document as a program sees it: where the members of the root are that the program names.
///
/// See `FlatProgram` for what it is about. One is made for each worker, and keeps its memory from
/// one document to the next.
package struct FlatDocument: ~Copyable {
  /// What came of a document.
  package enum Outcome: Sendable {
    /// It is not as the program expects; nothing was written.
    case notMine
    /// It is current; nothing was written.
    case current
    case changed

    /// Whether it is left to the tree.
    package var isNotMine: Bool { if case .notMine = self { true } else { false } }
  }

  /// Room for one of each name, and for all that the program can add; the first is none.
  var items = Slab<FlatItem>()
  /// For each name of the program the item that has it; 0 where there is none.
  var names = Slab<UInt32>()
  var program: FlatProgramText
  let guide: Guide
  let predictor = Predictor()
  private var recollection = Recollection()
  /// For each operation whether it has ever found its member, and whether a document started there.
  var found = Slab<UInt32>()
  var started = Slab<Bool>()
  let limits: Document.Limits
  private(set) var order = KeyOrder()
  /// Where the root's brace is, where its first member's value is and ends, and where its last
  /// member ends.
  var brace = 0
  var firstValue = 0
  var firstEnd = 0
  var tail = 0
  /// How many members the root has, and how many of them were noted.
  var count = 0
  var noted = 0
  /// Which names were noted: see `FlatScripts.Kind`.
  var signature: UInt64 = 0
  var scripts = FlatScripts()
  /// A text with escapes that is to be split, with those that it needs.
  var respelled = ByteBuffer()
  /// How many containers are around the root.
  private let outer: Int
  /// For each of the program's own programs what it sees of an element.
  let inner: [FlatElement]

  /// A document to read into.
  package init(_ program: FlatProgram, limits: Document.Limits = Document.Limits()) {
    self.init(program, limits: limits, outer: program.isForElements ? 1 : 0)
  }

  /// As that, for the elements of an array `outer` levels deep.
  init(_ program: FlatProgram, limits: Document.Limits, outer: Int) {
    self.program = FlatProgramText(program)
    self.outer = outer
    inner = program.inner.map { FlatElement($0, limits: limits, outer: outer + 2) }
    // At least 16, which are cleared fastest.
    _ = names.append(repeating: 0, count: max(program.names.count, 16))
    _ = items.append(
      repeating: FlatItem(), count: 1 + program.names.count + program.operations.count)
    _ = found.append(repeating: 0, count: program.operations.count)
    _ = started.append(repeating: false, count: program.operations.count)
    // All names are names in the root, so their slots there are their numbers; what is unwanted
    // comes behind them.
    guide = Guide(
      paths: (program.names + program.unwanted).map { [.key($0)] },
      watch: Guide.Watch(unwanted: program.unwanted, single: program.single))
    self.limits = limits
  }

  /// Tells what has been noted in all documents so far: what had something to do, and what
  /// documents did that started somewhere.
  package func tellNotes(found: (Int) -> Void, started: (Int) -> Void) {
    for note in program.notes where note.operations.contains(where: { self.found[$0] != 0 }) {
      found(note.number)
    }
    for note in program.startNotes where self.started[note.entry] {
      for number in note.numbers { started(number) }
    }
    for element in inner { element.tellNotes(found: found) }
  }

  /// Reads the document in a range of a text, runs the program, and adds what comes out to `out`.
  package mutating func run(
    _ text: ByteView, _ range: Range<Int>, into out: inout ByteBuffer
  ) -> Outcome {
    precondition(range.lowerBound >= 0 && range.upperBound <= text.count)
    guard !program.isEmpty, limits.depth > 1, range.count <= limits.bytes,
      range.upperBound < Address.limit
    else { return .notMine }
    out.beginOutput(atMost: limits.output(forBytes: range.count))
    let outcome =
      program.isForElements
      ? runEach(text, range, into: &out) : runWhole(text, range, into: &out)
    return outcome != .notMine && out.endOutput() ? outcome : .notMine
  }

  @inline(__always)
  private mutating func runWhole(
    _ text: ByteView, _ range: Range<Int>, into out: inout ByteBuffer
  ) -> Outcome {
    let end = read(text, at: range.lowerBound)
    guard end >= 0, isEnd(end, of: range, text) else { return .notMine }
    return change(text, range, from: nil, into: &out)
  }

  /// Goes from element to element of an array; what is between them is copied, and those that are
  /// current with it.
  ///
  /// The program starts at `entry`, or else where each element says.
  @inline(never)
  private mutating func runEach(
    _ text: ByteView, _ range: Range<Int>, from entry: Int? = nil, into out: inout ByteBuffer
  ) -> Outcome {
    let before = out.mark
    var outcome = Outcome.current
    var from = range.lowerBound
    var offset = text.skipSpace(from)
    guard limits.depth > outer + 1, text.byte(unchecked: offset) == 0x5B else { return .notMine }
    repeat {
      // Behind the bracket or a comma.
      let start = text.skipSpace(offset &+ 1)
      let end = read(text, at: start)
      var element = Outcome.notMine
      if end >= 0, end < range.upperBound {
        element = change(text, from..<end, from: entry, into: &out)
      }
      if element == .notMine {
        out.takeBack(to: before)
        return .notMine
      }
      if element == .changed {
        outcome = .changed
        from = end
      }
      offset = text.skipSpace(end)
    } while text.byte(unchecked: offset) == 0x2C
    guard text.byte(unchecked: offset) == 0x5D, isEnd(offset &+ 1, of: range, text) else {
      out.takeBack(to: before)
      return .notMine
    }
    if outcome == .changed { out.append(from..<range.upperBound, of: text) }
    return outcome
  }

  /// Whether nothing but white space is left of a range.
  @inline(__always)
  private func isEnd(_ end: Int, of range: Range<Int>, _ text: ByteView) -> Bool {
    end == range.upperBound
      || end < range.upperBound && text.skipSpace(end) >= range.upperBound
  }

  /// Reads an object; gives its end, or -1.
  @inline(__always)
  private mutating func read(_ text: ByteView, at start: Int) -> Int {
    var scanner = Scanner(bytes: text, depthLimit: limits.depth)
    return order.isNone
      ? readWithoutGuesses(&scanner, start) : readWithGuesses(&scanner, start)
  }

  /// Runs the program from an entry on for each element of an array in a text that was read, and
  /// adds what comes out; what is no array stays, but for objects.
  ///
  /// False if one of the elements is not as the program expects; there may be some of it then.
  mutating func change(
    elementsOf range: Range<Int>, _ text: ByteView, from entry: Int,
    into out: inout ByteBuffer
  ) -> Bool {
    let first = text.byte(unchecked: range.lowerBound)
    if first == 0x7B { return false }
    if first != 0x5B || text.byte(unchecked: text.skipSpace(range.lowerBound &+ 1)) == 0x5D {
      out.append(range, of: text)
      return true
    }
    let outcome = runEach(text, range, from: entry, into: &out)
    if outcome == .current { out.append(range, of: text) }
    return outcome != .notMine
  }

  /// Runs the program on the object that was read, from where it says itself, or from the start
  /// that is told; what else is in the range is copied, if anything is changed.
  @inline(__always)
  private mutating func change(
    _ text: ByteView, _ range: Range<Int>, from start: Int?, into out: inout ByteBuffer
  ) -> Outcome {
    let kind = kind(startingAt: start, text)
    if let kind {
      let script = scripts.find(kind)
      switch script.use {
      case .write: if write(by: script, text, range, into: &out) { return .changed }
      case .keep: return .current
      case .none: break
      }
    }
    guard let entry = start ?? entry(in: text) else { return .notMine }
    if entry < 0 {
      if let kind { scripts.noteCurrent(kind) }
      return .current
    }
    if let kind, scripts.note(kind) {
      scripts.learn(kind, of: &program, items: items.row, noted: noted, entry: entry)
    }
    guard execute(from: entry, text) else { return .notMine }
    let before = out.mark
    if write(text, range, into: &out) { return .changed }
    out.takeBack(to: before)
    return .notMine
  }

  @inline(never)
  private mutating func readWithGuesses(_ scanner: inout Scanner, _ start: Int) -> Int {
    read(&scanner, at: start, guessing: true)
  }

  @inline(never)
  private mutating func readWithoutGuesses(_ scanner: inout Scanner, _ start: Int) -> Int {
    order.pass()
    recollection.begin()
    return read(&scanner, at: start, guessing: false)
  }

  /// Notes the members that are named, and gives the end of the object; -1 where the text is wrong,
  /// or a name stands there twice.
  @inline(__always)
  private mutating func read(
    _ scanner: inout Scanner, at start: Int, guessing: Bool
  ) -> Int {
    let bytes = scanner.bytes
    let items = items.row
    let names = names.row
    let unsure = program.unsure
    names.clear()
    brace = bytes.skipSpace(start)
    guard bytes.byte(unchecked: brace) == 0x7B else { return -1 }
    firstEnd = brace
    let root = guide.root &<< 1
    var context = root | 1
    var gap = brace &+ 1
    var turn = 0
    var number = 0
    var noted = 0
    var wrong = 0
    var signature: UInt64 = 0
    while bytes.byte(unchecked: gap) != 0x7D {
      var value: Int
      let key: Int
      let slot: Int
      if guessing, predictor.matches(bytes, at: gap, turn: turn, context: context) {
        value = bytes.skipSpace(gap &+ predictor.length(turn))
        key = gap &+ predictor.lead(turn)
        slot = Int(predictor.edge(turn).slot)
        turn = predictor.next(turn)
      } else if !guessing,
        let seen = recollection.find(bytes, at: gap, context: context)
      {
        value = bytes.skipSpace(gap &+ seen.length)
        key = gap &+ seen.lead
        slot = seen.slot
        turn = seen.turn
      } else {
        wrong &+= 1
        scanner.turn = turn
        value = scanner.skipKey(
          gap, isFirst: number == 0, state: guide.root, guide: guide, predictor: predictor)
        if value <= 0 {
          if value < 0 { return -1 }
          break
        }
        turn = scanner.turn
        key = scanner.key
        slot = Int(scanner.edge.slot)
        if !guessing { recollection.learn(predictor, turn, bytes, at: gap, key: key, context) }
      }
      context = root
      let byte = bytes.byte(unchecked: value)
      var end: Int
      var isPlain = false
      if byte == 0x22 {
        end = bytes.findSpecial(value &+ 1)
        isPlain = bytes.byte(unchecked: end) == 0x22
        if isPlain {
          end &+= 1
        } else {
          end = scanner.skipSpecialString(from: end, value &+ 1)
          isPlain = !scanner.hasEscapes
        }
      } else if byte &- 0x30 < 10 || byte == 0x2D {
        end = bytes.skipNumber(value)
      } else if byte == 0x7B || byte == 0x5B {
        scanner.turn = turn
        end = scanner.skipContainer(value, outer: outer &+ 1, guide: guide, predictor: predictor)
        turn = scanner.turn
      } else {
        end = bytes.skipLiteral(value)
      }
      if end < 0 { return -1 }
      if number == 0 {
        firstValue = value
        firstEnd = end
      }
      number &+= 1
      if slot >= 0 {
        if slot >= unsure, !isWanted(slot, value..<end, bytes) { return -1 }
        // Its name stands there twice.
        if names[UInt32(truncatingIfNeeded: slot)] != 0 { return -1 }
        noted &+= 1
        signature &+= 1 &<< UInt64(truncatingIfNeeded: slot)
        let item = UInt32(truncatingIfNeeded: noted)
        names[UInt32(truncatingIfNeeded: slot)] = item
        items[item] = FlatItem(
          gap: UInt32(truncatingIfNeeded: gap), key: UInt32(truncatingIfNeeded: key),
          value: UInt32(truncatingIfNeeded: value), end: UInt32(truncatingIfNeeded: end),
          text: UInt32(truncatingIfNeeded: slot), next: UInt16(truncatingIfNeeded: item &+ 1),
          flags: isPlain ? .plain : [])
      }
      gap = end
    }
    if guessing { order.note(wrong: wrong, of: number) }
    tail = gap
    count = number
    self.noted = noted
    self.signature = signature
    items[0].next = 1
    items[UInt32(truncatingIfNeeded: noted)].next = 0
    return bytes.skipSpace(gap) &+ 1
  }
}
