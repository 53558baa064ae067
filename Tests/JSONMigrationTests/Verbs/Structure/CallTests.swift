import Foundation
import JSONText
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

@Suite struct CallTests {
  static let cases = [
    RuleCase(
      "each match", #"{ "call": "normalizePhone", "at": ["a", "p[*]"] }"#,
      #"{"a":"1 2","p":["3-4"]}"#, #"{"a":"12","p":["34"]}"#),
    RuleCase(
      "what comes out as it went in keeps its bytes", #"{ "call": "normalizePhone", "at": "a" }"#,
      #"{"a":"\u0031"}"#, #"{"a":"\u0031"}"#),
    RuleCase(
      "a function that fails", #"{ "call": "normalizePhone", "at": "a" }"#, #"{"a":1}"#,
      fails: .callFailed),
    RuleCase(
      "a function that nobody has registered", #"{ "call": "normalisePhone", "at": "a" }"#, "{}",
      fails: .badRules),
    RuleCase("no place", #"{ "call": "normalizePhone" }"#, "{}", fails: .badRules),
    RuleCase(
      "nothing there", #"{ "call": "normalizePhone", "at": "a", "if-missing": "fail" }"#, "{}",
      fails: .missingValue),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }

  @Test func `who has no functions is told why`() throws {
    let source = RuleSource(
      name: "v2.json", bytes: #"{ "to": 2, "rules": [{ "call": "f", "at": "a" }] }"#.utf8)
    let error = #expect(throws: MigrationError.self) { try Migrator(rules: [source]) }
    #expect(error?.diagnostics.first?.message == "no function `f` is registered")
    #expect(error?.diagnostics.first?.help?.hasSuffix("the command has none") == true)
  }

  private struct Boom: LocalizedError {
    var errorDescription: String? { "no such phone" }
  }

  @Test func `an error that has words is told in them`() throws {
    let source = RuleSource(
      name: "v2.json", text: #"{ "to": 2, "rules": [{ "call": "f", "at": "a" }] }"#)
    let migrator = try Migrator(rules: [source], functions: ["f": { _ in throw Boom() }])
    let error = #expect(throws: MigrationError.self) {
      try migrator.migrate(Array(#"{"a":1}"#.utf8), named: "a")
    }
    #expect(error?.description.contains("got an error from `f`: no such phone") == true)
  }

  @Test func `a result that is only equal counts as it is`() throws {
    let source = RuleSource(
      name: "v2.json", bytes: #"{ "to": 2, "rules": [{ "call": "f", "at": ["a", "b"] }] }"#.utf8)
    let migrator = try Migrator(
      rules: [source],
      functions: [
        "f": { value in
          value.object == nil ? 1 : ["y": 2, "x": 1]
        }
      ])
    let text = #"{"version":1,"a":1.0,"b":{"x":1,"y":2}}"#
    let result = try migrator.migrate(Array(text.utf8), named: "a")
    #expect(
      String(decoding: result, as: UTF8.self) == #"{"version":2,"a":1,"b":{"y":2,"x":1}}"#)
  }
}
