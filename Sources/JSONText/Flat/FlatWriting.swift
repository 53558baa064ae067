/// Where the writer is, in the source and in the output.
///
/// Few words, handed on by value, so that they stay in registers.
private struct FlatPen {
  var tail: Tail
  /// From here on the source is still to be copied, up to wherever something differs.
  var from: Int
  /// Where the last item ended that was noted; untouched members may follow.
  var last: Int
  /// What values have in them that was changed.
  var patches: FlatPatchView?
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
    if isEmptied { return writeEmptied(text, range, into: &out) }
    let items = items.row
    let made = program.bytes.view
    let isCompact = isCompact(text)
    var pen = FlatPen(
      tail: out.tail, from: range.lowerBound, last: brace &+ 1, patches: patches)
    var number = UInt32(items[0].next)
    while number != 0 {
      let flags = items[number].flags
      if !flags.isDisjoint(with: .new) {
        if flags.isDisjoint(with: .removed) {
          if !flags.isDisjoint(with: .last) { pen = pass(to: tail, text, pen, &out) }
          pen = copy(to: pen.last, text, pen, &out)
          let head = made.madeHead(Int(items[number].head))
          if isCompact, !pen.isFirst {
            // Heads have a comma in front, for those that need one.
            pen.tail.put((head.lowerBound &- 1)..<head.upperBound, of: made, in: &out)
          } else {
            pen = begin(head, text, pen, &out)
          }
          pen = put(valueOf: items[number], text, made, pen, &out)
        }
      } else {
        let gap = Int(items[number].gap)
        let end = Int(items[number].end)
        pen = pass(to: gap, text, pen, &out)
        pen.last = end
        if !flags.isDisjoint(with: .removed) {
          pen = copy(to: gap, text, pen, &out)
          pen.from = end
        } else {
          let key = Int(items[number].key)
          if pen.isFirst { pen = open(at: key, behind: gap, text, pen, &out) }
          let head = Int(items[number].head)
          if head != 0 {
            pen = copy(to: key, text, pen, &out)
            let head = made.madeHead(head)
            pen.tail.put(head.lowerBound..<(head.upperBound &- 1), of: made, in: &out)
            pen.from = text.endOfValidString(key &+ 1)
          }
          if !flags.isDisjoint(with: [.made, .part, .draft]) {
            pen = copy(to: Int(items[number].value), text, pen, &out)
            pen = put(valueOf: items[number], text, made, pen, &out)
            pen.from = end
          }
        }
      }
      number = UInt32(items[number].next)
    }
    pen = pass(to: tail, text, pen, &out)
    if count == 0, !pen.isFirst, let given {
      pen = copy(to: brace + 1, text, pen, &out)
      pen.tail = given.putClosing(text, pen.tail, in: &out)
    }
    pen = copy(to: range.upperBound, text, pen, &out)
    out.take(pen.tail)
  }

  /// Of an object in which nothing is left the white space goes too.
  @inline(never)
  private func writeEmptied(_ text: ByteView, _ range: Range<Int>, into out: inout ByteBuffer) {
    var tail = out.tail
    tail.put(range.lowerBound..<(brace &+ 1), of: text, in: &out)
    tail.put(text.skipSpace(self.tail)..<range.upperBound, of: text, in: &out)
    out.take(tail)
  }

  /// Goes on to `end`, over untouched members, if there are any.
  @inline(__always)
  private func pass(
    to end: Int, _ text: ByteView, _ pen: FlatPen, _ out: inout ByteBuffer
  ) -> FlatPen {
    if end == pen.last { return pen }
    var pen = pen
    if pen.isFirst { pen = open(at: text.endOfLead(pen.last), behind: pen.last, text, pen, &out) }
    pen.last = end
    return pen
  }

  /// The first member that is written stands at `key`, and the lead in front of it at `lead`: it
  /// gets the white space of the one that stood first.
  @inline(never)
  private func open(
    at key: Int, behind lead: Int, _ text: ByteView, _ pen: FlatPen, _ out: inout ByteBuffer
  ) -> FlatPen {
    var pen = pen
    pen.isFirst = false
    if lead == brace &+ 1 { return pen }
    pen = copy(to: lead, text, pen, &out)
    pen.tail.put(opening(text), of: text, in: &out)
    pen.from = key
    return pen
  }

  /// A new member, where a comma and a head are not enough.
  @inline(never)
  private func begin(
    _ head: Range<Int>, _ text: ByteView, _ pen: FlatPen, _ out: inout ByteBuffer
  ) -> FlatPen {
    var pen = pen
    let made = program.bytes.view
    if count == 0, let given {
      pen.tail = given.putLead(isFirst: pen.isFirst, text, fixed: made, pen.tail, in: &out)
      pen.isFirst = false
      pen.tail.put(head.lowerBound..<(head.upperBound &- 1), of: made, in: &out)
      pen.tail.put(given.colon, of: text, in: &out)
      return pen
    }
    if pen.isFirst || count > 1 {
      let separator = pen.isFirst ? opening(text) : firstEnd..<text.endOfLead(firstEnd)
      pen.tail.put(separator, of: text, in: &out)
    } else {
      // The head's own comma, and a line as that of the only member.
      pen.tail.put((head.lowerBound &- 1)..<head.lowerBound, of: made, in: &out)
      if text[opening(text)].contains(0x0A) {
        pen.tail.put(opening(text), of: text, in: &out)
      } else if count == 1, text[brace + 1] != 0x22 || isSpaced(text) {
        pen.tail.put(Fixed.space.range, of: made, in: &out)
      }
    }
    pen.isFirst = false
    if count == 0 {
      pen.tail.put(head, of: made, in: &out)
      return pen
    }
    pen.tail.put(head.lowerBound..<(head.upperBound &- 1), of: made, in: &out)
    pen.tail.put(colon(text), of: text, in: &out)
    return pen
  }

  /// Copies what is left in front of `end`.
  @inline(__always)
  private func copy(
    to end: Int, _ text: ByteView, _ pen: FlatPen, _ out: inout ByteBuffer
  ) -> FlatPen {
    if end <= pen.from { return pen }
    var pen = pen
    if pen.patches == nil {
      pen.tail.put(pen.from..<end, of: text, in: &out)
    } else {
      pen.tail = pen.patches?.copy(pen.from..<end, of: text, pen.tail, to: &out) ?? pen.tail
    }
    pen.from = end
    return pen
  }

  @inline(__always)
  private func put(
    valueOf item: FlatItem, _ text: ByteView, _ made: ByteView, _ pen: FlatPen,
    _ out: inout ByteBuffer
  ) -> FlatPen {
    var pen = pen
    let range = Int(item.text)..<Int(item.textEnd)
    if item.has(.made) {
      pen.tail.put(range, of: made, in: &out)
    } else if item.has(.draft) {
      pen.tail.put(range, of: drafts.view, in: &out)
    } else {
      let quote = Int(item.head)..<(Int(item.head) &+ 1)
      pen.tail.put(quote, of: made, in: &out)
      pen.tail.put(range, of: text, in: &out)
      pen.tail.put(quote, of: made, in: &out)
    }
    return pen
  }

  /// What is in front of the first member.
  private func opening(_ text: ByteView) -> Range<Int> {
    (brace &+ 1)..<text.skipSpace(brace &+ 1)
  }

  /// Whether more than a colon stands between the first key and its value.
  func isSpaced(_ text: ByteView) -> Bool {
    text[firstValue - 1] != 0x3A || text[firstValue - 2] != 0x22
  }

  /// What stands between the first key and its value.
  func colon(_ text: ByteView) -> Range<Int> {
    text.endOfValidString(text.skipSpace(brace &+ 1) &+ 1)..<firstValue
  }

  /// Whether members follow each other without white space: read off the first two, as everywhere.
  @inline(__always)
  func isCompact(_ text: ByteView) -> Bool {
    text.byte(unchecked: brace &+ 1) == 0x22 && text.byte(unchecked: firstValue &- 1) == 0x3A
      && text.byte(unchecked: firstValue &- 2) == 0x22
      && text.byte(unchecked: firstEnd) == 0x2C && text.byte(unchecked: firstEnd &+ 1) == 0x22
  }
}
