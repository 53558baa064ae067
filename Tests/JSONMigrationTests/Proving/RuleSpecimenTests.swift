import JSONText
import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

/// Documents made from what a rule says, and changes that no document tells.
@Suite struct RuleSpecimenTests {
  @Test(arguments: [
    #"{ "rename": { "a": "b" }, "when": "@.kind == 'x' && @.n > 3" }"#,
    #"{ "in": "panels[?@.type == 'table' && length(@.styles) >= 3].styles[*]", "drop": "width" }"#,
    #"{ "in": "a[*].b[?!(@.c == false) && @.d]", "rules": [{ "in": "e", "set": { "f": 1 }, "when": "type(@.g) == 'array'" }] }"#,
    #"{ "map-values": "x", "table": { "one": 1, "two": 2 }, "otherwise": "keep" }"#,
    #"{ "drop": "a", "when": "match(@.code, '[A-Z]{2}-[0-9]+(x|y)?') || @.never" }"#,
    #"{ "in": "list[*]", "rename": { "a": "b" }, "when": "$.old == true && @.n != 4 && !empty(@.t)" }"#,
    #"{ "in": "list[2]", "split": "a", "by": ",", "into": ["x", "y"], "if-short": "leave-out" }"#,
    #"{ "in": "a[?@.n <= 2 && @.m < $.limit]", "copy": { "b": "c" }, "when": "search(@.s, '^(ab|c).[0-9]$')" }"#,
  ])
  func `a rule has something to do in a document made for it`(_ rule: String) throws {
    let source = RuleSource(name: "v2.json", text: "{ \"to\": 2, \"rules\": [\(rule)] }")
    let migrator = try Migrator(rules: [source])
    let format = migrator.rules.format
    let step = try #require(format.chain.steps.first)
    var trial = StepTrial(migrator.rules, format, step)
    let documents = RuleSpecimen.all(for: step, in: migrator.rules)
    let changed = documents.filter { trial.outcome(of: $0) != .after($0) }
    #expect(!changed.isEmpty, "\(documents.first ?? .null)")
  }

  @Test func `each of many rules has something to do in a document made for it`() throws {
    let cases = (0..<18).map { #"{ "is": "v\#($0)", "becomes": \#($0) }"# }.joined(separator: ", ")
    let inner = (0..<60).map {
      #"{ "map-values": "m\#($0)", "cases": [\#(cases)], "otherwise": "keep" }"#
    }
    let text =
      #"{ "to": 2, "rules": [{ "in": ["$", "$..[?@.in]"], "rules": [\#(inner.joined(separator: ", "))] }] }"#
    let migrator = try Migrator(rules: [RuleSource(name: "v2.json", text: text)])
    let step = try #require(migrator.rules.format.chain.steps.first)
    var trial = StepTrial(migrator.rules, migrator.rules.format, step)
    let all = RuleSpecimen.all(for: step, in: migrator.rules)
    for rule in 0..<60 {
      let key = "m\(rule)"
      #expect(all.contains { $0.description.utf8.count > 2 && $0[key] != nil }, "\(key)")
      let range = try #require(text.utf8.firstRange(of: Array("\"\(key)\"".utf8)))
      let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      let number = try #require(RuleSpecimen.number(of: step, at: start..<start + 1))
      #expect(number == rule + 1)
      let own = RuleSpecimen.all(for: number, of: step, in: migrator.rules)
      let last = own.filter { $0[key] == "v17" }
      #expect(last.contains { trial.outcome(of: $0) != .after($0) }, "\(key)")
      #expect(own.contains { $0.array?.first?["in"] != nil }, "both scopes")
    }
  }

  @Test(arguments: [
    "a+b?c*", "[0-9]{4}-[0-9]{2}", "(one|two)\\.(x|y)", "[^a]b", "\\p{Lu}x", "\\$\\{(.+)\\}", "",
    "(a(b|c)){2,3}",
  ])
  func `texts that a pattern fits are read off it`(_ text: String) throws {
    let examples = try Pattern(text, .patterns).examples(isWhole: true)
    #expect(!examples.isEmpty)
    for example in examples {
      let found = try Pattern(text, .patterns).wholeMatch(of: Array(example.utf8))
      #expect(found != nil, "\(example)")
    }
  }

  @Test func `other ways through a pattern give other texts`() throws {
    let examples = try Pattern("(one|two|six)[a-f]x?", .patterns).examples(isWhole: true)
    for part in ["one", "two", "six", "a", "f", "x"] {
      #expect(examples.contains { $0.contains(part) }, "\(part) in \(examples)")
    }
    #expect(examples.contains { !$0.hasSuffix("x") }, "\(examples)")
  }

  @Test(arguments: [
    (#"{ "set": { "a.b": 1 } }"#, false), (#"{ "set": { "a": 1, "b": 2 } }"#, true),
    (#"{ "set": { "a[*].b": 1 } }"#, false),
    (#"{ "add-default": { "a": 1 } }"#, true), (#"{ "drop": "a" }"#, false),
    (#"{ "drop": "a.b", "when": "@.a.b.c == 1" }"#, true),
    (#"{ "drop": "a.b", "when": "@.a.b != 1" }"#, false),
    (#"{ "rename": { "a": "b" }, "when": "type(@.a) == 'string'" }"#, true),
    (#"{ "rename": { "a": "b" }, "when": "type(@.a) == 'missing'" }"#, false),
    (#"{ "rename": { "a": "b" }, "when": "type(@.a) != 'missing'" }"#, true),
    (#"{ "rename": { "a": "b", "c": "d" }, "when": "@.a" }"#, false),
    (#"{ "wrap": "a", "under": "b", "when": "@.a == 1 || match(@.a, 'x')" }"#, true),
    (#"{ "wrap": "a", "under": "b", "when": "@.a == 1 || @.b" }"#, false),
    (#"{ "wrap": "a", "under": "b", "when": "!empty(@.a) && @.c" }"#, true),
    (#"{ "wrap": "a", "under": "b", "when": "!(@.a != 1)" }"#, true),
    (#"{ "in": "x[?@.a == null]", "drop": "a" }"#, true),
    (#"{ "in": "x[?@.a == null].y", "drop": "a" }"#, false),
    (#"{ "drop": "a", "when": "$.a" }"#, false),
  ])
  func `what is always there is never missing`(_ rule: String, _ isThere: Bool) throws {
    let members = try #require(try JSON(parsing: rule).object)
    #expect(Equivalents.neverMisses(members) == isThere)
  }

  @Test func `cases for different values may stand in any order`() throws {
    let one: JSON = ["is": true, "becomes": 1]
    #expect(Equivalents.areExclusive(one, ["is": false, "becomes": 0]))
    #expect(!Equivalents.areExclusive(one, ["is": true, "becomes": 0]))
    #expect(!Equivalents.areExclusive(["is": 1, "becomes": 0], ["is": 1.0, "becomes": 0]))
    #expect(!Equivalents.areExclusive(one, ["below": 3, "becomes": 0]))
  }
}
