import JSONText
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

@Suite struct ShapeFlowTests {
  /// A document with some of its values from another one.
  private static func mixed(_ document: JSON, _ material: inout Material) -> JSON {
    var mixed = document
    let other = material.document()
    for _ in 0..<Int.random(in: 1...3, using: &material.random) {
      guard case .object(let members) = other,
        let member = members.randomElement(using: &material.random)
      else { continue }
      if member.key == "version" { continue }
      mixed[member.key] = material.once(in: 4) ? nil : member.value
    }
    return mixed
  }

  @Test(arguments: Verbs.all.map { $0.spec }.filter { $0.name != "call" })
  func `each verb tells what it makes of shapes`(_ spec: VerbSpec) throws {
    let rules = try Trial(rules: spec.example.rule, files: spec.example.files).migrator.rules
    let rule = try #require(rules.format.chain.steps.first?.rules.first)
    for act in rule.effects.acts {
      switch act {
      case .change(_, let function), .make(_, _, let function):
        #expect(function is any ShapeFunction)
      default: break
      }
    }
  }

  @Test func `results of random rules are of the carried shape, and failures are foreseen`() throws
  {
    var material = Material()
    let seed = "\(material.random)"
    var (results, failures) = (0, 0)
    let rounds = Amount.of(25, thorough: 80)
    for round in 0..<rounds {
      let chain = try RuleChain(&material)
      let documents = [chain.document] + (0..<6).map { _ in Self.mixed(chain.document, &material) }
      var check = FlowCheck(try chain.migrator())
      if let problem = try check.problem(documents, of: FlowCheck.shapes(of: documents)) {
        Issue.record("\(chain)\n\(problem)\nround \(round), \(seed)")
        return
      }
      results += check.results
      failures += check.failures
    }
    // Thoroughly there are more shapes of the same documents.
    let least = Amount.of((results: 200, failures: 12), thorough: (results: 960, failures: 80))
    #expect(results > least.results && failures > least.failures, "\(results), \(failures)")
  }
}

/// What is kept beside a value is no place that `if-missing` asks about.
@Suite struct KeptShapeTests {
  @Test(arguments: ["fail", "skip"])
  func `a value that is set and kept is of the carried shape`(_ word: String) throws {
    let step: JSON = [
      "to": 2, "rules": [["set": ["a.b": 1], "stash": true, "if-missing": .string(word)]],
    ]
    let migrator = try Migrator(rules: [
      RuleSource(name: "format.json", text: #"{ "stash": "_old" }"#),
      RuleSource(name: "v2.json", text: step.description),
    ])
    let documents: [JSON] = [
      ["version": 1, "a": [:]], ["version": 1, "a": ["b": 2]], ["version": 1, "a": ["c": 2]],
    ]
    var check = FlowCheck(migrator)
    #expect(try check.problem(documents, of: FlowCheck.shapes(of: documents)) == nil)
    #expect(check.results > documents.count)
    for document in documents {
      var alone = FlowCheck(migrator)
      #expect(try alone.problem([document], of: FlowCheck.shapes(of: [document])) == nil)
    }
  }
}

/// The same with the acceptance cases.
@Suite(Shared.isThere) struct ShapeFlowAcceptanceTests {
  @Test(arguments: DecisionTests.all)
  func `results of decisions are of the carried shape`(_ file: String) throws {
    // `.ci/shapes` goes over all with more documents.
    let share = Amount.of(12, thorough: 3)
    let first = DecisionTests.all.firstIndex(of: file) ?? 0
    for (number, decision) in try Decision.all(in: file).enumerated()
    where (number + first) % share == 0 {
      if decision.fails == "bad-rules" { continue }
      let migrator = try Migrator(rules: decision.sources)
      // What has a key twice has no value.
      guard let before = try? JSON(parsing: decision.before) else { continue }
      let documents = [before] + variations(of: before, migrator, count: 2)
      var check = FlowCheck(migrator, to: decision.target)
      // Going back is not carried.
      guard decision.target == nil || decision.target == migrator.newest else { continue }
      let problem = try check.problem(documents, of: FlowCheck.shapes(of: documents))
      #expect(
        problem == nil,
        "\(decision.name): \(decision.sources.map { String(decoding: $0.bytes, as: UTF8.self) })")
    }
  }

  @Test(arguments: Self.folders)
  func `results of a folder are of the carried shape`(_ folder: CaseFolder) throws {
    let migrator = try folder.migrator()
    let befores = try folder.cases().prefix(Amount.of(2, thorough: .max))
      .compactMap { try? JSON(parsing: $0.before) }
    let first = try #require(befores.first)
    let documents = befores + variations(of: first, migrator, count: Amount.of(1, thorough: 2))
    var check = FlowCheck(migrator)
    let problem = try check.problem(documents, of: FlowCheck.shapes(of: documents))
    #expect(problem == nil)
  }

  /// `.ci/shapes` takes all of them.
  private static let folders =
    CaseFolder.stories
    + CaseFolder.corpora.enumerated().filter { $0.offset % Amount.of(3, thorough: 1) == 0 }
    .map(\.element)

  private func variations(of document: JSON, _ migrator: Migrator, count: Int) -> [JSON] {
    let steps = migrator.rules.format.chain.steps
    let sources = RuleSources(migrator.rules)
    var specimens = Specimens(
      for: steps.map {
        (migrator.rules, migrator.rules.format, $0, sources.step($0)["rules"] ?? [])
      },
      from: [document])
    return (0..<count).map { _ in
      var next = specimens.next()
      if next.object != nil { next["version"] = document["version"] }
      return next
    }
  }
}
