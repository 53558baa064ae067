internal import JSONText

/// Writes values: `{ "set": { "kind": "habit" } }`.
struct SetValue: Verb {
  static let name = "set"
  static let spec = VerbSpec(
    name, "writes values, whatever was there before",
    takes: .map(of: .value, by: .slot),
    "members, each with its value; a path that doesn't end in a name replaces what it matches",
    source: "the parent of the member",
    edges: [
      "Missing parents are made where the path is all plain names. Elements of a list are not made.",
      "A parent that is there and is no object is a wrong type.",
    ],
    example: #"{ "set": { "kind": "habit" } }"#,
    before: #"{ "kind": "task", "title": "Run" }"#,
    after: #"{ "kind": "habit", "title": "Run" }"#)

  let pairs: [(slot: Slot, value: Constant)]

  init?(_ fields: inout Fields) {
    let reader = fields.reader
    guard let members = fields.pairs("set", "an object of members, each with a value"),
      let pairs = reader.whole(
        members,
        { member in
          reader.slot(member.key, at: member.keyRange)
            .map { (slot: $0, value: reader.constant(member.value)) }
        })
    else { return nil }
    self.pairs = pairs
  }

  var effects: Effects {
    Effects(acts: pairs.map { .put(.constant($0.value), at: .slot($0.slot), over: .anything) })
  }

  func find(in scope: NodeID, _ engine: inout Engine) throws {
    for (item, pair) in pairs.enumerated() {
      try engine.find(pair.slot, in: scope, item: item)
    }
  }

  func change(_ match: Match, _ engine: inout Engine) throws {
    let pair = pairs[match.item]
    try engine.write(engine.value(pair.value), to: pair.slot, match)
  }
}
