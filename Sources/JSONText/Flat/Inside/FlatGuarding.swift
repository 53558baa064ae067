/// What is done in a member only where something holds for the object that it is in.
extension FlatDocument {
  /// Does what waits for answers in the members of an object that was read, whose changes are noted
  /// from `first` on; false if the object is not as the program expects.
  @inline(never)
  mutating func patchGuarded(
    _ text: ByteView, _ patches: inout FlatPatches, since first: Int
  ) -> Bool {
    // It is read again where the version came late.
    guard !inside.isLate || inside.start != nil, let start = inside.start ?? entry(in: text),
      start >= 0
    else { return true }
    if inside.entry != start { lookUpParts(from: start) }
    if inside.guarded.count == 0 { return true }
    let middle = patches.row.count
    for number in 1..<(noted &+ 1) where inside.areGuarded[Int(items[number].text)] {
      if !patchGuarded(items[number], text, &patches) { return false }
    }
    if inside.guardsAskInside, !answersMissing(text) { return false }
    patches.merge(from: first, middle)
    return true
  }

  /// Does in the members of an object that was read what had to wait until it was known where the
  /// document starts; false if something is not as the program expects, nil where all of it has to
  /// be read again.
  @inline(never)
  mutating func patchLate(
    _ text: ByteView, from entry: Int, _ patches: inout FlatPatches
  ) -> Bool? {
    if inside.entry != entry { lookUpParts(from: entry) }
    if inside.seeksAny { return nil }
    inside.start = entry
    let first = patches.row.count
    for number in 1..<(noted &+ 1) {
      let (slot, value) = (Int(items[number].text), Int(items[number].value))
      guard inside.parts[slot].program >= 0, text[value] | 0x20 == 0x7B else { continue }
      if run(inside.parts[slot], text, at: value, &patches) < 0 { return false }
    }
    return !inside.hasGuards || patchGuarded(text, &patches, since: first)
  }

  /// Whether what guards ask where their member is missing can be told: the tree asks it, and may
  /// find a key twice.
  private func answersMissing(_ text: ByteView) -> Bool {
    for index in 0..<inside.guarded.count where names[inside.guarded[index].slot] == 0 {
      if holds(from: inside.guarded[index].question, text) == nil { return false }
    }
    return true
  }

  private mutating func patchGuarded(
    _ item: FlatItem, _ text: ByteView, _ patches: inout FlatPatches
  ) -> Bool {
    let (slot, value) = (Int(item.text), Int(item.value))
    var isDone = inside.parts[slot].program >= 0
    for index in 0..<inside.guarded.count where inside.guarded[index].slot == slot {
      let (part, question) = (inside.guarded[index].part, inside.guarded[index].question)
      guard let holds = holds(from: question, text) else { return false }
      if !holds { continue }
      if isDone { return false }
      isDone = true
      if text[value] | 0x20 == 0x7B {
        if run(part, text, at: value, &patches) < 0 { return false }
      } else if !inner[Int(part.program)].leavesOthers(from: Int(part.entry)) {
        return false
      }
    }
    return true
  }

  /// Whether a condition holds for the members that were read; nil where bytes can't tell.
  private func holds(from question: Int32, _ text: ByteView) -> Bool? {
    let made = program.bytes.view
    var next = question
    while next >= 0 {
      let question = program.guards[Int(next)]
      let number = Int(names[Int(question.test.name)])
      let value =
        number == 0 ? nil : text.unquoted(Int(items[number].value), Int(items[number].end))
      guard let holds = question.test.answer(value, made: made, program.questions.patterns)
      else { return nil }
      next = holds ? question.held : question.failed
    }
    return next == FlatGuards.holds
  }
}
