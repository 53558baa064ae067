/// Writing a document by a script.
extension FlatDocument {
  /// What decides which script is for the document that was read; nil if none can be.
  @inline(__always)
  mutating func kind(startingAt start: Int?, _ text: ByteView) -> FlatScripts.Kind? {
    var (answers, word): (UInt32, UInt64) = (0, 0)
    if program.questions.tests.count > 0 {
      let isOne = program.questions.tests.count == 1
      guard let all = isOne ? answer(text) : self.answers(text) else { return nil }
      answers = all
    }
    if let version = program.version, names[Int(version.name)] != 0 {
      let item = items[Int(names[Int(version.name)])]
      let value = Int(item.value)..<Int(item.end)
      if value.count > 8 { return nil }
      word = Guide.word(value, of: text)
    }
    return FlatScripts.Kind(
      names: signature, version: word, start: start ?? -1, answers: answers)
  }

  /// What all tests say of the members as they come; nil where there are too many, or one can't
  /// tell.
  ///
  /// It changes nothing, but a value that is only read would be copied whole before such a call.
  @inline(never)
  mutating func answers(_ text: ByteView) -> UInt32? {
    if program.questions.areTooMany { return nil }
    let made = program.bytes.view
    var answers = program.questions.withoutAny
    // Most names that are asked for may well be missing.
    for number in 1..<(noted &+ 1) {
      let name = Int(items[number].text)
      let value = text.unquoted(Int(items[number].value), Int(items[number].end))
      guard let more = program.questions.add(name, value, made: made, to: answers) else {
        return nil
      }
      answers = more
    }
    return answers
  }

  /// Adds the document as a script has it; false where it is not as the script expects, and then
  /// nothing is added.
  @inline(__always)
  mutating func write(
    by script: FlatScript, _ text: ByteView, _ range: Range<Int>,
    _ patches: FlatPatchView?, into out: inout ByteBuffer
  ) -> Bool {
    if noted != script.noted || script.needsLayout && !isCompact(text, for: script) {
      return false
    }
    guard let patches else { return writePlain(by: script, text, range, into: &out) }
    return writePatched(by: script, text, range, patches, into: &out)
  }

  /// Whether a document is laid out as a script expects that adds something.
  @inline(__always)
  private mutating func isCompact(_ text: ByteView, for script: FlatScript) -> Bool {
    isCompact(text) && (!script.areCompact || laysCompactly(text))
  }

  /// Whether containers that come to be have no white space; mutating as `answers` is.
  @inline(never)
  private mutating func laysCompactly(_ text: ByteView) -> Bool {
    laying(text)?.isCompact == true
  }

  @inline(never)
  private mutating func writePlain(
    by script: FlatScript, _ text: ByteView, _ range: Range<Int>, into out: inout ByteBuffer
  ) -> Bool {
    var none = NoNotes()
    return run(script, text, range, PlainPen(out.tail), &none, into: &out)
  }

  @inline(never)
  private mutating func writePatched(
    by script: FlatScript, _ text: ByteView, _ range: Range<Int>, _ patches: FlatPatchView,
    into out: inout ByteBuffer
  ) -> Bool {
    var none = NoNotes()
    return run(script, text, range, PatchedPen(out.tail, patches), &none, into: &out)
  }

  /// Notes what a script changes in a value.
  ///
  /// What was noted of values in it since `first` is put in between. False where the value is not
  /// as the script expects, and then nothing is added.
  @inline(never)
  mutating func patch(
    by script: FlatScript, _ text: ByteView, _ range: Range<Int>,
    _ patches: inout FlatPatches, since first: Int
  ) -> Bool {
    if noted != script.noted || script.needsLayout && !isCompact(text, for: script) {
      return false
    }
    let middle = patches.row.count
    let pen = PatchingPen(patches.bytes.tail, at: range.lowerBound, patches.bytes)
    guard run(script, text, range, pen, &patches.row, into: &patches.bytes) else {
      patches.row.truncate(to: middle)
      return false
    }
    patches.merge(from: first, middle)
    return true
  }

  @inline(__always)
  private mutating func run(
    _ script: FlatScript, _ text: ByteView, _ range: Range<Int>, _ pen: some FlatScriptPen,
    _ notes: inout some FlatNotes & ~Copyable, into out: inout ByteBuffer
  ) -> Bool {
    let items = items.row
    let steps = scripts.steps.row
    let before = out.mark
    let made = program.bytes.view
    var pen = pen
    var from = range.lowerBound
    // Where a member stands first, as far as those before it go.
    var leading = brace &+ 1
    var number: UInt32 = 0
    // 0: the next item's.
    var index: UInt32 = 0
    while true {
      if index == 0 {
        if Int(number) == script.noted { break }
        number &+= 1
        index = script.first &+ items[number].text
      }
      let item = items[number]
      let step = steps[index]
      switch step.code {
      case .value, .name, .drop:
        // All three in one, without a jump on which it is: it can't be foreseen where keys have no
        // order.
        let isName = step.code == .name
        let place = step.code == .value ? item.value : isName ? item.key : item.gap
        if Int(place) == leading, step.code == .drop {
          // The comma goes that is behind it; only in compact text it is all that goes.
          guard isFollowed(item, text) else { return giveUp(before, &out) }
          if leading == brace &+ 1 { pen.copy(from..<leading, of: text, to: &out, &notes) }
          leading = Int(item.end)
          from = leading &+ 1
          break
        }
        pen.copy(from..<Int(place), of: text, to: &out, &notes)
        pen.put(Int(step.start)..<Int(step.end), of: made, to: &out)
        from = isName ? endOfKey(item, text) : Int(item.end)
      case .map:
        let body = text.unquoted(Int(item.value), Int(item.end))
        let table = program.tables.row[step.count]
        var result: Range<Int>?
        if let found = program.cases.row.find(body, table, made: made) {
          result = Int(found.start)..<Int(found.end)
        } else {
          switch table.other(body, isLenient: step.isLenient, FlatRanges(program)) {
          case .unknown: return giveUp(before, &out)
          case .stays: break
          case .becomes(let start, let end): result = Int(start)..<Int(end)
          }
        }
        if let result {
          // What it is that was found tells the program.
          if step.searching > 0, isSearching(index) { return giveUp(before, &out) }
          pen.copy(from..<Int(item.value), of: text, to: &out, &notes)
          pen.put(result, of: made, to: &out)
          from = Int(item.end)
        }
      case .split:
        var whole = text
        var offset = Int(item.value) &+ 1
        var last = Int(item.end) &- 1
        if !item.has(.plain) {
          guard text.byte(unchecked: offset &- 1) == 0x22, respell(offset..<last, step, text) else {
            return giveUp(before, &out)
          }
          whole = respelled.view
          (offset, last) = (1, respelled.count &- 1)
        }
        let isFirst = Int(item.gap) == leading
        // What stands first has no comma in front of it.
        if from <= Int(item.gap) { pen.copy(from..<Int(item.gap), of: text, to: &out, &notes) }
        pen.put((Int(step.start) &+ (isFirst ? 1 : 0))..<Int(step.end), of: made, to: &out)
        var part: UInt32 = 1
        var behind = step.parts
        while true {
          var next = -1
          if part < step.count || !step.isLenient {
            next = whole.find(
              Int(step.separator)..<Int(step.separatorEnd), of: made, from: offset, to: last)
            // Too few parts, or too many.
            if (next < 0) != (part == step.count) { return giveUp(before, &out) }
          }
          if next < 0 { next = last }
          pen.put(offset..<next, of: whole, to: &out)
          let separating = Int(steps[behind].start)..<Int(steps[behind].end)
          pen.put(separating, of: made, to: &out)
          behind &+= 1
          offset = next &+ Int(step.separatorEnd &- step.separator)
          if part == step.count { break }
          part &+= 1
        }
        from = Int(item.end)
      case .combine:
        let isFirst = isFirst(number, step)
        if isFirst == false {
          // As if it were dropped.
          if Int(item.gap) == leading { return giveUp(before, &out) }
          pen.copy(from..<Int(item.gap), of: text, to: &out, &notes)
        } else {
          guard isFirst == true, combine(step, text) else { return giveUp(before, &out) }
          let isLeading = Int(item.gap) == leading
          if from <= Int(item.gap) { pen.copy(from..<Int(item.gap), of: text, to: &out, &notes) }
          pen.put((Int(step.start) &+ (isLeading ? 1 : 0))..<Int(step.end), of: made, to: &out)
          pen.put(0..<drafts.count, of: drafts.view, to: &out)
        }
        from = Int(item.end)
      case .make:
        drafts.truncate(to: 0)
        let value = Int(item.value)..<Int(item.end)
        let maker = maker(text)
        let isDone = maker.make(
          program.operations.row, at: step.start, value, of: text, into: &drafts)
        if !isDone { return giveUp(before, &out) }
        if drafts.count > 0 {
          pen.copy(from..<Int(item.value), of: text, to: &out, &notes)
          pen.put(0..<drafts.count, of: drafts.view, to: &out)
          from = Int(item.end)
        }
      case .keep: break
      case .refuse, .part: return giveUp(before, &out)
      }
      index = step.next
    }
    pen.copy(from..<self.tail, of: text, to: &out, &notes)
    pen.put(Int(script.added)..<Int(script.addedEnd), of: made, to: &out)
    pen.copy(self.tail..<range.upperBound, of: text, to: &out, &notes)
    out.take(pen.tail)
    return true
  }

  /// Whether some operation of a step `map` has yet to find something.
  @inline(never)
  private mutating func isSearching(_ index: UInt32) -> Bool {
    let step = scripts.steps.row[index]
    let parts = step.parts..<step.parts &+ UInt32(step.searching)
    if parts.contains(where: { found[Int(scripts.steps.row[$0].count)] == 0 }) { return true }
    scripts.steps.row[index].searching = 0
    return false
  }

  /// Puts a text with escapes aside as verbs write it, with no escape that isn't needed.
  ///
  /// False where it can't be split like that: half a surrogate pair is in it, or the separator
  /// could be found inside an escape.
  @inline(never)
  private mutating func respell(
    _ body: Range<Int>, _ step: FlatScript.Step, _ text: ByteView
  ) -> Bool {
    guard let plainCount = respelled.respell(body, of: text) else { return false }
    if respelled.count == plainCount + 2 { return true }
    let separator = program.bytes.view[Int(step.separator)..<Int(step.separatorEnd)]
    // The bytes of escapes behind their backslash.
    return !"bfnrtu0123456789abcdef".utf8.contains(separator[separator.startIndex])
  }

  /// Whether of the texts that become one an item is the first that stands there; nil where they
  /// aren't as the script expects.
  @inline(never)
  private mutating func isFirst(_ number: UInt32, _ step: FlatScript.Step) -> Bool? {
    let names = names.row
    for part in step.parts..<step.parts + step.count {
      let other = names[scripts.steps[Int(part)].count]
      if other == 0 { return nil }
      if other < number { return false }
    }
    return true
  }

  /// Drafts one text of several; false where that is for the tree.
  @inline(never)
  private mutating func combine(_ step: FlatScript.Step, _ text: ByteView) -> Bool {
    drafts.truncate(to: 0)
    let (items, names, steps) = (items.row, names.row, scripts.steps.row)
    let parts = step.parts..<step.parts + step.count
    let glue = Int(step.separator)..<Int(step.separatorEnd)
    return maker(text).combine(parts, glue, into: &drafts) { items[names[steps[$0].count]] }
  }

  /// Whether nothing but a comma is between a member, all before which go, and the next.
  private func isFollowed(_ item: FlatItem, _ text: ByteView) -> Bool {
    // The brace and the item are in the text, and behind it is a pad.
    text.byte(unchecked: brace &+ 1) == 0x22 && text.byte(unchecked: Int(item.end)) == 0x2C
      && text.byte(unchecked: Int(item.end) &+ 1) == 0x22
  }

  /// Behind the closing quote of a key.
  @inline(__always)
  private func endOfKey(_ item: FlatItem, _ text: ByteView) -> Int {
    let colon = Int(item.value) &- 1
    return text.byte(unchecked: colon) == 0x3A && text.byte(unchecked: colon &- 1) == 0x22
      ? colon : text.endOfValidString(Int(item.key) &+ 1)
  }

  @inline(never)
  private func giveUp(_ before: ByteBuffer.Mark, _ out: inout ByteBuffer) -> Bool {
    out.takeBack(to: before)
    return false
  }
}
