internal import JSONText

/// Gives members another name: `{ "rename": { "starRating": "rating" } }`.
struct Rename: Verb {
  static let name = "rename"
  static let spec = VerbSpec(
    name, "gives members another name; they keep their position",
    takes: .map(of: .name, by: .path), "queries, each with the new name of what it matches",
    hasTarget: true, target: "the new name",
    edges: [
      "Several pairs happen at once, so two names can be swapped.",
      "With `keep` the member that is there stays, and the source goes. Of two sources for one name "
        + "`keep` takes the first pair written, `overwrite` the last.",
      "An element of an array has no name: it is a wrong type.",
    ],
    example: #"{ "rename": { "starRating": "rating" } }"#,
    before: #"{ "starRating": 4, "title": "Dust" }"#,
    after: #"{ "rating": 4, "title": "Dust" }"#)

  let pairs: [(query: Query, name: Name)]

  init?(_ fields: inout Fields) {
    let reader = fields.reader
    guard let members = fields.pairs("rename", "an object of paths, each with a new name"),
      let pairs = reader.whole(members, { Self.pair($0, reader) })
    else { return nil }
    reader.warnOfPlacesTwice(
      zip(pairs, members).map { ($0.query.path, $1.key, $1.keyRange) })
    self.pairs = pairs
  }

  private static func pair(
    _ member: LocatedJSON.Member, _ reader: RuleReader
  ) -> (query: Query, name: Name)? {
    guard let query = reader.query(member.key, at: member.keyRange) else { return nil }
    let parents = reader.scopes.places(of: query.path).map(\.parent)
    return reader.name(member.value, of: parents, insteadOf: query.path.query).map { (query, $0) }
  }

  var effects: Effects {
    var effects = Effects()
    for (number, pair) in pairs.enumerated() {
      effects.reads.append(.init(source: .query(pair.query), leaves: true))
      effects.acts.append(.put(.read(number), at: .beside(number, pair.name), over: .nothing))
    }
    return effects
  }

  func find(in scope: NodeID, _ engine: inout Engine) throws {
    for item in pairs.indices {
      try engine.find(pairs[item].query, in: scope, item: item)
    }
  }

  func change(_ match: Match, _ engine: inout Engine) throws {
    guard engine.isMember(match.node) else {
      throw engine.wrongType(
        match.node, needs: "the member of an object",
        help:
          "elements have no names: behind a point follows the member of each, as in `items[*].a`")
    }
    try engine.rename(match.node, to: engine.key(pairs[match.item].name))
  }
}
