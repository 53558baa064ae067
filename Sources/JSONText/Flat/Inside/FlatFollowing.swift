/// Elements that are like the one before: the same keys, most of the time in the same order, so
/// that they have the same script.
///
/// They are read and changed at once, all of them in one loop: nothing is noted of a member but
/// what becomes of it. Where one is not like that it has not been touched, and is read as any.
extension FlatDocument {
  /// For so many elements nobody tries again after one that wasn't like the one before.
  private static var pause: Int { 8 }

  /// Goes on behind an element, over those that follow and are like it; gives where the next one's
  /// comma stands, or what else comes.
  @inline(__always)
  mutating func follow(
    _ text: ByteView, at offset: Int, from entry: Int, _ patches: inout FlatPatches,
    _ mark: inout FlatPatches.Mark
  ) -> Int {
    if !inside.isFollowed { return offset }
    if inside.pause > 0 {
      inside.pause &-= 1
      return offset
    }
    return followAll(text, at: offset, from: entry, &patches, &mark)
  }

  @inline(never)
  private mutating func followAll(
    _ text: ByteView, at offset: Int, from entry: Int, _ patches: inout FlatPatches,
    _ mark: inout FlatPatches.Mark
  ) -> Int {
    let script = scripts.last.script
    let names = scripts.last.kind.names
    guard script.use == .write, !script.areCompact, !order.isNone, inside.stamps(script),
      scripts.last.kind == FlatScripts.Kind(names: names, version: 0, start: entry)
    else {
      inside.pause = Self.pause
      return offset
    }
    let steps = scripts.steps.row
    let made = program.bytes.view
    let unsure = program.unsure
    let root = guide.root &<< 1
    var pen = FlatStampingPen(patches.bytes)
    var offset = offset
    while text.byte(unchecked: offset) == 0x2C {
      let brace = text.skipSpace(offset &+ 1)
      let (row, bytes) = (patches.row.count, pen.start)
      var (gap, turn, context) = (brace &+ 1, 0, root | 1)
      var (firstValue, firstEnd): (Int, Int) = (0, 0)
      var found: UInt64 = 0
      // As in `read`: what follows a value is inside the text, and behind that is a pad.
      var isLike = text.byte(unchecked: brace) == 0x7B
      while isLike, text.byte(unchecked: gap) != 0x7D {
        if !predictor.matches(text, at: gap, turn: turn, context: context) {
          isLike = text.byte(unchecked: text.skipSpace(gap)) == 0x7D
          break
        }
        let key = gap &+ predictor.lead(turn)
        let value = text.skipSpace(gap &+ predictor.length(turn))
        let slot = Int(predictor.edge(turn).slot)
        turn = predictor.next(turn)
        var end: Int
        let byte = text.byte(unchecked: value)
        if byte == 0x22 {
          end = text.findSpecial(value &+ 1)
          end = text.byte(unchecked: end) == 0x22 ? end &+ 1 : passText(text, value, end)
        } else if byte &- 0x30 < 10 || byte == 0x2D {
          end = text.skipNumber(value)
        } else if byte == 0x7B || byte == 0x5B {
          (end, turn) = passContainer(text, value, turn)
        } else {
          end = text.skipLiteral(value)
        }
        if context != root { (firstValue, firstEnd) = (value, end) }
        context = root
        isLike = end >= 0
        if slot >= 0, isLike {
          let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: slot)
          let item = FlatItem(
            gap: UInt32(truncatingIfNeeded: gap), key: UInt32(truncatingIfNeeded: key),
            value: UInt32(truncatingIfNeeded: value), end: UInt32(truncatingIfNeeded: end))
          isLike =
            slot < unsure && found & bit == 0
            && pen.stamp(
              item, steps, at: script.first &+ UInt32(truncatingIfNeeded: slot),
              leading: brace &+ 1, text, made, &patches)
          found |= bit
        }
        gap = end
      }
      if script.needsLayout, isLike {
        (self.brace, self.firstValue, self.firstEnd) = (brace, firstValue, firstEnd)
        isLike = context == root && isCompact(text)
      }
      guard isLike, found == names else {
        patches.row.truncate(to: row)
        patches.bytes.take(pen.tail)
        patches.bytes.truncate(to: Int(bytes))
        inside.pause = Self.pause
        return offset
      }
      pen.add(script, at: gap, made, &patches)
      if patches.row.count &- mark.row >= patches.most {
        patches.bytes.take(pen.tail)
        mark = patches.pack(since: mark)
        pen = FlatStampingPen(patches.bytes)
      }
      offset = text.skipSpace(text.skipSpace(gap) &+ 1)
    }
    patches.bytes.take(pen.tail)
    return offset
  }

  /// The end of a text in which something special stands.
  @inline(never)
  private mutating func passText(_ text: ByteView, _ value: Int, _ special: Int) -> Int {
    var scanner = Scanner(bytes: text, depthLimit: limits.depth)
    return scanner.skipSpecialString(from: special, value &+ 1)
  }

  /// The end of a container in which nothing is done, and the turn of its last key.
  @inline(never)
  private mutating func passContainer(
    _ text: ByteView, _ value: Int, _ turn: Int
  ) -> (end: Int, turn: Int) {
    var scanner = Scanner(bytes: text, depthLimit: limits.depth)
    scanner.turn = turn
    let end = skip(&scanner, value)
    return (end, scanner.turn)
  }
}
