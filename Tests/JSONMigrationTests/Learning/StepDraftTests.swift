import JSONText
import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

@Suite struct StepDraftTests {
  private static let samples = [
    StepSample(
      name: "one.json",
      before: [
        "version": 3, "stars": 4, "panels": [["type": "graph", "w": 1, "yaxis": "s"]], "x": "y",
      ],
      after: [
        "version": 4, "rating": 4,
        "panels": [["type": "timeseries", "w": 1, "unit": "s"]], "x": "y",
      ])
  ]

  private func draft(
    _ folder: StepDrafting.Folder = .new(formatName: "poem"), to version: String? = nil,
    answers: [Int] = []
  ) throws -> StepDraft {
    var drafting = try StepDrafting(folder, to: version, samples: Self.samples)
    try drafting.answer(answers)
    return drafting.draft()
  }

  @Test func `a draft reads as an author writes it`() throws {
    let draft = try draft()
    #expect(draft.file == "v4.json")
    #expect(draft.from == 3 && draft.to == 4)
    let step = try LocatedJSON.parse(draft.text.utf8.map { $0 }).root.json
    #expect(step["about"]?.string?.contains("stars becomes rating") == true)
    let block = try #require(step["rules"]?.array?.first { $0["rules"] != nil })
    #expect(block["in"] == "panels[*]" && block["rules"]?.array?.count == 2)
    #expect(draft.text.contains(#""note": "only \"graph\" was seen""#))
    #expect(draft.formatText?.contains(#""version": { "at": "version", "missing": 3 }"#) == true)
    // The test is made smaller: it has nothing that no rule touches.
    let test = try #require(draft.tests.first)
    #expect(test["before"]?["x"] == nil && test["before"]?["stars"] != nil)
  }

  @Test func `a test of a draft shows each rule at work`() throws {
    let samples = ["http://a.org": "https://a.org", "http://b.de": "https://b.de"].map {
      StepSample(
        name: "a", before: ["u": .string($0), "v": 1, "x": 1],
        after: ["u": .string($1), "w": 1, "x": 1])
    }
    let drafting = try StepDrafting(.new(formatName: "poem"), to: nil, samples: samples)
    let test = try #require(drafting.draft().tests.first)
    #expect(test["before"] == ["u": "http://", "v": 0])
    #expect(test["after"] == ["u": "https://", "w": 0])
  }

  @Test func `the tests of a draft show each part of a rule`() throws {
    let samples = [
      StepSample(
        name: "a",
        before: [
          "l": [["kind": "a", "size": 5, "on": true], ["kind": "b", "on": false]], "x": 1,
        ],
        after: [
          "l": [["kind": "a", "mm": 50, "off": true], ["kind": "c", "off": false]], "x": 1,
        ]),
      StepSample(
        name: "b", before: ["l": [["kind": "d", "size": 7, "on": true]]],
        after: ["l": [["kind": "e", "mm": 70, "off": true]]]),
    ]
    let tests = try StepDrafting(.new(formatName: "poem"), to: nil, samples: samples).draft().tests
    // Its rows, its pairs and the factor, and values that no row names.
    #expect(
      tests.compactMap { $0["before"] } == [
        ["l": [["kind": "", "size": 1], ["kind": "b", "on": false]]],
        ["l": [["kind": "d", "size": 1, "on": false]]],
      ])
  }

  @Test func `a filter that was learned is noted as a guess too`() throws {
    let sample = StepSample(
      name: "a",
      before: ["l": [["k": "x", "n": 1], ["k": "y", "n": 2], ["k": "x", "n": 3], ["k": "y"]]],
      after: ["l": [["k": "y", "n": 2], ["k": "y"]]])
    let draft = try StepDrafting(.new(formatName: "poem"), to: nil, samples: [sample]).draft()
    #expect(draft.rules.first?["drop"] == "l[?@.k == 'x']")
    #expect(draft.rules.first?["note"] == "the condition is a guess from the samples")
  }

  @Test func `what two rules do to one place is said once`() throws {
    let samples = ["12px": 12, "3px": 3].map {
      StepSample(name: "a", before: ["w": .string($0)], after: ["w": .number(JSONNumber($1))])
    }
    let draft = try StepDrafting(.new(formatName: "poem"), to: nil, samples: samples).draft()
    #expect(draft.rules.count == 2)
    #expect(draft.text.contains(#""about": "w has other values","#))
  }

  @Test func `what comes from the sample's own data is noted`() throws {
    let before: JSON = [
      "order": ["r2", "r1"], "a": 1, "b": 2, "c": 3,
      "requests": [["id": "r1", "url": "http://x"], ["id": "r2", "url": "http://y"]],
    ]
    let after: JSON = ["item": [["raw": "http://y"], ["raw": "http://x"]]]
    func draft(_ samples: [StepSample]) throws -> StepDraft {
      let drafting = try StepDrafting(.new(formatName: "poem"), to: nil, samples: samples)
      return drafting.draft()
    }
    let one = try draft([StepSample(name: "one", before: before, after: after)])
    #expect(one.copied == ["item"], "\(one.text)")
    let note = #"writes \"http://x\" into every document, which stands in a sample before"#
    #expect(one.text.contains(note) && one.text.contains("takes away whatever else"), "\(one.text)")

    // What is new in the new documents is no data of the sample.
    let plain = try draft([
      StepSample(
        name: "one", before: ["name": "My words"], after: ["name": "My words", "k": "list"])
    ])
    #expect(plain.copied == [] && !plain.text.contains("note"), "\(plain.text)")
  }

  @Test func `rules for values in their kind hold at any depth, and bare blocks are no blocks`()
    throws
  {
    func tree(_ name: String, _ depth: Int) -> JSON {
      let kids: JSON = depth == 0 ? [] : [tree(name, depth - 1), tree(name, 0)]
      return ["top": ["x": 1], "box": ["kids": kids], name: .string("n\(depth)")]
    }
    func drafted(_ pairs: (before: JSON, after: JSON)...) throws -> JSON {
      let samples = pairs.map { StepSample(name: "one.json", before: $0.before, after: $0.after) }
      var drafting = try StepDrafting(.new(formatName: "tree"), to: nil, samples: samples)
      try drafting.answer([])
      return .array(drafting.draft().rules)
    }
    #expect(
      try drafted((["r": tree("a", 3)], ["r": tree("b", 3)])) == [
        ["in": "r..box.kids[*]", "rename": ["a": "b"]], ["rename": ["r.a": "b"]],
      ])
    // Two levels that differ are no kind.
    let two = try drafted(
      (["kids": [["a": 1, "kids": [["a": 2]]]]], ["kids": [["b": 1, "kids": [["c": 2]]]]]))
    #expect(!two.description.contains("$.."))
    let grades = try drafted(
      (["n": 12], ["n": 12, "grade": "low"]), (["n": 55], ["n": 55, "grade": "mid"]),
      (["n": 60], ["n": 60, "grade": "mid"]), (["n": 91], ["n": 91, "grade": "high"]))
    #expect(grades[1]?["note"] == "the bounds are a guess from the samples", "\(grades)")
    let split = try drafted(
      (["v": "1.2.3"], ["v": ["major": 1, "minor": 2, "patch": 3]]),
      (["v": "10.0.1"], ["v": ["major": 10, "minor": 0, "patch": 1]]))
    #expect(
      split == [
        ["split": "v", "by": ".", "into": ["major", "minor", "patch"]],
        ["convert": ["major", "minor", "patch"], "to": "number"],
        ["nest": ["major", "minor", "patch"], "under": "v"],
      ])
  }

  @Test func `a draft is sound, and its tests pass`() throws {
    let draft = try draft()
    let sources = [
      RuleSource(name: "format.json", text: try #require(draft.formatText)),
      RuleSource(name: draft.file, text: draft.text),
    ]
    let migrator = try Migrator(rules: sources)
    #expect(migrator.rules.warnings.isEmpty)
    var tests = RuleTests(migrator)
    let outcomes = tests.run(cases: [], in: "tests")
    #expect(outcomes.count == draft.tests.count && !outcomes.isEmpty)
    #expect(outcomes.allSatisfy { $0.failure == nil })
    #expect(try migrator.migrate(Self.samples[0].before) == Self.samples[0].after)
  }

  /// The samples that rules are learned from have no versions, and what wraps a document would take
  /// its version along.
  @Test(arguments: [
    (#"{"version":1,"a":1,"b":2}"#, #"{"version":2,"p":{"a":1,"b":2}}"#, "nest"),
    (#"{"m":{"version":1,"x":0},"a":1}"#, #"{"m":{"version":2,"x":0},"p":{"a":1}}"#, "nest"),
    (#"{"a":1,"b":2}"#, #"{"version":2,"p":{"a":1,"b":2}}"#, "wrap"),
  ])
  func `a version stays where it is`(_ old: String, _ new: String, _ verb: String) throws {
    let sample = StepSample(
      name: "a", before: try JSON(parsing: old.utf8), after: try JSON(parsing: new.utf8))
    let draft = try StepDrafting(.new(formatName: "a"), to: nil, samples: [sample]).draft()
    #expect(draft.learned.isComplete)
    #expect(draft.learned.rules.map { $0.object?.first?.key } == [verb])
  }

  /// What `check` would warn of at once.
  @Test(arguments: [
    (#"{"m":{"12":"a","x":1,"y":[]}}"#, #"{"m":{"12":"b","x":1,"y":[]}}"#, #"m['12']"#),
    (#"{"x":1}"#, #"{"x":1,"t":"{name}"}"#, #""allow": ["field"]"#),
    (#"{"x":1}"#, #"{"x":1,"l":[{"t":"${name}"}]}"#, #""allow": ["field"]"#),
    (#"{"x":1}"#, #"{"y.z":1}"#, #""allow": ["dotted-name"]"#),
    (
      #"{"u_t":"a","u_f":"b","l":1,"x":1}"#, #"{"u":{"t":"a","f":"b"},"x":1}"#, #""drop": "l""#
    ),
    (#"{"version":1,"x":1,"a":{},"b":1}"#, #"{"version":2}"#, #""drop": ["x", "a", "b"]"#),
  ])
  func `a draft has nothing that check warns of`(
    _ old: String, _ new: String, _ words: String
  ) throws {
    let samples = try ["1", "2"].map { number in
      StepSample(
        name: "a",
        before: try JSON(parsing: old.replacing("\"x\":1", with: "\"x\":\(number)").utf8),
        after: try JSON(
          parsing: new.replacing("\"x\":1", with: "\"x\":\(number)")
            .replacing("\"y.z\":1", with: "\"y.z\":\(number)").utf8))
    }
    let draft = try StepDrafting(.new(formatName: "a"), to: nil, samples: samples).draft()
    #expect(draft.learned.isComplete)
    #expect(draft.text.contains(words), "\(draft.text)")
    let sources = [
      RuleSource(name: "format.json", text: try #require(draft.formatText)),
      RuleSource(name: draft.file, text: draft.text),
    ]
    #expect(try Migrator(rules: sources).rules.warnings.map(\.message) == [])
  }

  private func folder(_ steps: String...) throws -> StepDrafting.Folder {
    let sources = steps.enumerated().map {
      RuleSource(name: "v\($0.offset + 2).json", text: $0.element)
    }
    return .rules(try Migrator(rules: sources)) { $0.isEmpty ? .success(sources) : nil }
  }

  @Test func `in a folder it is the next step`() throws {
    let folder = try folder(#"{ "to": 2, "rules": [] }"#, #"{ "to": 3, "rules": [] }"#)
    let draft = try draft(folder)
    #expect(draft.file == "v4.json" && draft.from == 3 && draft.formatText == nil)
    #expect(try self.draft(folder, to: "7").text.contains(#""from": 3, "to": 7"#))
  }

  @Test func `a version that is there, and samples of another one, are refused`() throws {
    let folder = try folder(#"{ "to": 2, "rules": [] }"#)
    let there = #expect(throws: MigrationError.self) { try draft(folder, to: "2") }
    #expect(there?.diagnostics[0].message == "the rules lead to version 2 already")
    #expect(throws: MigrationError.self) { try draft(folder) }
  }

  @Test func `samples of two versions are told from each other before there are steps`() throws {
    let folder = StepDrafting.Folder.format(
      RuleSource(name: "format.json", text: #"{ "format": "f", "version": { "at": "version" } }"#))
    let samples = [("a", 1), ("b", 2)].map { name, version in
      StepSample(
        name: "\(name).json", before: ["version": JSON(version)], after: ["version": 3])
    }
    let error = #expect(throws: MigrationError.self) {
      try StepDrafting(folder, to: nil, samples: samples)
    }
    #expect(
      error?.diagnostics.first.map { [$0.message, $0.help ?? ""] } == [
        "b.json is of version 2, and the step starts at 1",
        "take samples of one version; where a step is for both, draft it from those of 1 and write "
          + "`\"from\": [1, 2]` into it",
      ])
  }

  /// Samples that are of another version than the one that a step in a folder starts at.
  @Test(arguments: [
    (
      #"{"n":1}"#, "a.json says no version, so it is of version 1, and the step starts at 2",
      "the rules lead on from 1 already: to draft that step again, delete its file; else bring the "
        + "document there first, with `jsonmigrate apply`; or write 2 into it, if it is of that"
    ),
    (
      #"{"version":1}"#, "a.json is of version 1, and the step starts at 2",
      "the rules lead on from 1 already: to draft that step again, delete its file; else bring the "
        + "document there first, with `jsonmigrate apply`"
    ),
    (
      #"{"version":9}"#, "a.json is of version 9, and the step starts at 2",
      "take samples of version 2, or draft the steps that lead to 9 first"
    ),
    (
      #"{"version":null}"#, "a.json: the document's version is null, and versions are integers",
      "nothing is guessed: correct the version in the document; where documents can't be changed, "
        + "format.json has `\"version\": { \"stamp\": false }` without `at`, and tells versions by "
        + "conditions in `missing`"
    ),
  ])
  func `a sample of another version is told with its version`(
    _ old: String, _ message: String, _ help: String
  ) throws {
    let old = try JSON(parsing: old.utf8)
    let sample = StepSample(name: "a.json", before: old, after: ["version": 3])
    let folder = try folder(#"{ "to": 2, "rules": [] }"#)
    let error = #expect(throws: MigrationError.self) {
      try StepDrafting(folder, to: nil, samples: [sample])
    }
    #expect(error?.diagnostics.first?.message == message)
    #expect(error?.diagnostics.first?.help == help)
  }

  @Test func `a draft renames nothing that an earlier rule has taken away`() throws {
    let texts = [
      (
        #"{"name":"Ada Lovelace","tags":"a,b","prio":1,"created":1735776000,"#
          + #""addr":{"city":"Lund","zip":"123"},"old":true}"#,
        #"{"first":"Ada","last":"Lovelace","tags":["a","b"],"priority":"low","#
          + #""createdAt":"2025-01-02T00:00:00Z","city":"Lund","zip":"123"}"#
      ),
      (
        #"{"name":"Bo Ek","tags":"","prio":2,"created":1735862400,"#
          + #""addr":{"city":"Oslo","zip":"99"}}"#,
        #"{"first":"Bo","last":"Ek","tags":[],"priority":"mid","#
          + #""createdAt":"2025-01-03T00:00:00Z","city":"Oslo","zip":"99"}"#
      ),
      (
        #"{"name":"Cy Dee Eff","tags":"x","prio":3,"created":0,"#
          + #""addr":{"city":"Rom"},"old":false}"#,
        #"{"first":"Cy","last":"Dee Eff","tags":["x"],"priority":"high","#
          + #""createdAt":"1970-01-01T00:00:00Z","city":"Rom"}"#
      ),
    ]
    let samples = try texts.map {
      StepSample(
        name: "a", before: try JSON(parsing: Array($0.utf8)),
        after: try JSON(parsing: Array($1.utf8)))
    }
    let draft = try StepDrafting(.new(formatName: "a"), to: nil, samples: samples).draft()
    #expect(draft.text.contains("\"split\": \"name\""), "\(draft.text)")
    #expect(!draft.text.contains("\"name\": \"last\""), "\(draft.text)")
  }

  @Test func `samples that were given the wrong way round are refused`() throws {
    let sample = StepSample(
      name: "a", before: ["version": 2, "b": "x"], after: ["version": 1, "a": "x"])
    let source = RuleSource(name: "format.json", bytes: Array("{}".utf8))
    let old = try folder(#"{ "to": 2, "rules": [] }"#)
    for folder in [.new(formatName: "a"), .format(source), old] {
      let error = #expect(throws: MigrationError.self) {
        try StepDrafting(folder, to: nil, samples: [sample])
      }
      #expect(
        error?.diagnostics.first?.message
          == "BEFORE is of version 2, and AFTER of version 1, which is older"
      )
      #expect(error?.diagnostics.first?.help?.contains("other way round") == true)
    }
  }

  /// Versions that no step can lead to, and what is said of them.
  @Test(arguments: [
    (nil, "2.0", "`--to 2.0`: versions are integers, and 2.0 is none"),
    (nil, "-5", "`--to -5`: version -5 doesn't follow version 3"),
    (nil, "3", "`--to 3`: version 3 doesn't follow version 3"),
    (#"{ "to": 3, "rules": [] }"#, "foo", "`--to foo`: versions are integers, and foo is none"),
    (#"{ "to": 3, "rules": [] }"#, "-5", "`--to -5`: version -5 doesn't follow version 3"),
    (#"{ "to": 3, "rules": [] }"#, "1", "`--to 1`: version 1 doesn't follow version 3"),
  ])
  func `a version that follows none is refused`(
    _ step: String?, _ version: String, _ message: String
  ) throws {
    let error = #expect(throws: MigrationError.self) {
      try draft(step.map { try folder($0) } ?? .new(formatName: "a"), to: version)
    }
    #expect(error?.diagnostics.first?.message == message)
    #expect(error?.diagnostics.first?.kind == .usage)
    #expect(error?.diagnostics.first?.help == "`--to 4` would do, or a larger number")
  }

  @Test func `the first version of a new folder may be any that is text or above 0`() throws {
    func step(_ version: String?, _ before: JSON, _ after: JSON) throws -> String {
      let sample = StepSample(name: "a", before: before, after: after)
      let draft = try StepDrafting(.new(formatName: "a"), to: version, samples: [sample]).draft()
      return draft.learned.isComplete ? "\(draft.from) \(draft.to)" : "not"
    }
    #expect(try step("1", ["a": 1], ["b": 1]) == "0 1")
    #expect(try step("7", ["a": 1], ["b": 1]) == "6 7")
    #expect(try step("1.1", ["version": "1.0", "a": 1], ["version": "1.1", "b": 1]) == "1.0 1.1")
    let same = #expect(throws: MigrationError.self) {
      try step("1.0", ["version": "1.0", "a": 1], ["version": "1.1", "b": 1])
    }
    #expect(same?.diagnostics.first?.help == "`--to 1.1` would do, or any other text")
    for version in ["0", "-1", "x"] {
      #expect(throws: MigrationError.self) { try step(version, ["a": 1], ["b": 1]) }
    }
  }

  @Test func `an answer is a sample more`() throws {
    let first = try draft()
    let question = try #require(first.learned.questions.first)
    let answered = try draft(answers: [2])
    #expect(answered.learned.isComplete)
    #expect(answered.sampleCount == 2)
    var trial = RuleTrial(.array(answered.learned.rules))
    #expect(trial?.result(for: question.document) == question.answers[1])
    #expect(throws: MigrationError.self) { try draft(answers: [9]) }
  }

  /// Old documents that say no version, some of them or all.
  @Test(arguments: [
    (#"[{"a":1}]"#, #"[{"a":1,"version":3}]"#, 2, 3),
    (#"[{"a":1},{"schema":4,"a":1}]"#, #"[{"a":1,"schema":5},{"schema":5,"a":1}]"#, 4, 5),
    (#"[{"a":1,"version":2},{"a":1}]"#, #"[{"a":1,"version":3},{"a":1,"version":3}]"#, 2, 3),
    // Neither is a version: one doesn't count up, the other has a name of its own.
    (#"[{"version":"x"}]"#, #"[{"version":2}]"#, 1, 2),
    (#"[{"a":1}]"#, #"[{"a":1,"size":3}]"#, 1, 2),
  ])
  func `versions are found where old documents say none`(
    _ olds: String, _ news: String, _ from: Int, _ to: Int
  ) throws {
    let (olds, news) = (try JSON(parsing: olds.utf8), try JSON(parsing: news.utf8))
    let samples = zip(olds.array ?? [], news.array ?? []).map {
      StepSample(name: "a", before: $0, after: $1)
    }
    let draft = try StepDrafting(.new(formatName: "a"), to: nil, samples: samples).draft()
    #expect(draft.from == .integer(from) && draft.to == .integer(to))
    #expect(draft.learned.isComplete)
    // Where the version is found, no rule is about it.
    #expect(draft.from == 1 || draft.rules.isEmpty)
  }

  /// The version is no matter of the rules, wherever it is and comes from.
  @Test(arguments: [
    (#"{"a":"x"}"#, #"{"b":"x","version":2}"#, #""at": "version", "missing": 1"#),
    (#"{"a":"x"}"#, #"{"b":"x","schemaVersion":2}"#, #""at": "schemaVersion", "missing": 1"#),
    (#"{"a":"x"}"#, #"{"b":"x","meta":{"version":2}}"#, #""at": "meta.version", "missing": 1"#),
    (
      #"{"version":1,"a":"x"}"#, #"{"formatVersion":2,"b":"x"}"#,
      #""at": ["formatVersion", "version"], "missing": 1"#
    ),
    (
      #"{"_version":3,"a":"x"}"#, #"{"meta":{"version":4},"b":"x"}"#,
      #""at": ["meta.version", "_version"], "missing": 3"#
    ),
  ])
  func `the version key is no matter of the rules`(
    _ old: String, _ new: String, _ place: String
  ) throws {
    let sample = StepSample(
      name: "a", before: try JSON(parsing: old.utf8), after: try JSON(parsing: new.utf8))
    let draft = try StepDrafting(.new(formatName: "a"), to: nil, samples: [sample]).draft()
    #expect(draft.rules == [["rename": ["a": "b"]]])
    #expect(draft.learned.isComplete)
    #expect(draft.tests.first?["after"]?.object?.map(\.key) == ["b"])
    #expect(draft.formatText?.contains(place) == true, "\(draft.formatText ?? "")")
    for question in draft.learned.questions {
      #expect(!question.document.description.lowercased().contains("version"))
    }
  }

  /// What holds the version, and nothing else, is made when the version is written.
  @Test func `an object that came for the version alone needs no rule`() throws {
    let sample = StepSample(
      name: "a", before: ["a": 1, "_version": 1],
      after: ["b": 1, "meta": ["documentVersion": 2]])
    let sources = [
      RuleSource(
        name: "format.json",
        text: #"{ "version": { "at": ["meta.documentVersion", "_version"] } }"#),
      RuleSource(name: "v1.json", text: #"{ "from": 0, "to": 1, "rules": [] }"#),
    ]
    let folder = StepDrafting.Folder.rules(try Migrator(rules: sources)) {
      $0.isEmpty ? .success(sources) : nil
    }
    let draft = try StepDrafting(folder, to: nil, samples: [sample]).draft()
    #expect(draft.rules == [["rename": ["a": "b"]]])
    // It stays where the other document has it too, or more is in it.
    let kept = StepSample(
      name: "b", before: ["meta": [:]], after: ["meta": ["v": 2], "info": ["v": 2, "x": 1]])
    let plain = kept.removingVersions { document in
      guard var object = document.object else { return document }
      for (key, value) in object {
        guard var inner = value.object else { continue }
        inner["v"] = nil
        object[key] = .object(inner)
      }
      return .object(object)
    }
    #expect(plain.after == ["meta": [:], "info": ["x": 1]])
  }
}
