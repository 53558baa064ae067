import TestSupport
import Testing

@testable import JSONMigrationCore
@testable import JSONText

/// Documents that are a member of an object, which stays as it is.
@Suite struct EnvelopeTests {
  private static let step = RuleSource(
    name: "v2.json",
    text: #"{ "to": 2, "rules": [{ "rename": { "a": "b" } }, { "add-default": { "c": 1 } }] }"#)

  private static func migrator(_ path: String) throws -> Migrator {
    try Migrator(named: "rules", documentsAt: JSONPath(rule: path), generator: .fixed) { folder in
      folder.isEmpty ? .success([step]) : nil
    }
  }

  @Test(arguments: [
    (
      #"{"id":7,"doc":{"a":1,"n":2},"x":[1]}"#,
      #"{"id":7,"doc":{"b":1,"n":2,"c":1,"version":2},"x":[1]}"#
    ),
    (
      #" { "é" : {"doc":1} , "doc" : { "a": 1, "n": 2 } } "#,
      #" { "é" : {"doc":1} , "doc" : { "b": 1, "n": 2, "c": 1, "version": 2 } } "#
    ),
    (#"{"doc":{"version":2},"a":null}"#, #"{"doc":{"version":2},"a":null}"#),
  ])
  func `a member is migrated where it stands, and the rest is copied`(text: String, result: String)
    throws
  {
    #expect(try Self.migrator("doc").byTheShortWay(text) == result)
    #expect(try Self.migrator("doc").migrate(text.utf8) == Array(result.utf8))
  }

  @Test(arguments: [
    #"{"id":7}"#, #"{"doc":{"a":1,"n":2},"doc":{"a":1,"n":2}}"#,
    #"{"doc":{"a":1,"n":2},"do\u0063":{"a":1,"n":2}}"#,
    #"{"do\u0063":{"a":1,"n":2}}"#, #"{"doc":1}"#, #"[{"doc":{"a":1,"n":2}}]"#,
    #"{"doc":{"a":1,"n":2}"#,
    #"{"doc":{"a":1,"n":2}} 1"#, #"{"id":7 "doc":{"a":1,"n":2}}"#,
    #"{"id":07,"doc":{"a":1,"n":2}}"#,
    #"{"doc":{"a":1,"n":2},}"#, #"{"doc":{"a":1,"n":2},"id"}"#, #"{"doc":{"a":1,"n":2},"id":[}"#,
    "{", "", "{\"id",
    #"{"id":"#, #"{"doc":"#,
  ])
  func `what is out of the ordinary is left to the long way`(text: String) throws {
    #expect(try Self.migrator("doc").byTheShortWay(text) == nil)
  }

  @Test func `random objects around documents come out as the long way has them`() throws {
    var random = Seeded()
    let keys = ["id", "doc", "row", "d", "docs", "é", "do\\u0063", ""]
    let values = ["1", "\"doc\"", "null", "[{\"doc\":{}}]", "{\"doc\":{\"a\":1}}", "{}"]
    func space() -> String { ["", "", " ", "\n "].randomElement(using: &random) ?? "" }
    func members(_ own: String) -> String {
      var all = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        "\"\(keys.randomElement(using: &random) ?? "")\"\(space()):\(space())"
          + (values.randomElement(using: &random) ?? "1")
      }
      all.insert(own, at: Int.random(in: 0...all.count, using: &random))
      return "{\(space())\(all.joined(separator: "\(space()),\(space())"))\(space())}"
    }
    var (asked, taken) = (0, 0)
    for _ in 0..<Amount.of(400, thorough: 6_000) {
      let document =
        [#"{"n":0,"a":[1]}"#, #"{"version":2}"#, #"{"x":{"doc":1},"a":2}"#].randomElement(
          using: &random)
        ?? ""
      let text = members("\"row\":\(space())" + members("\"doc\":\(space())\(document)"))
      asked += 1
      guard let short = try Self.migrator("row.doc").byTheShortWay(text) else { continue }
      taken += 1
      #expect(try short == Self.migrator("row.doc").byTheLongWay(text), "\(text), \(random)")
    }
    #expect(taken * 3 > asked, "\(taken) of \(asked), \(random)")
  }

  @Test func `envelopes nest as deep as the limit allows`() throws {
    let plan = try Self.migrator("a.b").plan(to: nil, from: nil)
    for (depth, isTaken) in [(3, false), (4, true)] {
      var flat = FlatDocument(plan.shortcut, limits: Document.Limits(depth: depth))
      var text = ByteBuffer()
      var out = ByteBuffer()
      text.append(contentsOf: #"{"a":{"b":{"a":[1],"n":2}}}"#.utf8)
      text.seal()
      #expect((flat.run(text.view, 0..<text.count, into: &out) == .changed) == isTaken)
    }
  }
}
