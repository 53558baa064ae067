/// A document as a program sees it: where the members of the root are that the program names.
///
/// See `FlatProgram` for what it is about. One is made for each worker, and keeps its memory from
/// one document to the next.
package struct FlatDocument: ~Copyable {
  /// What came of a document.
  package enum Outcome: Sendable {
    /// It is not as the program expects; nothing was written.
    case notMine
    /// It is current, and was written as it is.
    case current
    case changed
  }

  /// Room for one of each name, and for all that the program can add; the first is none.
  var items = Slab<FlatItem>()
  /// For each name of the program the item that has it; 0 where there is none.
  var names = Slab<UInt32>()
  let program: FlatProgramText
  let version: (name: UInt32, table: Int)?
  let missing: Int
  let guide: Guide
  let predictor = Predictor()
  let limits: Document.Limits
  private var utf8 = UTF8Progress()
  /// Where the root's brace is, where its first member's value is and ends, and where its last
  /// member ends.
  var brace = 0
  var firstValue = 0
  var firstEnd = 0
  var tail = 0
  /// How many members the root has, and how many of them were noted.
  var count = 0
  var noted = 0

  /// A document to read into.
  package init(_ program: FlatProgram, limits: Document.Limits = Document.Limits()) {
    self.program = FlatProgramText(program)
    _ = names.append(repeating: 0, count: program.names.count)
    _ = items.append(
      repeating: FlatItem(), count: 1 + program.names.count + program.operations.count)
    version = program.version.map { (UInt32($0.name), $0.table) }
    missing = program.missing ?? -1
    // All names are names in the root, so their slots there are their numbers.
    guide = Guide(paths: program.names.map { [.key($0)] })
    self.limits = limits
  }

  /// The text has changed.
  package mutating func forget() { utf8 = UTF8Progress() }

  /// Reads the document in a range of a text, runs the program, and adds what comes out to `out`.
  package mutating func run(
    _ text: ByteView, _ range: Range<Int>, into out: inout ByteBuffer
  ) -> Outcome {
    precondition(range.lowerBound >= 0 && range.upperBound <= text.count)
    guard program.operations.count > 0, range.count <= limits.bytes, range.upperBound < 1 << 31
    else { return .notMine }
    var scanner = Scanner(bytes: text, depthLimit: limits.depth, utf8: utf8)
    let isRead = read(&scanner, range)
    utf8 = scanner.utf8
    guard isRead else { return .notMine }
    guard let entry = entry(in: text) else { return .notMine }
    if entry < 0 {
      out.append(range, of: text)
      return .current
    }
    guard execute(from: entry, text) else { return .notMine }
    write(text, range, into: &out)
    return .changed
  }

  /// Notes the members that are named; false where the text is wrong, or a name stands there twice.
  private mutating func read(_ scanner: inout Scanner, _ range: Range<Int>) -> Bool {
    let bytes = scanner.bytes
    let items = items.row
    let names = names.row
    names.fill(with: 0)
    brace = bytes.skipSpace(range.lowerBound)
    guard bytes.byte(brace) == 0x7B else { return false }
    firstEnd = brace
    var context = guide.root &<< 1 | 1
    var gap = brace &+ 1
    var turn = 0
    var number = 0
    var noted = 0
    while bytes.byte(gap) != 0x7D {
      var value: Int
      let key: Int
      let slot: Int
      if predictor.matches(bytes, at: gap, turn: turn, context: context) {
        value = bytes.skipSpace(gap &+ predictor.length(turn))
        key = gap &+ predictor.lead(turn)
        slot = Int(predictor.edge(turn).slot)
        turn &+= 1
      } else {
        scanner.turn = turn
        value = scanner.skipKey(
          gap, isFirst: number == 0, state: guide.root, guide: guide, predictor: predictor)
        if value <= 0 {
          if value < 0 { return false }
          break
        }
        turn = scanner.turn
        key = scanner.key
        slot = Int(scanner.edge.slot)
      }
      context = guide.root &<< 1
      let byte = bytes.byte(value)
      var end: Int
      var isPlain = false
      if byte == 0x22 {
        end = bytes.findSpecial(value &+ 1)
        isPlain = bytes.byte(end) == 0x22
        end = isPlain ? end &+ 1 : scanner.skipSpecialString(from: end, value &+ 1)
      } else if byte &- 0x30 < 10 || byte == 0x2D {
        end = bytes.skipNumber(value)
      } else if byte == 0x7B || byte == 0x5B {
        scanner.turn = turn
        end = scanner.skipContainer(value, outer: 1, guide: guide, predictor: predictor)
        turn = scanner.turn
      } else {
        end = bytes.skipLiteral(value)
      }
      if end < 0 { return false }
      if number == 0 {
        firstValue = value
        firstEnd = end
      }
      number &+= 1
      if slot >= 0 {
        // Its name stands there twice.
        if names[UInt32(truncatingIfNeeded: slot)] != 0 { return false }
        noted &+= 1
        let item = UInt32(truncatingIfNeeded: noted)
        names[UInt32(truncatingIfNeeded: slot)] = item
        items[item] = FlatItem(
          gap: UInt32(truncatingIfNeeded: gap), key: UInt32(truncatingIfNeeded: key),
          value: UInt32(truncatingIfNeeded: value), end: UInt32(truncatingIfNeeded: end),
          next: UInt16(truncatingIfNeeded: item &+ 1), flags: isPlain ? .plain : [])
      }
      gap = end
    }
    tail = gap
    count = number
    self.noted = noted
    items[0].next = 1
    items[UInt32(truncatingIfNeeded: noted)].next = 0
    let end = bytes.skipSpace(gap) &+ 1
    return end == range.upperBound
      || end < range.upperBound && bytes.skipSpace(end) >= range.upperBound
  }
}
