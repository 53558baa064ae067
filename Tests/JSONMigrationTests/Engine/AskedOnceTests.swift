import Testing

@testable import JSONMigration
@testable import JSONMigrationCore
@testable import JSONText

/// What rules ask of the whole document is asked once for all their scopes, where that is the same.
@Suite struct AskedOnceTests {
  private static let counting = #""when": "count($.o[*]) > 1""#

  /// Each asks, for every element of `o`, something of the whole document.
  static let rules = [
    #"{ "in": "o[*]", \#(counting), "set": { "y": 1 } }"#,
    #"{ "in": "o[*]", "rules": [{ \#(counting), "set": { "y": 1 } }] }"#,
    #"{ "in": "o[*]", "when": "@.c != count($..q)", "set": { "y": 1 } }"#,
    #"{ "in": "o[*]", "rules": [{ "when": "value($.o[?@.c == 7].c) == 7", "set": { "y": 1 } }] }"#,
    #"{ "in": "o[*]", "rules": [{ "when": "$.o[?@.id == $.one]", "set": { "y": 1 } }] }"#,
    #"{ "in": "o[?count($.o[*]) > 1]", "set": { "y": 1 } }"#,
    #"{ "drop": "o[?@.c != count($.o[*])]" }"#,
    #"{ "in": "o[*]", "require": "count($.o[*]) > 1" }"#,
    #"{ "in": "o[*]", "rules": [{ "require": "count($.o[*]) > 1" }, { "set": { "y": 1 } }] }"#,
    #"{ "in": "o[*]", "choose": [{ "when": "count($.o[*]) > 1", "rules": [{ "set": { "y": 1 } }] }] }"#,
    #"{ "in": "o[*]", "rules": [{ "in": "@", "rules": [{ \#(counting), "set": { "y": 1 } }] }] }"#,
    #"{ "in": "o[*]", "rules": [{ "look-up": "c", "among": "$.o[*]", "by": "id", "into": "x" }] }"#,
    #"{ "in": "o[*]", "rules": [{ "look-up": "c", "among": "$.o[*]", "by": "id", "take": "n", "into": "x" },"#
      + #" { "set": { "y": 1 } }] }"#,
    #"{ "in": "o[*]", "rules": [{ "append": { "$.all": "{id}" }, "fill": true, "unless-present": true }] }"#,
    #"{ "in": "o[*]", "rules": [{ "set": { "y": 1 } },"#
      + #" { "append": { "$.p.q": { "a": ["{id}"] } }, "fill": true, "unless-present": true }] }"#,
    #"{ "in": "o[*]", "rules": [{ "drop": "$.m[-1]" }] }"#,
    #"{ "in": "o[*]", "rules": [{ "move": { "$.m[-1]": "z" } }] }"#,
    #"{ "in": "o[*]", "rules": [{ "move": { "$.m[0]": "z" } },"#
      + #" { "add-default": ["p"], "generate": "position" }] }"#,
  ]

  private static func document(_ count: Int, _ more: String = "") -> String {
    let elements = (0..<count).map { #"{"id":\#($0),"c":\#(count - 1 - $0),"n":\#(-$0)\#(more)}"# }
    let more = (0..<count).map(String.init).joined(separator: ",")
    return #"{"one":1,"l":[1,2],"o":[\#(elements.joined(separator: ","))],"m":[\#(more)]}"#
  }

  @Test(arguments: rules) func `the work grows with the document`(rule: String) throws {
    let trial = try Trial(rules: rule)
    func work(_ count: Int) throws -> Int {
      var engine = Engine(trial.migrator.plan)
      let text = Array(Self.document(count).utf8)
      #expect(try engine.migrate(text) != text || rule.contains("require"))
      return engine.document.limits.work(forBytes: text.count) - engine.document.work
    }
    let small = try work(100)
    let large = try work(1_000)
    #expect(large < 15 * small, "\(small) and \(large)")
  }

  /// As with scopes that are named one by one, where nothing is known of others.
  @Test(arguments: [
    (
      #"{ "in": "$..b", "rules": [{ "drop": "x", "when": "$..x.y" }] }"#,
      #"{"p":{"b":{"x":{"y":1}}},"q":{"b":{"x":{}}}}"#,
      #"{"p":{"b":{}},"q":{"b":{"x":{}}}}"#
    ),
    (
      #"""
      { "in": "$..task", "rules": [
        { "look-up": "owner", "among": "$..users[*]", "by": "id", "take": "name", "into": "n" },
        { "drop": "users" }] }
      """#,
      #"{"a":{"task":{"owner":1,"users":[{"id":1,"name":"Ada"}]}},"b":{"task":{"owner":1}}}"#,
      #"{"a":{"task":{"owner":1,"n":"Ada"}},"b":{"task":{"owner":1}}}"#
    ),
  ])
  func `what one scope changes may be asked in the next, at any depth`(
    rule: String, old: String, new: String
  ) throws {
    #expect(try Trial(rules: rule).run(old) == new)
  }

  @Test func `on the way back as well`() throws {
    let migrator = try Migrator(rules: [
      RuleSource(
        name: "v2.json",
        text: #"""
          { "to": 2, "rules": [{ "in": "o[*]", "rules": [
            { "look-up": "c", "among": "$.o[*]", "by": "id", "take": "n", "into": "x" },
            { "when": "count($.l[*]) == 2", "rename": { "z": "y" } }
          ] }] }
          """#)
    ])
    let document = Self.document(4_000, #","z":0"#)
    let new = try migrator.migrate(Array(document.utf8), named: "a")
    var worker = try Worker(migrator, to: .integer(1))
    let old = try worker.migrate(new, named: "a")
    let expected = document.dropLast() + #","version":1}"#
    #expect(String(decoding: old, as: UTF8.self) == expected)
  }

  @Test func `and where a trace tells of rules that found nothing`() throws {
    let trial = try Trial(
      rules: #"""
        { "in": "o[*]", "rules": [
          { "rename": { "nowhere": "b" } },
          { "look-up": "c", "among": "$.o[*]", "by": "id", "take": "n", "into": "x" }
        ] }
        """#)
    let text = Array(Self.document(2_000).utf8)
    func work(tracing: Bool) throws -> Int {
      var engine = Engine(trial.migrator.plan)
      engine.document.load(text)
      if tracing {
        try engine.trace(0..<text.count, keepingValues: false)
      } else {
        try engine.read(0..<text.count)
        _ = try engine.migrate()
      }
      return engine.document.limits.work(forBytes: text.count) - engine.document.work
    }
    let plain = try work(tracing: false)
    let traced = try work(tracing: true)
    #expect(traced < 20 * plain, "\(plain) and \(traced)")
  }

  static let cases = [
    RuleCase(
      "a block that changes what it counts counts anew in each scope",
      #"{ "in": "o[*]", "rules": [{ "when": "count($.l[*]) > 1", "drop": "$.l[0]" }] }"#,
      #"{"o":[1,2,3,4],"l":[1,2,3]}"#, #"{"o":[1,2,3,4],"l":[3]}"#),
    RuleCase(
      "so it does where it changes its own scopes",
      #"{ "in": "o[*]", "rules": [{ "when": "!$.o[?@.first]", "set": { "first": true } }] }"#,
      #"{"o":[{},{},{}]}"#, #"{"o":[{"first":true},{},{}]}"#),
    RuleCase(
      "where a name comes out of an object",
      #"{ "in": "o[*]", "rules": [{ "when": "!$.o[?@.first]", "unnest": "box" }] }"#,
      #"{"o":[{"box":{"first":1}},{"box":{}}]}"#, #"{"o":[{"first":1},{"box":{}}]}"#),
    RuleCase(
      "where a filter asks for it",
      #"{ "in": "o[*]", "rules": [{ "when": "count($.l[?@ == $.n]) == 1", "set": { "$.n": 2, "y": 1 } }] }"#,
      #"{"o":[{},{}],"l":[1,2,2],"n":1}"#, #"{"o":[{"y":1},{}],"l":[1,2,2],"n":2}"#),
    RuleCase(
      "rules one after the other ask each by itself",
      #"[{ "when": "count($.l[*]) == 2", "drop": "l[0]" }, { "when": "count($.l[*]) == 2", "drop": "l[0]" }]"#,
      #"{"l":[1,2]}"#, #"{"l":[2]}"#),
    RuleCase(
      "in a block, one of two rules",
      #"{ "in": "o[*]", "rules": [{ "when": "count($.l[*]) == 2", "set": { "y": 1 } },"#
        + #" { "append": { "$.l": 0 } }, { "when": "count($.m[*]) == 2", "set": { "z": 1 } }] }"#,
      #"{"o":[{},{}],"l":[1,2],"m":[1,2]}"#,
      #"{"o":[{"y":1,"z":1},{"z":1}],"l":[1,2,0,0],"m":[1,2]}"#),
    RuleCase(
      "a block that changes by what is looked up",
      #"{ "in": "o[*]", "rules": [{ "look-up": "c", "among": "$.o[*]", "by": "id", "take": "n", "into": "x" },"#
        + #" { "set": { "id": 5 } }] }"#,
      #"{"o":[{"id":1,"c":1,"n":"a"},{"id":2,"c":1,"n":"b"},{"id":3,"c":5,"n":"c"}]}"#,
      fails: .conflict),
    RuleCase(
      "what is taken is what stands there then",
      #"{ "in": "o[*]", "rules": [{ "look-up": "c", "among": "$.o[*]", "by": "id", "take": "n", "into": "x" },"#
        + #" { "set": { "n": "new" } }] }"#,
      #"{"o":[{"id":1,"c":1,"n":"a"},{"id":2,"c":1,"n":"b"}]}"#,
      #"{"o":[{"id":1,"c":1,"n":"new","x":"a"},{"id":2,"c":1,"n":"new","x":"new"}]}"#),
  ]

  static let added = [
    RuleCase(
      "an element is added once for all scopes",
      #"{ "in": "o[*]", "rules": [{ "append": { "$.all": "{id}" }, "fill": true, "unless-present": true }] }"#,
      #"{"o":[{"id":1},{"id":2},{"id":1},{"id":2},{"id":3}]}"#,
      #"{"o":[{"id":1},{"id":2},{"id":1},{"id":2},{"id":3}],"all":[1,2,3]}"#),
    RuleCase(
      "unless another rule changes what is there",
      #"{ "in": "o[*]", "rules": [{ "append": { "$.all": "{id}" }, "fill": true, "unless-present": true },"#
        + #" { "scale": "$.all[*]", "by": 10 }] }"#,
      #"{"o":[{"id":1},{"id":1},{"id":1}]}"#,
      #"{"o":[{"id":1},{"id":1},{"id":1}],"all":[1000,100,10]}"#),
    RuleCase(
      "or adds there, too",
      #"{ "in": "o[*]", "rules": [{ "append": { "$.all": "{a}" }, "fill": true, "unless-present": true },"#
        + #" { "append": { "$.all": "{b}" }, "fill": true, "unless-present": true }] }"#,
      #"{"o":[{"a":1,"b":2},{"a":2,"b":1},{"a":3,"b":3},{"a":1,"b":4}]}"#,
      #"{"o":[{"a":1,"b":2},{"a":2,"b":1},{"a":3,"b":3},{"a":1,"b":4}],"all":[1,2,3,4]}"#),
    RuleCase(
      "or takes it away",
      #"{ "in": "o[*]", "rules": [{ "append": { "$.all": "{id}" }, "fill": true, "unless-present": true },"#
        + #" { "when": "@.id == 2", "drop": "$.all" }] }"#,
      #"{"o":[{"id":1},{"id":1},{"id":2},{"id":1},{"id":1},{"id":3}]}"#,
      #"{"o":[{"id":1},{"id":1},{"id":2},{"id":1},{"id":1},{"id":3}],"all":[1,3]}"#),
    RuleCase(
      "where blocks with one rule follow each other, each looks at what is there",
      #"[{ "in": "o[*]", "rules": [{ "append": { "$.all": "{id}" }, "fill": true, "unless-present": true }] },"#
        + #" { "drop": "all[*]" }, { "in": "o[*]", "rules": [{ "append": { "$.all": "{id}" },"#
        + #" "fill": true, "unless-present": true }] }]"#,
      #"{"o":[{"id":1},{"id":1},{"id":1}]}"#,
      #"{"o":[{"id":1},{"id":1},{"id":1}],"all":[1]}"#),
    RuleCase(
      "positions after elements have gone elsewhere",
      #"{ "in": "o[*]", "rules": [{ "add-default": ["p"], "generate": "position" },"#
        + #" { "when": "@.a == 2", "move": { "$.o[0]": "z" } }] }"#,
      #"{"o":[{"a":1},{"a":2},{"a":3},{"a":4}]}"#,
      #"{"o":[{"a":2,"p":1,"z":{"a":1,"p":0}},{"a":3,"p":1},{"a":4,"p":2}]}"#),
    RuleCase(
      "positions where an element goes into another value",
      #"{ "in": "o[*]", "rules": [{ "add-default": ["p"], "generate": "position" },"#
        + #" { "when": "@.a == 2", "move": { "$.o[0]": "$.m.z" } }] }"#,
      #"{"o":[{"a":1},{"a":2},{"a":3}],"m":{}}"#,
      #"{"o":[{"a":2,"p":1},{"a":3,"p":1}],"m":{"z":{"a":1,"p":0}}}"#),
    RuleCase(
      "the last of many elements, and those before it",
      #"[{ "drop": "l[-1]" }, { "set": { "l[-2]": "x" } }, { "drop": "l[3]" },"#
        + #" { "drop": "l[-30]" }, { "drop": "l[-36]" }]"#,
      #"{"l":[\#(list(40, "%"))]}"#,
      #"{"l":[0,2,\#(list(5, from: 4, "%")),\#(list(27, from: 10, "%")),"x",38]}"#),
  ]

  @Test(arguments: cases + added)
  func `what changes is asked anew`(_ rule: RuleCase) { rule.check() }
}
