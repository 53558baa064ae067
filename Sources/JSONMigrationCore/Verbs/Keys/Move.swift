internal import JSONText

/// Takes values elsewhere: `{ "move": { "options.unit": "fieldConfig.unit" } }`.
struct Move: Verb {
  static let name = "move"
  static let spec = VerbSpec(
    name, "takes values elsewhere; missing parents are made",
    takes: .map(of: .target, by: .path), "paths to one place each, with the target of each",
    [Parameter("drop-empty-parents", .flag, "whether objects go that this leaves empty")],
    hasTarget: true,
    edges: [
      "Several pairs happen at once.",
      "Several matches in one scope are a conflict, and so is a target inside its own source.",
      "Inside one object the value keeps its position, also with `overwrite`; else it stands where "
        + "what it overwrites stood.",
      "A value that is brought into what another pair moves goes there with it, and the rule has no way "
        + "back. It can't be brought into what another pair overwrites, or into what goes because its "
        + "own target stays.",
      "With `keep` what is there stays, and the source goes. Of two sources for one place `keep` "
        + "takes the first pair written, `overwrite` the last.",
    ],
    example: #"{ "move": { "options.unit": "fieldConfig.unit" } }"#,
    before: #"{ "options": { "unit": "s" } }"#,
    after: #"{ "options": {}, "fieldConfig": { "unit": "s" } }"#)

  let pairs: [(query: Query, target: Target)]
  let dropsEmptyParents: Bool
  let changeOrder: ChangeOrder
  /// Whether a pair may take away what another has brought its value into.
  private let mayBury: Bool

  init?(_ fields: inout Fields) {
    guard let pairs = fields.targets("move", leaves: true) else { return nil }
    self.pairs = pairs
    dropsEmptyParents = fields.flag("drop-empty-parents")
    let (areApart, mayBury) = Self.relations(of: pairs)
    changeOrder = areApart ? .asFound : .innerFirst
    self.mayBury = mayBury
  }

  /// Whether nothing is taken out of what another pair takes away or overwrites, and whether
  /// something may be brought into it.
  private static func relations(
    of pairs: [(query: Query, target: Target)]
  ) -> (areApart: Bool, mayBury: Bool) {
    let sources = pairs.map(\.query.path)
    let targets = pairs.map { JSONPath(query: $0.target.query()) }
    let places = Set(sources + targets)
    let areTold = sources.allSatisfy { path in
      path.query.segments.allSatisfy { $0.name != nil || $0.index ?? -1 >= 0 }
    }
    guard areTold, places.allSatisfy({ $0.isRelative == sources[0].isRelative }) else {
      return (false, pairs.count > 1)
    }
    return (
      !sources.contains { $0.isInside(oneOf: places) },
      targets.contains { $0.isInside(oneOf: places) }
    )
  }

  var effects: Effects {
    var effects = Effects(pairs, leaves: true)
    effects.dropsEmptyParents = dropsEmptyParents
    return effects
  }

  func find(in scope: NodeID, _ engine: inout Engine) throws {
    for item in pairs.indices {
      guard let node = try engine.findOne(pairs[item].query, in: scope) else { continue }
      let landing = try engine.follow(pairs[item].target, from: scope)
      if landing.member == node { continue }
      engine.matches.append(Match(moving: node, to: landing, item: item))
    }
  }

  func replaced(by match: Match, _ engine: inout Engine) throws -> NodeID? {
    let target = pairs[match.item].target
    guard engine.ifExists == .overwrite, match.index >= target.names.count - 1,
      let name = target.names.last, let parent = match.other
    else { return nil }
    return try engine.member(engine.key(name), of: parent)
  }

  func change(_ match: Match, _ engine: inout Engine) throws {
    let old = engine.document.parent(of: match.node)
    try engine.move(match.node, to: pairs[match.item].target, match.landing)
    if mayBury { engine.noteArrival(of: match.node) }
    if dropsEmptyParents, let old {
      engine.document.leave(old, to: match.node)
      engine.emptied.append(old)
    }
  }
}
