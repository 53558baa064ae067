import Foundation
import Testing

@testable import jsonmigrate

@Suite struct CheckCommandTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  @Test func `rules that nest too deep are helped by no flag`() throws {
    let scratch = try Scratch()
    let value = String(repeating: "[", count: 140) + String(repeating: "]", count: 140)
    try scratch.write(
      "{ \"to\": 2, \"rules\": [{ \"set\": { \"a\": \(value) } }] }", to: "rules/v2.json")
    let run = Transcript(["check", scratch.path + "/rules"])
    #expect(run.status == .found && run.errors.contains("at most 128"), "\(run.errors)")
    #expect(!run.errors.contains("--max-depth"))
  }

  @Test func `a sound folder, with or without a slash`() throws {
    try scratch.write(#"{ "to": 2, "rules": [] }"#, to: "rules/v2.json")
    for rules in ["rules", "rules/"] {
      let run = Transcript(["check", scratch.path + "/" + rules])
      #expect(run.output == "\(scratch.path)/rules: 1 step from version 1 to 2, no mistakes\n")
      #expect(run.errors == "")
      #expect(run.status == .done)
    }
    #expect(Transcript(["check", "-q", scratch.path + "/rules"]).output == "")
  }

  @Test func `where warnings are no option, each is an error, and machines get its word`() throws {
    try scratch.write(#"{ "to": 2, "rules": [{ "rename": { "a": "b.c" } }] }"#, to: "rules/v2.json")
    let rules = scratch.path + "/rules"
    let run = Transcript(["check", rules])
    #expect(run.status == .done && run.errors.hasPrefix("warning[bad-rules]: "), "\(run.errors)")
    let strict = Transcript(["check", "--strict", rules])
    #expect(strict.status == .found && strict.errors.hasPrefix("error[bad-rules]: "))
    #expect(strict.output == "")
    let machine = Transcript(["check", "--format=json", rules]).errors
    #expect(machine.contains(#""kind": "bad-rules", "word": "dotted-name", "message": "#))
    try scratch.write(#"{ "to": 2, "rules": [{ "rename": { "a": "b" } }] }"#, to: "rules/v2.json")
    #expect(Transcript(["check", "--strict", rules]).status == .done)
    try scratch.write(#"{ "to": 3, "rules": [] }"#, to: "rules/v3.json.txt")
    #expect(Transcript(["check", "--strict", rules]).status == .found)
    #expect(!Transcript(["check", "--format=json", rules]).errors.contains("\"word\""))
  }

  @Test func `programs get what the rules are`() throws {
    try scratch.write(
      #"{ "from": "1.0", "to": "2.0", "rules": [{ "rename": { "a": "b.c" } }] }"#,
      to: "rules/v2.json")
    let rules = scratch.path + "/rules"
    #expect(
      Transcript(["check", "--format=json", rules]).output.replacing(scratch.path + "/", with: "")
        == #"{"severity": "note", "kind": "summary", "message": "rules: 1 step from version 1.0 to 2.0, "#
        + #"1 warning", "places": [], "notes": [], "steps": 1, "oldest": "1.0", "newest": "2.0", "#
        + "\"warnings\": 1}\n")
    #expect(Transcript(["check", rules]).output.hasSuffix("from version 1.0 to 2.0, 1 warning\n"))
    #expect(Transcript(["check", "--format=json", "--strict", rules]).output == "")
    #expect(Transcript(["check", "--format=github", rules]).output == "")
  }

  @Test func `all mistakes at once, with status 1`() throws {
    try scratch.write(
      #"{ "to": 2, "rules": [{ "renmae": { "a": "b" } }, { "drop": "a[" }] }"#, to: "v2.json")
    try scratch.write(#"{ "to": 3, "rules": 1 }"#, to: "v3.json")
    let run = Transcript(["check", scratch.path])
    #expect(run.status == .found)
    #expect(run.output == "")
    #expect(run.errors.split(separator: "\n").count { $0.hasPrefix("error[bad-rules]") } == 3)
    #expect(run.errors.contains("\(scratch.path)/v2.json:1:24"))
    // What `apply` can't start with is the same, but there it can't start.
    let apply = Transcript(["apply", scratch.path, scratch.path + "/none.json"])
    #expect(apply.errors == run.errors)
    #expect(apply.status == .notStarted)
  }

  @Test func `rules that have no way back, when asked`() throws {
    try scratch.write(
      #"{ "to": 2, "rules": [{ "rename": { "a": "b" } }, { "drop": "c" }] }"#, to: "v2.json")
    #expect(Transcript(["check", scratch.path]).status == .done)
    let run = Transcript(["check", "--reversible", scratch.path])
    #expect(run.errors.hasPrefix("error[no-way-back]: `drop` has no way back"))
    #expect((run.output, run.status) == ("", .found))
  }

  @Test(arguments: [
    (
      #"{ "rename": { "a": "w" } }, { "rename": { "b": "w" } }"#,
      "`rename` makes what an earlier `rename` makes too"
    ),
    (
      #"{ "move": { "a": "p.x" } }, { "nest": ["x"], "under": "p" }"#,
      "`nest` makes what an earlier `move` makes too"
    ),
    (
      #"{ "rename": { "a": "w" } }, { "add-default": { "w": "en" } }"#,
      "`add-default` makes what an earlier `rename` makes too"
    ),
    (
      #"{ "in": "p[*]", "rules": [{ "rename": { "a": "w" } }, { "copy": { "b": "w" } }] }"#,
      "`copy` makes what an earlier `rename` makes too"
    ),
    (
      #"{ "split": "a", "by": " ", "into": ["v", "w"] }, { "add-default": { "w": "" } }"#,
      "`add-default` makes what an earlier `split` makes too"
    ),
    (
      #"{ "rename-keys": "$", "case": "snake-to-camel" }, { "add-default": { "myW": "" } }"#,
      "`add-default` makes what an earlier `rename-keys` makes too"
    ),
  ])
  func `rules that going back can't tell apart, when asked`(_ rules: String, _ message: String)
    throws
  {
    try scratch.write("{ \"to\": 2, \"rules\": [\(rules)] }", to: "v2.json")
    #expect(Transcript(["check", scratch.path]).errors == "")
    let run = Transcript(["check", "--reversible", scratch.path])
    #expect(run.errors.hasPrefix("warning[no-way-back]: \(message)"))
    #expect(run.errors.contains("it is made here"))
    #expect(run.status == .done)
  }

  @Test(arguments: [
    (#""map-values": "w", "table": { "a": "x" }"#, #""x""#),
    (#""convert": "w", "from": "integer", "to": "string""#, #""x""#),
    (#""unwrap": "w""#, "1"), (#""wrap": "w", "under": "x""#, "{}"),
    (#""split": "w", "by": ",""#, "[]"), (#""join": "w", "with": ",""#, #""x""#),
    (#""list": "w", "do": ["reverse"]"#, "[]"), (#""to-list": "w", "key": "k""#, "[]"),
  ])
  func `a value that one changes and the other one makes`(_ rule: String, _ value: String) throws {
    try scratch.write(
      "{ \"to\": 2, \"rules\": [{ \(rule) }, { \"add-default\": { \"w\": \(value) } }] }",
      to: "v2.json")
    #expect(Transcript(["check", scratch.path]).errors == "")
    let run = Transcript(["check", "--reversible", scratch.path])
    #expect(run.errors.hasPrefix("warning[no-way-back]: `add-default` makes what an earlier "))
    #expect(run.errors.contains(" changes too"))
    #expect(run.errors.contains("it is changed here"))
  }

  @Test func `also rules of two steps`() throws {
    try scratch.write(#"{ "to": 2, "rules": [{ "rename": { "a": "w" } }] }"#, to: "v2.json")
    try scratch.write(#"{ "to": 3, "rules": [{ "rename": { "b": "w" } }] }"#, to: "v3.json")
    let run = Transcript(["check", "--reversible", scratch.path])
    #expect(run.errors.hasPrefix("warning[no-way-back]: `rename` makes what"))
  }

  @Test func `an undo whose scopes the rule hides`() throws {
    func errors(_ rule: String) throws -> String {
      try scratch.write("{ \"to\": 2, \"rules\": [\(rule)] }", to: "v2.json")
      return Transcript(["check", "--reversible", scratch.path]).errors
    }
    let undo = #""undo": [{ "rename": { "type": "kind" } }]"#
    let hides = #"{ "in": "xs[?@.kind == 'a']", "rename": { "kind": "type" }, \#(undo) }"#
    let run = try errors(hides)
    #expect(run.hasPrefix("warning[no-way-back]: `rename` changes what this filter asks"), "\(run)")
    #expect(run.contains("v2.json:1:30\n"), "\(run)")
    let others = [
      #"{ "in": "xs[*]", "when": "@.kind == 'a'", "rename": { "kind": "type" }, \#(undo) }"#,
      #"{ "in": "xs[?@.c == 'a']", "rename": { "kind": "type" }, \#(undo) }"#,
    ]
    for other in others { #expect(try errors(other).contains("filter") == false) }
  }

  @Test(arguments: [
    #"{ "move": { "b": "a.b" } }"#, #"{ "add-default": { "a.c.b": 1 } }"#,
    #"{ "rules": [{ "copy": { "b": "a.c.b" } }] }"#,
  ])
  func `an object that one makes where the value of another one comes home`(
    _ rule: String
  ) throws {
    // Of paths that may lead to one place the rule is run again to see what it has done.
    let earlier = #"{ "rename": { "a": "w", "l[*].d": "v" } }"#
    try scratch.write("{ \"to\": 2, \"rules\": [\(earlier)] }", to: "v2.json")
    try scratch.write("{ \"to\": 3, \"rules\": [\(rule)] }", to: "v3.json")
    let run = Transcript(["check", "--reversible", scratch.path])
    #expect(run.errors.contains("may make an object that stays on the way back, where what an"))
    #expect(run.errors.contains("it is taken from there here"))
    #expect(run.status == .done)
  }

  @Test(arguments: [
    #"{ "rename": { "a": "w" } }, { "move": { "b": "a.c.b" } }"#,
    #"{ "nest": ["a"], "under": "w" }, { "add-default": { "a.b": 1 } }"#,
    #"{ "rename": { "a": "w" } }, { "rename": { "c": "a" } }, { "move": { "b": "a.b" } }"#,
    #"{ "rename": { "a": "w" } }, { "move": { "b": "a.b" }, "undo": [] }"#,
    #"{ "rename": { "a": "w" }, "undo": [] }, { "move": { "b": "a.b" } }"#,
    #"{ "rename": { "a": "w" } }, { "nest": ["b"], "under": "a" }"#,
    #"{ "rename": { "a.c": "w" } }, { "move": { "b": "a.b" } }"#,
    #"{ "rename": { "a": "w" } }, { "rename": { "w": "x" } }, { "rename": { "b": "w" } }"#,
    #"{ "rename": { "a": "w" } }, { "when": "@.k", "rename": { "b": "w" } }"#,
    #"{ "rename": { "a": "w" } }, { "rename": { "b": "w" }, "undo": [] }"#,
    #"{ "rename": { "a": "w" } }, { "rules": [{ "rename": { "b": "w" } }], "undo": [] }"#,
    #"{ "rename": { "a": "b", "b": "a" } }, { "wrap": "a" }, { "unwrap": "b" }"#,
    #"{ "rename": { "a": "w" } }, { "append": { "w": 1 } }, { "wrap": "w", "under": "x" }"#,
    #"{ "add-default": { "w": 1 } }, { "add-default": { "w": 1 } }"#,
    #"{ "rename": { "a": "w" } }, { "split": "n", "by": " ", "into": ["v", "w"] }"#,
    #"{ "map-values": "w", "table": { "a": "x" } }, { "add-default": { "w": "y" } }"#,
    #"{ "convert": "w", "from": "integer", "to": "string" }, { "add-default": { "w": 1 } }"#,
    #"{ "to-object": "w", "key": "k" }, { "add-default": { "w": [] } }"#,
    #"{ "map-values": "w", "table": { "a": "x" } }, { "rename": { "w": "v", "u": "w" } }"#,
    #"{ "rename": { "a": "w" } }, { "rename": { "w": "v", "u": "w" } }"#,
    #"{ "rename-keys": "$", "case": "snake-to-camel" }, { "add-default": { "w": "" } }"#,
  ])
  func `rules that it can tell apart`(_ rules: String) throws {
    try scratch.write("{ \"to\": 2, \"rules\": [\(rules)] }", to: "v2.json")
    let run = Transcript(["check", "--reversible", scratch.path])
    #expect(run.errors == "")
  }

  @Test func `what is no rules folder`() throws {
    try scratch.write("{}", to: "rules/v2.json")
    let missing = Transcript(["check", scratch.path + "/rulse"])
    #expect(missing.status == .notStarted)
    #expect(missing.errors.hasPrefix("error[cannot-read]: "))
    #expect(missing.errors.contains("= help: a folder with a similar name exists: `rules`\n"))
    let file = Transcript(["check", scratch.path + "/rules/v2.json"])
    #expect(file.status == .notStarted)
    #expect(file.errors.contains("is a file, and rules are a folder"))
    #expect(Transcript(["check", scratch.path + "/rules/v2.json/x"]).status == .notStarted)
  }

  @Test func `a rule file that is a pipe is refused, not waited for`() throws {
    try scratch.write(#"{ "to": 2, "rules": [] }"#, to: "v2.json")
    #expect(mkfifo(scratch.name("v3.json").text, 0o600) == 0)
    let run = Transcript(["check", scratch.path])
    #expect(run.errors.contains("v3.json` is no regular file"))
    #expect(run.status == .found)
  }

  @Test func `the schema`() throws {
    let run = Transcript(["schema"])
    #expect(run.output.hasPrefix("{\n  \"$schema\": \"http://json-schema.org/draft-07/schema#\""))
    #expect(run.output.hasSuffix("}\n"))
    #expect(run.status == .done)
  }
}
