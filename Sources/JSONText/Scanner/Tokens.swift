/// Where one token ends.
///
/// All functions take the offset of a token's first byte (for a string: the one behind the quote)
/// and give the offset behind its last, or -1 where the text is not such a token. None reads past
/// the pad: each loop stops at a zero byte, which is in no token, and looks at most 32 bytes ahead.
extension ByteView {
  /// White space is rare in compact text, so one comparison decides the common case.
  @inline(__always)
  func skipSpace(_ start: Int) -> Int {
    byte(unchecked: start) > 0x20 ? start : skipSomeSpace(start)
  }

  @inline(never)
  func skipSomeSpace(_ start: Int) -> Int {
    var offset = start
    guard isSpace(byte(unchecked: offset)) else { return offset }
    offset &+= 1
    if byte(unchecked: offset) > 0x20 { return offset }
    while true {
      let block = block(unchecked: offset)
      let other = BlockMatches(
        (block .!= sixteen(0x20)) .& (block .!= sixteen(0x0A)) .& (block .!= sixteen(0x0D))
          .& (block .!= sixteen(0x09)))
      if !other.isEmpty { return offset &+ other.first }
      offset &+= 16
    }
  }

  /// The offset of the first `"`, `\`, control character or byte that is not ASCII.
  ///
  /// 32 bytes at once: most strings end in them, and a jump that always goes the same way is free.
  @inline(__always)
  func findSpecial(_ start: Int) -> Int {
    var offset = start
    while true {
      let special = BlockMatches(isSpecial(block(unchecked: offset)))
      if !special.isEmpty { return offset &+ special.first }
      offset &+= 16
    }
  }

  @inline(__always)
  private func isSpecial(_ block: SIMD16<Int8>) -> SIMDMask<SIMD16<Int8>> {
    // Signed: bytes from 0x80 on count as below 0x20.
    (block .< sixteen(0x20)) .| (block .== sixteen(0x22)) .| (block .== sixteen(0x5C))
  }

  /// As `findSpecial`, for text beyond ASCII.
  @inline(__always)
  func findQuoteEscapeOrControl(_ start: Int) -> Int {
    var offset = start
    while true {
      let block = block(unchecked: offset)
      let control = (block .< sixteen(0x20)) .& (block .>= sixteen(0))
      let special = BlockMatches(
        control .| (block .== sixteen(0x22)) .| (block .== sixteen(0x5C)))
      if !special.isEmpty { return offset &+ special.first }
      offset &+= 16
    }
  }

  /// The end of an escape that starts with the backslash at `start`.
  @inline(__always)
  func skipEscape(_ start: Int) -> Int {
    switch byte(unchecked: start &+ 1) {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74:
      return start &+ 2
    case 0x75:
      var digit = 2
      while digit < 6 {
        guard isHexDigit(byte(unchecked: start &+ digit)) else { return -1 }
        digit &+= 1
      }
      return start &+ 6
    default:
      return -1
    }
  }

  @inline(__always)
  func skipNumber(_ start: Int) -> Int {
    var offset = start
    if byte(unchecked: offset) == 0x2D { offset &+= 1 }
    let first = byte(unchecked: offset) &- 0x30
    if first == 0 {
      offset &+= 1
    } else if first < 10 {
      offset = skipDigits(offset &+ 1)
    } else {
      return -1
    }
    if byte(unchecked: offset) == 0x2E {
      let fraction = offset &+ 1
      offset = skipDigits(fraction)
      if offset == fraction { return -1 }
    }
    if byte(unchecked: offset) | 0x20 == 0x65 {
      offset &+= 1
      if byte(unchecked: offset) == 0x2B || byte(unchecked: offset) == 0x2D { offset &+= 1 }
      let exponent = offset
      offset = skipDigits(exponent)
      if offset == exponent { return -1 }
    }
    return offset
  }

  /// Eight digits at a time: a byte is a digit when its high half is 3, and is still 3 after
  /// adding 6 to it.
  @inline(__always)
  func skipDigits(_ start: Int) -> Int {
    var offset = start
    while true {
      let word = word(unchecked: offset)
      let high: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
      let three: UInt64 = 0x3030_3030_3030_3030
      let other =
        ((word & high) ^ three) | (((word &+ 0x0606_0606_0606_0606) & high) ^ three)
      if other != 0 { return offset &+ (other.trailingZeroBitCount &>> 3) }
      offset &+= 8
    }
  }

  /// `true`, `false` or `null`, without a jump that depends on which.
  @inline(__always)
  func skipLiteral(_ start: Int) -> Int {
    let first = byte(unchecked: start)
    let isFalse = first == 0x66 ? 1 : 0
    let rest: UInt32 = first == 0x74 ? 0x6575_7274 : first == 0x6E ? 0x6C6C_756E : 0x6573_6C61
    return halfWord(unchecked: start &+ isFalse) == rest && (isFalse == 1 || rest != 0x6573_6C61)
      ? start &+ 4 &+ isFalse : -1
  }
}

@inline(__always)
func isSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
}

@inline(__always)
func isHexDigit(_ byte: UInt8) -> Bool {
  byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
}
