import Foundation
import Testing

@testable import jsonmigrate

/// Nothing that is read is ever written over, and no two things are written to one file.
@Suite struct DestinationTests {
  private let place: Workplace
  private let old = Workplace.old
  private let new = Workplace.new

  init() throws {
    place = try Workplace()
  }

  /// All files below the workplace, with what they hold.
  private func contents() throws -> [String: String] {
    let names = FileManager.default.enumerator(atPath: place.scratch.path)?.allObjects
    var contents: [String: String] = [:]
    for case let name as String in names ?? [] { contents[name] = place.scratch.text(name) }
    return contents
  }

  /// Runs `apply`, which is to refuse to start, for a reason that has these words.
  private func expectRefusal(
    _ arguments: String..., words: String, location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try contents()
    let arguments = arguments.map { $0.replacing("@", with: place.path("")) }
    let run = Transcript(["apply", place.path("rules")] + arguments)
    #expect(run.status == .notStarted, sourceLocation: location)
    #expect(place.errors(of: run).contains(words), "\(run.errors)", sourceLocation: location)
    #expect(try contents() == before, sourceLocation: location)
  }

  @Test func `a backup is no other input`() throws {
    try place.scratch.write(old, to: "notes")
    try place.scratch.write(old, to: "notes.json")
    try expectRefusal(
      "--in-place", "--backup=.json", "--jobs=1", "@notes", "@notes.json",
      words: "`notes.json` is an input, and can't be the backup of `notes`")
    try place.scratch.write(old, to: "lib/a.json")
    try place.scratch.write(old, to: "lib/a.json.json")
    try expectRefusal(
      "--in-place", "--backup=.json", "@lib", words: "`lib/a.json.json` is an input")
    try place.scratch.write(old, to: "a")
    try place.scratch.write(old, to: "a.bak")
    try expectRefusal("--in-place", "--backup", "@a", "@a.bak", words: "`a.bak` is an input")
  }

  @Test func `a backup that is a link to another input`() throws {
    try place.scratch.write(old, to: "lib/a.json")
    try place.scratch.write(#"{"a": 2}"#, to: "lib/other.json")
    try place.scratch.link("lib/a.json.bak", to: "other.json")
    try expectRefusal(
      "--in-place", "--backup", "@lib", words: "`lib/a.json.bak` is the input `lib/other.json`")
    // Of a file that is no input it is left alone, and the backup gets a number.
    try place.scratch.write("theirs", to: "theirs")
    try place.scratch.shell("rm lib/a.json.bak && ln -s ../theirs lib/a.json.bak")
    #expect(place.apply("--in-place", "--backup", "@lib").status == .done)
    #expect(place.scratch.text("theirs") == "theirs")
    #expect(place.scratch.text("lib/a.json.bak.2") == old)
    #expect(try place.scratch.status("lib/a.json.bak").kind == .symbolicLink)
  }

  @Test func `a result is no other input`() throws {
    try place.scratch.write(old, to: "in/a.json")
    try place.scratch.write(old, to: "out/sub/a.json")
    try place.scratch.write(old, to: "in/sub/b.json")
    try place.scratch.write(old, to: "out/b.json")
    try expectRefusal(
      "--output-dir", "@out", "@in/a.json", "@in/sub", "@out/b.json",
      words: "`out/b.json` is an input, and can't take the result for `in/sub/b.json`")
    try place.scratch.shell("rm out/b.json")
    try place.scratch.write(old, to: "in/sub/a.json")
    try expectRefusal(
      "--output-dir", "@out", "@in", "@out/sub",
      words: "`out/sub/a.json` is an input, and can't take the result for `in/sub/a.json`")
  }

  @Test func `a result in a folder takes the place of no input: that is asked for by its name`()
    throws
  {
    try place.scratch.write(old, to: "lib/a.json")
    try place.scratch.link("same", to: "lib")
    for input in ["@lib", "@lib/a.json"] {
      try expectRefusal(
        "--output-dir", "@lib", input,
        words: "`lib/a.json` is an input, and can't take its own result\n")
    }
    try expectRefusal(
      "--output-dir", "@lib", "@same/a.json",
      words: "`lib/a.json` is the input `same/a.json`, and can't take the result for")
    try expectRefusal("--output-dir", "@lib", "@lib", words: "or replace inputs by `--in-place`\n")
  }

  @Test func `a folder of results in the folder of documents, twice`() throws {
    try place.scratch.write(old, to: "lib/a.json")
    #expect(place.apply("--output-dir", "@lib/out", "@lib").status == .done)
    // What is there by then is no document of it.
    let again = place.apply("--output-dir", "@lib/../lib/out/", "@lib")
    #expect(again.status == .done && again.errors.hasPrefix("1 document: 1 migrated\n"))
    #expect(
      try contents().keys.filter { $0.hasSuffix(".json") }.sorted() == [
        "lib/a.json", "lib/out/a.json", "rules/v2.json",
      ])
    // Who names it means it.
    try expectRefusal(
      "--output-dir", "@lib/out", "@lib", "@lib/out",
      words: "`lib/out/a.json` is an input, and can't take the result for `lib/a.json`")
  }

  @Test func `each name of a file has its result in a folder, and no name has two`() throws {
    try place.scratch.write(old, to: "lib/v7.json")
    try place.scratch.link("lib/latest.json", to: "v7.json")
    try place.scratch.secondName("lib/hard.json", for: "lib/v7.json")
    let run = place.apply(
      "--output-dir", "@out", "@lib/hard.json", "@lib/latest.json", "@lib/v7.json",
      "@lib/../lib/v7.json", "@lib")
    #expect(run.status == .done && run.errors.hasPrefix("3 documents: 3 migrated\n"))
    for name in ["hard", "latest", "v7"] {
      #expect(place.scratch.text("out/\(name).json") == new)
      #expect(place.scratch.text("lib/\(name).json") == old)
    }
  }

  @Test func `what lines are added to is no document of the next run`() throws {
    try place.scratch.write(old + "\nbad\n", to: "lib/a.ndjson")
    let flags = ["@lib", "--skip-bad", "@lib/bad.ndjson", "--reasons", "@lib/why.jsonl"]
    for count in 1...2 {
      let arguments = flags.map { $0.replacing("@", with: place.path("")) }
      let run = Transcript(["apply", place.path("rules"), "--in-place"] + arguments)
      #expect(run.status == (count == 1 ? .found : .done), "\(run.errors)")
      #expect(place.scratch.text("lib/a.ndjson") == new + "\n")
      #expect(place.scratch.text("lib/bad.ndjson") == "bad\n")
    }
    // Who names it means it, and what is replaced might be one.
    try expectRefusal(
      "--in-place", "@lib", "@lib/bad.ndjson", "--skip-bad", "@lib/bad.ndjson",
      words: "`lib/bad.ndjson` is an input, and can't take the bad lines")
    try expectRefusal(
      "--output-dir", "@out", "@lib", "--skip-bad", "@lib/bad.ndjson",
      words: "`lib/bad.ndjson` is an input, and can't take the bad lines")
  }

  @Test func `two results are no one file, under whatever names`() throws {
    try place.scratch.write(old, to: "x/a.json")
    try place.scratch.makeFolder("out")
    try place.scratch.link("same", to: "out")
    try expectRefusal(
      "--output-dir", "@out", "--stdin-path", "a.json", "-", "@x/a.json",
      words: "`a.json` and `x/a.json` would both become `out/a.json`")
    try place.scratch.write(old + "\n", to: "l.ndjson")
    try expectRefusal(
      "-o", "@new", "--skip-bad", "@./new", "@l.ndjson",
      words: "./new` is an output, and can't take the bad lines")
    try expectRefusal(
      "-o", "@out/new", "--skip-bad", "@same/new", "@l.ndjson",
      words: "`same/new` is an output, and can't take the bad lines")
    try expectRefusal(
      "--in-place", "--backup", "--skip-bad", "@l.ndjson.bak", "@l.ndjson",
      words: "`l.ndjson.bak` is an output, and can't take the bad lines")
  }

  @Test(arguments: ["-o", "--skip-bad"])
  func `a rule file takes nothing`(flag: String) throws {
    try place.scratch.write(old + "\n", to: "l.ndjson")
    try place.scratch.link("link", to: "rules/v2.json")
    try expectRefusal(
      flag, "@rules/v2.json", "@l.ndjson", words: "`rules/v2.json` is a rule file of this run")
    try expectRefusal(flag, "@link", "@l.ndjson", words: "`link` is a rule file of this run")
  }

  @Test func `the lock of the rules and their tests are written by nobody else`() throws {
    try place.scratch.write(old + "\n", to: "l.ndjson")
    try place.scratch.write(old, to: "lib/rules.lock")
    try place.scratch.write(old, to: "lib/deep/x.after.json")
    try place.scratch.write(old, to: "rules/tests/deep/x.after.json")
    try place.scratch.write(old, to: "rules/tests/x.before.json")
    try place.scratch.link("link.json", to: "rules/tests/x.before.json")
    // The lock may be still to come.
    for _ in 1...2 {
      for flag in ["-o", "--skip-bad"] {
        try expectRefusal(
          flag, "@rules/rules.lock", "@l.ndjson",
          words: "`rules/rules.lock` is the lock of these rules, and can't take the ")
        try expectRefusal(
          flag, "@rules/tests/x.before.json", "@l.ndjson", words: " is of the tests of these rules")
        try expectRefusal(flag, "@link.json", "@l.ndjson", words: "`link.json` is of the tests")
      }
      try expectRefusal(
        "--skip-bad", "@bad", "--reasons", "@rules/rules.lock", "@l.ndjson",
        words: "is the lock of these rules, and can't take the reasons")
      try expectRefusal("--output-dir", "@rules", "@lib/rules.lock", words: "is the lock of these")
      try place.scratch.write("# a lock", to: "rules/rules.lock")
    }
    try expectRefusal(
      "--output-dir", "@rules/tests", "@lib", words: "x.after.json` is of the tests")
    for input in ["@rules/tests", "@rules/tests/deep/x.after.json", "@link.json"] {
      try expectRefusal("--in-place", input, words: "is of the tests of these rules, and can't be")
    }
    let page = Transcript([
      "explain", place.path("rules"), place.path("l.ndjson"), "--html",
      place.path("rules/rules.lock"),
    ])
    #expect(page.status == .notStarted && page.errors.contains("is the lock of these rules"))
    // They may be read.
    #expect(place.apply("@rules/tests/x.before.json").output == new)
  }

  @Test func `what is written is no rule file of the next run`() throws {
    try place.scratch.write(old + "\n", to: "l.ndjson")
    try place.scratch.write(old, to: "lib/a.json")
    try place.scratch.link("link", to: "rules")
    let words = "rule file of the next run, and can't take the"
    try expectRefusal(
      "-o", "@rules/new.json", "@l.ndjson", words: "`rules/new.json` would be a \(words)")
    try expectRefusal(
      "-o", "@link/new.jsonc", "@l.ndjson", words: "`link/new.jsonc` would be a \(words)")
    try expectRefusal("--output-dir", "@rules", "@lib", words: "`rules/a.json` would be a \(words)")
    try expectRefusal("--skip-bad", "@rules/bad.json", "@l.ndjson", words: words)
    try place.scratch.write(old + "\n", to: "rules/l.ndjson")
    try expectRefusal(
      "--in-place", "--backup=.json", "@rules/l.ndjson",
      words: "rule file of the next run, and can't be the backup")
    // What is never taken for one may be there.
    #expect(place.apply("-o", "@rules/new.ndjson", "@l.ndjson").status == .done)
    try place.scratch.makeFolder("rules/tests")
    #expect(place.apply("-o", "@rules/tests/a.after.json", "@lib/a.json").status == .done)
    #expect(place.apply("--in-place", "@rules/l.ndjson").status == .done)
  }

  @Test func `rule files are not replaced, and no page takes their place`() throws {
    for flag in ["--in-place", "--check", "--diff", "--output-dir=o"] {
      try expectRefusal(flag, "@rules", words: "v2.json` is a rule file of this run")
    }
    try expectRefusal("@rules/v2.json", words: "is a rule file of this run, and no document")
    try expectRefusal("--in-place", "--json", "@rules/v2.json", words: "is a rule file of this run")
    for command in ["status", "explain", "check"] {
      let run = Transcript([command, place.path("rules"), place.path("rules/v2.json")])
      #expect(run.status == .notStarted && run.output.isEmpty)
      #expect(run.errors.contains("is a rule file of this run, and no document"))
      #expect(run.errors.contains("`jsonmigrate \(command) rules a.json`"))
    }
    try place.scratch.write(old, to: "a.json")
    let before = try contents()
    for file in ["rules/v2.json", "a.json"] {
      let run = Transcript(
        ["explain", place.path("rules"), place.path("a.json"), "--html", place.path(file)])
      #expect(run.status == .notStarted)
      #expect(run.errors.contains("and can't become the page"))
    }
    #expect(try contents() == before)
  }

  @Test func `no folder of results is one of rules in the next run`() throws {
    try place.scratch.shell("mkdir f && mv rules f/a")
    try place.scratch.write(#"{ "when": "@.a" }"#, to: "f/a/format.json")
    try place.scratch.write(old, to: "lib/v7.json")
    try place.scratch.write(old, to: "lib/sub/n.json")
    let before = try contents()
    for (out, file) in [
      ("f/new", "f/new/sub/n.json"), ("f", "f/sub/n.json"), ("f/a", "f/a/v7.json"),
    ] {
      let run = Transcript([
        "apply", "--formats", place.path("f"), place.path("lib"), "--output-dir", place.path(out),
      ])
      #expect(run.status == .notStarted)
      let errors = place.errors(of: run)
      #expect(
        errors.contains("`\(file)` would be") && errors.contains("of the next run, and can't"))
      #expect(try contents() == before)
    }
    let hidden = Transcript([
      "apply", "--formats", place.path("f"), place.path("lib"), "--output-dir", place.path("f/.n"),
    ])
    #expect(hidden.status == .done)
  }

  /// The system's calls, where standard output leads to a file.
  private func calls(standardOutput file: String) -> SystemCalls {
    var calls = SystemCalls.system
    let name = place.path(file)
    calls.openStatus = { descriptor throws(Errno) in
      descriptor == 1
        ? try SystemCalls.system.status(of: FileName(name))
        : try SystemCalls.system.openStatus(descriptor)
    }
    return calls
  }

  @Test func `standard output is no input`() throws {
    try place.scratch.write(old + "\n", to: "a.ndjson")
    let calls = calls(standardOutput: "a.ndjson")
    let run = place.apply("@a.ndjson", calls: calls)
    #expect(run.status == .notStarted)
    #expect(place.errors(of: run).contains("standard output is the input `a.ndjson`"))
    #expect(
      run.errors.contains("help: that file is as it was; `apply --in-place` writes into inputs\n"))
    #expect(run.output == "")
    for arguments in [
      ["apply", "@rules", "@a.ndjson", "--diff"], ["apply", "@rules", "@a.ndjson", "--check"],
      ["status", "@rules", "@a.ndjson"], ["shape", "@rules", "@a.ndjson"],
      ["check", "@rules", "@a.ndjson"], ["learn", "@rules", "@a.ndjson", "@a.ndjson"],
    ] {
      let arguments = arguments.map { $0.replacing("@", with: place.path("")) }
      let run = Transcript(arguments, calls: calls)
      #expect(run.status == .notStarted && run.output == "", "\(arguments)")
      #expect(place.errors(of: run).contains("standard output is the input `a.ndjson`"))
      #expect(run.errors.contains("help: that file is as it was; name another file for it\n"))
    }
    try place.scratch.write("", to: "a.ndjson")
    #expect(
      place.apply("@a.ndjson", calls: calls).errors.contains("help: `>` has emptied that file"))
  }

  @Test(arguments: [("bad", "bad lines"), ("reasons", "reasons")])
  func `what is put aside doesn't go where the results go`(name: String, what: String) throws {
    try place.scratch.write(old + "\nbad\n", to: "a.ndjson")
    try place.scratch.write("", to: name)
    let calls = calls(standardOutput: name)
    let run = place.apply(
      "@a.ndjson", "--skip-bad", "@bad", "--reasons", "@reasons", calls: calls)
    #expect(run.status == .notStarted && run.output == "")
    #expect(
      place.errors(of: run).contains(
        "`\(name)` is where standard output goes, and can't take the \(what)"))
  }

  @Test(arguments: ["--skip-bad", "--reasons"])
  func `what is put aside doesn't go into the pipe that takes the results`(flag: String) throws {
    try place.scratch.write(old + "\nbad\n", to: "a.ndjson")
    try #require(mkfifo(place.path("pipe"), 0o600) == 0)
    let calls = calls(standardOutput: "pipe")
    let others = flag == "--reasons" ? ["--skip-bad", "@bad"] : []
    let arguments = ["@a.ndjson", flag, "@pipe"] + others
    let run = Transcript(
      ["apply", place.path("rules")] + arguments.map { $0.replacing("@", with: place.path("")) },
      calls: calls)
    #expect(run.status == .notStarted && run.output == "")
    #expect(place.errors(of: run).contains("`pipe` is where standard output goes, and can't take"))
  }

  @Test(arguments: [["test"], ["lock"], ["check"], ["status", "@a.json"], ["apply", "@a.json"]])
  func `standard output is no rule file`(_ words: [String]) throws {
    try place.scratch.write(old, to: "a.json")
    let calls = calls(standardOutput: "rules/v2.json")
    let rest = words.dropFirst().map { $0.replacing("@", with: place.path("")) }
    let run = Transcript([words[0], place.path("rules")] + rest, calls: calls)
    #expect(run.status == .notStarted && run.output == "")
    #expect(run.errors.contains("standard output is a rule file of this run"))
  }

  @Test func `no backup is a document of the next run`() throws {
    try place.scratch.write(old, to: "lib/a.json")
    for suffix in [".json", "-old.ndjson"] {
      try expectRefusal(
        "--in-place", "--backup=\(suffix)", "@lib", words: "would be a document of the next run")
    }
    try expectRefusal(
      "--in-place", "--backup=.bak", "--files=*", "@lib",
      words: "or `--files`, say what the names of documents end in")
    #expect(place.apply("--in-place", "--backup=.json~", "@lib").status == .done)
  }

  @Test func `what standard input reads is no destination either`() throws {
    try place.scratch.write(old + "\n", to: "a.ndjson")
    let name = FileName(place.path("a.ndjson"))
    var calls = SystemCalls.system
    calls.openStatus = { descriptor throws(Errno) in
      descriptor < 2
        ? try SystemCalls.system.status(of: name)
        : try SystemCalls.system.openStatus(descriptor)
    }
    calls.place = { _ in 0 }
    func run(_ arguments: [String]) -> Transcript {
      Transcript(
        arguments.map { $0.replacing("@", with: place.path("")) }, input: Array((old + "\n").utf8),
        calls: calls)
    }
    let there = "the file that standard input reads, and can't"
    for (arguments, words) in [
      (["apply", "@rules", "--ndjson"], "standard output is \(there) take the result"),
      (
        ["apply", "@rules", "--ndjson", "-o", "@x", "--skip-bad", "@a.ndjson"],
        "`a.ndjson` is \(there) take the bad lines"
      ),
      (
        ["apply", "@rules", "--ndjson", "-o", "@x", "--skip-bad", "@y", "--reasons", "@a.ndjson"],
        "`a.ndjson` is \(there) take the reasons"
      ),
      (["explain", "@rules", "-"], "standard output is \(there) take the result"),
      (
        ["explain", "@rules", "-", "--html", "@a.ndjson"],
        "`a.ndjson` is \(there) become the page"
      ),
    ] {
      let run = run(arguments)
      #expect(run.status == .notStarted && run.output == "")
      #expect(place.errors(of: run).contains(words), "\(run.errors)")
      #expect(place.scratch.text("a.ndjson") == old + "\n")
    }
    // What takes the place of a file as a whole may be made from it.
    #expect(run(["apply", "@rules", "--ndjson", "-o", "@a.ndjson"]).status == .done)
    #expect(place.scratch.text("a.ndjson") == new + "\n")
  }

  @Test func `inside a folder of results no link is followed`() throws {
    try place.scratch.write(old, to: "in/a.json")
    try place.scratch.write(old, to: "in/sub/b.json")
    try place.scratch.write("victim", to: "victim/a.json")
    try place.scratch.write("victim", to: "victim/b.json")
    try place.scratch.shell(
      "mkdir out && ln -s ../victim out/sub && ln -s ../victim/a.json out/a.json")
    let run = place.apply("--output-dir", "@out", "@in")
    #expect(run.status == .found)
    #expect(place.errors(of: run).contains("`out/a.json` is a symbolic link"))
    #expect(
      place.errors(of: run).contains("`out/sub` is a link or a file where a folder is needed"))
    #expect(place.scratch.text("victim/a.json") == "victim")
    #expect(place.scratch.text("victim/b.json") == "victim")
    // The folder itself may be one.
    try place.scratch.shell("rm -r out; mkdir there && ln -s there out")
    #expect(place.apply("--output-dir", "@out", "@in").status == .done)
    #expect(place.scratch.text("there/sub/b.json") == new)
  }
}
