import JSONText
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// Comments of what goes, while what was in it lives on.
@Suite struct CommentKeepingTests {
  @Test(arguments: [
    (
      #"{ "unnest": "address" }"#,
      """
      {
        // where
        "address": { // since 2020
          // in all

          // s
          "street": "x", // s too

          // then

          "city": "y"
          // end
        }, // there
        "b": 1
      }
      """,
      """
      {
        // since 2020
        // in all

        // where
        // s
        "street": "x", // s too

        // then

        "city": "y", // there
        // end

        "b": 1
      }
      """
    ),
    (
      #"{ "unwrap": "a" }"#,
      "{\n  // a\n  \"a\": [\n    // all\n\n    1 // one\n    // end\n  ]\n}",
      "{\n  // all\n\n  // a\n  \"a\": 1 // one\n  // end\n}"
    ),
    (
      #"{ "unwrap": "a", "under": "x" }"#, "{ \"a\": { \"x\" /* k */ : 1 }, \"b\": 2 }",
      "{ \"a\" /* k */ : 1, \"b\": 2 }"
    ),
    (
      #"{ "concat": ["a", "b"], "into": "b" }"#,
      "{\n  // old\n  \"a\": [\n    1 // one\n    // end of a\n  ],\n  \"b\": [\n    // start of b\n\n    2\n    // end of b\n  ]\n}",
      "{\n  \"b\": [\n    // start of b\n\n    // old\n    1, // one\n    // end of a\n\n    2\n    // end of b\n  ]\n}"
    ),
    // Nothing was in it.
    (
      #"{ "concat": ["a", "b"], "into": "all" }"#,
      "{\n  \"a\": [\n    // none\n  ],\n  \"b\": [\n    // none either\n  ]\n}",
      "{\n  // none either\n\n  \"all\": [\n    // none\n  ]\n}"
    ),
    (
      #"{ "to-list": "a", "key": "k" }"#, "{\n  \"a\": { // none\n  }\n}",
      "{\n  \"a\": [ // none\n  ]\n}"
    ),
    // What stands between items stays between them.
    (
      #"{ "to-list": "a", "key": "k" }"#,
      "{\n  \"a\": {\n    \"x\": { \"n\": 1 },\n\n    // part\n\n    \"y\" /* y */: { \"n\": 2 }\n  }\n}",
      "{\n  \"a\": [\n    { \"k\": \"x\", \"n\": 1 },\n\n    // part\n\n    /* y */ { \"k\": \"y\", \"n\": 2 }\n  ]\n}"
    ),
    // However often it becomes another one, and whatever is around it then.
    (
      #"{ "to-list": "a", "pairs": true }, { "wrap": "a" }, { "to-object": "a[0]", "pairs": true }"#,
      "{\n  \"a\": {\n    \"x\": 1,\n\n    // part\n\n    \"y\": 2,\n    // end\n  }\n}",
      "{\n  \"a\": [\n    {\n      \"x\": 1,\n\n      // part\n\n      \"y\": 2,\n      // end\n    }\n  ]\n}"
    ),
    (
      #"{ "to-object": "a", "key": "k" }"#,
      "{\n  \"a\": [\n    {\n      // name\n      \"k\": \"x\",\n      \"n\": 1\n      // end\n    }\n  ]\n}",
      "{\n  \"a\": {\n    // name\n    \"x\": {\n      \"n\": 1\n      // end\n    }\n  }\n}"
    ),
    (
      #"{ "to-object": "a", "key": "k", "value": "v" }"#,
      "{\n  \"a\": [\n    // about\n    { \"k\": \"x\", /* v */ \"v\": 1 } // it\n  ]\n}",
      "{\n  \"a\": {\n    // about\n    /* v */ \"x\": 1 // it\n  }\n}"
    ),
    (
      #"{ "to-object": "a", "pairs": true }"#, "{ \"a\": [\n  // x\n  \"x\", 1 // one\n] }",
      "{ \"a\": {\n  // x\n  \"x\": 1 // one\n} }"
    ),
    (
      #"{ "split": "n", "by": " ", "into": ["f", "l"] }"#,
      "{\n  // names\n  \"n\": \"A B\", // all\n  \"c\": 1\n}",
      "{\n  // names\n  \"f\": \"A\",\n  \"l\": \"B\", // all\n  \"c\": 1\n}"
    ),
    (
      #"{ "join": ["f", "l"], "with": " ", "into": "n" }"#,
      "{\n  // first\n  \"f\": \"A\",\n  // last\n  \"l\": \"B\", // one\n  \"c\": 1\n}",
      "{\n  // first\n  // last\n  \"n\": \"A B\", // one\n  \"c\": 1\n}"
    ),
    // The document itself.
    (
      #"{ "unwrap": "$", "under": "x" }"#,
      "// top\n{ // all\n  // x\n  \"x\": { /* y */ \"y\": 1 } // behind\n  // end\n} // bottom\n",
      "// top\n// all\n// x\n{ /* y */ \"y\": 1 } // behind\n// end\n // bottom\n"
    ),
    // One after the other, and what is dropped takes its own with it.
    (
      #"{ "unnest": "a" }, { "unnest": "b" }, { "drop": "d" }"#,
      "{\n  \"a\": {\n    \"b\": {\n      \"c\": 1,\n      // d\n      \"d\": 2\n      // end of b\n    }\n    // end of a\n  }\n}",
      "{\n  \"c\": 1\n  // end of b\n  // end of a\n}"
    ),
    (
      #"{ "move": { "a.b": "b" } }, { "drop": "a" }"#,
      "{\n  // a\n  \"a\": {\n    // b\n    \"b\": 1\n    // end\n  },\n  \"c\": 2\n}",
      "{\n  \"c\": 2,\n  // b\n  \"b\": 1\n}"
    ),
    (
      #"{ "join": "t", "with": "_" }"#, "{\"t\": [\n// first\n\"a\", // A\n\"b\" // B\n]\n}",
      "{\n  // first\n  \"t\": \"a_b\" // A // B\n}"
    ),
    (
      #"{ "join": "t", "with": "_" }"#,
      "{\n  \"t\": [\n    // all\n\n    \"a\",\n\n    // then\n\n    \"b\"\n    // end\n  ],\n  \"x\": 1\n}",
      "{\n  // all\n\n  \"t\": \"a_b\",\n\n  // then\n  // end\n\n  \"x\": 1\n}"
    ),
    (
      #"{ "move": { "o.p.q": "z" }, "drop-empty-parents": true }"#,
      "{\n  // o\n  \"o\": { // in o\n    // p\n    \"p\": {\n      \"q\": 1 // q\n    } // P\n  }, // O\n  \"b\": 1\n}",
      "{\n  \"b\": 1,\n  // in o\n\n  // o\n  // p\n  \"z\": 1 // q // P // O\n}"
    ),
    // What is made of members stands where they stood: in front of a comment behind them.
    (
      #"{ "nest": ["s", "c"], "under": "a" }"#,
      "{\n  \"s\": 1,\n  \"c\": 2,\n\n  // -- net --\n\n  \"port\": 3\n}",
      "{\n  \"a\": {\n    \"s\": 1,\n    \"c\": 2\n  },\n\n  // -- net --\n\n  \"port\": 3\n}"
    ),
    (
      #"{ "split": "b", "by": " ", "into": ["b", "q"] }"#,
      "{\n  \"b\": \"x y\",\n\n  // -- net --\n\n  \"port\": 3\n}",
      "{\n  \"b\": \"x\",\n  \"q\": \"y\",\n\n  // -- net --\n\n  \"port\": 3\n}"
    ),
    (
      #"{ "unnest": "o" }"#,
      "{\n  \"o\": { \"x\": 1 },\n\n  // -- net --\n\n  \"port\": 3\n}",
      "{\n  \"x\": 1,\n\n  // -- net --\n\n  \"port\": 3\n}"
    ),
    (
      #"{ "nest": ["c"], "under": "a" }"#,
      "{\n  \"s\": 1,\n\n  // -- net --\n\n  \"c\": 2,\n  \"port\": 3\n}",
      "{\n  \"s\": 1,\n\n  // -- net --\n\n  \"a\": {\n    \"c\": 2\n  },\n  \"port\": 3\n}"
    ),
  ])
  func `comments stay where the content of their container is`(
    _ rules: String, text: String, expected: String
  ) throws {
    let result = String(
      decoding: try Migrator.takingComments(rules).migrate(Array(text.utf8)), as: UTF8.self)
    #expect(result == expected, "\(result)")
  }

  /// Of many comments in one place each is looked at a few times.
  @Test(.timeLimit(.patience)) func `many comments in one place are kept`() throws {
    let count = Amount.of(20_000, thorough: 60_000)
    let migrator = try Migrator.takingComments(#"{ "drop": "z" }"#)
    for comment in ["/**/", "//c\n\n"] {
      let many = String(repeating: comment, count: count)
      let text = "{ \"a\": 1 \(many), \"b\": 2, \"z\": 3\n\(many)}"
      let result = String(decoding: try migrator.migrate(Array(text.utf8)), as: UTF8.self)
      #expect(result.count { $0 == "/" } == text.count { $0 == "/" })
    }
  }

  /// Rules that drop nothing, in any order.
  private static let rules = [
    #"{ "rename": { "a": "z" } }"#, #"{ "move": { "o.p": "moved" } }"#,
    #"{ "nest": ["a", "t"], "under": "n.m" }"#, #"{ "unnest": "o" }"#, #"{ "unnest": "n" }"#,
    #"{ "unnest": "o.q" }"#, #"{ "wrap": "l" }"#, #"{ "wrap": "o", "under": "w" }"#,
    #"{ "unwrap": "e" }"#, #"{ "unwrap": "l[*]" }"#, #"{ "unwrap": "s", "under": "x" }"#,
    #"{ "concat": ["l", "e", "g"], "into": "g" }"#, #"{ "concat": ["l", "e"], "into": "all" }"#,
    #"{ "to-list": "m", "key": "k" }"#, #"{ "to-list": "m", "key": "k", "value": "v" }"#,
    #"{ "to-list": "s", "pairs": true }"#, #"{ "to-object": "m", "key": "k" }"#,
    #"{ "to-object": "i", "key": "k", "value": "v" }"#, #"{ "to-object": "i", "key": "k" }"#,
    #"{ "list": "i", "do": ["reverse"] }"#, #"{ "split": "t", "by": " ", "into": ["t1", "t2"] }"#,
    #"{ "join": ["t1", "t2"], "with": " ", "into": "t" }"#,
    #"{ "rename-keys": "o", "case": "kebab-to-snake" }"#,
    #"{ "join": ["t", "u"], "with": " ", "into": "o.u" }"#, #"{ "unnest": "w" }"#,
    #"{ "wrap": "$", "under": "r" }"#, #"{ "unwrap": "$", "under": "r" }"#,
  ]

  @Test func `no comment is lost by rules that drop nothing`() throws {
    var random = Seeded()
    let seed = "\(random)"
    let document = try JSON(
      parsing: #"""
        { "a": 1, "o": { "p": [1, { "x": [] }], "q": { "r": {}, "s": 2 } }, "t": "x y",
          "l": [[1], [{ "y": 2 }]], "e": [[]], "g": [], "s": { "x": { "n-n": 1 } },
          "m": { "b": { "c": 1 }, "d": { "c": 2 } },
          "i": [{ "k": "f", "v": [3] }, { "k": "h", "v": {} }], "u": "v" }
        """#)
    var ran = 0
    for round in 0..<Amount.of(100, thorough: 1_000) {
      let rules = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Self.rules.randomElement(using: &random) ?? ""
      }.joined(separator: ", ")
      var writer = CommentWriter(random)
      let text = writer.text(of: document)
      random = writer.random
      guard let result = try? Migrator.takingComments(rules).migrate(text) else { continue }
      ran += 1
      let before = writer.comments(in: text)
      let after = writer.comments(in: result)
      guard Set(before) == Set(after), before.count == after.count else {
        let lost = before.filter { !after.contains($0) }
        let shown = [text, result].map { String(decoding: $0, as: UTF8.self) }
        Issue.record(
          "round \(round), \(seed): lost \(lost)\n\(rules)\n\(shown.joined(separator: "\n→\n"))")
        return
      }
    }
    #expect(ran > 20)
  }
}
