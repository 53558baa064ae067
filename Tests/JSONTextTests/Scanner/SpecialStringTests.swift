import TestSupport
import Testing

@testable import JSONText

/// Strings with escapes and characters beyond ASCII, looked at in blocks, beside one byte at a
/// time.
@Suite struct SpecialStringTests {
  private struct Outcome: Equatable {
    var end: Int
    var hasEscapes = false
  }

  private static func found(_ view: ByteView, _ start: Int) -> Outcome {
    var scanner = Scanner(bytes: view, depthLimit: 1)
    let end = scanner.skipString(start)
    return end < 0 ? Outcome(end: -1) : Outcome(end: end, hasEscapes: scanner.hasEscapes)
  }

  private static func expected(_ view: ByteView, _ start: Int) -> Outcome {
    var hasEscapes = false
    var offset = start
    while offset < view.count {
      switch view[offset] {
      case 0x22: return Outcome(end: offset + 1, hasEscapes: hasEscapes)
      case 0x5C:
        hasEscapes = true
        offset = view.skipEscape(offset)
        if offset < 0 { return Outcome(end: -1) }
      case 0x00..<0x20: return Outcome(end: -1)
      case 0x80...:
        var decoder = UTF8()
        var rest = view[offset..<view.count].makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&rest) else {
          return Outcome(end: -1)
        }
        offset += scalar.utf8.count
      default: offset += 1
      }
    }
    return Outcome(end: -1)
  }

  private static func check(_ text: [UInt8], from start: Int) -> Bool {
    var buffer = ByteBuffer()
    buffer.append(contentsOf: text)
    buffer.seal()
    return found(buffer.view, start) == expected(buffer.view, start)
  }

  @Test func `every byte behind a backslash, at the borders of blocks`() {
    for byte in UInt8.min...255 {
      for place in [0, 1, 30, 59, 60, 61, 62, 63, 64, 127] {
        let front = [UInt8](repeating: 0x61, count: place)
        for escape in [[0x5C, byte], [0x5C, 0x75, 0x30, byte, 0x41, 0x66], [0x5C, 0x5C, byte]] {
          for special in [[], [0x5C, 0x6E]] as [[UInt8]] {
            let text = [0x22] + special + front + escape + [0x61, 0x22, 0x61]
            #expect(Self.check(text, from: 1), "\(byte) at \(place), \(text)")
          }
        }
      }
    }
  }

  @Test func `rows of backslashes in front of a quote`() {
    for count in 0..<140 {
      for place in [0, 1, 62, 63] {
        let text =
          [0x22, 0x5C, 0x74] + [UInt8](repeating: 0x61, count: place)
          + [UInt8](repeating: 0x5C, count: count) + [0x22, 0x61, 0x22]
        #expect(Self.check(text, from: 1), "\(count) at \(place)")
      }
    }
  }

  @Test func `a text may end anywhere in a string`() {
    let whole = Array(
      #""é\n a 😀 \u00e9 \\\" — and \ud83d\ude00, in all a text of more than 64 bytes" "#.utf8)
    for end in 1...whole.count {
      #expect(Self.check(Array(whole[..<end]), from: 1), "\(end)")
    }
  }

  @Test func `random pieces of strings`() {
    var random = Seeded()
    let pieces: [[UInt8]] =
      [
        #"\""#, #"\\"#, #"\n"#, #"\/"#, #"\u00e9"#, #"\ud83d\uDE00"#, #"\uD800"#, "é", "ह", "😀",
        "\u{7F}",
      ].map { Array($0.utf8) }
    let wrong: [[UInt8]] =
      [#"\x"#, #"\u12"#, #"\u12G4"#, "\n", "\u{1F}"].map { Array($0.utf8) }
      + [[0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0]]
    var strings = 0
    let rounds = Amount.of(1_500, thorough: 6_000)
    for round in 0..<rounds {
      // Bytes of something else in front of the string.
      var text: [UInt8] = [[], [0x0A], [0xF0], [0xE9, 0x0A]].randomElement(using: &random) ?? []
      text.append(0x22)
      let start = text.count
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        text += [UInt8](repeating: 0x61, count: Int.random(in: 0...40, using: &random))
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          text += pieces.randomElement(using: &random) ?? []
        }
      }
      if round % 3 == 0 {
        let place = Int.random(in: start...text.count, using: &random)
        text.insert(contentsOf: wrong.randomElement(using: &random) ?? [], at: place)
      }
      text += Array(#"","next":"é"}"#.utf8)
      #expect(Self.check(text, from: start), "\(shown(text)), \(text), \(random)")
      var buffer = ByteBuffer()
      buffer.append(contentsOf: text)
      buffer.seal()
      strings += Self.found(buffer.view, start).end > 0 ? 1 : 0
    }
    #expect(strings * 3 > rounds * 2)
  }
}
