import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore
@testable import JSONText

/// Rules for the elements of arrays in the root have a short way too.
struct DeepShortcutTests {
  @Test(arguments: [false, true])
  func `short and long way give the same bytes`(each: Bool) throws {
    var random = Seeded()
    var tally = Tally(seed: random.description)
    var scripted = 0
    let sets = Amount.of(30, thorough: 150)
    for _ in 0..<sets {
      let rules = ShortRules.deep(using: &random)
      // Some name what others enter as well.
      guard try !Self.plan(rules.files, each: each).deepShortcut.isEmpty else { continue }
      var pair = try Pair(rules, each: each, isDeep: true)
      for _ in 0..<15 {
        let documents = (0..<Int.random(in: 1...(each ? 3 : 1), using: &random)).map { _ in
          rules.deepDocument(using: &random)
        }
        let text = each ? "[" + documents.joined(separator: ",") + "]" : documents[0]
        try pair.check(text, &tally, "\(rules.text)\n\(tally.seed)")
      }
      if pair.flat.inner.contains(where: { $0.document.scripts.last.script.use != .none }) {
        scripted += 1
      }
    }
    #expect(tally.taken * 8 > tally.asked && tally.asked > sets * 3, "\(tally)")
    #expect(scripted > sets / 15, "\(scripted), \(tally)")
  }

  /// Members with some keys go wherever they stand, first ones and all that an object has.
  @Test(arguments: [false, true])
  func `members at any depth give the same bytes`(each: Bool) throws {
    var random = Seeded()
    var tally = Tally(seed: random.description)
    let sets = Amount.of(60, thorough: 150)
    for _ in 0..<sets {
      let rules = ShortRules.below(using: &random)
      guard try !Self.plan(rules.files, each: each).deepShortcut.isEmpty else { continue }
      var pair = try Pair(rules, each: each, isDeep: true)
      for _ in 0..<15 {
        let documents = (0..<(each ? 2 : 1)).map { _ in rules.nestedDocument(using: &random) }
        let text = each ? "[" + documents.joined(separator: ",") + "]" : documents[0]
        try pair.check(text, &tally, "\(rules.text)\n\(tally.seed)")
      }
    }
    #expect(tally.taken * 3 > tally.asked && tally.asked > sets * 3, "\(tally)")
  }

  /// An object that has nothing in it shows not how members are laid out; the one around it does,
  /// if it is the last thing there.
  @Test(arguments: [
    ("{\n  \"p\": {}\n}", "{\n  \"p\": {\n    \"x\": 1,\n    \"y\": \"z\"\n  }\n}"),
    (
      "{\r\n\t\"b\":1,\r\n\t\"p\":{}\r\n}",
      "{\r\n\t\"b\":1,\r\n\t\"p\":{\r\n\t\t\"x\":1,\r\n\t\t\"y\":\"z\"\r\n\t}\r\n}"
    ),
    (#"{"p":{}}"#, #"{"p":{"x":1,"y":"z"}}"#), (#"{"p": {}}"#, #"{"p": {"x": 1, "y": "z"}}"#),
    (#"{"b":1,"p":{}}"#, #"{"b":1,"p":{"x":1,"y":"z"}}"#),
    (#"{ "p":{} }"#, #"{ "p":{ "x":1, "y":"z" } }"#),
    (#"{"b": 1,"p": {}}"#, #"{"b": 1,"p": {"x": 1,"y": "z"}}"#),
    (#"{"b":[],"p":{}}"#, #"{"b":[],"p":{"x":1,"y":"z"}}"#),
    (#"{"p":{},"b":1}"#, nil), (#"{"p":{ }}"#, nil), (#"{"b":[1],"p":{}}"#, nil),
    (#"{"p":[]}"#, nil),
    (#"{"p": {"a": 2}}"#, #"{"p": {"a": 2, "x": 1, "y": "z"}}"#),
    (#"{"p":{ "a":2 }}"#, #"{"p":{ "a":2, "x":1, "y":"z" }}"#),
    (#"{"p":{"a":2}}"#, #"{"p":{"a":2,"x":1,"y":"z"}}"#),
    (#"{"p":{"a":2},"b":1}"#, #"{"p":{"a":2,"x":1,"y":"z"},"b":1}"#),
    (#"{"b":1,"c":[],"p":{"a":2}}"#, #"{"b":1,"c":[],"p":{"a":2,"x":1,"y":"z"}}"#),
    (#"{"p":{"a":2}, "b":1}"#, nil), (#"{"b":1, "p":{"a":2}}"#, nil),
    (#"{"b": 1,"p":{"a":2}}"#, nil), (#"{ "p":{"a":2}}"#, nil), (#"{"p": {"a":2}}"#, nil),
    (
      "{\n  \"p\": {\n    \"a\": 2\n  }\n}",
      "{\n  \"p\": {\n    \"a\": 2,\n    \"x\": 1,\n    \"y\": \"z\"\n  }\n}"
    ),
    (
      "{\n  \"p\": {\n    \"x\": 2,\n    \"y\": 3\n  }\n}",
      "{\n  \"p\": {\n    \"x\": 2,\n    \"y\": 3\n  }\n}"
    ),
  ])
  func `members come into objects that have one or none`(before: String, after: String?) throws {
    let rules = ShortRules.step(#"{ "add-default": { "p.x": 1, "p.y": "z" } }"#)
    #expect(try rules.result(for: before, isDeep: true) == after)
  }

  /// The only element of an array is laid out as what is around that.
  @Test(arguments: [
    (#"{"p":[{"a":2}]}"#, #"{"p":[{"a":2,"x":1}]}"#),
    (#"{"p":[{"a":2}],"b":1}"#, #"{"p":[{"a":2,"x":1}],"b":1}"#),
    (
      #"{"p":[{"a":2},{"a":3},{"a":4,"b":1}]}"#,
      #"{"p":[{"a":2,"x":1},{"a":3,"x":1},{"a":4,"b":1,"x":1}]}"#
    ),
    (#"{"p":{"k":{"a":2},"l":{"a":2}}}"#, #"{"p":{"k":{"a":2,"x":1},"l":{"a":2,"x":1}}}"#),
    (#"{"p":[{"a":2}], "b":1}"#, nil), (#"{"p": [{"a":2}]}"#, nil), (#"{"p":[ {"a":2} ]}"#, nil),
    (#"{"p":[{"a":2}, {"a":3}]}"#, nil), (#"{"p":{"k":{"a":2}, "l":{"a":2}}}"#, nil),
    (#"{"p":{ "k":{"a":2} }}"#, nil), (#"{"p":{"k": {"a":2}}}"#, nil),
  ])
  func `elements that have one member get more`(before: String, after: String?) throws {
    let rules = ShortRules.step(#"{ "add-default": { "p[*].x": 1 } }"#)
    #expect(try rules.result(for: before, isDeep: true) == after)
  }

  /// `[*]` stands for the members of an object, too.
  @Test(arguments: [
    (
      #"{"p":{"k":{"a":1},"k":{"a":2},"\u006b":{"c":3}}}"#,
      #"{"p":{"k":{"b":1},"k":{"b":2},"\u006b":{"c":3}}}"#
    ),
    (#"{"p":{ "k" : {"a": 1} , "l":{ } }}"#, #"{"p":{ "k" : {"b": 1} , "l":{ } }}"#),
    (#"{"p":{},"q":1}"#, #"{"p":{},"q":1}"#), (#"{"p":{ }}"#, #"{"p":{ }}"#),
    (#"{"p":1}"#, #"{"p":1}"#),
    (#"{"p":{"k":{"a":1},"l":2}}"#, #"{"p":{"k":{"b":1},"l":2}}"#),
    (#"{"p":{"k":{"a":1},"l":[]}}"#, nil), (#"{"p":{"k":{"a":1,"b":2}}}"#, nil),
    (#"{"p":{"k":{"a":1},}}"#, nil), (#"{"p":{"k":{"a":1}"l":{}}}"#, nil),
    (#"{"p":{"k"{"a":1}}}"#, nil),
    (#"{"p":{"k":{"a":1}]}"#, nil), (#"{"p":{"\ud8":{"a":1}}}"#, nil), (#"{"p":{"k":{"a":1}"#, nil),
  ])
  func `rules for all children go into objects`(before: String, after: String?) throws {
    let rules = ShortRules.step(#"{ "rename": { "p[*].a": "b" } }"#)
    #expect(try rules.result(for: before, isDeep: true) == after)
  }

  @Test(arguments: [
    (#"{"x":{"a":1}}"#, #"{"x":{}}"#), (#"{"x":{ "a":1 }}"#, #"{"x":{}}"#),
    (#"{"x":{ "a":1, "b":2 }}"#, #"{"x":{ "b":2 }}"#),
    (#"{"x":{"b":2, "a":1 }}"#, #"{"x":{"b":2 }}"#),
    (#"{"x":{"a":{"a":1},"b":[{"a":[]}]}}"#, #"{"x":{"b":[{}]}}"#),
    (#"{"a":1,"x":[[{"b":1,"a":2,"c":3}]]}"#, #"{"x":[[{"b":1,"c":3}]]}"#),
    (#"{"x":{"c":1,"a":2,"d":3,"b":4}}"#, #"{"x":{"c":1,"d":3,"b":4}}"#),
    (#"{"x":{"\u0061":1,"b":2}}"#, #"{"x":{"b":2}}"#),
    (#"{"x":{"a":1,"a":2}}"#, nil), (#"{"x":{"a":{"a":1,"a":2}}}"#, nil),
  ])
  func `a member goes wherever it stands`(_ members: String, _ expected: String?) throws {
    let plan = try Self.plan(Self.file(#"{ "drop": "$..a" }"#))
    for version in [#"{"version":1,"#, "{"] {
      let isLast = version == "{"
      let open = { (text: String) in
        version + text.dropFirst().dropLast() + (isLast ? #","version":1}"# : "}")
      }
      let short = Self.short(plan, open(members))
      #expect(
        short.text == (expected.map(open) ?? "").replacing("version\":1", with: "version\":2"))
    }
  }

  @Test(arguments: [
    #"{ "rename": { "items[*].a": "c" } }"#, #"{ "in": "items[*]", "drop": "a" }"#,
    #"{ "in": "items[*]", "rules": [{ "rename": { "a": "c" } }, { "set": { "d": 1 } }] }"#,
    #"{ "add-default": { "items[*].d": 1 } }"#, #"{ "drop": ["b", "items[*].a"] }"#,
    #"{ "in": "items[*]", "drop": "a", "if-missing": "fail" }"#,
    #"{ "split": "items[*].b", "by": " ", "into": ["c", "d"] }"#,
    #"{ "in": "items[*]", "when": "@.a == 1", "drop": "b" }"#, #"{ "drop": "items[?@.a == 2].b" }"#,
    #"{ "in": "items[?@.a > 1]", "rules": [{ "when": "!@.c", "drop": "b" }] }"#,
    #"{ "drop": ["items[?@.a == 1].b", "z", "items[?@.a == 2].a"] }"#,
    #"{ "set": { "items[?@.b == 'x y'].d": 1, "items[?@.b > 'x y'].e": 2 } }"#,
    #"{ "when": "@.b == 1 && @.z", "rules": [{ "drop": "z" }] }, { "drop": "items[*].a" }"#,
    #"{ "drop": "items[*].a.b" }"#, #"{ "drop": "o.p" }"#, #"{ "in": "o", "drop": "p" }"#,
    #"{ "in": "o", "when": "@.p == 'x y'", "set": { "q": 1 } }"#, #"{ "drop": "$..a" }"#,
    #"{ "split": "o.p", "by": " ", "into": ["c", "d"] }"#, #"{ "add-default": { "o.q": 1 } }"#,
    #"{ "in": "o", "rules": [{ "rename": { "p": "r" } }, { "drop": "n.a" }] }"#,
    #"{ "drop": ["o.n.a", "o.p", "z"], "if-missing": "fail" }"#,
    #"{ "in": "items[*]", "when": "@.a", "drop": "n.a" }"#,
    #"{ "when": "@.z == 1", "drop": "items[*].a" }"#,
    #"{ "when": "@.z != 1", "set": { "o.n.a": 3 } }, { "drop": "items[*].a" }"#,
    #"{ "when": "@.items", "drop": "z" }, { "drop": "items[*].a" }"#,
    #"{ "drop": "items[*].a" }, { "when": "@.items", "drop": "z" }"#,
    #"{ "in": "o", "rules": [{ "in": "n", "drop": "a" }] }"#,
    #"{ "when": "@.z && @.o.p", "drop": "o.p" }"#, #"{ "when": "@.z", "drop": "items[*].a" }"#,
    #"{ "in": "items[?@.a == 1]", "rules": [{ "set": { "a": 3 } }, { "set": { "b": 1 } }] }"#,
    #"{ "when": "@.z == 1", "rules": [{ "set": { "z": 2 } }, { "drop": "o.n.a" }] }"#,
    // Two questions of one object, each from elsewhere.
    #"""
    { "when": "@.o.p == 'x y'", "rules": [{ "in": "o", "when": "@.q", "drop": "n.a" }] }
    """#,
    #"{ "when": "@.b == 2", "drop": "o.p" }, { "when": "@.b == 1", "drop": "o.n" }"#,
    #"{ "when": "@.b == 1", "drop": "o.n.a" }, { "when": "@.b == 1", "drop": "o.p" }"#,
    #"{ "drop": ["items[?@.a == 1].a", "items[?@.a == 2].a"] }"#,
    #"{ "when": "length(@.o) == 2", "drop": "items[*].a" }"#,
    #"{ "drop": "items[?length(@.b) > 2].a" }, { "when": "empty(@.q)", "drop": "z" }"#,
    #"""
    { "in": "items[*]", "choose": [{ "when": "@.a == 1", "rules": [{ "drop": "b" }] }, { "when": "@.b",
      "rules": [{ "set": { "a": 9 } }, { "rename": { "b": "c" } }] }] }
    """#,
    #"""
    { "choose": [{ "when": "empty(@.o.p)", "rules": [{ "set": { "o.p": 1 } }] }, { "rules":
      [{ "text": "o.p", "do": ["uppercase"] }, { "drop": "o.q" }] }] }
    """#,
    #"{ "in": "items[*]", "when": "@.a.b == 1 || !@.a.c", "drop": "a" }"#,
    #"{ "when": "@.o.n.z == 2", "drop": "o.p" }"#,
    // What another rule has renamed.
    #"{ "rename": { "items": "lines" } }, { "drop": "lines[*].a" }"#,
    #"{ "drop": "items[*].a" }, { "rename": { "items": "lines" } }, { "drop": "lines[*].b" }"#,
    #"{ "rename": { "items[*].a": "c", "items": "lines" } }"#,
    #"{ "rename": { "o": "q" } }, { "rename": { "q.n": "m" } }, { "drop": "q.m.a" }"#,
    #"{ "rename": { "o.n": "m", "o": "q" } }, { "set": { "q.m.b": 1 } }, { "drop": "q.p" }"#,
  ])
  func `a rule for the elements of an array goes the short way`(rule: String) throws {
    let plan = try Self.plan(Self.file(rule))
    let object = #"{"p":"x y","n":{"a":1,"z":2}}"#
    let documents = [
      #"{"version":1,"b":1,"items":[{"a":1,"b":"x y"}, {"a":2,"b":"y z"}],"z":1,"o":\#(object)}"#,
      #"{"b":1,"items":[{"a":1,"b":"x y"},{"a":2,"b":"y z"}],"z":1,"o":\#(object),"version":1}"#,
      #"{"version":1,"b":1,"items": [ ],"z":1,"o":\#(object)}"#,
      #"{"version":1,"b":1,"items":null,"z":1,"o":\#(object)}"#,
      #"{"version":1,"b":1,"z":1,"o":\#(object)}"#,
    ]
    for document in documents {
      let short = Self.short(plan, document)
      #expect(short.outcome == .changed)
      var worker = Engine(plan)
      worker.document.load(document.utf8)
      try worker.read(0..<document.utf8.count)
      _ = try worker.migrate()
      var long = ByteBuffer()
      try worker.document.write(into: &long)
      #expect(short.text == String(decoding: long.view[0..<long.count], as: UTF8.self))
    }
  }

  @Test(arguments: [
    #"{ "drop": "items[*].a", "if-missing": "fail" }"#, #"{ "drop": "items[0].a" }"#,
    #"{ "add-default": { "items[*].d": 1 }, "if-missing": "fail" }"#,
    #"{ "in": "items[*]", "when": "$.z == 1", "drop": "a" }"#,
    #"{ "drop": "$..a" }, { "drop": "items[*].b" }"#, #"{ "drop": "$..a", "if-missing": "fail" }"#,
    #"{ "when": "@.z", "drop": "$..a" }"#, #"{ "drop": "$..['a','z']" }"#,
    #"{ "add-default": { "o.q.r": 1 } }"#,
    #"{ "drop": ["items[*].a", "items[?@.a].b"] }"#, #"{ "drop": "items[?@.a, 0].a" }"#,
    #"{ "drop": "items[?$.z].a" }"#, #"{ "drop": "items..[?@.a].a" }"#,
    #"{ "in": "items[*]", "drop": "$.b" }"#, #"{ "drop": "items[*][*].a" }"#,
    #"{ "drop": "items.a" }"#,
    #"{ "drop": "items[*]" }, { "drop": "items[*].a" }"#,
    #"{ "drop": "items[*]", "if-missing": "fail" }"#, #"{ "wrap": "items[*]" }"#,
    #"{ "drop": "items[?@ == 1 && @.a]" }"#,
    #"{ "in": "items[?@ == 1]", "drop": "a" }"#,
    #"{ "in": "items[*]", "rules": [{ "when": "@.a == @.b", "drop": "b" }] }"#,
    #"{ "in": ["items[*]", "lines[*]"], "drop": "a" }"#,
    #"{ "rename": { "lines": "items" } }, { "when": "@.z", "drop": "items[*].a" }"#,
    #"{ "drop": "items[*].a" }, { "rename": { "items": "q" } }, { "copy": { "q": "r" } }"#,
    #"{ "choose": [{ "when": "@.z", "rules": [{ "drop": "items[*].a" }] }] }"#,
    #"{ "choose": [{ "when": "@.z", "rules": [{ "drop": "o.p" }, { "drop": "z" }] }] }"#,
    #"{ "drop": ["items[*].a", "items[?@.a.b == 1].b"] }"#,
    #"{ "rules": [{ "drop": "items[*]" }, { "when": "empty(@.items)", "drop": "z" }] }"#,
    #"{ "rules": [{ "drop": "items[*]" }, { "when": "empty(@.items)", "drop": "o.p" }] }"#,
    #"{ "when": "@.z", "rules": [{ "drop": "items[*]" }, { "when": "empty(@.items)", "drop": "z" }] }"#,
    #"{ "when": "empty(@.q)", "drop": "$..a" }"#,
    #"{ "wrap": "items" }, { "drop": "items[*].a" }"#,
    #"{ "wrap": "items", "if-array": "keep" }, { "drop": "items.a" }"#,
    #"{ "drop": ["items[?@.a == 1].a", "items[?@.a == 2].b"] }"#,
    #"{ "rename": { "items": "lines", "lines.a": "b" } }"#,
    #"{ "rules": [{ "rename": { "items": "lines" } }, { "drop": "lines[*].a" }] }"#,
    #"{ "drop": "version[*].a" }"#, #"{ "in": "items", "drop": "@" }"#,
    #"{ "in": "items[*]", "drop": "@" }"#, #"{ "in": "items[*]", "rules": [{ "drop": "@" }] }"#,
    // What is asked was changed before, and two things hold for one member.
    #"{ "set": { "z": 2 } }, { "when": "@.z == 1", "drop": "items[*].a" }"#,
    #"{ "rules": [{ "set": { "z": 2 } }, { "when": "@.z == 1", "drop": "items[*].a" }] }"#,
    #"{ "when": "@.z == 1", "drop": "items[*].a" }, { "when": "@.z", "drop": "items[*].b" }"#,
    #"{ "when": "@.z == 1", "drop": "items[*].a" }, { "drop": "items[*].b" }"#,
  ])
  func `what is not for it is left to the long way`(rule: String) throws {
    let plan = try Self.plan(Self.file(rule))
    let document = #"{"version":1,"items":[{"a":1,"b":2}],"z":1}"#
    #expect(Self.short(plan, document).outcome == .notMine)
  }

  /// A step is for documents that come before it; in those of its own version the old key is
  /// another member's.
  @Test func `what was renamed in one step is changed in the next`() throws {
    let rules = [
      #"{ "to": 2, "rules": [{ "rename": { "items": "lines" } }] }"#,
      #"{ "to": 3, "rules": [{ "drop": "lines[*].a" }] }"#,
    ]
    let plan = try Self.plan(
      rules.enumerated().map { RuleSource(name: "v\($0.offset + 2).json", text: $0.element) })
    let items = #"[{"a":1,"b":2}]"#
    for (old, new) in [
      (
        #"{"version":1,"items":\#(items),"z":1}"#,
        #"{"version":3,"lines":[{"b":2}],"z":1}"#
      ),
      (
        #"{"version":1,"lines":\#(items),"z":1}"#, #"{"version":3,"lines":[{"b":2}],"z":1}"#
      ),
      (
        #"{"version":2,"items":\#(items),"lines":\#(items)}"#,
        #"{"version":3,"items":\#(items),"lines":[{"b":2}]}"#
      ),
    ] {
      let short = Self.short(plan, old)
      #expect((short.outcome, short.text) == (.changed, new))
    }
    #expect(
      Self.short(plan, #"{"version":1,"items":\#(items),"lines":[]}"#).outcome == .notMine)
  }

  @Test(arguments: [
    #"{"a":1}"#, #"[{"a":1},2]"#, #"[{"a":1,"a":2}]"#, #"[{"a":1,"b":2},{"a":1,"c":2}]"#, "[[]]",
    #"[{"a":1,"b":2}],"items":[]"#, #"[{"b":2}]"#, #"[{"a":1,"b":2},]"#,
  ])
  func `an array that is out of the ordinary is left to the long way`(items: String) throws {
    let plan = try Self.plan(
      Self.file(#"{ "in": "items[*]", "rename": { "a": "c" }, "if-missing": "fail" }"#))
    let short = Self.short(plan, #"{"version":1,"items":\#(items),"z":1}"#)
    #expect(short.outcome == .notMine)
    #expect(short.text == "")
  }

  /// Of elements in which nothing is done it is remembered; of more than 64 names, some look the
  /// same.
  @Test func `elements that stay are not mixed up with others`() throws {
    var rules = ShortRules()
    let names = (0..<100).map { "key \($0)" }
    let asking = #"{ "in": "items[*]", "when": "@.a == 9 || @.b == 9", "drop": "a" }"#
    rules.steps = [
      [asking] + names.map { "{ \"rename\": { \"items[*]['\($0)']\": \"new \($0)\" } }" }
    ]
    var tally = Tally(seed: "")
    var pair = try Pair(rules, isDeep: true)
    for name in names {
      let items = Array(repeating: #"{"a":1,"z":2}"#, count: 3) + ["{\"\(name)\":1,\"z\":2}"]
      let document = #"{"items":[\#(items.joined(separator: ","))],"version":1}"#
      try pair.check(document, &tally, document)
    }
    #expect(tally.taken == 100)
  }

  /// A worker that has given up the first short way goes on with the second.
  @Test func `documents with and without such elements come out the same`() throws {
    let rules = try Migrator(rules: Self.file(#"{ "rename": { "items[*].a": "c" } }"#))
    var worker = try Worker(rules)
    for number in 0..<40 {
      let items = number % 3 == 0 ? "" : #""items":[{"a":\#(number),"b":2}],"#
      let bytes = try worker.migrate(Array("{\(items)\"version\":1}".utf8), named: "document")
      let expected = items.replacing("\"a\"", with: "\"c\"")
      #expect(String(decoding: bytes, as: UTF8.self) == "{\(expected)\"version\":2}")
    }
  }

  /// Where the version stands, or that it is missing, is known only once all was read.
  @Test(arguments: [
    (#""version":1,#"#, #""version":2,#"#), (#"#,"version":1"#, #"#,"version":2"#),
    ("#", #"#,"version":2"#), (#"#,"version":2"#, nil), (#"#,"version":3"#, nil),
  ])
  func `what waits for the version is done then`(frame: String, after: String?) throws {
    let rule = #"{ "drop": "items[*].a" }, { "when": "@.n", "set": { "o.y": 1 } }"#
    let format = RuleSource(name: "format.json", text: #"{ "version": { "missing": 1 } }"#)
    let plan = try Self.plan(Self.file(rule) + [format])
    let (items, o) = (#""items":[{"a":1,"b":2},{"a":2}]"#, #""o":{"x":1},"n":0"#)
    for parts in [[items, o], [o, items]] {
      let document = "{\(frame.replacing("#", with: parts.joined(separator: ",")))}"
      let done = parts.joined(separator: ",").replacing(#""a":1,"#, with: "")
        .replacing(#""a":2"#, with: "").replacing(#""x":1"#, with: #""x":1,"y":1"#)
      let short = Self.short(plan, document)
      #expect(short.text == after.map { "{\($0.replacing("#", with: done))}" } ?? "", "\(document)")
      #expect((short.outcome == .changed) == (after != nil))
    }
  }

  private static func file(_ rules: String) -> [RuleSource] {
    [RuleSource(name: "v2.json", text: "{ \"to\": 2, \"rules\": [\(rules)] }")]
  }

  private static func plan(_ files: [RuleSource], each: Bool = false) throws -> Plan {
    let format = RuleSource(name: "format.json", text: #"{ "each": "[*]" }"#)
    return try Migrator(rules: files + (each ? [format] : [])).plan(to: nil, from: nil)
  }

  private static func short(
    _ plan: Plan, _ document: String
  ) -> (outcome: FlatDocument.Outcome, text: String) {
    var flat = FlatDocument(plan.deepShortcut)
    var text = ByteBuffer()
    var out = ByteBuffer()
    text.append(contentsOf: document.utf8)
    text.seal()
    let outcome = flat.run(text.view, 0..<text.count, into: &out)
    return (outcome, String(decoding: out.view[0..<out.count], as: UTF8.self))
  }
}
