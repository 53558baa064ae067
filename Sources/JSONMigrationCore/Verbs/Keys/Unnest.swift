internal import JSONText

/// Puts the members of an object in its place: `{ "unnest": "address" }`.
struct Unnest: Verb {
  static let name = "unnest"
  static let spec = VerbSpec(
    name, "puts the members of an object in its place",
    takes: .paths, "the objects, which have to be members of objects", hasTarget: true,
    target: "each key that is taken",
    edges: [
      "The members stand where the object stood, in their order; the object goes also when it is empty.",
      "Null and everything else that is no object is a wrong type; so is the document itself.",
    ],
    example: #"{ "unnest": "position" }"#,
    before: #"{ "id": 7, "position": { "x": 1, "y": 2 }, "layer": "top" }"#,
    after: #"{ "id": 7, "x": 1, "y": 2, "layer": "top" }"#)

  let queries: [Query]

  init?(_ fields: inout Fields) {
    guard let queries = fields.queries("unnest") else { return nil }
    self.queries = queries
  }

  var effects: Effects { Effects(queries) { .spread($0) } }

  func find(in scope: NodeID, _ engine: inout Engine) throws {
    try engine.find(queries, in: scope)
  }

  func change(_ match: Match, _ engine: inout Engine) throws {
    let object = match.node
    guard engine.isMember(object),
      let parent = engine.document.parent(of: object)
    else {
      throw engine.wrongType(
        object, needs: "the member of an object",
        help: (object == engine.root ? "around the document" : "in a list")
          + " there is no object that members could come into")
    }
    try engine.requireObject(object)
    try engine.requireOneKeyEach(object)
    var last = object
    var items = engine.document.items(of: object)
    while let member = items.next(in: engine.document) {
      let key = engine.document.make(keyOf: member)
      try engine.clearHome(of: object, under: key, in: parent)
      switch try engine.room(under: key, in: parent, for: object) {
      case .free:
        engine.document.move(member, key: key, to: parent, after: last)
        last = member
      case .taken(let there):
        try engine.replace(there, with: member, key: key)
      case .none: continue
      }
      engine.document.leave(object, to: member)
    }
    engine.document.remove(object)
  }
}
