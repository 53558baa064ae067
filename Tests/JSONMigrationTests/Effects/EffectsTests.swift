import JSONText
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

@Suite struct EffectsTests {
  /// The places at which two documents differ: of what is in one of them only, the outermost.
  static func differences(_ old: JSON, _ new: JSON, at place: Place = .root) -> [Place] {
    switch (old, new) {
    case (.object(let old), .object(let new)):
      let keys = Set(old.map(\.key) + new.map(\.key))
      return keys.sorted().flatMap { key -> [Place] in
        let member = place.member(Array(key.utf8))
        guard let old = old[key], let new = new[key] else { return [member] }
        return differences(old, new, at: member)
      }
    case (.array(let old), .array(let new)) where old.count == new.count:
      return zip(old, new).flatMap { differences($0, $1, at: place.children) }
    default: return old == new ? [] : [place]
    }
  }

  /// The places that rules change, as their effects tell.
  static func changed(by migrator: Migrator) -> [Place] {
    let format = migrator.rules.format
    return EffectReader(format).effects(format.chain.steps.flatMap(\.rules)).flatMap { effects in
      effects.changed + effects.moves.filter(\.isOfMembers).map(\.to)
    }
  }

  @Test func `a rule changes nothing but what its effects tell`() throws {
    var material = Material()
    let seed = "\(material.random)"
    var fired = 0
    let rounds = Amount.of(500, thorough: 1_500)
    for round in 0..<rounds {
      let document = material.document()
      guard let rule = material.rule(for: document, returns: false),
        let result = RuleChain.result(of: rule, on: document)
      else { continue }
      let migrator = try RuleChain(steps: [[rule]], document: document).migrator()
      let changed = Self.changed(by: migrator)
      let differences = Self.differences(document, result)
      if !differences.isEmpty { fired += 1 }
      for difference in differences where !changed.contains(where: { $0.meets(difference) }) {
        Issue.record("\(rule)\n\(document)\n\(difference) isn't told; round \(round), \(seed)")
        return
      }
    }
    #expect(fired > rounds / 4, "rules changed something in \(fired) rounds")
  }

  @Test(arguments: Verbs.names)
  func `every verb says what it does`(_ name: String) throws {
    let verb = try #require(Verbs.named(name))
    let reader = RuleReader(functions: ["normalizePhone": { $0 }])
    let source = RuleSource(name: name, bytes: "[\(verb.spec.example.rule)]".utf8)
    let rules = try #require(reader.open(source, name: name).flatMap { reader.rules($0) })
    let rule = try #require(rules.first)
    if rule.verb.inner.rules.isEmpty {
      #expect(!rule.effects.acts.isEmpty)
    } else {
      #expect(rule.effects.acts.isEmpty)
    }
  }

  @Test func `what is read and what is made of it are told apart by scopes`() throws {
    let migrator = try Migrator(rules: [
      RuleSource(
        name: "v2.json",
        text: """
          { "to": 2, "rules": [
            { "in": "items[*]", "when": "@.a", "rename": { "a": "b" } },
            { "move": { "x": "y.z" } }, { "copy": { "y.z": "w" } }
          ] }
          """)
    ])
    let format = migrator.rules.format
    let effects = EffectReader(format).effects(format.chain.steps[0].rules)
    let items = Place.root.member(Array("items".utf8)).children
    let (a, b) = (items.member(Array("a".utf8)), items.member(Array("b".utf8)))
    #expect(effects[0].moves.map(\.from.place) == [a])
    #expect(effects[0].moves.map(\.to) == [b])
    #expect(effects.map(\.isCertain) == [false, true, true])
    #expect(effects[0].reads.map(\.site.place) == [items, a])
    #expect(effects.map { $0.taken.count } == [1, 1, 0])
    #expect(effects[2].changed == [Place.root.member(Array("w".utf8))])
  }
}
