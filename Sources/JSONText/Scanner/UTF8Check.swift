/// Is this UTF-8? Asked 64 bytes at a time, by bit masks.
///
/// Each mask has one bit for each of the 64 bytes. A lead byte promises that one, two or three
/// continuation bytes follow; shifting the masks of lead bytes by one, two and three places gives
/// the places where continuation bytes must stand, and that must be just where they do stand:
///
///     text           e  C3 A9 !         (é is C3 A9)
///     lead of two    0  1  0  0
///     promised       0  0  1  0         shifted by one
///     continuation   0  0  1  0         equal, so all is well
///
/// Four lead bytes have a narrower second byte (E0: A0 and up, ED: below A0, F0: 90 and up, F4: below
/// 90): no overlong forms, no surrogates, nothing above U+10FFFF. What the last bytes of a block
/// promise is carried into the next block.
extension ByteView {
  /// The offset of the first byte from `start` on that can't be UTF-8, or -1 where all are.
  ///
  /// Both ends must be the borders of characters.
  func findInvalidUTF8(from start: Int, to end: Int) -> Int {
    var check = UTF8Check()
    var offset = start
    while offset < end {
      // May look up to 63 bytes past `end`, which the pad allows; they are cut off.
      if !check.accepts(self, at: offset, count: min(64, end - offset)) {
        return locateInvalidUTF8(near: offset, from: start, to: end)
      }
      offset += 64
    }
    return check.isComplete ? -1 : locateInvalidUTF8(near: end, from: start, to: end)
  }

  /// Byte by byte, from the character on that may reach into a block that is known to be wrong.
  private func locateInvalidUTF8(near block: Int, from start: Int, to end: Int) -> Int {
    var offset = max(start, block - 3)
    // Don't begin inside a character; at `start` none can begin that is not all there.
    while offset > start, offset < block, byte(offset) & 0xC0 == 0x80 { offset += 1 }
    while offset < end {
      let length = lengthOfScalar(at: offset, to: end)
      if length == 0 { return offset }
      offset += length
    }
    return offset
  }

  /// How many bytes the scalar at `offset` takes; 0 where it is none.
  private func lengthOfScalar(at offset: Int, to end: Int) -> Int {
    let lead = byte(offset)
    if lead < 0x80 { return 1 }
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return 0
    }
    guard offset + length <= end, second.contains(byte(offset + 1)) else { return 0 }
    var index = 2
    while index < length {
      guard byte(offset + index) & 0xC0 == 0x80 else { return 0 }
      index += 1
    }
    return length
  }
}

private struct UTF8Check {
  // What the block before this one left open, in its top bits.
  private var lead2: UInt64 = 0
  private var lead3: UInt64 = 0
  private var lead4: UInt64 = 0
  private var wasE0: UInt64 = 0
  private var wasED: UInt64 = 0
  private var wasF0: UInt64 = 0
  private var wasF4: UInt64 = 0

  /// Whether no continuation byte is owed.
  var isComplete: Bool { (lead2 >> 63) | (lead3 >> 62) | (lead4 >> 61) == 0 }

  @inline(__always)
  mutating func accepts(_ bytes: ByteView, at offset: Int, count: Int) -> Bool {
    let any =
      bytes.block(offset) | bytes.block(offset + 16) | bytes.block(offset + 32)
      | bytes.block(offset + 48)
    if BlockMatches(any .< sixteen(0)).isEmpty, isComplete {
      (lead2, lead3, lead4) = (0, 0, 0)
      (wasE0, wasED, wasF0, wasF4) = (0, 0, 0, 0)
      return true
    }
    let inside: UInt64 = count == 64 ? ~0 : ~(~0 << UInt64(count))
    return acceptsMixed(bytes, at: offset, inside: inside)
  }

  @inline(__always)
  private mutating func acceptsMixed(_ bytes: ByteView, at offset: Int, inside: UInt64) -> Bool {
    var continuation: UInt64 = 0
    var from2: UInt64 = 0
    var from3: UInt64 = 0
    var from4: UInt64 = 0
    var never: UInt64 = 0
    var isE0: UInt64 = 0
    var isED: UInt64 = 0
    var isF0: UInt64 = 0
    var isF4: UInt64 = 0
    var belowA0: UInt64 = 0
    var below90: UInt64 = 0
    var index = 0
    while index < 64 {
      let block = bytes.block(offset + index)
      let shift = UInt64(truncatingIfNeeded: index)
      // Signed comparisons: among bytes from 0x80 on, the order is the unsigned one.
      let high = block .< sixteen(0)
      continuation |= BlockMatches(block .< sixteen(0xC0)).mask &<< shift
      from2 |= BlockMatches(high .& (block .>= sixteen(0xC0))).mask &<< shift
      from3 |= BlockMatches(high .& (block .>= sixteen(0xE0))).mask &<< shift
      from4 |= BlockMatches(high .& (block .>= sixteen(0xF0))).mask &<< shift
      let overlong = (block .== sixteen(0xC0)) .| (block .== sixteen(0xC1))
      never |= BlockMatches(overlong .| (high .& (block .>= sixteen(0xF5)))).mask &<< shift
      isE0 |= BlockMatches(block .== sixteen(0xE0)).mask &<< shift
      isED |= BlockMatches(block .== sixteen(0xED)).mask &<< shift
      isF0 |= BlockMatches(block .== sixteen(0xF0)).mask &<< shift
      isF4 |= BlockMatches(block .== sixteen(0xF4)).mask &<< shift
      belowA0 |= BlockMatches(block .< sixteen(0xA0)).mask &<< shift
      below90 |= BlockMatches(block .< sixteen(0x90)).mask &<< shift
      index += 16
    }
    continuation &= inside
    from2 &= inside
    from3 &= inside
    from4 &= inside
    let promised =
      ((from2 << 1) | (lead2 >> 63)) | ((from3 << 2) | (lead3 >> 62))
      | ((from4 << 3) | (lead4 >> 61))
    var wrong = (never & inside) | ((promised ^ continuation) & inside)
    wrong |= ((isE0 << 1) | (wasE0 >> 63)) & belowA0 & inside
    wrong |= ((isED << 1) | (wasED >> 63)) & continuation & ~belowA0
    wrong |= ((isF0 << 1) | (wasF0 >> 63)) & below90 & inside
    wrong |= ((isF4 << 1) | (wasF4 >> 63)) & continuation & ~below90
    // The text ends inside this block: what is promised past the end is missing.
    if inside != ~0 { wrong |= promised & ~inside }
    (lead2, lead3, lead4) = (from2, from3, from4)
    (wasE0, wasED, wasF0, wasF4) = (isE0, isED, isF0, isF4)
    if inside != ~0 { (lead2, lead3, lead4) = (0, 0, 0) }
    return wrong == 0
  }
}
