import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore
@testable import JSONText

/// The short way through a plan gives the bytes of the long way, or says that it can't.
struct ShortcutTests {
  @Test func `short and long way give the same bytes`() throws {
    let tally = try Tally.counting(150, documents: 40) { rules, _, _, random in
      rules.document(using: &random)
    }
    #expect(tally.taken * 3 > tally.asked, "\(tally)")
  }

  /// Documents whose keys come in one order, as those of a stream do, are written by a script.
  @Test func `a script gives the same bytes`() throws {
    let tally = try Tally.counting(300, documents: 20) { rules, keys, _, random in
      rules.compactDocument(keys, using: &random)
    }
    // Where a name is taken, all documents with these keys go the long way.
    #expect(tally.taken * 3 > tally.asked, "\(tally)")
    #expect(tally.scripted * 2 > tally.taken, "\(tally)")
  }

  /// A script is for the names that a document has, in whatever order, and for as many sets of them
  /// as come; behind the first two members anything may stand between them.
  @Test func `a script is for documents with the same names`() throws {
    let tally = try Tally.counting(100, documents: 60) { rules, keys, _, random in
      let some = keys.prefix(4).filter { _ in Bool.random(using: &random) }
      let all = (some + keys.dropFirst(4)).shuffled(using: &random)
      return rules.compactDocument(all, looseFrom: 2, using: &random)
    }
    #expect(tally.taken * 3 > tally.asked, "\(tally)")
    #expect(tally.scripted * 2 > tally.taken, "\(tally)")
  }

  /// Names that are 64 apart look the same at first; each rule has two, so it is the 32nd next.
  @Test func `scripts of many names are not mixed up`() throws {
    let names = (0..<80).map { "key \($0)" }
    var rules = ShortRules()
    rules.steps = [names.map { "{ \"rename\": { \"['\($0)']\": \"new \($0)\" } }" }]
    var tally = Tally(seed: "")
    var pair = try Pair(rules)
    for number in 0..<160 {
      let (name, other) = (names[number / 4 % 16], names[32 + number / 4 % 16])
      let document = #"{"first":1,"\#(number % 4 < 2 ? name : other)":\#(number)}"#
      try pair.check(document, &tally, document)
    }
    #expect(tally.taken == 160 && tally.scripted > 20, "\(tally)")
  }

  /// Answers are bits of a word, and which of many values a member is takes a few bits.
  ///
  /// Where there are more, each document is asked anew.
  @Test(arguments: [(31, "<"), (32, "<"), (33, "<"), (33, "=="), (90, "=="), (90, "!=")])
  func `programs ask as much as they like`(count: Int, comparison: String) throws {
    var rules = ShortRules()
    rules.steps = [
      (0..<count).map { number in
        let value = number % 3 == 1 ? "'\(number)'" : "\(number - 5)"
        return "{ \"when\": \"@.a \(comparison) \(value)\", \"set\": { \"b\": \(number) } }"
      }
    ]
    var tally = Tally(seed: "")
    var pair = try Pair(rules)
    let rounds = Amount.of(200, thorough: 900)
    for number in 0..<rounds {
      let value = number * 7 % (count + 3)
      let values = ["\(value - 5)", "\"\(value)\"", "\(value).0", "-0", "\"\\u0031\"", "null"]
      let text = number % 2 == 0 ? values[0] : values[number / 2 % 60 < 50 ? 1 : number / 2 % 6]
      let document = "{\"z\":1,\"a\":\(text),\"version\":1}"
      try pair.check(document, &tally, document)
      try pair.check(#"{"z":1,"version":1}"#, &tally, document)
    }
    let isScripted = count <= 32 || comparison != "<"
    #expect(
      tally.taken > rounds * 9 / 5 && (tally.scripted > rounds * 2 / 3) == isScripted, "\(tally)")
  }

  @Test(arguments: [false, true])
  func `documents with one member or none come out the same`(saysVersion: Bool) throws {
    let random = { (random: inout Seeded) in
      var rules = ShortRules()
      repeat {
        rules = ShortRules.random(using: &random)
        rules.areWithoutVersion = !saysVersion
      } while (try? Migrator(rules: rules.files).plan(to: nil, from: nil).shortcut.isEmpty) ?? true
      return rules
    }
    let tally = try Tally.counting(200, documents: 20, of: random) { rules, keys, number, random in
      let some = keys.filter { $0 != "version" }.shuffled(using: &random).prefix(number % 3)
      return rules.document(of: (saysVersion ? ["version"] : []) + some, using: &random)
    }
    #expect(tally.taken * 3 > tally.asked, "\(tally)")
  }

  @Test(arguments: [
    (#"{ "set": { "b": 1, "c": 2 } }"#, "{}", #"{"b":1,"c":2}"#),
    (#"{ "set": { "b": 1 } }"#, #"{"a":1}"#, #"{"a":1,"b":1}"#),
    (#"{ "set": { "b": 1 } }"#, "{\n  \"a\": 1\n}", "{\n  \"a\": 1,\n  \"b\": 1\n}"),
    (#"{ "set": { "b": 1 } }, { "drop": "a" }"#, "{\n  \"a\": 1\n}", "{\n  \"b\": 1\n}"),
    (#"{ "drop": "a" }"#, " {\n  \"a\": 1\n}\n", " {}\n"), (#"{ "drop": "a" }"#, "{ }", "{ }"),
    (#"{ "drop": ["a", "b"] }"#, #"{"a":1,"b":2}"#, "{}"),
  ])
  func `small documents go the short way`(rule: String, before: String, after: String) throws {
    #expect(try ShortRules.step(rule).result(for: before) == after)
  }

  /// An escape may stand for any character; behind the one that decides it changes nothing.
  @Test(arguments: [
    (#"x\u0041"#, true, true), (#"ab\n"#, true, false), ("mn", true, true), ("m", true, false),
    (#"m\n"#, false, true), (#"\u006e"#, false, true), (#"\\"#, false, false),
  ])
  func `texts with escapes are compared where that is sure`(
    text: String, isSure: Bool, isLater: Bool
  ) throws {
    let rules = ShortRules.step(#"{ "when": "@.a > 'm'", "set": { "b": 1 } }"#)
    let (before, after) = (#"{"a":"\#(text)"}"#, #"{"a":"\#(text)","b":1}"#)
    #expect(try rules.result(for: before) == (isSure ? isLater ? after : before : nil))
    let result = try Migrator(rules: rules.files).migrate(Array(before.utf8))
    #expect(String(decoding: result, as: UTF8.self) == (isLater ? after : before))
  }

  /// Streams in which the keys of some documents have no order, and of others one.
  @Test func `documents that are read without guesses come out the same`() throws {
    let tally = try Tally.counting(60, documents: 60) { rules, keys, number, random in
      if number % 10 == 9 { return rules.document(using: &random) }
      let keys = number < 45 ? keys.shuffled(using: &random) : keys
      return rules.compactDocument(keys, using: &random)
    }
    #expect(tally.taken * 3 > tally.asked, "\(tally)")
    #expect(tally.unguessed * 4 > tally.taken, "\(tally)")
    #expect(tally.scripted * 3 > tally.taken, "\(tally)")
  }

  /// Long chains come down to what becomes of each member, with one table where there were several.
  @Test func `a script of a long chain gives the same bytes`() throws {
    let tally = try Tally.counting(150, documents: 12, of: ShortRules.chain) {
      rules, keys, _, random in
      rules.compactDocument(keys.shuffled(using: &random), using: &random)
    }
    #expect(tally.taken * 6 > tally.asked, "\(tally)")
    #expect(tally.scripted * 3 > tally.taken, "\(tally)")
    #expect(tally.composed * 2 > tally.taken, "\(tally)")
  }

  /// Arrays of documents, each of which is migrated for itself.
  @Test func `the elements of an array come out the same`() throws {
    let tally = try Tally.counting(150, documents: 12, each: true) { rules, keys, _, random in
      var elements: [String] = []
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        elements.append(
          Bool.random(using: &random)
            ? rules.compactDocument(keys, using: &random) : rules.document(using: &random))
      }
      if Int.random(in: 0...19, using: &random) == 0 { elements.append("1") }
      let space = ["", " ", "\n  "].randomElement(using: &random) ?? ""
      return "[\(space)\(elements.joined(separator: ",\(space)"))\(space)]\(space)"
    }
    #expect(tally.taken * 5 > tally.asked, "\(tally)")
  }

  @Test(arguments: [
    "[]", "{}", "[{}", #"[{"a":1,"b":2}"#, #"[{"a":1,"b":2},{"a":1,"b":2}"#, #"[{"a":1},]"#,
    #"[{"a":1} {"a":1}]"#, #"[{"a":1}]]"#, "[",
    #"[{"a":1}}"#, #"{"x":{"a":1}}"#, "[[]]", #"[{"a":1},2]"#,
  ])
  func `an array that is out of the ordinary is left to the long way`(document: String) throws {
    let files = [
      RuleSource(
        name: "v2.json", text: #"{ "to": 2, "rules": [{ "add-default": { "c": 1 } }] }"#),
      RuleSource(name: "format.json", text: #"{ "each": "[*]", "version": { "missing": 1 } }"#),
    ]
    var flat = FlatDocument(try Migrator(rules: files).plan(to: nil, from: nil).shortcut)
    for (document, isTaken) in [(document, false), (#" [{"a":1,"b":2},{"a":1,"b":2}] "#, true)] {
      var text = ByteBuffer()
      var out = ByteBuffer()
      text.append(contentsOf: document.utf8)
      text.seal()
      #expect(flat.run(text.view, 0..<text.count, into: &out) == (isTaken ? .changed : .notMine))
      #expect((out.count > 0) == isTaken)
    }
  }

  private static let long = "more than sixteen"

  @Test(arguments: [
    #"{ "rename": { "a.b": "c" } }"#, #"{ "drop": "*" }"#,
    #"{ "in": "a", "drop": "b" }"#, #"{ "when": "@.a[0] == 1", "drop": "b" }"#,
    #"{ "when": "$.a == 1", "drop": "b" }"#, #"{ "when": "@.a == @.c", "drop": "b" }"#,
    #"{ "when": "length(@.a) == 1.5", "drop": "b" }"#, #"{ "when": "@.*", "drop": "b" }"#,
    #"{ "when": "match(@.a, @.b)", "drop": "b" }"#, #"{ "when": "@[0]", "drop": "b" }"#,
    #"{ "when": "type(@.a) > 'a'", "drop": "b" }"#, #"{ "when": "@..a", "drop": "b" }"#,
    #"{ "when": "1 == 1", "drop": "b" }"#,
    #"{ "rename": { "a": "b", "b": "a" } }"#,
    #"{ "split": "a", "by": ",", "ignore-case": true }"#,
    #"{ "set": { "a.b": 1 } }"#, #"{ "unnest": "a" }"#, #"{ "join": "a", "with": "\#(long)" }"#,
    #"{ "map-values": "a", "cases": [{ "is": 1, "becomes": 2 }, { "above": 0, "becomes": 3 }] }"#,
  ])
  func `what is not for the short way is left to the long one`(rule: String) throws {
    let files = [RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [\#(rule)] }"#)]
    let plan = try Migrator(rules: files).plan(to: nil, from: nil)
    let outcome = { (document: String) in
      var flat = FlatDocument(plan.shortcut)
      var text = ByteBuffer()
      var out = ByteBuffer()
      text.append(contentsOf: document.utf8)
      text.seal()
      return flat.run(text.view, 0..<text.count, into: &out)
    }
    #expect(outcome(#"{"version":1,"a":"x","b":{"b":1}}"#) == .notMine)
    #expect(outcome(#"{"version":2,"c":{"d":1}}"#) == .current)
  }

  @Test(arguments: [
    #"{"a":1,"a":2}"#, #"{"a":1,"b":2}"#, #"[]"#, #"1"#, #"{"a":1"#, #"{"a":1}x"#,
    #"{"a":"\ud800"}"#, "{\"a\":\"\u{1}\"}", #"{"a":}"#, #"{"a" 1}"#, #"{"a":1,}"#, "",
    #"{"version":3,"a":1}"#, #"{"version":"1","a":1}"#, #"{"version":1.0,"a":1}"#,
  ])
  func `what is out of the ordinary is left to the long way`(document: String) throws {
    let files = [
      RuleSource(
        name: "v2.json",
        bytes: #"""
          { "to": 2, "rules": [
            { "rename": { "a": "b" } }, { "map-values": "b", "table": { "x": "y" } },
            { "add-default": { "c": 1 } } ] }
          """#.utf8)
    ]
    let plan = try Migrator(rules: files).plan(to: nil, from: nil)
    var flat = FlatDocument(plan.shortcut)
    var text = ByteBuffer()
    text.append(contentsOf: document.utf8)
    text.seal()
    var out = ByteBuffer()
    #expect(flat.run(text.view, 0..<text.count, into: &out) == .notMine)
    #expect(out.count == 0)
  }
}
