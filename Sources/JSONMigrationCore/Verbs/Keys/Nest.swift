package import JSONText

/// Brings members together in an object: `{ "nest": ["street", "city"], "under": "address" }`.
package struct Nest: Verb {
  package static let name = "nest"
  package static let spec = VerbSpec(
    name, "brings members of the scope together in an object",
    takes: .names, "the members: names, not paths",
    [
      Parameter(
        "under", .target, isRequired: true,
        "the object: made where the first of the members stood, or added to")
    ],
    hasTarget: true,
    source: "each of the members", target: "each member in the object",
    edges: [
      "When none of the members is there nothing is made.",
      "An object that is there is added to; anything else there is a wrong type, unless it is nested too.",
      "The new object stands where the first of the members stood, if it comes into the same object.",
    ],
    example: #"{ "nest": ["street", "city"], "under": "address" }"#,
    before: #"{ "name": "Ida", "street": "Slottsgatan 4", "phone": "040-1", "city": "Lund" }"#,
    after:
      #"{ "name": "Ida", "address": { "street": "Slottsgatan 4", "city": "Lund" }, "#
      + #""phone": "040-1" }"#)

  let names: [Name]
  /// The same names, as keys of the object.
  let inner: [Name]
  let under: Target
  /// Whether one of the members has the name of the object, which then takes its place.
  let replacesOne: Bool

  package init?(_ fields: inout Fields) {
    let reader = fields.reader
    let names = fields.take("nest").flatMap { reader.names($0, "a list of names of members") }
    let under = fields.require("under", "the object that the members come into")
      .flatMap { reader.target($0) }
    guard let names, let under else { return nil }
    let scopes = reader.scopes
    let parents = scopes.places.map { scopes.place(of: under, in: $0) }
    inner = names.map { reader.name($0.text, at: $0.range, of: parents) }
    self.names = names
    self.under = under
    replacesOne =
      !under.isFromDocument && under.names.count == 1
      && names.contains { $0 == under.names[0] }
  }

  package var effects: Effects {
    var effects = Effects()
    for (number, name) in names.enumerated() {
      effects.reads.append(.init(source: .member(name), leaves: true))
      effects.acts.append(.put(.read(number), at: .inside(under, name), over: .nothing))
    }
    return effects
  }

  package func find(in scope: NodeID, _ engine: inout Engine) throws {
    try engine.requireObject(scope)
    var found: Int?
    for (item, name) in names.enumerated() {
      if try engine.member(engine.key(name), of: scope) == nil {
        try engine.miss(name, in: scope)
      } else if found == nil {
        found = item
      } else {
        engine.foundTogether.append(item)
      }
    }
    guard let found else { return }
    let landing = try engine.follow(under, from: scope)
    if let object = landing.member, !replacesOne { try engine.requireObject(object) }
    var match = Match(node: scope, item: found, other: landing.parent)
    match.index = landing.first
    match.changesMembers = true
    engine.matches.append(match)
  }

  package func change(_ match: Match, _ engine: inout Engine) throws {
    var members: [(node: NodeID, index: Int)] = []
    swap(&members, &engine.spare)
    for (index, name) in names.enumerated() {
      if let node = try engine.member(engine.key(name), of: match.node) {
        members.append((node, index))
      }
    }
    let object = try object(for: members, match, &engine)
    for (node, index) in members {
      try engine.requirePlace(object, besides: node)
      try engine.move(node, to: inner[index], in: object)
    }
    members.removeAll(keepingCapacity: true)
    swap(&members, &engine.spare)
  }

  /// The object that the members come into; it is made if it isn't there.
  private func object(
    for members: [(node: NodeID, index: Int)], _ match: Match, _ engine: inout Engine
  ) throws -> NodeID {
    let parent = try engine.makeParents(under, from: match.landing.parent, first: match.index)
    let key = engine.key(under.names[under.names.count - 1])
    if !replacesOne, let object = try engine.member(key, of: parent) {
      try engine.requireObject(object)
      return object
    }
    let nodes = members.lazy.map { $0.node }
    guard parent == match.node, let first = try engine.first(of: nodes, in: parent) else {
      return engine.document.append(.object, key: key, to: parent)
    }
    let previous = engine.document.previousItem(before: first)
    return engine.document.insert(.object, key: key, in: parent, after: previous)
  }

  package var inverse: Inverse {
    // From the scope only the first of the names can be that of a member.
    let made = under.names.dropLast().prefix(under.isFromDocument ? .max : 1)
    if names.contains(where: { name in made.contains { $0.text == name.text } }) {
      return .lossy("an object that it makes has the name of a member")
    }
    if replacesOne { return .exact([["unnest": .string(under.path)]]) }
    var back = JSONObject()
    for name in names { back[under.path(to: name)] = name.pathJSON }
    let own = names.map { PathSelector.name($0.text) }
    if under.names.count == 1, !under.isFromDocument {
      // Where nothing else is in the object, they come back to where it stands.
      let only = under.query(ending: [PathSegment(own)])
      let all = under.query(ending: [PathSegment([.wildcard])])
      let isOnlyThese = "count(\(all)) > 0 && count(\(all)) == count(\(only))"
      return .exact([
        ["unnest": .string(under.path), "when": .string(isOnlyThese)],
        ["move": .object(back)],
      ])
    }
    // What was made besides the object stays, and so does one that they didn't come out of.
    let backHome = PathQuery(root: .scope, segments: [PathSegment(own)])
    let isEmpty = JSON.string(
      "empty(\(under.path)) && type(\(under.path)) == 'object' && count(\(backHome)) > 0")
    return .exact([["move": .object(back)], ["drop": .string(under.path), "when": isEmpty]])
  }
}
