import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore
@testable import JSONText

/// Leaving rules out that have nothing to do changes nothing.
struct WakingTests {
  /// What rules do in a document: its bytes, or the kind of the error.
  private static func outcome(_ plan: Plan, _ document: String) -> String {
    var engine = Engine(plan)
    let bytes = Array(document.utf8)
    engine.document.load(bytes)
    do {
      try engine.read(0..<bytes.count)
      _ = try engine.migrate()
      var out = ByteBuffer()
      try engine.document.write(into: &out)
      return String(decoding: out.view[0..<out.count].array, as: UTF8.self)
    } catch {
      return engine.diagnostic(for: error, name: "document").kind.rawValue
    }
  }

  private static func plan(_ rules: [String], each: Bool = false) throws -> Plan {
    var files = [
      RuleSource(
        name: "v2.json", text: #"{ "to": 2, "rules": [\#(rules.joined(separator: ","))] }"#)
    ]
    if each { files.append(RuleSource(name: "format.json", text: #"{ "each": "[*]" }"#)) }
    return try Migrator(rules: files).plan(to: nil, from: nil)
  }

  /// Rules that wait for keys which come to be while other rules run.
  static let waiting: [(rules: [String], document: String)] = [
    ([#"{ "rename": { "a": "b" } }"#, #"{ "drop": "b" }"#], #"{"version":1,"a":1,"c":2}"#),
    ([#"{ "set": { "a": { "b": 1 } } }"#, #"{ "drop": "a.b" }"#], #"{"version":1}"#),
    ([#"{ "rename": { "a": "z" } }"#, #"{ "drop": "z.b" }"#], #"{"version":1,"a":{"b":1,"c":2}}"#),
    ([#"{ "move": { "a.x": "z" } }"#, #"{ "drop": "z.b" }"#], #"{"version":1,"a":{"x":{"b":1}}}"#),
    ([#"{ "copy": { "a": "z" } }"#, #"{ "drop": "z[*].b" }"#], #"{"version":1,"a":[{"b":1}]}"#),
    (
      [#"{ "convert": "a", "to": "value" }"#, #"{ "drop": "a.b" }"#],
      #"{"version":1,"a":"{\"b\":1,\"c\":2}"}"#
    ),
    ([#"{ "unnest": "a" }"#, #"{ "drop": "b" }"#], #"{"version":1,"a":{"b":1}}"#),
    ([#"{ "wrap": "a", "under": "b" }"#, #"{ "drop": "a.b" }"#], #"{"version":1,"a":1}"#),
    (
      [#"{ "unwrap": "a", "under": "x" }"#, #"{ "drop": "a.b" }"#],
      #"{"version":1,"a":{"x":{"b":1}}}"#
    ),
    ([#"{ "nest": ["b"], "under": "z" }"#, #"{ "drop": "z.b" }"#], #"{"version":1,"b":1,"c":1}"#),
    (
      [#"{ "rename-keys": "a", "case": "snake-to-camel" }"#, #"{ "drop": "a.bC" }"#],
      #"{"version":1,"a":{"b_c":1,"d":1}}"#
    ),
    (
      [#"{ "to-object": "a", "key": "k" }"#, #"{ "drop": "a.b" }"#],
      #"{"version":1,"a":[{"k":"b","x":1},{"k":"c"}]}"#
    ),
    ([#"{ "drop": "a.b" }"#], #"{"version":1,"a":{"b":1,"\u0062":2}}"#),
    ([#"{ "drop": "a.b" }"#], #"{"version":1,"a":{"\u0062":2,"c":1}}"#),
    ([#"{ "in": "a", "drop": "b" }"#], #"{"version":1,"a":{"c":2},"a":{"c":1}}"#),
    ([#"{ "drop": "$..b" }"#], #"{"version":1,"x":[[{"b":1,"c":1}]]}"#),
    ([#"{ "drop": "a[1].b" }"#], #"{"version":1,"a":[{"b":1},{"b":1,"c":1}]}"#),
    ([#"{ "in": "a['x','y']", "drop": "b" }"#], #"{"version":1,"a":{"x":{"b":1},"y":{"b":2}}}"#),
    (
      [#"{ "in": "a[*]", "rules": [{ "rename": { "b": "d" } }] }"#, #"{ "drop": "a[*].d" }"#],
      #"{"version":1,"a":[{"b":1,"c":1}]}"#
    ),
    (
      [#"{ "split": "a", "by": " ", "into": ["b", "d"] }"#, #"{ "drop": "d" }"#],
      #"{"version":1,"a":"x y"}"#
    ),
    (
      [#"{ "join": ["a", "c"], "with": "", "into": "b" }"#, #"{ "drop": "b" }"#],
      #"{"version":1,"a":"x","c":"y"}"#
    ),
    ([#"{ "add-default": { "b.c": 1 } }"#, #"{ "drop": "b.c" }"#], #"{"version":1}"#),
    ([#"{ "drop": "b", "if-missing": "fail" }"#], #"{"version":1}"#),
    ([#"{ "drop": "b[?@ == 1]", "if-missing": "fail" }"#], #"{"version":1}"#),
    ([#"{ "rename": { "a": "b" } }"#, #"{ "drop": "b[*]" }"#], #"{"version":1,"a":[1,2]}"#),
    ([#"{ "rename": { "a": "b" } }"#, #"{ "drop": "b[?@ > 1]" }"#], #"{"version":1,"a":[1,2]}"#),
    ([#"{ "wrap": "a" }"#, #"{ "drop": "a[0]" }"#], #"{"version":1,"a":{"b":1}}"#),
    ([#"{ "drop": "a.b[?@.c == 1]" }"#], #"{"version":1,"a":{"b":[{"c":1},{"c":2}]}}"#),
    ([#"{ "drop": "a['b','c'][0]" }"#], #"{"version":1,"a":{"b":[1],"c":[2]}}"#),
    ([#"{ "drop": "a..*" }"#], #"{"version":1,"a":{"b":1}}"#),
    ([#"{ "drop": "a[*][?@.b]" }"#], #"{"version":1,"a":[[{"b":1}]]}"#),
  ]

  @Test(arguments: waiting.indices)
  func `a rule is awake when its key comes to be`(number: Int) throws {
    let (rules, document) = Self.waiting[number]
    let idle = (0..<10).map { #"{ "drop": "idle\#($0)" }"# }
    for each in [false, true] {
      let text = each ? "[\(document),\(document)]" : document
      let plan = try Self.plan(idle + rules, each: each)
      #expect(!plan.longWay.means.wakings.isEmpty)
      let few = try Self.plan(rules, each: each)
      #expect(few.longWay.means.wakings.isEmpty)
      #expect(Self.outcome(plan, text) == Self.outcome(few, text), "\(rules)")
      #expect(
        Self.outcome(plan, text) == Self.outcome(plan.guided(by: .everything), text), "\(rules)")
    }
  }

  /// In blocks, and in what is chosen, as where they stand alone.
  @Test(arguments: waiting.indices)
  func `a rule in a block is awake when its key comes to be`(number: Int) throws {
    let (rules, document) = Self.waiting[number]
    let idle = (0..<10).map { #"{ "drop": "idle\#($0)" }"# }
    let list = { (rules: [String]) in "[\(rules.joined(separator: ","))]" }
    let wrap: [([String]) -> String] = [
      { #"{ "in": "@", "rules": \#(list($0)) }"# },
      { #"{ "in": "k[*]", "rules": \#(list($0)) }"# },
      { #"{ "choose": [{ "when": "@.never", "rules": [] }, { "rules": \#(list($0)) }] }"# },
      { #"{ "in": "k[*]", "rules": [{ "in": "@", "rules": \#(list($0)) }] }"# },
    ]
    for wrap in wrap {
      for text in [document, #"{"version":1,"k":[\#(document),\#(document)]}"#] {
        let plan = try Self.plan([wrap(idle + rules)])
        #expect(!plan.longWay.means.wakings.isEmpty)
        let expected = Self.outcome(try Self.plan([wrap(rules)]), text)
        #expect(Self.outcome(plan, text) == expected, "\(rules)")
        #expect(Self.outcome(plan.guided(by: .everything), text) == expected, "\(rules)")
      }
    }
  }

  /// Many short rules on few names, so that they wake each other.
  @Test func `rules do the same whether all are asked or only those that are awake`() throws {
    var random = Seeded()
    let seed = random.description
    for _ in 0..<Amount.of(40, thorough: 60) {
      let isInBlock = Bool.random(using: &random)
      let list = (0..<16).map { _ in Self.rule(using: &random) }
      let scope = Self.name(using: &random)
      let rules =
        isInBlock
        ? [#"{ "in": ["$", "\#(scope)[*]"], "rules": [\#(list.joined(separator: ","))] }"#] : list
      let plan = try Self.plan(rules)
      let all = plan.guided(by: .everything)
      for _ in 0..<15 {
        let document = #"{"version":1,\#(Self.members(3, using: &random))}"#
        #expect(
          Self.outcome(plan, document) == Self.outcome(all, document),
          "\(rules)\n\(document)\n\(seed)")
      }
    }
  }

  private static func name(using random: inout Seeded) -> String {
    ["a", "b", "c", "d", "e", "f", "g"].randomElement(using: &random) ?? "a"
  }

  private static func rule(using random: inout Seeded) -> String {
    let (one, two, three) = (
      name(using: &random), name(using: &random), name(using: &random)
    )
    let rules = [
      #"{ "rename": { "\#(one)": "\#(two)" }, "if-exists": "keep" }"#,
      #"{ "rename": { "\#(one).\#(two)": "\#(three)" }, "if-exists": "overwrite" }"#,
      #"{ "drop": "\#(one).\#(two)" }"#, #"{ "drop": "$..\#(one)" }"#,
      #"{ "drop": "\#(one)[*].\#(two)" }"#,
      #"{ "in": "\#(one)[*]", "rename": { "\#(two)": "\#(three)" }, "if-exists": "keep" }"#,
      #"{ "when": "!@.\#(one)", "set": { "\#(one)": { "\#(two)": 1 } } }"#,
      #"{ "convert": "\#(one)", "to": "string", "otherwise": "keep" }"#,
      #"{ "drop": "\#(one)[?@ == 1]" }"#, #"{ "drop": "\#(one).\#(two)[?@.\#(three)]" }"#,
      #"{ "in": "\#(one)[*]", "drop": "\#(two)[*]" }"#,
      #"{ "set": { "\#(one)[*]": [{ "\#(two)": 1 }] } }"#,
    ]
    return rules.randomElement(using: &random) ?? rules[0]
  }

  private static func members(_ depth: Int, using random: inout Seeded) -> String {
    let names = Set((0..<3).map { _ in name(using: &random) }).sorted()
    return names.map { name in
      switch depth == 0 ? 0 : Int.random(in: 0..<4, using: &random) {
      case 0, 1: #""\#(name)":1"#
      case 2: #""\#(name)":{\#(members(depth - 1, using: &random))}"#
      default: #""\#(name)":[{\#(members(depth - 1, using: &random))}]"#
      }
    }.joined(separator: ",")
  }
}
