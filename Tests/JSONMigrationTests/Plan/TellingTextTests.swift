import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore
@testable import JSONText

/// Formats whose `when` compares members with texts take the short way, and only with their
/// documents.
@Suite struct TellingTextTests {
  private static func migrator(when: String) throws -> Migrator {
    try Migrator(rules: [
      RuleSource(name: "format.json", text: #"{ "when": "\#(when)" }"#),
      RuleSource(
        name: "v2.json", text: #"{ "to": 2, "rules": [{ "rename": { "a": "b" } }] }"#),
    ])
  }

  @Test(arguments: [
    (#"{"type":"x","a":1,"n":2}"#, #"{"type":"x","b":1,"n":2,"version":2}"#),
    (#"{"a":1,"type":"x","version":1}"#, #"{"b":1,"type":"x","version":2}"#),
    (#"{"type":"x","version":2}"#, #"{"type":"x","version":2}"#),
    (#"{"type":"y","a":1,"n":2}"#, nil), (#"{"type":"y","version":2}"#, nil),
    (#"{"a":1,"n":2}"#, nil), (#"{"type":1,"a":1,"n":2}"#, nil),
    (#"{"type":"x","type":"x","a":1}"#, nil), (#"{"type":"\u0078","a":1,"n":2}"#, nil),
    (#"{"type":"xx","a":1,"n":2}"#, nil), (#"{"type":"","a":1,"n":2}"#, nil),
  ])
  func `documents that have the text are for the short way, and no others`(
    document: String, result: String?
  ) throws {
    #expect(try Self.migrator(when: "@.type == 'x'").byTheShortWay(document) == result)
    #expect(try Self.migrator(when: "'x' == @.type").byTheShortWay(document) == result)
  }

  @Test func `several texts have to be there, and other conditions are for the long way`() throws {
    let both = "@.type == 'x' && @.kind == 'é'"
    #expect(
      try Self.migrator(when: both).byTheShortWay(#"{"type":"x","kind":"é","version":2}"#) != nil)
    #expect(
      try Self.migrator(when: both).byTheShortWay(#"{"type":"x","kind":"e","version":2}"#) == nil)
    #expect(try Self.migrator(when: both).byTheShortWay(#"{"type":"x","version":2}"#) == nil)
    for when in ["@.type != 'x'", "@.type", "@.type == 'x' || @.kind == 'y'", "@.a.b == 'x'"] {
      #expect(
        try Self.migrator(when: when).byTheShortWay(#"{"type":"x","a":{"b":"x"},"version":2}"#)
          == nil)
    }
  }

  @Test func `both ways agree on random documents`() throws {
    var random = Seeded()
    var taken = 0
    for _ in 0..<Amount.of(300, thorough: 10_000) {
      var members = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        [
          "\"a\":1", "\"type\":\"x\"", "\"type\":\"y\"", "\"n\":[\"type\"]", "\"version\":2",
          "\"v\":{}",
        ]
        .randomElement(using: &random) ?? ""
      }
      if Bool.random(using: &random) { members.append("\"type\":\"x\"") }
      let text = "{\(members.joined(separator: ","))}"
      guard let short = try Self.migrator(when: "@.type == 'x'").byTheShortWay(text) else {
        continue
      }
      taken += 1
      #expect(
        try short == Self.migrator(when: "@.type == 'x'").byTheLongWay(text), "\(text), \(random)")
    }
    #expect(taken > 20, "\(random)")
  }

  @Test func `a sorter says of what kind documents are, or that it can't tell`() {
    let names = ["doc", "type"].map { Array($0.utf8) }
    let texts = ["a", "bb", "é"].map { Array($0.utf8) }
    guard var sorter = FlatSorter(at: names, texts: texts, depth: 8)
    else {
      Issue.record("no sorter")
      return
    }
    let cases: [(String, FlatSorter.Answer)] = [
      (#"{"doc":{"type":"bb","n":[1]},"x":1} "#, .kind(1)),
      (#" {"x":{"type":"a"},"doc":{"n":1,"type": "é"}}"#, .kind(2)),
      (#"{"doc":{"type":"c"}}"#, .other), (#"{"doc":{"type":7}}"#, .other),
      (#"{"doc":{"type":["a"]},"x":[]}"#, .other), ("{}", .other), (#"{"x":1}"#, .other),
      (#"{"doc":{"type":"c"},"doc":{"type":"a"}}"#, .unsure),
      (#"{"doc":{"type":"c","type":"a"}}"#, .unsure), (#"{"doc":{"type":"c"}"#, .unsure),
      (#"{"doc":{"type":"c"}} 1"#, .unsure), (#"{"doc":{"x":1}}"#, .unsure),
      (#"{"doc":{"type":"\u0061"}}"#, .unsure), (#"{"do\u0063":{"type":"a"}}"#, .unsure),
      ("[]", .unsure), ("", .unsure), ("{", .unsure), (#"{"x":1"#, .unsure),
      (#"{"x":[[[[[[[[]]]]]]]]}"#, .unsure),
    ]
    for (document, answer) in cases {
      var text = ByteBuffer()
      text.append(contentsOf: document.utf8)
      text.seal()
      #expect(sorter.sort(text.view, 0..<text.count) == answer, "\(document)")
    }
  }
}
