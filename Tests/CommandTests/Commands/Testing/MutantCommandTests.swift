import Testing

@testable import jsonmigrate

@Suite struct MutantCommandTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(
      """
      {
        "to": 2,
        "rules": [
          // low up to two
          { "map-values": "a", "cases": [{ "at-most": 2, "becomes": "low" }] }
        ],
        "tests": [
          { "before": { "a": 1 }, "after": { "a": "low" } },
          { "before": { "a": 3 }, "fails": "invalid-value" }
        ]
      }
      """, to: "v2.json")
  }

  private func mutants(_ words: String...) -> Transcript {
    Transcript(["test", "--mutants", scratch.path] + words)
  }

  @Test func `what no test notices is told, with a test that would`() {
    let run = mutants()
    #expect((run.status, run.errors) == (.done, ""))
    #expect(
      run.output == """
        2 passed, 0 failed
        7 changes to 1 rule: 4 noticed, 3 not, 0 that no document was found for
        not noticed: \(scratch.path)/v2.json:5:38 `below` in place of `at-most`. A test that would notice:
          { "before": { "a": 2 }, "after": { "a": "low" } }
        not noticed: \(scratch.path)/v2.json:5:49 "at-most": 1 in place of 2. A test above would notice
        not noticed: \(scratch.path)/v2.json:5:7 `if-missing`: "fail". A test that would notice:
          { "before": {}, "after": {} }

        """)
  }

  @Test func `for reporters a finding is a sentence`() {
    let run = mutants("--format", "json")
    #expect(
      run.errors.contains(
        #""message": "no test would notice this change: `if-missing`: \"fail\"""#), "\(run.errors)")
  }

  @Test func `a score that is too low is found`() {
    #expect(mutants("--min", "50").status == .done)
    let run = mutants("--min", "90")
    #expect(run.status == .found)
    #expect(
      run.errors.contains(
        "error[unnoticed-change]: tests notice 57 % of the changes, and 90 % are asked"))
    let alone = Transcript(["test", scratch.path, "--min", "90"])
    #expect(alone.status == .notStarted)
    #expect(alone.errors.contains("`--min` is for `--mutants`"))
  }

  @Test func `tests are written where they belong, and then all is noticed`() throws {
    let run = mutants("--write")
    #expect(run.status == .done)
    #expect(run.errors == "\(scratch.path)/v2.json: 2 tests added\n")
    let text = try #require(scratch.text("v2.json"))
    #expect(text.contains("// low up to two"))
    #expect(text.contains("\"name\": \"not `below` in place of `at-most`\""))
    let again = mutants("--min", "100", "-q")
    #expect((again.status, again.output, again.errors) == (.done, "", ""))
  }

  @Test func `a test that shows more changes is followed by tests for those`() throws {
    try scratch.write(
      #"{ "to": 2, "rules": [{ "in": "p[*]", "rules": ["#
        + #"{ "split": "a", "by": "-", "into": ["b", "c"] }, { "convert": "b", "to": "number" }"#
        + "] }] }", to: "v2.json")
    #expect(mutants("--write", "--min", "100", "-q").status == .done)
    #expect(mutants().output.contains(" noticed, 0 not, "))
  }

  @Test func `for programs what was written is a note`() {
    let run = mutants("--write", "--format", "json")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("{") }, "\(run.errors)")
    #expect(lines.last?.contains("v2.json: 2 tests added\"") == true)
  }

  @Test func `for programs each is a warning with its test`() {
    let run = mutants("--format", "json")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.last?.contains(" changes to ") == true)
    #expect(lines[0].contains(#""kind": "unnoticed-change""#))
    #expect(lines[0].contains(#"\"before\": { \"a\": 2 }"#))
    #expect(mutants("--format", "github").errors.hasPrefix("::warning file="))
  }

  @Test func `tests that fail come first`() throws {
    try scratch.write(
      #"{ "to": 2, "rules": [], "tests": [{ "before": 1, "after": 2 }] }"#, to: "v2.json")
    let run = mutants()
    #expect(run.status == .found)
    #expect(!run.output.contains("changes to"))
  }
}
