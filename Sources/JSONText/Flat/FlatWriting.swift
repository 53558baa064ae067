/// Where the writer is, in the source and in the output.
///
/// Few words, handed on by value, so that they stay in registers.
private struct FlatWriter<Pen: FlatScriptPen> {
  var pen: Pen
  /// From here on the source is still to be copied, up to wherever something differs.
  var from: Int
  /// Where the last item ended that was noted; untouched members may follow.
  var last: Int
  /// Nothing has been written in the root yet.
  var isFirst = true
}

/// Writing what a program has made of a document.
extension FlatDocument {
  /// Adds the document as text; what no operation touched is copied, but for what is patched.
  func write(
    _ text: ByteView, _ range: Range<Int>, patched patches: FlatPatchView?,
    into out: inout ByteBuffer
  ) {
    var none = NoNotes()
    if let patches {
      write(text, range, PatchedPen(out.tail, patches), &none, into: &out)
    } else {
      write(text, range, PlainPen(out.tail), &none, into: &out)
    }
  }

  /// As that, with a pen.
  func write(
    _ text: ByteView, _ range: Range<Int>, _ pen: some FlatScriptPen,
    _ notes: inout some FlatNotes & ~Copyable, into out: inout ByteBuffer
  ) {
    if isEmptied { return writeEmptied(text, range, pen, &notes, into: &out) }
    let items = items.row
    let made = program.bytes.view
    let isCompact = isCompact(text)
    var writer = FlatWriter(pen: pen, from: range.lowerBound, last: brace &+ 1)
    var number = UInt32(items[0].next)
    while number != 0 {
      let flags = items[number].flags
      if !flags.isDisjoint(with: .new) {
        if flags.isDisjoint(with: .removed) {
          if !flags.isDisjoint(with: .last) { pass(to: tail, text, &writer, &notes, &out) }
          copy(to: writer.last, text, &writer, &notes, &out)
          let head = made.madeHead(Int(items[number].head))
          if isCompact, !writer.isFirst {
            // Heads have a comma in front, for those that need one.
            writer.pen.put((head.lowerBound &- 1)..<head.upperBound, of: made, to: &out)
          } else {
            begin(head, text, &writer, &out)
          }
          put(valueOf: items[number], text, made, &writer, &out)
        }
      } else {
        let gap = Int(items[number].gap)
        let end = Int(items[number].end)
        pass(to: gap, text, &writer, &notes, &out)
        writer.last = end
        if !flags.isDisjoint(with: .removed) {
          copy(to: gap, text, &writer, &notes, &out)
          writer.from = end
        } else {
          let key = Int(items[number].key)
          if writer.isFirst { open(at: key, behind: gap, text, &writer, &notes, &out) }
          let head = Int(items[number].head)
          if head != 0 {
            copy(to: key, text, &writer, &notes, &out)
            let head = made.madeHead(head)
            writer.pen.put(head.lowerBound..<(head.upperBound &- 1), of: made, to: &out)
            writer.from = text.endOfValidString(key &+ 1)
          }
          if !flags.isDisjoint(with: [.made, .part, .draft]) {
            copy(to: Int(items[number].value), text, &writer, &notes, &out)
            put(valueOf: items[number], text, made, &writer, &out)
            writer.from = end
          }
        }
      }
      number = UInt32(items[number].next)
    }
    pass(to: tail, text, &writer, &notes, &out)
    if count == 0, !writer.isFirst, let given {
      copy(to: brace + 1, text, &writer, &notes, &out)
      given.putClosing(text, &writer.pen, to: &out)
    }
    copy(to: range.upperBound, text, &writer, &notes, &out)
    out.take(writer.pen.tail)
  }

  /// Of an object in which nothing is left the white space goes too.
  @inline(never)
  private func writeEmptied(
    _ text: ByteView, _ range: Range<Int>, _ pen: some FlatScriptPen,
    _ notes: inout some FlatNotes & ~Copyable, into out: inout ByteBuffer
  ) {
    var pen = pen
    pen.copy(range.lowerBound..<(brace &+ 1), of: text, to: &out, &notes)
    pen.copy(text.skipSpace(self.tail)..<range.upperBound, of: text, to: &out, &notes)
    out.take(pen.tail)
  }

  /// Goes on to `end`, over untouched members, if there are any.
  @inline(__always)
  private func pass(
    to end: Int, _ text: ByteView, _ writer: inout FlatWriter<some FlatScriptPen>,
    _ notes: inout some FlatNotes & ~Copyable, _ out: inout ByteBuffer
  ) {
    if end == writer.last { return }
    if writer.isFirst {
      open(
        at: text.endOfLead(writer.last), behind: writer.last, text, &writer, &notes, &out)
    }
    writer.last = end
  }

  /// The first member that is written stands at `key`, and the lead in front of it at `lead`: it
  /// gets the white space of the one that stood first.
  @inline(never)
  private func open(
    at key: Int, behind lead: Int, _ text: ByteView,
    _ writer: inout FlatWriter<some FlatScriptPen>, _ notes: inout some FlatNotes & ~Copyable,
    _ out: inout ByteBuffer
  ) {
    writer.isFirst = false
    if lead == brace &+ 1 { return }
    copy(to: lead, text, &writer, &notes, &out)
    writer.pen.put(opening(text), of: text, to: &out)
    writer.from = key
  }

  /// A new member, where a comma and a head are not enough.
  @inline(never)
  private func begin(
    _ head: Range<Int>, _ text: ByteView, _ writer: inout FlatWriter<some FlatScriptPen>,
    _ out: inout ByteBuffer
  ) {
    let made = program.bytes.view
    let isFirst = writer.isFirst
    writer.isFirst = false
    if count == 0, let given {
      given.putLead(isFirst: isFirst, text, fixed: made, &writer.pen, to: &out)
      writer.pen.put(head.lowerBound..<(head.upperBound &- 1), of: made, to: &out)
      writer.pen.put(given.colon, of: text, to: &out)
      return
    }
    if isFirst || count > 1 {
      let separator = isFirst ? opening(text) : firstEnd..<text.endOfLead(firstEnd)
      writer.pen.put(separator, of: text, to: &out)
    } else {
      // The head's own comma, and a line as that of the only member.
      writer.pen.put((head.lowerBound &- 1)..<head.lowerBound, of: made, to: &out)
      if text[opening(text)].contains(0x0A) {
        writer.pen.put(opening(text), of: text, to: &out)
      } else if count == 1, text[brace + 1] != 0x22 || isSpaced(text) {
        writer.pen.put(Fixed.space.range, of: made, to: &out)
      }
    }
    if count == 0 { return writer.pen.put(head, of: made, to: &out) }
    writer.pen.put(head.lowerBound..<(head.upperBound &- 1), of: made, to: &out)
    writer.pen.put(colon(text), of: text, to: &out)
  }

  /// Copies what is left in front of `end`.
  @inline(__always)
  private func copy(
    to end: Int, _ text: ByteView, _ writer: inout FlatWriter<some FlatScriptPen>,
    _ notes: inout some FlatNotes & ~Copyable, _ out: inout ByteBuffer
  ) {
    if end <= writer.from { return }
    writer.pen.copy(writer.from..<end, of: text, to: &out, &notes)
    writer.from = end
  }

  @inline(__always)
  private func put(
    valueOf item: FlatItem, _ text: ByteView, _ made: ByteView,
    _ writer: inout FlatWriter<some FlatScriptPen>, _ out: inout ByteBuffer
  ) {
    let range = Int(item.text)..<Int(item.textEnd)
    if item.has(.made) {
      writer.pen.put(range, of: made, to: &out)
    } else if item.has(.draft) {
      writer.pen.put(range, of: drafts.view, to: &out)
    } else {
      let quote = Int(item.head)..<(Int(item.head) &+ 1)
      writer.pen.put(quote, of: made, to: &out)
      writer.pen.put(range, of: text, to: &out)
      writer.pen.put(quote, of: made, to: &out)
    }
  }

  /// What is in front of the first member.
  private func opening(_ text: ByteView) -> Range<Int> {
    (brace &+ 1)..<text.skipSpace(brace &+ 1)
  }

  /// Whether more than a colon stands between the first key and its value.
  func isSpaced(_ text: ByteView) -> Bool { !text.hasLoneColon(before: firstValue) }

  /// What stands between the first key and its value.
  func colon(_ text: ByteView) -> Range<Int> {
    text.endOfValidString(text.skipSpace(brace &+ 1) &+ 1)..<firstValue
  }

  /// Whether members follow each other without white space: read off the first two, as everywhere.
  @inline(__always)
  func isCompact(_ text: ByteView) -> Bool {
    text.byte(unchecked: brace &+ 1) == 0x22 && text.hasLoneColon(before: firstValue)
      && text.byte(unchecked: firstEnd) == 0x2C && text.byte(unchecked: firstEnd &+ 1) == 0x22
  }
}
