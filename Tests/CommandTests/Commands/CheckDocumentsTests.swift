import Testing

@testable import jsonmigrate

/// `check` with documents tells which rules find nothing in them.
@Suite struct CheckDocumentsTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.scratch.write(
      """
      { "to": 2, "rules": [
        { "rename": { "a": "b" } },
        { "drop": "starRatng" }
      ] }
      """, to: "rules/v2.json")
  }

  private func check(_ arguments: String...) -> Transcript {
    Transcript(
      ["check", place.path("rules")] + arguments.map { $0.replacing("@", with: place.path("")) })
  }

  @Test func `a rule that finds nothing in any document is a warning at its line`() throws {
    try place.scratch.write(#"{ "a": 1, "starRating": 3 }"#, to: "lib/a.json")
    try place.scratch.write(#"{ "starRating": 4 }"#, to: "lib/b.json")
    let run = check("@lib")
    #expect(run.status == .done)
    #expect(run.errors.contains("warning[idle-rule]: `drop` found nothing in the whole run"))
    #expect(run.errors.contains("rules/v2.json:3:5"))
    #expect(run.errors.contains("a similar name is there: `starRating`"))
    #expect(!run.errors.contains("rename"))
    #expect(run.output.contains("no mistakes"))
    #expect(place.scratch.text("lib/b.json") == #"{ "starRating": 4 }"#)
    #expect(!check().errors.contains("idle-rule"))
  }

  @Test func `where a rule that finds nothing is no option, it is an error`() throws {
    try place.scratch.write(#"{ "a": 1 }"#, to: "a.json")
    let run = check("--strict", "@a.json")
    #expect(run.status == .found && run.errors.contains("error[idle-rule]: `drop` found nothing"))
    #expect(!run.output.contains("no mistakes"))
    try place.scratch.write(#"{ "a": 1, "starRatng": 4 }"#, to: "a.json")
    #expect(check("--strict", "@a.json").status == .done)
  }

  @Test func `documents that fail are told, and current ones ask nothing of rules`() throws {
    try place.scratch.write(#"{ "a": 1, "b": 2 }"#, to: "a.json")
    let run = check("@a.json")
    #expect(run.status == .found)
    #expect(run.errors.contains("error[conflict]"))
    try place.scratch.write(#"{ "version": 2 }"#, to: "a.json")
    #expect(check("@a.json").errors == "")
    #expect(check("@none.json").status == .found)
    #expect(check("--ndjson", "@a.json").status == .done)
    try place.scratch.write("{}\n{\n", to: "a.ndjson")
    #expect(check("@a.ndjson").errors.contains("= help: `apply --skip-bad=FILE` puts lines"))
  }
}
