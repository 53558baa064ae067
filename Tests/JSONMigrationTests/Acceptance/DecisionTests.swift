import JSONText
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// The fine print of the rule language: a small case for each option and each edge.
@Suite(Shared.isThere) struct DecisionTests {
  /// The topics of the second edition that are there.
  static let second = [
    "empty", "add-default", "scale", "fill", "text", "ignore-case", "rename-keys", "look-up",
    "dates", "migrate", "versions", "format",
  ]

  static let all =
    Shared.names(in: "acceptance/decisions").map { "decisions/\($0.dropLast(".json".count))" }
    + second.map { "second/\($0)" }

  @Test func `there are decisions`() {
    #expect(Self.all.count > 20 + Self.second.count)
  }

  @Test(arguments: all)
  func `decisions hold`(_ file: String) throws {
    let cases = try Decision.all(in: file)
    #expect(!cases.isEmpty)
    for decision in cases {
      let problem = decision.problem()
      #expect(problem == nil, "\(file): \(decision.name)")
    }
  }
}

/// A case of a decisions file.
struct Decision {
  let name: String
  let sources: [RuleSource]
  let target: Version?
  let before: [UInt8]
  let after: [UInt8]?
  let fails: String?
  let now: String?

  static func all(in file: String) throws -> [Decision] {
    let bytes = try Shared.bytes("acceptance/\(file).json")
    let (root, _) = try LocatedJSON.parse(bytes, dialect: .strict)
    guard case .array(let cases) = root.value else { return [] }
    return cases.compactMap { Decision($0, in: bytes) }
  }

  init?(_ value: LocatedJSON, in bytes: [UInt8]) {
    guard case .object(let members) = value.value else { return nil }
    func text(_ key: String) -> [UInt8]? {
      members.first { $0.key == key }.map { Array(bytes[$0.value.range]) }
    }
    var sources: [RuleSource] = []
    if let rules = text("rules") {
      sources.append(RuleSource(name: "format.json", bytes: Trial.format.utf8))
      sources.append(
        RuleSource(
          name: "v2.json", bytes: Array("{\"from\":1,\"to\":2,\"rules\":".utf8) + rules + [0x7D]))
    }
    if let format = text("format"), format != Array("null".utf8) {
      sources.append(RuleSource(name: "format.json", bytes: format))
    }
    if case .array(let steps)? = members.first(where: { $0.key == "steps" })?.value.value {
      for (index, step) in steps.enumerated() {
        sources.append(RuleSource(name: "step\(index).json", bytes: bytes[step.range]))
      }
    }
    guard case .string(let name)? = members.first(where: { $0.key == "name" })?.value.value,
      let before = text("before")
    else { return nil }
    self.name = name
    self.sources = sources
    self.before = before
    func word(_ key: String) -> String? {
      text(key).map { String(decoding: $0.dropFirst().dropLast(), as: UTF8.self) }
    }
    target = text("to").map { text in
      Int(String(decoding: text, as: UTF8.self)).map { .integer($0) }
        ?? .text(String(decoding: text.dropFirst().dropLast(), as: UTF8.self))
    }
    after = text("after")
    fails = word("fails")
    now = word("now")
  }

  /// What is wrong, or nil if the case holds.
  func problem() -> String? {
    do {
      var generator = GeneratedValues.fixed
      if let now { generator.now = { now } }
      var worker = try Worker(Migrator(rules: sources), to: target, generator: generator)
      let result = try worker.migrate(before, named: name)
      guard let after else {
        return "gave \(String(decoding: result, as: UTF8.self)), not \(fails ?? "")"
      }
      let isSame = OrderedJSON(before) == OrderedJSON(after)
      let holds = isSame ? result == before : OrderedJSON(result) == OrderedJSON(after)
      return holds ? nil : "gave \(String(decoding: result, as: UTF8.self))"
    } catch {
      return error.kind.rawValue == fails ? nil : "\(error)"
    }
  }
}
