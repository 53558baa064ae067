/// Strings that hold more than plain ASCII: escapes, or characters beyond it.
///
/// They are looked at 64 bytes at a time, as masks with one bit for each byte, so that how many
/// escapes there are, and where, costs no jump that can't be foreseen. A backslash escapes what
/// follows it unless it is escaped itself; of a row of backslashes it is every second one:
///
///     text        a \ " b \ \ " c
///     backslash   0 1 0 0 1 1 0 0
///     escaped     0 0 1 0 0 1 0 0      so the first quote is a part of the text,
///     quote       0 0 1 0 0 0 1 0      and the second ends it
///
/// Nothing is decoded. What is escaped must be one of eight bytes, or `u` with a hexadecimal digit
/// in each of the next four places; half a surrogate pair is a text too (RFC 8259, 8.2). What a
/// block leaves open at its end is carried into the next one.
extension Scanner {
  /// As `skipString`, from the first byte that is neither plain ASCII nor the closing quote.
  @inline(never)
  mutating func skipSpecialString(from special: Int, _ start: Int) -> Int {
    let bytes = bytes
    var open = OpenEscape()
    var offset = special
    hasEscapes = false
    // Each block begins inside the text, or where it ends: then its first byte is a zero of the
    // pad, which is no part of a string. The pad is as long as a block.
    while true {
      let slashes = bytes.mask(offset) { $0 .== sixteen(0x5C) }
      let escaped = open.escaped(by: slashes)
      let ends = bytes.mask(offset) { $0 .== sixteen(0x22) } & ~escaped
      // Up to the closing quote, and including it; all where there is none.
      let inside = ends ^ (ends &- 1)
      var wrong = bytes.mask(offset) { ($0 .< sixteen(0x20)) .& ($0 .>= sixteen(0)) }
      if (slashes | escaped | open.digits) & inside != 0 {
        hasEscapes = true
        wrong |= open.wrong(bytes, at: offset, escaped: escaped)
      }
      // The quote is looked at too: there a character may be cut off.
      if !isKnown, bytes.mask(offset, { $0 .< sixteen(0) }) & inside != 0 || open.isInCharacter {
        wrong |= bytes.invalidUTF8(at: offset, isFirst: offset == special)
        open.isInCharacter = bytes.byte(unchecked: offset &+ 63) >= 0x80
      }
      if wrong & inside != 0 { return fail(.string, at: start) }
      if ends != 0 { return offset &+ ends.trailingZeroBitCount &+ 1 }
      offset &+= 64
    }
  }
}

/// What a block of 64 bytes leaves open at its end.
private struct OpenEscape {
  /// 1 if the next block's first byte is escaped.
  private var isEscaped: UInt64 = 0
  /// Where the next block must have hexadecimal digits.
  private(set) var digits: UInt64 = 0
  /// Whether a character may go on in the next block.
  var isInCharacter = false

  /// Which bytes are escaped.
  @inline(__always)
  mutating func escaped(by slashes: UInt64) -> UInt64 {
    let odd: UInt64 = 0xAAAA_AAAA_AAAA_AAAA
    let first = slashes & ~isEscaped
    // Taking a row of backslashes off what follows each of them leaves, in the row, every second
    // place.
    let codes = ((first &<< 1 | odd) &- first) ^ odd
    let escaped = codes ^ (slashes | isEscaped)
    isEscaped = (codes & slashes) &>> 63
    return escaped
  }

  /// Which bytes can't stand where they do, behind a backslash or as a digit.
  @inline(__always)
  mutating func wrong(_ bytes: ByteView, at offset: Int, escaped: UInt64) -> UInt64 {
    let letters = bytes.mask(offset) { block in
      let marks =
        (block .== sixteen(0x22)) .| (block .== sixteen(0x5C)) .| (block .== sixteen(0x2F))
      let ends = (block .== sixteen(0x62)) .| (block .== sixteen(0x66)) .| (block .== sixteen(0x6E))
      return marks .| ends .| (block .== sixteen(0x72)) .| (block .== sixteen(0x74))
    }
    let codes = bytes.mask(offset) { $0 .== sixteen(0x75) } & escaped
    let here = digits | codes &<< 1 | codes &<< 2 | codes &<< 3 | codes &<< 4
    digits = codes &>> 63 | codes &>> 62 | codes &>> 61 | codes &>> 60
    var wrong = escaped & ~(letters | codes)
    if here != 0 {
      wrong |=
        here & ~bytes.mask(offset) { block in
          let letter = block | sixteen(0x20)
          return (block .>= sixteen(0x30)) .& (block .<= sixteen(0x39))
            .| (letter .>= sixteen(0x61)) .& (letter .<= sixteen(0x66))
        }
    }
    return wrong
  }
}
