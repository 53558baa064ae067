import Testing

@testable import JSONText

/// Where tokens end, each at the end of a text and in front of every byte.
@Suite struct TokenTests {
  /// Gives `body` the text with a pad behind it.
  static func with<Result>(_ text: [UInt8], _ body: (ByteView) -> Result) -> Result {
    var buffer = ByteBuffer()
    buffer.append(contentsOf: text)
    buffer.seal()
    return body(buffer.view)
  }

  @Test(arguments: [
    "0", "-0", "7", "-7", "10", "1234567890", "12345678", "1234567", "123456789012345678901234",
    "0.0", "-0.5", "1.25", "0.12345678", "1e5", "1E5", "1e+5", "1e-5", "0e0", "1.5e300",
    "1.5E-12345678",
  ])
  func `a number ends behind its last digit`(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(Self.with(bytes) { $0.skipNumber(0) } == bytes.count)
    for next in UInt8.min...255 where !"0123456789.eE".utf8.contains(next) {
      #expect(Self.with(bytes + [next]) { $0.skipNumber(0) } == bytes.count, "\(next)")
    }
  }

  @Test(arguments: [
    "", "-", "+1", ".5", "-.5", "1.", "1.e5", "0.", "1e", "1e+", "1E-", "1.5e", "-a", "e5", "/",
    ":",
  ])
  func `what is no number has no end`(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(Self.with(bytes) { $0.skipNumber(0) } == -1)
    #expect(Self.with(bytes + [0x20]) { $0.skipNumber(0) } == -1)
  }

  @Test func `a number with a zero in front ends behind the zero`() {
    #expect(Self.with(Array("01".utf8)) { $0.skipNumber(0) } == 1)
    #expect(Self.with(Array("-012".utf8)) { $0.skipNumber(0) } == 2)
  }

  @Test(arguments: ["true", "false", "null"])
  func `a literal is all its letters`(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(Self.with(bytes) { $0.skipLiteral(0) } == bytes.count)
    for index in bytes.indices {
      #expect(Self.with(Array(bytes[..<index])) { $0.skipLiteral(0) } == -1)
      for bit in 0..<8 {
        var other = bytes
        other[index] ^= 1 << UInt8(bit)
        #expect(Self.with(other) { $0.skipLiteral(0) } == -1, "\(other)")
      }
    }
  }

  @Test(arguments: ["alse", "alsealse", "rue", "ull", "nalse", "talse", "frue", "fnull"])
  func `parts of literals are none`(_ text: String) {
    #expect(Self.with(Array(text.utf8)) { $0.skipLiteral(0) } == -1)
  }

  @Test func `eight letters escape, and u with four digits`() {
    for byte in UInt8.min...255 {
      let isShort = #""\/bfnrt"#.utf8.contains(byte)
      let end = Self.with([0x5C, byte, 0x30, 0x31, 0x30]) { $0.skipEscape(0) }
      #expect(end == (isShort ? 2 : -1), "\(byte)")
      let isDigit = "0123456789abcdefABCDEF".utf8.contains(byte)
      for place in 0..<4 {
        var text = Array(#"\u0aF9"#.utf8)
        text[2 + place] = byte
        #expect(Self.with(text) { $0.skipEscape(0) } == (isDigit ? 6 : -1), "\(byte) at \(place)")
      }
    }
    #expect(Self.with([0x5C]) { $0.skipEscape(0) } == -1)
  }

  @Test func `white space is four bytes, in runs of any length`() {
    for length in 0..<40 {
      let spaces = (0..<length).map { [0x20, 0x0A, 0x0D, 0x09][$0 % 4] as UInt8 }
      #expect(Self.with(spaces) { $0.skipSpace(0) } == length)
      for next in [0x00, 0x08, 0x0B, 0x0C, 0x1F, 0x21, 0x61, 0x85, 0xA0, 0xFF] as [UInt8] {
        #expect(Self.with(spaces + [next, 0x20]) { $0.skipSpace(0) } == length, "\(next)")
      }
    }
  }

  @Test func `a special byte is found at every place, and no other is taken for one`() {
    for byte in UInt8.min...255 {
      let isSpecial = byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C
      for place in [0, 1, 15, 16, 17, 31, 40] {
        var text = [UInt8](repeating: 0x61, count: 50)
        text[place] = byte
        #expect(Self.with(text) { $0.findSpecial(0) } == (isSpecial ? place : 50), "\(byte)")
        let end = Self.with(text) { $0.findQuoteEscapeOrControl(0) }
        #expect(end == (isSpecial && byte < 0x80 ? place : 50), "\(byte)")
      }
    }
  }
}
