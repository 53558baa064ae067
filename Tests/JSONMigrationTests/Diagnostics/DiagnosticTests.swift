import JSONText
import Testing

@testable import JSONMigrationCore

@Suite struct DiagnosticTests {
  private func diagnostic(_ file: String?, byte: Int? = nil, _ message: String) -> Diagnostic {
    let span = byte.map { byte in
      Diagnostic.Span(byte..<byte, in: [UInt8](repeating: UInt8(ascii: " "), count: 100))
    }
    return Diagnostic(.badRules, message, at: file.map { .init($0, span: span) })
  }

  @Test func `a description is one line that a build log can link`() {
    let text = Array("{\n  \"a\": 1\n}".utf8)
    let place = Diagnostic.Place("rules/v2.json", span: .init(9..<10, in: text))
    #expect(
      Diagnostic(.wrongType, "text is needed, found a number", at: place).description
        == "rules/v2.json:2:8: error: text is needed, found a number [wrong-type]")
    #expect(
      Diagnostic(
        .badRules, "nothing leads from 2 to 3", severity: .warning, at: .init("rules")
      ).description
        == "rules: warning: nothing leads from 2 to 3 [bad-rules]")
    let note = Diagnostic(.conflict, "so it is", severity: .note)
    #expect(note.description == "note: so it is [conflict]")
  }

  @Test func `a file name can't forge a line`() {
    let place = Diagnostic.Place("a\n\u{1B}[2Jb.json:1:1: error: x")
    #expect(!Diagnostic(.badJSON, "no", at: place).description.contains("\n"))
    #expect(!Diagnostic(.badJSON, "no", at: place).description.contains("\u{1B}"))
  }

  @Test func `reading order is file by file, from top to end`() {
    let order = [
      diagnostic("v10.json", byte: 30, "c"), diagnostic("v2.json", byte: 9, "e"),
      diagnostic("v10.json", byte: 4, "b"), diagnostic("v2.json", byte: 2, "d"),
      diagnostic("v10.json", "a"), diagnostic("v2.json", byte: 9, "f"), diagnostic(nil, "g"),
    ].inReadingOrder()
    #expect(order.map(\.message) == ["a", "b", "c", "d", "e", "f", "g"])
  }

  @Test func `file names that look alike are two files`() {
    let order = [
      diagnostic("e\u{301}", byte: 5, "a"), diagnostic("\u{E9}", byte: 1, "b"),
      diagnostic("e\u{301}", byte: 9, "ab"),
    ].inReadingOrder()
    #expect(order.map(\.message) == ["a", "ab", "b"])
  }

  @Test func `a migration error is of the kind of its first error`() throws {
    let warning = Diagnostic(.badRules, "careful", severity: .warning)
    let error = Diagnostic(.wrongType, "text is needed")
    let all = try #require(MigrationError([warning, error, Diagnostic(.conflict, "two")]))
    #expect(all.kind == .wrongType)
    #expect(all.diagnostics.count == 3)
    #expect(MigrationError([warning]) == nil)
    #expect(
      all.description == """
        warning: careful [bad-rules]
        error: text is needed [wrong-type]
        error: two [conflict]
        """)
  }

  @Test func `severities are ordered`() {
    #expect(Diagnostic.Severity.note < .warning)
    #expect(Diagnostic.Severity.warning < .error)
  }

  @Test func `what the reader of a text found keeps its kind and gets its line`() {
    let source = Array("{\n  \"a\": tru\n}".utf8)
    let error = JSONError(.badJSON, offset: 9, found: "`tru`", expected: "a value")
    let diagnostic = Diagnostic(error, in: source, file: "a.json")
    #expect(diagnostic.kind == .badJSON)
    #expect(diagnostic.description == "a.json:2:8: error: expected a value, found `tru` [bad-json]")
    #expect(diagnostic.place?.span?.bytes == 9..<10)
  }

  @Test(arguments: [[0x1F, 0x8B, 8, 0], [0x28, 0xB5, 0x2F, 0xFD]] as [[UInt8]])
  func `a text that is compressed is to be unpacked`(source: [UInt8]) {
    let error = JSONError(.badJSON, offset: 0, found: "`(`", expected: "a value")
    let help = Diagnostic(error, in: source, file: "a.json.gz").help
    #expect(help == "it looks compressed: unpack it first")
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0], 32), ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x7B], 32),
      ([0x7B, 0, 0, 0, 0x7D, 0, 0, 0], 32), ([0, 0, 0, 0x7B, 0, 0, 0, 0x7D], 32),
      ([0xFF, 0xFE, 0x7B, 0, 0x7D, 0], 16), ([0x7B, 0, 0x7D, 0], 16), ([0, 0x7B, 0, 0x7D], 16),
      ([0, 0, 0, 0, 0], nil),
    ] as [([UInt8], Int?)])
  func `a text in another encoding is told by its start`(source: [UInt8], bits: Int?) {
    let error = JSONError(.badJSON, offset: 0, found: "`(`", expected: "a value")
    let help = Diagnostic(error, in: source, file: "a.json").help
    #expect(help == bits.map { "it looks like UTF-\($0): save it as UTF-8" })
  }

  @Test func `an error at the end of a text has its place there`() {
    let error = JSONError(.badJSON, offset: 1, found: "the end", expected: "a value")
    let diagnostic = Diagnostic(error, in: Array("[".utf8), file: "a.json")
    #expect(diagnostic.place?.span?.bytes == 1..<1)
    #expect(diagnostic.place?.description == "a.json:1:2")
  }
}
