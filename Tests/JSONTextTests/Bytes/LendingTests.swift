import TestSupport
import Testing

@testable import JSONText

/// A buffer that takes long stretches from a text holds the same as one that copies them.
struct LendingTests {
  private static let long = Lending.long

  private static let bytes = (0..<3 * long).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

  private static func text() -> ByteBuffer {
    var text = ByteBuffer()
    text.append(contentsOf: bytes)
    text.seal()
    return text
  }

  @Test func `parts are what was added, in order`() {
    var random = Seeded()
    let text = Self.text()
    var lengths = [0, 1, 63, 64, 65, 300, Self.long - 1, Self.long, Self.long + 1, 2 * Self.long]
    lengths += (0..<20).map { _ in Int.random(in: 0...200, using: &random) }
    for round in 0..<Amount.of(14, thorough: 40) {
      var lending = ByteBuffer()
      var copying = ByteBuffer()
      lending.lend(from: text.view)
      if round % 2 == 0 { lending.reserve(10 * Self.long) }
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        let length = lengths.randomElement(using: &random) ?? 0
        let start = Int.random(in: 0...(text.count - length), using: &random)
        let range = start..<start + length
        if Bool.random(using: &random) {
          lending.append(range, of: text.view)
        } else {
          var tail = lending.tail
          tail.put(range, of: text.view, in: &lending)
          lending.take(tail)
        }
        copying.append(range, of: text.view)
        if Int.random(in: 0...9, using: &random) == 0 {
          lending.truncate(to: 0)
          copying.truncate(to: 0)
        }
      }
      #expect(lending.size == copying.count, "\(random)")
      #expect(lending.parts.bytes == copying.view[0..<copying.count].array, "\(random)")
    }
  }

  @Test func `what is taken back is all that came since`() {
    var random = Seeded()
    let text = Self.text()
    for _ in 0..<Amount.of(17, thorough: 50) {
      var lending = ByteBuffer()
      var copying = ByteBuffer()
      lending.lend(from: text.view)
      lending.beginOutput(atMost: .max)
      var marks: [(ByteBuffer.Mark, Int)] = [(lending.mark, 0)]
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        if Int.random(in: 0...3, using: &random) == 0 {
          let number = Int.random(in: 0..<marks.count, using: &random)
          marks.removeSubrange((number + 1)...)
          lending.takeBack(to: marks[number].0)
          copying.truncate(to: marks[number].1)
        } else {
          let length = [0, 1, 70, Self.long].randomElement(using: &random) ?? 0
          lending.append(0..<length, of: text.view)
          copying.append(0..<length, of: text.view)
          marks.append((lending.mark, copying.count))
        }
      }
      #expect(lending.parts.bytes == copying.view[0..<copying.count].array, "\(random)")
      #expect(lending.size == copying.count, "\(random)")
    }
  }

  @Test func `what is put in front of what came since a mark stands there`() {
    var random = Seeded()
    let text = Self.text()
    let lengths = [0, 1, 70, 70, 1, 0, Self.long - 1, Self.long]
    for _ in 0..<Amount.of(14, thorough: 40) {
      var lending = ByteBuffer()
      var expected: [UInt8] = []
      lending.lend(from: text.view)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let mark = lending.mark
        var added: [UInt8] = []
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          let range = 7..<7 + (lengths.randomElement(using: &random) ?? 0)
          lending.append(range, of: text.view)
          added += text.view[range].array
        }
        let range = 5..<5 + (lengths.randomElement(using: &random) ?? 0)
        lending.insert(range, of: text.view, at: mark)
        added = text.view[range].array + added
        let parts = lending.parts(since: mark)
        let size = lending.size(since: mark)
        #expect(size == added.count && parts.bytes == added, "\(random)")
        expected += added
      }
      #expect(lending.size == expected.count && lending.parts.bytes == expected, "\(random)")
    }
  }

  @Test func `a long stretch takes no memory, and one of another text is copied`() {
    let text = Self.text()
    let other = Self.text()
    var buffer = ByteBuffer()
    buffer.lend(from: text.view)
    buffer.append(1..<text.count, of: text.view)
    #expect(buffer.count == 0 && buffer.capacity < Self.long)
    buffer.append(1..<text.count, of: other.view)
    #expect(buffer.count == text.count - 1 && buffer.size == 2 * (text.count - 1))
    buffer.truncate(to: 0)
    buffer.lend(from: nil)
    buffer.append(1..<text.count, of: text.view)
    #expect(buffer.count == text.count - 1 && Array(buffer.parts).count == 1)
  }

  /// A rule may copy a long value again and again.
  @Test func `what was lent counts for the limit`() {
    let text = Self.text()
    for (limit, isEnough) in [(4 * Self.long, true), (4 * Self.long - 1, false)] {
      var buffer = ByteBuffer()
      buffer.lend(from: text.view)
      buffer.beginOutput(atMost: limit)
      for _ in 0..<2 {
        var tail = buffer.tail
        tail.put(0..<2 * Self.long, of: text.view, in: &buffer)
        buffer.take(tail)
      }
      #expect(buffer.endOutput() == isEnough)
      #expect(buffer.size == (isEnough ? 4 * Self.long : 0))
    }
  }
}

extension ByteParts {
  fileprivate var bytes: [UInt8] { reduce(into: []) { $0 += $1.array } }
}
