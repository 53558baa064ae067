import Foundation
import Testing

@testable import jsonmigrate

@Suite struct TestCommandTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(
      """
      { "to": 2, "rules": [{ "rename": { "a": "b" } }, { "drop": "never" }],
        "tests": [
          { "name": "good", "before": { "a": 1, "version": 1 }, "after": { "b": 1.0 } },
          { "name": "bad", "before": { "a": [1, 2], "c": 3 }, "after": { "c": 3, "b": [1] } },
          { "name": "not refused", "before": {}, "fails": "wrong-type" }
        ] }
      """, to: "rules/v2.json")
  }

  @Test func `a file that no test is made of is told`() throws {
    try scratch.write(#"{ "to": 2, "rules": [] }"#, to: "rules/v2.json")
    try scratch.write("{}", to: "rules/tests/old.befor.json")
    let run = Transcript(["test", scratch.path + "/rules"])
    #expect(run.status == .done)
    #expect(run.output == "0 passed, 0 failed\n")
    #expect(
      run.errors.replacing(scratch.path + "/", with: "") == """
        warning[bad-file]: no test is made of this file: its name ends in none of .before.json, .after.json and .fails.json
          --> rules/tests/old.befor.json
           |
           = help: a case is NAME.before.json with NAME.after.json, or with NAME.fails.json: { "kind": "invalid-value" }

        """)
  }

  @Test func `that there is no test is told once, with how to get some`() throws {
    try scratch.write(
      #"{ "to": 2, "rules": [{ "drop": "a" }, { "drop": "b" }] }"#, to: "rules/v2.json")
    let run = Transcript(["test", scratch.path + "/rules"])
    #expect(run.status == .done)
    #expect(run.output == "0 passed, 0 failed\n")
    #expect(run.errors.ranges(of: "untested-rule").count == 1)
    #expect(run.errors.contains("`--mutants --write` writes tests"), "\(run.errors)")
    let mutants = Transcript(["test", "--mutants", scratch.path + "/rules"])
    #expect(mutants.errors.ranges(of: "untested-rule").count == 2)
  }

  @Test func `what differs is shown, and the end counts`() throws {
    let run = Transcript(["test", scratch.path + "/rules"])
    #expect(run.status == .found)
    #expect(
      run.output == """
        --- expected by \(scratch.path)/rules/v2.json: bad
        +++ found
        @@ -1,6 +1,7 @@
         {
           "c": 3,
           "b": [
        -    1
        +    1,
        +    2
           ]
         }

        1 passed, 2 failed

        """)
    let errors = run.errors.replacing(scratch.path + "/", with: "")
    #expect(
      errors.hasPrefix(
        """
        error[failed-test]: another document came out than expected
          --> rules/v2.json:4:5
        """))
    #expect(
      errors.contains(
        "\n\nerror[failed-test]: expected `wrong-type`, but the document was migrated\n"))
    #expect(
      errors.hasSuffix(
        """

        note[untested-rule]: no test gives `drop` anything to do
          --> rules/v2.json:1:52
           |
         1 | { "to": 2, "rules": [{ "rename": { "a": "b" } }, { "drop": "never" }],
           |                                                    ^^^^^^

        """))
  }

  @Test func `which tests reach which rule`() throws {
    // The chain is told in its order, not in that of the files.
    try scratch.write(
      """
      { "from": 2, "to": 3, "rules": [{ "in": "list[*]", "rules": [{ "drop": "x" }] }] }
      """, to: "rules/a.json")
    try scratch.write(#"{ "a": 1, "list": [{ "x": 1 }] }"#, to: "rules/tests/whole.before.json")
    try scratch.write(
      #"{ "b": 1, "list": [{}], "version": 3 }"#, to: "rules/tests/whole.after.json")
    func shown(_ text: String) -> String { text.replacing(scratch.path + "/", with: "") }
    let run = Transcript(["test", "--coverage", "-q", scratch.path + "/rules"])
    let start = try #require(run.output.firstRange(of: "3 of 4 rules")).lowerBound
    try Golden.check(shown(String(run.output[start...])), "coverage.txt")
    #expect(!run.errors.contains("untested-rule"))
    let json = Transcript(["test", "--coverage", "--format=json", scratch.path + "/rules"])
    try Golden.check(shown(json.output), "coverage.json")
    #expect(Transcript(["check", "--coverage", "rules"]).status == .notStarted)
  }

  @Test func `cases of the whole chain`() throws {
    try scratch.write(
      #"{ "to": 2, "rules": [{ "require": "@.a", "message": "an a!" }] }"#, to: "r/v2.json")
    try scratch.write(#"{ "a": 1 }"#, to: "r/tests/good.before.json")
    try scratch.write(#"{ "version": 2, "a": 1 }"#, to: "r/tests/good.after.json")
    try scratch.write("{}", to: "r/tests/refused.before.json")
    try scratch.write(
      #"{ "kind": "invalid-value", "message": "an a!" }"#, to: "r/tests/refused.fails.json")
    try scratch.write("not JSON", to: "r/tests/broken.before.json")
    try scratch.write(#"{ "kind": "bad-json" /* yes */ }"#, to: "r/tests/broken.fails.json")
    let good = Transcript(["test", scratch.path + "/r"])
    #expect(good.output == "3 passed, 0 failed\n")
    #expect(good.errors == "")
    #expect(good.status == .done)
    try scratch.write(
      #"{ "kind": "invalid-value", "message": "a b!" }"#, to: "r/tests/refused.fails.json")
    try scratch.write("{}", to: "r/tests/lonely.after.json")
    try scratch.write("{}", to: "r/tests/unsaid.before.json")
    let bad = Transcript(["test", scratch.path + "/r"])
    #expect(bad.output == "2 passed, 3 failed\n")
    #expect(bad.errors.contains("expected `invalid-value with the message a b!`"))
    #expect(bad.errors.contains("the document of this case is missing"))
    #expect(bad.errors.contains("has to have either a file .after.json or a file .fails.json"))
    #expect(bad.status == .found)
  }

  @Test(arguments: [
    (
      "fails", #"{ "kind": "invalid-value", "mesage": "an a!" }"#,
      "`mesage` is no key of a file .fails.json", "1:28", "a similar key exists: `message`"
    ),
    (
      "fails", #"{ "kind": "invalid-vaule" }"#,
      "`invalid-vaule` is no kind of error, so this test can't pass", "1:11",
      "a similar kind exists: `invalid-value`"
    ),
    ("fails", #"{ "kind": 1 }"#, "`kind` has to be text", "1:11", "a case is NAME.before.json"),
    ("fails", "{}", "the file .fails.json of this case has no `kind`", "1:1", "a case is NAME"),
    ("fails", #"["invalid-value"]"#, "is no object with `kind`", "1:1", "a case is NAME"),
    (
      "fails", "{\n  \"kind\": \"conflict\", \"kind\": \"conflict\" }",
      "the file of this case can't be read: expected", "2:23", "a case is NAME"
    ),
    (
      "after", "{\n  \"a\" 1\n}", "the file of this case can't be read: expected", "2:7",
      "a case is NAME"
    ),
    ("before", "{\n  \"a\" 1\n}", "found `bad-json`", "2:7", nil),
  ])
  func `a mistake in a case is told where it stands`(
    _ part: String, _ text: String, _ message: String, _ place: String, _ help: String?
  ) throws {
    try scratch.write(#"{ "to": 2, "rules": [{ "require": "@.a" }] }"#, to: "rules/v2.json")
    if part != "before" { try scratch.write("{}", to: "rules/tests/x.before.json") }
    if part == "before" { try scratch.write("{}", to: "rules/tests/x.after.json") }
    try scratch.write(text, to: "rules/tests/x.\(part).json")
    let run = Transcript(["test", scratch.path + "/rules"])
    #expect(run.errors.contains(message))
    #expect(run.errors.contains("--> \(scratch.path)/rules/tests/x.\(part).json:\(place)\n"))
    if let help { #expect(run.errors.contains("= help: \(help)")) }
    #expect(run.output == "0 passed, 1 failed\n")
    #expect(run.status == .found)
  }

  @Test(arguments: [
    ("{\n  \"version\": 2,\n  \"a\": { \"l\": [1, 3], \"x\": 1 }\n}", "after.json:3:19"),
    (#"{ "version": 2, "a": { "l": [1, 2, 3], "x": 1 } }"#, "after.json:1:36"),
    (#"{ "version": 2, "a": { "l": [1] } }"#, "after.json:1:29"),
    (#"{ "version": 2, "a": { "l": [1, 2] } }"#, "after.json:1:22"),
    (#"{ "version": 2, "b": 1, "a": { "l": [1, 2], "x": 1 } }"#, "after.json:1:17"),
    ("[]", "after.json:1:1"),
  ])
  func `what is expected otherwise is told where that stands`(
    _ after: String, _ place: String
  ) throws {
    try scratch.write(#"{ "to": 2, "rules": [] }"#, to: "rules/v2.json")
    try scratch.write(
      #"{ "version": 1, "a": { "l": [1, 2], "x": 1 } }"#, to: "rules/tests/x.before.json")
    try scratch.write(after, to: "rules/tests/x.after.json")
    let run = Transcript(["test", scratch.path + "/rules"])
    #expect(run.errors.contains("--> \(scratch.path)/rules/tests/x.\(place)\n"), "\(run.errors)")
    try FileManager.default.removeItem(atPath: scratch.path + "/rules/tests/x.after.json")
    try scratch.write(#"{ "kind": "conflict" }"#, to: "rules/tests/x.fails.json")
    let other = Transcript(["test", scratch.path + "/rules"])
    #expect(other.errors.contains("--> \(scratch.path)/rules/tests/x.fails.json:1:1\n"))
  }

  @Test func `a case without its document is told at the file that is there`() throws {
    try scratch.write(#"{ "to": 2, "rules": [] }"#, to: "rules/v2.json")
    try scratch.write("{}", to: "rules/tests/x.after.json")
    let run = Transcript(["test", scratch.path + "/rules"])
    #expect(run.errors.contains("--> \(scratch.path)/rules/tests/x.after.json\n"))
  }

  @Test func `tests that are a file`() throws {
    try scratch.write("", to: "rules/tests")
    let run = Transcript(["test", scratch.path + "/rules"])
    #expect(run.errors.contains("rules/tests` is a file, and tests are a folder"))
    #expect(run.status == .notStarted)
  }

  @Test func `rules that are not sound can't be tested`() throws {
    try scratch.write("{", to: "rules/v3.json")
    let run = Transcript(["test", scratch.path + "/rules"])
    #expect(run.status == .notStarted)
    #expect(run.output == "")
  }

  @Test func `more, or less, is said when asked`() throws {
    #expect(Transcript(["test", "-v", scratch.path + "/rules"]).output.contains("passed: "))
    let quiet = Transcript(["test", "-qq", scratch.path + "/rules"])
    #expect((quiet.output, quiet.errors) == ("", ""))
    let json = Transcript(["test", "--format=json", scratch.path + "/rules"])
    #expect(json.output == "")
    #expect(json.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("{\"severity\"") })
    #expect(json.errors.contains(/"message": "[0-9]+ passed, [0-9]+ failed"/))
  }
}
