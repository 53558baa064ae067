import JSONText
import TestSupport
import Testing

@testable import jsonmigrate

@Suite struct LinesTests {
  private func buffer(_ text: String) -> ByteBuffer {
    var buffer = ByteBuffer()
    // What comes before is no part of the text.
    buffer.append(contentsOf: "\n#".utf8)
    buffer.append(contentsOf: text.utf8)
    return buffer
  }

  @Test(arguments: [
    "", "\n", "a", "a\n", "\n\na", "a\nbc\n\nd", String(repeating: "x\n", count: 64),
  ])
  func `each line has its end`(_ text: String) {
    let bytes = buffer(text)
    var lines = Lines(bytes.view[2..<bytes.count])
    let found = (0..<lines.count).map { String(decoding: lines[$0], as: UTF8.self) }
    #expect(found.joined() == text)
    #expect(found.allSatisfy { !$0.isEmpty && !$0.dropLast().contains("\n") })
    #expect(found.dropLast().allSatisfy { $0.hasSuffix("\n") })
  }

  @Test func `lines are found in any order, also where blocks share a room`() {
    let all = (0..<140_000).map { "\($0)\n" }
    let bytes = buffer(all.joined())
    var lines = Lines(bytes.view[2..<bytes.count])
    #expect(lines.count == all.count)
    var random = Seeded(7)
    for _ in 0..<500 {
      let index = Int.random(in: 0..<70_000, using: &random)
      for index in [index, index + 65_536, index + 1] {
        let isFound = lines[index].elementsEqual(all[index].utf8)
        #expect(isFound, "line \(index)")
      }
    }
  }

  @Test(
    arguments: [
      ("a\nb\nc\n", "a\nb\nc\n", 3), ("a\nb", "a\nb", 2), ("a\nb", "a\nb\n", 1),
      ("a\nb\n", "a\nbc\n", 1), ("a\n", "b\n", 0), ("a\n", "a\nb", 1),
      ("long enough for words\nx\ny\n", "long enough for words\nx\nz\n", 2),
    ])
  func `lines that are the same`(_ old: String, _ new: String, _ count: Int) {
    let old = buffer("first\n" + old)
    let new = buffer("1\n2\n" + new)
    var (lines, others) = (Lines(old.view[2..<old.count]), Lines(new.view[2..<new.count]))
    var work = 0
    #expect(lines.same(from: 1, as: &others, from: 2, work: &work) == count)
    #expect(others.same(from: 2, as: &lines, from: 1, work: &work) == count)
    #expect(work > 0)
  }
}
