import Testing

@testable import jsonmigrate

/// `check` and `test` warn of files that their names keep from being read.
@Suite struct UnreadRulesTests {
  private let scratch: Scratch
  private static let step = #"{ "to": 3, "rules": [] }"#

  init() throws {
    scratch = try Scratch()
    try scratch.write(#"{ "to": 2, "rules": [] }"#, to: "rules/v2.json")
  }

  private func errors(_ command: String) -> String {
    Transcript([command, scratch.path + "/rules"]).errors
      .replacing(scratch.path + "/", with: "")
  }

  @Test(arguments: [
    ("v3.JSON", "v3.json"), ("v3.json5", "v3.json"), ("v3.json.txt", "v3.json"),
    ("v3", "v3.json"), ("v3.schema.json", "v3.json"), ("v3.1.txt", "v3.1.json"),
    ("format.json5", "format.json"), ("format.JSON", "format.json"), (".v3.json", "v3.json"),
  ])
  func `a file whose ending isn't that of rules`(_ name: String, _ right: String) throws {
    try scratch.write("// the next one\n" + Self.step, to: "rules/\(name)")
    for command in ["check", "test"] {
      let errors = errors(command)
      #expect(errors.hasPrefix("warning[bad-rules]: `\(name)` isn't read: "))
      #expect(errors.contains("--> rules/\(name)\n"))
      #expect(errors.contains("= help: rename it to `\(right)`\n"))
      #expect(errors.split(separator: "\n").count { $0.hasPrefix("warning") } == 1)
    }
    #expect(Transcript(["check", scratch.path + "/rules"]).status == .done)
  }

  @Test(arguments: [
    ("v3.yaml", "to: 3\nrules:\n- drop: a\n", "v3.json"), ("v3.YML", "to: 3\n", "v3.json"),
    ("v3.json5", "{ to: 3, rules: [] }", "v3.json"), ("format.yaml", "each: doc", "format.json"),
  ])
  func `a file in another language than JSON`(_ name: String, _ text: String, _ right: String)
    throws
  {
    try scratch.write(text, to: "rules/\(name)")
    for command in ["check", "test"] {
      let errors = errors(command)
      #expect(errors.hasPrefix("warning[bad-rules]: `\(name)` isn't read: "), "\(errors)")
      #expect(errors.contains("= help: write what it says in JSON, in `\(right)`\n"))
    }
  }

  @Test(arguments: [
    ("to: 3\nrules:\n", "a rule file is JSON, and begins with `{`"),
    ("---\nto: 3\n", "a rule file is JSON, and begins with `{`"),
    ("{ \"to\": 3,\n<<<<<<< HEAD\n\"rules\": [] }", "put what counts of both in place"),
    ("{ \"to\": 3, \"rules\": [\n<<<<<<< HEAD\n] }", "put what counts of both in place"),
    ("{ “to”: 3, \"rules\": [] }", "stand in straight double quotes: `\"to\"`"),
    ("{ \"to\": 3, \"rules\": [“a”] }", "stand in straight double quotes: `\"to\"`"),
  ])
  func `what is no JSON is known by what it is`(_ text: String, _ help: String) throws {
    try scratch.write(text, to: "rules/v3.json")
    let errors = errors("check")
    #expect(errors.contains("= help: ") && errors.contains(help), "\(errors)")
  }

  @Test func `rules and documents that changed places`() throws {
    try scratch.write(#"{ "a": 1 }"#, to: "docs/a.json")
    try scratch.write(#"{ "a": 2 }"#, to: "docs/b.json")
    let (docs, rules) = (scratch.path + "/docs", scratch.path + "/rules")
    for command in ["apply", "check", "status"] {
      let run = Transcript([command, docs, rules])
      #expect(run.errors.hasPrefix("error[bad-rules]: no file in `\(docs)` is a step\n"))
      let line = "jsonmigrate \(command) \(rules) \(docs)"
      #expect(run.errors.contains("= help: rules come first: `\(line)`\n"))
      #expect(run.errors.contains("error[") && run.errors.contains("neither `to`") == false)
      let both = Transcript([command, docs, docs])
      #expect(both.errors.contains("this is no step"))
    }
  }

  @Test func `beside one of the right name`() throws {
    try scratch.write(Self.step, to: "rules/v2.JSON")
    #expect(errors("check").contains("help: `v2.json` is there too: put what counts into that"))
  }

  @Test func `also where there is no step at all`() throws {
    try scratch.write(Self.step, to: "other/v3.JSON")
    let run = Transcript(["check", scratch.path + "/other"])
    #expect(run.errors.contains("the folder has no steps"))
    #expect(run.errors.contains("`v3.JSON` isn't read"))
    #expect(run.status == .found)
  }

  @Test func `a step in a folder that no rule names`() throws {
    try scratch.write(Self.step, to: "rules/steps/v3.json")
    #expect(
      errors("check") == """
        warning[bad-rules]: `steps/v3.json` isn't read: no `migrate` names its folder
          --> rules/steps/v3.json
           |
           = help: steps stand in the rules folder itself, beside the others

        """)
    try scratch.write(
      #"{ "to": 2, "rules": [{ "migrate": "a", "with": "steps" }] }"#, to: "rules/v2.json")
    #expect(errors("check") == "")
  }

  @Test(arguments: ["test/a", "Tests/a", "tests/sub/a"])
  func `tests in another folder than tests`(_ name: String) throws {
    try scratch.write("{}", to: "rules/\(name).before.json")
    try scratch.write("{}", to: "rules/\(name).after.json")
    for command in ["check", "test"] {
      #expect(
        errors(command) == """
          warning[bad-rules]: the tests in `rules/\(name.dropLast(2))` aren't run
            --> rules/\(name.dropLast(2))
             |
             = help: tests stand in `tests/` of the rules folder, and in no folder inside of that

          """)
    }
  }

  @Test(arguments: [
    ("README.md", "{}"), ("v3.json~", step), (".v3.json.swp", step), ("v3.json.bak", step),
    ("v3.json.orig", step), ("#v3.json#", step), ("notes.txt", "to: rules"),
    ("format.schema.json", #"{ "type": "object" }"#), ("Makefile", "all:"), ("v3.txt", "{ 'to'"),
    ("rule-file.schema.json", #"{ "properties": { "to": {}, "rules": {} } }"#),
    ("samples/v1.json", #"{ "to": 1 }"#), ("samples/a.before.json", "{}"), (".git/v3.json", step),
    ("user/v2.json", step + " "), ("ci.yaml", "on: push"), ("version.yml", "to: 2"),
    ("functions/a.swift", "func a() {}"),
  ])
  func `what is no step, or no longer one, is passed over`(_ name: String, _ text: String) throws {
    try scratch.write(text, to: "rules/\(name)")
    if name.hasPrefix("user/") { try scratch.write("{}", to: "rules/user/format.json") }
    #expect(errors("check") == "")
  }
}
