import TestSupport
import Testing

@testable import JSONText

/// Both checks, of bytes one by one and of strings by masks, beside Swift's own decoder, at the
/// borders of blocks.
@Suite struct UTF8CheckTests {
  /// The first byte that is not UTF-8; -1 where all are.
  static func found(in bytes: [UInt8]) -> Int {
    var buffer = ByteBuffer()
    buffer.append(contentsOf: bytes)
    buffer.seal()
    return buffer.view.findInvalidUTF8(from: 0, to: bytes.count)
  }

  /// Whether they are the body of a string.
  static func isString(_ bytes: [UInt8], behind front: [UInt8]) -> Bool {
    var buffer = ByteBuffer()
    buffer.append(contentsOf: front + bytes + [0x22])
    buffer.seal()
    var scanner = Scanner(bytes: buffer.view, depthLimit: 1)
    return scanner.skipString(front.count) == buffer.count
  }

  /// What both checks say of bytes, if it is not what it should be.
  static func mistake(_ bytes: [UInt8]) -> String? {
    let expected = expected(in: bytes)
    let found = found(in: bytes)
    if found != expected { return "\(found), not \(expected)" }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) else { return nil }
    // What is in front of the quote is no part of the string.
    for front in [[0x22], [0x20, 0x22], [0xF0, 0xE1, 0x22], [0xF4, 0x0A, 0x22]] as [[UInt8]]
    where isString(bytes, behind: front) != (expected < 0) {
      return "behind \(front): a string if \(expected) is less than 0"
    }
    return nil
  }

  /// As Swift's decoder has it, a scalar at a time.
  static func expected(in bytes: [UInt8]) -> Int {
    var offset = 0
    while offset < bytes.count {
      var decoder = UTF8()
      var rest = bytes[offset...].makeIterator()
      guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return offset }
      offset += scalar.utf8.count
    }
    return -1
  }

  static func check(_ bytes: [UInt8], at places: some Sequence<Int>, before tail: [UInt8]) {
    for place in places {
      for filler in [[0x61], [0xC3, 0xA9], [0xF0, 0x9F, 0x98, 0x80]] as [[UInt8]] {
        // Whole characters up to the place.
        var text = Array(repeating: filler, count: place / filler.count).flatMap { $0 }
        text += Array(repeating: 0x61, count: place - text.count) + bytes + tail
        if let mistake = mistake(text) {
          Issue.record("\(bytes) at \(place) behind \(filler): \(mistake)")
          return
        }
      }
    }
  }

  @Test func `every byte and every pair of bytes`() {
    for first in 0x78...0xFF {
      Self.check([UInt8(first)], at: [0, 1, 2, 63, 64], before: [])
      Self.check([UInt8(first)], at: [63], before: [0x61])
      for second in [
        0, 0x22, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE1, 0xF1, 0xFF,
      ] {
        let pair = [UInt8(first), UInt8(second)]
        Self.check(pair, at: [62, 63], before: [])
        Self.check(pair, at: [0, 1, 63], before: [0x80, 0x61])
      }
    }
  }

  @Test func `sequences of three and four bytes, at every place around a border`() {
    let leads: [UInt8] = [0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5]
    let tails: [UInt8] = [0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2]
    for lead in leads {
      for second in tails {
        for third in [0x41, 0x80, 0xBF, 0xC3] as [UInt8] {
          Self.check([lead, second, third], at: 61...64, before: [])
          Self.check([lead, second, third, 0xBF], at: 60...64, before: [0x61])
        }
      }
    }
  }

  @Test func `random bytes of characters and parts of them`() {
    var random = Seeded()
    let parts = [
      "a", "é", "ह", "😀", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10FFFF}",
    ]
    .map { Array($0.utf8) }
    for round in 0..<400 {
      var text: [UInt8] = []
      let length = Int.random(in: 0...220, using: &random)
      while text.count < length { text += parts.randomElement(using: &random) ?? [] }
      if !text.isEmpty, round % 4 > 0 {
        let place = Int.random(in: 0..<text.count, using: &random)
        if Bool.random(using: &random) {
          text.remove(at: place)
        } else {
          text[place] ^= UInt8(1) << UInt8.random(in: 0...7, using: &random)
        }
      }
      #expect(Self.mistake(text) == nil, "\(text) \(random)")
    }
  }
}
