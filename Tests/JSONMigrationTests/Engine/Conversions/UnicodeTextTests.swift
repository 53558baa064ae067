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
      let parts = text.split(by: separator, atMost: limit)
      #expect(
        parts == slowly(text, by: separator, atMost: limit),
        "\(text) by \(separator), at most \(limit), \(random)")
      if parts.count > 1 { split += 1 }
    }
    #expect(split > 500, "\(random)")
  }

  /// Few letters, so that a separator often begins and goes on otherwise.
  private func letters(_ count: ClosedRange<Int>, using random: inout Seeded) -> [UInt8] {
    (0..<Int.random(in: count, using: &random)).map { _ in
      UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "b"), using: &random)
    }
  }
}
