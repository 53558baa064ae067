/// Reading a document as a program sees it.
extension FlatDocument {
  /// Reads an object; gives its end, or -1.
  ///
  /// What is done inside of it starts at `entry`, or else where the object itself says.
  @inline(__always)
  mutating func read<Patches: FlatPatching & ~Copyable>(
    _ text: ByteView, at start: Int, from entry: Int?, _ patches: inout Patches
  ) -> Int {
    if Patches.areWanted { beginInside(at: entry) }
    let first = Patches.areWanted ? patches.count : 0
    var scanner = Scanner(bytes: text, depthLimit: limits.depth)
    let end =
      order.isNone
      ? readWithoutGuesses(&scanner, start, &patches) : readWithGuesses(&scanner, start, &patches)
    guard Patches.areWanted, inside.hasGuards, end >= 0 else { return end }
    return patches.patchGuarded(&self, text, since: first) ? end : -1
  }

  @inline(never)
  private mutating func readWithGuesses(
    _ scanner: inout Scanner, _ start: Int, _ patches: inout some FlatPatching & ~Copyable
  ) -> Int {
    read(&scanner, at: start, guessing: true, &patches)
  }

  @inline(never)
  private mutating func readWithoutGuesses(
    _ scanner: inout Scanner, _ start: Int, _ patches: inout some FlatPatching & ~Copyable
  ) -> Int {
    order.pass()
    recollection.begin()
    return read(&scanner, at: start, guessing: false, &patches)
  }

  /// Notes the members that are named, and gives the end of the object; -1 where the text is wrong,
  /// or a name stands there twice.
  @inline(__always)
  private mutating func read<Patches: FlatPatching & ~Copyable>(
    _ scanner: inout Scanner, at start: Int, guessing: Bool, _ patches: inout Patches
  ) -> Int {
    let bytes = scanner.bytes
    let items = items.row
    let names = names.row
    let unsure = program.unsure
    names.clear()
    brace = bytes.skipSpace(start)
    guard bytes.byte(unchecked: brace) == 0x7B else { return -1 }
    firstEnd = brace
    if program.watchesContainers { beside = FlatBeside() }
    let root = guide.root &<< 1
    var context = root | 1
    var gap = brace &+ 1
    var turn = 0
    var number = 0
    var noted = 0
    var wrong = 0
    var signature: UInt64 = 0
    while bytes.byte(unchecked: gap) != 0x7D {
      var value: Int
      let key: Int
      let slot: Int
      if guessing, predictor.matches(bytes, at: gap, turn: turn, context: context) {
        value = bytes.skipSpace(gap &+ predictor.length(turn))
        key = gap &+ predictor.lead(turn)
        slot = Int(predictor.edge(turn).slot)
        turn = predictor.next(turn)
      } else if !guessing,
        let seen = recollection.find(bytes, at: gap, context: context)
      {
        value = bytes.skipSpace(seen.value)
        key = seen.key
        slot = seen.slot
        turn = seen.turn
      } else {
        wrong &+= 1
        scanner.turn = turn
        value = scanner.skipKey(
          gap, isFirst: number == 0, state: guide.root, guide: guide, predictor: predictor)
        if value <= 0 {
          if value < 0 { return -1 }
          break
        }
        turn = scanner.turn
        key = scanner.key
        slot = Int(scanner.edge.slot)
        if !guessing { recollection.learn(predictor, turn, bytes, at: gap, key: key, context) }
      }
      context = root
      let byte = bytes.byte(unchecked: value)
      var end: Int
      var isPlain = false
      if byte == 0x22 {
        end = bytes.findSpecial(value &+ 1)
        isPlain = bytes.byte(unchecked: end) == 0x22
        if isPlain {
          end &+= 1
        } else {
          end = scanner.skipSpecialString(from: end, value &+ 1)
          isPlain = !scanner.hasEscapes
        }
      } else if byte &- 0x30 < 10 || byte == 0x2D {
        end = bytes.skipNumber(value)
      } else if byte == 0x7B || byte == 0x5B {
        scanner.turn = turn
        end = patches.readInside(&self, &scanner, value, slot)
        turn = scanner.turn
        if program.watchesContainers, end > 0 {
          if program.makesContainers {
            beside.note(
              value..<end, withSeparators: program.separatesItems, bytes,
              fixed: program.bytes.view)
          } else {
            beside.noteFilled(value..<end, bytes)
          }
        }
      } else {
        end = bytes.skipLiteral(value)
      }
      if end < 0 { return -1 }
      if number == 0 {
        firstValue = value
        firstEnd = end
      }
      number &+= 1
      if slot >= 0 {
        if slot >= unsure, !isWanted(slot, value..<end, bytes) { return -1 }
        if Patches.areWanted, byte | 0x20 != 0x7B, !mayBeScalar(slot) { return -1 }
        // Its name stands there twice.
        if names[UInt32(truncatingIfNeeded: slot)] != 0 { return -1 }
        noted &+= 1
        signature &+= 1 &<< UInt64(truncatingIfNeeded: slot)
        let item = UInt32(truncatingIfNeeded: noted)
        names[UInt32(truncatingIfNeeded: slot)] = item
        items[item] = FlatItem(
          gap: UInt32(truncatingIfNeeded: gap), key: UInt32(truncatingIfNeeded: key),
          value: UInt32(truncatingIfNeeded: value), end: UInt32(truncatingIfNeeded: end),
          text: UInt32(truncatingIfNeeded: slot), next: UInt16(truncatingIfNeeded: item &+ 1),
          flags: isPlain ? .plain : [])
      }
      gap = end
    }
    if guessing { order.note(wrong: wrong, of: number) }
    tail = gap
    count = number
    self.noted = noted
    self.signature = signature
    items[0].next = 1
    items[UInt32(truncatingIfNeeded: noted)].next = 0
    return bytes.skipSpace(gap) &+ 1
  }
}
