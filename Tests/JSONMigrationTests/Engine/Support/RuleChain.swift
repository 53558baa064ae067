import JSONText

@testable import JSONMigration
@testable import JSONMigrationCore

/// A chain of steps, and a document of its first version that it takes.
struct RuleChain: CustomStringConvertible {
  var steps: [[JSON]] = [[]]
  let document: JSON

  /// A chain made for a document; `returns` for rules that can go back only.
  init(_ material: inout Material, returns: Bool = false) throws {
    document = material.document()
    var current = document
    for _ in 0..<Int.random(in: 2...6, using: &material.random) {
      if material.once(in: 3), steps[steps.count - 1].count > 0 { steps.append([]) }
      guard let rule = material.rule(for: current, returns: returns) else { continue }
      if returns, try !Self.canReturn(rule, on: current) { continue }
      guard let result = Self.result(of: rule, on: current) else {
        // Some fail, but not most.
        if !returns, material.once(in: 12) { steps[steps.count - 1].append(rule) }
        continue
      }
      current = result
      steps[steps.count - 1].append(rule)
    }
    if !returns, material.once(in: 4) { addOthers(&material, current) }
  }

  /// Adds many rules that were made for other documents, so that most find nothing.
  private mutating func addOthers(_ material: inout Material, _ document: JSON) {
    var current = document
    for _ in 0..<14 {
      let other = material.document()
      guard let rule = material.rule(for: other, returns: false),
        let result = Self.result(of: rule, on: current)
      else { continue }
      current = result
      steps[steps.count - 1].append(rule)
    }
  }

  /// What a rule makes of a document; nil if it fails.
  static func result(of rule: JSON, on document: JSON) -> JSON? {
    var text: [UInt8] = []
    document.write(into: &text)
    let migrator = try? RuleChain(steps: [[rule]], document: document).migrator()
    guard let bytes = try? migrator?.migrate(text), var result = try? JSON(parsing: bytes) else {
      return nil
    }
    result.object?["version"] = 1
    return result
  }

  private static func canReturn(_ rule: JSON, on document: JSON) throws -> Bool {
    try RuleChain(steps: [[rule]], document: document).migrator().rulesWithoutWayBack.isEmpty
  }

  init(steps: [[JSON]], document: JSON) {
    self.steps = steps
    self.document = document
  }

  func migrator() throws(MigrationError) -> Migrator {
    let format = RuleSource(name: "format.json", text: #"{ "stash": "_old" }"#)
    return try Migrator(
      rules: [format]
        + steps.enumerated().map { index, rules in
          let step: JSON = ["to": .number(JSONNumber(index + 2)), "rules": .array(rules)]
          return RuleSource(name: "v\(index + 2).json", bytes: step.description.utf8)
        })
  }

  var description: String {
    steps.map { JSON.array($0).description }.joined(separator: "\n") + "\n\(document)"
  }
}
