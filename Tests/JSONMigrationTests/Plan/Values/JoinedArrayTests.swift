import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore
@testable import JSONText

/// Arrays that become one, on the short way.
struct JoinedArrayTests {
  private static let concat = #"{ "concat": ["a", "b"], "into": "a" }"#
  private static let new = #"{ "concat": ["a", "b"], "into": "c" }"#
  private static let wrap = #"{ "wrap": "a", "if-array": "keep" }"#
  private static let upper = #"{ "text": "b[*]", "do": ["uppercase"] }, "#

  @Test(arguments: [
    (#"{"a":[1],"b":["x",{}],"n":0}"#, #"{"a":[1,"x",{}],"n":0}"#),
    (#"{"b":["x"],"n":0,"a":[1,2]}"#, #"{"n":0,"a":[1,2,"x"]}"#),
    (#"{"a":[1],"n":0}"#, #"{"a":[1],"n":0}"#), (#"{"n":0}"#, #"{"n":0}"#),
    (#"{"b":[ 1 ],"n":0}"#, #"{"a":[ 1 ],"n":0}"#), (#"{"b":[],"n":0}"#, #"{"a":[],"n":0}"#),
    (#"{"a":[],"b":[],"n":0}"#, #"{"a":[],"n":0}"#),
    (#"{"a":[1],"b":[],"n":0}"#, #"{"a":[1],"n":0}"#),
    (#"{"a": [1, 2], "b": [3], "n": 0}"#, #"{"a": [1, 2, 3], "n": 0}"#),
    (
      "{\n  \"a\": [\n    1\n  ],\n  \"b\": [\n    [\n      2\n    ],\n    3\n  ]\n}",
      "{\n  \"a\": [\n    1,\n    [\n      2\n    ],\n    3\n  ]\n}"
    ),
    // How all of it would be laid out doesn't show.
    (#"{"a": [1], "b": [3], "n": 0}"#, nil), (#"{"a":[1],"b":[ 3 ],"n":0}"#, nil),
    (#"{"a":[1,2],"b":[3, 4],"n":0}"#, nil), (#"{"a":[],"b":[3],"n":0}"#, nil),
    (#"{"a":null,"b":[1]}"#, nil), (#"{"a":[1],"b":{}}"#, nil), (#"{"b":"x","n":0}"#, nil),
  ])
  func `arrays become one of them`(before: String, after: String?) throws {
    #expect(try ShortRules.step(Self.concat).result(for: before) == after)
  }

  @Test(arguments: [
    (#"{"a":[1],"b":[2],"n":0}"#, new, #"{"c":[1,2],"n":0}"#),
    (#"{"n":0,"b":[2],"m":0,"a":[1]}"#, new, #"{"n":0,"c":[1,2],"m":0}"#),
    (#"{"a":[1],"b":[2],"c":[3]}"#, new, nil), (#"{"c":[3]}"#, new, #"{"c":[3]}"#),
    (
      #"{"a":[1],"b":"x","n":0}"#, #"{ "wrap": "b", "if-array": "keep" }, "# + concat,
      #"{"a":[1,"x"],"n":0}"#
    ),
    (
      #"{"b":[1],"n":0}"#, #"{ "add-default": { "a": [] } }, "# + concat, nil
    ),
    (
      #"{"a":[1],"n":0}"#, #"{ "add-default": { "b": ["x", "y"] } }, "# + concat,
      #"{"a":[1,"x","y"],"n":0}"#
    ),
    (
      #"{"a":[1],"b":[2],"n":0}"#,
      concat + #", { "rename": { "a": "d" } }, { "add-default": { "b": 1 } }"#,
      #"{"d":[1,2],"n":0,"b":1}"#
    ),
    (
      #"{"x":[1],"b":[2],"n":0}"#, #"{ "rename": { "x": "a" } }, "# + concat, #"{"a":[1,2],"n":0}"#
    ),
    (
      #"{"a":[1],"b":[2],"n":1}"#, #"{ "when": "@.n == 1", "# + concat.dropFirst(),
      #"{"a":[1,2],"n":1}"#
    ),
  ])
  func `what comes before and after`(before: String, rules: String, after: String?) throws {
    #expect(try ShortRules.step(rules).result(for: before) == after)
  }

  /// What is done in an array isn't done in another value that would become one.
  @Test(arguments: [
    (
      #"{"a":["x"],"n":0}"#, wrap + #", { "text": "a[*]", "do": ["uppercase"] }"#,
      #"{"a":["X"],"n":0}"#
    ),
    (
      #"{"a":["x"],"n":0}"#, #"{ "text": "a[*]", "do": ["uppercase"] }, "# + wrap,
      #"{"a":["X"],"n":0}"#
    ),
    (
      #"{"a":"x","n":0}"#, wrap + #", { "text": "a[*]", "do": ["uppercase"] }"#,
      #"{"a":["X"],"n":0}"#
    ),
    (
      #"{"a":"x","n":0}"#,
      #"{ "text": "a[*]", "do": [{ "prefix": "-" }] }, "# + wrap
        + #", { "text": "a[*]", "do": ["uppercase"] }"#, nil
    ),
    (
      #"{"a":"x","n":0}"#,
      wrap + #", { "when": "@.n == 0", "text": "a[*]", "do": ["uppercase"] }"#, nil
    ),
    (
      #"{"a":{"x":1,"y":2},"n":0}"#,
      #"{ "drop": "a[?@ == 1]" }, "# + wrap + #", { "drop": "a[?@ == 3]" }"#, nil
    ),
    (
      #"{"a":{"k":1},"n":0}"#, wrap + #", { "rename": { "a": "b" } }, { "set": { "b[*].l": 2 } }"#,
      #"{"b":[{"k":1,"l":2}],"n":0}"#
    ),
    (#"{"a":{"k":"x"},"n":0}"#, wrap + #", { "text": "a[*]", "do": ["uppercase"] }"#, nil),
    (
      #"{"a":null,"n":0}"#, wrap + #", { "text": "a[*]", "do": ["uppercase"] }"#,
      #"{"a":[null],"n":0}"#
    ),
    (#"{"n":0}"#, wrap + #", { "text": "a[*]", "do": ["uppercase"] }"#, #"{"n":0}"#),
    (#"{"b":["x"],"n":0}"#, upper + concat, #"{"a":["X"],"n":0}"#),
    (#"{"b":["x"],"n":0}"#, upper + new + #", { "rename": { "c": "d" } }"#, #"{"d":["X"],"n":0}"#),
    (#"{"a":[1],"b":["x"]}"#, upper + concat, #"{"a":[1,"X"]}"#),
    (#"{"a":[1],"n":0}"#, upper + concat, #"{"a":[1],"n":0}"#),
    (#"{"a":[1,2,3,1],"n":0}"#, #"{ "drop": ["a[?@ == 1]", "a[?@ > 2]"] }"#, #"{"a":[2],"n":0}"#),
  ])
  func `what is done in them`(before: String, rules: String, after: String?) throws {
    #expect(try ShortRules.step(rules).result(for: before, isDeep: true) == after)
  }

  @Test(arguments: [
    (#"{"a":[1,2],"n":0}"#, #"{"a":[1,2,"x"],"n":0}"#),
    (#"{"a":[1],"n":0}"#, #"{"a":[1,"x"],"n":0}"#),
    (#"{"a":["x"],"n":0}"#, #"{"a":["x","x"],"n":0}"#),
    (#"{"a":[],"n":0}"#, #"{"a":["x"],"n":0}"#), (#"{"n":0}"#, #"{"n":0,"a":["x"]}"#),
    (#"{"a": [1, 2], "n": 0}"#, #"{"a": [1, 2, "x"], "n": 0}"#),
    (#"{"n": 0}"#, #"{"n": 0, "a": ["x"]}"#),
    (#"{"a": [], "n": 0}"#, nil), (#"{"a": [1], "n": 0}"#, nil), (#"{"a":[ 1,2 ],"n":0}"#, nil),
    (#"{"a":null,"n":0}"#, nil), (#"{"a":{},"n":0}"#, nil), (#"{"a":[],"a":[],"n":0}"#, nil),
  ])
  func `an element more`(before: String, after: String?) throws {
    let rules = ShortRules.step(#"{ "append": { "a": "x" } }"#)
    #expect(try rules.result(for: before) == after)
  }

  @Test(arguments: [
    (#""x""#, #"["x",1]"#, #"["x",1]"#), (#""x""#, #"["y",{"x":"x"}]"#, #"["y",{"x":"x"},"x"]"#),
    (#""x""#, #"["\u0078"]"#, nil), (#""x""#, #"[["x"]]"#, #"[["x"],"x"]"#), ("1", "[1]", "[1]"),
    ("1", #"["1",true]"#, #"["1",true,1]"#), ("1", "[2,1.0]", nil),
    ("null", "[1,null]", "[1,null]"),
    ("true", #"["true",false]"#, #"["true",false,true]"#), ("0", "[-0]", nil), ("0", "[0]", "[0]"),
  ])
  func `an element that isn't there`(element: String, before: String, after: String?) throws {
    let rules = ShortRules.step(
      #"{ "append": { "a": \#(element) }, "unless-present": true }"#)
    #expect(
      try rules.result(for: #"{"a":\#(before),"n":0}"#) == after.map { #"{"a":\#($0),"n":0}"# })
  }

  @Test(arguments: [
    (#"{"a":[1],"n":0}"#, #"{"a":[1,{"k":[2]}],"n":0}"#),
    (#"{"n":0}"#, #"{"n":0,"a":[{"k":[2]}]}"#),
    (#"{"a": [1, 2], "n": 0}"#, nil),
  ])
  func `an element that is a container`(before: String, after: String?) throws {
    let rules = ShortRules.step(#"{ "append": { "a": { "k": [2] } } }"#)
    #expect(try rules.result(for: before) == after)
  }

  /// Numbers may be spelled in another way, and objects have their keys in another order.
  @Test(arguments: ["1.0", "[1]", #"{ "k": 1 }"#, #""\u0041""#])
  func `elements that are compared by value are for the tree`(element: String) throws {
    let rule = #"{ "append": { "a": \#(element) }, "unless-present": true }"#
    #expect(try ShortRules.step(rule).plan.shortcut.isEmpty == (element != #""\u0041""#))
  }

  @Test func `in elements of arrays`() throws {
    let rules = ShortRules.step(#"{ "in": "i[*]", "concat": ["b", "a"], "into": "a" }"#)
    let before = #"{"i":[{"a":[1],"b":[2,[3]]},{"b":[4]},{"n":0}]}"#
    let after = #"{"i":[{"a":[2,[3],1]},{"a":[4]},{"n":0}]}"#
    #expect(try rules.result(for: before, isDeep: true) == after)
  }

  @Test(arguments: [
    #"{ "concat": ["a", "x.b"], "into": "a" }"#, #"{ "concat": "a[*]", "into": "b" }"#,
  ])
  func `what is elsewhere is for the tree`(rule: String) throws {
    let plan = try ShortRules.step(rule + #", { "drop": "z" }"#).plan
    #expect(plan.shortcut.isEmpty || plan.deepShortcut.isEmpty)
  }

  @Test func `both ways give the same bytes`() throws {
    var random = Seeded()
    var tally = Tally(seed: random.description)
    let sets = Amount.of(40, thorough: 400)
    for _ in 0..<sets {
      let rules = Self.rules(using: &random)
      let isInside = rules.steps[0][0].contains("\"in\"")
      let isDeep = isInside || rules.steps[0][0].contains("[?")
      let plan = try rules.plan
      if (isDeep ? plan.deepShortcut : plan.shortcut).isEmpty { continue }
      var pair = try Pair(rules, isDeep: isDeep)
      for _ in 0..<20 {
        let object = Self.document(using: &random)
        let document = isInside ? "{\"i\":[\(object),\(object)],\"z\": 1}" : object
        try pair.check(document, &tally, "\(rules.text)\n\(tally.seed)")
      }
    }
    #expect(tally.taken * 4 > tally.asked, "\(tally)")
  }

  private static func rules(using random: inout Seeded) -> ShortRules {
    let names = ["a", "b", "c", "d"].shuffled(using: &random)
    let scope = Int.random(in: 0...3, using: &random) == 0 ? "\"in\": \"i[*]\", " : ""
    let before = [
      "{ \(scope)\"rename\": { \"\(names[3])\": \"\(names[0])\" }, \"if-exists\": \"keep\" }",
      "{ \(scope)\"wrap\": \"\(names[1])\", \"if-array\": \"keep\" }",
      "{ \(scope)\"add-default\": { \"\(names[2])\": [\"new\"] } }",
      "{ \(scope)\"add-default\": { \"\(names[1])\": [] } }",
      "{ \(scope)\"drop\": [\"\(names[0])[?@ == 1]\", \"\(names[0])[?empty(@)]\"] }",
    ].shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random))
    let sources = names[0..<Int.random(in: 1...3, using: &random)].map { "\"\($0)\"" }
    let into = ([names[0], names[1], "e"].randomElement(using: &random) ?? "")
    let rule =
      "{ \(scope)\"concat\": [\(sources.joined(separator: ", "))], \"into\": \"\(into)\" }"
    let after = [
      "{ \(scope)\"rename\": { \"\(into)\": \"f\" } }", "{ \(scope)\"drop\": \"\(names[3])\" }",
    ].prefix(Int.random(in: 0...2, using: &random))
    return ShortRules.step((before + [rule] + after).joined(separator: ", "))
  }

  private static func document(using random: inout Seeded) -> String {
    let layouts = [
      ("", ",", "", ":"), ("", ",", "", ":"), ("", ", ", "", ": "),
      ("\n    ", ",\n    ", "\n  ", ": "),
      (" ", ", ", " ", ": "), ("", " ,", "", " : "),
    ]
    let layout = layouts.randomElement(using: &random) ?? layouts[0]
    let isMixed = Int.random(in: 0...9, using: &random) == 0
    let (open, comma, close) =
      layout.0.contains("\n") ? ("\n  ", ",\n  ", "\n") : (layout.0, layout.1, layout.2)
    var members: [String] = []
    for key in ["a", "b", "c", "d", "n"].shuffled(using: &random)
    where Int.random(in: 0...3, using: &random) > 0 {
      let values = ["1", "\"x, y\"", "{}", "[]", "[1]", "null", "{\"k\":2}", "\"a \\\" ] \""]
      let elements = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        values.randomElement(using: &random) ?? ""
      }
      let own = isMixed ? layouts.randomElement(using: &random) ?? layout : layout
      var value = elements.isEmpty ? "[]" : "[\(own.0)\(elements.joined(separator: own.1))\(own.2)]"
      if Int.random(in: 0...11, using: &random) == 0 {
        value = values.randomElement(using: &random) ?? ""
      }
      members.append("\"\(key)\"\(layout.3)\(value)")
    }
    if members.isEmpty { return "{}" }
    return "{\(open)\(members.joined(separator: comma))\(close)}"
  }
}
