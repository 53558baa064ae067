import JSONText
import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

/// What a draft claims, `apply` does with it and the folder that it is written into.
@Suite struct DraftVerdictTests {
  private static let step = #"{ "to": 2, "rules": [{ "rename": { "a": "b" } }] }"#
  private static let named = #"{ "from": "1.0", "to": "2.0", "rules": [] }"#

  private static func samples(_ before: String, _ after: String) throws -> [StepSample] {
    [
      StepSample(
        name: "b.json", before: try JSON(parsing: before.utf8),
        after: try JSON(parsing: after.utf8))
    ]
  }

  private static func draft(
    _ format: String, _ step: String, _ samples: [StepSample], to version: String? = nil
  ) throws -> StepDraft {
    let sources = [
      RuleSource(name: "format.json", text: format), RuleSource(name: "v2.json", text: step),
    ]
    let folder = StepDrafting.Folder.rules(try Migrator(rules: sources)) {
      $0.isEmpty ? .success(sources) : nil
    }
    return try StepDrafting(folder, to: version, samples: samples).draft()
  }

  /// What the draft of a new folder makes of a document, once and once more.
  private static func applied(_ draft: StepDraft, to document: JSON) throws -> [JSON] {
    let migrator = try Migrator(rules: [
      RuleSource(name: "format.json", text: try #require(draft.formatText)),
      RuleSource(name: draft.file, text: draft.text),
    ])
    let once = try migrator.migrate(document)
    return [once, try migrator.migrate(once)]
  }

  @Test(arguments: [
    (#"[{"n":1},{"n":2}]"#, #"[{"m":1},{"m":2}]"#),
    (#"{"a":[1]}"#, "[1]"), ("[1]", #"{"version":2,"a":[1]}"#),
    (
      #"[{"version":3,"n":1},{"version":3,"n":2}]"#, #"[{"version":4,"m":1},{"version":4,"m":2}]"#
    ),
    // A member of the documents' own that is called as the version would be.
    (#"{"version":"1.0-beta","n":1}"#, #"{"version":"1.0-beta","m":1,"schemaVersion":2}"#),
  ])
  func `the format of a new folder takes the samples`(_ before: String, _ after: String) throws {
    let samples = try Self.samples(before, after)
    let draft = try StepDrafting(.new(formatName: "a"), to: nil, samples: samples).draft()
    #expect(draft.learned.isComplete && draft.learned.reproduced == 1)
    let (first, second) = try (
      Self.applied(draft, to: samples[0].before)[0], Self.applied(draft, to: samples[0].before)[1]
    )
    #expect(first == samples[0].after)
    let isAgain = before == #"[{"n":1},{"n":2}]"# || first == second
    #expect(isAgain, "\(draft.formatText ?? "")")
  }

  @Test(arguments: [
    (#"{"each":"[*]"}"#, #"[{"version":2,"b":1},{"b":2,"version":2}]"#),
    (#"{"each":"rows[*]"}"#, #"{"rows":[{"version":2,"b":1}]}"#),
    (#"{"each":"rows[*]","when":"@.b"}"#, #"{"rows":[{"version":2,"b":1},{"x":1}]}"#),
  ])
  func `the documents are those that the format says`(_ format: String, _ before: String) throws {
    let after = before.replacing("\"b\"", with: "\"c\"").replacing(":2,", with: ":3,")
      .replacing(":2}", with: ":3}").replacing("\"c\":3", with: "\"c\":2")
    let draft = try Self.draft(format, Self.step, try Self.samples(before, after))
    #expect(draft.learned.isComplete && draft.sampleCount == 1)
    #expect(draft.rules == [["rename": ["b": "c"]]])
  }

  @Test(arguments: [("{}", "7"), (#"{"version":{"missing":"1.0"}}"#, "\"3.0\"")])
  func `the step leads to the version that the new documents say`(
    _ format: String, _ version: String
  ) throws {
    let isText = version.hasPrefix("\"")
    let samples = try Self.samples(
      isText ? #"{"version":"2.0","b":1}"# : #"{"version":2,"b":1}"#,
      #"{"version":\#(version),"c":1}"#)
    let step = isText ? Self.named : Self.step
    let draft = try Self.draft(format, step, samples)
    #expect(draft.to == (isText ? .text("3.0") : 7))
    #expect(draft.file == (isText ? "v3.0.json" : "v7.json"))
    #expect(draft.learned.isComplete)
    let other = try Self.draft(format, step, samples, to: isText ? "2.5" : "5")
    #expect(other.learned.isComplete == false && other.rules.isEmpty == false)
    #expect(other.learned.unexplained.first?.place == "$.version")
    #expect(
      other.learned.unexplained.first?.why
        == (isText
          ? "the draft leads to version 2.5, and AFTER says 3.0: `--to 3.0` leads there"
          : "the draft leads to version 5, and AFTER says 7: `--to 7` leads there"))
  }

  /// What `apply` would do otherwise, though the rules alone do it.
  @Test(arguments: [
    // The version of the new documents follows none, or nothing can hold one.
    ("{}", #"{"version":2,"b":1}"#, #"{"version":2,"c":1}"#, "which doesn't follow 2"),
    ("{}", #"{"version":2,"b":1}"#, #"{"version":"x","c":1}"#, "versions are integers"),
    ("{}", #"{"b":[1]}"#, "[1]", "`apply` says: the document is a list"),
    (#"{"each":"rows[*]"}"#, #"{"version":2,"b":1}"#, #"{"version":3,"c":1}"#, "no document in it"),
    (
      #"{"each":"rows[*]"}"#, #"{"rows":[{"b":1}]}"#, #"{"rows":[{"c":1},{"c":2}]}"#,
      "1 documents before, and to 2 after"
    ),
    (#"{"each":"rows[*]"}"#, #"{"x":1,"rows":[{"b":1}]}"#, #"{"rows":[{"c":1}]}"#, ""),
  ])
  func `what apply does otherwise is not claimed`(
    _ format: String, _ before: String, _ after: String, _ why: String
  ) throws {
    let draft = try Self.draft(format, Self.step, try Self.samples(before, after))
    #expect(draft.learned.isComplete == false && draft.learned.reproduced == 0)
    let found = draft.learned.unexplained.first?.why ?? ""
    #expect(why.isEmpty ? found.isEmpty : found.includes(why), "\(found)")
    #expect(draft.learned.questions.isEmpty)
  }

  @Test func `samples that are not of the format are refused`() throws {
    let samples = try Self.samples(#"{"version":2,"b":1}"#, #"{"version":3,"c":1}"#)
    let error = #expect(throws: MigrationError.self) {
      try Self.draft(#"{"when":"@.kind == 'x'"}"#, Self.step, samples)
    }
    #expect(
      error?.diagnostics.first?.message
        == "b.json is not of this format: `@.kind == 'x'` does not hold")
  }

  /// A folder's own step is run too, and what says no version is what the step starts at.
  @Test func `samples without versions are what the step starts at`() throws {
    let draft = try Self.draft("{}", Self.step, try Self.samples(#"{"b":1}"#, #"{"c":1}"#))
    #expect(draft.learned.isComplete && draft.to == 3)
    #expect(draft.untold == 1)
    let told = try Self.samples(#"{"version":2,"b":1}"#, #"{"version":3,"c":1}"#)
    #expect(try Self.draft("{}", Self.step, told).untold == nil)
  }

  /// Where `apply` takes such samples for others, or refuses them, the draft claims nothing.
  @Test(arguments: [
    ("{}", #"{ "to": 2, "rules": [{ "drop": "b" }] }"#, nil),
    (
      #"{"version":{"missing":"fail"}}"#, Self.step,
      "`apply` says: the document says no version: it has no `version`; `--from 2` says it"
    ),
    (
      #"{"version":{"stamp":false,"missing":[{"when":"@.x","version":2}]}}"#, Self.step,
      "`apply` says: the document has the shape of no version; `--from 2` says it"
    ),
  ])
  func `samples without versions are reproduced by what apply takes them for`(
    _ format: String, _ step: String, _ why: String?
  ) throws {
    let draft = try Self.draft(format, step, try Self.samples(#"{"b":1}"#, #"{"c":1}"#))
    #expect(draft.rules == [["rename": ["b": "c"]]])
    #expect(draft.learned.isComplete == false && draft.learned.reproduced == 0)
    #expect(draft.learned.unexplained.first?.why == why)
  }
}
