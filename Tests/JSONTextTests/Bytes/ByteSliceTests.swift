import TestSupport
import Testing

@testable import JSONText

/// What slices find a word at a time, wherever in one they begin and end.
struct ByteSliceTests {
  /// Bytes of which some differ from others in one bit only.
  private static func bytes(_ count: Int, _ random: inout Seeded) -> [UInt8] {
    let kinds: [UInt8] = [0, 0x5C, 0x5D, 0xDC, 0x7F, 0x80, 0xFF]
    return (0..<count).map { _ in kinds[Int.random(in: kinds.indices, using: &random)] }
  }

  private static func buffer(_ bytes: [UInt8]) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.append(contentsOf: bytes)
    return buffer
  }

  @Test func `whether a byte is in a slice`() {
    var random = Seeded()
    for count in 0..<40 {
      let bytes = Self.bytes(count, &random)
      let buffer = Self.buffer(bytes)
      for start in 0...count {
        for end in start...count {
          let slice = buffer.view[start..<end]
          for byte: UInt8 in [0, 0x5C, 0x80, 0xFF, 0x61] {
            let expected = bytes[start..<end].contains(byte)
            #expect(slice.contains(byte) == expected, "\(bytes), \(start)..<\(end), \(byte)")
          }
        }
      }
    }
  }

  @Test func `whether slices have the same bytes`() {
    var random = Seeded()
    var counts = (same: 0, other: 0)
    for _ in 0..<20_000 {
      let bytes = Self.bytes(Int.random(in: 0..<24, using: &random), &random)
      var others = bytes
      if Bool.random(using: &random), let place = others.indices.randomElement(using: &random) {
        others[place] ^= 0x80
      }
      let buffer = Self.buffer(bytes)
      let other = Self.buffer([0x20, 0x20, 0x20] + others)
      let start = Int.random(in: 0...bytes.count, using: &random)
      let end = Int.random(in: start...bytes.count, using: &random)
      let isSame = bytes[start..<end] == others[start..<end]
      let (left, right) = (buffer.view[start..<end], other.view[(start + 3)..<(end + 3)])
      #expect(left.elementsEqual(right) == isSame, "\(bytes), \(others), \(start)..<\(end)")
      #expect((left == right) == isSame)
      if end < bytes.count { #expect(!(left == other.view[(start + 3)..<(end + 4)])) }
      if isSame { counts.same += 1 } else { counts.other += 1 }
    }
    #expect(counts.same > 2_000 && counts.other > 2_000, "\(counts), \(random)")
  }
}
