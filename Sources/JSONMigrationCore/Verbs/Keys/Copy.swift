internal import JSONText

/// Puts a copy of a value elsewhere: `{ "copy": { "$.currency": "currency" } }`.
struct Copy: Verb {
  static let name = "copy"
  static let spec = VerbSpec(
    name, "puts copies of values elsewhere; missing parents are made",
    takes: .map(of: .target, by: .path), "paths to one place each, with the target of each",
    hasTarget: true,
    edges: [
      "Several matches in one scope are a conflict.",
      "Where several scopes copy to one place, the first is there already for the others.",
      "With `keep` what is there stays, and nothing happens.",
      "What an element has goes into all elements in it by `set` or `add-default` with `fill`: "
        + "`{ \"in\": \"modules[*]\", \"set\": { \"resources[*].module\": \"{path}\" }, \"fill\": "
        + "true }`.",
    ],
    example: #"{ "in": "items[*]", "copy": { "$.currency": "currency" } }"#,
    before: #"{ "currency": "EUR", "items": [{ "price": 1 }] }"#,
    after: #"{ "currency": "EUR", "items": [{ "price": 1, "currency": "EUR" }] }"#)

  let pairs: [(query: Query, target: Target)]

  init?(_ fields: inout Fields) {
    guard let pairs = fields.targets("copy", leaves: false) else { return nil }
    self.pairs = pairs
  }

  var effects: Effects { Effects(pairs, leaves: false) }

  func find(in scope: NodeID, _ engine: inout Engine) throws {
    for item in pairs.indices {
      guard let node = try engine.findOne(pairs[item].query, in: scope) else { continue }
      let landing = try engine.follow(pairs[item].target, from: scope)
      if landing.member == node { continue }
      let value = try engine.document.text(of: node)
      var match = Match(writing: value, to: landing, item: item)
      // Copies of two values to one place are two matches, and `if-exists` says what becomes of
      // them.
      match.scope = node
      engine.matches.append(match)
    }
  }

  func change(_ match: Match, _ engine: inout Engine) throws {
    guard let value = match.value else { return }
    try engine.write(value, to: pairs[match.item].target, match.landing)
  }
}
