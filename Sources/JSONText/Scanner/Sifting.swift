/// Members that go wherever they stand.
extension Scanner {
  /// How many keys can be told apart.
  static var mostSought: Int { 2 }

  /// As `skipContainer`, and notes what is left out where members with some keys go.
  ///
  /// `sought` has a bit for each of the keys that the guide tells of so; no object may have one of
  /// them twice. What is in a member that goes is read as all else, and nothing is noted in it.
  mutating func siftContainer(
    _ start: Int, outer: Int, _ sought: UInt32, guide: borrowing Guide,
    predictor: borrowing Predictor, isLeft isLeftOut: Bool = false, _ patches: inout FlatPatches
  ) -> Int {
    if outer >= depthLimit { return fail(.tooDeep, at: start) }
    let bytes = bytes
    // For each level whether it is an object, and which of the keys were there. Beyond what fits
    // into a word it calls itself.
    let width: UInt64 = sought > 1 ? 2 : 1
    let mostLevels = sought > 1 ? 32 : 64
    var kinds: UInt64 = 0
    var seen: UInt64 = 0
    var depth = 0
    var offset = start
    // Where the first member of the innermost object begins as long as all before it go, and what
    // is behind its brace; else -1.
    var leading = -1
    var behindBrace = -1
    // The member that goes, while it is read: how deep it is, where it begins, and whether it
    // leads.
    var leavingDepth = isLeftOut ? 0 : -1
    var leavingGap = 0
    var turnBehind = 0
    // What is noted comes in order.
    var mark = patches.mark
    var first: UInt32 = 1
    var value = start
    while true {
      // The scanner's functions give places inside the text, or in its pad, where no value begins.
      let byte = bytes.byte(unchecked: value)
      if byte | 0x20 == 0x7B {
        if depth == mostLevels {
          offset = siftContainer(
            value, outer: outer &+ depth, sought, guide: guide, predictor: predictor,
            isLeft: leavingDepth >= 0, &patches)
          if offset < 0 { return -1 }
        } else {
          if outer &+ depth >= depthLimit { return fail(.tooDeep, at: value) }
          kinds = kinds &<< 1 | (byte == 0x7B ? 1 : 0)
          seen &<<= width
          if byte == 0x5B { predictor.rememberTurn(turn, depth: outer &+ depth) }
          depth &+= 1
          offset = value &+ 1
          first = 1
        }
      } else {
        offset = skipScalar(value)
        if offset < 0 { return -1 }
      }
      // Behind an opening bracket or a value: over to the next value, or out of containers.
      while true {
        if leavingDepth == depth, first == 0, !isLeftOut {
          // Behind the member that goes.
          leavingDepth = -1
          turn = turnBehind
          if leading < 0 {
            patches.remove(leavingGap..<offset)
            mark = patches.pack(since: mark)
          }
        }
        if kinds & 1 == 0 {
          value = skipToElement(offset, isFirst: first == 1)
          if first == 0 { turn = predictor.rememberedTurn(depth: outer &+ depth &- 1) }
        } else {
          let gap = offset
          var key = gap
          var slot: Int32 = -2
          if bytes.byte(unchecked: gap) == 0x7D {
            value = 0
          } else if predictor.matches(bytes, at: gap, turn: turn, context: first) {
            value = bytes.skipSpace(gap &+ predictor.length(turn))
            key = gap &+ predictor.lead(turn)
            slot = predictor.edge(turn).slot
            turn = predictor.next(turn)
          } else {
            value = skipKey(
              gap, isFirst: first == 1, state: 0, guide: guide, predictor: predictor)
            (key, slot) = (self.key, edge.slot)
          }
          if value > 0 {
            let number = slot &- Guide.Watch.firstSought
            if number >= 0, sought & 1 &<< UInt32(truncatingIfNeeded: number) != 0 {
              let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: number)
              if seen & bit != 0 { return fail(.key, at: key) }
              seen |= bit
              if leavingDepth < 0 {
                if first == 1 { (leading, behindBrace) = (key, gap) }
                (leavingDepth, leavingGap, turnBehind) = (depth, gap, turn)
              }
            } else if leading >= 0, leavingDepth < 0 {
              patches.remove(leading..<key)
              mark = patches.pack(since: mark)
              leading = -1
            }
          }
        }
        first = 0
        if value > 0 { break }
        if value < 0 { return -1 }
        // The container ends.
        offset = bytes.skipSpace(offset) &+ 1
        if leading >= 0, leavingDepth < 0 {
          patches.remove(behindBrace..<(offset &- 1))
          leading = -1
        }
        kinds &>>= 1
        seen &>>= width
        depth &-= 1
        if depth == 0 { return offset }
      }
    }
  }
}
