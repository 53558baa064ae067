import Testing

@testable import jsonmigrate

@Suite struct WayBackCommandTests {
  private func run(_ rules: String, _ words: String...) throws -> (Transcript, String) {
    let scratch = try Scratch()
    try scratch.write("{ \"to\": 2, \"rules\": [\(rules)] }", to: "v2.json")
    return (Transcript(["test", scratch.path, "--back"] + words), scratch.path)
  }

  @Test func `what had already what a rule makes is told`() throws {
    let (run, path) = try run(#"{ "rename": { "a": "b" } }"#)
    #expect(run.status == .done)
    let lines = run.output.split(separator: "\n")
    #expect(lines[1].hasPrefix("version 2 → 1: of "))
    #expect(lines[1].contains(" don't come back"))
    #expect(lines[2].contains(" → "))
    #expect(
      lines[3] == "  \(path)/v2.json:1:24 `rename` takes for its own what was there before; "
        + "`require` can refuse such documents")
  }

  @Test func `an undo that brings back something else is told`() throws {
    let rules = #"{ "drop": "x", "undo": [] }"#
    let (run, path) = try run(rules)
    #expect(run.status == .done)
    #expect(
      run.output.contains("\(path)/v2.json:1:24 the `undo` of `drop` brings back something else\n"))
    let (json, _) = try self.run(rules, "--format", "json")
    #expect(json.errors.contains(#""kind": "lost-going-back""#))
    #expect(json.errors.contains(" → {} → {}"))
  }

  @Test func `steps without a way back stand among the others`() throws {
    let scratch = try Scratch()
    try scratch.write(#"{ "to": 2, "rules": [{ "wrap": "a" }] }"#, to: "v2.json")
    try scratch.write(
      #"{ "to": 3, "rules": [{ "add-default": ["id"], "generate": "uuid" }] }"#, to: "v3.json")
    let run = Transcript(["test", scratch.path, "--back"])
    #expect(!run.output.contains("no step can be"))
    #expect(
      run.output.contains(
        "version 3 → 2: no way back: \(scratch.path)/v3.json:1:24 `add-default`: "), "\(run.output)"
    )
  }

  @Test func `while tests fail nothing else is tried, which is told`() throws {
    let scratch = try Scratch()
    try scratch.write(
      #"{ "to": 2, "rules": [], "tests": [{ "before": { "a": 1 }, "after": {} }] }"#, to: "v2.json")
    func output(_ words: String...) -> String {
      let run = Transcript(["test", scratch.path] + words)
      #expect(run.status == .found)
      return run.output
    }
    let first = "not tried: all tests have to pass first\n"
    #expect(output("--mutants").hasSuffix("0 passed, 1 failed\nmutants were \(first)"))
    #expect(output("--back").hasSuffix("the way back was \(first)"))
    #expect(output("--back", "--mutants").hasSuffix("the way back and mutants were \(first)"))
    #expect(!output().contains("not tried"))
  }

  @Test(arguments: ["{}", #"{ "version": { "at": "meta.v" } }"#, nil])
  func `documents of tests are tried, whatever stands where a version does`(format: String?)
    throws
  {
    let scratch = try Scratch()
    if let format { try scratch.write(format, to: "format.json") }
    let isMeta = format?.contains("meta") == true
    try scratch.write(
      #"""
      { "to": 2, "rules": [{ "rename": { "a": "b" } }], "tests": [{
        "name": "t", "before": { "version": 1, "meta": { "v": 1 }, "a": 1 },
        "after": { "version": \#(isMeta ? 1 : 2), "meta": { "v": \#(isMeta ? 2 : 1) }, "b": 1 }
      }] }
      """#, to: "v2.json")
    let run = Transcript(["test", scratch.path, "--back"])
    #expect(run.status == .done)
    let words = run.output.split(separator: "\n").dropFirst().first?.split(separator: " ") ?? []
    let tried = words.dropFirst(5).first.flatMap { Int($0) } ?? 0
    #expect(run.output.contains(" don't come back") && tried > 20, "\(run.output)")
  }

  @Test func `a run that could try nothing says so`() throws {
    let (run, _) = try run(#"{ "require": "count(@.a[*]) > 9000" }"#)
    #expect(run.status == .done)
    #expect(
      run.output.hasSuffix(
        "version 2 → 1: nothing was tried: the step takes none of the documents that were made\n"),
      "\(run.output)")
  }

  @Test func `all that comes back, and a folder without a way back`() throws {
    let (run, _) = try run(#"{ "wrap": "a" }"#)
    #expect(run.status == .done)
    #expect(run.output.contains("version 2 → 1: "))
    #expect(run.output.contains(" documents come back"))
    let (none, path) = try self.run(#"{ "drop": "a" }, { "drop": "b" }"#)
    #expect(
      none.output.hasSuffix(
        "no step can be gone back over\nversion 2 → 1: no way back: "
          + "\(path)/v2.json:1:24 `drop`: what is dropped is gone, and 1 more\n"), "\(none.output)")
    let (json, _) = try self.run(#"{ "drop": "a" }"#, "--format", "json")
    #expect(json.errors.contains(#""kind": "no-way-back""#))
  }
}
