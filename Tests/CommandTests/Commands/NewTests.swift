import JSONMigrationCore
import Testing

@testable import JSONMigrationAuthoring
@testable import jsonmigrate

@Suite struct NewTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func run(_ command: String, _ folder: String = "rules") -> Transcript {
    Transcript([command, scratch.path + "/" + folder])
  }

  @Test func `what is written is sound, and its test passes`() throws {
    let first = run("new", "rules/")
    #expect(
      first.output.replacing(scratch.path + "/", with: "")
        == "rules/format.json: which documents are of the format, and where their version is\n"
        + "rules/rule-file.schema.json: what editors complete and check rule files by\n"
        + "rules/v2.json: version 1 → 2, with a rule and a test to put yours in place of\n")
    let format = scratch.text("rules/format.json") ?? ""
    #expect(format.contains("\"when\": \"type(@) == 'object'\""))
    #expect(format.contains("// \"files\": ["))
    #expect(scratch.text("rules/rule-file.schema.json") == RuleSchema.text)
    let second = run("new").output.replacing(scratch.path + "/", with: "")
    #expect(second.hasPrefix("rules/v3.json: version 2 → 3"))
    #expect(run("check").output.contains("2 steps from version 1 to 3, no mistakes"))
    #expect(run("check").errors == "")
    #expect(run("test").output == "2 passed, 0 failed\n")
    #expect(scratch.text("rules/v3.json")?.contains(#""$schema": "rule-file.schema.json""#) == true)
    #expect(try scratch.hiddenNames() == [])
  }

  @Test func `documents in folders are found by what asks for them`() throws {
    #expect(run("new").status == .done)
    for name in ["a.json", "b.jsonl", "c.ndjson", "d.jsonc"] {
      try scratch.write(#"{"oldName":1}"#, to: "lib/\(name)")
    }
    try scratch.write("<plist><dict/></plist>", to: "lists/a.plist")
    func documents(_ words: String...) -> Substring? {
      let words = words.map { $0.replacing("@", with: scratch.path) }
      return Transcript(["status", scratch.path + "/rules"] + words).output
        .split(separator: "\n").first
    }
    #expect(documents("@/lib") == "3 documents in 3 files")
    #expect(documents("@/lib", "--comments") == "4 documents in 4 files")
    #expect(documents("@/lists", "--plist") == "1 document in 1 file")
    let format = try #require(scratch.text("rules/format.json"))
    try scratch.write(
      format.replacing("\"when\"", with: "\"comments\": true, \"when\""), to: "rules/format.json")
    #expect(documents("@/lib") == "4 documents in 4 files")
    // The example may be taken as it is.
    try scratch.write(format.replacing("// \"files", with: "\"files"), to: "rules/format.json")
    #expect(documents("@/lib") == "0 documents in 0 files")
  }

  @Test(arguments: [
    (
      #"{ "from": "1.8", "to": "1.9", "rules": [] }"#, "v1.10.json", #""from": "1.9", "to": "1.10""#
    ),
    (#"{ "from": "a", "to": "2025-09", "rules": [] }"#, "v2025-10.json", "2025-10"),
    (#"{ "from": "a", "to": "b/c", "rules": [] }"#, "vb-c-next.json", "b/c-next"),
    (#"{ "from": 7, "to": 9, "rules": [] }"#, "v10.json", #""from": 9, "to": 10"#),
  ])
  func `the next version`(step: String, file: String, words: String) throws {
    try scratch.write(step, to: "rules/last.json")
    #expect(run("new").status == .done)
    #expect(scratch.text("rules/\(file)")?.contains(words) == true)
    #expect(run("check").status == .done)
  }

  @Test(arguments: [
    (#"{ "version": { "at": "meta.v" } }"#, "v2.json", #""from": 1, "to": 2"#),
    (#"{ "version": { "missing": 4 } /* as ever */ }"#, "v5.json", #""from": 4, "to": 5"#),
    (#"{ "version": { "missing": "1.9" } }"#, "v1.10.json", #""from": "1.9", "to": "1.10""#),
    (
      #"""
      { "version": { "stamp": false, "missing": [
        { "when": "@.b", "version": 3 }, { "when": "@.a", "version": 2 }] } }
      """#, "v3.json", #""from": 2, "to": 3"#
    ),
  ])
  func `a folder with a format alone gets its first step`(
    format: String, file: String, words: String
  ) throws {
    try scratch.write(format, to: "rules/format.json")
    let new = run("new")
    #expect(new.status == .done, "\(new.errors)")
    #expect(scratch.text("rules/format.json") == format)
    #expect(scratch.text("rules/\(file)")?.contains(words) == true)
    #expect(run("check").status == .done, "\(run("check").errors)")
    #expect(run("test").status == .done)
  }

  @Test func `a format that is wrong is told in place of it`() throws {
    try scratch.write(#"{ "version": { "att": "v" } }"#, to: "rules/format.json")
    let new = run("new")
    #expect(new.status == .notStarted)
    #expect(new.errors.contains("rules/format.json:1:16\n"), "\(new.errors)")
    #expect(try scratch.names() == ["rules"])
  }

  @Test func `nothing follows the largest integer`() throws {
    let step = #"{ "from": 1, "to": 9223372036854775807, "rules": [] }"#
    try scratch.write(step, to: "rules/last.json")
    #expect(run("check").status == .done)
    let run = run("new")
    #expect(run.status == .notStarted)
    #expect(run.errors.contains("no version follows 9223372036854775807"))
    #expect(run.errors.contains("last.json:1:"))
    #expect(scratch.text("rules/v9223372036854775807.json") == nil)
  }

  @Test func `no file is replaced, and bad rules get no next step`() throws {
    try scratch.write(#"{ "to": 2, "rules": [] }"#, to: "rules/v3.json")
    let run = run("new")
    #expect(run.status == .found)
    #expect(run.errors.contains("is there already"))
    #expect(scratch.text("rules/v3.json") == #"{ "to": 2, "rules": [] }"#)
    try scratch.write("{", to: "bad/v2.json")
    #expect(self.run("new", "bad").status == .notStarted)
    #expect(self.run("new", "ruls").errors.contains("a folder with a similar name exists: `rules`"))
    let similar = self.run("new", "rules2").errors
    #expect(similar.contains("is not there"))
    #expect(similar.contains("; if a new one is meant, make it first: `mkdir "))
    #expect(self.run("new", "no/thing").errors.contains("= help: make the folder"))
    #expect(try scratch.names() == ["bad", "rules"])
    // A folder without rules is none that may be meant.
    try scratch.write("", to: "exo/a.txt")
    #expect(self.run("new", "ex4").status == .done)
  }

  @Test func `a file that others make meanwhile is theirs`() throws {
    let scratch = scratch
    try scratch.makeFolder("rules")
    let meddlers = [
      Meddler { _ = try? scratch.shell("echo theirs > rules/v2.json") }.beforeWriting,
      Meddler { _ = try? scratch.shell("echo theirs > rules/v2.json") }.beforeRenaming,
    ]
    for calls in meddlers {
      let run = Transcript(["new", scratch.path + "/rules"], calls: calls)
      #expect(run.status == .found && run.errors.contains("v2.json` is there already"))
      #expect(scratch.text("rules/v2.json") == "theirs\n")
      #expect(try scratch.hiddenNames() == [])
      try scratch.shell("rm rules/*")
    }
    // In the last moment, too.
    try scratch.write(#"{ "version": { "missing": 1 } }"#, to: "rules/format.json")
    try scratch.write("{}", to: "rules/rule-file.schema.json")
    let calls = Meddler { _ = try? scratch.shell("echo theirs > rules/v2.json") }.beforeRenaming
    let run = Transcript(["new", scratch.path + "/rules"], calls: calls)
    #expect(run.status == .found && run.errors.contains("was changed by someone else"))
    #expect(scratch.text("rules/v2.json") == "theirs\n")
  }

  @Test func `a folder that can't be written to is no folder that is missing`() throws {
    var calls = SystemCalls.system
    calls.makeFolder = { _ throws(Errno) in throw .forbidden }
    let run = Transcript(["new", scratch.path + "/rules"], calls: calls)
    #expect(run.status == .found)
    #expect(run.errors.contains("error[cannot-write]"))
    #expect(!run.errors.contains("make the folder"), "\(run.errors)")
  }

  @Test(arguments: ["rules/v9.json", "v9.jsonc/"], ["new", "learn"])
  func `a folder gets no name of a file`(_ name: String, _ command: String) throws {
    try scratch.makeFolder("rules")
    try scratch.write(#"{"a":1}"#, to: "old.json")
    let samples = command == "new" ? [] : ["\(scratch.path)/old.json", "\(scratch.path)/old.json"]
    let write = command == "new" ? [] : ["--write"]
    let run = Transcript([command, scratch.path + "/" + name] + samples + write)
    #expect(run.status == .notStarted)
    #expect(run.errors.contains("` is a file by its name, and rules stand in a folder\n"))
    #expect(run.errors.contains("; the next file in it gets its name by itself\n"))
    #expect(scratch.text("\(name)/v2.json") == nil)
  }

  @Test func `for programs, and in silence`() throws {
    try scratch.makeFolder("rules")
    let json = Transcript(["new", "--format=json", scratch.path + "/rules"])
    #expect(json.output.hasSuffix("/rules/v2.json\", \"from\": 1, \"to\": 2}\n"))
    #expect(Transcript(["new", "-q", scratch.path + "/rules"]).output == "")
  }
}
