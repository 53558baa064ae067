package import JSONText

/// Drops every other key of an object: `{ "keep-only": ["id", "name"] }`.
package struct KeepOnly: Verb {
  package static let name = "keep-only"
  package static let spec = VerbSpec(
    name, "drops every other key of the scope",
    takes: .names, "the keys that stay: names, not paths", hasSource: false,
    example: #"{ "in": "accounts[*]", "keep-only": ["id", "name"] }"#,
    before: #"{ "accounts": [{ "name": "Ida", "token": "s3cret", "id": 1 }] }"#,
    after: #"{ "accounts": [{ "name": "Ida", "id": 1 }] }"#)

  let kept: Set<[UInt8]>

  package init?(_ fields: inout Fields) {
    let reader = fields.reader
    guard let value = fields.take("keep-only"),
      let names = reader.names(value, "a list of the keys that stay")
    else { return nil }
    kept = Set(names.map(\.text))
  }

  package var effects: Effects { Effects(acts: [.keep(kept)]) }

  package func find(in scope: NodeID, _ engine: inout Engine) throws {
    try engine.requireObject(scope)
    var match = Match(node: scope)
    match.changesMembers = true
    engine.matches.append(match)
  }

  package func change(_ match: Match, _ engine: inout Engine) throws {
    try engine.document.openItems(of: match.node)
    var items = engine.document.items(of: match.node)
    while let member = items.next(in: engine.document) {
      if kept.contains(engine.document.key(of: member)) { continue }
      try engine.requireOneKey(member)
      engine.document.remove(member)
    }
  }
}
