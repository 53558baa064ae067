import JSONText
import TestSupport
import Testing

@testable import JSONMigrationCore

/// What holds for all rules and all documents.
@Suite struct EnginePropertyTests {
  /// Runs a body on chains of rules; the first that fails says how to have it again.
  private static func chains(
    _ count: Int, returns: Bool = false,
    _ body: (inout Material, RuleChain) throws -> Bool
  ) throws {
    var material = Material()
    let seed = "\(material.random)"
    let count = Amount.of(count / 4, thorough: count)
    var fired = 0
    for round in 0..<count {
      let chain = try RuleChain(&material, returns: returns)
      do {
        if try body(&material, chain) { fired += 1 }
      } catch {
        Issue.record("\(error); round \(round), \(seed)\n\(chain)")
        return
      }
    }
    #expect(fired * 2 > count, "rules fired in \(fired) of \(count)")
  }

  @Test func `the way doesn't depend on the guide`() throws {
    try Self.chains(120) { material, chain in
      let migrator = try chain.migrator()
      let text = material.text(of: chain.document)
      var worker = try Worker(migrator)
      let expected = Ending { try worker.migrate(text, named: "a") }
      let planned = migrator.plan.longWay.means.guide
      for guide in [planned, .nothing, .everything, material.guide(), material.guide()] {
        var engine = Engine(migrator.plan.guided(by: guide))
        let outcome = Ending { try engine.migrate(text) }
        try check(outcome == expected, "\(outcome) in place of \(expected)")
      }
      return try chain.fires(on: text)
    }
  }

  @Test(Shared.isThere) func `acceptance cases don't depend on the guide, and run once`() throws {
    for folder in CaseFolder.stories + CaseFolder.corpora {
      let migrator = try folder.migrator()
      let format = migrator.rules.format
      let tells: Bool = if case .probes = format.missing { true } else { format.isStamped }
      for one in try folder.cases() {
        var engine = Engine(migrator.plan)
        let expected = Ending { try engine.migrate(one.before) }
        for guide in [Guide.nothing, .everything] {
          var engine = Engine(migrator.plan.guided(by: guide))
          let outcome = Ending { try engine.migrate(one.before) }
          #expect(outcome == expected, "\(folder.path)/\(one.name)")
        }
        if tells, case .after(let result) = expected {
          let again = Ending { try engine.migrate(result) }
          #expect(again == expected, "\(folder.path)/\(one.name)")
        }
      }
    }
  }

  @Test func `a chain in one plan is its steps, one by one, with text between`() throws {
    try Self.chains(120) { material, chain in
      let migrator = try chain.migrator()
      let text = material.text(of: chain.document)
      let outcome = Ending { try migrator.migrate(text, named: "a") }
      let steps = Ending {
        var text = text
        for version in 2..<chain.steps.count + 2 {
          var worker = try Worker(migrator, to: .integer(version))
          text = try worker.migrate(text, named: "a")
        }
        return text
      }
      try check(outcome.means(steps), "\(steps) in place of \(outcome)")
      return try chain.fires(on: text)
    }
  }

  @Test
  func `what goes forward and back is the same JSON, and where rules are exact it always does`()
    throws
  {
    var counts = (exact: 0, checked: 0)
    try Self.chains(250, returns: true) { material, chain in
      let migrator = try chain.migrator()
      let text = material.text(of: chain.document)
      // Rules were drawn one by one: what is stashed has other names in a chain.
      guard let current = try? migrator.migrate(text, named: "a") else { return false }
      var worker = try Worker(migrator, to: .integer(1))
      let back = Ending { try worker.migrate(current, named: "a") }
      let isExact = migrator.isExact
      if case .after(let bytes) = back {
        let result = try JSON(parsing: bytes)
        try check(result.pruned == chain.document.pruned, "\(result)")
        if isExact { counts.exact += 1 } else { counts.checked += 1 }
      } else {
        try check(!isExact, "\(back)")
      }
      return try chain.fires(on: text)
    }
    let least = Amount.of(6, thorough: 20)
    #expect(counts.exact > least && counts.checked > least, "\(counts)")
  }

  @Test func `a failure adds nothing and leaves nothing behind`() throws {
    var failed = 0
    try Self.chains(120) { material, chain in
      let migrator = try chain.migrator()
      let good = material.text(of: chain.document)
      let bad = material.text(of: material.document())
      let text = bad + good
      var worker = try Worker(migrator)
      worker.withText { $0.append(contentsOf: text) }
      var out = ByteBuffer()
      let first = Ending { try worker.append(0..<bad.count, to: &out) }
      if case .fails = first {
        failed += 1
        try check(out.count == 0, "\(out.count) bytes were added")
      }
      let second = Ending { try worker.append(bad.count..<text.count, to: &out) }
      let alone = Ending { try migrator.migrate(good, named: "a") }
      try check(second == alone, "\(second) in place of \(alone)")
      let kept = worker.withText { $0.view[0..<$0.count].array }
      try check(kept == text, "the text was changed")
      return try chain.fires(on: good)
    }
    #expect(failed > Amount.of(4, thorough: 12), "\(failed)")
  }

  @Test func `a second run changes nothing`() throws {
    try Self.chains(120) { material, chain in
      let migrator = try chain.migrator()
      let text = material.text(of: chain.document)
      guard case .after(let result) = Ending({ try migrator.migrate(text, named: "a") }) else {
        return false
      }
      var worker = try Worker(migrator)
      let again = Ending { try worker.migrate(result, named: "a") }
      try check(again == .after(result), "\(again)")
      return try chain.fires(on: text)
    }
  }

  @Test func `a trace ends with the result, and its edits lead there`() throws {
    try Self.chains(120) { material, chain in
      let migrator = try chain.migrator()
      let text = material.text(of: chain.document)
      let expected = Ending { try migrator.migrate(text, named: "a") }
      var worker = try Worker(migrator)
      let trace = worker.trace(String(decoding: text, as: UTF8.self))
      let outcome = Ending {
        if let failure = trace.failure { throw failure }
        return trace.steps.last?.after ?? text
      }
      try check(outcome.means(expected), "\(outcome) in place of \(expected)")
      for (step, next) in zip(trace.steps, trace.steps.dropFirst()) {
        try check(step.after == next.before, "a step begins with something else")
      }
      return try chain.fires(on: text)
    }
  }
}

extension Worker {
  /// What the document in a range adds to `out`.
  fileprivate mutating func append(
    _ range: Range<Int>, to out: inout ByteBuffer
  ) throws(MigrationError) -> [UInt8] {
    let start = out.count
    _ = try migrate(range, into: &out, named: "a")
    return out.view[start..<out.count].array
  }
}

extension Migrator {
  /// Whether no rule has to be checked when it is undone.
  fileprivate var isExact: Bool {
    let way = WayBack(rules)
    return rules.format.chain.steps.allSatisfy { step in
      let back = way.back(over: step)
      return back.lost.isEmpty && back.rules.allSatisfy { $0.isExactWayBack }
    }
  }
}

extension Rule {
  fileprivate var isExactWayBack: Bool {
    guard let block = verb as? Block else { return true }
    return block.undone?.isChecked != true && block.rules.allSatisfy(\.isExactWayBack)
  }
}

extension RuleChain {
  /// Whether a rule changes something in the document.
  fileprivate func fires(on text: [UInt8]) throws -> Bool {
    var worker = try Worker(migrator())
    return !worker.trace(String(decoding: text, as: UTF8.self)).rules.isEmpty
  }
}

extension Material {
  /// A guide to somewhere.
  fileprivate mutating func guide() -> Guide {
    Guide(
      paths: (0..<Int.random(in: 1...6, using: &random)).map { _ in
        Place(
          (0..<Int.random(in: 1...4, using: &random)).map { _ in
            one(of: [
              .every, .some, .descendants, .key(Array("list".utf8)),
              .key(Array(one(of: Self.names).utf8)), .key(Array("new1".utf8)),
            ])
          })
      })
  }
}
