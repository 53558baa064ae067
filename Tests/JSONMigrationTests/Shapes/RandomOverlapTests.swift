import JSONText
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

/// Random rules of two paths out of few, so that most overlap.
@Suite struct RandomOverlapTests {
  private static let paths = [
    "a", "a.b", "a.b.c", "a.*", "*.b", "c", "l", "l[*]", "l[0]", "l[*].b", "l[0].b",
    "l[?@.b].c", "l[?@.b == 1].b", "$.a", "$..b",
  ]
  private static let values: [JSON] = [1, 2, "x", nil, [:], [], ["b": 1], ["b": ["c": "x"]]]
  private static let lists: [JSON] = [
    [], [["b": 1]], [["b": 1, "c": 2], [:]], [["b": []]], ["x"], [["b": ["b": 1]], ["c": 1]],
  ]

  private static func document(_ material: inout Material) -> JSON {
    var members: JSONObject = ["version": 1]
    for name in ["a", "c", "b"] where material.once(in: 2) {
      members[name] = material.one(of: values)
    }
    if material.once(in: 2) { members["l"] = material.one(of: lists) }
    return .object(members)
  }

  private static func rule(_ material: inout Material) -> JSON {
    let two = (0..<2).map { _ in material.one(of: paths) }
    let both = JSON.array(two.map { .string($0) })
    func pairs(_ value: (inout Material) -> JSON) -> JSON {
      var pairs = JSONObject()
      for path in two { pairs[path] = value(&material) }
      return .object(pairs)
    }
    var rule: JSONObject
    switch material.one(of: Array(0..<13)) {
    case 0: rule = ["add-default": pairs { $0.one(of: values) }]
    case 1: rule = ["set": pairs { $0.one(of: values) }]
    case 2: rule = ["rename": pairs { .string($0.one(of: ["a", "b", "c", "d"])) }]
    case 3: rule = ["move": pairs { .string($0.one(of: ["a", "a.b", "c", "d", "d.e"])) }]
    case 4: rule = ["copy": pairs { .string($0.one(of: ["a", "a.b", "c", "d", "d.e"])) }]
    case 5: rule = ["join": both, "with": " ", "into": .string(material.one(of: ["a", "c", "d"]))]
    case 6: rule = ["concat": both, "into": .string(material.one(of: ["a", "c", "l", "d"]))]
    case 7: rule = ["drop": both]
    case 8: rule = ["wrap": both]
    case 9:
      rule = ["map-values": both, "cases": [["is": 1, "becomes": 2], ["is": 2, "becomes": "x"]]]
      rule["otherwise"] = "keep"
    case 10: rule = ["unnest": both]
    case 11:
      rule = ["nest": ["a", "b"], "under": .string(material.one(of: ["a", "a.b", "d", "b.c"]))]
    default: rule = ["append": pairs { $0.one(of: values) }]
    }
    let target = rule.first.flatMap { Verbs.named($0.key)?.spec.hasTarget } ?? false
    if target, material.once(in: 2) { rule["if-exists"] = material.one(of: ["keep", "overwrite"]) }
    let hasSource = rule.first.flatMap { Verbs.named($0.key)?.spec.hasSource } ?? false
    if hasSource, material.once(in: 4) { rule["if-missing"] = "fail" }
    return .object(rule)
  }

  @Test func `results of rules whose paths overlap are of the carried shape`() throws {
    var material = Material()
    let seed = "\(material.random)"
    var (results, failures) = (0, 0)
    for round in 0..<Amount.of(120, thorough: 600) {
      let rule = Self.rule(&material)
      let step: JSON = ["to": 2, "rules": [rule]]
      let source = RuleSource(name: "v2.json", text: step.description)
      // Some of them are mistakes.
      guard let migrator = try? Migrator(rules: [source]) else { continue }
      let documents = (0..<8).map { _ in Self.document(&material) }
      var check = FlowCheck(migrator)
      if let problem = try check.problem(documents, of: FlowCheck.shapes(of: documents)) {
        Issue.record("\(rule)\n\(problem)\nround \(round), \(seed)")
      }
      results += check.results
      failures += check.failures
    }
    #expect(results > 1_000 && failures > 100, "\(results), \(failures)")
  }
}
