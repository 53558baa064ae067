import JSONText
import TestSupport
import Testing

@testable import JSONMigration

/// The fine print of the rule language: a small case for each option and each edge.
@Suite(Shared.isThere) struct DecisionTests {
  static let files = Shared.names(in: "acceptance/decisions").map {
    String($0.dropLast(".json".count))
  }

  @Test func `there are decisions`() {
    #expect(Self.files.count > 20)
  }

  @Test(arguments: files)
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

  static func all(in file: String) throws -> [Decision] {
    let bytes = try Shared.bytes("acceptance/decisions/\(file).json")
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
    target = text("to").flatMap { Int(String(decoding: $0, as: UTF8.self)) }.map { .integer($0) }
    after = text("after")
    fails = text("fails").map { String(decoding: $0.dropFirst().dropLast(), as: UTF8.self) }
  }

  /// What is wrong, or nil if the case holds.
  func problem() -> String? {
    do {
      var worker = try Worker(Migrator(rules: sources), to: target)
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
