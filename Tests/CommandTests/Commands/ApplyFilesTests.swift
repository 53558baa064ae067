import Foundation
import JSONMigrationCore
import Testing

@testable import jsonmigrate

@Suite struct ApplyFilesTests {
  private let place: Workplace
  private let old = Workplace.old
  private let new = Workplace.new

  init() throws {
    place = try Workplace()
  }

  private func write(_ files: [String: String]) throws {
    for (name, text) in files { try place.scratch.write(text, to: name) }
  }

  @Test func `a folder in place: what has to change changes, the rest is not touched`() throws {
    try write([
      "lib/a.json": old, "lib/b.json": new, "lib/deep/c.ndjson": "\(new)\n\(old)\n",
      "lib/deep/d.jsonl": "\(new)\n", "lib/notes.txt": old, "lib/.hidden.json": old,
    ])
    let untouched = ["lib/b.json", "lib/deep/d.jsonl", "lib/notes.txt", "lib/.hidden.json"]
    let before = try untouched.map(place.scratch.status)
    let run = place.apply("--in-place", "@lib")
    #expect((run.output, run.status) == ("", .done))
    #expect(run.errors == "5 documents: 2 migrated, 3 current\n" + Workplace.firstVersion(2))
    #expect(place.scratch.text("lib/a.json") == new)
    #expect(place.scratch.text("lib/deep/c.ndjson") == "\(new)\n\(new)\n")
    #expect(try untouched.map(place.scratch.status) == before)
    #expect(place.apply("--in-place", "@lib").errors == "5 documents: 5 current\n")
    #expect(try place.scratch.names() == ["lib", "rules"])
  }

  /// Long stretches of a document are written from where they are; with white space the tree takes
  /// it.
  @Test(arguments: ["", " "])
  func `a document with long members comes out whole, wherever it goes`(space: String) throws {
    func document(_ key: String, _ end: String, note: String) -> String {
      let long = String(repeating: #"{"x": [1, "two", null]}, "#, count: 8_000)
      return "{\(space)\"first\":[\(long)1],\"\(key)\":\"\(long.replacing("\"", with: "'"))\","
        + "\"note\":\"\(note)\",\"last\":[\(long)2]\(end)}\n"
    }
    let old = document("a", "", note: "-")
    let new = document("b", ",\"version\":2", note: "-")
    try write(["a.json": old, "b.json": old])
    #expect(place.apply("@a.json").output == new)
    #expect(place.apply("@a.json", "-o", "@out.json").status == .done)
    #expect(place.scratch.text("out.json") == new)
    let before = try place.scratch.status("out.json")
    #expect(place.apply("@a.json", "-o", "@out.json").status == .done)
    #expect(try place.scratch.status("out.json") == before)
    try write(["out.json": document("b", ",\"version\":2", note: "+")])
    #expect(place.apply("@a.json", "-o", "@out.json").status == .done)
    #expect(place.scratch.text("out.json") == new)
    #expect(place.apply("--in-place", "@b.json").errors == "1 document: 1 migrated\n")
    #expect(place.scratch.text("b.json") == new)
    #expect(place.apply("--check", "@b.json", "@a.json").output.hasSuffix("/a.json\n"))
    #expect(place.apply("@b.json").output == new)
    // Standard input, and what comes after it with the same memory.
    #expect(place.apply(input: old, pieces: 10_000).output == new)
    #expect(place.apply("--jobs", "1", "--output-dir", "@to", "@a.json", "@b.json").status == .done)
    #expect(place.scratch.text("to/a.json") == new && place.scratch.text("to/b.json") == new)
    #expect(place.apply("--diff", "@a.json").output.hasPrefix("--- "))
  }

  /// Elements with the same members are written by a script, until one of them is out of the
  /// ordinary: then what was begun of it is taken back, long stretches too.
  @Test(arguments: [true, false])
  func `a long element that is out of the ordinary comes out once`(isEach: Bool) throws {
    let place = isEach ? "" : #""in": "items[*]", "#
    let cases = #""cases": [{ "is": "todo", "becomes": "open" }], "otherwise": "keep""#
    try write([
      "rules/v2.json": """
      { "to": 2, "rules": [
        { \(place)"rename": { "last": "end" } }, { \(place)"map-values": "status", \(cases) } ] }
      """
    ])
    if isEach {
      try write(["rules/format.json": #"{ "each": "[*]", "version": { "missing": 1 } }"#])
    }
    let photo = String(repeating: "x", count: 66_000)
    func document(_ states: [String], _ last: String, _ version: String, _ space: String) -> String
    {
      let elements = states.map {
        #"{"photo":"\#(photo)","\#(last)":1,"status":"\#($0)"\#(isEach ? version : "")}"#
      }
      let array = "[" + space + elements.joined(separator: ",") + "]"
      return (isEach ? array : #"{"items":\#(array)\#(version)}"#) + "\n"
    }
    // The space is lent too, if it is long enough.
    for space in ["", String(repeating: " ", count: 70_000)] {
      let old = document(["todo", "todo", "todo", "other", "todo"], "last", "", space)
      let new = document(
        ["open", "open", "open", "other", "open"], "end", ",\"version\":2", space)
      try write(["a.json": old, "b.json": old])
      #expect(self.place.apply("@a.json").output == new)
      #expect(
        self.place.apply("--jobs", "1", "--output-dir", "@to", "@a.json", "@b.json").status == .done
      )
      #expect(self.place.scratch.text("to/b.json") == new)
      #expect(self.place.apply("--in-place", "@a.json").status == .done)
      #expect(self.place.scratch.text("a.json") == new)
    }
  }

  @Test func `rules in a folder of documents are not taken for documents`() throws {
    try write([
      "lib/a.json": old, "rules/tests/a.before.json": old, "rules/tests/a.after.json": new,
    ])
    let before = try place.scratch.status("rules/v2.json")
    #expect(place.apply("--in-place", "@").errors.hasPrefix("1 document: 1 migrated\n"))
    #expect(place.scratch.text("lib/a.json") == new)
    #expect(place.scratch.text("rules/tests/a.before.json") == old)
    #expect(try place.scratch.status("rules/v2.json") == before)
    let status = Transcript(["status", place.path("rules"), place.path("")])
    #expect(status.output.hasPrefix("1 document in 1 file\n"))
  }

  @Test func `other rules in a folder of documents stay rules`() throws {
    let step = #"{ "to": 2, "rules": [{ "drop": "q" }] }"#
    let others = [
      "others/v2.json": step, "others/to.json": #"{ "to": "me", "rules": "none" }"#,
      "others/list.json": #"{ "rules": [] }"#,
    ]
    try write(others)
    let run = place.apply("--in-place", "@others")
    #expect(run.errors.contains("3 documents: 2 migrated, 1 of another format"), "\(run.errors)")
    #expect(place.scratch.text("others/v2.json") == step)
    #expect(place.scratch.text("others/list.json")?.hasSuffix(#", "version": 2 }"#) == true)
    #expect(place.apply("--output-dir", "@to", "@others").status == .done)
    #expect(place.scratch.text("to/v2.json") == step)
    // Who names it means it.
    #expect(place.apply("@others/v2.json").output.contains(#""version": 2"#))
  }

  @Test(arguments: [1, 4])
  func `a bad document stays and stops nothing; errors come in the order of the inputs`(
    jobs: Int
  ) throws {
    for index in 0..<40 {
      let text = index % 10 == 3 ? Workplace.broken : index % 10 == 7 ? Workplace.refused : old
      try place.scratch.write(text, to: "lib/\(index + 10).json")
    }
    let run = place.apply("--in-place", "--jobs", "\(jobs)", "@lib")
    #expect(run.status == .found)
    let lines = place.errors(of: run).split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("  --> ") }.map { $0.dropFirst(6).prefix(11) } == [
        "lib/13.json", "lib/17.json", "lib/23.json", "lib/27.json", "lib/33.json", "lib/37.json",
        "lib/43.json", "lib/47.json",
      ])
    #expect(
      lines.contains("   = note: `\(place.scratch.path)/lib/13.json` was not changed") == false)
    #expect(lines.contains("   = note: `lib/13.json` was not changed"))
    #expect(lines.suffix(2).first == "40 documents: 32 migrated, 8 failed")
    #expect(place.scratch.text("lib/13.json") == Workplace.broken)
    #expect(place.scratch.text("lib/17.json") == Workplace.refused)
    #expect(place.scratch.text("lib/49.json") == new)
  }

  @Test func `after twenty errors each has one line`() throws {
    for index in 0..<30 { try place.scratch.write("{", to: "lib/\(index + 10).json") }
    let run = place.apply("--in-place", "@lib")
    let lines = place.errors(of: run).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("error[bad-json]") } == 20)
    #expect(lines.count { $0.hasPrefix("lib/") && $0.hasSuffix("[bad-json]") } == 10)
  }

  @Test func `lines in place: all or nothing`() throws {
    let text = String(repeating: old + "\n", count: 50_000)
    try write(["a.ndjson": text + Workplace.broken, "b.ndjson": old])
    let before = try place.scratch.status("a.ndjson")
    let run = place.apply("--in-place", "@a.ndjson", "@b.ndjson")
    #expect(run.status == .found)
    #expect(try place.scratch.status("a.ndjson") == before)
    #expect(place.scratch.text("b.ndjson") == new)
    #expect(place.errors(of: run).contains("--> a.ndjson:50001:7"))
    #expect(run.errors.hasSuffix("\n2 documents: 1 migrated, 1 failed\n"))
    #expect(try place.scratch.hiddenNames() == [])
  }

  @Test func `lines in place: what comes before the first change is kept`() throws {
    let start = String(repeating: new + "\n", count: 100_000)
    try write(["a.ndjson": start + old + "\n" + start])
    #expect(place.apply("--in-place", "@a.ndjson").status == .done)
    #expect(place.scratch.text("a.ndjson") == start + new + "\n" + start)
  }

  @Test func `bad lines leave their file only for another one`() throws {
    try write(["a.ndjson": "\(old)\n{\n\(old)", "b.ndjson": "[1]\n", "bad.ndjson": "earlier\n"])
    let run = place.apply("--in-place", "--skip-bad", "@bad.ndjson", "@a.ndjson", "@b.ndjson")
    #expect(run.status == .found)
    #expect(place.scratch.text("a.ndjson") == "\(new)\n\(new)")
    #expect(place.scratch.text("b.ndjson") == "")
    // Added, for they are nowhere else.
    #expect(place.scratch.text("bad.ndjson") == "earlier\n{\n[1]\n")
    #expect(run.errors.hasSuffix("\n4 documents: 2 migrated, 2 put aside\n"))
    let same = place.apply("--in-place", "--skip-bad", "@a.ndjson", "@a.ndjson")
    #expect(same.status == .notStarted)
  }

  @Test func `into a folder, each in its place`() throws {
    try write(["lib/a.json": old, "lib/x/b.ndjson": "\(new)\n", "c.json": Workplace.newer])
    let run = place.apply("--output-dir", "@out/new", "--skip-newer", "@lib/", "@c.json")
    #expect(run.status == .done)
    #expect(place.scratch.text("out/new/a.json") == new)
    #expect(place.scratch.text("out/new/x/b.ndjson") == "\(new)\n")
    #expect(place.scratch.text("out/new/c.json") == Workplace.newer)
    #expect(place.scratch.text("lib/a.json") == old)
    #expect(
      place.apply("--output-dir", "@out", "--stdin-path", "s.json", "-", input: old).status == .done
    )
    #expect(place.scratch.text("out/s.json") == new)
  }

  @Test func `two inputs don't become one file`() throws {
    try write(["x/a.json": old, "y/a.json": new])
    let run = place.apply("--output-dir", "@out", "@x", "@y")
    #expect(run.status == .notStarted)
    #expect(
      place.errors(of: run).contains("`x/a.json` and `y/a.json` would both become `out/a.json`"))
    #expect(place.scratch.text("out/a.json") == nil)
  }

  @Test func `a folder in place of a file, and a file in place of a folder`() throws {
    try write(["lib/a.json": old])
    let folder = place.apply("-o", "@lib", "@lib/a.json")
    #expect(folder.status == .notStarted)
    #expect(place.errors(of: folder).contains("`lib` is a folder, and the result is a file"))
    let file = place.apply("--output-dir", "@lib/a.json", "@lib/a.json")
    #expect(file.status == .notStarted)
    #expect(place.errors(of: file).contains("`lib/a.json` is no folder"))
    #expect(place.scratch.text("lib/a.json") == old)
  }

  @Test func `originals are kept on request`() throws {
    try write(["a.json": old, "b.json": new, "c.ndjson": old])
    #expect(
      place.apply("--in-place", "--backup", "@a.json", "@b.json", "@c.ndjson").status == .done)
    #expect(place.scratch.text("a.json") == new)
    #expect(place.scratch.text("a.json.bak") == old)
    #expect(place.scratch.text("b.json.bak") == nil)
    #expect(place.scratch.text("c.ndjson.bak") == old)
    try write(["a.json": old])
    #expect(place.apply("--in-place", "--backup=~", "@a.json").status == .done)
    #expect(place.scratch.text("a.json~") == old)
  }

  @Test(arguments: [["apply"], ["status"], ["apply", "--check"]])
  func `a pattern that the shell has left is told`(words: [String]) throws {
    try write(["lib/a.json": old])
    let command = [words[0], place.path("rules")] + words.dropFirst()
    let run = Transcript(command + [place.path("lib/*.json")])
    let help = "= help: where nothing quotes it, the shell puts files in place of the pattern; or "
    let all = place.errors(of: run) + run.output.replacing(place.path(""), with: "")
    #expect(all.contains(help + "name the folder, and `--files='*.json'`\n"), "\(all)")
  }

  @Test func `what a folder has besides documents is counted where one asks`() throws {
    try write([
      "lib/a.json": new, "lib/b.JSON": old, "lib/c.jsonc": old, "lib/d.txt": "", "lib/e.json": old,
      "lib/.f.json": old, "lib/.gitignore": "e.json\npriv\n", "lib/priv/a.json": old,
    ])
    let told = "passed over: 3 by their names (b.JSON, c.jsonc, …), 2 by a .gitignore, 1 hidden\n"
    #expect(place.apply("--check", "-v", "@lib").errors.contains(told))
    #expect(place.apply("--check", "@lib").errors.contains("passed over") == false)
    let status = Transcript(["status", place.path("rules"), place.path("lib")])
    #expect(status.output.hasPrefix("1 document in 1 file\nVersions") == false)
    #expect(status.output.contains("\n" + told), "\(status.output)")
    let all = place.apply("--check", "-v", "--all", "--files=*.json", "--files=*.JSON", "@lib")
    #expect(all.errors.contains("passed over: 3 by their names (.gitignore, c.jsonc, …)\n"))
    try write(["one/a.json": new, "one/x": ""])
    let one = place.apply("--check", "-v", "@one", "@lib/a.json")
    #expect(one.errors.contains("passed over: 1 by its name (x)\n"), "\(one.errors)")
  }

  @Test func `what is told on a terminal begins a line of its own`() throws {
    try write(["a.json": old, "b.json": old + "\n"])
    func errors(_ name: String, _ terminals: Set<Int32>) -> String {
      let words = ["apply", place.path("rules"), place.path(name), "-v"]
      return Transcript(words, environment: ["NO_COLOR": "1"], terminals: terminals).errors
    }
    #expect(errors("a.json", [1, 2]).hasPrefix("\n1 document: 1 migrated"))
    #expect(errors("b.json", [1, 2]).hasPrefix("1 document: 1 migrated"))
    for terminals in [[], [1], [2]] as [Set<Int32>] {
      #expect(errors("a.json", terminals).contains("\n1 document") == false)
    }
  }

  @Test func `a file that is meant twice is done once`() throws {
    try write(["a.json": old])
    try place.scratch.link("b.json", to: "a.json")
    let run = place.apply("--in-place", "@a.json", "@b.json", "@./a.json")
    #expect(run.errors == "1 document: 1 migrated\n")
    #expect(try place.scratch.status("b.json").kind == .symbolicLink)
    #expect(place.scratch.text("a.json") == new)
  }

  @Test func `several names in the file system`() throws {
    try write(["a.json": old, "l.ndjson": old])
    try place.scratch.secondName("b.json", for: "a.json")
    try place.scratch.secondName("m.ndjson", for: "l.ndjson")
    let run = place.apply("--in-place", "@a.json", "@l.ndjson")
    #expect(run.status == .found)
    #expect(run.errors.contains("has 2 names in the file system"))
    #expect((place.scratch.text("a.json"), place.scratch.text("m.ndjson")) == (old, old))
    #expect(place.apply("--in-place", "--break-hardlinks", "@a.json").status == .done)
    #expect((place.scratch.text("a.json"), place.scratch.text("b.json")) == (new, old))
  }

  @Test(arguments: ["a.json", "a.ndjson"])
  func `a file that changes while it is worked on keeps the other's change`(name: String) throws {
    try write([name: old])
    let theirs = "{\"version\": 2, \"theirs\": true}"
    var calls = SystemCalls.system
    let file = place.path(name)
    calls.open = { name, opening throws(Errno) in
      // Someone else writes the file when the new one is begun.
      if case .creating = opening { try? Data(theirs.utf8).write(to: URL(fileURLWithPath: file)) }
      return try SystemCalls.system.open(name, opening)
    }
    let run = place.apply("--in-place", "@\(name)", calls: calls)
    #expect(run.status == .found)
    #expect(run.errors.contains("was changed by someone else"))
    #expect(place.scratch.text(name) == theirs)
    #expect(try place.scratch.hiddenNames() == [])
  }

  @Test func `what is no file can't be replaced, and is told before it is read for ever`() throws {
    #expect(mkfifo(place.path("pipe.json"), 0o600) == 0)
    let run = place.apply("--in-place", "@pipe.json")
    #expect(run.status == .found)
    #expect(run.errors.contains("is no regular file"))
  }

  @Test func `a folder without documents, or without a place for them`() throws {
    try place.scratch.makeFolder("empty")
    let none = place.apply("--in-place", "@empty")
    #expect(
      place.errors(of: none).hasPrefix("warning[usage]: there are no documents in `empty`\n"))
    #expect(none.errors.hasSuffix("\n0 documents\n") && none.status == .done)
    // Whoever asks whether all is well has to hear that there was nothing to ask about.
    let check = place.apply("--check", "@empty")
    #expect(place.errors(of: check).hasPrefix("error[usage]: there are no documents in `empty`\n"))
    #expect(check.status == .found)
    let run = place.apply("@empty")
    #expect(run.status == .notStarted)
    #expect(place.errors(of: run).contains("`empty` is a folder"))
    try write(["lib/a.json": old])
    let missing = place.apply("--in-place", "@lib", "@none.json")
    #expect(missing.status == .found)
    #expect(place.scratch.text("lib/a.json") == new)
  }

  @Test func `a folder without documents says what it holds`() throws {
    try write([
      "a/x.ipynb": old, "a/y.ipynb": old, "a/z.txt": old, "b/.x.json": old, "c/x.json": old,
      "c/.gitignore": "*.json", "d/e/x.json": old, "d/.gitignore": "e/", "e/x": "",
      "f/mk.py": "", "f/other.py": "", "f/old.tfstate": old, "g/x.py": "", "g/.git/x.json": "",
      "h/.storage/x.json": old, "h/x.py": "",
    ])
    for (folder, help) in [
      ("a", "2 files end in .ipynb; if those are documents, write `--files='*.ipynb'`"),
      ("b", "1 is hidden; `--all` takes them, too"),
      ("c", "1 is named by a .gitignore; `--all` takes them, too"),
      ("d", "folders are named by a .gitignore; `--all` takes them"),
      ("e", "documents in a folder end in .json, .jsonl or .ndjson"),
      ("f", "1 file ends in .tfstate; if those are documents, write `--files='*.tfstate'`"),
      ("g", "1 file ends in .py; if those are documents, write `--files='*.py'`"),
      ("h", "1 folder is hidden; `--all` takes what is in it, too"),
    ] {
      let errors = place.apply("--in-place", "@\(folder)").errors
      #expect(errors.contains("help: \(help)"), "\(errors)")
    }
    #expect(place.apply("--check", "--files=*.ipynb", "@a").output.contains("a/x.ipynb"))
    #expect(place.apply("--in-place", "--all", "@c").errors.hasPrefix("1 document: 1 migrated\n"))
    for (files, help) in [
      ("x.js*", "1 folder is hidden; `--all` takes what is in it, too"),
      ("core.*", "1 file ends in .py; "),
      ("x/*.json", "1 file ends in .py; "),
    ] {
      let errors = place.apply("--check", "--files=\(files)", "@h").errors
      #expect(errors.contains("help: \(help)"), "\(errors)")
    }
    // One folder of several is told, too.
    let several = place.apply("--check", "@c", "--all", "@e")
    #expect(place.errors(of: several).contains("there are no documents in `e`"))
    #expect(several.status == .found)
  }

  @Test func `the files that the format or the command line names`() throws {
    try write([
      "rules/format.json": #"{ "files": ["*.poem", "set/*.json"] }"#, "lib/a.poem": old,
      "lib/b.json": old, "lib/set/c.json": old, "lib/d.poems": old,
    ])
    let names = { (run: Transcript) in
      run.output.split(separator: "\n").map {
        String($0.split(separator: "/").suffix(2).joined(separator: "/"))
      }
    }
    #expect(names(place.apply("--check", "@lib")) == ["lib/a.poem", "set/c.json"])
    #expect(names(place.apply("--check", "@lib", "--files", "b.*")) == ["lib/b.json"])
    #expect(
      names(place.apply("--check", "@lib", "--files=*.poem", "--files=*.poems"))
        == ["lib/a.poem", "lib/d.poems"])
    // A file that was named is a document, whatever its name.
    #expect(place.apply("@lib/d.poems").output == new)
    for glob in ["*.{json,poem}", "[a-z].json", "!x.json"] {
      let strange = place.apply("--check", "@lib", "--files=\(glob)")
      #expect(strange.errors.contains("in `\(glob)`"))
      #expect(strange.errors.contains("= help: a glob has `*`, `?`, and `**` for folders; "))
      #expect(strange.status == .notStarted)
    }
    #expect(names(place.apply("--check", "@lib", "--files=[id].json")) == [])
    let wrong = place.apply("--check", "@lib", "--files=../x")
    #expect(wrong.status == .notStarted)
    #expect(wrong.errors.contains("`--files` takes a glob below the folder, found `../x`"))
  }

  @Test func `findings for programs`() throws {
    try write(["lib/a.json": old, "lib/b.json": new, "lib/c.json": "{"])
    let json = place.apply("--check", "--format", "json", "@lib")
    #expect(json.output == "")
    #expect(json.status == .found)
    #expect(
      place.errors(of: json) == """
        {"severity": "warning", "kind": "would-change", "message": "`lib/a.json` would change", \
        "places": [{"file": "lib/a.json"}], "notes": []}
        {"severity": "error", "kind": "bad-json", "message": "expected a key in double quotes \
        or `}`, found the end of the text", "places": [{"file": "lib/c.json", "line": 1, "column": 2, \
        "start": 1, "end": 1}], "notes": []}
        {"severity": "note", "kind": "summary", "message": "3 documents: 1 would change, 1 current, \
        1 failed", "places": [], "notes": []}
        {"severity": "note", "kind": "summary", "message": "\
        \(Workplace.firstVersion(1, would: "would get").dropLast())", "places": [], "notes": []}

        """)
    let github = place.apply("--check", "--format", "github", "@lib/a.json")
    #expect(
      place.errors(of: github) == """
        ::warning file=lib/a.json,title=would-change::`lib/a.json` would change

        """)
  }

  @Test func `of many changes a terminal is told twenty and a count, a pipe all`() throws {
    for number in 10..<33 {
      try write(["lib/\(number).json": old, "lines/\(number).ndjson": "\(old)\n"])
    }
    let run = place.apply("--check", "--color=never", "@lib", terminals: [1])
    try Golden.check(place.output(of: run), "check-many.txt")
    #expect(run.output.split(separator: "\n").count { $0.hasPrefix("would change: ") } == 20)
    #expect(run.output.split(separator: "\n").count { $0.hasPrefix("+++ ") } == 20)
    #expect(run.output.hasSuffix("\nand 3 more would change (`-v` names them all)\n"))
    let lines = place.apply("--check", "--color=never", "@lines", terminals: [1]).output
    #expect(lines.split(separator: "\n").count { $0.hasPrefix("+++ ") } == 20)
    #expect(lines.hasSuffix("\nand 3 more would change (`-v` names them all)\n"))
    for all in [
      place.apply("--check", "-v", "@lib", terminals: [1]), place.apply("--check", "@lib"),
    ] {
      #expect(all.output.split(separator: "\n").count { $0.hasPrefix("would change: ") } == 23)
    }
    #expect(!place.apply("--check", "-q", "@lib", terminals: [1]).output.contains("more"))
  }

  @Test func `a terminal sees at once how documents would change`() throws {
    try write(["a.json": old])
    let run = place.apply("--check", "--color=never", "@a.json", terminals: [1])
    #expect(
      place.output(of: run) == """
        would change: a.json
        --- a.json
        +++ a.json
        @@ -1 +1 @@
        -\(old)
        \\ No newline at end of file
        +\(new)
        \\ No newline at end of file

        """)
    #expect(place.apply("--check", "-q", "@a.json").output == "")
    #expect(place.apply("--check", "-q", "@a.json").status == .found)
  }

  @Test(Scratch.takesAnyName) func `a name that is no text`() throws {
    let name = FileName(bytes: Array(place.path("").utf8) + [0xFF, 0x1B] + Array(".json".utf8))
    #expect(try writeFile(Array(old.utf8), to: name) == .written)
    #expect(place.apply("--check", "@").output.hasSuffix("\\xff\\u001b.json\n"))
    let run = place.apply("--in-place", "@")
    #expect(run.status == .done)
    #expect(try FileContent(reading: name, limit: 100).bytes == Array(new.utf8))
    try SystemCalls.system.remove(FilePlace(name))
  }
}
