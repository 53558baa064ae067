import JSONMigrationCore
import JSONText
import Testing

@testable import JSONMigrationAuthoring
@testable import jsonmigrate

@Suite struct LearnCommandTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(#"{ "version": 1, "stars": 4, "t": "a" }"#, to: "old/one.json")
    try scratch.write(#"{ "version": 2, "rating": 4, "t": "a" }"#, to: "new/one.json")
    try scratch.write(#"{ "version": 1, "t": "b" }"#, to: "old/two.json")
    try scratch.write(#"{ "version": 2, "t": "b" }"#, to: "new/two.json")
  }

  /// Runs the command; words that begin with a slash are names in the scratch folder.
  private func run(_ words: String...) -> Transcript {
    Transcript(words.map { $0.hasPrefix("/") ? scratch.path + $0 : $0 })
  }

  private func remove(_ name: String) throws {
    try SystemCalls.system.remove(FilePlace(scratch.name(name)))
  }

  @Test func `a draft goes to standard output, and what there is to say beside it`() throws {
    let run = run("learn", "/rules", "/old", "/new")
    #expect(run.status == .done)
    let step = try JSON(parsing: run.output.utf8)
    #expect(step["rules"] == [["rename": ["stars": "rating"]]])
    #expect(run.errors.hasPrefix("v2.json: 1 rule reproduces all 2 samples\n"))
    #expect(run.errors.contains("what should become of this document?"))
    #expect(scratch.text("rules/v2.json") == nil)
  }

  @Test func `what is written is sound, and its tests pass`() throws {
    let written = run("learn", "/rules", "/old", "/new", "--write")
    #expect(written.status == .done && written.output == "")
    #expect(run("check", "/rules").output.contains("1 step from version 1 to 2, no mistakes"))
    #expect(run("test", "/rules").status == .done)
    #expect(run("apply", "/rules", "/old/one.json").output.contains(#""rating": 4"#))
    let file = run("learn", "/other", "/old", "/new", "--write", "--format=json").output
    #expect(try JSON(parsing: file.utf8)["file"] == .string("\(scratch.path)/other/v2.json"))
    let again = run("learn", "/rules", "/old", "/new", "--write")
    #expect(again.status == .notStarted)
    #expect(again.errors.contains("is of version 1, and the step starts at 2"))
  }

  @Test func `new does the same with --from`() throws {
    let made = run("new", "/rules", "--from", "/old", "/new")
    #expect(made.status == .done)
    #expect(scratch.text("rules/v2.json")?.contains("rename") == true)
    #expect(scratch.text("rules/format.json")?.contains("\"at\": \"version\"") == true)
    #expect(run("new", "/rules", "--from", "/old").status == .notStarted)
    #expect(run("new", "/rules", "/new").errors.contains("--from BEFORE AFTER"))
  }

  @Test func `files of other names are samples where the format says so, and a new one does`()
    throws
  {
    for (old, new) in [("old", "a"), ("new", "b")] {
      for name in ["one", "two"] {
        let text = try #require(scratch.text("\(old)/\(name).json"))
        try scratch.write(text, to: "\(new)/\(name).draw")
      }
    }
    let none = run("learn", "/rules", "/a", "/b")
    #expect(none.status == .notStarted)
    #expect(none.errors.contains("2 files end in .draw; if those are documents, `files` in format"))

    let written = run("learn", "/rules", "/a/one.draw", "/b/one.draw", "--write")
    #expect(written.status == .done)
    let format = try #require(scratch.text("rules/format.json"))
    #expect(format.contains(#""files": ["*.json", "*.jsonl", "*.ndjson", "*.draw"]"#))
    #expect(run("apply", "/rules", "/a", "--check").output.contains("one.draw"))
    try remove("rules/v2.json")
    let all = run("learn", "/rules", "/a", "/b", "--also", "/a")
    #expect(all.status == .done && all.errors.contains("all 2 samples"))
  }

  @Test func `lines are paired by number, and two files with each other`() throws {
    try scratch.write("{\"a\":1}\n\n{\"a\":2}\n", to: "a.ndjson")
    try scratch.write("{\"b\":1}\n\n{\"b\":2}\n", to: "b.ndjson")
    let lines = run("learn", "/rules", "/a.ndjson", "/b.ndjson")
    #expect(lines.errors.hasPrefix("v2.json: 1 rule reproduces all 2 samples\n"))
    let files = run("learn", "/rules", "/old/one.json", "/new/one.json", "--to", "5")
    #expect(files.output.contains(#""from": 1, "to": 5"#))
  }

  @Test func `what apply would make otherwise is told, with what to do`() throws {
    let run = run("learn", "/rules", "/old/one.json", "/new/one.json", "--to", "5")
    #expect(run.status == .found)
    #expect(
      run.errors == """
        v5.json: 1 rule reproduces 0 of 1 samples
        not explained: one.json at $.version: found 5, wanted 2
          the draft leads to version 5, and AFTER says 2: `--to 2` leads there

        """)
    try scratch.write(#"{ "each": "[*]" }"#, to: "rules/format.json")
    try scratch.write(#"{ "to": 2, "rules": [] }"#, to: "rules/v2.json")
    try scratch.write(#"[{ "version": 2, "a": 1 }]"#, to: "old.json")
    try scratch.write(#"[{ "version": 3, "b": 1 }]"#, to: "new.json")
    let inside = self.run("learn", "/rules", "/old.json", "/new.json", "--write", "--quiet")
    #expect(inside.status == .done)
    #expect(self.run("apply", "/rules", "/old.json").output == #"[{ "version": 3, "b": 1 }]"#)
  }

  @Test func `what has no counterpart, or is no JSON, is told`() throws {
    try scratch.write("{}", to: "old/three.json")
    let lone = run("learn", "/rules", "/old", "/new")
    #expect(lone.status == .notStarted)
    #expect(lone.errors.contains("`three.json` has no counterpart"))
    try remove("old/three.json")
    try remove("old/one.json")
    try remove("new/two.json")
    let others = run("learn", "/rules", "/old", "/new")
    #expect(others.status == .notStarted)
    #expect(others.errors.contains("`two.json` has no counterpart"))
    #expect(run("learn", "/rules", "/old", "/new/one.json").status != .notStarted)
    try scratch.write("{", to: "bad.json")
    #expect(run("learn", "/rules", "/bad.json", "/bad.json").status == .notStarted)
    #expect(run("learn", "/rules", "/gone.json", "/bad.json").errors.contains("cannot-read"))
    #expect(run("learn", "/rules", "/old").status == .notStarted)
  }

  @Test func `what no rule explains makes the status 1, and the draft is written all the same`()
    throws
  {
    try scratch.write("{\"a\":1,\"c\":1}\n{\"a\":1,\"c\":2}\n", to: "a.ndjson")
    try scratch.write("{\"b\":1,\"c\":5}\n{\"b\":1,\"c\":5}\n{\"b\":1}\n", to: "b.ndjson")
    #expect(run("learn", "/rules", "/a.ndjson", "/b.ndjson").status == .notStarted)
    try scratch.write("{\"a\":1,\"c\":1}\n{\"a\":1,\"c\":1}\n", to: "a.ndjson")
    try scratch.write("{\"b\":1,\"c\":5}\n{\"b\":1,\"c\":6}\n", to: "b.ndjson")
    let run = run("learn", "/rules", "/a.ndjson", "/b.ndjson", "--write")
    #expect(run.status == .found)
    #expect(run.errors.contains("not explained: "))
    #expect(scratch.text("rules/v2.json")?.contains("rename") == true)
    #expect(self.run("test", "/rules").status == .done)
  }

  @Test func `a version that no sample has is told, where format.json is drafted`() throws {
    try scratch.write(#"{ "name": "x", "a": 1 }"#, to: "b.json")
    try scratch.write(#"{ "name": "x", "c": 1 }"#, to: "a.json")
    let told =
      "`apply` also writes `version`: 2, which no sample has: where documents shall have none, "
    let run = run("learn", "/rules", "/b.json", "/a.json", "--write")
    #expect(run.status == .done && run.errors.contains(told), "\(run.errors)")
    #expect(run.errors.contains("; where it has another name, write a format.json with "))
    try scratch.write(#"{ "openapi": "3.0.0", "a": 1 }"#, to: "b3.json")
    try scratch.write(#"{ "openapi": "3.1.0", "c": 1 }"#, to: "a3.json")
    try scratch.write(#"{ "version": { "at": "openapi" } }"#, to: "said/format.json")
    let said = self.run("learn", "/said", "/b3.json", "/a3.json")
    #expect(said.errors.hasPrefix("v3.1.0.json: 1 rule reproduces the sample\n"), "\(said.errors)")
    #expect(self.run("apply", "/rules", "/b.json").output.contains(#""version": 2"#))
    #expect(!self.run("learn", "/other", "/old", "/new").errors.contains("`apply` also writes"))
  }

  @Test(arguments: [
    (#"{ "version": { "at": "version" } }"#, "v2.json"), (#"{}"#, "v2.json"),
    (#"{ "version": { "missing": 1, "at": ["version", "v"] } }"#, "v2.json"),
  ])
  func `a folder with a format alone gets its first step`(_ format: String, _ file: String) throws {
    try scratch.write(format, to: "rules/format.json")
    let run = run("learn", "/rules", "/old", "/new", "--write")
    #expect(run.status == .done, "\(run.errors)")
    #expect(run.errors.contains("/\(file): 1 rule reproduces all 2 samples\n"), "\(run.errors)")
    #expect(scratch.text("rules/format.json") == format)
    #expect(self.run("check", "/rules").output.contains("1 step from version 1 to 2, no mistakes"))
    #expect(self.run("apply", "/rules", "/old/one.json").output.contains(#""rating": 4"#))
  }

  @Test func `the first step of a format starts where samples do, and goes where they go`() throws {
    try scratch.write(#"{ "version": { "at": "v" } }"#, to: "rules/format.json")
    try scratch.write(#"{ "v": "1.4", "a": 1 }"#, to: "b.json")
    try scratch.write(#"{ "v": "2.0", "b": 1 }"#, to: "a.json")
    let run = run("learn", "/rules", "/b.json", "/a.json", "--write")
    #expect(run.errors.contains("v2.0.json: 1 rule reproduces the sample\n"), "\(run.errors)")
    #expect(!run.errors.contains("`apply` takes them"))
    #expect(scratch.text("rules/v2.0.json")?.contains(#""from": "1.4", "to": "2.0""#) == true)
    #expect(self.run("check", "/rules").status == .done)
  }

  @Test func `the first step of a format without versions, as its probes tell`() throws {
    try scratch.write(
      #"""
      { "each": "[*]", "comments": true, "version": { "stamp": false, "missing": [
        { "when": "@.b", "version": 2 }, { "when": "@.a", "version": 1 }] } }
      """#, to: "rules/format.json")
    try scratch.write(#"[{ "a": 1 /* one */ }, { "a": 2 }]"#, to: "b.json")
    try scratch.write(#"[{ "b": 1 }, { "b": 2 }]"#, to: "a.json")
    let run = run("learn", "/rules", "/b.json", "/a.json", "--write")
    #expect(run.errors.contains("v2.json: 1 rule reproduces the sample\n"), "\(run.errors)")
    #expect(self.run("apply", "/rules", "/b.json").output.hasPrefix(#"[{ "b": 1 /* one */ }"#))
  }

  @Test func `for programs`() throws {
    let run = run("learn", "/rules", "/old", "/new", "--format", "json")
    let report = try JSON(parsing: run.output.utf8)
    #expect(report["file"] == "v2.json" && report["written"] == false)
    #expect(report["samples"] == 2 && report["reproduced"] == 2)
    #expect(report["rules"] == [["rename": ["stars": "rating"]]])
    #expect(report["questions"]?.array?.isEmpty == false)
    #expect(run.errors == "")
  }

  @Test func `an answer is taken, and one that is none is refused`() throws {
    let first = run("learn", "/rules", "/old", "/new", "--format", "json")
    let question = try JSON(parsing: first.output.utf8)["questions"]?[0]
    let second = run("learn", "/rules", "/old", "/new", "--answer", "2", "--format", "json")
    let report = try JSON(parsing: second.output.utf8)
    #expect(report["samples"] == 3)
    let rules = try #require(report["rules"])
    var trial = RuleTrial(rules)
    let document = try #require(question?["document"])
    #expect(trial?.result(for: document) == question?["answers"]?[1])
    let none = run("learn", "/rules", "/old", "/new", "--answer", "9")
    #expect(none.status == .notStarted && none.errors.contains("9 is none"))
  }

  @Test func `comments are left out where apply takes them`() throws {
    try scratch.write("// old\n{ \"version\": 1, \"a\": 1, }", to: "b/x.jsonc")
    try scratch.write(#"{ "version": 2, /* new */ "b": 1 }"#, to: "a/x.jsonc")
    let files = run("learn", "/fresh", "/b/x.jsonc", "/a/x.jsonc")
    #expect(files.errors.hasPrefix("v2.json: 1 rule reproduces the sample\n"), "\(files.errors)")
    #expect(run("learn", "/fresh", "/b", "/a").status == .done)
    try scratch.write(#"{ "version": 1, /* x */ "a": 1 }"#, to: "b.json")
    try scratch.write(#"{ "version": 2, /* x */ "b": 1 }"#, to: "a.json")
    let refused = run("learn", "/fresh", "/b.json", "/a.json").errors
    #expect(refused.contains("error[bad-json]"))
    #expect(
      refused.contains(
        "help: `\"comments\": true` in the format.json of the rules allows comments and commas behind the "
          + "last value, and so does a name that ends in .jsonc\n"), "\(refused)")
    try scratch.write(#"{ "comments": true }"#, to: "rules/format.json")
    try scratch.write(#"{ "from": 0, "to": 1, "rules": [] }"#, to: "rules/v1.json")
    let folder = run("learn", "/rules", "/b.json", "/a.json", "--also", "/b.json")
    #expect(folder.errors.hasPrefix("v2.json: 1 rule reproduces the sample\n"))
  }

  @Test func `the command that answers a question has all that was given`() throws {
    for value in ["4", "null"] {
      let both = #"{ "version": 1, "stars": \#(value), "rating": \#(value == "4" ? "1" : value) }"#
      try scratch.write(both, to: "it's more/\(value).json")
    }
    let draft = run(
      "learn", "/my rules", "/old", "/new", "--also", "/it's more", "--answer", "2", "--write")
    let command =
      "`jsonmigrate learn '\(scratch.path)/my rules' \(scratch.path)/old "
      + "\(scratch.path)/new --also '\(scratch.path)/it'\\''s more' --write --answer 2 --answer N`"
    #expect(draft.errors.contains(command), "\(draft.errors)")
    #expect(draft.errors.contains("to answer, delete `"))
    let target = run("learn", "/rules", "/old", "/new", "--to", "2", "--write")
    #expect(target.errors.contains("/new --to 2 --write --answer N`"), "\(target.errors)")
    // What is left when they are taken away, as the message says, is as an empty folder.
    try remove("rules/format.json")
    try remove("rules/v2.json")
    #expect(scratch.text("rules/rule-file.schema.json") != nil)
    #expect(run("learn", "/rules", "/old", "/new", "--write", "--answer", "2").status == .done)
    try remove("rules/format.json")
    try remove("rules/v2.json")
    #expect(run("new", "/rules").status == .done)
    #expect(run("check", "/rules").status == .done)
  }

  @Test func `a version of another type is told with the types`() throws {
    try scratch.write(#"{ "to": 2, "rules": [] }"#, to: "rules/v2.json")
    try scratch.write(#"{ "version": 2, "a": 1 }"#, to: "b.json")
    try scratch.write(#"{ "version": "3", "b": 1 }"#, to: "a.json")
    let run = run("learn", "/rules", "/b.json", "/a.json")
    #expect(run.status == .found)
    #expect(
      run.errors.contains(
        #"the draft leads to version 3, and AFTER says "3": versions are integers here"#))
    try scratch.write(#"{ "a": 1 }"#, to: "b.json")
    try scratch.write(#"{ "b": 1 }"#, to: "a.json")
    let untold = self.run("learn", "/rules", "/b.json", "/a.json")
    #expect(untold.errors.contains("`apply` takes them for version 1 unless `--from 2` is said"))
    #expect(untold.status == .done)
  }

  @Test func `what stands behind a sample is another one where it looks like one`() throws {
    try scratch.write("{ \"a\": 1 }\n{ \"a\": 2 }\n", to: "b.json")
    try scratch.write("{ \"a\": 1 }\n\n]\n", to: "a.json")
    #expect(
      run("learn", "/rules", "/b.json", "/old").errors.contains("ends in .ndjson"))
    let bracket = run("learn", "/rules", "/a.json", "/old").errors
    #expect(bracket.contains("found `]`") && !bracket.contains(".ndjson"), "\(bracket)")
  }

  @Test func `samples without versions that apply takes for others are not reproduced`() throws {
    try scratch.write(#"{ "to": 2, "rules": [{ "drop": "a" }] }"#, to: "rules/v2.json")
    try scratch.write(#"{ "a": 1 }"#, to: "b.json")
    try scratch.write(#"{ "b": 1 }"#, to: "a.json")
    let other = run("learn", "/rules", "/b.json", "/a.json", "--write")
    #expect(other.status == .found)
    #expect(other.errors.contains("unless `--from 2` is said"))
    #expect(other.errors.contains("b.json at $.b: found nothing, wanted 1"), "\(other.errors)")
    try remove("rules/v3.json")
    try scratch.write(#"{ "to": 2, "rules": [] }"#, to: "rules/v2.json")
    try scratch.write(#"{ "version": { "missing": "fail" } }"#, to: "rules/format.json")
    let none = run("learn", "/rules", "/b.json", "/a.json", "--write")
    #expect(none.status == .found)
    #expect(none.errors.contains("the document says no version"), "\(none.errors)")
    #expect(run("apply", "/rules", "/b.json", "--from", "2").output.contains(#""b": 1"#))
  }
}
