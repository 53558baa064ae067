/// Some bytes that are due to be written.
///
/// Address and length are one word: they are stored and soon loaded, and a processor is slow to load
/// in one go what was stored in two.
struct Piece: BitwiseCopyable {
  private let raw: UInt64

  @inline(__always)
  private init(_ start: Address, _ range: Range<Int>) {
    raw = UInt64(start.raw) | UInt64(truncatingIfNeeded: range.count) &<< 32
  }

  @inline(__always)
  init(source range: Range<Int>) { self.init(Address(source: range.lowerBound), range) }

  @inline(__always)
  init(made range: Range<Int>) { self.init(Address(made: range.lowerBound), range) }

  @inline(__always) var isMade: Bool { raw & 0x8000_0000 != 0 }

  @inline(__always) var length: Int { Int(truncatingIfNeeded: raw &>> 32) }

  @inline(__always) var range: Range<Int> {
    let start = Int(truncatingIfNeeded: raw & 0x7FFF_FFFF)
    return start..<(start &+ length)
  }
}

/// A container on the way down to where the writer is.
struct OpenContainer: BitwiseCopyable {
  var node: UInt32
  /// The item to be written next.
  var next: UInt32
  /// Has nothing been written in it yet?
  var isFirst = true
  var isObject: Bool
  /// How many containers around it, itself counted, have no layout of their own in the source.
  var made: UInt32 = 0
}

/// Writing goes twice over what has changed: first the tree is made into a list of pieces, mostly
/// long spans of the source that end where something was edited; then the pieces are copied. So the
/// length is known before a byte is written, and the copying loop does nothing else.
///
/// A clean item is its bytes in the source, lead and all. Where the next item's lead begins just
/// where the last piece ended, the piece grows: a container without edits is one piece, however
/// many items it was read into.
extension Document {
  /// The document as text.
  package mutating func write(into out: inout ByteBuffer) {
    let length = measure()
    out.append(list.pieces, length: length, source: source.view, made: made.view)
  }

  /// How long the document is as text. The pieces are there afterwards.
  package mutating func measure() -> Int {
    list.begin(at: extent.lowerBound)
    let root = frames[0].first
    if nodes[Int(root)].isDirty {
      listPieces()
      finish()
    } else {
      list.to = extent.upperBound
      list.flush()
    }
    return list.length
  }

  /// Goes through the tree, an item at a time.
  private mutating func listPieces() {
    open.truncate(to: 0)
    var container = OpenContainer(node: 0, next: frames[0].first, isObject: false)
    while true {
      let number = listLeaves(from: container.next, in: container)
      if number != container.next { container.isFirst = false }
      if number == 0 {
        // The container ends.
        if open.count == 0 { return }
        close(container)
        container = open[open.count - 1]
        open.truncate(to: open.count - 1)
      } else {
        // One that was edited inside.
        startItem(number, container.node, isFirst: container.isFirst, isMade: container.made > 0)
        container.isFirst = false
        container.next = nodes[Int(number)].next
        open.append(container)
        container = enter(number, from: container)
      }
    }
  }

  /// The items up to the next that is a container with edits in it; 0 at the end.
  private mutating func listLeaves(from first: UInt32, in container: OpenContainer) -> UInt32 {
    let nodes = nodes.row
    let source = source.view
    var number = first
    var isFirst = container.isFirst
    while number != 0 {
      if nodes[number].isDirty {
        if nodes[number].frame != 0 { return number }
        startItem(number, container.node, isFirst: isFirst, isMade: container.made > 0)
        writeLeaf(number, in: container, source)
      } else {
        let lead = nodes[number].lead
        if lead.raw != list.to32 {
          separate(lead, container.node, isFirst: isFirst, isMade: container.made > 0)
        }
        list.to = Int(nodes[number].end)
      }
      isFirst = false
      number = nodes[number].next
    }
    return 0
  }

  /// What stands in front of an item whose lead does not begin where the last piece ended.
  @inline(never)
  private mutating func separate(
    _ lead: Address, _ container: UInt32, isFirst: Bool, isMade: Bool
  ) {
    let opening = nodes[Int(container)].value.raw &+ 1
    if lead != .none, !isFirst, lead.raw != opening {
      list.jump(to: lead.offset)
    } else {
      separateAnew(lead, in: container, isFirst: isFirst, isMade: isMade)
    }
  }

  /// Lead and head of an item that was edited.
  @inline(never)
  private mutating func startItem(
    _ number: UInt32, _ container: UInt32, isFirst: Bool, isMade: Bool
  ) {
    let nodes = nodes.row
    let lead = nodes[number].lead
    if lead.raw != list.to32 {
      separate(lead, container, isFirst: isFirst, isMade: isMade)
    }
    let head = nodes[number].head
    if head.isMade {
      if lead != .none { list.to = source.view.endOfLead(lead.offset) }
      if head == .none { return }
      list.add(Piece(made: made.view.madeHead(head.offset)))
      if lead == .none { addColonSpace(in: container) }
    } else {
      if lead == .none { list.jump(to: head.offset) }
      list.to =
        nodes[number].isReplaced ? source.view.endOfHead(head.offset) : nodes[number].value.offset
    }
  }

  /// A value that is written as its bytes.
  @inline(__always)
  private mutating func writeLeaf(
    _ number: UInt32, in container: OpenContainer, _ source: ByteView
  ) {
    let value = nodes[Int(number)].value
    let range = value.offset..<Int(nodes[Int(number)].end)
    if !value.isMade {
      if range.lowerBound != list.to { list.jump(to: range.lowerBound) }
      list.to = range.upperBound
    } else if made.view[range.lowerBound] | 0x20 == 0x7B {
      writeMadeContainer(range, in: container)
    } else {
      list.add(Piece(made: range))
    }
  }

  /// The opening bracket of a container whose items are written one by one.
  private mutating func enter(
    _ number: UInt32, from outer: OpenContainer
  ) -> OpenContainer {
    let value = nodes[Int(number)].value
    let first = frames[Int(nodes[Int(number)].frame)].first
    let isObject = view(of: value)[value.offset] == 0x7B
    var container = OpenContainer(node: number, next: first, isObject: isObject)
    if value.isMade {
      list.add(isObject ? Fixed.openBrace : Fixed.openBracket)
      container.made = outer.made + 1
    } else {
      if value.offset != list.to { list.jump(to: value.offset) }
      list.to = value.offset + 1
    }
    return container
  }

  private mutating func close(_ container: OpenContainer) {
    let value = nodes[Int(container.node)].value
    if value.isMade {
      if !container.isFirst { addClosingBreak(container) }
      list.add(container.isObject ? Fixed.closeBrace : Fixed.closeBracket)
      return
    }
    let end = Int(nodes[Int(container.node)].end)
    var tail = end - 1
    if !container.isFirst {
      while isSpace(source.view[tail - 1]) { tail -= 1 }
    }
    if tail != list.to { list.jump(to: tail) }
    list.to = end
  }

  /// The white space behind the root.
  private mutating func finish() {
    var tail = extent.upperBound
    while tail > extent.lowerBound, isSpace(source.view[tail - 1]) { tail -= 1 }
    if tail != list.to { list.jump(to: tail) }
    list.to = extent.upperBound
    list.flush()
  }
}

/// The pieces of a document, and the span of the source that is growing at their end.
@safe
struct PieceList: ~Copyable {
  private(set) var pieces = Slab<Piece>(capacity: 64)
  /// What grows from here to there.
  private var from = 0
  var to = 0
  /// The length of all pieces before it.
  private(set) var length = 0

  @inline(__always)
  var to32: UInt32 { UInt32(truncatingIfNeeded: to) }

  mutating func begin(at start: Int) {
    pieces.truncate(to: 0)
    from = start
    to = start
    length = 0
  }

  /// Ends the span that is growing.
  @inline(__always)
  mutating func flush() {
    if from != to {
      pieces.append(Piece(source: from..<to))
      length &+= to &- from
      from = to
    }
  }

  /// Ends the span, starts another.
  @inline(never)
  mutating func jump(to start: Int) {
    flush()
    from = start
    to = start
  }

  /// Adds a piece that edits made, or one out of turn. What follows begins anew.
  @inline(never)
  mutating func add(_ piece: Piece) {
    flush()
    pieces.append(piece)
    length &+= piece.length
    // No lead begins here.
    from = -2
    to = -2
  }
}

extension ByteView {
  /// The end of a lead: over white space and at most one comma.
  @inline(__always)
  func endOfLead(_ start: Int) -> Int {
    let offset = skipSpace(start)
    return byte(offset) == 0x2C ? skipSpace(offset &+ 1) : offset
  }

  /// The end of a head in text that is known to be valid: over key, colon and white space.
  @inline(__always)
  func endOfHead(_ start: Int) -> Int {
    let colon = skipSpace(endOfValidString(start &+ 1))
    return skipSpace(colon &+ 1)
  }
}
