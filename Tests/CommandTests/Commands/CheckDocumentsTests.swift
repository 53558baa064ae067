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
    #expect(run.output.hasSuffix("1 step from version 1 to 2, 1 warning\n"))
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

  @Test func `a version that stands where it isn't read is told once`() throws {
    try place.scratch.write(#"{ "schemaVersion": 7, "a": 1, "starRatng": 1 }"#, to: "lib/a.json")
    try place.scratch.write(#"{ "formatVersion": 7, "a": 1 }"#, to: "lib/b.json")
    let warning = """
      warning[missing-version]: the document has `schemaVersion` and no `version`, and is taken for version 1
        --> lib/a.json:1:20  $.schemaVersion
         |
       1 | { "schemaVersion": 7, "a": 1, "starRatng": 1 }
         |                    ^
         |
         = help: if that is its version, `"version": { "at": "schemaVersion" }` in format.json

      """
    let run = check("@lib")
    #expect(run.status == .done)
    #expect(run.errors.replacing(place.path(""), with: "") == warning)
    #expect(run.output.hasSuffix(", no mistakes\n"))
    func apply(_ arguments: [String]) -> Transcript {
      Transcript(arguments + [place.path("rules"), place.path("lib")])
    }
    for arguments in [["apply", "--check", "--jobs=1"], ["apply", "--check"], ["status"]] {
      let errors = apply(arguments).errors.replacing(place.path(""), with: "")
      #expect(errors.contains(warning), "\(errors)")
      #expect(errors.ranges(of: "missing-version").count == 1)
    }
    try place.scratch.write(
      #"{ "version": { "at": "schemaVersion" } }"#, to: "rules/format.json")
    try place.scratch.write(#"{ "version": 1, "schemaVersion": 1, "a": 1 }"#, to: "lib/a.json")
    try place.scratch.write(#"{ "a": 1 }"#, to: "lib/b.json")
    #expect(!apply(["apply", "--check"]).errors.contains("missing-version"))
    try place.scratch.write(#"{ "version": { "missing": "fail" } }"#, to: "rules/format.json")
    #expect(apply(["apply", "--check"]).errors.contains("warning[missing-version]") == false)
  }

  @Test func `of lines the first few that say no version are looked at`() throws {
    let lines = [#"{"version":1,"a":1}"#, #"{"a":1}"#, "", #"{"formatVersion":"7","a":1}"#]
    let run = place.apply("--ndjson", input: lines.joined(separator: "\n"))
    #expect(run.errors.contains("--> standard input:4:18  $.formatVersion"), "\(run.errors)")
    let quiet = place.apply("-q", "--ndjson", input: lines.joined(separator: "\n"))
    #expect(quiet.errors == "")
    let many = #"{"whole":{"a":1},"all":[{"schemaVersion":1}]}"#
    let each = place.apply("--each", "all[*]", input: many)
    #expect(each.errors.contains("has `schemaVersion` and no `version`"), "\(each.errors)")
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
