internal import JSONText

/// Takes members and elements away: `{ "drop": "legacyId" }`.
struct Drop: Verb {
  static let name = "drop"
  static let spec = VerbSpec(
    name, "takes members and elements away",
    takes: .paths, "what goes; `@` is the scope itself",
    edges: [
      "The whole document can't be dropped.",
      "Members and elements go alike; the elements behind them move up.",
    ],
    example: #"{ "drop": ["legacyId", "panels[?@.type == 'row']"] }"#,
    before: #"{ "legacyId": 7, "panels": [{ "type": "row" }, { "type": "graph" }] }"#,
    after: #"{ "panels": [{ "type": "graph" }] }"#)

  let queries: [Query]

  init?(_ fields: inout Fields) {
    guard let queries = fields.queries("drop") else { return nil }
    self.queries = queries
  }

  var effects: Effects { Effects(queries) { .remove($0) } }

  func find(in scope: NodeID, _ engine: inout Engine) throws {
    try engine.find(queries, in: scope)
  }

  func change(_ match: Match, _ engine: inout Engine) throws {
    try engine.drop(match.node)
  }
}
