internal import JSONText

/// Adds members where they are missing: `{ "add-default": { "isRecurring": false } }`.
struct AddDefault: Verb {
  static let name = "add-default"
  static let spec = VerbSpec(
    name, "adds members where they are missing",
    takes: .either([.map(of: .value, by: .slot), .list(of: .slot)]),
    "the members, each with its value; with `generate` a list of members",
    [
      Parameter("if-null", .word(["keep", "replace"]), "whether null counts as missing"),
      Parameter("generate", .word(["uuid", "now"]), "a new value for each place"),
      Parameter(
        "as", .word(["iso8601", "unix-seconds", "unix-milliseconds", "apple-seconds"]),
        "the form of the time that `now` generates"),
    ],
    source: "the parent of the member",
    edges: [
      "A member that is there stays as it is, also when it is null, unless `if-null` says `replace`.",
      "Missing parents are made where the path is all plain names. Elements of a list are not made.",
      "A parent that is there and is no object is a wrong type.",
      "With `generate` each place gets a value of its own.",
    ],
    example: #"{ "add-default": { "isRecurring": false } }"#,
    before: #"{ "title": "Run" }"#,
    after: #"{ "title": "Run", "isRecurring": false }"#)

  /// Where a value comes from.
  enum Source: Sendable {
    case constant(Constant)
    case newID
    case time(DateForm)
  }

  let pairs: [(slot: Slot, source: Source)]
  let replacesNull: Bool

  init?(_ fields: inout Fields) {
    let reader = fields.reader
    let replacesNull = fields.word("if-null", ["keep": false, "replace": true]) ?? false
    guard let generated = Self.generated(&fields) else { return nil }
    if let generated {
      guard let value = fields.take("add-default"),
        let elements = reader.list(value, "a list of members, since `generate` gives the values"),
        let slots = reader.whole(elements, { Self.slot($0, reader) })
      else { return nil }
      pairs = slots.map { ($0, generated) }
    } else {
      guard
        let members = fields.pairs("add-default", "an object of members, each with a value"),
        let pairs = reader.whole(
          members,
          { member in
            reader.memberSlot(member.key, at: member.keyRange)
              .map { (slot: $0, source: Source.constant(reader.constant(member.value))) }
          })
      else { return nil }
      self.pairs = pairs
    }
    self.replacesNull = replacesNull
  }

  private static func slot(_ value: LocatedJSON, _ reader: RuleReader) -> Slot? {
    guard let text = reader.text(value) else { return nil }
    return reader.memberSlot(text, at: value.range)
  }

  /// What `generate` and `as` say: `.some(nil)` where there is no `generate`, nil for a mistake.
  private static func generated(_ fields: inout Fields) -> Source?? {
    let reader = fields.reader
    guard let value = fields.take("generate") else { return .some(nil) }
    guard let isTime = reader.word(value, ["uuid": false, "now": true]) else { return nil }
    guard isTime else { return .some(.newID) }
    return .some(.time(fields.word("as", DateForm.words) ?? .iso8601))
  }

  var effects: Effects {
    Effects(
      acts: pairs.map {
        .put($0.source.value, at: .slot($0.slot), over: replacesNull ? .nothingOrNull : .nothing)
      })
  }

  func find(in scope: NodeID, _ engine: inout Engine) throws {
    for (item, pair) in pairs.enumerated() {
      try engine.find(pair.slot, in: scope, item: item)
    }
  }

  func change(_ match: Match, _ engine: inout Engine) throws {
    if !match.changesMembers {
      guard replacesNull, engine.document.kind(match.node) == .null else { return }
    }
    let value: ValueText
    switch pairs[match.item].source {
    case .constant(let constant): value = engine.value(constant)
    case .newID: value = engine.document.make(string: Array(engine.generator.nextID().utf8))
    case .time(let form): value = try engine.time(as: form)
    }
    try engine.write(value, to: pairs[match.item].slot, match)
  }
}

extension AddDefault.Source {
  fileprivate var value: Effects.Value {
    switch self {
    case .constant(let value): .constant(value)
    case .newID: .generated(like: "00000000-0000-4000-8000-000000000001")
    case .time(let form): .generated(like: form.example)
    }
  }
}
