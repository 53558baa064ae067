import JSONText
import TestSupport
import Testing

@testable import jsonmigrate

struct ByteSliceTests {
  @Test func `a byte is counted wherever it stands, in slices of all lengths`() {
    var random = Seeded()
    let lengths = Array(0...200) + [4_031, 4_032, 4_033, 16_384, 40_001]
    for length in lengths {
      var buffer = ByteBuffer()
      let isFull = length % 7 == 0
      for _ in 0..<length {
        buffer.append(isFull ? 10 : UInt8.random(in: 9...11, using: &random))
      }
      let start = min(length, Int.random(in: 0...20, using: &random))
      let slice = buffer.view[start..<length]
      #expect(slice.count(of: 10) == slice.filter { $0 == 10 }.count, "\(length) \(random)")
    }
  }
}
