internal import JSONText

/// Takes members and elements away: `{ "drop": "legacyId" }`.
struct Drop: Verb {
  static let name = "drop"
  static let spec = VerbSpec(
    name, "takes members and elements away",
    takes: .paths, "what goes; `@` is the scope itself", [Stash.parameter],
    edges: [
      "The whole document can't be dropped.",
      "Members and elements go alike; the elements behind them move up.",
      "`stash` takes paths of plain names. On the way back the member comes home, unless the document "
        + "has one there.",
    ],
    example: #"{ "drop": ["legacyId", "panels[?@.type == 'row']"] }"#,
    before: #"{ "legacyId": 7, "panels": [{ "type": "row" }, { "type": "graph" }] }"#,
    after: #"{ "panels": [{ "type": "graph" }] }"#)

  let queries: [Query]
  /// Where they are kept, if they are.
  let stash: Stash?

  init?(_ fields: inout Fields) {
    guard let queries = fields.queries("drop") else { return nil }
    self.queries = queries
    stash = fields.stash(of: queries.map { ($0.path, $0.range) })
  }

  var effects: Effects {
    guard let stash else { return Effects(queries) { .remove($0) } }
    return Effects(
      zip(queries, stash.items).map { (query: $0, target: $1.target) }, leaves: true)
  }

  func find(in scope: NodeID, _ engine: inout Engine) throws {
    guard let stash else { return try engine.find(queries, in: scope) }
    for (item, query) in queries.enumerated() {
      guard let node = try engine.findOne(query, in: scope) else { continue }
      let landing = try engine.follow(stash.items[item].target, from: scope)
      engine.matches.append(Match(moving: node, to: landing, item: item))
    }
  }

  func change(_ match: Match, _ engine: inout Engine) throws {
    guard let stash else { return try engine.drop(match.node) }
    try engine.move(match.node, to: stash.items[match.item].target, match.landing)
  }

  package var inverse: Inverse {
    guard let stash else { return effects.inverse }
    // An object of nothing but such may be what is left of parents that rules have made.
    let clearing: [JSON] = stash.items.map { item in
      let there = Name.path(item.path)
      return [
        "drop": .string(there),
        "when": .string(
          "\(stash.path(item.path)) && type(\(there)) == 'object' "
            + "&& !\(there)..[?type(@) != 'object']"),
      ]
    }
    var moves = JSONObject()
    for item in stash.items { moves[stash.path(item.path)] = .string(Name.path(item.path)) }
    return .kept(
      clearing + [["move": .object(moves), "if-exists": "keep", "drop-empty-parents": true]])
  }
}
