import JSONText
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

@Suite struct TraceTests {
  /// What a trace says, a line for each step and each edit.
  private static func lines(of trace: Trace) -> [String] {
    func shown(_ spot: Trace.Spot?) -> String {
      spot.map { "\($0.path) \(String(decoding: $0.value, as: UTF8.self))" } ?? "-"
    }
    return trace.steps.flatMap { step in
      ["\(step.path): \(step.from) to \(step.to)"]
        + step.edits.map { edit in
          let verb = edit.rule.map { trace.rules[$0].verb } ?? "version"
          return "  \(verb): \(shown(edit.before)) > \(shown(edit.after))"
        }
    }
  }

  private static func trace(
    _ steps: [String], _ document: String, to target: Version? = nil,
    files: [RuleSource] = [], at path: String? = nil
  ) throws -> (trace: Trace, history: Trace.History?) {
    let sources = steps.enumerated().map {
      RuleSource(name: "step\($0.offset).json", bytes: $0.element.utf8)
    }
    let migrator = try Migrator(rules: sources + files)
    var worker = try Worker(migrator, to: target)
    let trace = worker.trace(document)
    let history = try path.flatMap { try worker.history(of: JSONPath(rule: $0), in: trace) }
    return (trace, history)
  }

  @Test func `of each document the rules are told that found nothing in it`() throws {
    let rules = #"""
      { "to": 2, "rules": [
        { "migrate": "c", "with": "." }, { "migrate": "d", "with": "d" }, { "rename": { "H": "h" } },
        { "in": "h", "rename": { "a": "b" }, "when": "@.k == 'x'" }
      ] }
      """#
    let nested = #"{ "to": 2, "rules": [{ "drop": "x" }] }"#
    let trace = try Self.trace(
      [rules],
      #"{"version":1,"H":{"k":"y","a":1},"c":{"version":1},"d":{"version":1}}"#,
      files: [RuleSource(name: "d/v2.json", bytes: nested.utf8)]
    ).trace
    let idle = trace.steps.map { step in
      ["\(step.path)"] + step.idle.map { "\($0.rule.verb): \($0.reason ?? "")" }
    }
    #expect(
      idle == [
        ["$", "rename: `@.k == 'x'` holds nowhere"],
        [
          "$.c", "migrate: the document has no `c`", "migrate: the document has no `d`",
          "rename: the document has no `H`", "rename: the document has no `h`",
        ],
        ["$.d", "drop: the document has no `x`"],
      ], "\(idle)")
  }

  @Test func `each edit is told, with its rule, its place and its value`() throws {
    let rules = #"""
      { "to": 2, "rules": [
        { "rename": { "a": "b" } }, { "add-default": { "c": { "d": 1 } } },
        { "rename": { "c.d": "e" } }, { "map-values": "s", "table": { "x": "y" } },
        { "drop": "list[0]" }, { "split": "n", "by": " ", "into": ["f", "l"] },
        { "nest": ["f"], "under": "p" }, { "wrap": "s" }, { "set": { "b": 1.0 } }
      ] }
      """#
    let document = #"{"a": 1.0, "s": "x", "list": [1, {"k": 2}], "n": "A B"}"#
    let (trace, _) = try Self.trace([rules], document)
    #expect(
      Self.lines(of: trace) == [
        "$: 1 to 2",
        "  rename: $.a 1.0 > $.b 1.0",
        #"  add-default: - > $.c {"d":1}"#,
        "  rename: $.c.d 1 > $.c.e 1",
        #"  map-values: $.s "x" > $.s "y""#,
        "  drop: $.list[0] 1 > -",
        #"  split: $.n "A B" > -"#,
        #"  split: - > $.f "A""#,
        #"  split: - > $.l "B""#,
        #"  nest: $.f "A" > $.p.f "A""#,
        #"  nest: - > $.p {"f":"A"}"#,
        #"  wrap: $.s "y" > $.s[0] "y""#,
        #"  wrap: - > $.s ["y"]"#,
        "  version: - > $.version 2",
      ])
    #expect(trace.rules.first?.place.file == "rules/step0.json")
    #expect(trace.rules.first?.place.span?.line == 2)
    #expect(trace.steps.first?.before == Array(document.utf8))
  }

  @Test func `each step has the text before and after, and the last one the version`() throws {
    let steps = [
      #"{ "to": 2, "rules": [{ "rename": { "a": "b" } }] }"#,
      #"{ "to": 3, "rules": [{ "add-default": { "c": 0 } }] }"#,
    ]
    let (trace, _) = try Self.trace(steps, #"{ "a": 1 }"#)
    let texts = trace.steps.map {
      [$0.before, $0.after].map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(
      texts == [
        [#"{ "a": 1 }"#, #"{ "b": 1 }"#],
        [#"{ "b": 1 }"#, #"{ "b": 1, "c": 0, "version": 3 }"#],
      ])
  }

  @Test func `a step back is one, too, and what is run only to see is not told`() throws {
    let steps = [
      #"{ "to": 2, "rules": [{ "split": "n", "by": " ", "into": ["f", "l"] }] }"#,
      #"{ "to": 3, "rules": [{ "rename": { "f": "g" } }] }"#,
    ]
    let (trace, _) = try Self.trace(
      steps, #"{"g":"A","l":"B","version":3}"#, to: .integer(1))
    #expect(
      Self.lines(of: trace) == [
        "$: 3 to 2", #"  rename: $.g "A" > $.f "A""#,
        "$: 2 to 1", #"  split: $.f "A" > -"#, #"  split: $.l "B" > -"#,
        #"  split: - > $.n "A B""#, "  version: $.version 3 > $.version 1",
      ])
  }

  @Test func `a value that takes its own place is told as what it is`() throws {
    let same = #"{ "set": { "d": "{d}" }, "fill": true }, { "add-default": { "d.z": 1 } }"#
    let document = #"{"d":{"f":["p"],"e":1}}"#
    let (trace, _) = try Self.trace([#"{ "to": 2, "rules": [\#(same)] }"#], document)
    #expect(Self.lines(of: trace).dropFirst().first == "  add-default: - > $.d.z 1")
    let changed = #"{ "set": { "d.f": 1, "d": "{d}" }, "fill": true }, { "drop": "d.e" }"#
    let (other, _) = try Self.trace([#"{ "to": 2, "rules": [\#(changed)] }"#], document)
    #expect(Self.lines(of: other).contains("  drop: $.d.e 1 > -"))
    #expect(other.steps.flatMap(\.edits).allSatisfy { $0.after?.path.contains("$.d[") != true })
  }

  @Test func `nested documents, and each of many, have steps of their own`() throws {
    let files = [
      RuleSource(name: "format.json", bytes: #"{ "each": "[*]" }"#.utf8),
      RuleSource(
        name: "user/v2.json", bytes: #"{ "to": 2, "rules": [{ "rename": { "a": "b" } }] }"#.utf8),
    ]
    let rules = #"{ "to": 2, "rules": [{ "migrate": "u", "with": "user" }, { "drop": "x" }] }"#
    let (trace, _) = try Self.trace(
      [rules], #"[{"version":2},{"u":{"a":1},"x":0}]"#, files: files)
    #expect(
      Self.lines(of: trace) == [
        "$[1]: 1 to 2", "  drop: $[1].x 0 > -", "  version: - > $[1].version 2",
        "$[1].u: 1 to 2", "  rename: $[1].u.a 1 > $[1].u.b 1",
        "  version: - > $[1].u.version 2",
      ])
    #expect(trace.documents.map(\.path) == ["$[0]", "$[1]", "$[1].u"])
    #expect(trace.documents.map(\.version) == [.integer(2), .integer(1), .integer(1)])
  }

  @Test func `the road up to a failure is told`() throws {
    let steps = [
      #"{ "to": 2, "rules": [{ "rename": { "a": "b" } }] }"#,
      #"{ "to": 3, "rules": [{ "drop": "x" }, { "require": "@.c" }] }"#,
    ]
    let (trace, _) = try Self.trace(steps, #"{"a":1,"x":0}"#)
    #expect(trace.failure?.kind == .invalidValue)
    #expect(
      Self.lines(of: trace) == [
        "$: 1 to 2", "  rename: $.a 1 > $.b 1", "$: 2 to 3", "  drop: $.x 0 > -",
      ])
    let (broken, _) = try Self.trace(steps, "{")
    #expect(broken.failure?.kind == .badJSON)
    #expect(broken.steps.isEmpty)
  }

  static let histories: [(path: String, edits: [String], origin: String?)] = [
    ("o.p.b", ["$.a", "$.b"], "1"), ("o.c", ["$.c"], "2"), ("new.k", ["-"], nil),
    ("list[0]", [], "[7]"), ("list[0][0]", [], "7"), ("over.x", ["$.over"], nil),
    ("l", ["-"], nil), ("same", [], "true"), ("w[0]", ["$.w"], "5"),
    ("map.m", ["$.map"], #""m""#),
  ]

  @Test(arguments: histories.indices)
  func `the history of a value leads to where it came from`(_ index: Int) throws {
    let expected = Self.histories[index]
    let rules = [
      #"""
      { "to": 2, "rules": [
        { "rename": { "a": "b" } }, { "set": { "new": { "k": 1 }, "over": { "x": 2 } } },
        { "nest": ["b"], "under": "p" }, { "drop": "list[0]" }, { "wrap": "w" }
      ] }
      """#,
      #"""
      { "to": 3, "rules": [
        { "nest": ["p", "c"], "under": "o" }, { "split": "n", "by": " ", "into": ["f", "l"] },
        { "to-object": "map", "key": "id", "value": "v" }
      ] }
      """#,
    ]
    let document = #"""
      {"a":1,"c":2,"list":[3,[7]],"over":{"x":1},"n":"A B","same":true,"w":5,
       "map":[{"id":"m","v":"m"}]}
      """#
    let found = try Self.trace(rules, document, at: expected.path).history
    let history = try #require(found)
    let text = Array(document.utf8)
    #expect(
      history.origin.map { String(decoding: text[$0], as: UTF8.self) } == expected.origin)
    let places = history.edits.map { $0.edit.before?.path ?? "-" }
    #expect(expected.edits.allSatisfy { places.contains($0) }, "\(places)")
    #expect(expected.edits.isEmpty == places.isEmpty, "\(places)")
  }

  @Test(arguments: [("r", "4"), ("o.m", "[1, 2]"), ("stays", "7")])
  func `a value that was changed comes from where it was before`(
    _ path: String, _ origin: String
  ) throws {
    let rules = [
      #"""
      { "to": 2, "rules": [
        { "rename": { "s": "r" } }, { "scale": "r", "by": 2 }, { "scale": "stays", "by": 2 },
        { "move": { "m": "o.m" } }, { "set": { "o.m": true } }
      ] }
      """#
    ]
    let document = #"{ "s": 4, "m": [1, 2], "stays": 7 }"#
    let history = try #require(try Self.trace(rules, document, at: path).history)
    let bytes = try #require(history.origin)
    #expect(String(decoding: Array(document.utf8)[bytes], as: UTF8.self) == origin)
  }

  @Test func `a history goes through split and join, each value to its own sources`() throws {
    let rules = [
      #"""
      { "to": 2, "rules": [
        { "rename": { "called": "name" } },
        { "in": "all[*]", "join": ["first", "last"], "with": " ", "into": "name" }
      ] }
      """#,
      #"""
      { "to": 3, "rules": [
        { "split": "name", "by": " ", "into": ["given", "family"] },
        { "in": "all[*]", "split": "name", "by": " ", "into": ["a", "b"] }
      ] }
      """#,
    ]
    let document = #"""
      {"called":"A B","all":[{"first":"C","last":"D"},{"first":"E","last":"F"}]}
      """#
    func sources(_ history: Trace.History) -> String {
      let path = history.spot.path
      return history.sources.isEmpty
        ? path : "\(path) (\(history.sources.map(sources).joined(separator: ", ")))"
    }
    func shown(_ path: String) throws -> String {
      sources(try #require(try Self.trace(rules, document, at: path).history))
    }
    #expect(try shown("family") == "$.family ($.name)")
    #expect(
      try shown("all[1].b") == "$.all[1].b ($.all[1].name ($.all[1].first, $.all[1].last))")
    let family = try #require(try Self.trace(rules, document, at: "family").history)
    let source = try #require(family.sources.first)
    let text = Array(document.utf8)
    #expect(source.origin.map { String(decoding: text[$0], as: UTF8.self) } == #""A B""#)
    #expect(source.edits.map { $0.edit.before?.path } == ["$.called", "$.name"])
    #expect(family.origin == nil)
  }

  @Test func `a history leads nowhere where there is no value`() throws {
    let rules = [#"{ "to": 2, "rules": [{ "drop": "a" }] }"#]
    #expect(try Self.trace(rules, #"{"a":1}"#, at: "a").history == nil)
    #expect(try Self.trace(rules, #"{"a":1}"#, at: "b[0]").history == nil)
  }
}

extension Worker {
  mutating func trace(_ document: String) -> Trace {
    withText { text in
      text.truncate(to: 0)
      text.append(contentsOf: document.utf8)
    }
    return trace(0..<document.utf8.count, named: "a.json")
  }
}
