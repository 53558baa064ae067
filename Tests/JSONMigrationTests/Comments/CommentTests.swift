import Foundation
import JSONText
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

@Suite struct CommentTests {
  private static func migrated(_ text: String, _ rules: String) throws -> String {
    String(decoding: try Migrator.takingComments(rules).migrate(Array(text.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    "1/**/2", "1 /**/2", "tr/**/ue", "-/**/1", "1/* a *//* b */2", "[1/**/2]", "[1,2/**/3]",
    "1//\n2", "1/**/\"x\"", "\"x\"/**/1", "[]/**/1",
  ])
  func `a comment inside of a word leaves no word`(value: String) throws {
    for rules in [#"{ "drop": "zz" }"#, #"{ "set": { "b": 1 } }"#] {
      let error = #expect(throws: MigrationError.self) {
        _ = try Self.migrated("{\"a\":\(value)}", rules)
      }
      #expect(error?.kind == .badJSON)
    }
  }

  @Test func `a carriage return ends a comment of a line as well`() throws {
    let result = try Self.migrated("{\"a\":1, //x\r\"b\":2\n}", #"{ "rename": { "b": "c" } }"#)
    #expect(result == "{\"a\":1, //x\r\"c\":2\n}")
  }

  @Test(arguments: [
    // Renamed and given another value, with comments everywhere.
    (
      #"{ "rename": { "a": "b" } }"#,
      "{\n  // one\n  \"a\" /* k */ : /* v */ 1, // two\n  /* c */ \"c\": 2 // three\n}",
      "{\n  // one\n  \"b\" /* k */ : /* v */ 1, // two\n  /* c */ \"c\": 2 // three\n}"
    ),
    (
      #"{ "set": { "a": "x" } }"#, "// top\n{\"a\": 1, /* b */ \"b\": 2,} // end\n",
      "// top\n{\"a\": \"x\", /* b */ \"b\": 2,} // end\n"
    ),
    // Dropped with its comments; what belongs to others stays.
    (
      #"{ "drop": "b" }"#,
      "{\n  \"a\": 1, // a\n\n  // part\n\n  // b\n  \"b\": 2, // b too\n  // c\n  \"c\": 3 // c too\n}",
      "{\n  \"a\": 1, // a\n\n  // part\n\n  // c\n  \"c\": 3 // c too\n}"
    ),
    (
      #"{ "drop": "a" }"#, "{ // object\n  // a\n  \"a\": 1 // a\n  // end\n}",
      "{ // object\n  // end\n}"
    ),
    (#"{ "drop": "b" }"#, "{\n  \"a\": 1,\n  \"b\": 2, // b\n}", "{\n  \"a\": 1,\n}"),
    // New members have none, and a trailing comma stays.
    (
      #"{ "add-default": { "c": 3 } }"#, "{\n  // a\n  \"a\": 1, // a\n  // end\n}",
      "{\n  // a\n  \"a\": 1, // a\n  \"c\": 3,\n  // end\n}"
    ),
    // Moved with its comments, to another depth.
    (
      #"{ "move": { "b": "x.b" } }"#,
      "{\n  \"a\": 1, // a\n  // b\n  // more\n  \"b\": [\n    // in b\n    2 // two\n  ], // behind b\n  \"x\": {\n    \"y\": 1\n  } // x\n}",
      "{\n  \"a\": 1, // a\n  \"x\": {\n    \"y\": 1,\n    // b\n    // more\n    \"b\": [\n      // in b\n      2 // two\n    ] // behind b\n  } // x\n}"
    ),
    // Only the white space in front of lines changes.
    (
      #"{ "move": { "b": "x.b" } }"#,
      "{\n  \"x\": {\n    \"y\": 1\n  },\n  \"b\": [\n    1 // one\n    , 2,\n\n    // part\n\n    3 /* three */ , /* after */\n\n    // four\n    4\n    // end\n    ,\n  ]\n}",
      "{\n  \"x\": {\n    \"y\": 1,\n    \"b\": [\n      1 // one\n      , 2,\n\n      // part\n\n      3 /* three */ , /* after */\n\n      // four\n      4\n      // end\n      ,\n    ]\n  }\n}"
    ),
    // What stands behind a bracket stays, also where it becomes another one.
    (
      #"{ "to-list": "users", "key": "id" }"#,
      "{\n  \"users\": { // all\n    \"x\": { \"n\": 1 } // x\n  }\n}",
      "{\n  \"users\": [ // all\n    { \"id\": \"x\", \"n\": 1 } // x\n  ]\n}"
    ),
    // What was inside comes before what was around it, and none takes another one into itself.
    (
      #"{ "unwrap": "w" }"#,
      "{\n  \"w\": [\n    9 /* in */ // in too\n  ], // outer\n  \"z\": 1\n}",
      "{\n  \"w\": 9, /* in */ // in too // outer\n  \"z\": 1\n}"
    ),
    (
      #"{ "unwrap": "w" }"#,
      "{\n  \"w\": [\n    9 // in\n  ], /* outer */ // too\n  \"z\": 1\n}",
      "{\n  \"w\": 9, /* outer */ // in // too\n  \"z\": 1\n}"
    ),
    // The member stays where its value is wrapped, and its elements have theirs.
    (
      #"{ "wrap": "a" }"#, "{\n  // a\n  \"a\": 1 // one\n}",
      "{\n  // a\n  \"a\": [\n    1\n  ] // one\n}"
    ),
    (
      #"{ "unwrap": "a" }"#, "{\n  \"a\": [1], // one\n  \"b\": 2\n}",
      "{\n  \"a\": 1, // one\n  \"b\": 2\n}"
    ),
    // Two values that become one have the comments of both, and none swallows another.
    (
      #"{ "unwrap": "a" }"#,
      "{\n  \"a\": [\n    1 /* x\n    \"y\": 2, */\n  ], // z\n  \"b\": 2\n}",
      "{\n  \"a\": 1, /* x\n    \"y\": 2, */ // z\n  \"b\": 2\n}"
    ),
    (
      #"{ "unwrap": "a" }"#,
      "{\n  \"a\": [\n    1 /* x\n    y */ // w\n  ], // z\n  \"b\": 2\n}",
      "{\n  \"a\": 1, /* x\n    y */ // w // z\n  \"b\": 2\n}"
    ),
    // However far in a value comes to be, its comments are there alone.
    (
      #"{ "wrap": "a", "under": "x" }, { "nest": ["x"], "under": "y", "in": "a" }"#,
      "{\n  \"a\": {\n    \"b\": 1\n    // end\n  }\n}",
      "{\n  \"a\": {\n    \"y\": {\n      \"x\": {\n        \"b\": 1\n        // end\n      }\n    }\n  }\n}"
    ),
    // A copy has no comments, whatever it takes the place of, and a value that takes its own place
    // keeps them.
    (
      #"{ "copy": { "a": "d" }, "if-exists": "overwrite" }, { "drop": "$..q" }"#,
      #"{"a":{/*A*/},"d":0}"#, #"{"a":{/*A*/},"d":{}}"#
    ),
    (
      #"{ "set": { "d": "{a}" }, "fill": true }, { "set": { "d.x": 1 } }"#,
      #"{"a":{/*A*/},"d":0}"#, #"{"a":{/*A*/},"d":{"x":1}}"#
    ),
    (
      #"{ "set": { "f": "{f}" }, "fill": true }"#, #"{"f":{/*A*/"a":/*x*/1}}"#,
      #"{"f":{/*A*/"a":/*x*/1}}"#
    ),
    (
      #"{ "copy": { "a": "c" } }"#, "{\n  // a\n  \"a\": { \"x\": 1 /* x */ } // one\n}",
      "{\n  // a\n  \"a\": { \"x\": 1 /* x */ }, // one\n  \"c\": { \"x\": 1 }\n}"
    ),
    // Another order.
    (
      #"{ "list": "a", "do": ["reverse"] }"#, "{ \"a\": [\n  1, // one\n  // two\n  2 // deux\n] }",
      "{ \"a\": [\n  // two\n  2, // deux\n  1 // one\n] }"
    ),
    // What was in lines comes to be in one: a line comment keeps its line.
    (#"{ "drop": "c" }"#, "{\"a\":1,\"c\":3 // c\n,\"b\":2// b\n}", "{\"a\":1\n,\"b\":2// b\n}"),
    // Commas in front of lines; comments in front of them or behind.
    (
      #"{ "drop": "a" }"#, "{ \"a\": 1\n, /* d */ \"b\": 2 }", "{ /* d */ \"b\": 2 }"
    ),
    (
      #"{ "keep-only": ["b"] }"#, "{ \"a\": 1\n, // d\n \"b\": 2 }", "{\n// d\n \"b\": 2 }"
    ),
    (
      #"{ "drop": "a" }"#,
      "{\n  // about a\n  \"a\": 1\n\n  // about b\n  , \"b\": 2\n}",
      "{\n\n  // about b\n  \"b\": 2\n}"
    ),
    (
      #"{ "drop": "b" }"#,
      "{\n    \"a\": 1 // one\n  , \"b\": 2 // two\n  // about c\n  , \"c\": 3\n  , // about d\n    \"d\": 4\n}",
      "{\n    \"a\": 1 // one\n  // about c\n  , \"c\": 3\n  , // about d\n    \"d\": 4\n}"
    ),
    (
      #"{ "drop": "c" }"#,
      "{\n    \"a\": 1 // one\n  , \"c\": 3 // three\n\n  // part\n  ,\n\n    // about d\n    \"d\": 4\n}",
      "{\n    \"a\": 1 // one\n\n  // part\n\n  ,\n    // about d\n    \"d\": 4\n}"
    ),
    (
      #"{ "drop": "b" }"#,
      "{ \"a\": 1\n, \"b\": 2\n, // about c\n  \"c\": 3\n, /* d */ \"d\": 4\n} // end",
      "{ \"a\": 1\n, // about c\n  \"c\": 3\n, /* d */ \"d\": 4\n} // end"
    ),
    (
      #"{ "move": { "a": "s.z" } }"#,
      "{\n    // about a\n    \"a\": 1 // one\n  , \"s\":\n    { \"b\": 2\n    , \"c\": 3\n    }\n}",
      "{\n    \"s\":\n    { \"b\": 2\n    , \"c\": 3\n    // about a\n    , \"z\": 1 // one\n    }\n}"
    ),
    // What no rule touches stays, white space in front of commas too.
    (
      #"{ "rename": { "a": "z" } }"#,
      "{\n  \"a\": 1\n  , \"b\": 2\n , \"c\": [1\n ,2\n , 3], \"d\" : 4 , \"e\": 5\n} // c",
      "{\n  \"z\": 1\n  , \"b\": 2\n , \"c\": [1\n ,2\n , 3], \"d\" : 4 , \"e\": 5\n} // c"
    ),
    (
      #"{ "drop": "b" }"#,
      "{ \"a\": 1 , \"b\": 2 , \"c\": 3 /* c */ , \"d\": 4\n\n  , \"e\": 5 }",
      "{ \"a\": 1 , \"c\": 3 /* c */ , \"d\": 4\n\n  , \"e\": 5 }"
    ),
  ])
  func `comments go where their members go`(_ rules: String, text: String, expected: String) throws
  {
    let result = try Self.migrated(text, rules)
    #expect(result == expected, "\(result)")
  }

  /// So that a second run lays out as the first did.
  @Test(arguments: [
    (
      "a", "{\n  // c\n}\n",
      "{\n  // c\n\n  \"a\": [\n    1,\n    {\n      \"b\": 2\n    }\n  ]\n}\n"
    ),
    (
      "a", "{ // c\r\n}",
      "{ // c\r\n  \"a\": [\r\n    1,\r\n    {\r\n      \"b\": 2\r\n    }\r\n  ]\r\n}"
    ),
    (
      "x.a", "{\n\t\"x\" : {\n\t\t// c\n\t}\n}",
      "{\n\t\"x\" : {\n\t\t// c\n\n\t\t\"a\" : [\n\t\t\t1,\n\t\t\t{\n\t\t\t\t\"b\" : 2\n\t\t\t}\n\t\t]\n\t}\n}"
    ),
  ])
  func `comments show how the first item of their container is laid out`(
    path: String, text: String, expected: String
  ) throws {
    let rules = #"{ "set": { "\#(path)": [1, { "b": 2 }] } }"#
    let result = try Self.migrated(text, rules)
    #expect(result == expected, "\(result)")
    #expect(try Self.migrated(result, rules) == result)
  }

  @Test func `a document that is current comes out byte for byte`() throws {
    let migrator = try Migrator(
      rules: [
        RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [{ "drop": "a" }] }"#)
      ]
    ).allowingComments()
    let text = Array("// a\n{\"version\": 2, /* b */}".utf8)
    #expect(try migrator.migrate(text) == text)
    #expect(try migrator.version(of: text) == 2)
    let old = Array("{\"version\": 1, /* b */ \"a\": 2, // c\n}".utf8)
    let new = String(decoding: try migrator.migrate(old), as: UTF8.self)
    #expect(new == "{\"version\": 2,\n}" || new.contains("\"version\": 2"))
    let strict = try Migrator(
      rules: [RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [] }"#)])
    #expect(throws: MigrationError.self) { try strict.migrate(text) }
  }

  @Test func `an error names the place in the text with the comments`() throws {
    let migrator = try Migrator.takingComments(#"{ "map-values": "a", "table": { "x": "y" } }"#)
    let text = "// top\n{\n  // b\n  \"b\": 1, // c\n  /* d */ \"a\": 7, // e\n}"
    let error = #expect(throws: MigrationError.self) { try migrator.migrate(Array(text.utf8)) }
    let place = error?.diagnostics.first?.place
    #expect(place?.span?.line == 5 && place?.span?.column == 16, "\(String(describing: error))")
    #expect(place?.span?.excerpt.text == Array("  /* d */ \"a\": 7, // e".utf8))
    let broken = #expect(throws: MigrationError.self) {
      try migrator.migrate(Array("{\n  // a\n  \"a\" 1\n}".utf8))
    }
    #expect(broken?.diagnostics.first?.place?.span?.line == 3)
    let open = #expect(throws: MigrationError.self) { try migrator.migrate(Array("{} /* a".utf8)) }
    #expect(open?.description.contains("`*/` at the end of the comment") == true)
  }

  @Test(arguments: [
    ("{\"b\":[1,\n// c\n,2]}", 3, 1), ("{\n  \"a\": 1,\n  // c\n\n  , \"b\": 2\n}", 5, 3),
    ("{ /* c */ \"a\" 1 }", 1, 15), ("{ // c\n  \"a\": tru }", 2, 8), ("[1, /* c */ 2", 1, 14),
  ])
  func `what is no JSON is told where it stands`(_ text: String, line: Int, column: Int) throws {
    let error = try #require(throws: MigrationError.self) { try Self.migrated(text, "") }
    let span = try #require(error.diagnostics.first?.place?.span)
    #expect(error.kind == .badJSON && (span.line, span.column) == (line, column), "\(error)")
  }

  @Test func `comments survive any rules with what they belong to`() throws {
    var material = Material()
    let seed = "\(material.random)"
    var fired = 0
    let rounds = Amount.of(40, thorough: 300)
    for round in 0..<rounds {
      let chain = try RuleChain(&material, returns: false)
      let migrator = try chain.migrator()
      let commented = migrator.allowingComments()
      var writer = CommentWriter(material.random)
      let text = writer.text(of: chain.document)
      material.random = writer.random
      let plain = try #require(try CommentedText(text)).strict
      let note = "round \(round), \(seed)\n\(chain)\n\(String(decoding: text, as: UTF8.self))"
      guard let expected = try? migrator.migrate(plain) else {
        #expect(throws: MigrationError.self, "\(note)") { try commented.migrate(text) }
        continue
      }
      guard let result = try? commented.migrate(text) else {
        Issue.record("fails; \(note)")
        return
      }
      let shown = "\(note)\n\(String(decoding: result, as: UTF8.self))"
      let rest = try CommentedText(result)?.strict ?? result
      guard OrderedJSON(rest) == OrderedJSON(expected) else {
        Issue.record("another document; \(shown)")
        return
      }
      #expect(try commented.migrate(result) == result, "again; \(shown)")
      // Each member names itself in its comments, by its value.
      let before = writer.comments(in: text)
      let after = writer.comments(in: result)
      guard after.allSatisfy({ before.contains($0) }), Set(after).count == after.count else {
        Issue.record("comments that weren't there, or twice; \(shown)")
        return
      }
      if plain == expected { #expect(result == text, "\(shown)") } else { fired += 1 }
    }
    #expect(fired > rounds / 2)
  }

  @Test func `a comment behind a document changes no byte of the result`() throws {
    var material = Material()
    let seed = "\(material.random)"
    var ran = 0
    let rounds = Amount.of(40, thorough: 300)
    for round in 0..<rounds {
      let chain = try RuleChain(&material, returns: false)
      let migrator = try chain.migrator()
      let plain = material.text(of: chain.document)
      let end = Array(" // end".utf8)
      guard let expected = try? migrator.migrate(plain) else { continue }
      let result = try migrator.allowingComments().migrate(plain + end)
      guard result == expected + end else {
        let texts = [plain, expected, result].map { String(decoding: $0, as: UTF8.self) }
        Issue.record("round \(round), \(seed)\n\(chain)\n\(texts.joined(separator: "\n"))")
        return
      }
      ran += 1
    }
    #expect(ran > rounds / 2)
  }

  @Test func `no comment of a member is lost that no rule touches`() throws {
    var random = Seeded()
    for round in 0..<Amount.of(40, thorough: 200) {
      var members = JSONObject()
      for index in 0..<Int.random(in: 2...8, using: &random) {
        members["m\(index)"] = .number(JSONNumber(index))
      }
      var writer = CommentWriter(random)
      let text = writer.text(of: .object(members))
      random = writer.random
      let gone = Int.random(in: 0..<members.count, using: &random)
      let rule = ["drop", "rename", "move"][round % 3]
      let rules = [
        "drop": #"{ "drop": "m\#(gone)" }"#, "rename": #"{ "rename": { "m\#(gone)": "n" } }"#,
        "move": #"{ "move": { "m\#(gone)": "n.o" } }"#,
      ]
      let result = try Migrator.takingComments(rules[rule] ?? "").migrate(text)
      let lost = writer.comments(in: text).filter { !writer.comments(in: result).contains($0) }
      let own = writer.owned(by: gone)
      let shown =
        "\(rule) m\(gone)\n\(String(decoding: text, as: UTF8.self))\n→\n\(String(decoding: result, as: UTF8.self))"
      #expect(Set(lost) == (rule == "drop" ? Set(own) : []), "\(shown)")
    }
  }

  @Test func `a migration knows which rules found nothing`() throws {
    let migrator = try Migrator.takingComments(
      #"{ "rename": { "a": "b" } }, { "drop": "items.x" }, { "drop": "c" }"#)
    let document = try JSON(parsing: #"{ "a": 1, "items": [{ "x": 1 }], "c": 2 }"#)
    let idle = try migrator.migration(of: document).idleRules
    #expect(idle.map(\.verb) == ["drop"])
    #expect(idle.first?.reason == "`items` is a list here: `items[*].x`")
    #expect(idle.first?.place.file == "v2.json" || idle.first?.place.file == "rules/v2.json")
    let data = Data("// top\n{ \"a\": 1, /* c */ \"c\": 2, \"items\": [] }".utf8)
    let migration = try migrator.migration(of: data)
    #expect(String(decoding: migration.document, as: UTF8.self).hasPrefix("// top\n{ \"b\": 1"))
    #expect(migration.idleRules.map(\.reason) == ["`items` is a list here: `items[*].x`"])
  }

  @Test func `an app decodes documents with comments`() throws {
    struct Settings: Decodable, Equatable { var b: Int }
    let migrator = try Migrator.takingComments(#"{ "rename": { "a": "b" } }"#)
    let data = Data("// top\n{ \"a\": 1, // one\n}".utf8)
    let settings = try JSONDecoder().decode(Settings.self, from: data, migrating: migrator)
    #expect(settings == Settings(b: 1))
  }

  @Test func `a large list with comments takes no more time an element than a small one`() throws {
    // Linear, or else this takes minutes.
    let element = "  // about it\n  { \"a\": 1 }, // it\n\n  // apart\n\n"
    let text =
      "{ \"list\": [\n" + String(repeating: element, count: Amount.of(2_000, thorough: 20_000))
      + "] }"
    let result = try Self.migrated(text, #"{ "rename": { "list[*].a": "b" } }"#)
    #expect(result == text.replacing("\"a\"", with: "\"b\""))
  }
}
