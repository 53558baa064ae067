import Foundation
import JSONMigrationCore
import TestSupport
import Testing

@testable import jsonmigrate

/// A rules folder, and documents for it.
struct Workplace {
  let scratch: Scratch

  static let old = #"{"a": 1}"#
  static let new = #"{"b": 1, "version": 2}"#
  static let newer = #"{"version": 3}"#
  static let broken = #"{"a": "#
  static let refused = #"{"a": 1, "b": 2}"#

  init() throws {
    scratch = try Scratch()
    try scratch.write(
      #"{ "to": 2, "rules": [{ "rename": { "a": "b" } }] }"#, to: "rules/v2.json")
  }

  /// What is said where documents had no version, and the format takes every document for its own.
  static func firstVersion(_ count: Int, would: String = "got") -> String {
    "\(count) of them had no version and \(would) one for the first time; `when` or `files` in "
      + "format.json says which documents are of the format\n"
  }

  func path(_ name: String) -> String { scratch.path + "/" + name }

  /// Runs `apply` with the rules; names of files are those in the workplace.
  func apply(
    _ arguments: String..., input: String = "", pieces: Int = .max,
    failing: [Int32: Errno] = [:], terminals: Set<Int32> = [], calls: SystemCalls = .system
  ) -> Transcript {
    let arguments = arguments.map { argument in
      argument.hasPrefix("@") ? path(String(argument.dropFirst())) : argument
    }
    return Transcript(
      ["apply", path("rules")] + arguments, input: Array(input.utf8), pieces: pieces,
      failing: failing, terminals: terminals, calls: calls)
  }

  /// What a run said, without the names of the folders here.
  func errors(of run: Transcript) -> String { run.errors.replacing(scratch.path + "/", with: "") }
  func output(of run: Transcript) -> String { run.output.replacing(scratch.path + "/", with: "") }
}

@Suite struct ApplyTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
  }

  @Test(arguments: ["apply", "status"])
  func `a document that is named before the rules`(command: String) throws {
    try place.scratch.write(Workplace.old, to: "d.json")
    let run = Transcript([command, place.path("d.json"), place.path("rules")])
    #expect(run.status == .notStarted)
    let line = "jsonmigrate \(command) rules d.json"
    #expect(place.errors(of: run).contains("= help: rules come first: `\(line)`\n"))
  }

  @Test(arguments: ["{\"a\": 1} // one", "{ // one\n}", "{\"a\": 1,}", "[1,]"])
  func `what comments and commas need is said`(text: String) {
    let run = place.apply(input: text)
    #expect(run.errors.hasPrefix("error[bad-json]: "))
    #expect(run.errors.contains("= help: `\"comments\": true` in format.json allows comments"))
    #expect(place.apply(input: "{\"a\": 1 2}").errors.contains("help") == false)
  }

  @Test(arguments: ["version: 2\na: 1\n", "---\n- a\n", "# x\na: 1\n", "{ a: 1 }"])
  func `no YAML is read`(_ text: String) throws {
    try place.scratch.write(text, to: "a.yaml")
    let run = place.apply("@a.yaml")
    #expect(
      run.errors.contains("= help: no YAML is read: make JSON of it first\n"), "\(run.errors)")
    #expect(!place.apply(input: text).errors.contains("YAML"))
  }

  @Test func `standard input without anything in it`() {
    let run = place.apply()
    #expect(
      run.errors == """
        error[bad-json]: standard input is empty
          --> standard input:1:1
           |
         1 |
           | ^
           |
           = help: name a file, or let the command before `|` write a document
           = note: nothing was written

        """)
    #expect(run.status == .found)
    #expect(place.apply(input: "\n").errors.contains("found only white space"))
  }

  @Test func `flags that would do nothing`() throws {
    try place.scratch.write(Workplace.old, to: "lib/a.json")
    let lines = place.apply("--skip-bad=bad", "@lib/a.json")
    #expect(
      place.errors(of: lines).hasPrefix(
        "error[usage]: `--skip-bad` is for lines, and `lib/a.json` is one document\n"))
    #expect(lines.status == .notStarted)
    #expect(place.apply("--skip-bad=bad", input: Workplace.old).status == .notStarted)
    let files = place.apply("--files=*.poem", "@lib/a.json")
    #expect(files.errors.hasPrefix("error[usage]: `--files` is for folders, and none was named\n"))
    #expect(files.status == .notStarted)
    #expect(place.apply("--files=*.poem", "@lib/b.json").errors.contains("can't be read"))
    #expect(place.apply("--check", "--files=*.poem", "@lib", "@lib/a.json").status == .found)
  }

  @Test func `documents of another format are left alone among others, and refused by themselves`()
    throws
  {
    try place.scratch.write(#"{ "when": "@.a || @.b" }"#, to: "rules/format.json")
    let foreign = #"{"colour": "teal", "version": "draft"}"#
    for name in ["lib/one.json", "lib/deep/two.json"] {
      try place.scratch.write(foreign, to: name)
    }
    try place.scratch.write(Workplace.old, to: "lib/old.json")
    let run = place.apply("--in-place", "@lib")
    #expect(run.errors == "3 documents: 1 migrated, 2 of another format\n")
    #expect((run.output, run.status) == ("", .done))
    #expect(place.scratch.text("lib/one.json") == foreign)
    #expect(place.scratch.text("lib/old.json") == Workplace.new)
    let lines = place.apply("--ndjson", input: "\(foreign)\n\(Workplace.old)\n")
    #expect(lines.output == "\(foreign)\n\(Workplace.new)\n")
    #expect(lines.errors == "2 documents: 1 migrated, 1 of another format\n")
    let single = place.apply("--in-place", "@lib/one.json")
    #expect(single.status == .found)
    #expect(single.errors.contains("error[wrong-format]: the document is not of this format"))
    #expect(place.apply(input: foreign).status == .found)
  }

  @Test func `a suffix of a backup without its sign is told of before anything is changed`() throws
  {
    try place.scratch.write(Workplace.old, to: "d.json")
    let run = place.apply("--in-place", "@d.json", "--backup", ".old")
    #expect(run.status == .notStarted)
    #expect(run.errors.contains("there is no file `.old`"))
    #expect(run.errors.contains("= help: write `--backup=.old`\n"))
    #expect(place.scratch.text("d.json") == Workplace.old)
  }

  @Test func `a document goes from a file or standard input to standard output`() throws {
    try place.scratch.write(Workplace.old + "\n", to: "a.json")
    for run in [
      place.apply("@a.json"), place.apply(input: Workplace.old + "\n"),
      place.apply("-", input: Workplace.old + "\n", pieces: 1),
    ] {
      #expect(run.output == Workplace.new + "\n")
      #expect(run.errors == "")
      #expect(run.status == .done)
    }
    #expect(place.scratch.text("a.json") == Workplace.old + "\n")
  }

  @Test func `a current document comes out byte for byte`() {
    let text = "\t{ \"version\" : 2.0e0,\"x\":[ 1.0,1e400 ]\r\n}  \n"
    #expect(place.apply(input: text).output == text)
  }

  @Test func `a failure writes nothing and names both places`() throws {
    try place.scratch.write(Workplace.refused, to: "a.json")
    let run = place.apply("@a.json")
    #expect(run.output == "")
    #expect(run.status == .found)
    #expect(
      place.errors(of: run) == """
        error[conflict]: `rename` found `b` already in the document
          --> a.json:1:15  $.b
           |
         1 | {"a": 1, "b": 2}
           |               ^ this is there already
           |
          ::: rules/v2.json:1:24  (version 1 → 2)
           |
         1 | { "to": 2, "rules": [{ "rename": { "a": "b" } }] }
           |                        --------
           |
           = help: `"if-exists": "keep"` keeps what is there, `"overwrite"` replaces it; the other value is lost
           = note: nothing was written

        """)
  }

  @Test func `standard input can have a name`() {
    let run = place.apply("--stdin-path", "x/y.json", input: Workplace.broken)
    #expect(run.errors.contains("--> x/y.json:1:7"))
    #expect(place.apply(input: Workplace.broken).errors.contains("--> standard input:1:7"))
    let lines = place.apply("--stdin-path=x.ndjson", input: "{}\n{}")
    #expect(lines.output == "{\"version\":2}\n{\"version\":2}")
  }

  @Test func `a terminal is not read by accident`() {
    let run = place.apply(terminals: [0])
    #expect(run.status == .notStarted)
    #expect(run.errors.contains("standard input is a terminal"))
    #expect(place.apply("-", input: Workplace.old, terminals: [0]).output == Workplace.new)
  }

  @Test func `to a file, which is left alone when it is right already`() throws {
    try place.scratch.write(Workplace.old, to: "a.json")
    #expect(place.apply("@a.json", "-o", "@b.json").status == .done)
    #expect(place.scratch.text("b.json") == Workplace.new)
    let before = try place.scratch.status("b.json")
    #expect(place.apply("@a.json", "-o", "@b.json").status == .done)
    #expect(try place.scratch.status("b.json") == before)
    #expect(place.apply("@a.json", "-o", "@a.json").status == .done)
    #expect(place.scratch.text("a.json") == Workplace.new)
    try place.scratch.write(Workplace.broken, to: "a.json")
    #expect(place.apply("@a.json", "-o", "@b.json").status == .found)
    #expect(place.scratch.text("b.json") == Workplace.new)
    #expect(try place.scratch.hiddenNames() == [])
  }

  @Test func `newer documents`() throws {
    let run = place.apply(input: Workplace.newer)
    #expect(run.errors.hasPrefix("error[newer-version]"))
    #expect(run.status == .found)
    let skipped = place.apply("--skip-newer", input: Workplace.newer)
    #expect(skipped.output == Workplace.newer)
    #expect(skipped.status == .done)
  }

  @Test func `what is not there`() {
    let run = place.apply("@none.json")
    #expect(run.status == .found)
    #expect(
      place.errors(of: run).hasPrefix(
        "error[cannot-read]: `none.json` can't be read: no such file or directory\n"))
    let rules = Transcript(["apply", place.path("rulse"), place.path("none.json")])
    #expect(rules.status == .notStarted)
  }

  @Test(arguments: [Errno.noSpace, .brokenPipe])
  func `standard output that takes no more`(errno: Errno) {
    for lines in [[], ["--ndjson"]] {
      let run = Transcript(
        ["apply", place.path("rules")] + lines, input: Array(Workplace.old.utf8),
        failing: [1: errno])
      #expect(run.status == (errno == .brokenPipe ? .done : .found))
      #expect(run.errors.hasPrefix(errno == .brokenPipe ? "" : "error[cannot-write]"))
      #expect(run.errors.isEmpty == (errno == .brokenPipe))
    }
  }

  @Test func `a bad line counts though nobody reads what comes behind it`() {
    let run = Transcript(
      ["apply", place.path("rules"), "--ndjson", "--skip-bad", place.path("bad")],
      input: Array("bad\n\(Workplace.old)\n".utf8), failing: [1: .brokenPipe])
    #expect(run.status == .found)
    // Nor is it lost: the results in front of it may have been read.
    #expect(place.scratch.text("bad") == "bad\n")
    let allowed = Transcript(
      ["apply", place.path("rules"), "--ndjson", "--skip-bad", place.path("bad"), "--bad-ok"],
      input: Array("bad\n\(Workplace.old)\n".utf8), failing: [1: .brokenPipe])
    #expect(allowed.status == .done)
  }

  /// A summary or an error in between must not swallow it.
  @Test(arguments: [
    (["-v", "@a.json"], "1 document: 1 migrated"),
    (["--skip-newer", "@newer.json"], "1 document: 1 newer"),
    (["--diff", "-v", "@a.json"], "1 document: 1 would change"),
    (["--diff", "@a.json", "@none.json"], "error[cannot-read]"),
  ])
  func `standard output that takes no more, where there is more to say`(
    arguments: [String], first: String
  ) throws {
    try place.scratch.write(Workplace.old, to: "a.json")
    try place.scratch.write(Workplace.newer, to: "newer.json")
    let arguments = arguments.map { $0.replacing("@", with: place.path("")) }
    for errno in [Errno.noSpace, .brokenPipe] {
      let run = Transcript(["apply", place.path("rules")] + arguments, failing: [1: errno])
      #expect(run.errors.hasPrefix(first))
      #expect(run.errors.contains("standard output can't be written") == (errno == .noSpace))
      // Who closes the pipe has seen enough; what was found counts.
      let isFound = errno == .noSpace || first.hasPrefix("error")
      #expect(run.status == (isFound ? .found : .done))
    }
  }

  @Test func `times and ids are real ones unless they are asked for`() throws {
    try place.scratch.write(
      """
      { "to": 2, "rules": [
        { "add-default": ["id"], "generate": "uuid" }, { "add-default": ["at"], "generate": "now" }
      ] }
      """, to: "rules/v2.json")
    let asked = ["--now", "2025-02-03T04:05:06+01:00", "--seed", "7"]
    let first = Transcript(["apply", place.path("rules")] + asked, input: Array("{}".utf8))
    let second = Transcript(["apply", place.path("rules")] + asked, input: Array("{}".utf8))
    #expect(first.output == second.output)
    #expect(first.output.contains("\"at\":\"2025-02-03T03:05:06Z\""))
    #expect(
      try first.output.contains(Regex("\"id\":\"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]")))
    let (one, two) = (place.apply(input: "{}"), place.apply(input: "{}"))
    #expect(one.output != two.output)
    #expect(!one.output.contains("\"2026-01-01T00:00:00Z\""))
    #expect(place.apply("--now", "tomorrow", input: "{}").status == .notStarted)
  }

  @Test func `another target, and the version of documents that don't tell`() throws {
    try place.scratch.write(
      #"{ "to": 3, "rules": [{ "rename": { "b": "c" } }] }"#, to: "rules/v3.json")
    #expect(place.apply("--to", "2", input: Workplace.old).output == Workplace.new)
    #expect(place.apply("--from", "2", input: #"{"b": 1}"#).output == #"{"c": 1, "version": 3}"#)
    let unknown = place.apply("--to", "7", input: Workplace.old)
    #expect(unknown.status == .notStarted)
    #expect(unknown.errors.hasPrefix("error[unknown-version]: the rules name no version 7\n"))
  }

  @Test func `deeper documents on request`() {
    let deep = String(repeating: "[", count: 2_000) + String(repeating: "]", count: 2_000)
    let text = "{\"version\":2,\"x\":\(deep)}"
    #expect(place.apply(input: text).errors.hasPrefix("error[too-deep]"))
    #expect(place.apply("--max-depth", "2001", input: text).output == text)
  }

  @Test func `the difference of a large document`() throws {
    let rest = String(long: " ", count: ApplyWorker.largest) + "\n"
    try place.scratch.write(Workplace.old + rest, to: "a.json")
    let run = place.apply("--diff", "@a.json")
    #expect(
      place.output(of: run) == """
        --- a.json
        +++ a.json
        @@ -1 +1 @@
        -\(Workplace.old)\(rest)+\(Workplace.new)\(rest)
        """)
    #expect(place.apply("--diff", "--check", "@a.json").status == .found)
    try place.scratch.write(Workplace.new + rest, to: "a.json")
    #expect(place.apply("--diff", "@a.json").output == "")
  }
}
