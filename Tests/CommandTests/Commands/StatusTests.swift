import Foundation
import JSONMigrationCore
import Testing

@testable import jsonmigrate

@Suite struct StatusTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(
      """
      { "to": 2, "rules": [{ "rename": { "a": "b" } }],
        "tests": [{ "before": { "a": 1, "known": { "x": [{ "y": 1 }] } }, "after": {} }] }
      """, to: "rules/v2.json")
    try scratch.write(
      """
      { "to": 3, "rules": [
        { "map-values": "s", "table": { "open": 1 } },
        { "in": "list[*]", "rules": [{ "map-values": "k", "table": { "a": "b" }, "otherwise": "keep" }] }
      ] }
      """, to: "rules/v3.json")
    try scratch.write(#"{ "case": 1 }"#, to: "rules/tests/one.before.json")
    try scratch.write(#"{ "version": 3 }"#, to: "docs/current.json")
    try scratch.write(
      """
      {"a":1,"s":"open","list":[{"k":"z"},{"k":"a"},{"k":"z","new":[]}]}

      {"version":2,"s":"shut","list":[{"k":"q"}]}\r
      {"version":2,"s":["x"],"case":{"in":1},"known":{"x":[{"y":1,"z":1}]}}
      {"version":2,"s":"shut"
      """, to: "docs/lines.ndjson")
  }

  private func run(_ arguments: String...) -> Transcript {
    Transcript(["status"] + arguments.map { $0.replacing("@", with: scratch.path) })
  }

  private func shown(_ text: String) -> String { text.replacing(scratch.path + "/", with: "") }

  @Test func `what is out there, and what would become of it`() throws {
    let before = try scratch.status("docs/lines.ndjson")
    let run = run("@/rules", "@/docs")
    #expect(run.status == .found)
    #expect(run.errors == "")
    try Golden.check(shown(run.output), "status.txt")
    #expect(try scratch.status("docs/lines.ndjson") == before)
    #expect(try scratch.names() == ["docs", "rules"])
  }

  @Test func `text that is no JSON is told by what is wrong with it`() throws {
    for (name, text) in [
      ("a", "{\"a\":1"), ("b", "\u{FEFF}{}"), ("c", ""), ("d", "{\"b\":2"), ("e", "{\"b\" y"),
      ("f", "{\"b\" x"),
    ] {
      try scratch.write(text, to: "bad/\(name).json")
    }
    let run = run("@/rules", "@/bad")
    #expect(run.output.ranges(of: "error[bad-json]: ").count == 4, "\(run.output)")
    #expect(shown(run.output).contains("  also bad/d.json:1:7\n"))
    #expect(shown(run.output).contains("  also bad/f.json:1:6\n"))
  }

  @Test func `what is newer than the rules is no failure where it is left alone`() throws {
    try scratch.write(#"{ "version": 9 }"#, to: "new/a.json")
    #expect(run("@/rules", "@/new").status == .found)
    let run = run("--skip-newer", "@/rules", "@/new")
    #expect((run.errors, run.status) == ("", .done))
    #expect(run.output.hasPrefix("1 document in 1 file\n"))
    #expect(run.output.contains("  9                1  not in the rules\n"))
  }

  @Test func `versions that a pattern fits are counted, documents of another format too`() throws {
    try scratch.write(
      #"{ "from": "7.0.*", "to": "7.1", "rules": [{ "drop": "x" }] }"#, to: "text/v7.1.json")
    try scratch.write(#"{ "when": "@.x || @.version == '7.1'" }"#, to: "text/format.json")
    let lines = ["7.0.1", "7.0.12", "7.0.1", "7.1"].map { #"{"x":1,"version":"\#($0)"}"# }
    try scratch.write((lines + [#"{"y":1}"#]).joined(separator: "\n"), to: "more/a.ndjson")
    let run = run("@/text", "@/more")
    #expect((run.errors, run.status) == ("", .done))
    #expect(run.output.hasPrefix("5 documents in 1 file, 1 of another format\n"))
    let rows = run.output.split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    #expect(rows.contains("7.0.1 2") && rows.contains("7.0.12 1") && rows.contains("7.1 1 newest"))
  }

  @Test func `versions that the rules don't name are counted too`() throws {
    try scratch.write("{\"version\":7}\n{\"version\":7}\n{\"version\":3}\n", to: "more/a.ndjson")
    let run = run("@/rules", "@/more")
    #expect(run.status == .found)
    #expect(run.output.hasPrefix("3 documents in 1 file, 2 would fail\n"))
    let rows = run.output.split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    #expect(rows.contains("7 2 not in the rules") && rows.contains("3 1 newest"))
    let json = self.run("@/rules", "@/more", "--format=json").output
    #expect(json.contains(#"{"version": 7, "documents": 2}"#))
  }

  @Test func `the same for programs, on however many threads`() throws {
    let one = run("@/rules", "@/docs", "--format=json", "--jobs=1")
    try Golden.check(shown(one.output), "status.json")
    #expect(one.output == run("@/rules", "@/docs", "--format=json", "--jobs=3").output)
    #expect(throws: Never.self) {
      try JSONSerialization.jsonObject(with: Data(one.output.utf8))
    }
  }

  @Test func `all is well`() {
    let run = run("@/rules", "@/docs/current.json")
    #expect(run.status == .done)
    #expect(
      run.output.hasPrefix(
        "1 document in 1 file\n\nVersions:\n  version  documents\n  1                0\n"
          + "  2                0\n  3                1  newest"))
    #expect(!run.output.contains("fail"))
  }

  @Test func `a file of many documents counts as many`() throws {
    try scratch.write(#"{ "each": "[*]" }"#, to: "each/format.json")
    try scratch.write(
      """
      { "to": 2, "rules": [{ "drop": "list[*]" }, { "rename": { "a": "b" } }] }
      """, to: "each/v2.json")
    try scratch.write(
      #"[{ "a": 1, "list": [1, 2] }, { "a": 2 }, { "version": 2 }]"#, to: "all/one.json")
    try scratch.write("[]", to: "all/two.json")
    let run = run("@/each", "@/all")
    #expect(run.output.hasPrefix("3 documents in 2 files\n"))
    let rows = run.output.split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    #expect(rows.contains("1 2 drop \(scratch.path)/each/v2.json:1:24"))
    #expect(rows.contains("2 2 rename \(scratch.path)/each/v2.json:1:47"))
  }

  @Test
  func `many bad documents in a file take no more time each than few`() throws {
    let count = 4_000
    let bad = Array(repeating: #"{"version":2,"s":"shut"}"#, count: count)
    try scratch.write("[\(bad.joined(separator: ","))]", to: "file/all.json")
    let file = run("@/rules", "@/file", "--each=[*]")
    #expect(file.output.hasPrefix("\(count) documents in 1 file, \(count) would fail\n"))
    #expect(file.output.contains("  and \(count - 3) more\n"))
  }

  @Test func `a document of another format fails where it is named itself`() throws {
    try scratch.write(#"{ "when": "@.a" }"#, to: "rules/format.json")
    try scratch.write(#"{"zzz":1}"#, to: "other/one.json")
    let named = run("@/rules", "@/other/one.json")
    #expect(named.status == .found && named.output.contains("error[wrong-format]"))
    #expect(named.output.hasPrefix("1 document in 1 file, 1 would fail\n"))
    let walked = run("@/rules", "@/other")
    #expect(walked.status == .done)
    #expect(walked.output.hasPrefix("1 document in 1 file, 1 of another format\n"))
    #expect(walked.output.contains("zzz") == false)
  }

  @Test func `a bad document among many in a file hides none of the others`() throws {
    let documents = [
      #"{"version":2,"s":"bad"}"#, #"{"a":1}"#, #"{"version":9}"#, #"{"version":2,"s":"shut"}"#,
      #"{"version":3}"#, #"{"version":true}"#,
    ]
    try scratch.write(documents.joined(separator: "\n"), to: "lines/all.ndjson")
    try scratch.write(#"{"rows":[\#(documents.joined(separator: ",\n"))]}"#, to: "file/all.json")
    let lines = run("@/rules", "@/lines")
    let file = run("@/rules", "@/file", "--each=rows[*]")
    #expect(file.status == .found && lines.output.hasPrefix("6 documents in 1 file, 4 would fail"))
    // All but what would fail is said in the same words.
    func head(_ run: Transcript) -> Substring? {
      run.output.split(separator: "What would fail").first
    }
    #expect(head(file) == head(lines))
    #expect(file.output.contains("rows[0].s") && file.output.contains("unknown-version") == false)
    #expect(file.output.contains("newer-version") && file.output.contains("bad-version"))
  }

  @Test func `rules stand in the order of the chain, and what does nothing stands out`() throws {
    try scratch.write(
      #"{ "from": 1, "to": 2, "rules": [{ "move": { "a": "box.b" } }] }"#, to: "order/z.json")
    try scratch.write(
      #"{ "from": 2, "to": 3, "rules": [{ "drop": "box.c" }] }"#, to: "order/a.json")
    try scratch.write("{}", to: "order.json")
    let run = run("@/order", "@/order.json", "--color=always")
    let first = try #require(run.output.firstRange(of: "version 1 → 2")).lowerBound
    let second = try #require(run.output.firstRange(of: "version 2 → 3")).lowerBound
    #expect(first < second)
    let row = "            0      0  drop  \(scratch.path)/order/a.json:1:35  nothing to do"
    #expect(run.output.contains("\u{1B}[1;33m\(row)\u{1B}[0m\n"))
  }

  @Test func `what was renamed is known by all its names`() throws {
    try scratch.write(
      """
      { "to": 2, "rules": [
        { "rename": { "old": "new" } }, { "move": { "deep.in": "out" } }, { "unnest": "inner" },
        { "in": "items[*]", "rename": { "was": "is" } },
        { "concat": "rows[*].cells", "into": "cells" },
        { "in": "cells[*]", "rename": { "png": "image" } },
        { "wrap": "new.x" }, { "wrap": "out.y" }, { "wrap": "z" }, { "wrap": "items[*].is.w" }
      ] }
      """, to: "names/v2.json")
    try scratch.write(
      """
      {"old":{"x":1,"u":1},"deep":{"in":{"y":1,"u":1}},"inner":{"z":1},"items":[{"was":{"w":1,"u":1}}],\
      "rows":[{"cells":[{"png":1,"u":1}]}]}
      """, to: "names.ndjson")
    let run = run("@/names", "@/names.ndjson", "--format=json")
    let unseen = try #require(run.output.firstRange(of: "\"unseen\": ")).upperBound
    #expect(
      run.output[unseen...].hasPrefix(
        """
        [{"path": "$.deep.in.u", "documents": 1}, {"path": "$.items[*].was.u", "documents": 1}, \
        {"path": "$.old.u", "documents": 1}, {"path": "$.rows[*].cells[*].u", "documents": 1}]
        """))
  }

  @Test func `values of which there are too many are only counted`() throws {
    let lines = (0..<1_500).map { #"{"version":2,"s":"v\#($0)","k\#($0)":1}"# + "\n" }
    try scratch.write(lines.joined(), to: "many.ndjson")
    let run = run("@/rules", "@/many.ndjson", "--format=json", "--jobs=1")
    #expect(run.output.contains(#""others": 500"#))
    #expect(run.output.contains(#""otherUnseen": 500"#))
    let text = self.run("@/rules", "@/many.ndjson", "--jobs=1").output
    #expect(text.contains("others   1480\n"))
    #expect(text.contains("\n  and more\n"))
  }

  @Test func `going back, and documents that don't tell`() {
    let run = run("@/rules", "@/docs/current.json", "--to=2", "--from=3")
    #expect(run.status == .found)
    #expect(run.output.contains("error[no-way-back]"))
    #expect(self.run("@/rules", "@/docs", "--to=7").status == .notStarted)
  }

  @Test func `a stream`() {
    let run = Transcript(
      ["status", scratch.path + "/rules", "-", "--ndjson"],
      input: Array("{}\n{\"version\":3}".utf8), pieces: 3)
    #expect(run.output.hasPrefix("2 documents in 1 file\n"))
    #expect(run.status == .done)
  }

  @Test(arguments: ["text", "json", "github"])
  func `a stream that is taken for a document`(format: String) {
    let run = Transcript(
      ["status", scratch.path + "/rules", "-", "--format", format], input: Array("{}\n{}".utf8))
    #expect((run.output + run.errors).contains("`--ndjson` takes each line for a document"))
  }

  @Test func `what can't be read is named, with the nearest name`() throws {
    let run = run("@/rules", "@/docs/lines.ndjsn", "@/docs/current.json")
    #expect(run.status == .found)
    #expect(run.output.hasPrefix("1 document in 1 file, 1 can't be read\n"))
    #expect(run.output.contains("a file with a similar name exists: `lines.ndjson`"))
    try scratch.makeFolder("empty")
    let empty = self.run("@/rules", "@/empty")
    #expect(empty.errors.hasPrefix("warning[usage]: there are no documents in `"))
    #expect(empty.status == .done)
    #expect(self.run("@/ruls", "@/docs").errors.contains("a folder with a similar name"))
    #expect(self.run("@/rules").status == .notStarted)
  }

  @Test func `as findings, and in silence`() {
    let run = run("@/rules", "@/docs", "--format=github")
    #expect(run.output == "")
    #expect(run.errors.contains("title=uncovered-value::no case covers "))
    let quiet = self.run("-qq", "@/rules", "@/docs")
    #expect((quiet.output, quiet.errors, quiet.status) == ("", "", .found))
  }

  @Test func `nothing in a document reaches the terminal as it is`() throws {
    try scratch.write(
      "{\"version\":2,\"s\":\"\u{202E}\u{9B}2J\",\"\u{202E}\":1}", to: "evil.json")
    for format in ["text", "json", "github"] {
      let run = run("@/rules", "@/evil.json", "--format", format)
      #expect(
        !(run.output + run.errors).unicodeScalars.contains {
          Printable.needsEscape($0) && $0 != "\n"
        })
    }
  }
}
