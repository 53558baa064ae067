import Foundation
import JSONMigrationCore
import TestSupport
import Testing

@testable import jsonmigrate

@Suite struct MachineReporterTests {
  private var full: Diagnostic {
    let source = Array("{\n  \"a\": [1]\n}".utf8)
    return Diagnostic(
      .wrongType, "text is needed, 100% sure", severity: .warning,
      at: .init(
        "dir,1/a:b.json", span: .init(9..<12, in: source), path: "$.a", label: "an array"),
      relatedPlaces: [.init("rules/v2.json", label: "needs text", context: "version 1 → 2")],
      help: "say \"please\"", notes: ["one\ntwo", "three"])
  }

  @Test func `a line of JSON`() {
    #expect(
      JSONReporter.line(of: full) == #"""
        {"severity": "warning", "kind": "wrong-type", "message": "text is needed, 100% sure", \#
        "places": [{"file": "dir,1/a:b.json", "line": 2, "column": 8, "start": 9, "end": 12, \#
        "path": "$.a", "label": "an array"}, {"file": "rules/v2.json", "label": "needs text", \#
        "context": "version 1 → 2"}], "help": "say \"please\"", "notes": ["one\ntwo", "three"]}
        """#)
    #expect(
      JSONReporter.line(of: Diagnostic(.badJSON, "no", severity: .note))
        == #"{"severity": "note", "kind": "bad-json", "message": "no", "places": [], "notes": []}"#)
  }

  @Test func `any text becomes JSON that says the same`() throws {
    let scalars = (0...0x2100).compactMap(Unicode.Scalar.init) + ["\u{FEFF}", "\u{E0041}", "👍"]
    // Longer messages are cut.
    for start in stride(from: 0, to: scalars.count, by: 1_000) {
      let text = scalars[start...].prefix(1_000)
      let message = String(String.UnicodeScalarView(text))
      let line = JSONReporter.line(of: Diagnostic(.badJSON, message))
      #expect(!line.unicodeScalars.contains(where: Printable.needsEscape))
      let parsed = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let said = try #require(parsed?["message"] as? String)
      #expect(Array(said.unicodeScalars) == Array(text))
    }
  }

  @Test func `a command for GitHub`() {
    #expect(
      GitHubReporter.line(of: full)
        == "::warning file=dir%2C1/a%3Ab.json,line=2,col=8,title=wrong-type::text is needed, "
        + "100%25 sure%0Asee rules/v2.json: needs text%0Ahelp: say \"please\"%0Anote: one%0Atwo"
        + "%0Anote: three")
    #expect(
      GitHubReporter.line(of: Diagnostic(.badJSON, "no", severity: .note))
        == "::notice title=bad-json::no")
  }

  @Test func `a line as compilers write it`() {
    #expect(
      XcodeReporter.line(of: full) == """
        dir,1/a:b.json:2:8: warning: text is needed, 100% sure; say "please"
        rules/v2.json:1:1: note: needs text
        dir,1/a:b.json:2:8: note: one two
        dir,1/a:b.json:2:8: note: three
        """)
    #expect(XcodeReporter.line(of: Diagnostic(.badJSON, "no", severity: .note)) == "note: no")
    let evil = "x\r\nb.json:1:1: error: forged\u{1B}[2J"
    let line = XcodeReporter.line(of: Diagnostic(.badJSON, evil, at: .init(evil)))
    #expect(!line.contains { $0.isNewline || $0 == "\u{1B}" })
  }

  @Test func `nothing in a file or document can forge a command`() {
    let evil = "x\r\n::error::forged\u{1B}[2J%0A"
    let line = GitHubReporter.line(of: Diagnostic(.badJSON, evil, at: .init(evil)))
    #expect(!line.contains("\n") && !line.contains("\r") && !line.contains("\u{1B}"))
    #expect(line.hasPrefix("::error file=x\\r%0A%3A%3Aerror%3A%3Aforged\\u001b[2J%250A,title="))
  }

  @Test func `whatever is long is cut, but not a path, which is for programs`() {
    let long = String(long: "x", count: 1_000_000)
    let place = Diagnostic.Place("a", path: "$", label: long, context: long)
    let all = Diagnostic(
      .badJSON, long, at: place, relatedPlaces: [place], help: long, notes: [long])
    #expect(JSONReporter.line(of: all).utf8.count < 30_000)
    #expect(JSONReporter.object(of: Diagnostic.Place("a", path: long)).utf8.count > 1_000_000)
  }

  @Test func `machines get all of them`() {
    let many = (0..<50).map { Diagnostic(.badJSON, "\($0)") }
    for format in [ReportFormat.json, .github, .xcode] {
      let text = format.text(of: many, Painter(isOn: true), width: 100)
      #expect(text.split(separator: "\n").count == 50)
      #expect(text.hasSuffix("\n"))
    }
  }
}
