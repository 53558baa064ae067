import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore
@testable import JSONText

/// Both ways say of the same rules that they found nothing.
@Suite struct FoundTests {
  private static let keeping = #""cases": [{ "is": "x", "becomes": "y" }], "otherwise": "keep""#

  @Test(arguments: [
    // Only the last document has a value of which there is a case, long after a script was made.
    ([#"{ "map-values": "a", \#(keeping) }"#], [#"{"a":"z"}"#], ["map-values"]),
    ([#"{ "map-values": "a", \#(keeping) }"#], [#"{"a":"z"}"#, #"{"a":"x"}"#], []),
    ([#"{ "map-values": "a", \#(keeping) }"#], [#"{"a":[]}"#, #"{"b":"x"}"#], ["map-values"]),
    (
      [#"{ "map-values": "a", \#(keeping) }, { "set": { "a": 1 } }"#],
      [#"{"a":"z"}"#, #"{"a":"x"}"#], []
    ),
    (
      [#"{ "map-values": "a", \#(keeping) }, { "drop": "a" }"#],
      [#"{"a":"z"}"#, #"{"a":"x"}"#], []
    ),
    (
      [#"{ "map-values": "a", \#(keeping) }, { "drop": "a" }"#], [#"{"a":"z"}"#], ["map-values"]
    ),
    // Two tables are looked up as one.
    (
      [
        #"{ "map-values": "a", \#(keeping) }"#,
        #"{ "map-values": "a", "table": { "z": "w" }, "otherwise": "keep" }"#,
      ],
      [#"{"a":"z"}"#], ["map-values"]
    ),
    (
      [
        #"{ "map-values": "a", \#(keeping) }"#,
        #"{ "map-values": "a", "table": { "z": "w" }, "otherwise": "keep" }"#,
      ],
      [#"{"a":"v"}"#, #"{"a":"x"}"#, #"{"a":"z"}"#], []
    ),
    (
      [
        #"{ "in": "o", "rules": [{ "map-values": "a", \#(keeping) }] }"#,
        #"{ "map-values": "l[*]", \#(keeping) }"#,
      ],
      [#"{"o":{"a":"z"},"l":["z"]}"#, #"{"o":{"a":"x"},"l":["x","z"]}"#], []
    ),
    (
      [
        #"{ "in": "l[*]", "rules": [{ "map-values": "a", \#(keeping) }] }"#,
        #"{ "map-values": "m[*]", \#(keeping) }"#,
      ],
      [#"{"l":[{"a":"z"},{"a":"z"},{"a":"z"}],"m":["z"]}"#], ["rules", "map-values"]
    ),
  ])
  func `a value that stays is not found`(
    steps: [String], documents: [String], idle: [String]
  ) throws {
    try Self.expect(steps, documents, idle)
  }

  @Test(arguments: [
    (#"{ "require": "@.a != 5" }"#, ["{}"], []),
    (#"{ "in": "l[*]", "require": "@.a > 5" }"#, [#"{"m":[{"a":1}]}"#, #"{"l":[]}"#], ["require"]),
    (#"{ "in": "l[*]", "require": "@.a > 5" }"#, [#"{"l":[]}"#, #"{"l":[{"a":6}]}"#], []),
    (#"{ "in": "$..l", "require": "@.a > 5" }"#, [#"{"m":[]}"#], ["require"]),
    (#"{ "in": "o", "require": "!@.a" }"#, [#"{"b":1}"#, #"{"o":{}}"#], []),
    (#"{ "in": "o", "require": "!@.a" }"#, [#"{"b":1}"#, #"{"o":null}"#], []),
    (#"{ "when": "@.t == 'x'", "require": "@.a" }"#, [#"{"a":1,"t":"y"}"#, "{}"], ["require"]),
    (#"{ "when": "@.t == 'x'", "require": "@.a" }"#, [#"{"t":"y"}"#, #"{"a":1,"t":"x"}"#], []),
    (
      #"{ "in": "o", "rules": [{ "when": "@.t", "require": "@.a" }, { "drop": "z" }] }"#,
      [#"{"o":{"a":1}}"#], ["rules"]
    ),
    (
      #"{ "choose": [{ "when": "@.t", "rules": [{ "require": "@.a" }] }] }"#,
      [#"{"a":1}"#], ["choose"]
    ),
  ])
  func `a guard that is asked nowhere is not found`(
    rule: String, documents: [String], idle: [String]
  ) throws {
    try Self.expect([rule], documents, idle)
    // With something to do beside it.
    try Self.expect([rule, #"{ "set": { "k": 1 } }"#], documents, idle)
  }

  private static func expect(
    _ steps: [String], _ documents: [String], _ idle: [String]
  ) throws {
    let migrator = try Self.migrator(steps)
    var documents = documents
    // The first comes several times, so that others are done as it was.
    if let first = documents.first { documents.insert(contentsOf: [first, first, first], at: 0) }
    let told = try Self.idleRules(migrator, documents, byTheLongWay: true)
    #expect(told.map { $0.verb } == idle)
    #expect(try Self.idleRules(migrator, documents, byTheLongWay: false) == told)
  }

  @Test func `both ways agree on random tables`() throws {
    var random = Seeded()
    let values = [#""x""#, #""y""#, #""z""#, "1", "null", "[]"]
    for _ in 0..<Amount.of(300, thorough: 6_000) {
      func value() -> String { values.randomElement(using: &random) ?? "" }
      func key() -> String { ["a", "b", "c"].randomElement(using: &random) ?? "" }
      func rule() -> String {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: #"{ "drop": "\#(key())" }"#
        case 1: #"{ "set": { "\#(key())": \#(value()) } }"#
        case 2: #"{ "add-default": { "\#(key())": \#(value()) }, "if-null": "replace" }"#
        case 3: #"{ "rename": { "\#(key())": "d" }, "if-exists": "overwrite" }"#
        case 4: #"{ "when": "@.\#(key()) == 'x'", "map-values": "\#(key())", \#(Self.keeping) }"#
        default:
          #"{ "map-values": "\#(key())", "cases": [{ "is": \#(value()), "becomes": \#(value()) }], "#
            + #""otherwise": \#(Bool.random(using: &random) ? #""keep""# : #"{ "becomes": 0 }"#) }"#
        }
      }
      let steps = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        (0..<Int.random(in: 1...2, using: &random)).map { _ in rule() }.joined(separator: ", ")
      }
      let keys = [["a"], ["a", "b"], ["a", "b", "c"]].randomElement(using: &random) ?? []
      let documents = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        "{" + keys.map { "\"\($0)\":\(value())" }.joined(separator: ",") + "}"
      }
      let migrator = try Self.migrator(steps)
      #expect(
        try Self.idleRules(migrator, documents, byTheLongWay: false)
          == Self.idleRules(migrator, documents, byTheLongWay: true),
        "\(steps) of \(documents), \(random)")
    }
  }

  @Test func `both ways agree on which paths of a rule find nothing`() throws {
    var random = Seeded()
    let paths = ["a", "b", "c", "o.a", "o.b", "l[*].a", "l[*].b", "l[*]", "o.*", "z"]
    for _ in 0..<Amount.of(300, thorough: 6_000) {
      func two(_ from: [String]) -> [String] { Array(from.shuffled(using: &random).prefix(2)) }
      func rule(_ number: Int) -> String {
        let found = two(paths)
        let names = two(["a", "b", "c", "o.a", "o.b", "z"])
        let list = "[\(found.map { "\"\($0)\"" }.joined(separator: ", "))]"
        switch Int.random(in: 0..<13, using: &random) {
        case 0: return "{ \"drop\": \(list) }"
        case 1:
          return
            "{ \"rename\": { \"\(found[0])\": \"n\(number)\", \"\(found[1])\": \"m\(number)\" } }"
        case 2:
          return
            "{ \"move\": { \"\(names[0])\": \"n\(number)\", \"\(names[1])\": \"p.m\(number)\" } }"
        case 3:
          return
            "{ \"copy\": { \"\(names[0])\": \"n\(number)\", \"\(names[1])\": \"o.m\(number)\" } }"
        case 4: return "{ \"when\": \"@.a\", \"wrap\": \(list) }"
        case 5:
          return #"{ "nest": ["\#(found[0].prefix(1))", "c", "y"], "under": "n\#(number)" }"#
        case 6: return #"{ "set": { "l[*].a": 1, "l[*].\#(names[0].suffix(1)).b": 2 } }"#
        case 7: return #"{ "add-default": { "l[*].\#(names[0].suffix(1))": 1, "y[*].b": 2 } }"#
        case 8: return #"{ "unnest": ["o", "y"] }"#
        case 9: return #"{ "rename-keys": ["o", "\#(found[0])"], "case": "snake-to-camel" }"#
        case 10: return #"{ "append": { "l": 1, "\#(found[0])": 2 } }"#
        default: return "{ \"map-values\": \(list), \(Self.keeping) }"
        }
      }
      let steps = (0..<Int.random(in: 1...2, using: &random)).map { step in
        (0..<Int.random(in: 1...2, using: &random)).map { rule(step * 2 + $0) }
          .joined(separator: ", ")
      }
      func member(_ name: String) -> String {
        "\"\(name)\":" + (["\"x\"", "1", "null", "[]"].randomElement(using: &random) ?? "")
      }
      func object() -> String {
        "{" + two(["a", "b", "c"]).map(member).joined(separator: ",") + "}"
      }
      let documents = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        "{" + two(["a", "b", "c"]).map(member).joined(separator: ",")
          + ",\"o\":\(object()),\"l\":[\(object())]}"
      }
      guard let migrator = try? Self.migrator(steps),
        let long = try? Self.idleRules(migrator, documents, byTheLongWay: true)
      else { continue }
      #expect(
        try Self.idleRules(migrator, documents, byTheLongWay: false) == long,
        "\(steps) of \(documents), \(random)")
    }
  }

  private static func migrator(_ steps: [String]) throws -> Migrator {
    try Migrator(
      rules: steps.enumerated().map {
        RuleSource(
          name: "v\($0.offset + 2).json",
          text: #"{ "to": \#($0.offset + 2), "rules": [\#($0.element)] }"#)
      })
  }

  /// What finds nothing in documents; the short way leaves those that it doesn't take to the other.
  private static func idleRules(
    _ migrator: Migrator, _ documents: [String], byTheLongWay isLong: Bool
  ) throws -> [IdleRule] {
    let plan = try migrator.plan(to: nil, from: nil)
    var engine = Engine(plan)
    var flat = FlatDocument(plan.shortcut.isEmpty ? plan.deepShortcut : plan.shortcut)
    for document in documents {
      var text = ByteBuffer()
      var out = ByteBuffer()
      text.append(contentsOf: document.utf8)
      text.seal()
      if !isLong, case .changed = flat.run(text.view, 0..<text.count, into: &out) { continue }
      engine.document.load(document.utf8)
      try engine.read(0..<document.utf8.count)
      _ = try engine.migrate()
    }
    var finds = engine.finds
    flat.tellNotes(found: { finds.note($0) }, started: { finds.note(step: $0) })
    return migrator.idleRules(finds)
  }
}
