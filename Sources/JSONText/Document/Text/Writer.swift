/// Some bytes that are to be written: of the source, or made.
struct Span: BitwiseCopyable {
  let start: Address
  private let count: UInt32

  @inline(__always)
  init(source range: Range<Int>) {
    start = Address(source: range.lowerBound)
    count = UInt32(truncatingIfNeeded: range.count)
  }

  @inline(__always)
  init(made range: Range<Int>) {
    start = Address(made: range.lowerBound)
    count = UInt32(truncatingIfNeeded: range.count)
  }

  @inline(__always)
  var length: Int { Int(count) }

  @inline(__always)
  var range: Range<Int> { start.offset..<(start.offset &+ length) }
}

/// A span that may not be there, in the eight bytes of one: its start says so.
struct PossibleSpan: BitwiseCopyable {
  private let kept: Span

  init(_ span: Span?) { kept = span ?? .none }

  @inline(__always)
  var span: Span? { kept.start == .none ? nil : kept }
}

extension Span {
  fileprivate static let none = Span(made: Int(Int32.max)..<Int(Int32.max))
}

/// A container on the way down to where the writer is.
struct OpenContainer: BitwiseCopyable {
  var node: UInt32
  /// The item to be written next.
  var next: UInt32
  /// Nothing has been written in it yet.
  var isFirst = true
  var isObject: Bool
  /// Its lines come to another depth.
  var isShifted = false
}

extension Document {
  /// Adds the document as text.
  ///
  /// A clean item is its bytes in the source, lead and all. Where the next item's lead begins just
  /// where the last span ended, the span grows: a container without edits is one copy, however many
  /// items it was read into, and what stands between two edits is one copy too.
  ///
  /// Nothing is added where that is more than the limit.
  package mutating func write(into out: inout ByteBuffer) throws(JSONError) {
    // Edits since the last time may have changed it.
    knownLayout.container = .max
    shownLayout.container = .max
    spacing = Spacing()
    if !layoutsAround.isEmpty { layoutsAround.removeAll(keepingCapacity: true) }
    // Here while it is written to: what writes is then one owner and four numbers.
    swap(&out, &output)
    defer { swap(&out, &output) }
    output.beginOutput(atMost: outputLimit)
    let root = frames[0].first
    var writer = Writer(tail: output.tail, start: extent.lowerBound)
    if nodes[Int(root)].isDirty {
      writeItems(&writer)
      // The white space behind the root.
      let end = source.view.endOfLastItem(before: extent.upperBound + 1)
      if end != writer.to { jump(to: end, &writer) }
    }
    writer.to = extent.upperBound
    flush(&writer)
    output.take(writer.tail)
    if !output.endOutput() { throw tooMuchOutput() }
  }

  /// Goes through the tree, an item at a time.
  private mutating func writeItems(_ writer: inout Writer) {
    open.truncate(to: 0)
    let root = frames[0].first
    var container = OpenContainer(node: 0, next: root, isObject: false)
    if nodes[Int(root)].frame != 0 {
      writer = startEdited(root, isFirst: true, writer)
      let isShifted = nodes[Int(root)].isReplaced && beginShift(root, isFirst: true, &writer)
      container = enter(root, &writer)
      container.isShifted = isShifted
    }
    while true {
      writer = writeLeaves(&container, writer)
      let number = container.next
      if output.isOver { return }
      if number == 0 {
        // The container ends.
        if container.node != 0 { close(container, &writer) }
        if container.isShifted { endShift(&writer) }
        if open.count == 0 { return }
        container = open[open.count - 1]
        open.truncate(to: open.count - 1)
      } else {
        // One that was edited inside.
        writer = startEdited(number, isFirst: container.isFirst, writer)
        let isShifted =
          nodes[Int(number)].isReplaced
          && beginShift(number, isFirst: container.isFirst, &writer)
        container.isFirst = false
        container.next = nodes[Int(number)].next
        open.append(container)
        container = enter(number, &writer)
        container.isShifted = isShifted
      }
    }
  }

  /// Writes the items up to the next that is a container with edits in it, or to the end.
  private mutating func writeLeaves(
    _ container: inout OpenContainer, _ writer: Writer
  ) -> Writer {
    var writer = writer
    let nodes = nodes.row
    var isFirst = container.isFirst
    var number = container.next
    while number != 0 {
      if !nodes[number].isDirty {
        let lead = nodes[number].lead
        if lead.raw != UInt32(truncatingIfNeeded: writer.to) {
          writer = separate(lead, nodes[number].parent, isFirst: isFirst, writer)
        }
        writer.to = Int(nodes[number].end)
      } else {
        if nodes[number].frame != 0 || output.isOver { break }
        writer = startEdited(number, isFirst: isFirst, writer)
        if nodes[number].isReplaced, !nodes[number].value.isMade,
          beginShift(number, isFirst: isFirst, &writer)
        {
          writer = writeLeaf(number, writer)
          endShift(&writer)
        } else {
          writer = writeLeaf(number, writer)
        }
      }
      isFirst = false
      number = nodes[number].next
    }
    container.isFirst = isFirst
    container.next = number
    return writer
  }

  /// What stands in front of an item whose lead does not begin where the last span ended.
  @inline(never)
  private mutating func separate(
    _ lead: Address, _ parent: UInt32, isFirst: Bool, _ writer: Writer
  ) -> Writer {
    var writer = writer
    if isFirst || lead == .none || lead.raw == nodes[Int(parent)].value.raw &+ 1 {
      return separateAnew(lead, parent, isFirst: isFirst, writer)
    }
    jump(to: lead.offset, &writer)
    return writer
  }

  /// Lead and head of an item that was edited.
  @inline(never)
  private mutating func startEdited(
    _ number: UInt32, isFirst: Bool, _ writer: Writer
  ) -> Writer {
    var writer = writer
    let nodes = nodes.row
    let lead = nodes[number].lead
    let head = nodes[number].head
    if lead == .none {
      let parent = nodes[number].parent
      if head.isMade, head != .none, !isFirst, isCompact(parent) {
        // A new member in compact text: its head has a comma in front.
        let text = made.view.madeHead(head.offset)
        put(made: (text.lowerBound &- 1)..<text.upperBound, &writer)
        return writer
      }
      writer = separateAnew(lead, parent, isFirst: isFirst, writer)
      if head == .none { return writer }
      if head.isMade { return writeNew(head, in: parent, writer) }
      jump(to: head.offset, &writer)
    } else {
      if lead.raw != UInt32(truncatingIfNeeded: writer.to) {
        writer = separate(lead, nodes[number].parent, isFirst: isFirst, writer)
      }
      if head.isMade {
        writer.to = source.view.endOfLead(lead.offset)
        if head != .none { put(made: made.view.madeHead(head.offset), &writer) }
        return writer
      }
    }
    writer.to =
      nodes[number].isReplaced
      ? source.view.endOfHead(head.offset) : nodes[number].value.offset
    return writer
  }

  /// A value that is written as its bytes.
  @inline(__always)
  private mutating func writeLeaf(_ number: UInt32, _ writer: Writer) -> Writer {
    var writer = writer
    let value = nodes[Int(number)].value
    let range = value.offset..<Int(nodes[Int(number)].end)
    if !value.isMade {
      if range.lowerBound != writer.to { jump(to: range.lowerBound, &writer) }
      writer.to = range.upperBound
    } else if made.view[range.lowerBound] | 0x20 == 0x7B {
      return writeMadeContainer(range, nodes[Int(number)].parent, writer)
    } else {
      put(made: range, &writer)
    }
    return writer
  }

  /// The opening bracket of a container whose items are written one by one.
  private mutating func enter(
    _ number: UInt32, _ writer: inout Writer
  ) -> OpenContainer {
    let value = nodes[Int(number)].value
    let first = frames[Int(nodes[Int(number)].frame)].first
    let isObject = view(of: value)[value.offset] == 0x7B
    if value.isMade {
      put(isObject ? Fixed.openBrace : Fixed.openBracket, &writer)
    } else {
      if value.offset != writer.to { jump(to: value.offset, &writer) }
      writer.to = value.offset + 1
    }
    return OpenContainer(node: number, next: first, isObject: isObject)
  }

  private mutating func close(
    _ container: OpenContainer, _ writer: inout Writer
  ) {
    let value = nodes[Int(container.node)].value
    if value.isMade {
      if !container.isFirst { addClosingBreak(container, &writer) }
      put(container.isObject ? Fixed.closeBrace : Fixed.closeBracket, &writer)
      return
    }
    let end = Int(nodes[Int(container.node)].end)
    let wasEmpty = frames[Int(nodes[Int(container.node)].frame)].wasEmpty(in: source.view, value)
    if container.isFirst {
      // Nothing in it any more: no white space either. If there never was, it is as it was.
      if !wasEmpty { jump(to: end - 1, &writer) }
    } else if wasEmpty {
      addClosingBreak(container, &writer)
      jump(to: end - 1, &writer)
    } else {
      let tail = source.view.endOfLastItem(before: end)
      if tail != writer.to { jump(to: tail, &writer) }
    }
    writer.to = end
  }
}

extension Frame {
  /// Whether the container at `value` had no items in the source.
  fileprivate func wasEmpty(in source: ByteView, _ value: Address) -> Bool {
    let first = source[source.skipSpace(value.offset + 1)]
    return first == 0x7D || first == 0x5D
  }
}

/// Where the writer is: at the end of the output, and the span of the source that is growing there.
///
/// Four words, handed on by value, so that they stay in registers.
struct Writer: BitwiseCopyable {
  var tail: Tail
  /// What grows from here to there.
  fileprivate var from: Int
  var to: Int

  @inline(__always)
  init(tail: Tail, start: Int) {
    self.tail = tail
    from = start
    to = start
  }
}

extension Document {
  /// Ends the span that is growing.
  @inline(__always)
  mutating func flush(_ writer: inout Writer) {
    if writer.from != writer.to {
      if isShifted {
        writer.tail = putShifted(writer.from..<writer.to, writer.tail)
      } else {
        writer.tail.put(writer.from..<writer.to, of: source.view, in: &output)
      }
      writer.from = writer.to
    }
  }

  /// Ends the span, starts another.
  @inline(__always)
  mutating func jump(to start: Int, _ writer: inout Writer) {
    flush(&writer)
    writer.from = start
    writer.to = start
  }

  /// Writes bytes that edits made.
  ///
  /// What follows begins anew.
  @inline(__always)
  mutating func put(made range: Range<Int>, _ writer: inout Writer) {
    flush(&writer)
    writer.tail.put(range, of: made.view, in: &output)
    // No lead begins here.
    writer.from = -2
    writer.to = -2
  }

  /// Writes a span out of turn.
  mutating func put(_ span: Span, _ writer: inout Writer) {
    flush(&writer)
    if isShifted, !span.start.isMade {
      writer.tail = putShifted(span.range, writer.tail)
    } else {
      writer.tail.put(span.range, of: view(of: span.start), in: &output)
    }
    writer.from = -2
    writer.to = -2
  }
}

extension ByteView {
  /// The end of a lead: over white space and at most one comma.
  @inline(__always)
  func endOfLead(_ start: Int) -> Int {
    let offset = skipSpace(start)
    return byte(unchecked: offset) == 0x2C ? skipSpace(offset &+ 1) : offset
  }

  /// The end of a head in text that is known to be valid: over key, colon and white space.
  @inline(__always)
  func endOfHead(_ start: Int) -> Int {
    let colon = skipSpace(endOfValidString(start &+ 1))
    return skipSpace(colon &+ 1)
  }
}
