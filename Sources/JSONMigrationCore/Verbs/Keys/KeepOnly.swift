package import JSONText

/// Drops every other key of an object: `{ "keep-only": ["id", "name"] }`.
package struct KeepOnly: Verb {
  package static let name = "keep-only"
  package static let spec = VerbSpec(
    name, "drops every other key of the scope",
    takes: .names, "the keys that stay: names, not paths", [Stash.parameter], hasSource: false,
    edges: [
      "With `stash` the version stays too, and what is kept already. On the way back a member that "
        + "is there again is a conflict."
    ],
    example: #"{ "in": "accounts[*]", "keep-only": ["id", "name"] }"#,
    before: #"{ "accounts": [{ "name": "Ida", "token": "s3cret", "id": 1 }] }"#,
    after: #"{ "accounts": [{ "name": "Ida", "id": 1 }] }"#)

  package let kept: KeyNames
  /// Where the others are kept, if they are, and the scope that they are members of.
  let stash: (place: Stash, scope: Query)?

  package init?(_ fields: inout Fields) {
    let reader = fields.reader
    guard let value = fields.take("keep-only"),
      let names = reader.names(value, "a list of the keys that stay")
    else { return nil }
    let named = Set(names.map(\.text))
    guard let place = fields.stash(of: []) else {
      (kept, stash) = (KeyNames(named), nil)
      return
    }
    guard let scope = reader.query("@", at: fields.keyRange("stash")) else { return nil }
    (kept, stash) = (KeyNames(named.union(reader.namesBesidesStash)), (place, scope))
  }

  package var effects: Effects {
    guard let (place, scope) = stash else { return Effects(acts: [.keep(kept.names)]) }
    return Effects(
      reads: [Effects.Read(source: .query(scope), leaves: false)],
      acts: [
        .make(from: [0], into: [.slot(.target(place.target))], by: self), .keep(kept.names),
      ])
  }

  package func find(in scope: NodeID, _ engine: inout Engine) throws {
    try engine.requireObject(scope)
    var match = Match(node: scope)
    match.changesMembers = true
    engine.matches.append(match)
  }

  package func change(_ match: Match, _ engine: inout Engine) throws {
    let namesakes = try engine.document.openMembers(of: match.node)
    if let stash { return try keep(match.node, stash.place.target, namesakes, &engine) }
    var items = engine.document.items(of: match.node)
    while let member = items.next(in: engine.document) {
      if engine.document.hasKey(member, among: kept) { continue }
      try engine.requireOneKey(member, among: namesakes)
      engine.document.remove(member)
    }
  }
}

extension KeepOnly: ValueFunction {
  package var results: [ValueResult]? { nil }

  /// Takes the members that go to where they are kept.
  private func keep(
    _ object: NodeID, _ target: Target, _ namesakes: Namesakes, _ engine: inout Engine
  ) throws {
    var going: [NodeID] = []
    var items = engine.document.items(of: object)
    while let member = items.next(in: engine.document) {
      if engine.document.hasKey(member, among: kept) { continue }
      try engine.requireOneKey(member, among: namesakes)
      going.append(member)
    }
    guard !going.isEmpty, let name = target.names.last else { return }
    let landing = try engine.follow(target, from: object)
    let parent = try engine.makeParents(target, from: landing.parent, first: landing.first)
    guard case .free = try engine.room(under: engine.key(name), in: parent) else { return }
    let place = engine.document.append(.object, key: engine.key(name), to: parent)
    var last: NodeID?
    for member in going {
      let key = engine.document.make(keyOf: member)
      engine.document.move(member, key: key, to: place, after: last)
      last = member
    }
  }

  package var inverse: Inverse {
    guard let place = stash?.place else { return effects.inverse }
    let passing = Name.path(Array(place.passingName.utf8))
    return .kept([
      ["move": [place.path(): .string(passing)], "drop-empty-parents": true],
      ["unnest": .string(passing)],
    ])
  }
}
