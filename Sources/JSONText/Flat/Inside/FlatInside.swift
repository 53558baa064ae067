/// What a program does inside of the members of a document, while that is read.
struct FlatInside: ~Copyable {
  /// A program for the value of a member; where there is none the number is -1.
  struct Part: BitwiseCopyable {
    var program: Int32 = -1
    var entry: Int32 = 0
  }

  /// A program that runs only where something holds.
  struct GuardedPart: BitwiseCopyable {
    let slot: Int
    let part: Part
    /// The first question that is asked.
    let question: Int32
  }

  /// Whether the program does nothing inside of members.
  let isEmpty: Bool
  /// Whether the next element's script can be foreseen: see `FlatDocument.follow`.
  let isFollowed: Bool
  var pause = 0
  /// Scripts for which nobody tries `stamp` again, a bit for each 64th.
  private var unstamped: UInt64 = 0
  /// The members whose values must be objects, if they are there.
  fileprivate var demanding: Slab<Bool>
  /// For each name the program for its value, in documents that start at `entry`.
  fileprivate(set) var parts: Slab<Part>
  /// Programs that wait for answers, and for each name whether there are any.
  fileprivate(set) var guarded = Slab<GuardedPart>(capacity: 1)
  fileprivate(set) var areGuarded: Slab<Bool>
  /// Whether there are any, wherever documents start.
  let hasGuards: Bool
  /// Whether some of them ask for what is in other members.
  let guardsAskInside: Bool
  fileprivate(set) var entry = -2
  /// The keys that go wherever they stand below the root, a bit for each, and their operations.
  fileprivate var sought: UInt32 = 0
  fileprivate var seekers: UInt64 = 0
  /// Where the document at hand starts; nil if that isn't known yet, -1 if it is current.
  var start: Int?
  /// Whether something was passed over before that was known.
  fileprivate(set) var isLate = false

  init(_ program: FlatProgram, _ inner: [FlatElement]) {
    isEmpty = program.inner.isEmpty && program.below.isEmpty
    // Nothing but its names decides, of which each has a bit.
    isFollowed =
      isEmpty && program.isForElements && !program.isForValues && !program.makesContainers
      && program.tests.isEmpty && program.version == nil
      && program.names.count <= UInt64.bitWidth
    parts = Slab(capacity: max(program.names.count, 1))
    demanding = Slab(capacity: max(program.names.count, 1))
    areGuarded = Slab(capacity: max(program.names.count, 1))
    hasGuards = !program.guards.questions.isEmpty
    guardsAskInside = program.guards.questions.contains { $0.test.path != 0 }
    guard !isEmpty else { return }
    _ = parts.append(repeating: Part(), count: program.names.count)
    _ = demanding.append(repeating: false, count: program.names.count)
    _ = areGuarded.append(repeating: false, count: program.names.count)
    for operation in program.operations where operation.code == .inner && operation.end == 0 {
      let element = inner[Int(operation.count)]
      if !element.leavesOthers(from: Int(operation.start)) { demanding[Int(operation.name)] = true }
    }
  }
}

extension FlatInside {
  /// Whether keys go wherever they stand.
  var seeksAny: Bool { sought != 0 }

  /// Whether a script may be one of which all is known beforehand.
  @inline(__always)
  func stamps(_ script: FlatScript) -> Bool {
    unstamped &>> UInt64(script.first) & 1 == 0
  }

  /// Notes a script that takes more.
  mutating func refuseToStamp(_ script: FlatScript) { unstamped |= 1 &<< UInt64(script.first) }
}

extension FlatProgram {
  /// Whether the value must be an object: members are added to it, or asked for.
  @inline(never)
  var needsObject: Bool {
    if isForElements { return false }
    return inner.contains(where: \.needsObject)
      || operations.contains {
        $0.code == .add || $0.code == .set || $0.code == .need || $0.code == .refuse
          || $0.together > 0
      }
  }
}

extension FlatDocument {
  /// Begins with a document; `start` is where it starts in the program, if that is known already.
  @inline(__always)
  mutating func beginInside(at start: Int?) {
    inside.start = start
    inside.isLate = false
  }

  /// Whether the value of a member may be a scalar although a program is for what is in it.
  @inline(__always)
  func mayBeScalar(_ slot: Int) -> Bool { inside.isEmpty || !inside.demanding[slot] }

  /// Reads a container in the root in which nothing is done.
  @inline(__always)
  func skip(_ scanner: inout Scanner, _ value: Int) -> Int {
    scanner.skipContainer(value, outer: outer &+ 1, guide: guide, predictor: predictor)
  }

  /// Reads a container in the root, and notes what is changed in it; gives its end, or -1.
  @inline(never)
  mutating func readInside(
    _ scanner: inout Scanner, _ value: Int, _ slot: Int, _ patches: inout FlatPatches
  ) -> Int {
    if inside.isEmpty { return skip(&scanner, value) }
    if inside.start == nil, !findStart(scanner.bytes) { return -1 }
    guard let start = inside.start, start >= 0 else {
      return skip(&scanner, value)
    }
    if inside.entry != start { lookUpParts(from: start) }
    let part = slot >= 0 && slot < inside.parts.count ? inside.parts[slot] : FlatInside.Part()
    if part.program >= 0 { return run(part, scanner.bytes, at: value, &patches) }
    if inside.sought == 0 {
      return skip(&scanner, value)
    }
    let before = patches.row.count
    let end = scanner.siftContainer(
      value, outer: outer &+ 1, inside.sought, guide: guide, predictor: predictor, &patches)
    if patches.row.count > before { noteSeekers() }
    return end
  }

  /// Runs the program for the value of a member; gives its end, or -1.
  @inline(__always)
  mutating func run(
    _ part: FlatInside.Part, _ text: ByteView, at value: Int, _ patches: inout FlatPatches
  ) -> Int {
    let element = inner[Int(part.program)]
    return element.patch(
      text, at: value, from: Int(part.entry),
      laidOut: element.needsObject ? layingInside(value, text) : nil,
      in: element.addsAny ? around(value, text) : .unknown, adding: &patches)
  }

  /// Finds out where the document at hand starts, from the members so far; false if it is not for
  /// the program.
  private mutating func findStart(_ text: ByteView) -> Bool {
    if let version = program.version, names[Int(version.name)] == 0 {
      inside.isLate = true
      return true
    }
    guard let entry = entry(in: text) else { return false }
    inside.start = entry
    return true
  }

  /// Finds the programs for the members of documents that start at an entry: the first operation
  /// for each, along the operations that follow without a question.
  @inline(never)
  mutating func lookUpParts(from entry: Int) {
    inside.entry = entry
    inside.sought = 0
    inside.guarded.truncate(to: 0)
    for name in 0..<inside.parts.count {
      inside.parts[name] = FlatInside.Part()
      inside.areGuarded[name] = false
    }
    var index = entry
    while true {
      let operation = program.operations[index]
      index += 1
      switch operation.code {
      case .end: return
      case .jump: index = Int(operation.start)
      case .inner: noteProgram(operation)
      case .below: inside.sought |= 1 &<< operation.count
      default: break
      }
    }
  }

  private mutating func noteProgram(_ operation: FlatProgram.Operation) {
    let slot = Int(operation.name)
    let part = FlatInside.Part(
      program: Int32(truncatingIfNeeded: operation.count),
      entry: Int32(truncatingIfNeeded: operation.start))
    if operation.end == 0 {
      if inside.parts[slot].program < 0 { inside.parts[slot] = part }
      return
    }
    for index in 0..<inside.guarded.count
    where inside.guarded[index].part.program == part.program {
      return
    }
    inside.guarded.append(
      FlatInside.GuardedPart(
        slot: slot, part: part,
        question: Int32(truncatingIfNeeded: operation.end) - 1))
    inside.areGuarded[slot] = true
  }

  /// Notes that something was found below the root.
  private mutating func noteSeekers() {
    if inside.seekers == UInt64(inside.sought) { return }
    inside.seekers = UInt64(inside.sought)
    for index in 0..<program.operations.count where program.operations[index].code == .below {
      if inside.sought & 1 &<< program.operations[index].count != 0 { found[index] = 1 }
    }
  }
}

// MARK: - As the value of a member

extension FlatDocument {
  /// Runs the program on a value, or on each of its children if it is for those, from an entry on;
  /// gives the end of the value, or -1 where something is not as the program expects.
  mutating func patch(
    _ text: ByteView, at start: Int, from entry: Int, _ patches: inout FlatPatches
  ) -> Int {
    guard limits.depth > outer + 1 else { return -1 }
    // Here and below: values begin and end inside the text, and what is behind them is at most its
    // pad.
    let isArray = text.byte(unchecked: start) == 0x5B
    if !program.isForElements {
      return isArray ? -1 : patchObject(text, at: start, from: entry, &patches)
    }
    if program.isForValues { return patchValues(text, at: start, from: entry, &patches) }
    guard isArray else { return patchMembers(text, at: start, from: entry, &patches) }
    var offset = start
    if text.byte(unchecked: text.skipSpace(offset &+ 1)) == 0x5D {
      return text.skipSpace(offset &+ 1) &+ 1
    }
    var mark = patches.mark
    around = .first(inArrayAt: start, of: text, in: around)
    repeat {
      // Behind the bracket or a comma.
      let end = patchObject(text, at: text.skipSpace(offset &+ 1), from: entry, &patches)
      if end < 0 { return -1 }
      around.pass(itemEndingAt: end, of: text)
      mark = patches.pack(since: mark)
      offset = follow(text, at: text.skipSpace(end), from: entry, &patches, &mark)
    } while text.byte(unchecked: offset) == 0x2C
    return text.byte(unchecked: offset) == 0x5D ? offset &+ 1 : -1
  }

  /// As `patch`, for all members of an object, whatever their keys.
  @inline(never)
  private mutating func patchMembers(
    _ text: ByteView, at start: Int, from entry: Int, _ patches: inout FlatPatches
  ) -> Int {
    var scanner = Scanner(bytes: text, depthLimit: limits.depth)
    var mark = patches.mark
    var end = start &+ 1
    var isFirst = true
    while true {
      let value = scanner.skipKey(
        end, isFirst: isFirst, state: 0, guide: guide, predictor: predictor)
      if value == 0 { return text.skipSpace(end) &+ 1 }
      if value < 0 { return -1 }
      if isFirst { around = .first(value, inObjectAt: start, of: text) }
      end = patchObject(text, at: value, from: entry, &patches)
      if end < 0 { return -1 }
      around.pass(itemEndingAt: end, of: text)
      mark = patches.pack(since: mark)
      isFirst = false
    }
  }

  @inline(__always)
  private mutating func patchObject(
    _ text: ByteView, at start: Int, from entry: Int, _ patches: inout FlatPatches
  ) -> Int {
    let first = patches.row.count
    let end = read(text, at: start, from: entry, &patches)
    guard end >= 0 else { return passOther(text, at: start, from: entry) }
    let kind = kind(startingAt: entry, text)
    if let kind {
      let script = scripts.find(kind)
      switch script.use {
      case .write:
        if inside.stamps(script) && stamp(script, text, &patches, since: first)
          || patch(by: script, text, start..<end, &patches, since: first)
        {
          return end
        }
      case .keep: return end
      case .none: break
      }
      if scripts.note(kind) {
        learn(kind, from: entry)
      }
    }
    return patchUnscripted(text, start..<end, from: entry, &patches, since: first) ? end : -1
  }

  /// Goes over a scalar among the objects that the program is for, if it has nothing to do with
  /// those without its members.
  @inline(never)
  private func passOther(_ text: ByteView, at start: Int, from entry: Int) -> Int {
    guard start < text.count, text[start] | 0x20 != 0x7B, program.leavesOthers(from: entry) else {
      return -1
    }
    var scanner = Scanner(bytes: text, depthLimit: limits.depth)
    return scanner.skipScalar(start)
  }

  /// Runs the program on an object that says itself where it starts, and notes the changes; gives
  /// its end and the outcome.
  mutating func patchElement(
    _ text: ByteView, at start: Int, _ patches: inout FlatPatches
  ) -> (end: Int, outcome: Outcome) {
    let mark = patches.mark
    var end = read(text, at: start, from: nil, &patches)
    if end >= 0, inside.isLate { end = readAgain(text, at: start, end, &patches, since: mark) }
    guard end >= 0 else { return (end, .notMine) }
    let kind = kind(startingAt: nil, text)
    if let kind {
      let script = scripts.find(kind)
      switch script.use {
      case .write:
        if patch(by: script, text, start..<end, &patches, since: mark.row) {
          return (end, .changed)
        }
      case .keep: return (end, .current)
      case .none: break
      }
    }
    guard let entry = entry(in: text) else { return (end, .notMine) }
    if entry < 0 {
      if let kind { scripts.noteCurrent(kind) }
      return (end, .current)
    }
    if let kind, scripts.note(kind) {
      learn(kind, from: entry)
    }
    let isDone = patchUnscripted(text, start..<end, from: entry, &patches, since: mark.row)
    return (end, isDone ? .changed : .notMine)
  }

  @inline(never)
  private mutating func patchUnscripted(
    _ text: ByteView, _ range: Range<Int>, from entry: Int, _ patches: inout FlatPatches,
    since first: Int
  ) -> Bool {
    guard execute(from: entry, text, patched: patches.view) else { return false }
    let middle = patches.row.count
    let pen = PatchingPen(patches.bytes.tail, at: range.lowerBound, patches.bytes)
    write(text, range, pen, &patches.row, into: &patches.bytes)
    patches.merge(from: first, middle)
    return true
  }
}
