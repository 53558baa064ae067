import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore
@testable import JSONText

/// Elements that are like the one before are read and changed at once: see `FlatDocument.follow`.
struct FollowingTests {
  @Test(arguments: [
    #"{ "rename": { "items[*].a": "e" } }"#, #"{ "drop": "items[*].a" }"#,
    #"{ "drop": ["items[*].a", "items[*].b"] }"#, #"{ "set": { "items[*].a": 12 } }"#,
    #"{ "add-default": { "items[*].e": [] } }"#, #"{ "add-default": { "items[*].e": 1 } }"#,
    #"{ "in": "items[*]", "rules": [{ "rename": { "a": "e" } }, { "set": { "c": 1 } }] }"#,
    #"{ "in": "items[*]", "rules": [{ "drop": "b" }, { "rename": { "d": "e" } }] }"#,
    #"{ "rename": { "items[*].a": "e" } }, { "set": { "items[*].e": "new" } }"#,
    #"{ "wrap": "items[*].d" }"#,
    #"{ "in": "items[*]", "when": "@.a == true", "drop": "b" }"#,
    #"{ "in": "items[*]", "when": "@.a > 7", "drop": "b" }"#,
    #"{ "in": "items[*]", "when": "@.a != 12", "rename": { "b": "e" } }"#,
    #"{ "in": "items[*]", "when": "@.a == false", "add-default": { "e": 1 } }"#,
  ])
  func `both ways give the same bytes`(rule: String) throws {
    var random = Seeded()
    var tally = Tally(seed: random.description)
    for _ in 0..<Amount.of(6, thorough: 100) {
      var pair = try Pair(.step(rule), isDeep: true)
      for _ in 0..<10 {
        let items = (0..<4).flatMap { _ in Self.run(&random) }.joined(separator: ",")
        try pair.check("{\"z\":1,\"items\":[\(items)]}", &tally, tally.seed)
      }
    }
    #expect(tally.taken * 10 > tally.asked && tally.scripted > 0, "\(tally)")
  }

  /// Some elements with the same keys, of which one may be out of the ordinary.
  private static func run(_ random: inout Seeded) -> [String] {
    let keys = ["a", "b", "c", "d"].shuffled(using: &random)
      .prefix(Int.random(in: 1...4, using: &random))
    let (comma, colon, end) =
      [(",", ":", ""), (",", ":", ""), (", ", ": ", " "), (",\n", ":", "\n")]
      .randomElement(using: &random) ?? (",", ":", "")
    var elements: [String] = []
    for _ in 0..<Int.random(in: 1...14, using: &random) {
      let members = keys.map { key in
        "\"\(key)\"\(colon)" + (Self.values.randomElement(using: &random) ?? "1")
      }
      elements.append("{\(end)\(members.joined(separator: comma))\(end)}")
    }
    if Int.random(in: 0..<12, using: &random) == 0 {
      elements.append(Self.others.randomElement(using: &random) ?? "{}")
    }
    return elements
  }

  private static let values = [
    "1", "0", "12", "7", "123456789", "-1.5e3", "true", "false", "null", "\"x y\"", "\"\"",
    #""a\n\"b""#, "\"ü\"", #"[1,{"a":2}]"#, #"{"b":[]}"#, "{}",
    #""a text that is longer than others""#,
  ]

  private static let others = [
    "{}", "{ }", #"{"a":1,"a":2}"#, #"{"\u0061":1}"#, #"{"a":1,"b":"x y","y":{"a":1}}"#,
    #"{"a":1,"b":tru}"#, #"{"a":01}"#, #"{"a":"x}"#, #"{"a":1,}"#, #"{"a":1"b":2}"#, #"{"a":[1}"#,
    #"{"a":"\ud800"}"#, #"{"a":"\x"}"#, "3",
  ]

  /// What was read last as any element stands before the end.
  @Test func `elements that are like the one before are not noted`() throws {
    for (items, isFollowed) in [
      (#"{"a":1},{"a":2},{"a":3},{"a":4}"#, true), (#"{"a":1},{"a":2},{"a":3},{"b":4}"#, false),
    ] {
      let text = Array(#"{"items":[\#(items)]}"#.utf8)
      var pair = try Pair(.step(#"{ "rename": { "items[*].a": "e" } }"#), isDeep: true)
      var tally = Tally(seed: "")
      for _ in 0..<3 { try pair.check(String(decoding: text, as: UTF8.self), &tally, items) }
      let last = try #require(text.lastIndex(of: UInt8(ascii: "{")))
      #expect((pair.flat.inner[0].document.brace < last) == isFollowed)
    }
  }
}
