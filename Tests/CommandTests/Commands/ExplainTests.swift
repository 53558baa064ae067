import Foundation
import JSONMigrationCore
import Testing

@testable import jsonmigrate

@Suite struct ExplainTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(
      """
      { "to": 2, "rules": [
        { "rename": { "a": "b" } }, { "wrap": "who", "under": "name" }, { "drop": "list[0]" }
      ] }
      """, to: "rules/v2.json")
    try scratch.write(#"{ "to": 3, "rules": [{ "require": "@.b" }] }"#, to: "rules/v3.json")
    try scratch.write(
      """
      {
        "a": 1.0,
        "who": "Ada",
        "list": [1, 2]
      }
      """, to: "one.json")
  }

  private func run(_ arguments: String...) -> Transcript {
    Transcript(["explain"] + arguments.map { $0.replacing("@", with: scratch.path) })
  }

  private func shown(_ text: String) -> String { text.replacing(scratch.path + "/", with: "") }

  @Test func `the road, step by step and rule by rule`() throws {
    let run = run("@/rules", "@/one.json")
    #expect(
      shown(run.output) == """
        one.json: version 1

        version 1 → 2
          rename  rules/v2.json:2:5
            ~ $.a → $.b
          wrap  rules/v2.json:2:33
            ~ $.who → $.who.name
            + $.who  {"name":"Ada"}
          drop  rules/v2.json:2:69
            - $.list[0]  1

        version 2 → 3
          version
            + $.version  3

        """)
    #expect((run.errors, run.status) == ("", .done))
    #expect(try scratch.names() == ["one.json", "rules"])
  }

  @Test func `the value that changed is never cut`() throws {
    let text = String(repeating: "the same again ", count: 10)
    try scratch.write(
      """
      { "to": 2, "rules": [
        { "text": "changed", "do": [{ "replace": "old", "with": "new" }] },
        { "set": { "made": "\(text)" } },
        { "drop": "gone" }
      ] }
      """, to: "long/v2.json")
    try scratch.write(
      #"{ "changed": "\#(text)old\#(text)", "gone": "\#(text)" }"#, to: "long.json")
    let run = run("@/long", "@/long.json")
    try Golden.check(shown(run.output), "explain-long.txt")
    #expect(run.output.contains("+ $.made  \"\(text)\""))
    #expect(run.output.contains("- $.gone  \"\(text)\""))
    let history = self.run("@/long", "@/long.json", "--at", "changed")
    #expect(history.output.hasPrefix("$.changed is \"\(text)new\(text)\"\n"))
  }

  @Test func `the road for programs`() throws {
    let run = run("@/rules", "@/one.json", "--format=json")
    try Golden.check(shown(run.output), "explain.json")
    #expect(throws: Never.self) {
      try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    }
  }

  @Test func `the history of a value`() {
    let run = run("@/rules", "@/one.json", "--at", "who.name")
    #expect(
      shown(run.output) == """
        $.who.name is "Ada"

        it was there from the beginning, at one.json:3:10
            3 |   "who": "Ada",
              |          -----

        version 1 → 2
          wrap  rules/v2.json:2:33
            2 |   { "rename": { "a": "b" } }, { "wrap": "who", "under": "name" }, { "drop": "list[0]" }
              |                                 ------
            ~ $.who → $.who.name
            + $.who  {"name":"Ada"}

        """)
    #expect(
      self.run("@/rules", "@/one.json", "--at=list[0]").output.contains("no rule has touched"))
    let list = shown(self.run("@/rules", "@/one.json", "--at=list").output)
    #expect(list.contains("it was there from the beginning"))
    #expect(list.contains("  drop  rules/v2.json:2:69\n") && list.contains("    - $.list[0]  1\n"))
    #expect(!list.contains("no rule has touched"))
    #expect(self.run("@/rules", "@/one.json", "--at=version").output.contains("made by a rule"))
    let json = self.run("@/rules", "@/one.json", "--at=b", "--format=json").output
    #expect(json.hasPrefix(#"{"path": "$.b", "value": 1.0, "origin": {"file": "#))
  }

  @Test func `the history of a copy, and of what is made of fields`() throws {
    try scratch.write(
      #"""
      { "to": 2, "rules": [{ "copy": { "a": "o.b" } }, { "set": { "t": "{c}!" }, "fill": true }] }
      """#, to: "made/v2.json")
    try scratch.write(#"{ "a": { "x": "A" }, "c": "C" }"#, to: "made.json")
    #expect(
      shown(run("@/made", "@/made.json", "--at", "o.b.x").output) == """
        $.o.b.x is "A"

        it was copied by a rule

        version 1 → 2
          copy  made/v2.json:1:24
            1 | { "to": 2, "rules": [{ "copy": { "a": "o.b" } }, { "set": { "t": "{c}!" }, "fill": true }] }
              |                        ------
            + $.o  {"b":{"x":"A"}}

        it was copied from $.a.x, which was "A"

        it was there from the beginning, at made.json:1:15
            1 | { "a": { "x": "A" }, "c": "C" }
              |               ---

        no rule has touched it

        """)
    #expect(
      run("@/made", "@/made.json", "--at", "t").output.contains(
        "\nit was made of $.c, which was \"C\"\n"))
    let json = run("@/made", "@/made.json", "--at=o.b", "--format=json").output
    #expect(json.contains(#""origin": {"file": "#))
    #expect(json.contains(#""sources": [{"path": "$.a", "value": {"x":"A"}, "origin": {"file""#))
  }

  @Test(arguments: [
    (
      #"{ "rename": { "o": "p" } }, { "move": { "p.k": "z" } }, { "drop": "p" }"#, "o.k",
      "`move` brought `$.o.k` to `$.z`"
    ),
    (
      #"{ "rename": { "a": "b" } }, { "unwrap": "b" }"#, "a[0]",
      "`unwrap` brought `$.a[0]` to `$.b`"
    ),
    (#"{ "move": { "a": "t.b" } }, { "drop": "t" }"#, "a", "`drop` took `$.a` away"),
    (
      #"{ "move": { "a": "t.b" } }, { "rename": { "t": "u" } }"#, "a[0]",
      "`rename` brought `$.a[0]` to `$.u.b[0]`"
    ),
    (
      #"{ "drop": "l[0]" }, { "move": { "l[1]": "m" } }"#, "l[2]",
      "`move` brought `$.l[2]` to `$.m`"
    ),
    (#"{ "drop": "l[0]" }"#, "l[9]", ""),
  ])
  func `a value is followed with what it is in`(
    _ rules: String, _ path: String, _ fate: String
  ) throws {
    try scratch.write("{ \"to\": 2, \"rules\": [\(rules)] }", to: "fate/v2.json")
    try scratch.write(#"{ "a": ["v"], "o": { "k": 1 }, "l": [1, 2, 3] }"#, to: "fate.json")
    let errors = shown(run("@/fate", "@/fate.json", "--at", path).errors)
    let help = errors.split(separator: "\n").first { $0.contains("help: `") } ?? ""
    let words = help.split(separator: " ").filter { word in
      !word.hasPrefix("(") && word != "=" && word != "help:"
    }
    #expect(words.joined(separator: " ") == fate, "\(errors)")
  }

  @Test func `of a place that is gone it is told what became of it`() throws {
    try scratch.write(
      """
      { "to": 3, "from": 1, "rules": [{ "rename": { "a": "b" } }, { "drop": "x" },
        { "move": { "b.c": "o.d" } }] }
      """, to: "fate/v3.json")
    try scratch.write(#"{ "a": { "c": [1] }, "x": { "y": 1 } }"#, to: "fate.json")
    func help(_ path: String) -> String {
      let errors = shown(run("@/fate", "@/fate.json", "--at", path).errors)
      return errors.split(separator: "\n").first { $0.contains("help: ") }.map(String.init) ?? ""
    }
    #expect(help("a").hasSuffix("help: `rename` (fate/v3.json:1:35) brought `$.a` to `$.b`"))
    #expect(
      help("b.c[0]").hasSuffix("help: `move` (fate/v3.json:2:5) brought `$.b.c` to `$.o.d`"))
    #expect(help("x.y").hasSuffix("help: `drop` (fate/v3.json:1:63) took `$.x` away"))
    #expect(help("x.z").hasSuffix("help: the names are `b`, `o`, `version`"))
    #expect(help("o.e").hasSuffix("help: the names are `d`"))
  }

  @Test func `a list in another order`() throws {
    try scratch.write(
      #"{ "to": 2, "rules": [{ "list": "t", "do": ["reverse"] }] }"#, to: "l/v2.json")
    try scratch.write(#"{ "t": [3, 1, 2] }"#, to: "l.json")
    let line = "    ~ $.t  [3,1,2] → [2,1,3]\n"
    #expect(run("@/l", "@/l.json").output.contains(line))
    let history = run("@/l", "@/l.json", "--at", "t").output
    #expect(history.contains(line) && history.contains("it was there from the beginning"))
  }

  @Test(arguments: [
    ("whoo", "a similar name exists: `who`", jsonmigrate.ExitStatus.found),
    ("who.nam", "a similar name exists: `name`", .found), ("list[7]", "no `$.list[7]`", .found),
    ("list[*]", "may lead to many", .notStarted), ("a[", "`--at` takes a path", .notStarted),
  ])
  func `a path that leads nowhere`(path: String, words: String, status: jsonmigrate.ExitStatus) {
    let run = run("@/rules", "@/one.json", "--at", path)
    #expect(run.output == "")
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(run.status == status)
  }

  @Test func `the road up to a failure, and the failure`() throws {
    try scratch.write(#"{"version":1,"who":"x"}"#, to: "bad.json")
    let run = run("@/rules", "@/bad.json")
    #expect(run.output.contains("wrap"))
    #expect(run.errors.hasPrefix("error[invalid-value]"))
    #expect(run.status == .found)
    try scratch.write("{", to: "broken.json")
    let broken = self.run("@/rules", "@/broken.json", "--at", "a")
    #expect(broken.output == "")
    #expect(broken.errors.hasPrefix("error[bad-json]"))
  }

  @Test func `a current document, and one to go back`() throws {
    try scratch.write(#"{"version":3,"b":1,"list":[]}"#, to: "new.json")
    #expect(shown(run("@/rules", "@/new.json").output) == "new.json: version 3, nothing to do\n")
    #expect(run("@/rules", "@/new.json", "--to=2").output.contains("version 3 → 2"))
    #expect(run("@/rules", "@/new.json", "--to=9").status == .notStarted)
  }

  @Test func `a stream, line by line`() {
    let run = Transcript(
      ["explain", scratch.path + "/rules", "--ndjson"],
      input: Array("{\"version\":3}\n\n{\"version\":3,\"b\":1}\n{".utf8))
    #expect(
      run.output == """
        standard input:1: version 3, nothing to do

        standard input:3: version 3, nothing to do

        standard input:4: no road

        """)
    #expect(run.errors.contains("standard input:4:2"))
    let newer = Transcript(
      ["explain", scratch.path + "/rules"], input: Array("{\"version\":9}".utf8))
    #expect(newer.output == "standard input: no road\n")
    #expect(newer.errors.hasPrefix("error[newer-version]"))
    let empty = Transcript(["explain", scratch.path + "/rules", "--ndjson"])
    #expect(empty.errors.contains("there is no document"))
  }

  @Test func `standard input without anything in it has no road`() {
    let run = Transcript(["explain", scratch.path + "/rules"])
    #expect(run.output == "" && run.status == .found)
    #expect(run.errors.hasPrefix("error[bad-json]: standard input is empty\n"), "\(run.errors)")
  }

  @Test func `what makes no sense`() {
    #expect(run("@/rules", "@/rules").errors.contains("is a folder, and `explain` takes one"))
    #expect(run("@/rules", "@/oen.json").errors.contains("a similar name exists: `one.json`"))
    #expect(run("@/rules", "@/one.json", "--html", "@/one.json").status == .notStarted)
    #expect(Transcript(["explain", scratch.path + "/rules"], terminals: [0]).status == .notStarted)
  }

  @Test func `many edits of one rule are cut, unless asked for`() throws {
    try scratch.write(
      #"{ "to": 2, "rules": [{ "map-values": "l[*]", "table": { "a": "b" } }] }"#, to: "r/v2.json")
    try scratch.write(
      "{\"l\":[" + Array(repeating: "\"a\"", count: 30).joined(separator: ",") + "]}", to: "l.json")
    #expect(run("@/r", "@/l.json").output.contains("    and 20 more\n"))
    #expect(!run("@/r", "@/l.json", "-v").output.contains("more"))
  }

  @Test func `nothing in a document reaches the terminal as it is`() throws {
    try scratch.write("{\"a\":\"\u{202E}\u{9B}2J\",\"\u{202E}\":{\"b\":1}}", to: "evil.json")
    for arguments in [["--format=json"], ["--at=b"], ["--at=b", "--format=json"], []] {
      let run = Transcript(
        ["explain", scratch.path + "/rules", scratch.path + "/evil.json"] + arguments)
      let text = run.output + run.errors
      #expect(!text.unicodeScalars.contains { Printable.needsEscape($0) && $0 != "\n" })
    }
  }

  @Test func `a line with a comment is shown as it stands there`() throws {
    try scratch.write(
      #"{ "to": 2, "rules": [{ "rename": { "a": "b" } }] }"#, to: "r/v2.json")
    let taken = #"{ "a": 1, /* one */ "b": [2, ] } // two"#
    let lines = [
      (taken, "[conflict]"), (#"{ "a": /* one */ } // two"#, "[bad-json]"),
      ("// two", "[bad-json]"),
    ]
    for (line, kind) in lines {
      try scratch.write("\n\(line)\n", to: "c.jsonc")
      for arguments in [
        ["apply", "@/r", "@/c.jsonc"], ["explain", "@/r", "@/c.jsonc"],
        ["explain", "@/r", "@/c.jsonc", "--at=b"], ["status", "@/r", "@/c.jsonc"],
        ["shape", "@/c.jsonc"], ["check", "@/r", "@/c.jsonc"],
      ] where arguments[0] != "shape" || line != taken {
        let run = Transcript(arguments.map { $0.replacing("@", with: scratch.path) })
        let text = run.output + run.errors
        #expect(text.contains(kind) && text.contains(" 2 | \(line)\n"), "\(arguments) \(text)")
        #expect(!text.contains("only white space"))
      }
    }
    let newer = #"{ /* one */ "version": 9 } // two"#
    try scratch.write(newer, to: "n.jsonc")
    let shape = Transcript(
      ["shape", scratch.path + "/n.jsonc", "--rules", scratch.path + "/r"])
    #expect(shape.errors.contains(" 1 | \(newer)\n"), "\(shape.errors)")
    try scratch.write(taken.replacing("\"a\"", with: "\"c\""), to: "c.jsonc")
    let history = run("@/r", "@/c.jsonc", "--at=b")
    #expect(history.output.contains(#"1 | { "c": 1, /* one */ "b": [2, ] } // two"#))
  }
}
