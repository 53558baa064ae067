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
    self.pairs = pairs
  }

  private static func pair(
    _ member: LocatedJSON.Member, _ reader: RuleReader
  ) -> (query: Query, name: Name)? {
    guard let query = reader.query(member.key, at: member.keyRange) else { return nil }
    let places = reader.places(of: query)
    let parents = places.map { $0.parent }
    guard let name = reader.name(member.value, of: parents) else { return nil }
    reader.move(from: places, to: parents.map { $0.member(name.text) })
    return (query, name)
  }

  var sources: [Query]? { pairs.map(\.query) }

  func find(in scope: NodeID, _ engine: inout Engine) throws {
    for (item, pair) in pairs.enumerated() {
      try engine.find(pair.query, in: scope, item: item)
    }
  }

  func change(_ match: Match, _ engine: inout Engine) throws {
    guard engine.document.isMember(match.node) else {
      throw engine.wrongType(match.node, needs: "the member of an object")
    }
    try engine.rename(match.node, to: engine.key(pairs[match.item].name))
  }

  func shorten(_ way: inout Shortcut, isNeeded: Bool) -> Bool {
    for pair in pairs {
      guard let name = way.source(pair.query, isNeeded: isNeeded), let new = way.target(pair.name)
      else { return false }
      way.rename(name, to: new)
    }
    return true
  }

  var inverse: Inverse {
    var back = JSONObject()
    for (query, name) in pairs.reversed() {
      guard let old = query.path.slot?.name, let path = query.sibling(name) else {
        return .lossy("the old names are not known")
      }
      back[path] = .string(String(decoding: old, as: UTF8.self))
    }
    let paths = Set(pairs.map(\.query.path))
    if pairs.contains(where: { $0.query.path.isInside(oneOf: paths) }) {
      return .lossy("an object and a member of it get new names at once")
    }
    if back.count < pairs.count { return .lossy("two members come to one name") }
    return .exact([["rename": .object(back)]])
  }
}
