internal import JSONMigrationCore
package import JSONText

/// Rules that belong to no folder, to be tried on one value after the other.
///
/// They run as the rules of a step do: the clock stands, ids count up, and each value is a document
/// of its own, whose version is not asked.
package struct RuleTrial: ~Copyable {
  private let rules: [Rule]
  private var engine: Engine

  /// Reads a list of rules; nil where anything is wrong with it.
  package init?(_ rules: JSON) {
    let file: JSON = ["from": 1, "to": 2, "rules": rules]
    let source = RuleSource(name: "step.json", bytes: Array(file.description.utf8))
    guard
      let read = try? RuleSet(
        named: "", functions: [:],
        files: { folder in
          folder.isEmpty ? .success([source]) : nil
        })
    else { return nil }
    self.rules = read.format.chain.steps[0].rules
    engine = Engine(Planner(rules: read).planForEngine())
  }

  /// What the rules make of a value; nil where one of them fails.
  package mutating func result(for value: JSON) -> JSON? {
    result(for: Array(value.description.utf8))
  }

  /// What the rules make of a document; nil where one of them fails.
  package mutating func result(for document: [UInt8]) -> JSON? {
    bytes(for: document).flatMap { try? JSON(parsing: $0) }
  }

  /// What the rules make of a document, as it would be written; nil where one of them fails.
  mutating func bytes(for document: [UInt8]) -> [UInt8]? {
    let rules = rules
    return try? engine.bytes(for: document) { engine in
      engine.target = .integer(2)
      try engine.run(rules, in: nil)
    }
  }

  /// What the rules make of a document, and which of them had something to do, those in rules too;
  /// nil where one fails.
  package mutating func activity(on document: JSON) -> (result: JSON, acting: [Bool])? {
    engine.activity = Activity()
    defer { engine.activity = nil }
    guard let result = result(for: document) else { return nil }
    let counts = engine.activity?.counts ?? [:]
    var acting: [Bool] = []
    var pending = Array(rules.reversed())
    while let rule = pending.popLast() {
      acting.append(counts[ObjectIdentifier(rule)] != nil)
      pending += rule.verb.inner.rules.reversed()
    }
    return (result, acting)
  }
}
