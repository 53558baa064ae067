package import JSONText

/// Writes values: `{ "set": { "kind": "habit" } }`.
package struct SetValue: Verb {
  package static let name = "set"
  package static let spec = VerbSpec(
    name, "writes values, whatever was there before",
    takes: .map(of: .value, by: .slot),
    "members, each with its value; a path that doesn't end in a name replaces what it matches",
    [Filling.parameter],
    source: "the parent of the member",
    edges: [
      "Missing parents are made where the path is all plain names. Elements of a list are not made.",
      "A parent that is there and is no object is a wrong type.",
      "With `fill` nothing happens for a member whose fields are not all there, and `if-missing` "
        + "asks about them too. `{{` is a brace; keys stay as they are written.",
      "Two scopes that fill one place are a conflict.",
    ],
    example: #"{ "set": { "kind": "habit" } }"#,
    before: #"{ "kind": "task", "title": "Run" }"#,
    after: #"{ "kind": "habit", "title": "Run" }"#)

  let pairs: [(slot: Slot, value: Constant)]
  /// The values with their fields, if the rule fills them.
  let fillings: [Filling]

  package init?(_ fields: inout Fields) {
    let reader = fields.reader
    let isFilled = fields.flag("fill")
    guard let members = fields.pairs("set", "an object of members, each with a value"),
      let pairs = reader.whole(
        members,
        { member in
          reader.slot(member.key, at: member.keyRange)
            .map { (slot: $0, value: reader.constant(member.value)) }
        }), let fillings = reader.fillings(members, if: isFilled)
    else { return nil }
    if !isFilled { members.forEach { reader.check(constant: $0.value) } }
    self.pairs = pairs
    self.fillings = fillings
  }

  package var effects: Effects {
    Effects(pairs, fillings) { .put(.constant($0), at: .slot($1), over: .anything) }
  }

  package func find(in scope: NodeID, _ engine: inout Engine) throws {
    for (item, pair) in pairs.enumerated() {
      if fillings.isEmpty {
        try engine.find(pair.slot, in: scope, item: item)
      } else if let value = try engine.fill(fillings[item], in: scope) {
        try engine.find(pair.slot, filling: value, in: scope, item: item)
      }
    }
  }

  package func change(_ match: Match, _ engine: inout Engine) throws {
    let pair = pairs[match.item]
    try engine.write(match.value ?? engine.value(pair.value), to: pair.slot, match)
  }
}
