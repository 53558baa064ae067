import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore
@testable import JSONText

/// What rules do with a member in which others have done something, on the short way.
struct ChangedMemberTests {
  private static let upper = #"{ "text": "w[*]", "do": ["uppercase"] }, "#
  private static let drop = #"{ "drop": "l[*].t" }, "#

  @Test(arguments: [
    (#"{"m":{"t":1,"u":2},"n":0}"#, #"{ "drop": "m.t" }, { "drop": "m" }"#, #"{"n":0}"#),
    (#"{"m":{"t":1},"n":0}"#, #"{ "drop": "m.t" }, { "set": { "m": 1 } }"#, #"{"m":1,"n":0}"#),
    (
      #"{"m":{"t":"1","u":2},"n":0}"#,
      #"{ "convert": "m.t", "to": "number" }, { "move": { "m.t": "x" } }"#,
      #"{"m":{"u":2},"n":0,"x":1}"#
    ),
    (
      #"{"m":{"t":[1],"u":2},"n":0}"#, #"{ "rename": { "m.t": "v" } }, { "move": { "m.v": "x" } }"#,
      #"{"m":{"u":2},"n":0,"x":[1]}"#
    ),
    (
      #"{"m":{"t":1},"n":0}"#, #"{ "drop": "m.t" }, { "move": { "m.t": "x" } }"#, #"{"m":{},"n":0}"#
    ),
    (
      #"{"l":[{"t":1,"u":2},{"u":3}],"n":0}"#, drop + #"{ "move": { "l": "m.l" } }"#,
      #"{"n":0,"m":{"l":[{"u":2},{"u":3}]}}"#
    ),
    (
      #"{"l":[{"t":1,"u":2}],"n":0,"m":{"a":0,"b":1}}"#, drop + #"{ "move": { "l": "m.l" } }"#,
      #"{"n":0,"m":{"a":0,"b":1,"l":[{"u":2}]}}"#
    ),
    (
      #"{"m":{"t":1,"u":2,"v":3},"n":0}"#, #"{ "drop": "m.t" }, { "move": { "n": "m.n" } }"#,
      #"{"m":{"u":2,"v":3,"n":0}}"#
    ),
    (#"{"w":["x"],"n":0}"#, upper + #"{ "join": "w", "with": "" }"#, #"{"w":"X","n":0}"#),
    (#"{"w":["x"],"n":0}"#, upper + #"{ "wrap": "w" }"#, #"{"w":[["X"]],"n":0}"#),
    (
      #"{"w":["x"],"n":0}"#, upper + #"{ "when": "@.w == 1 || length(@.w) == 1", "drop": "n" }"#,
      #"{"w":["X"]}"#
    ),
    (
      #"{"l":[{"t":1}],"n":0}"#, #"{ "drop": "l[*]" }, { "when": "empty(@.l)", "drop": "n" }"#,
      #"{"l":[]}"#
    ),
    (
      #"{"l":[{"t":1},{"t":2}],"n":0}"#,
      #"{ "when": "length(@.l) == 2", "drop": "n" }, { "drop": "l[*].t" }"#, #"{"l":[{},{}]}"#
    ),
    (
      #"{"m":{"t":"1"},"n":0}"#,
      #"{ "convert": "m.t", "to": "number" }, { "when": "@.m.t == 1", "drop": "n" }"#,
      #"{"m":{"t":1}}"#
    ),
    (
      #"{"w":["x"],"n":0}"#, upper + #"{ "when": "@.n == 0", "rename": { "w": "v" } }"#,
      #"{"v":["X"],"n":0}"#
    ),
    (
      #"{"w":["x"],"v":[1],"n":0}"#,
      upper + #"{ "concat": ["w", "v"], "into": "w" }, { "move": { "w": "m.w" } }"#,
      #"{"n":0,"m":{"w":["X",1]}}"#
    ),
    (
      #"{"w":["x"], "v":[1],"n":0}"#,
      upper + #"{ "concat": ["w", "v"], "into": "w" }, { "move": { "w": "m.w" } }"#, nil
    ),
    (
      #"{"w":["x","y"],"v":[1],"n":0}"#, upper + #"{ "concat": ["v", "w"], "into": "q" }"#,
      #"{"q":[1,"X","Y"],"n":0}"#
    ),
    // What stood between elements that are gone would stand there again.
    (
      #"{"w":["x", "y"],"v":[1],"n":0}"#,
      #"{ "drop": "w[?@ == 'x']" }, { "concat": ["w", "v"], "into": "q" }"#, nil
    ),
    // What is written out isn't gone into any more, and is no copy of what stands there.
    (
      #"{"l":[{"t":1,"u":2}],"n":0}"#, drop + #"{ "copy": { "l": "m.l" } }"#,
      #"{"l":[{"u":2}],"n":0,"m":{"l":[{"u":2}]}}"#
    ),
    (
      #"{"l":[{"t":1, "u":2}],"n":0}"#, drop + #"{ "copy": { "l": "m.l" } }"#,
      #"{"l":[{"u":2}],"n":0,"m":{"l":[{"u":2}]}}"#
    ),
    (#"{"l":[{"t":1,"u": 2}],"n":0}"#, drop + #"{ "copy": { "l": "m.l" } }"#, nil),
  ])
  func `it is used as it has become`(before: String, rules: String, after: String?) throws {
    #expect(try ShortRules.step(rules).result(for: before, isDeep: true) == after)
  }

  /// What was done in a member goes with it, whatever becomes of it under its new key.
  @Test(arguments: [
    (#"{"c":{"x":1,"y":2},"n":0}"#, #"{"b":[{"y":2}],"n":0}"#),
    (#"{"c":[1,2],"n":0}"#, #"{"b":[2],"n":0}"#), (#"{"c":1,"n":0}"#, #"{"b":[1],"n":0}"#),
  ])
  func `a renamed member is wrapped`(before: String, after: String) throws {
    let rename = #"{ "rename": { "c": "b" } }, { "wrap": "b", "if-array": "keep" }"#
    for rules in [rename, #"{ "rules": [\#(rename)] }"#] {
      let all = ShortRules.step(#"{ "drop": "c[?@ == 1]" }, \#(rules)"#)
      #expect(try all.result(for: before, isDeep: true) == after)
    }
  }

  /// A block asks once, before all that it does in a member and with it.
  @Test(arguments: [
    (#"{ "drop": "o.a" }, { "rename": { "o": "c" } }"#, #"{"k":1,"c":{"b":2}}"#),
    (#"{ "drop": "o.a" }, { "wrap": "o", "under": "w" }"#, #"{"k":1,"o":{"w":{"b":2}}}"#),
    (#"{ "drop": "k" }, { "drop": "o.a" }, { "rename": { "o": "c" } }"#, #"{"c":{"b":2}}"#),
  ])
  func `a block with a question`(rules: String, after: String) throws {
    let block = ShortRules.step(#"{ "when": "@.k == 1", "rules": [\#(rules)] }"#)
    let other = #"{"k":2,"o":{"a":1,"b":2}}"#
    #expect(try block.result(for: other, isDeep: true) == other)
    #expect(try block.result(for: #"{"k":1,"o":{"a":1,"b":2}}"#, isDeep: true) == after)
  }

  @Test(arguments: [
    #"{ "rename": { "o": "c" } }, { "drop": "o.a" }"#, #"{ "wrap": "o" }, { "drop": "o[*].a" }"#,
    #"{ "drop": "o.a" }, { "rename": { "o": "c" } }, { "drop": "o.b" }"#,
    #"{ "set": { "o.c": 3 } }, { "wrap": "o", "under": "w" }"#,
  ])
  func `a block with more behind that`(rules: String) throws {
    let plan = try ShortRules.step(#"{ "when": "@.k == 1", "rules": [\#(rules)] }"#).plan
    #expect(plan.deepShortcut.isEmpty)
  }

  /// What is done in a member again is done in its text as that is then.
  @Test(arguments: [
    (
      #"{"w":["x","y"],"n":0}"#,
      upper + #"{ "when": "length(@.w) == 2", "drop": "n" }, { "drop": "w[?@ == 'X']" }"#,
      #"{"w":["Y"]}"#
    ),
    (
      #"{"m":{"t":1,"u":2},"n":0}"#,
      #"{ "drop": "m.t" }, { "move": { "m.u": "x" } }, { "rename": { "m.t": "v" } }"#,
      #"{"m":{},"n":0,"x":2}"#
    ),
    (
      #"{"o":{"m":{"t":1,"u":2}},"n":0}"#, #"{ "move": { "o.m": "m" } }, { "drop": "m.t" }"#,
      #"{"o":{},"n":0,"m":{"u":2}}"#
    ),
    (
      #"{"n":0}"#, #"{ "set": { "m": { "t": 1, "u": [2] } } }, { "rename": { "m.t": "v" } }"#,
      #"{"n":0,"m":{"v":1,"u":[2]}}"#
    ),
    (
      #"{"l":{"t":1},"n":0}"#,
      #"{ "wrap": "l" }, { "rename": { "l[*].t": "v" } }, { "drop": "n" }, { "drop": "l[*].v" }"#,
      #"{"l":[{}]}"#
    ),
    (
      #"{"m":{"t":1,"u":2},"n":0}"#,
      #"{ "rename": { "m": "o" }, "if-exists": "keep" }, { "when": "@.n == 0", "drop": "o.t" }"#,
      #"{"o":{"u":2},"n":0}"#
    ),
    (
      #"{"m":{"d":{"t":1},"e":2},"n":0}"#,
      #"{ "move": { "m.d": "d" } }, { "drop": "d.t" }, { "rename": { "m.e": "f" } }"#,
      #"{"m":{"f":2},"n":0,"d":{}}"#
    ),
    (#"{"m":1,"n":0}"#, #"{ "set": { "m": 2 } }, { "drop": "m.t" }"#, #"{"m":2,"n":0}"#),
    // What comes into it is laid out as something else than what is left of it.
    (
      #"{"m": 1,"n": 0}"#, #"{ "wrap": "m", "under": "k" }, { "in": "m", "set": { "v": 2 } }"#, nil
    ),
    (
      #"{"m":1,"n":0}"#, #"{ "wrap": "m", "under": "k" }, { "in": "m", "set": { "k": 2 } }"#,
      #"{"m":{"k":2},"n":0}"#
    ),
    (
      #"{"m":{"t": 1,"u": 2},"n":0}"#,
      #"{ "drop": "m.t" }, { "move": { "m.z": "z" } }, { "in": "m", "set": { "v": 2 } }"#, nil
    ),
    (#"{"m":1,"n":0}"#, #"{ "set": { "m": [] } }, { "drop": "m.t" }"#, nil),
  ])
  func `it is gone into again`(before: String, rules: String, after: String?) throws {
    #expect(try ShortRules.step(rules).result(for: before, isDeep: true) == after)
  }

  @Test func `both ways give the same bytes`() throws {
    var random = Seeded()
    var tally = Tally(seed: random.description)
    let sets = Amount.of(60, thorough: 1_500)
    for _ in 0..<sets {
      let rules = Self.rules(using: &random)
      if try rules.plan.deepShortcut.isEmpty { continue }
      var pair = try Pair(rules, isDeep: true)
      for _ in 0..<20 {
        try pair.check(Self.document(using: &random), &tally, "\(rules.text)\n\(tally.seed)")
      }
    }
    #expect(tally.taken * 4 > tally.asked && tally.asked > sets * 4, "\(tally)")
  }
}

// MARK: - Drawing rules and documents

extension ChangedMemberTests {
  /// What is done inside of members, what is done with them then, and whatever comes behind that.
  private static func rules(using random: inout Seeded) -> ShortRules {
    let inside = [
      #"{ "drop": "m.t" }"#, #"{ "rename": { "m.t": "v" } }"#, #"{ "set": { "m.t": "new" } }"#,
      #"{ "add-default": { "m.v": [1] } }"#, #"{ "drop": "m.d.t" }"#, #"{ "wrap": "m.t" }"#,
      #"{ "drop": "l[*].t" }"#, #"{ "drop": "l[?@.t == 1]" }"#, #"{ "rename": { "l[*].t": "v" } }"#,
      #"{ "in": "l[*]", "rules": [{ "set": { "v": { "k": [] } } }, { "drop": "u" }] }"#,
      #"{ "text": "w[*]", "do": ["uppercase"] }"#, #"{ "drop": "w[?@ == 'x']" }"#,
      #"{ "when": "@.n == 1", "drop": "l[*].u" }"#, #"{ "move": { "m.d.u": "m.q" } }"#,
      #"{ "map-values": "w[*]", "cases": [{ "is": "x", "becomes": { "a": 1 } }], "otherwise": "keep" }"#,
    ]
    let with = [
      #""drop": ["m", "w"]"#, #""set": { "l": 1 }"#, #""move": { "m.t": "x" }"#,
      #""move": { "m.d": "x" }"#, #""move": { "m.d.t": "x" }"#, #""move": { "l": "m.l" }"#,
      #""move": { "m": "o.m" }"#, #""move": { "n": "m.n" }"#, #""copy": { "m.u": "x" }"#,
      #""move": { "m.v": "o.v" }"#, #""rename": { "m": "o" }, "if-exists": "keep""#,
      #""rename": { "l": "w" }, "if-exists": "overwrite""#, #""join": "w", "with": "\"""#,
      #""wrap": "w""#, #""wrap": "m", "under": "k""#, #""wrap": ["m", "l"], "if-array": "keep""#,
      #""concat": ["l", "w"], "into": "l""#, #""concat": ["w", "l"], "into": "q""#,
      #""add-default": { "m": 1, "w": [] }"#,
      #""map-values": "w", "cases": [{ "is": 1, "becomes": 2 }], "otherwise": "keep""#,
      #""choose": [{ "when": "empty(@.w)", "rules": [{ "drop": "w" }] }, { "rules": [{ "drop": "n" }] }]"#,
    ]
    let asked = [
      "", "", "", #""when": "length(@.l) > 1", "#, #""when": "empty(@.w)", "#,
      #""when": "@.m.t == 1", "#, #""when": "@.m.t", "#, #""when": "type(@.m.d) == 'object'", "#,
      #""when": "@.n == 0", "#,
    ]
    var rules = inside.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let start = asked.randomElement(using: &random) ?? ""
      rules.append("{ \(start)\(with.randomElement(using: &random) ?? "") }")
    }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let rule = inside.randomElement(using: &random) ?? ""
      let start = asked.randomElement(using: &random) ?? ""
      let isAsked = rule.contains("\"when\"") || rule.contains("\"in\"")
      rules.append(isAsked ? rule : "{ \(start)\(rule.dropFirst())")
    }
    if Bool.random(using: &random) { rules.shuffle(using: &random) }
    if Int.random(in: 0...4, using: &random) == 0 {
      let start = asked.randomElement(using: &random) ?? ""
      rules = ["{ \(start)\"rules\": [\(rules.joined(separator: ", "))] }"]
    }
    let middle = Int.random(in: 0...rules.count, using: &random)
    let steps = [Array(rules.prefix(middle)), Array(rules.dropFirst(middle))]
    return ShortRules(steps: steps.filter { !$0.isEmpty }, areWithoutVersion: true)
  }

  private static func document(using random: inout Seeded) -> String {
    let styles: [(unit: String?, comma: String, colon: String)] = [
      (nil, ",", ":"), (nil, ",", ":"), (nil, ", ", ": "), ("  ", ",", ": "), ("\t", ",", ":"),
    ]
    let style = styles.randomElement(using: &random) ?? styles[0]
    func write(_ open: String, _ items: [String], _ close: String, _ depth: Int) -> String {
      if items.isEmpty { return open + close }
      guard let unit = style.unit else {
        return open + items.joined(separator: style.comma) + close
      }
      let line = "\n" + String(repeating: unit, count: depth + 1)
      let end = "\n" + String(repeating: unit, count: depth)
      return open + line + items.joined(separator: style.comma + line) + end + close
    }
    func scalar(_ random: inout Seeded) -> String {
      ["1", "\"x\"", "null", "1.50", "\"\\u0061 b\"", "true"].randomElement(using: &random) ?? ""
    }
    func object(_ keys: [String], _ depth: Int, _ random: inout Seeded) -> String {
      var members: [String] = []
      for key in keys.shuffled(using: &random) where Int.random(in: 0...4, using: &random) > 0 {
        members.append("\"\(key)\"\(style.colon)\(value(key, depth + 1, &random))")
      }
      return write("{", members, "}", depth)
    }
    func value(_ key: String, _ depth: Int, _ random: inout Seeded) -> String {
      if Int.random(in: 0...19, using: &random) == 0 { return scalar(&random) }
      let count = Int.random(in: 0...3, using: &random)
      switch key {
      case "m": return object(["t", "u", "d"], depth, &random)
      case "d", "o": return object(["t", "u", "v"], depth, &random)
      case "l":
        let elements = (0..<count).map { _ in object(["t", "u"], depth + 1, &random) }
        return write("[", elements, "]", depth)
      case "w":
        let elements = (0..<count).map { _ in
          ["\"x\"", "\"y z\""].randomElement(using: &random) ?? ""
        }
        return write("[", elements, "]", depth)
      case "v" where count == 0: return write("[", ["1", "{}"], "]", depth)
      default: return scalar(&random)
      }
    }
    return object(["m", "l", "w", "o", "n", "z"], 0, &random)
  }
}
