import JSONText
import Testing

@testable import JSONMigrationCore

/// What rules build is under the limits of documents.
@Suite struct EngineLimitTests {
  private static func nested(_ levels: Int) -> String {
    String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
  }

  /// Each makes an array of 7 levels, or what stands beside it, a level deeper than there is room.
  static let tooDeep: [RuleCase] = [
    RuleCase("wrap", #"{ "wrap": "a" }"#, #"{ "a": \#(nested(7)) }"#, fails: .tooDeep),
    RuleCase(
      "wrap under", #"{ "wrap": "a", "under": "x.y" }"#, #"{ "a": \#(nested(6)) }"#,
      fails: .tooDeep),
    RuleCase("move", #"{ "move": { "a": "b.c" } }"#, #"{ "a": \#(nested(7)) }"#, fails: .tooDeep),
    RuleCase(
      "copy", #"{ "copy": { "a": "b.c" } }"#, #"{ "a": \#(nested(7)) }"#, fails: .tooDeep),
    RuleCase(
      "nest", #"{ "nest": ["a"], "under": "b" }"#, #"{ "a": \#(nested(7)) }"#, fails: .tooDeep),
    RuleCase(
      "set", #"{ "set": { "a.b": \#(nested(7)) } }"#, #"{ "a": {} }"#, fails: .tooDeep),
    RuleCase(
      "append", #"{ "append": { "a": \#(nested(7)) } }"#, #"{ "a": [] }"#, fails: .tooDeep),
    RuleCase(
      "json-text", #"{ "convert": "a[0]", "from": "json-text", "to": "value" }"#,
      #"{ "a": ["\#(nested(7))"] }"#, fails: .tooDeep),
    RuleCase(
      "many rules", #"[{ "wrap": "a" }, { "wrap": "a" }, { "unwrap": "a" }, { "wrap": "$" }]"#,
      #"{ "a": \#(nested(6)) }"#, fails: .tooDeep),
  ]

  @Test(arguments: tooDeep)
  func `a value that nests too deep is refused`(_ one: RuleCase) throws {
    func run(depth: Int) throws -> Diagnostic.Kind? {
      let trial = try Trial(rules: one.rules)
      var worker = try Worker(trial.migrator, limits: Document.Limits(depth: depth))
      do {
        _ = try worker.migrate(Array(one.before.utf8), named: "document")
        return nil
      } catch {
        return error.kind
      }
    }
    #expect(try run(depth: 8) == .tooDeep)
    #expect(try run(depth: 9) == nil)
  }

  @Test func `the error names the rule`() throws {
    let trial = try Trial(rules: #"{ "wrap": "a" }"#)
    var worker = try Worker(trial.migrator, limits: Document.Limits(depth: 2))
    let error = try #require(throws: MigrationError.self) {
      _ = try worker.migrate(Array(#"{ "a": [] }"#.utf8), named: "document")
    }
    #expect(error.diagnostics[0].relatedPlaces.first?.file == "rules/v2.json")
  }

  @Test(arguments: [#"{ "compose": { "a": "{a}{a}" } }"#, #"{ "copy": { "a": "a.x#" } }"#])
  func `what doubles with every rule is refused before it is there`(_ rule: String) throws {
    let rules = (0..<40).map { number in
      String(rule.flatMap { $0 == "#" ? Array("\(number)") : [$0] })
    }
    let document = rule.contains("copy") ? #"{ "a": {} }"# : #"{ "a": "0123456789" }"#
    let trial = try Trial(rules: "[\(rules.joined(separator: ","))]")
    var worker = try Worker(trial.migrator, limits: Document.Limits(work: 50_000, workPerByte: 0))
    let error = try #require(throws: MigrationError.self) {
      _ = try worker.migrate(Array(document.utf8), named: "document")
    }
    #expect(error.kind == .tooBig)
  }

  @Test func `output beyond the limit is refused, and none of it is there`() throws {
    let trial = try Trial(rules: #"{ "set": { "items[*].text": "0123456789" } }"#)
    var worker = try Worker(
      trial.migrator, limits: Document.Limits(output: 200, outputPerByte: 1))
    let text = #"{"items":[\#([String](repeating: "{}", count: 20).joined(separator: ","))]}"#
    let error = try #require(throws: MigrationError.self) {
      _ = try worker.migrate(Array(text.utf8), named: "document")
    }
    #expect(error.kind == .tooBig)
  }

  @Test func `the short way has the same limit of output`() throws {
    let trial = try Trial(rules: #"{ "set": { "a": "\#(String(repeating: "x", count: 300))" } }"#)
    var worker = try Worker(
      trial.migrator, limits: Document.Limits(output: 200, outputPerByte: 1))
    let error = try #require(throws: MigrationError.self) {
      _ = try worker.migrate(Array(#"{"a": 1, "b": 2}"#.utf8), named: "document")
    }
    #expect(error.kind == .tooBig)
  }

  @Test func `lines count from the first line of the document`() throws {
    let trial = try Trial(rules: #"{ "require": "@.a == 1" }"#)
    var worker = try Worker(trial.migrator)
    let lines = ["{\"a\":1}\n", "{\"a\":\n2}\n", "{\"a\":\n\n}\n"]
    worker.withText { text in text.append(contentsOf: lines.joined().utf8) }
    var out = ByteBuffer()
    var start = 0
    var found: [String] = []
    for (index, line) in lines.enumerated() {
      let range = start..<start + line.utf8.count
      start = range.upperBound
      do {
        _ = try worker.migrate(range, into: &out, named: "file", firstLine: 10 * (index + 1))
      } catch {
        found.append(error.diagnostics[0].place?.description ?? "")
        let excerpt = error.diagnostics[0].place?.span?.excerpt.text ?? []
        found.append(String(decoding: excerpt, as: UTF8.self))
      }
    }
    #expect(found == ["file:20:1", #"{"a":"#, "file:32:1", "}"])
  }
}
