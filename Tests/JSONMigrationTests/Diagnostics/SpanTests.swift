import JSONText
import Testing

@testable import JSONMigrationCore

@Suite struct SpanTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The source, with the span between « and ».
    let marked: String
    let line: Int
    let column: Int
    /// The excerpt, with the marks.
    let excerpt: String

    init(_ name: String, _ marked: String, _ line: Int, _ column: Int, _ excerpt: String) {
      (testDescription, self.marked, self.line, self.column) = (name, marked, line, column)
      self.excerpt = excerpt
    }
  }

  @Test(arguments: [
    Case("the first line", "{ «\"a\"»: 1 }\n", 1, 3, "{ «\"a\"»: 1 }"),
    Case("a later line", "{\n  \"a\": «true»\n}", 2, 8, "  \"a\": «true»"),
    Case("columns are scalars", "[\"é日👍\", «1»]", 1, 9, "[\"é日👍\", «1»]"),
    Case("CRLF", "{\r\n  «1»\r\n}", 2, 3, "  «1»"),
    Case("a lone carriage return ends no line", "[\r«1»]", 1, 3, "[\r«1»]"),
    Case("at the line feed", "[1«\n»]", 1, 3, "[1«»"),
    Case("at the end", "[1«»", 1, 3, "[1«»"),
    Case("after the last line feed", "[1\n«»", 2, 1, "«»"),
    Case("nothing at all", "«»", 1, 1, "«»"),
    Case("over several lines", "{ «[\n1\n]» }", 1, 3, "{ «[»"),
  ])
  func `line, column and excerpt`(_ example: Case) throws {
    let bytes = Array(example.marked.utf8)
    let parts = example.marked.split(separator: "»", omittingEmptySubsequences: false)
    let halves = parts[0].split(separator: "«", omittingEmptySubsequences: false)
    let start = halves[0].utf8.count
    let source = Array((halves[0] + halves[1] + parts[1]).utf8)
    #expect(bytes.count == source.count + 4)
    let span = Diagnostic.Span(start..<start + halves[1].utf8.count, in: source)
    #expect(span.line == example.line)
    #expect(span.column == example.column)
    #expect(shown(span.excerpt) == example.excerpt)
  }

  @Test func `a line of many documents counts from its own number`() {
    let span = Diagnostic.Span(1..<2, in: Array("[1]".utf8)[...], firstLine: 41)
    #expect((span.line, span.column) == (41, 2))
  }

  @Test func `a slice counts from its own start`() {
    let all = Array("skipped[1]".utf8)
    #expect(shown(Diagnostic.Span(1..<2, in: all[7...]).excerpt) == "[«1»]")
  }

  @Test func `what lies outside the source is left out`() {
    let span = Diagnostic.Span(100..<200, in: Array("[1]".utf8))
    #expect((span.line, span.column, span.bytes) == (1, 4, 3..<3))
  }

  @Test(arguments: [0, 3, 40, 41, 5_000, 9_919, 9_920, 9_999])
  func `a very long line is cut around what is meant`(start: Int) {
    let line = (0..<10_000).map { UInt8(ascii: "a") + UInt8($0 % 23) }
    let excerpt = Diagnostic.Span(start..<start + 1, in: line).excerpt
    #expect((60...120).contains(excerpt.text.count))
    #expect(Array(excerpt.text[excerpt.marked]) == [line[start]])
    #expect(excerpt.isCutBefore == (start > 40))
    #expect(excerpt.isCutAfter == (start < 9_920))
  }

  @Test func `a long span is cut at its end`() {
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1_000)
    let excerpt = Diagnostic.Span(500..<1_000, in: line).excerpt
    #expect(excerpt.text.count == 120)
    #expect(excerpt.marked == 40..<120)
    #expect(excerpt.isCutBefore && excerpt.isCutAfter)
  }

  @Test func `a line of 120 columns stays whole`() {
    let line = Array(String(repeating: "é", count: 120).utf8)
    let excerpt = Diagnostic.Span(100..<102, in: line).excerpt
    #expect(excerpt.text == line)
    #expect(!excerpt.isCutBefore && !excerpt.isCutAfter)
  }

  @Test func `bytes that are no UTF-8 don't make an excerpt large`() {
    let source = [UInt8](repeating: 0x80, count: 100_000)
    let span = Diagnostic.Span(50_000..<50_001, in: source)
    #expect(span.excerpt.text.count <= 480)
    #expect(Array(span.excerpt.text[span.excerpt.marked]) == [0x80])
  }

  @Test func `lines and columns are those of the source map`() {
    let pieces: [[UInt8]] = [
      [0x61], [0x0A], [0x0D, 0x0A], [0x0D], [0xC3, 0xA9], [0xF0, 0x9F, 0x91, 0x8D], [0x80], [0xFF],
    ]
    let source = (0..<300).flatMap { pieces[$0 * $0 % 13 % pieces.count] }
    for offset in 0...source.count {
      let span = Diagnostic.Span(offset..<offset, in: source)
      #expect((span.line, span.column) == SourceMap.place(of: offset, in: source))
    }
  }

  private func shown(_ excerpt: Diagnostic.Excerpt) -> String {
    let text = excerpt.text
    let marked = excerpt.marked
    return String(decoding: text[..<marked.lowerBound], as: UTF8.self) + "«"
      + String(decoding: text[marked], as: UTF8.self) + "»"
      + String(decoding: text[marked.upperBound...], as: UTF8.self)
  }
}
