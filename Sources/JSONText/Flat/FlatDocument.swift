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
  var recollection = Recollection()
  /// For each operation whether it has ever found its member, and whether a document started there.
  var found = Slab<UInt32>()
  var started = Slab<Bool>()
  let limits: Document.Limits
  var order = KeyOrder()
  /// Where the root's brace is, where its first member's value is and ends, and where its last
  /// member ends.
  var brace = 0
  var firstValue = 0
  var firstEnd = 0
  var tail = 0
  /// How many members the root has, and how many of them were noted.
  var count = 0
  var noted = 0
  /// Whether it had members and none of them is left.
  var isEmptied = false
  /// Which names were noted: see `FlatScripts.Kind`.
  var signature: UInt64 = 0
  var scripts = FlatScripts()
  /// A text with escapes that is to be split, with those that it needs; or drafts that are looked
  /// into while others are made.
  var respelled = ByteBuffer()
  /// Values that were made for the document at hand.
  var drafts = ByteBuffer()
  /// What is done in one of them, or in another value as it is then.
  var late = FlatPatches()
  /// How containers in it are laid out.
  var beside = FlatBeside()
  /// How members are laid out where there are none, if that is known.
  var given: FlatLaying?
  /// What is around the object, or around the container whose items are run one by one.
  var around = FlatAround.unknown
  /// How many containers are around the root, and those that hold it as a member.
  let outer: Int
  private var envelope: FlatEnvelope?
  /// For each of the program's own programs what it sees of a value, and where they are run.
  let inner: [FlatElement]
  var inside: FlatInside
  /// Those of an object whose children are looked at, whatever their keys.
  var keys = FlatKeys()
  let store = FlatPatchStore()
  /// Nothing, as in `Document`: the compiler would take all fields apart wherever one is read.
  private let byAddress: any Sendable = ()
  /// So many patches are packed, where they stay until the document is written.
  var mostPatches = FlatPacking.many
  /// From here on patches that are half as long as the text are given up.
  var mostPassed = 1 &<< 18

  /// A document to read into.
  package init(_ program: FlatProgram, limits: Document.Limits = Document.Limits()) {
    self.init(program, limits: limits, outer: program.isForElements ? 1 : program.way.count)
  }

  /// As that, for the elements of an array `outer` levels deep.
  init(_ program: FlatProgram, limits: Document.Limits, outer: Int) {
    self.program = FlatProgramText(program)
    self.outer = outer
    envelope = program.way.isEmpty ? nil : FlatEnvelope(program.way)
    inner = program.inner.map {
      FlatElement($0, limits: limits, outer: outer + ($0.isForElements ? 2 : 1))
    }
    inside = FlatInside(program, inner)
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
      watch: Guide.Watch(
        unwanted: program.unwanted, single: program.single, sought: program.below))
    self.limits = limits
  }

  /// Whether the document that was changed last said its version; nil where that isn't known.
  package var saidVersion: Bool? {
    guard let version = program.version, !program.movesVersion else { return nil }
    let number = Int(names[Int(version.name)])
    return number != 0 && !items[number].has(.new)
  }

  /// Tells what has been noted in all documents so far: what had something to do, and what
  /// documents did that started somewhere.
  package func tellNotes(found: (Int) -> Void, started: (Int) -> Void) {
    for note in program.notes where note.operations.contains(where: { self.found[$0] != 0 }) {
      found(note.number)
    }
    // Most steps are on the way from many versions.
    var isTold = [Bool](repeating: false, count: program.startNotes.count)
    for first in isTold.indices where self.started[program.startNotes[first].entry] {
      var note = first
      while note < isTold.count, !isTold[note] {
        isTold[note] = true
        started(program.startNotes[note].number)
        note = program.startNotes[note].next
      }
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
    var outcome = Outcome.notMine
    if inside.isEmpty, !program.isForElements || !out.takesPatches(of: text) {
      var none = NoPatches()
      outcome = run(text, range, &none, into: &out)
    } else {
      let store = store
      // A run gets the patches here alone, and none begins inside of another.
      outcome = unsafe runPatching(text, range, &store.patches, into: &out)
      out.take(store)
    }
    return outcome != .notMine && out.endOutput() ? outcome : .notMine
  }

  /// As `run`, where something may change inside of members.
  private mutating func runPatching(
    _ text: ByteView, _ range: Range<Int>, _ patches: inout FlatPatches, into out: inout ByteBuffer
  ) -> Outcome {
    let isLent = out.takesPatches(of: text)
    patches.most = isLent ? mostPatches : .max
    if program.isForElements {
      if isLent, range.count >= Lending.long,
        let outcome = patchEach(text, range, &patches, into: &out)
      {
        return outcome
      }
      // Patches of one element are gone when the next is read.
      out.refusePatches()
    }
    return run(text, range, &patches, into: &out)
  }

  /// As `runEach`, where what comes out is written later: each element is patched.
  ///
  /// Nil where most of what comes is new, as in elements that no script writes: patches would take
  /// more than a copy then.
  @inline(never)
  private mutating func patchEach(
    _ text: ByteView, _ range: Range<Int>, _ patches: inout FlatPatches, into out: inout ByteBuffer
  ) -> Outcome? {
    patches.empty()
    var outcome = Outcome.current
    var offset = text.skipSpace(range.lowerBound)
    guard limits.depth > outer + 1, text.byte(unchecked: offset) == 0x5B else { return .notMine }
    var mark = patches.mark
    around = .first(inArrayAt: offset, of: text, in: nil)
    repeat {
      // Behind the bracket or a comma.
      let element = patchElement(text, at: text.skipSpace(offset &+ 1), &patches)
      guard element.end < range.upperBound, element.outcome != .notMine else { return .notMine }
      around.pass(itemEndingAt: element.end, of: text)
      if element.outcome == .changed { outcome = .changed }
      mark = patches.pack(since: mark)
      let passed = element.end - range.lowerBound
      if passed > mostPassed, patches.bytes.count > passed / 2 { return nil }
      offset = text.skipSpace(element.end)
    } while text.byte(unchecked: offset) == 0x2C
    guard text.byte(unchecked: offset) == 0x5D, isEnd(offset &+ 1, of: range, text) else {
      return .notMine
    }
    if outcome == .changed {
      var view = FlatPatchView(patches)
      let tail = view.copy(range, of: text, out.tail, to: &out)
      out.take(tail)
    }
    return outcome
  }

  @inline(__always)
  private mutating func run(
    _ text: ByteView, _ range: Range<Int>, _ patches: inout some FlatPatching & ~Copyable,
    into out: inout ByteBuffer
  ) -> Outcome {
    if outer > 0 {
      return program.isForElements
        ? runEach(text, range, &patches, into: &out)
        : runInEnvelope(text, range, &patches, into: &out)
    }
    let end = readAll(text, at: range.lowerBound, &patches)
    guard end >= 0, isEnd(end, of: range, text) else { return .notMine }
    return change(text, range, patches.view, into: &out)
  }

  /// Runs the program on a member; the objects around it are copied.
  @inline(never)
  private mutating func runInEnvelope(
    _ text: ByteView, _ range: Range<Int>, _ patches: inout some FlatPatching & ~Copyable,
    into out: inout ByteBuffer
  ) -> Outcome {
    guard limits.depth > outer + 1 else { return .notMine }
    var scanner = Scanner(bytes: text, depthLimit: limits.depth)
    let start = envelope?.enter(&scanner, at: range.lowerBound) ?? -1
    if start < 0 { return .notMine }
    let end = readAll(text, at: start, &patches)
    if end < 0 { return .notMine }
    let behind = envelope?.leave(&scanner, at: end) ?? -1
    guard behind >= 0, isEnd(behind, of: range, text) else { return .notMine }
    let outcome = change(text, range.lowerBound..<end, patches.view, into: &out)
    if outcome == .changed { out.append(end..<range.upperBound, of: text) }
    return outcome
  }

  /// Goes from element to element of an array; what is between them is copied, and those that are
  /// current with it.
  @inline(never)
  private mutating func runEach(
    _ text: ByteView, _ range: Range<Int>, _ patches: inout some FlatPatching & ~Copyable,
    into out: inout ByteBuffer
  ) -> Outcome {
    let before = out.mark
    var outcome = Outcome.current
    var from = range.lowerBound
    var offset = text.skipSpace(from)
    guard limits.depth > outer + 1, text.byte(unchecked: offset) == 0x5B else { return .notMine }
    around = .first(inArrayAt: offset, of: text, in: nil)
    repeat {
      // Behind the bracket or a comma.
      let start = text.skipSpace(offset &+ 1)
      let end = readAll(text, at: start, &patches)
      var element = Outcome.notMine
      if end >= 0, end < range.upperBound {
        element = change(text, from..<end, patches.view, into: &out)
      }
      if element == .notMine {
        out.takeBack(to: before)
        return .notMine
      }
      around.pass(itemEndingAt: end, of: text)
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

  /// Reads an object with all that is to be done inside of it; gives its end, or -1.
  @inline(__always)
  private mutating func readAll<Patches: FlatPatching & ~Copyable>(
    _ text: ByteView, at start: Int, _ patches: inout Patches
  ) -> Int {
    if !Patches.areWanted { return read(text, at: start, from: nil, &patches) }
    patches.empty()
    let end = read(text, at: start, from: nil, &patches)
    return end >= 0 && inside.isLate ? readAgain(text, at: start, end, &patches) : end
  }

  /// As `readAll`, where the version stands behind what is to be changed, or isn't there; once it
  /// was read to `end`.
  @inline(never)
  mutating func readAgain(
    _ text: ByteView, at start: Int, _ end: Int, _ patches: inout some FlatPatching & ~Copyable,
    since mark: FlatPatches.Mark = .none
  ) -> Int {
    guard let entry = entry(in: text) else { return -1 }
    if entry < 0 { return end }
    patches.cut(to: mark)
    switch patches.patchLate(&self, text, from: entry) {
    case true?: return end
    case false?: return -1
    case nil: return read(text, at: start, from: entry, &patches)
    }
  }

  /// Whether the object that was read has the texts without which it is not for the program.
  @inline(never)
  private func hasRequiredTexts(_ text: ByteView) -> Bool {
    let made = program.bytes.view
    for (name, wanted) in program.required {
      let number = names[name]
      if number == 0 { return false }
      let item = items[Int(number)]
      guard item.has(.plain) else { return false }
      let value = text[(Int(item.value) + 1)..<(Int(item.end) - 1)]
      if value.count != wanted.count || !value.elementsEqual(made[wanted]) { return false }
    }
    return true
  }

  /// Runs the program on the object that was read, from where it says itself; what else is in the
  /// range is copied, if anything is changed.
  @inline(__always)
  private mutating func change(
    _ text: ByteView, _ range: Range<Int>, _ patches: FlatPatchView?,
    into out: inout ByteBuffer
  ) -> Outcome {
    if program.isChoosy, !hasRequiredTexts(text) { return .notMine }
    let kind = kind(startingAt: nil, text)
    if let kind {
      let script = scripts.find(kind)
      switch script.use {
      case .write: if write(by: script, text, range, patches, into: &out) { return .changed }
      case .keep: return .current
      case .none: break
      }
    }
    guard let entry = entry(in: text) else { return .notMine }
    if entry < 0 {
      if let kind { scripts.noteCurrent(kind) }
      return .current
    }
    if let kind, scripts.note(kind) {
      learn(kind, from: entry)
    }
    guard execute(from: entry, text, patched: patches) else { return .notMine }
    write(text, range, patched: patches, into: &out)
    return .changed
  }
}
