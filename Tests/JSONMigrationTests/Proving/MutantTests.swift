import JSONText
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

@Suite struct MutantTests {
  /// Rules with tests, as a folder.
  private static func folder(_ rules: JSON, tests: JSON = []) -> [RuleSource] {
    let step: JSON = ["to": 2, "rules": rules, "tests": tests]
    return [RuleSource(name: "v2.json", text: step.description)]
  }

  private static func report(_ sources: [RuleSource]) throws -> MutantReport {
    let migrator = try Migrator(rules: sources, functions: Trial.functions)
    return MutantRun(migrator, cases: [], in: "tests").report
  }

  @Test(arguments: RulePlaces.all.filter { !$0.hasSuffix("/user") || $0.contains("/rules/") })
  func `the project's own tests notice every change`(_ place: String) throws {
    let migrator = try RuleFolder(at: place).migrator()
    let cases = try Project.names(in: place + "/tests").map {
      RuleSource(name: "tests/" + $0, bytes: try Project.bytes(place + "/tests/" + $0))
    }
    let report = MutantRun(migrator, cases: cases, in: place + "/tests").report
    #expect(report.changes > 4)
    #expect(report.unnoticed.map { "\($0.place.description) \($0.words)" } == [])
  }

  @Test
  func `most changes that could be noticed get a test, which fails on the changed rules alone`()
    throws
  {
    var (tests, all) = (0, 0)
    let share = Amount.of(6, thorough: 1)
    for (number, example) in LockCase.all.enumerated() where number % share == 0 {
      let report = try Self.report(Self.folder(example.rules) + example.files)
      // Files beside the step have tests of their own.
      if example.files.isEmpty {
        #expect(report.noticed == 0, "\(example.name)")
        tests += report.unnoticed.count
        all += report.survivors.count
      }
      for survivor in report.unnoticed where survivor.file == "v2.json" {
        let test = try #require(survivor.test)
        func failures(_ rules: JSON) throws -> Int {
          let sources = Self.folder(rules, tests: [test]) + example.files
          var tests = RuleTests(try Migrator(rules: sources, functions: Trial.functions))
          return tests.run(cases: [], in: "tests").count { $0.failure != nil }
        }
        let note: Comment = "\(example.name), \(survivor.words): \(test)"
        #expect(try failures(example.rules) == 0, note)
        #expect(try failures(survivor.rules) == 1, note)
      }
    }
    #expect(all * share > 250, "\(all)")
    #expect(tests * 100 >= all * 85, "\(tests) of \(all)")
  }

  @Test func `a change is no other one where nested documents have no versions`() throws {
    let format = RuleSource(
      name: "format.json", text: #"{ "version": { "stamp": false, "missing": 1 } }"#)
    let rules: JSON = [
      ["migrate": ["kids[*]", "pets[*]"], "with": "."], ["rename": ["a": "b"]], ["drop": "junk"],
    ]
    let tests: JSON = [["before": ["kids": [["a": 1]]], "after": ["kids": [["b": 1]]]]]
    let report = try Self.report([format] + Self.folder(rules, tests: tests))
    let unnoticed = report.unnoticed.map { "\($0.place.description) \($0.words)" }
    #expect(unnoticed.contains { $0.hasSuffix("without this rule") }, "\(unnoticed)")
    #expect(report.noticed < 8 && report.noticed > 3, "\(report.noticed)")
  }

  @Test func `a change to one of many rules gets a test as one to a rule alone`() throws {
    let list = (0..<60).map { number -> JSON in ["rename": ["k\(number)": .string("z\(number)")]] }
    let sources = Self.folder(.array(list))
    let rules = try Migrator(rules: sources).rules
    let (format, step) = (rules.format, rules.format.chain.steps[0])
    let root = try LocatedJSON.parse(rules.files[step.file].bytes).root
    let located = try #require(root.members.first { $0.key == "rules" }?.value)
    var bench = TestBench(rules, RuleSources(rules), format, step, .array(list), tries: 20)
    let ranges = try #require(step.rules.last?.whole)
    let mutants = Mutant.all(of: located).filter { ranges.contains($0.range.lowerBound) }
    #expect(!mutants.isEmpty)
    for mutant in mutants {
      let reading = bench.reading(mutant.rules)
      let changed = try #require(reading)
      var trial = StepTrial(changed.rules, changed.format, changed.step)
      let witness = bench.witness(
        against: &trial, at: mutant.range, changed, mutant.rules, more: 100)
      #expect(witness != nil, "\(mutant.words)")
    }
  }

  @Test func `a bound, a case, a path and a condition are changed`() throws {
    let rules: JSON = [
      [
        "in": "items[?@.n > 1]", "when": "@.a && @.b",
        "map-values": "x",
        "cases": [["at-most": 2, "becomes": "low"], ["is": 5, "becomes": "five"]],
      ]
    ]
    let words = Mutant.all(of: LocatedJSON(rules, at: 0..<0)).map(\.words)
    for expected in [
      "without this rule", #""at-most": 1 in place of 2"#, #""at-most": 3 in place of 2"#,
      "`below` in place of `at-most`", #""in": "items[*]" in place of "items[?@.n > 1]""#,
      #""in": "items[?@.n >= 1]" in place of "items[?@.n > 1]""#, "without `when`",
      #""when": "!(@.a && @.b)" in place of "@.a && @.b""#,
      #""when": "@.a" in place of "@.a && @.b""#, #""when": "@.a || @.b" in place of "@.a && @.b""#,
      "`otherwise`: \"keep\"", "`if-missing`: \"fail\"",
      #""becomes": "lowx" in place of "low""#,
    ] {
      #expect(words.contains(expected), "\(expected)")
    }
    #expect(Set(words).count == words.count)
  }

  @Test func `a path at any depth is changed as one from the document is`() {
    func words(_ path: String) -> [String] {
      let rules: JSON = [["drop": .string(path)]]
      return Mutant.all(of: LocatedJSON(rules, at: 0..<0)).map(\.words)
    }
    let whole = words("$..b[?@.x < 1].c").map { $0.replacing("$..", with: "..") }
    #expect(whole.contains(#""drop": "..b[*].c" in place of "..b[?@.x < 1].c""#))
    #expect(words("..b[?@.x < 1].c") == whole)
    #expect(words("@..b[?@.x < 1].c").map { $0.replacing("@..", with: "..") } == whole)
    // A mark that combines with the dot before it.
    #expect(words("@..\u{301}b[*]").contains { $0.hasPrefix(#""drop": "..\#u{301}b[0]""#) })
  }

  @Test func `rules that have nothing to do with each other are not moved`() throws {
    func moves(_ rules: JSON) -> Int {
      Mutant.all(of: LocatedJSON(rules, at: 0..<0)).count {
        $0.words == "behind the rule that follows"
      }
    }
    #expect(moves([["drop": "a"], ["drop": "b"]]) == 0)
    #expect(moves([["drop": "a"], ["rename": ["b": "a"]]]) == 1)
    #expect(moves([["drop": "a"], ["drop": "$..a"]]) == 1)
    let generate: JSON = ["add-default": ["a"], "generate": "uuid"]
    #expect(moves([generate, ["add-default": ["b"], "generate": "uuid"]]) == 1)
  }

  @Test(arguments: [
    (
      "{ \"to\": 2, \"rules\": [] }",
      """
      { "to": 2, "rules": [],
        "tests": [
          {
            "name": "n",
            "before": { "a": [1, {}] }
          }
        ] }
      """
    ),
    (
      "{ \"tests\": [], \"to\": 2 } // end",
      """
      { "tests": [
          {
            "name": "n",
            "before": { "a": [1, {}] }
          }
        ], "to": 2 } // end
      """
    ),
    (
      "{\n\t\"tests\": [\n\t\t{ \"before\": 1 }, // first\n\t]\n}",
      """
      {
      \t"tests": [
      \t\t{ "before": 1 }, // first
      \t\t{
      \t\t\t"name": "n",
      \t\t\t"before": { "a": [1, {}] }
      \t\t},
      \t]
      }
      """
    ),
    (
      "{\n  \"tests\": [\n    { \"before\": 1 } /* , */ // last\n    // more\n  ]\n}",
      """
      {
        "tests": [
          { "before": 1 }, /* , */ // last
          {
            "name": "n",
            "before": { "a": [1, {}] }
          }
          // more
        ]
      }
      """
    ),
    (
      "{\n  \"tests\": [{ \"before\": 1 }]\n}",
      """
      {
        "tests": [{ "before": 1 },
          {
            "name": "n",
            "before": { "a": [1, {}] }
          }]
      }
      """
    ),
    (
      "{\n  \"rules\": [] // all\n}",
      """
      {
        "rules": [], // all
        "tests": [
          {
            "name": "n",
            "before": { "a": [1, {}] }
          }
        ]
      }
      """
    ),
    (
      "{\n  \"tests\": [ // none yet\n  ],\n  \"to\": 2\n}",
      """
      {
        "tests": [ // none yet
          {
            "name": "n",
            "before": { "a": [1, {}] }
          }
        ],
        "to": 2
      }
      """
    ),
  ])
  func `a test is added to a file, and the rest stays`(file: String, written: String) throws {
    let test: JSON = ["name": "n", "before": ["a": [1, [:]]]]
    let result = try #require(TestWriting.adding([test], to: Array(file.utf8)))
    #expect(String(decoding: result, as: UTF8.self) == written)
    #expect((try LocatedJSON.parse(result)).duplicates == [])
  }

  @Test func `a name that is taken gets a number`() throws {
    let file = #"{ "to": 2, "tests": [{ "name": "n", "before": 1, "after": 1 }] }"#
    let tests: [JSON] = [["name": "n"], ["name": "m"], ["name": "n"]]
    let result = try #require(TestWriting.adding(tests, to: Array(file.utf8)))
    let written = try JSON(parsing: result)["tests"]?.array
    #expect(written?.map { $0["name"]?.string } == ["n", "n (2)", "m", "n (3)"])
  }

  @Test func `a file of tabs and carriage returns gets more of them`() throws {
    let file = "{\r\n\t\"to\": 2,\r\n\t\"rules\": []\r\n}\r\n"
    let test: JSON = ["before": 1, "after": 2]
    let result = try #require(TestWriting.adding([test], to: Array(file.utf8)))
    #expect(
      String(decoding: result, as: UTF8.self)
        == "{\r\n\t\"to\": 2,\r\n\t\"rules\": [],\r\n\t\"tests\": [\r\n\t\t{\r\n"
        + "\t\t\t\"before\": 1,\r\n\t\t\t\"after\": 2\r\n\t\t}\r\n\t]\r\n}\r\n")
  }
}
