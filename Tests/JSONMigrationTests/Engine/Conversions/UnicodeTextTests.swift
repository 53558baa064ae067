import TestSupport
import Testing

@testable import JSONMigrationCore

@Suite struct UnicodeTextTests {
  /// Looks for the separator at each place.
  private func slowly(_ text: [UInt8], by separator: [UInt8], atMost limit: Int) -> [[UInt8]] {
    var parts: [[UInt8]] = [[]]
    var rest = text[...]
    while let first = rest.first {
      if parts.count < limit, rest.starts(with: separator) {
        parts.append([])
        rest = rest.dropFirst(separator.count)
      } else {
        parts[parts.count - 1].append(first)
        rest = rest.dropFirst()
      }
    }
    return parts
  }

  @Test func `text is split as looking at each place would split it`() {
    var random = Seeded()
    var split = 0
    for _ in 0..<2_000 {
      let text = letters(0...30, using: &random)
      let separator = letters(1...6, using: &random)
      let limit = [1, 2, 3, .max].randomElement(using: &random) ?? .max
      let parts = text.parts(splitBy: separator, atMost: limit).map { Array(text[$0]) }
      #expect(
        parts == slowly(text, by: separator, atMost: limit),
        "\(text) by \(separator), at most \(limit), \(random)")
      if parts.count > 1 { split += 1 }
    }
    #expect(split > 500, "\(random)")
  }

  @Test func `white space goes at both ends, in ASCII and beyond`() {
    var random = Seeded()
    let scalars = Array(" \t\r\u{B}\u{1C}\u{A0}\u{3000}a\u{E9}.".unicodeScalars)
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
        scalars.randomElement(using: &random)
      }
      let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
      let front = text.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
      let (bytes, expected) = (Self.bytes(text), Self.bytes(Array(front)))
      #expect(bytes.trimmed == expected, "\(text), \(random)")
    }
  }

  private static func bytes(_ scalars: [Unicode.Scalar]) -> [UInt8] {
    Array(String(String.UnicodeScalarView(scalars)).utf8)
  }

  /// Few letters, so that a separator often begins and goes on otherwise.
  private func letters(_ count: ClosedRange<Int>, using random: inout Seeded) -> [UInt8] {
    (0..<Int.random(in: count, using: &random)).map { _ in
      UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "b"), using: &random)
    }
  }
}
