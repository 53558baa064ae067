import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore
@testable import JSONText

/// Rules that wait for a key are left out of the short way, which is then for documents without it.
struct LeavingOutTests {
  private enum Outcome: Equatable {
    case text(String)
    case failure
    case notMine
  }

  private static func plan(_ rules: [String]) throws -> Plan {
    let files = [
      RuleSource(
        name: "v2.json", text: #"{ "to": 2, "rules": [\#(rules.joined(separator: ","))] }"#)
    ]
    return try Migrator(rules: files).plan(to: nil, from: nil)
  }

  private static func short(_ plan: Plan, _ document: String) -> Outcome {
    var flat = FlatDocument(plan.shortcut)
    var text = ByteBuffer()
    var out = ByteBuffer()
    text.append(contentsOf: document.utf8)
    text.seal()
    if flat.run(text.view, 0..<text.count, into: &out) == .notMine { return .notMine }
    return .text(String(decoding: out.view[0..<out.count].array, as: UTF8.self))
  }

  private static func long(_ plan: Plan, _ document: String) -> Outcome {
    var engine = Engine(plan)
    engine.document.load(document.utf8)
    do {
      try engine.read(0..<document.utf8.count)
      _ = try engine.migrate()
      var out = ByteBuffer()
      try engine.document.write(into: &out)
      return .text(String(decoding: out.view[0..<out.count].array, as: UTF8.self))
    } catch {
      return .failure
    }
  }

  /// A rule, a document that the short way takes, and one in which the rule may have something to
  /// do.
  static let cases: [(rule: String, idle: String, busy: String)] = [
    (#"{ "rename": { "x.old": "new" } }"#, #"{"x":{"y":1}}"#, #"{"x":{"old":1}}"#),
    (#"{ "rename": { "x.old": "new" } }"#, #"{"x":{"y":1}}"#, #"{"x":{"\u006fld":1}}"#),
    (#"{ "drop": "x[*].old" }"#, #"{"x":[{"y":1},2]}"#, #"{"x":[{"y":1},{"old":2}]}"#),
    (#"{ "drop": "x[*].old" }"#, #"{"x":[{"y":1},2]}"#, #"{"old":2}"#),
    (#"{ "in": "x", "drop": "old" }"#, #"{"x":{"y":1}}"#, #"{"x":{"y":1},"x":{"y":1}}"#),
    (#"{ "drop": "x.y.old" }"#, #"{"x":{"y":{}}}"#, #"{"x":{"y":{},"y":{}}}"#),
    (#"{ "drop": "x.y.old" }"#, #"{"y":1,"x":{"y":{}}}"#, #"{"x":{"y":{},"\u0079":{}}}"#),
    (
      #"{ "in": "x[*]", "when": "@.old == 1", "set": { "z": 2 } }"#, #"{"x":[{"y":1},{"z":1}]}"#,
      #"{"x":[{"y":1},{"old":2}]}"#
    ),
    (
      #"{ "in": "x", "when": "@.old && @.y", "rules": [{ "drop": "y" }] }"#, #"{"x":{"y":1}}"#,
      #"{"x":{"old":1,"y":1}}"#
    ),
    (
      #"{ "when": "search(@.old, 'a') || @.older > 1", "drop": "x.y" }"#, #"{"x":{"y":1}}"#,
      #"{"older":1,"x":{"y":1}}"#
    ),
    (
      #"{ "when": "@.old == 1 && @.y", "drop": "x.y" }"#, #"{"y":1,"x":{"y":1}}"#,
      #"{"old":1,"x":{"y":1}}"#
    ),
    (
      #"{ "in": "x", "when": "@.old", "require": "@.y == 2" }"#, #"{"x":{"y":1}}"#,
      #"{"x":{"y":1,"old":0}}"#
    ),
  ]

  @Test(arguments: cases.indices)
  func `a document without the key takes the short way`(number: Int) throws {
    let (rule, idle, busy) = Self.cases[number]
    let plan = try Self.plan([#"{ "rename": { "a": "b" } }"#, rule])
    for rest in ["", #","a":1"#] {
      let (idle, busy) = (
        #"{"version":1,\#(idle.dropFirst().dropLast())\#(rest)}"#,
        #"{"version":1,\#(busy.dropFirst().dropLast())\#(rest)}"#
      )
      #expect(Self.short(plan, idle) != .notMine)
      #expect(Self.short(plan, idle) == Self.long(plan, idle))
      #expect(Self.short(plan, busy) == .notMine)
    }
  }

  @Test(arguments: [
    #"{ "when": "@.old != 1", "drop": "x.y" }"#, #"{ "when": "!@.old", "drop": "x.y" }"#,
    #"{ "when": "@.old == @.older", "set": { "x": 1 } }"#, #"{ "drop": "x[0].old" }"#,
    #"{ "drop": "x[?@.y == 1].old" }"#, #"{ "drop": "x.old", "if-missing": "fail" }"#,
    #"{ "when": "@.old == 1 || !@.y", "drop": "x.y" }"#, #"{ "drop": "x.a" }"#,
    #"{ "drop": "$..old" }"#,
  ])
  func `a rule that doesn't wait for a key of its own is not left out`(rule: String) throws {
    let plan = try Self.plan([#"{ "rename": { "a": "b" } }"#, rule])
    #expect(Self.short(plan, #"{"version":1,"x":{"y":1}}"#) == .notMine)
  }

  /// Where many rules ask, those that wait for a key are left out; so a document with such a key is
  /// not for the short way, and the others have scripts.
  @Test func `of many rules that ask only some are asked`() throws {
    let rules = (0..<100).map { #"{ "when": "@.old\#($0) == 1", "set": { "x": \#($0) } }"# }
    let plan = try Self.plan(rules)
    for (key, isShort) in [("z", true), ("old0", true), ("old31", true), ("old32", false)] {
      let document = "{\"version\":1,\"\(key)\":1}"
      let outcome = Self.short(plan, document)
      #expect((outcome != .notMine) == isShort, "\(key)")
      if isShort { #expect(outcome == Self.long(plan, document)) }
    }
  }

  /// Rules and documents at random: the short way, where it is taken, is the long one.
  @Test func `the short way does the same whatever is left out`() throws {
    var random = Seeded()
    let seed = random.description
    var taken = 0
    for _ in 0..<150 {
      let rules = (0..<Int.random(in: 1...5, using: &random)).map { _ in Self.rule(&random) }
      let plan = try Self.plan(rules)
      for _ in 0..<15 {
        let document = #"{"version":1,\#(Self.members(2, &random))}"#
        let short = Self.short(plan, document)
        if short == .notMine { continue }
        taken += 1
        try #require(short == Self.long(plan, document), "\(rules)\n\(document)\n\(seed)")
      }
    }
    #expect(taken > 100, "\(taken), \(seed)")
  }

  private static func rule(_ random: inout Seeded) -> String {
    func pick(_ names: [String], _ random: inout Seeded) -> String {
      names.randomElement(using: &random) ?? ""
    }
    let (root, way, key) = (
      pick(["a", "b", "c"], &random), pick(["x", "y", "z"], &random),
      pick(["p", "q", "r", "s"], &random)
    )
    let rules = [
      #"{ "rename": { "\#(root)": "\#(key)" }, "if-exists": "keep" }"#,
      #"{ "add-default": { "\#(root)": 1 } }"#, #"{ "drop": "\#(root)" }"#,
      #"{ "rename": { "\#(way).\#(key)": "n" }, "if-exists": "overwrite" }"#,
      #"{ "drop": "x.\#(way).\#(key)" }"#, #"{ "drop": "$..\#(key)" }"#,
      #"{ "drop": "\#(way)[*].\#(key)" }"#, #"{ "move": { "\#(way).\#(key)": "\#(root).n" } }"#,
      #"{ "in": "\#(way)[*]", "when": "@.\#(key) == 1", "set": { "n": 1 } }"#,
      #"{ "in": "x.\#(way)", "when": "@.\#(key)", "rules": [{ "drop": "n" }] }"#,
    ]
    return rules.randomElement(using: &random) ?? rules[0]
  }

  private static func members(_ depth: Int, _ random: inout Seeded) -> String {
    let names = ["a", "b", "c", "x", "y", "z", "p", "q", "r", "s", "n", "m"]
    let chosen = (0..<4).map { _ in names.randomElement(using: &random) ?? "m" }
    // A key twice is rare.
    let isStrict = Int.random(in: 0..<8, using: &random) > 0
    return (isStrict ? Set(chosen).sorted() : chosen).map { name in
      switch depth == 0 ? 0 : Int.random(in: 0..<4, using: &random) {
      case 0, 1: #""\#(name)":1"#
      case 2: #""\#(name)":{\#(members(depth - 1, &random))}"#
      default: #""\#(name)":[{\#(members(depth - 1, &random))},1]"#
      }
    }.joined(separator: ",")
  }
}
