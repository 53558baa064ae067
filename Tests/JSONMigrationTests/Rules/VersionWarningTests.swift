import JSONMigrationAuthoring
import Testing

@testable import JSONMigration

/// Rules that take the version away, or put something else in its place.
@Suite struct VersionWarningTests {
  @Test func `a rule that drops the version is told of, unless no version is written`() throws {
    let step = #"{ "to": 2, "rules": [{ "drop": "meta" }] }"#
    let format = #"{ "version": { "at": "meta.version" } }"#
    #expect(
      try RuleWarningTests.warnings(step, format: format) == [
        #""meta" - the version is in what is dropped here, and is written anew after the last step (drops-version)"#
      ])
    #expect(try RuleWarningTests.warnings(step) == [])
    #expect(
      try RuleWarningTests.warnings(step.replacing("meta", with: "version")) == [
        #""version" - the version is dropped here, and written anew after the last step (drops-version)"#
      ])
  }

  @Test(arguments: [
    (#""drop": "@""#, #""@" - the whole document can't be taken away"#),
    (#""in": "a", "drop": "$""#, #""$" - the whole document can't be taken away"#),
    (#""rename": { "version": "v" }"#, #""version" - the version is moved here,"#),
    (#""nest": ["version", "a"], "under": "m""#, #""version" - the version is moved here,"#),
    (#""move": { "version": "meta.version" }"#, #""version" - the version is moved here,"#),
    (#""rename": { "appVersion": "version" }"#, #""appVersion" - what comes here is lost,"#),
    (#""copy": { "a": "version" }"#, #""a" - what comes here is lost,"#),
    (#""set": { "version": "1.2" }"#, #""1.2" - what comes here is lost,"#),
    (#""add-default": { "version": 7 }"#, #"7 - what comes here is lost,"#),
    (#""wrap": "version""#, #""version" - what comes of the version here is lost,"#),
    (#""convert": "version", "to": "string""#, #""version" - what comes of the version"#),
    (#""wrap": "*""#, #""*" - the version is one of these; what comes of it is lost,"#),
    (#""in": "*", "wrap": "@""#, #""*" - the version is one of these;"#),
    (#""wrap": "$[?type(@) == 'string']""#, nil), (#""wrap": "*.a""#, nil),
    (#""map-values": "version", "table": { "x": "y" }"#, #""version" - what comes of the"#),
    (#""map-values": "version", "cases": [{ "is": 1, "becomes": 2 }]"#, nil),
    (#""set": { "version": 2.0 }"#, nil),
    (#""copy": { "version": "was" }"#, nil),
    (#""wrap": "$", "under": "m""#, nil),
    (#""rename-keys": "$", "case": "camel-to-snake""#, nil),
    (#""rename": { "a": "b" }, "when": "@.version == 1""#, nil),
  ])
  func `what is done to the version is told of`(_ rule: String, _ found: String?) throws {
    let warnings = try RuleWarningTests.warnings("{ \"to\": 2, \"rules\": [{ \(rule) }] }")
    #expect(warnings.count == (found == nil ? 0 : 1))
    #expect(warnings.first?.hasPrefix(found ?? "") != false)
    let allowed = rule + #", "allow": ["drops-version", "writes-version"]"#
    #expect(try RuleWarningTests.warnings("{ \"to\": 2, \"rules\": [{ \(allowed) }] }") == [])
    #expect(
      try RuleWarningTests.warnings(
        "{ \"to\": 2, \"rules\": [{ \(rule) }] }",
        format: #"{ "version": { "stamp": false, "missing": 1 } }"#) == [])
  }

  @Test(arguments: [
    (#"{ "at": "aB" }"#, #""rename-keys": "$", "case": "camel-to-snake""#, "renamed here"),
    (#"{ "at": "meta.version" }"#, #""set": { "meta": {} }"#, "in what is replaced here"),
    (#"{ "at": "meta.version" }"#, #""move": { "meta": "info" }"#, "in what is moved here"),
    (#"{ "at": "m[1]" }"#, #""drop": "m[0]""#, "is an element here"),
    (#"{ "at": "m[1].v" }"#, #""drop": "m[?@ == 1]""#, "is an element here"),
    (#"{ "at": "m[0]" }"#, #""list": "m", "do": ["reverse"]"#, "is an element here"),
    (#"{ "at": ["info.version", "meta.version"] }"#, #""move": { "meta": "info" }"#, nil),
    (#"{ "at": ["meta.version", "version"] }"#, #""move": { "version": "meta.version" }"#, nil),
  ])
  func `wherever it stands`(_ version: String, _ rule: String, _ words: String?) throws {
    let warnings = try RuleWarningTests.warnings(
      "{ \"to\": 2, \"rules\": [{ \(rule) }] }", format: "{ \"version\": \(version) }")
    #expect(warnings.count == (words == nil ? 0 : 1))
    #expect(warnings.first?.contains(words ?? "") != false)
  }

  @Test(arguments: [
    (#""missing": 1"#, "scale", true),
    (
      #""missing": [{ "when": "@.unit == 'ct'", "version": 2 }, { "when": "@", "version": 1 }]"#,
      "scale", false
    ),
    (
      #""missing": [{ "when": "@.unit == 'c'", "version": 2 }, { "when": "@", "version": 1 }]"#,
      "scale", true
    ),
    (#""missing": [{ "when": "@.other", "version": 1 }]"#, "scale", false),
    (#""missing": 1"#, "same", false), (#""at": "v""#, "scale", true),
  ])
  func `a result that is taken for an old document again is told of`(
    _ version: String, _ rules: String, _ isTold: Bool
  ) throws {
    let acts = #"{ "scale": "price", "by": 100 }, { "add-default": { "unit": "ct" } }"#
    let keeps = #"{ "rename": { "cost": "price" } }, { "set": { "unit": "ct" } }"#
    let step = """
      { "to": 2, "rules": [\(rules == "scale" ? acts : keeps)],
        "tests": [{ "fails": "wrong-type", "before": { "price": "a" } },
                  { "before": { "\(rules == "scale" ? "price" : "cost")": 1 },
                    "after": { "price": \(rules == "scale" ? 100 : 1), "unit": "ct" } }] }
      """
    for each in ["", #", "each": "[*]""#] {
      let warnings = try RuleWarningTests.warnings(
        step, format: "{ \"version\": { \"stamp\": false, \(version) }\(each) }")
      #expect(
        warnings.map { String($0.drop { $0 != "-" }) }
          == (isTold
            ? [
              "- what comes of this test is taken for an older version, and changed again by the next run"
            ] : []))
    }
    #expect(
      try RuleWarningTests.warnings(step, format: #"{ "version": { "missing": 1 } }"#) == [])
  }

  @Test func `the help for it says what tells its version`() throws {
    func helps(_ files: [String: String]) throws -> [String] {
      let sources = files.map { RuleSource(name: $0.key, text: $0.value) }
      let rules = try Migrator(rules: sources).rules
      let repeats = rules.warnings.filter { $0.message.contains("changed again by the next run") }
      return repeats.map { "\($0.place?.file ?? ""): \($0.help ?? "")" }
    }
    let scales = """
      { "to": 2, "rules": [{ "scale": "price", "by": 100 }],
        "tests": [{ "before": { "price": 1 }, "after": { "price": 100 } }] }
      """
    let unstamped = #"{ "version": { "stamp": false } }"#
    let probed = try helps(["v2.json": scales, "format.json": unstamped])
    #expect(
      probed == [
        "rules/v2.json: with `\"stamp\": false`, probes in `missing` of format.json have to tell what is of "
          + "version 2: `\"missing\": [{ \"when\": \"…\", \"version\": 2 }, …]`"
      ])
    let placed = #"{ "version": { "stamp": false, "at": "v" } }"#
    let read = try helps(["v2.json": scales, "format.json": placed])
    #expect(
      read
        == [
          "rules/v2.json: with `\"stamp\": false`, a rule has to write version 2 where `at` reads it: "
            + "`{ \"set\": { \"v\": 2 } }`"
        ])
    // Documents in documents are no others.
    let nested = try helps([
      "v2.json": #"{ "to": 2, "rules": [{ "migrate": "part", "with": "part", "to": 2 }] }"#,
      "part/format.json": unstamped, "part/v2.json": scales,
    ])
    #expect(nested.count == 1 && nested[0].hasPrefix("rules/part/v2.json: with"), "\(nested)")
  }
}
