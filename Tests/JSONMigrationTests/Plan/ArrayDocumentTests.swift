import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore
@testable import JSONText

/// Documents that are arrays have a short way where rules are for their elements.
@Suite struct ArrayDocumentTests {
  @Test(arguments: [false, true])
  func `short and long way give the same bytes`(isDeep: Bool) throws {
    var random = Seeded()
    var tally = Tally(seed: random.description)
    let sets = Amount.of(50, thorough: 400)
    for _ in 0..<sets {
      let rules = ShortRules.elements(isDeep: isDeep, using: &random)
      // Some rules don't fit one format.
      guard let plan = try? rules.plan,
        !(isDeep ? plan.deepShortcut : plan.shortcut).isEmpty
      else { continue }
      var pair = try Pair(rules, isDeep: isDeep)
      for _ in 0..<15 {
        var elements = (0..<Int.random(in: 0...3, using: &random)).map { _ in
          isDeep ? rules.deepDocument(using: &random) : rules.document(using: &random)
        }
        if Int.random(in: 0...29, using: &random) == 0 { elements.append("1") }
        let text = "[" + elements.joined(separator: ",") + "]"
        try pair.check(
          Int.random(in: 0...29, using: &random) == 0 ? "{\"k\":\(text)}" : text, &tally,
          "\(rules.text)\n\(tally.seed)")
      }
    }
    #expect(tally.taken * 8 > tally.asked && tally.asked > sets * 3, "\(tally)")
  }

  @Test(arguments: [
    #"{ "rename": { "[*].a": "b" } }"#, #"{ "in": "[*]", "rename": { "a": "b" } }"#,
    #"{ "in": "[?@.a == 1]", "rename": { "a": "b" } }"#,
    #"{ "rename": { "$[*].a": "b" } }"#, #"{ "rename": { "[?@.a == 1].a": "b" } }"#,
  ])
  func `rules for all elements, or for some, are for each of them`(_ rule: String) throws {
    let result = try ShortRules.step(rule).result(for: #"[{"a":1},{ "c": 2 }]"#)
    #expect(result == #"[{"b":1},{ "c": 2 }]"#)
  }

  @Test(arguments: [
    (#"[{"a":2}]"#, #"[{"a":2,"x":1}]"#),
    (#"[{"a":2},{"a":3}]"#, #"[{"a":2,"x":1},{"a":3,"x":1}]"#),
    (#"[ {"a":2}]"#, nil), (#"[{"a":2}, {"a":3}]"#, nil),
  ])
  func `elements that have one member get more`(before: String, after: String?) throws {
    let rules = ShortRules.step(#"{ "in": "[*]", "add-default": { "x": 1 } }"#)
    #expect(try rules.result(for: before) == after)
  }

  @Test func `what is in the elements is reached too`() throws {
    let rules = ShortRules.step(
      #"{ "map-values": "[*].k[*]", "table": { "x": "y" }, "otherwise": "keep" }"#)
    let result = try rules.result(for: #"[{"k":{"m":"x","n":[]}},{"k":["x",1]}]"#, isDeep: true)
    #expect(result == #"[{"k":{"m":"y","n":[]}},{"k":["y",1]}]"#)
  }

  /// What they ask for or change is elsewhere, or in one of all elements.
  @Test(arguments: [
    #"{ "rename": { "a": "b" } }"#, #"{ "rename": { "[0].a": "b" } }"#,
    #"{ "move": { "a": "b.c" } }"#, #"{ "set": { "a": 1 } }"#, #"{ "drop": "[*]" }"#,
    #"{ "when": "@.a", "rename": { "[*].a": "b" } }"#,
    #"{ "when": "type(@) == 'array'", "rename": { "[*].a": "b" } }"#,
    #"{ "if-missing": "fail", "rename": { "[*].a": "b" } }"#,
    #"{ "in": "[*]", "when": "$[0].a == 1", "rename": { "a": "b" } }"#,
    #"{ "in": "[*]", "set": { "$[0].a": 1 } }"#, #"{ "drop": "[?@.a == 1]" }"#,
    #"{ "drop": ["[*].a", "c"] }"#, #"{ "drop": "$..a" }"#, #"{ "in": "[*]", "drop": "$..a" }"#,
  ])
  func `other rules are for the tree`(_ rule: String) throws {
    let plan = try ShortRules.step(rule).plan
    for shortcut in [plan.shortcut, plan.deepShortcut] {
      var flat = FlatDocument(shortcut)
      var out = ByteBuffer()
      var text = ByteBuffer()
      text.append(contentsOf: #"[{"a":1},{"a":2,"c":3}]"#.utf8)
      text.seal()
      let outcome = flat.run(text.view, 0..<text.count, into: &out)
      #expect(outcome == .notMine)
    }
  }

  /// A stamp can't be written into an array, which is an error for the tree to tell.
  @Test func `documents that are stamped are objects`() throws {
    let rules = RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [{ "drop": "[*].a" }] }"#)
    #expect(try Migrator(rules: [rules]).byTheShortWay(#"[{"a":1}]"#) == nil)
  }
}
