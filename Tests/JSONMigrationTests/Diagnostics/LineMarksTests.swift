import TestSupport
import Testing

@testable import JSONMigrationCore

@Suite struct LineMarksTests {
  @Test func `places are those that counting from the beginning gives`() {
    var random = Seeded()
    for _ in 0..<20 {
      let lines = Int.random(in: 1...400, using: &random)
      let text = (0..<lines).map { _ in
        String(repeating: "aé👍", count: Int.random(in: 0...20, using: &random))
      }.joined(separator: "\n")
      let bytes = Array(text.utf8)
      let marks = LineMarks(bytes)
      for _ in 0..<20 {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let range = start..<min(start + 3, bytes.count)
        let found = Diagnostic.Span(range, in: bytes, after: marks.last(before: range))
        #expect(found == Diagnostic.Span(range, in: bytes), "\(range), \(random)")
      }
    }
  }

  @Test func `a mark is never far before a place`() {
    let marks = LineMarks(Array(repeating: UInt8(ascii: "\n"), count: 10_000))
    for start in [0, 1_023, 1_024, 5_000, 9_999, 10_000] {
      let mark = marks.last(before: start..<start)
      #expect(mark.byte <= start && start - mark.byte < 1_024)
      #expect(mark.line == mark.byte + 1)
    }
  }
}
