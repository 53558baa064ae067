import JSONMigrationCore
import Testing

@testable import jsonmigrate

@Suite struct TextReporterTests {
  /// A place in a text, marked there with « and ».
  private func place(
    _ file: String, _ marked: String, path: String? = nil, label: String? = nil,
    context: String? = nil, firstLine: Int = 1
  ) throws -> Diagnostic.Place {
    let bytes = Array(marked.utf8)
    let (open, close) = (Array("«".utf8), Array("»".utf8))
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: open) })
    let end = try #require(bytes.indices.first { bytes[$0...].starts(with: close) })
    let source = Array(bytes[..<start] + bytes[(start + 2)..<end] + bytes[(end + 2)...])
    let span = Diagnostic.Span(start..<end - 2, in: source, firstLine: firstLine)
    return .init(file, span: span, path: path, label: label, context: context)
  }

  private func text(_ diagnostics: Diagnostic...) -> String {
    TextReporter().text(of: diagnostics)
  }

  @Test func `a mistake in a rule file`() throws {
    let rules = "{ \"rules\": [\n    { \"«renmae»\": { \"title\": \"name\" } },\n] }"
    #expect(
      text(
        Diagnostic(
          .badRules, "`renmae` is not a verb", at: try place("rules/v3.json", rules, firstLine: 13),
          help: "a similar verb exists: `rename`",
          notes: ["`jsonmigrate help verbs` lists them all"])
      ) == """
        error[bad-rules]: `renmae` is not a verb
          --> rules/v3.json:14:8
           |
        14 |     { "renmae": { "title": "name" } },
           |        ^^^^^^
           |
           = help: a similar verb exists: `rename`
           = note: `jsonmigrate help verbs` lists them all

        """)
  }

  @Test(arguments: [34, 40, 80, 110])
  func `an excerpt fits the terminal, and shows what is marked`(width: Int) throws {
    let line = String(repeating: "abc ", count: 20) + "«here»" + String(repeating: " 表示", count: 20)
    let text = TextReporter(width: width).text(of: [
      Diagnostic(
        .badJSON, "no", at: try place("a.json", line, label: "what stands here is no JSON"))
    ])
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines[3].contains("here"))
    #expect(lines.dropFirst(2).allSatisfy { ExcerptDrawing.columns(of: $0) <= width })
    #expect(lines[3].hasPrefix(" 1 | …") && lines[3].hasSuffix("…"))
    // The marks stand under what they mark.
    let before = try #require(lines[3].firstRange(of: "here")).lowerBound
    #expect(lines[4].prefix { $0 != "^" }.count == lines[3][..<before].count)
    #expect(lines[4].contains("^^^^"))
    #expect(text.contains("what stands here is no JSON"))
  }

  @Test func `what stands in no terminal has a hundred columns`() {
    let console = Console(calls: .system, environment: { _ in nil }, width: { 40 })
    #expect(console.columns(of: Output(9, calls: .system)) == 100)
  }

  @Test func `a mistake in a document, with the rule that found it`() throws {
    let document = "{\n\n    \"name\": «[\"Frank\", \"Herbert\"]»,\n}"
    let rule = "    { \"«split»\": \"author.name\", \"by\": \" \" },"
    #expect(
      text(
        Diagnostic(
          .wrongType, "`split` needs text, found an array",
          at: try place("dune.json", document, path: "$.author.name", label: "an array"),
          relatedPlaces: [
            try place(
              "rules/v3.json", rule, label: "needs text", context: "version 2 → 3", firstLine: 121)
          ],
          help: "to leave other values alone, add\n\"when\": \"type(@.author.name) == 'string'\"",
          notes: ["dune.json was not changed"])
      ) == """
        error[wrong-type]: `split` needs text, found an array
           --> dune.json:3:13  $.author.name
            |
          3 |     "name": ["Frank", "Herbert"],
            |             ^^^^^^^^^^^^^^^^^^^^ an array
            |
           ::: rules/v3.json:121:8  (version 2 → 3)
            |
        121 |     { "split": "author.name", "by": " " },
            |        ----- needs text
            |
            = help: to leave other values alone, add
                    "when": "type(@.author.name) == 'string'"
            = note: dune.json was not changed

        """)
  }

  @Test func `a gap, which is in no line`() {
    #expect(
      text(
        Diagnostic(
          .badRules, "nothing leads from 2 to 3", at: .init("rules/"),
          help: "restore v3.json, or start it with `jsonmigrate new rules/`",
          notes: ["there are 1 → 2 (v2.json) and 3 → 4 (v4.json)"])
      ) == """
        error[bad-rules]: nothing leads from 2 to 3
          --> rules/
           |
           = help: restore v3.json, or start it with `jsonmigrate new rules/`
           = note: there are 1 → 2 (v2.json) and 3 → 4 (v4.json)

        """)
  }

  @Test func `warnings and notes, with an empty line between`() throws {
    #expect(
      text(
        Diagnostic(.badRules, "this case never fits", severity: .warning, at: .init("a.json")),
        Diagnostic(.badRules, "no test matches this rule", severity: .note)
      ) == """
        warning[bad-rules]: this case never fits
          --> a.json

        note[bad-rules]: no test matches this rule

        """)
  }

  struct Line: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let marked: String
    let drawn: String

    init(_ name: String, _ marked: String, _ drawn: String) {
      (testDescription, self.marked, self.drawn) = (name, marked, drawn)
    }
  }

  @Test(arguments: [
    Line("tabs are one space", "\t\t\"a\":\t«1»", "   \"a\": 1\n        ^"),
    Line("CRLF", "«1»\r\n2", " 1\n ^"),
    Line("the end of a line", "[1«\n»]", " [1\n   ^"),
    Line("an empty line", "«»", "\n ^"),
    Line("over several lines", "{ «[\n1\n]» }", " { [\n   ^"),
    Line("wide letters", "\"日本\": «\"語\"»", " \"日本\": \"語\"\n         ^^^^"),
    Line("combining marks", "\"e\u{301}\": «1»", " \"e\u{301}\": 1\n      ^"),
    Line("control characters", "\"\u{1B}[31m\": «1»", " \"\\u001b[31m\": 1\n               ^"),
    Line("text direction", "«\"\u{202E}\"»", " \"\\u202e\"\n ^^^^^^^^"),
  ])
  func `marks stand under what they mean`(_ line: Line) throws {
    let drawn = text(Diagnostic(.badJSON, "no", at: try place("a", line.marked)))
    let lines = drawn.split(separator: "\n", omittingEmptySubsequences: false)[3...4]
    #expect(lines.map { String($0.dropFirst(4)) }.joined(separator: "\n") == line.drawn)
  }

  @Test func `bytes that are no UTF-8`() {
    let span = Diagnostic.Span(1..<2, in: [0x22, 0xFF, 0x22])
    let drawn = text(Diagnostic(.badJSON, "no", at: .init("a", span: span)))
    #expect(drawn.contains(" 1 | \"\\xff\"\n   |  ^^^^\n"))
  }

  @Test func `a very long line is cut around the marks`() throws {
    let before = String(repeating: "b", count: 500)
    let after = String(repeating: "a", count: 500)
    let drawn = text(Diagnostic(.badJSON, "no", at: try place("a", before + "«x»" + after)))
    let expected =
      " 1 | …" + String(repeating: "b", count: 31) + "x"
      + String(repeating: "a", count: 61) + "…\n   | " + String(repeating: " ", count: 32) + "^\n"
    #expect(drawn.contains(expected))
  }

  @Test func `nothing that is drawn can reach the terminal unescaped`() throws {
    let evil = "\u{1B}[2J\u{202E}\r\u{9B}"
    let drawn = text(
      Diagnostic(
        .badJSON, evil + "\n",
        at: try place(evil + "\n", evil + "«\(evil)»", path: evil, label: evil, context: evil),
        help: evil, notes: [evil]))
    let harmful = drawn.unicodeScalars.filter { Printable.needsEscape($0) && $0 != "\n" }
    #expect(harmful.isEmpty)
    #expect(drawn.split(separator: "\n").count == 8)
  }

  @Test func `twenty at most, errors before others`() {
    func all(errors: Int, warnings: Int) -> [Diagnostic] {
      (0..<warnings).map { Diagnostic(.badRules, "w\($0)", severity: .warning) }
        + (0..<errors).map { Diagnostic(.badRules, "e\($0)") }
    }
    func heads(_ diagnostics: [Diagnostic]) -> [String] {
      TextReporter().text(of: diagnostics).split(separator: "\n").map(String.init)
    }
    #expect(heads(all(errors: 20, warnings: 0)).count == 20)
    #expect(heads(all(errors: 27, warnings: 0)).last == "and 7 more")
    #expect(heads(all(errors: 27, warnings: 0)).count == 21)
    let mixed = heads(all(errors: 5, warnings: 30))
    #expect(mixed.last == "and 15 more")
    #expect(mixed.count { $0.hasPrefix("error") } == 5)
    #expect(mixed.count { $0.hasPrefix("warning") } == 15)
    #expect(heads(all(errors: 25, warnings: 1)).count { $0.hasPrefix("warning") } == 0)
  }

  @Test func `colours say nothing that words don't`() throws {
    let diagnostic = Diagnostic(
      .conflict, "two things for one place", at: try place("a.json", "«1»", label: "here"),
      relatedPlaces: [try place("b.json", "«2»")], help: "choose one", notes: ["it is so"])
    let coloured = TextReporter(painter: Painter(isOn: true)).text(of: [diagnostic])
    #expect(coloured.contains("\u{1B}[1;31merror[conflict]\u{1B}[0m"))
    var plain = ""
    var isEscape = false
    for scalar in coloured.unicodeScalars {
      if scalar == "\u{1B}" { isEscape = true }
      if !isEscape { plain.unicodeScalars.append(scalar) }
      if scalar == "m" { isEscape = false }
    }
    // No letter m in the texts, so that the escapes end where they seem to.
    #expect(plain == text(diagnostic))
  }
}
