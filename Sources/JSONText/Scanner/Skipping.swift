/// Whether up to 64 nested containers are objects or arrays: one bit for each.
private struct ContainerBits {
  private var word: UInt64 = 0
  private(set) var depth = 0

  @inline(__always) var isFull: Bool { depth == 64 }

  @inline(__always)
  mutating func push(isObject: Bool) {
    word = word &<< 1 | (isObject ? 1 : 0)
    depth &+= 1
  }

  /// Leaves the innermost container. Is the one around it, if any, an object?
  @inline(__always)
  mutating func pop() -> Bool {
    depth &-= 1
    word &>>= 1
    return word & 1 == 1
  }
}

extension Scanner {
  /// The end of the object or array at `start`, all of it validated and none of it kept.
  ///
  /// One loop with one bit a level in place of recursion; each 64 levels it calls itself once, so
  /// that 10,000 levels are some 160 calls. `outer` is the number of levels around the container.
  mutating func skipContainer(
    _ start: Int, outer: Int, guide: borrowing Guide, predictor: borrowing Predictor
  ) -> Int {
    if outer >= depthLimit { return fail(.tooDeep, at: start) }
    let bytes = bytes
    var levels = ContainerBits()
    var offset = start &+ 1
    var turn = turn
    var isObject = bytes.byte(unchecked: start) == 0x7B
    // 1 as long as no item of the innermost container has gone by.
    var first: UInt32 = 1
    levels.push(isObject: isObject)
    if !isObject { predictor.rememberTurn(turn, depth: outer) }

    while true {
      // Behind an opening bracket or a value: over to the next value, or out of the container.
      var value: Int
      if isObject {
        if bytes.byte(unchecked: offset) == 0x7D {
          value = 0
        } else if predictor.matches(bytes, at: offset, turn: turn, context: first) {
          value = bytes.skipSpace(offset &+ predictor.length(turn))
          turn = predictor.next(turn)
          first = 0
          if bytes.byte(unchecked: value) == 0x22 {
            let special = bytes.findSpecial(value &+ 1)
            if bytes.byte(unchecked: special) == 0x22 {
              offset = special &+ 1
              continue
            }
          }
        } else {
          self.turn = turn
          value = skipKey(
            offset, isFirst: first == 1, state: 0, guide: guide, predictor: predictor)
          turn = self.turn
        }
      } else {
        let next = bytes.byte(unchecked: offset)
        if next == 0x5D {
          value = 0
        } else {
          value = skipToElement(offset, isFirst: first == 1)
          if first == 0 { turn = predictor.rememberedTurn(depth: outer &+ levels.depth &- 1) }
        }
      }
      first = 0
      if value <= 0 {
        if value < 0 { return -1 }
        // The container ends.
        offset = bytes.skipSpace(offset) &+ 1
        isObject = levels.pop()
        if levels.depth > 0 { continue }
        self.turn = turn
        return offset
      }

      let byte = bytes.byte(unchecked: value)
      if byte == 0x22 {
        offset = bytes.findSpecial(value &+ 1)
        if bytes.byte(unchecked: offset) == 0x22 {
          offset &+= 1
        } else {
          offset = skipSpecialString(from: offset, value &+ 1)
          if offset < 0 { return -1 }
        }
      } else if byte &- 0x30 < 10 || byte == 0x2D {
        offset = bytes.skipNumber(value)
        if offset < 0 { return failScalar(at: value) }
      } else if byte == 0x7B || byte == 0x5B {
        if levels.isFull {
          self.turn = turn
          offset = skipContainer(value, outer: outer &+ 64, guide: guide, predictor: predictor)
          turn = self.turn
          if offset < 0 { return -1 }
          continue
        }
        if outer &+ levels.depth >= depthLimit { return fail(.tooDeep, at: value) }
        isObject = byte == 0x7B
        if !isObject { predictor.rememberTurn(turn, depth: outer &+ levels.depth) }
        levels.push(isObject: isObject)
        offset = value &+ 1
        first = 1
      } else {
        offset = bytes.skipLiteral(value)
        if offset < 0 { return failScalar(at: value) }
      }
    }
  }

  /// From behind a value (or an opening brace) over comma, key and colon to the next value.
  ///
  /// 0 at the closing brace, -1 where the text is wrong. Learns what it saw.
  @inline(never)
  mutating func skipKey(
    _ start: Int, isFirst: Bool, state: UInt32, guide: borrowing Guide,
    predictor: borrowing Predictor
  ) -> Int {
    let context = state &<< 1 | (isFirst ? 1 : 0)
    if predictor.recall(bytes, at: start, turn: turn, context: context) {
      let seen = turn
      key = start &+ predictor.lead(seen)
      edge = predictor.edge(seen)
      turn = predictor.next(seen)
      return bytes.skipSpace(start &+ predictor.length(seen))
    }
    return skipNewKey(start, isFirst: isFirst, state: state, guide: guide, predictor: predictor)
  }

  @inline(never)
  private mutating func skipNewKey(
    _ start: Int, isFirst: Bool, state: UInt32, guide: borrowing Guide,
    predictor: borrowing Predictor
  ) -> Int {
    var key = bytes.skipSpace(start)
    if bytes.byte(unchecked: key) == 0x7D { return 0 }
    if !isFirst {
      guard bytes.byte(unchecked: key) == 0x2C else { return fail(.commaOrBrace, at: key) }
      key = bytes.skipSpace(key &+ 1)
    }
    guard bytes.byte(unchecked: key) == 0x22 else { return fail(.key, at: key) }
    let special = bytes.findSpecial(key &+ 1)
    let isPlain = bytes.byte(unchecked: special) == 0x22
    let end = isPlain ? special &+ 1 : skipSpecialString(from: special, key &+ 1)
    if end < 0 { return -1 }
    let colon = bytes.skipSpace(end)
    guard bytes.byte(unchecked: colon) == 0x3A else { return fail(.colon, at: colon) }
    let value = bytes.skipSpace(colon &+ 1)
    self.key = key
    edge = guide.edge(state: state, key: key..<end, isPlain: isPlain, of: bytes)
    if state == 0, edge.isTouched, edge.slot < Guide.Watch.firstSought {
      // It isn't learned: it has to be seen each time.
      return notices(edge.slot) ? value : fail(.key, at: key)
    }
    turn = predictor.learn(
      bytes, from: start, key: key, to: value, turn: turn,
      context: state &<< 1 | (isFirst ? 1 : 0), edge: edge)
    return value
  }

  /// From behind a value (or an opening bracket) to the next element; 0 at the closing bracket.
  @inline(__always)
  mutating func skipToElement(_ start: Int, isFirst: Bool) -> Int {
    let next = bytes.skipSpace(start)
    if bytes.byte(unchecked: next) == 0x5D { return 0 }
    if isFirst { return next }
    guard bytes.byte(unchecked: next) == 0x2C else { return fail(.commaOrBracket, at: next) }
    return bytes.skipSpace(next &+ 1)
  }
}
