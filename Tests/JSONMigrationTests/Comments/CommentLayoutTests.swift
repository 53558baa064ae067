import JSONText
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// What rules add to documents with comments of any layout.
@Suite struct CommentLayoutTests {
  /// Small documents with white space and comments anywhere.
  private struct Draw {
    var random: Seeded
    /// How lines end.
    let newline: String
    var hasComments = true

    mutating func chance(_ count: Int) -> Bool {
      Int.random(in: 0..<count, using: &random) == 0
    }

    mutating func gap() -> String {
      var gap = ""
      while chance(2) {
        switch Int.random(in: 0..<(hasComments ? 7 : 4), using: &random) {
        case 0, 1: gap += " "
        case 2: gap += newline
        case 3: gap += newline + "  "
        case 4: gap += "/* c */"
        case 5: gap += "/* c" + newline + " */"
        default: gap += "// c" + newline
        }
      }
      return gap
    }

    mutating func value(_ depth: Int) -> String {
      switch Int.random(in: 0..<(depth > 2 ? 2 : 5), using: &random) {
      case 0: return "1"
      case 1: return "\"t\""
      case 2: return "[" + items(depth) { $0.value(depth + 1) } + "]"
      default: return object(depth + 1)
      }
    }

    mutating func object(_ depth: Int) -> String {
      var keys = ["a", "b", "x", "y"].shuffled(using: &random)
      return "{"
        + items(depth) { draw in
          "\"\(keys.popLast() ?? "z")\"" + draw.gap() + ":" + draw.gap() + draw.value(depth + 1)
        } + "}"
    }

    mutating func items(_ depth: Int, _ item: (inout Draw) -> String) -> String {
      let count = Int.random(in: 0...3, using: &random)
      var text = gap()
      for index in 0..<count {
        text += item(&self) + gap()
        if index < count - 1 || hasComments && chance(3) { text += "," + gap() }
      }
      return text
    }
  }

  /// The shortest of some documents that are not as they should be.
  private static func shortest(
    _ rounds: Int, _ newline: String, hasComments: Bool = true,
    _ problem: (String) throws -> String?
  ) rethrows -> String? {
    var draw = Draw(random: Seeded(), newline: newline, hasComments: hasComments)
    var found: (text: String, problem: String)?
    for _ in 0..<rounds {
      let text = draw.gap() + draw.object(0) + draw.gap()
      if let found, found.text.utf8.count <= text.utf8.count { continue }
      if let problem = try problem(text) { found = (text, problem) }
    }
    return found.map { "\($0.text.debugDescription)\n\($0.problem)" }
  }

  @Test(arguments: [
    #"{ "set": { "a": [1, { "b": 2 }] } }"#, #"{ "set": { "a": { "b": [1] } } }"#,
    #"{ "set": { "n.m": 1 } }"#,
    #"{ "add-default": { "a": {}, "n": [] } }"#, #"{ "drop": ["a", "x.a"] }"#,
  ])
  func `the same rule twice gives the same bytes`(rules: String) throws {
    let migrator = try Migrator.takingComments(rules)
    for newline in ["\n", "\r\n"] {
      let found = Self.shortest(Amount.of(150, thorough: 2_000), newline) { text in
        guard let result = try? migrator.migrate(Array(text.utf8)) else { return nil }
        let again = try? migrator.migrate(result)
        if result == again { return nil }
        return [result, again ?? []].map { String(decoding: $0, as: UTF8.self).debugDescription }
          .joined(separator: "\n")
      }
      #expect(found == nil, "\(found ?? "")")
    }
  }

  @Test(arguments: [
    ("{ /* c */ }", #"{ /* c */ "a": [ 1, { "b": 2 } ] }"#),
    ("{ /* c */}", #"{ /* c */"a":[1,{"b":2}]}"#),
    ("{\n  // c\n}\n", "{\n  // c\n\n  \"a\": [\n    1,\n    {\n      \"b\": 2\n    }\n  ]\n}\n"),
    (
      "{ \"b\": 1,\n  /* c */ \"c\": 2 }",
      "{ \"b\": 1,\n  /* c */ \"c\": 2,\n  \"a\": [ 1, { \"b\": 2 } ] }"
    ),
  ])
  func `what is set is laid out as what is there`(text: String, expected: String) throws {
    let migrator = try Migrator.takingComments(#"{ "set": { "a": [1, { "b": 2 }] } }"#)
    let result = try migrator.migrate(Array(text.utf8))
    #expect(String(decoding: result, as: UTF8.self) == expected)
    #expect(try migrator.migrate(result) == result)
  }

  @Test(arguments: [
    (
      #"{ "nest": ["a", "b"], "under": "q" }"#,
      "{\n  // A\n  \"a\": 1,\n  \"b\": 2,\n  \"o\": {\"x\": 1}\n}",
      "{\n  \"q\": {\n    // A\n    \"a\": 1,\n    \"b\": 2\n  },\n  \"o\": {\"x\": 1}\n}"
    ),
    (
      #"{ "move": { "b": "o.b", "a": "o.a" } }"#,
      "{\n  // A\n  \"a\": 1,\n  \"b\": 2, // B\n  \"o\": {\"x\": 1}\n}",
      "{\n  \"o\": {\"x\": 1, \"b\": 2, // B\n    // A\n    \"a\": 1\n  }\n}"
    ),
    (
      #"{ "split": "s", "by": " ", "into": ["x", "y"] }"#,
      "{\n  \"v\": 1, \"q\": 1, \"s\": // S\n    \"a b\"\n}",
      "{\n  \"v\": 1, \"q\": 1,\n  // S\n  \"x\": \"a\", \"y\": \"b\"\n}"
    ),
    (
      #"{ "split": "s", "by": " ", "into": ["x", "y"] }"#, "{\"s\": // S\n\"a b\", \"q\":1}",
      "{\n  // S\n  \"x\": \"a\", \"y\": \"b\", \"q\":1\n}"
    ),
    (
      #"{ "nest": ["a"], "under": "n" }"#, "{\n  \"a\":[1 //x\n  ,\n\n  //y\n  2]\n}",
      "{\n  \"n\":{\n    \"a\":[1 //x\n    ,\n\n    //y\n    2]\n  }\n}"
    ),
    (
      #"{ "unnest": "o" }"#,
      "{\n  \"x\": 1, /* o */ \"o\": {\n    // y\n    \"y\": 2\n  }\n}",
      "{\n  \"x\": 1,\n  /* o */ // y\n  \"y\": 2\n}"
    ),
    (
      #"{ "concat": ["a", "b"], "into": "a" }"#,
      "{\n  \"a\": [1, 2],\n  \"b\": [\n    /* old */\n\n    3,\n    4\n  ]\n}",
      "{\n  \"a\": [1, 2,\n    /* old */\n\n    3, 4\n  ]\n}"
    ),
    (
      #"{ "move": { "a": "c.z", "b": "c.y" } }"#,
      "{\n  \"c\": { \"d\": 7 },\n  // A\n  \"a\": {\n    \"x\": { // X\n      \"w\": 1\n    }\n  },\n  \"b\": [\n    2\n  ]\n}",
      "{\n  \"c\": { \"d\": 7,\n    // A\n    \"z\": {\n      \"x\": { // X\n        \"w\": 1\n      }\n    }, \"y\": [\n      2\n    ]\n  }\n}"
    ),
    (
      #"{ "drop": "e[0].k" }, { "unwrap": "e" }"#,
      "{\n  \"e\": [\n    {\n      \"a\": 1, \"b\": 2,\n      \"k\": 3\n      // end\n    }\n  ]\n}",
      "{\n  \"e\": {\n    \"a\": 1, \"b\": 2\n    // end\n  }\n}"
    ),
    (
      #"{ "concat": ["e", "b"], "into": "b" }"#,
      "/* head */\n{ \"e\": [/* none */], \"b\": [1] }",
      "/* head */\n{/* none */ \"b\": [1] }"
    ),
  ])
  func `a comment that needs a line of its own gets one`(
    rules: String, text: String, expected: String
  ) throws {
    let result = try Migrator.takingComments(rules).migrate(Array(text.utf8))
    #expect(String(decoding: result, as: UTF8.self) == expected)
  }

  @Test func `a blank line stays blank where lines come further in`() throws {
    for newline in ["\n", "\r\n"] {
      let text = "{\n  \"a\": 1,\n\n  \"b\": 2\n}".replacing("\n", with: newline)
      let result = try Migrator.takingComments(#"{ "wrap": "$" }"#).migrate(Array(text.utf8))
      #expect(
        String(decoding: result, as: UTF8.self)
          == "[\n  {\n    \"a\": 1,\n\n    \"b\": 2\n  }\n]".replacing("\n", with: newline))
    }
  }

  @Test func `a comment of several lines doesn't come behind one of a line`() throws {
    let migrator = try Migrator.takingComments(#"{ "drop": "a" }"#)
    let result = try migrator.migrate(Array("{\"b\": 1, // c\n\"a\": 1 // d\n, /* e\n */}".utf8))
    #expect(String(decoding: result, as: UTF8.self) == "{\"b\": 1, // c\n/* e\n */\n}")
  }

  @Test(arguments: [
    #"{ "set": { "a": [1, { "b": 2 }], "n.m": 3 } }"#, #"{ "drop": ["a", "b"] }"#,
    #"{ "wrap": "a" }, { "wrap": "x" }"#, #"{ "nest": ["a", "b"], "under": "n.m" }"#,
    #"{ "unnest": "x", "if-exists": "keep" }"#, #"{ "move": { "a": "x.a" }, "if-exists": "keep" }"#,
    #"{ "wrap": "$", "under": "n" }"#, #"{ "append": { "a": { "b": 1 } } }"#,
    #"{ "to-list": "x", "key": "k" }"#, #"{ "list": "a", "do": ["reverse"] }"#,
    #"{ "rename": { "a": "b" }, "if-exists": "overwrite" }"#,
  ])
  func `in a document of carriage returns no line ends without one`(rules: String) throws {
    let migrator = try Migrator.takingComments(rules)
    for hasComments in [true, false] {
      let found = Self.shortest(
        Amount.of(150, thorough: 2_000), "\r\n", hasComments: hasComments
      ) { text in
        guard text.utf8.contains(0x0A), let result = try? migrator.migrate(Array(text.utf8)) else {
          return nil
        }
        let lines = result.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
        if lines.allSatisfy({ $0.last == 0x0D }) { return nil }
        return String(decoding: result, as: UTF8.self).debugDescription
      }
      #expect(found == nil, "\(found ?? "")")
    }
  }
}
