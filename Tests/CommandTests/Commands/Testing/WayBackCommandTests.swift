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

  @Test func `all that comes back, and a folder without a way back`() throws {
    let (run, _) = try run(#"{ "wrap": "a" }"#)
    #expect(run.status == .done)
    #expect(run.output.contains("version 2 → 1: "))
    #expect(run.output.contains(" documents come back"))
    #expect(try self.run(#"{ "drop": "a" }"#).0.output.contains("no step can be gone back over\n"))
  }
}
