/// A container on the way down to where the scanner is.
struct Level: BitwiseCopyable {
  var node: UInt32 = 0
  var frame: UInt32 = 0
  var state: UInt32 = 0
  var slots: UInt32 = 0
  var isObject = false
  /// The item that was added last.
  var last: UInt32 = 0
  /// Items so far.
  var count: UInt32 = 0
  /// The run that is open: its items, where its lead and its first item begin.
  var runCount: UInt32 = 0
  var runLead: UInt32 = 0
  var runStart: UInt32 = 0
  /// The state for the last item, which is a container to be opened next; 0 otherwise.
  var child: UInt32 = 0
  /// The container has ended, or its child comes first.
  var isDone = false
}

extension Document {
  /// Reads the document in `range` of the text, all of it validated, what the guide names as nodes.
  package mutating func read(_ range: Range<Int>) throws(JSONError) {
    precondition(range.lowerBound >= 0 && range.upperBound <= source.count)
    empty()
    extent = range
    // Beyond that nodes can't tell where they are.
    guard range.count <= limits.bytes, range.upperBound < Address.limit else {
      throw tooLong(range)
    }
    work = limits.work(forBytes: range.count)
    told = 0
    expectNodes(for: range.count)
    var scanner = Scanner(bytes: source.view, depthLimit: limits.depth)
    var end = readRoot(&scanner, at: range.lowerBound)
    if end > range.upperBound {
      end = scanner.fail(.end, at: range.upperBound)
    } else if end >= 0, end < range.upperBound {
      let next = scanner.bytes.skipSpace(end)
      if next < range.upperBound { end = scanner.fail(.end, at: next) }
    }
    if end < 0 { throw explain(scanner, in: range) }
  }

  /// Says how many nodes a document of this length has, if it has many.
  private mutating func expectNodes(for bytes: Int) {
    // Room for more than this is only taken when it is needed.
    let likely = min(bytes / 8, 1 &<< 25)
    nodes.likely = likely
    frames.likely = likely / 2
    slots.likely = likely
    nodesInRoom = limits.memoryLeft == nil ? .max : max(nodes.capacity, Slab<Node>.many)
  }

  /// Reads the whole text as one document.
  package mutating func read() throws(JSONError) {
    try read(0..<source.count)
  }

  private mutating func readRoot(_ scanner: inout Scanner, at start: Int) -> Int {
    let value = scanner.bytes.skipSpace(start)
    nodes.append(
      Node(
        lead: Address(source: start), head: .none, value: Address(source: value), end: 0, parent: 0,
        previous: 0))
    frames[0].first = 1
    frames[0].last = 1
    frames[0].count = 1
    let end: Int
    let first = scanner.bytes.byte(unchecked: value)
    if guide.root != 0, first == 0x7B || first == 0x5B {
      end = readContainer(&scanner, at: value)
    } else if first == 0x7B || first == 0x5B {
      end = scanner.skipContainer(value, outer: 0, guide: guide, predictor: predictor)
    } else {
      end = scanner.skipScalar(value)
    }
    if end >= 0 { nodes[1].end = UInt32(end) }
    return end
  }

  /// The end of the root container at `start`; nodes are made along the guide.
  private mutating func readContainer(_ scanner: inout Scanner, at start: Int) -> Int {
    levels.truncate(to: 0)
    open(node: 1, state: guide.root, isObject: scanner.bytes.byte(unchecked: start) == 0x7B)
    var offset = start &+ 1
    var isFirst = true
    while true {
      guard hasMemory() else { return scanner.fail(.noMemory, at: offset) }
      if level.isObject {
        offset = readMembers(&scanner, at: offset, isFirst: isFirst)
      } else {
        offset = readElements(&scanner, at: offset, isFirst: isFirst)
      }
      if offset < 0 { return -1 }
      if level.child != 0 {
        // At the opening bracket of a child that has a node.
        if levels.count + 1 >= scanner.depthLimit { return scanner.fail(.tooDeep, at: offset) }
        let (node, state) = (level.last, level.child)
        levels.append(level)
        open(node: node, state: state, isObject: scanner.bytes.byte(unchecked: offset) == 0x7B)
        offset &+= 1
        isFirst = true
      } else {
        // Behind the closing bracket.
        if levels.count == 0 { return offset }
        level = levels[levels.count - 1]
        levels.truncate(to: levels.count - 1)
        level.isDone = false
        isFirst = false
      }
    }
  }

  /// Reads members until one is a container that has to be opened, or the object ends.
  private mutating func readMembers(
    _ scanner: inout Scanner, at start: Int, isFirst: Bool
  ) -> Int {
    let bytes = scanner.bytes
    var context = level.state &<< 1 | (isFirst ? 1 : 0)
    var turn = scanner.turn
    var gap = start
    while true {
      // Behind the brace or a value, which ends at `gap`.
      if bytes.byte(unchecked: gap) != 0x7D,
        predictor.matches(bytes, at: gap, turn: turn, context: context)
      {
        let value = gap &+ predictor.length(turn)
        let byte = bytes.byte(unchecked: value)
        var end: Int
        if byte == 0x22 {
          end = bytes.findSpecial(value &+ 1)
          end = bytes.byte(unchecked: end) == 0x22 ? end &+ 1 : -1
        } else if byte &- 0x30 < 10 || byte == 0x2D {
          end = bytes.skipNumber(value)
        } else {
          end = bytes.skipLiteral(value)
        }
        if end >= 0 {
          if predictor.isUntouched(turn) {
            if level.runCount == 0 {
              level.runLead = UInt32(truncatingIfNeeded: gap)
              level.runStart = UInt32(truncatingIfNeeded: gap &+ predictor.lead(turn))
            }
            level.runCount &+= 1
          } else {
            add(gap: gap, value: value, end: end, turn: turn)
          }
          turn = predictor.next(turn)
          gap = end
          context &= ~1
          continue
        }
      }
      scanner.turn = turn
      guard hasMemory() else { return scanner.fail(.noMemory, at: gap) }
      gap = readMember(&scanner, at: gap, context: context)
      if gap < 0 || level.isDone { return gap }
      turn = scanner.turn
      context &= ~1
    }
  }

  /// Adds the member that was guessed right.
  @inline(never)
  private mutating func add(gap: Int, value: Int, end: Int, turn: Int) {
    add(
      gap: gap, key: gap &+ predictor.lead(turn), value: value, end: end,
      slot: predictor.edge(turn).slot)
  }

  /// Reads one member, whatever it is, or the end of the object.
  private mutating func readMember(
    _ scanner: inout Scanner, at gap: Int, context: UInt32
  ) -> Int {
    let bytes = scanner.bytes
    let value: Int
    let key: Int
    let edge: Guide.Edge
    let turn = scanner.turn
    if bytes.byte(unchecked: gap) != 0x7D,
      predictor.matches(bytes, at: gap, turn: turn, context: context)
    {
      value = bytes.skipSpace(gap &+ predictor.length(turn))
      key = gap &+ predictor.lead(turn)
      edge = predictor.edge(turn)
      scanner.turn = predictor.next(turn)
    } else {
      value = scanner.skipKey(
        gap, isFirst: context & 1 == 1, state: level.state, guide: guide, predictor: predictor)
      if value <= 0 { return value < 0 ? -1 : close(at: bytes.skipSpace(gap) &+ 1, gap: gap) }
      (key, edge) = (scanner.key, scanner.edge)
    }
    return readValue(&scanner, at: value, gap: gap, key: key, edge: edge)
  }

  /// Reads the value of a member or an element, and makes what the guide wants of it.
  @inline(__always)
  private mutating func readValue(
    _ scanner: inout Scanner, at value: Int, gap: Int, key: Int, edge: Guide.Edge
  ) -> Int {
    let byte = scanner.bytes.byte(unchecked: value)
    let end: Int
    if byte == 0x7B || byte == 0x5B {
      if edge.child != 0, nodes.count < Node.limit {
        add(gap: gap, key: key, value: value, end: value, slot: edge.slot)
        level.child = edge.child
        level.isDone = true
        return value
      }
      if edge.child != 0 {
        knownKeys.areAll = false
        hasHidden = true
      }
      end = scanner.skipContainer(
        value, outer: levels.count &+ 1, guide: guide, predictor: predictor)
    } else {
      end = scanner.skipScalar(value)
    }
    if end < 0 { return -1 }
    if edge.isTouched {
      add(gap: gap, key: key, value: value, end: end, slot: edge.slot)
    } else {
      extendRun(lead: gap, start: key, by: 1)
    }
    return end
  }

  /// Reads elements until one is a container that has to be opened, or the array ends.
  private mutating func readElements(
    _ scanner: inout Scanner, at start: Int, isFirst: Bool
  ) -> Int {
    let edge = guide.elementEdge(level.state)
    if isFirst { predictor.rememberTurn(scanner.turn, depth: levels.count) }
    var isFirst = isFirst
    var gap = start
    while true {
      let value = scanner.skipToElement(gap, isFirst: isFirst)
      if value < 0 { return -1 }
      if value == 0 { return close(at: scanner.bytes.skipSpace(gap) &+ 1, gap: gap) }
      if !isFirst { scanner.turn = predictor.rememberedTurn(depth: levels.count) }
      isFirst = false
      guard hasMemory() else { return scanner.fail(.noMemory, at: value) }
      gap = readValue(&scanner, at: value, gap: gap, key: value, edge: edge)
      if gap < 0 || level.isDone { return gap }
    }
  }

  /// Begins a container; its node is there.
  @inline(__always)
  private mutating func open(node: UInt32, state: UInt32, isObject: Bool) {
    let number = UInt32(truncatingIfNeeded: frames.count)
    var frame = Frame()
    // An array has no slots, so it must not look like an object of the same state.
    if isObject {
      frame.state = state
      frame.slots = UInt32(slots.append(repeating: 0, count: guide.slotCount(state)))
    }
    frame.showsContainers = guide.opensAll(state)
    frames.append(frame)
    nodes[Int(node)].frame = number
    level = Level(node: node, frame: number, state: state, slots: frame.slots, isObject: isObject)
  }

  /// Adds an item, and before it the run that it ends.
  @inline(__always)
  private mutating func add(gap: Int, key: Int, value: Int, end: Int, slot: Int32) {
    if level.runCount > 0 { endRun(at: gap) }
    let number = UInt32(truncatingIfNeeded: nodes.count)
    nodes.append(
      Node(
        lead: Address(source: gap), head: level.isObject ? Address(source: key) : .none,
        value: Address(source: value), end: end, parent: level.node, previous: level.last))
    link(number)
    level.count &+= 1
    if slot >= 0, level.isObject {
      let index = Int(level.slots) &+ Int(slot)
      // The first of several members with one key stays; the mark says that there are more.
      if notesKeys { noteRead(slot: Int(slot), isFirst: slots[index] == 0) }
      slots[index] = slots[index] == 0 ? number : slots[index] | Self.severalMark
    }
  }

  @inline(never)
  private mutating func noteRead(slot: Int, isFirst: Bool) {
    knownKeys.add(guide.key(state: level.state, slot: slot))
    // Asking for a key that stands twice is an error.
    if !isFirst { knownKeys.areAll = false }
  }

  /// Takes `count` more items into the run that is open, or opens one.
  @inline(__always)
  private mutating func extendRun(lead: Int, start: Int, by count: Int) {
    if level.runCount == 0 {
      level.runLead = UInt32(truncatingIfNeeded: lead)
      level.runStart = UInt32(truncatingIfNeeded: start)
    }
    level.runCount &+= UInt32(truncatingIfNeeded: count)
  }

  @inline(__always)
  private mutating func endRun(at end: Int) {
    let number = UInt32(truncatingIfNeeded: nodes.count)
    nodes.append(
      Node(
        lead: Address(source: Int(level.runLead)), head: Address(source: Int(level.runCount)),
        value: Address(source: Int(level.runStart)), end: end, parent: level.node,
        previous: level.last, flags: .run))
    link(number)
    level.count &+= level.runCount
    level.runCount = 0
  }

  @inline(__always)
  private mutating func link(_ number: UInt32) {
    if level.last == 0 {
      frames[Int(level.frame)].first = number
    } else {
      nodes[Int(level.last)].next = number
    }
    level.last = number
  }

  /// Ends a container whose last item ends at `gap`; gives its end.
  private mutating func close(at end: Int, gap: Int) -> Int {
    if level.runCount > 0 { endRun(at: gap) }
    frames[Int(level.frame)].last = level.last
    frames[Int(level.frame)].count = level.count
    nodes[Int(level.node)].end = UInt32(truncatingIfNeeded: end)
    level.child = 0
    level.isDone = true
    return end
  }

  /// In a slot: more members have this key.
  static var severalMark: UInt32 { 1 &<< 31 }

  /// In a slot: there are several, so the members have to be looked at.
  static var unknownMark: UInt32 { .max }
}
