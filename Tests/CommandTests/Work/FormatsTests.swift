import Foundation
import TestSupport
import Testing

@testable import jsonmigrate

/// `--formats`: lines of several formats, each by the rules of its own.
@Suite struct FormatsTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try format("bill", when: "@.type == 'bill'", rule: #"{ "rename": { "sum": "total" } }"#)
    try format("note", when: "@.type == 'note'", rule: #"{ "rename": { "body": "text" } }"#)
  }

  private func format(_ name: String, when: String?, rule: String) throws {
    try place.scratch.write(
      when.map { #"{ "when": "\#($0)" }"# } ?? "{}", to: "all/\(name)/format.json")
    try place.scratch.write(#"{ "to": 2, "rules": [\#(rule)] }"#, to: "all/\(name)/v2.json")
  }

  private func apply(_ arguments: String..., input: String = "") -> Transcript {
    let arguments = arguments.map { $0.replacing("@", with: place.path("")) }
    return Transcript(
      ["apply", "--formats", place.path("all")] + arguments, input: Array(input.utf8))
  }

  private static let lines = """
    {"type":"bill","sum":1,"n":0}
    {"n":0,"body":"b","type":"note"}

    {"type":"other","sum":1}
    {"version":2,"type":"bill"}
    [1]
    """
  private static let results = """
    {"type":"bill","total":1,"n":0,"version":2}
    {"n":0,"text":"b","type":"note","version":2}

    {"type":"other","sum":1}
    {"version":2,"type":"bill"}
    [1]
    """

  @Test func `each line goes by the format that it is of, and the rest stays`() {
    for jobs in ["1", "3"] {
      let run = apply("--ndjson", "--jobs", jobs, input: Self.lines)
      #expect((run.output, run.status) == (Self.results, .done))
      #expect(run.errors == "5 documents: 2 migrated, 1 current, 2 of another format\n")
    }
  }

  @Test(arguments: ["@.t == 'o'", "@.t == 'o' && 1 == 1"])
  func `what a format's each leads to is asked, however its condition is spelled`(when: String)
    throws
  {
    try place.scratch.write(
      #"{ "when": "\#(when)", "each": "items[*]" }"#, to: "all/order/format.json")
    try place.scratch.write(
      #"{ "to": 2, "rules": [{ "set": { "x": 1 } }] }"#, to: "all/order/v2.json")
    let lines = #"{"items":[{"t":"o"}]}"# + "\n" + #"{"t":"u","items":[{"t":"o"}]}"# + "\n"
    let run = apply("--ndjson", input: lines)
    #expect(
      run.output == lines.replacingOccurrences(of: #""t":"o""#, with: #""t":"o","x":1,"version":2"#)
    )
    #expect(run.status == .done)
  }

  /// Each of them goes by its own format, whichever stands first; a stream has many such lists.
  @Test func `documents that stand in another one go by their formats`() {
    let bill = #"{"type":"bill","sum":1,"n":0}"#
    let note = #"{"n":0,"body":"b","type":"note"}"#
    let other = #"{"type":"other"}"#
    let lists = "[\(note), \(bill),\(other)]\n[\(bill),\(note)]\n[\(other),\(bill)]\n[\(other)]\n"
    let expected = lists.replacing("\"sum\":1,\"n\":0", with: "\"total\":1,\"n\":0,\"version\":2")
      .replacing(
        "\"body\":\"b\",\"type\":\"note\"", with: "\"text\":\"b\",\"type\":\"note\",\"version\":2")
    let run = apply("--ndjson", "--each", "[*]", input: lists)
    #expect((run.output, run.status) == (expected, .done))
    let again = apply("--ndjson", "--each", "[*]", input: run.output)
    #expect((again.output, again.status) == (expected, .done))
  }

  /// What one format makes may look like another one's document; it is none.
  @Test(arguments: ["", " "])
  func `a document in another one goes by the first format that takes it`(space: String) throws {
    try place.scratch.write(#"{ "when": "@.type" }"#, to: "all/note/format.json")
    try place.scratch.write(
      #"{ "from": 1, "to": 3, "rules": [{ "drop": "n" }] }"#, to: "all/note/v2.json")
    let bill = #"{"type":"bill","sum":1,"n":0}"#
    let made = #"{"type":"bill","total":1,"n":0,"version":2}"#
    let other = #"{"type":"memo","n":0}"#
    let expected = "[\(made),\(space){\"type\":\"memo\",\"version\":3}]\n"
    let list = apply("--ndjson", "--each", "[*]", input: "[\(bill),\(space)\(other)]\n")
    #expect((list.output, list.status) == (expected, .done), "\(list.errors)")
    let envelope = apply("--each", "doc", input: #"{"id":7,"doc":\#(bill)}"#)
    #expect(envelope.output == #"{"id":7,"doc":\#(made)}"#)
  }

  @Test func `what is wrong with a document in another one is told where it stands`() throws {
    let text = """
      [
        { "type": "bill", "sum": 1,
          "n": 0 },
        { "type": "note",
          "version": 7 }
      ]

      """
    try place.scratch.write(text, to: "a.json")
    let run = apply("@a.json", "--each", "[*]")
    #expect(run.status == .found)
    #expect(place.errors(of: run).contains("--> a.json:5:16  $[1].version\n"), "\(run.errors)")
  }

  @Test func `strangers among documents in another one are refused where that is said`() throws {
    let text = #"[{"type":"bill","sum":1},{"type":"zzz"}]"#
    let run = apply("--each", "[*]", "--refuse-others", input: text)
    #expect((run.output, run.status) == ("", .found))
    #expect(
      place.errors(of: run).hasPrefix(
        """
        error[wrong-format]: the document is of none of the 2 formats in `all`
          --> standard input:1:26
        """), "\(run.errors)")
    #expect(apply("--each", "[*]", input: text).status == .done)
  }

  @Test func `the rest is refused where that is said`() throws {
    let run = apply("--ndjson", "--refuse-others", "--skip-bad", "@bad", input: Self.lines)
    #expect(run.status == .found)
    #expect(place.scratch.text("bad") == "{\"type\":\"other\",\"sum\":1}\n[1]\n")
    #expect(
      place.errors(of: run).hasPrefix(
        """
        error[wrong-format]: the document is of none of the 2 formats in `all`
          --> standard input:4:1
           |
         4 | {"type":"other","sum":1}
           | ^
           |
           = help: `when` in format.json says what the documents of each look like
        """), "\(run.errors)")
    try place.scratch.write(#"{ "when": "@.a" }"#, to: "rules/format.json")
    #expect(place.apply("--ndjson", input: "{}").status == .done)
    #expect(place.apply("--ndjson", "--refuse-others", input: "{}").status == .found)
  }

  @Test(arguments: [
    #"{"type":"bill","type":"note","sum":1,"n":0}"#, #"{"type":"bill","sum":1,"n":0"#,
    #"{"type":"other","sum":1"#, #"{"sum":tru}"#, #"{"type":"bill","n":[}"#,
  ])
  func `what is wrong with a line is told, whatever its type seems to be`(line: String) {
    let run = apply("--ndjson", input: line)
    #expect((run.output, run.status) == ("", .found), "\(run.errors)")
    #expect(run.errors.contains("--> standard input:1:"), "\(run.errors)")
  }

  @Test func `types with escapes, and keys with them, are what they mean`() {
    let input = #"{"\u0074ype":"bill","sum":1}"# + "\n" + #"{"type":"n\u006fte","body":1}"# + "\n"
    #expect(
      apply("--ndjson", input: input).output
        == #"{"\u0074ype":"bill","total":1,"version":2}"# + "\n"
        + #"{"type":"n\u006fte","text":1,"version":2}"# + "\n")
  }

  @Test func `a when may be any; the first by name whose when holds takes the document`() throws {
    try format("any", when: "@.sum", rule: #"{ "drop": "sum" }"#)
    let run = apply("--ndjson", input: Self.lines)
    let expected = Self.results.replacing(#""total":1,"#, with: "")
      .replacing(#""other","sum":1}"#, with: #""other","version":2}"#)
    #expect(run.output == expected)
  }

  @Test func `documents in envelopes, files and folders are told apart too`() throws {
    let row = #"{"id":1,"type":"x","doc":{"type":"note","body":"b","n":0}}"#
    let run = apply("--ndjson", "--each=doc", input: row)
    #expect(
      run.output == #"{"id":1,"type":"x","doc":{"type":"note","text":"b","n":0,"version":2}}"#)
    try place.scratch.write(#"{"type":"bill","sum":1}"#, to: "lib/a.json")
    try place.scratch.write(#"{"type":"else"}"#, to: "lib/b.json")
    #expect(
      apply("--in-place", "@lib").errors == "2 documents: 1 migrated, 1 of another format\n")
    #expect(place.scratch.text("lib/a.json") == #"{"type":"bill","total":1,"version":2}"#)
    #expect(apply("@lib/b.json").status == .found)
  }

  @Test func `rules that found nothing are told of all formats`() throws {
    try format("note", when: "@.type == 'note'", rule: #"{ "drop": "tetx" }"#)
    let run = apply("--ndjson", "--strict", input: Self.lines)
    #expect(run.status == .found)
    #expect(place.errors(of: run).contains("all/note/v2.json:1:"), "\(run.errors)")
  }

  @Test func `formats that can't be told apart are refused before anything is read`() throws {
    try format("memo", when: "@.type == 'note'", rule: "")
    try format("open", when: nil, rule: "")
    let run = apply("--ndjson", input: Self.lines)
    #expect(run.status == .notStarted)
    let said = place.errors(of: run)
    #expect(said.contains("`all/note` has the same `when` as `all/memo`"), "\(said)")
    #expect(said.contains("`all/open` has a format without `when`"), "\(said)")
    let none = Transcript(["apply", "--formats", place.path("rules"), "-"])
    #expect(none.status == .notStarted && none.errors.contains("has no folders in it"))
    let missing = Transcript(["apply", "--formats", place.path("nowhere"), "-"])
    #expect(missing.status == .notStarted && missing.errors.contains("can't be read"))
  }

  /// What failed was kept byte for byte: mended rules over that give what a clean run gives.
  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `in two goes comes what comes in one go with mended rules`(seed: UInt64) throws {
    var random = Seeded(seed)
    let lines = (0..<Int.random(in: 1...400, using: &random)).map { number -> String in
      switch Int.random(in: 0...5, using: &random) {
      case 0: return #"{"type":"bill","sum":\#(number),"total":1.50}"#
      case 1: return #"{ "type": "note",  "body": \#(number) }"#
      case 2: return #"{"body":\#(number),"type":"note","text":"\u0041"}"#
      case 3: return #"{"type":"other", "n":\#(number)}"#
      default: return #"{"type":"bill","sum":\#(number),"n":-0.0}"#
      }
    }
    let input = lines.joined(separator: "\n") + "\n"
    let first = apply("--ndjson", "--skip-bad", "@bad", input: input)
    let bad = place.scratch.text("bad") ?? ""
    #expect(
      bad
        == lines.filter { $0.contains(#""total""#) || $0.contains("u0041") }.map { $0 + "\n" }
        .joined())
    for (name, rule) in [("bill", #""sum": "total""#), ("note", #""body": "text""#)] {
      try format(
        name, when: "@.type == '\(name)'",
        rule: #"{ "rename": { \#(rule) }, "if-exists": "overwrite" }"#)
    }
    let clean = apply("--ndjson", input: input)
    let mended = apply("--ndjson", input: bad)
    #expect((clean.status, mended.status) == (.done, .done))
    func sorted(_ text: String) -> [Substring] { text.split(separator: "\n").sorted() }
    #expect(sorted(first.output + mended.output) == sorted(clean.output), "\(random)")
  }
}
