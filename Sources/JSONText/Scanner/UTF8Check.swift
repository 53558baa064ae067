/// Is this UTF-8? Asked by masks, each byte beside the three in front of it.
///
/// A lead byte promises that one, two or three continuation bytes follow. So a byte must be a
/// continuation byte just where the byte in front of it is a lead byte, or the one two places in
/// front promises two, or the one three places in front promises three. Four lead bytes have a
/// narrower second byte (E0: A0 and up, ED: below A0, F0: 90 and up, F4: below 90): no overlong
/// forms, no surrogates, nothing above U+10FFFF.
extension ByteView {
  /// Which of 64 bytes can't stand behind those in front of them.
  ///
  /// In front of a string's first block there is a plain byte or the opening quote. What is in
  /// front of that may be of another document, and promises nothing.
  @inline(__always)
  func invalidUTF8(at offset: Int, isFirst: Bool) -> UInt64 {
    // There is no text three bytes in front of this block.
    if offset < 3 { return invalidUTF8(atStart: offset) }
    return invalidUTF8(offset, hidden: isFirst ? 1 : 0) | invalidUTF8(offset &+ 16) &<< 16
      | invalidUTF8(offset &+ 32) &<< 32 | invalidUTF8(offset &+ 48) &<< 48
  }

  /// The same of 16 bytes; `hidden` is 1 if only the byte in front of them counts.
  @inline(__always)
  private func invalidUTF8(_ offset: Int, hidden: UInt64 = 0) -> UInt64 {
    // Signed comparisons: among bytes from 0x80 on, the order is the unsigned one.
    let byte = block(unchecked: offset)
    let one = block(unchecked: offset &- 1)
    let two = block(unchecked: offset &- 2)
    let three = block(unchecked: offset &- 3)
    let zero = sixteen(0)
    let never =
      ((byte & sixteen(0xFE)) .== sixteen(0xC0)) .| ((byte .>= sixteen(0xF5)) .& (byte .< zero))
    let narrow =
      ((one .== sixteen(0xE0)) .& (byte .< sixteen(0xA0)))
      .| ((one .== sixteen(0xED)) .& (byte .>= sixteen(0xA0)))
      .| ((one .== sixteen(0xF0)) .& (byte .< sixteen(0x90)))
      .| ((one .== sixteen(0xF4)) .& (byte .>= sixteen(0x90)))
    let promised =
      BlockMatches((one .>= sixteen(0xC0)) .& (one .< zero)).mask
      | BlockMatches((two .>= sixteen(0xE0)) .& (two .< zero)).mask & ~hidden
      | BlockMatches((three .>= sixteen(0xF0)) .& (three .< zero)).mask & ~(hidden | hidden &<< 1)
    return promised ^ BlockMatches(byte .< sixteen(0xC0)).mask | BlockMatches(never .| narrow).mask
  }

  /// Of a block at the very start of the text the first wrong byte.
  @inline(never)
  private func invalidUTF8(atStart offset: Int) -> UInt64 {
    let end = Swift.min(count, offset + 64)
    var place = offset
    while place < end {
      let length = lengthOfScalar(at: place, to: count)
      if length == 0 { return 1 &<< UInt64(place - offset) }
      place += length
    }
    return 0
  }

  /// One bit for each of 64 bytes, the first byte lowest.
  @inline(__always)
  func mask(
    _ offset: Int, _ matches: (SIMD16<Int8>) -> SIMDMask<SIMD16<Int8>>
  ) -> UInt64 {
    BlockMatches(matches(block(unchecked: offset))).mask
      | BlockMatches(matches(block(unchecked: offset &+ 16))).mask &<< 16
      | BlockMatches(matches(block(unchecked: offset &+ 32))).mask &<< 32
      | BlockMatches(matches(block(unchecked: offset &+ 48))).mask &<< 48
  }

  /// The offset of the first byte from `start` on that can't be UTF-8, or -1 where all are.
  ///
  /// Both ends must be the borders of characters.
  func findInvalidUTF8(from start: Int, to end: Int) -> Int {
    var offset = start
    while offset < end {
      let length = lengthOfScalar(at: offset, to: end)
      if length == 0 { return offset }
      offset += length
    }
    return -1
  }

  /// How many bytes the scalar at `offset` takes; 0 where it is none.
  private func lengthOfScalar(at offset: Int, to end: Int) -> Int {
    let lead = byte(unchecked: offset)
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
    guard offset + length <= end, second.contains(byte(unchecked: offset + 1)) else { return 0 }
    var index = 2
    while index < length {
      guard byte(unchecked: offset + index) & 0xC0 == 0x80 else { return 0 }
      index += 1
    }
    return length
  }
}
