/// Some bytes that are to be written: of the source, or made.
struct Span: BitwiseCopyable {
  let start: Address
  let length: Int

  @inline(__always)
  init(source range: Range<Int>) {
    start = Address(source: range.lowerBound)
    length = range.count
  }

  @inline(__always)
  init(made range: Range<Int>) {
    start = Address(made: range.lowerBound)
    length = range.count
  }

  @inline(__always)
  var range: Range<Int> { start.offset..<(start.offset &+ length) }
}

/// A container on the way down to where the writer is.
struct OpenContainer: BitwiseCopyable {
  var node: UInt32
  /// The item to be written next.
  var next: UInt32
  /// Nothing has been written in it yet.
  var isFirst = true
  var isObject: Bool
}

extension Document {
  /// Adds the document as text.
  ///
  /// A clean item is its bytes in the source, lead and all. Where the next item's lead begins just
  /// where the last span ended, the span grows: a container without edits is one copy, however many
  /// items it was read into, and what stands between two edits is one copy too.
  package mutating func write(into out: inout ByteBuffer) {
    let root = frames[0].first
    var writer = Writer(
      source: source.view, made: made.view, tail: out.tail, start: extent.lowerBound)
    if nodes[Int(root)].isDirty {
      writeItems(&writer, &out)
      // The white space behind the root.
      let end = source.view.endOfLastItem(before: extent.upperBound + 1)
      if end != writer.to { writer.jump(to: end, &out) }
    }
    writer.to = extent.upperBound
    writer.flush(&out)
    out.take(writer.tail)
  }

  /// Goes through the tree, an item at a time.
  private mutating func writeItems(_ writer: inout Writer, _ out: inout ByteBuffer) {
    open.truncate(to: 0)
    let root = frames[0].first
    var container = OpenContainer(node: 0, next: root, isObject: false)
    if nodes[Int(root)].frame != 0 {
      startEdited(root, 0, isFirst: true, &writer, &out)
      container = enter(root, &writer, &out)
    }
    while true {
      writer = writeLeaves(&container, writer, &out)
      let number = container.next
      if number == 0 {
        // The container ends.
        if container.node != 0 { close(container, &writer, &out) }
        if open.count == 0 { return }
        container = open[open.count - 1]
        open.truncate(to: open.count - 1)
      } else {
        // One that was edited inside.
        startEdited(number, container.node, isFirst: container.isFirst, &writer, &out)
        container.isFirst = false
        container.next = nodes[Int(number)].next
        open.append(container)
        container = enter(number, &writer, &out)
      }
    }
  }

  /// Writes the items up to the next that is a container with edits in it, or to the end.
  private mutating func writeLeaves(
    _ container: inout OpenContainer, _ writer: Writer, _ out: inout ByteBuffer
  ) -> Writer {
    var writer = writer
    let nodes = nodes.row
    let parent = container.node
    var isFirst = container.isFirst
    var number = container.next
    while number != 0 {
      if !nodes[number].isDirty {
        let lead = nodes[number].lead
        if lead.raw != UInt32(truncatingIfNeeded: writer.to) {
          writer = separate(lead, parent, isFirst: isFirst, writer, &out)
        }
        writer.to = Int(nodes[number].end)
      } else {
        if nodes[number].frame != 0 { break }
        startEdited(number, parent, isFirst: isFirst, &writer, &out)
        writeLeaf(number, parent, &writer, &out)
      }
      isFirst = false
      number = nodes[number].next
    }
    container.isFirst = isFirst
    container.next = number
    return writer
  }

  /// What stands in front of an item whose lead does not begin where the last span ended.
  @inline(__always)
  private mutating func separate(
    _ lead: Address, _ parent: UInt32, isFirst: Bool, _ writer: Writer, _ out: inout ByteBuffer
  ) -> Writer {
    var writer = writer
    if isFirst || lead == .none || lead.raw == nodes[Int(parent)].value.raw &+ 1 {
      return separateAnew(lead, parent, isFirst: isFirst, writer, &out)
    }
    writer.jump(to: lead.offset, &out)
    return writer
  }

  /// Lead and head of an item that was edited.
  @inline(__always)
  private mutating func startEdited(
    _ number: UInt32, _ parent: UInt32, isFirst: Bool, _ writer: inout Writer,
    _ out: inout ByteBuffer
  ) {
    let nodes = nodes.row
    let lead = nodes[number].lead
    let head = nodes[number].head
    if lead == .none {
      if head.isMade, head != .none, !isFirst, isCompact(parent) {
        // A new member in compact text: its head has a comma in front.
        let text = writer.made.madeHead(head.offset)
        writer.put(made: (text.lowerBound &- 1)..<text.upperBound, &out)
        return
      }
      writer = separateAnew(lead, parent, isFirst: isFirst, writer, &out)
      if head == .none { return }
      if head.isMade {
        writer.put(made: writer.made.madeHead(head.offset), &out)
        addColonSpace(in: parent, &writer, &out)
        return
      }
      writer.jump(to: head.offset, &out)
    } else {
      if lead.raw != UInt32(truncatingIfNeeded: writer.to) {
        writer = separate(lead, parent, isFirst: isFirst, writer, &out)
      }
      if head.isMade {
        writer.to = writer.source.endOfLead(lead.offset)
        if head != .none { writer.put(made: writer.made.madeHead(head.offset), &out) }
        return
      }
    }
    writer.to =
      nodes[number].isReplaced ? writer.source.endOfHead(head.offset) : nodes[number].value.offset
  }

  /// A value that is written as its bytes.
  @inline(__always)
  private mutating func writeLeaf(
    _ number: UInt32, _ parent: UInt32, _ writer: inout Writer, _ out: inout ByteBuffer
  ) {
    let value = nodes[Int(number)].value
    let range = value.offset..<Int(nodes[Int(number)].end)
    if !value.isMade {
      if range.lowerBound != writer.to { writer.jump(to: range.lowerBound, &out) }
      writer.to = range.upperBound
    } else if writer.made[range.lowerBound] | 0x20 == 0x7B {
      writer = writeMadeContainer(range, parent, writer, &out)
    } else {
      writer.put(made: range, &out)
    }
  }

  /// The opening bracket of a container whose items are written one by one.
  private mutating func enter(
    _ number: UInt32, _ writer: inout Writer, _ out: inout ByteBuffer
  ) -> OpenContainer {
    let value = nodes[Int(number)].value
    let first = frames[Int(nodes[Int(number)].frame)].first
    let isObject = view(of: value)[value.offset] == 0x7B
    if value.isMade {
      writer.put(isObject ? Fixed.openBrace : Fixed.openBracket, &out)
    } else {
      if value.offset != writer.to { writer.jump(to: value.offset, &out) }
      writer.to = value.offset + 1
    }
    return OpenContainer(node: number, next: first, isObject: isObject)
  }

  private mutating func close(
    _ container: OpenContainer, _ writer: inout Writer, _ out: inout ByteBuffer
  ) {
    let value = nodes[Int(container.node)].value
    if value.isMade {
      if !container.isFirst { addClosingBreak(container, &writer, &out) }
      writer.put(container.isObject ? Fixed.closeBrace : Fixed.closeBracket, &out)
      return
    }
    let end = Int(nodes[Int(container.node)].end)
    let wasEmpty = frames[Int(nodes[Int(container.node)].frame)].wasEmpty(in: source.view, value)
    if container.isFirst {
      // Nothing in it any more: no white space either. If there never was, it is as it was.
      if !wasEmpty { writer.jump(to: end - 1, &out) }
    } else if wasEmpty {
      addClosingBreak(container, &writer, &out)
      writer.jump(to: end - 1, &out)
    } else {
      let tail = source.view.endOfLastItem(before: end)
      if tail != writer.to { writer.jump(to: tail, &out) }
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

/// What is being written: the end of the output, and the span of the source that is growing there.
struct Writer {
  let source: ByteView
  let made: ByteView
  var tail: Tail
  /// What grows from here to there.
  private var from: Int
  var to: Int

  @inline(__always)
  init(source: ByteView, made: ByteView, tail: Tail, start: Int) {
    self.source = source
    self.made = made
    self.tail = tail
    from = start
    to = start
  }

  /// Ends the span that is growing.
  @inline(__always)
  mutating func flush(_ out: inout ByteBuffer) {
    if from != to {
      tail.put(from..<to, of: source, in: &out)
      from = to
    }
  }

  /// Ends the span, starts another.
  @inline(__always)
  mutating func jump(to start: Int, _ out: inout ByteBuffer) {
    flush(&out)
    from = start
    to = start
  }

  /// Writes bytes that edits made.
  ///
  /// What follows begins anew.
  @inline(__always)
  mutating func put(made range: Range<Int>, _ out: inout ByteBuffer) {
    flush(&out)
    tail.put(range, of: made, in: &out)
    // No lead begins here.
    from = -2
    to = -2
  }

  /// Writes a span out of turn.
  mutating func put(_ span: Span, _ out: inout ByteBuffer) {
    flush(&out)
    tail.put(span.range, of: span.start.isMade ? made : source, in: &out)
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
