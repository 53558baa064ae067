package import JSONText

/// Adds members where they are missing: `{ "add-default": { "isRecurring": false } }`.
package struct AddDefault: Verb {
  package static let name = "add-default"
  package static let spec = VerbSpec(
    name, "adds members where they are missing",
    takes: .either([.map(of: .value, by: .slot), .list(of: .slot)]),
    "the members, each with its value; with `generate` a list of members",
    [
      Parameter(
        "if-null", .word(["keep", "replace"]), unsaid: "keep", "whether null counts as missing"),
      Parameter(
        "if-empty", .word(["keep", "replace"]), unsaid: "keep",
        "whether null counts as missing, and what has nothing in it: `\"\"`, `[]`, `{}`"),
      Parameter(
        "generate", .word(["uuid", "now", "position"]),
        "a value for each place; `position` is the number of the element that it is in"),
      Filling.parameter,
      Parameter(
        "first", .number, unsaid: 0, needs: ["generate"], limits: ["type": "integer"],
        "the number of the first element for `position`; 0 if not said"),
      Parameter(
        "as", .either([.word(DateForm.words.map(\.key)), .record(WrittenForm.keys)]),
        needs: ["generate"], "the form of the time that `now` generates"),
    ],
    source: "the parent of the member",
    edges: [
      "A member that is there stays as it is, also when it is null or empty, unless `if-null` or "
        + "`if-empty` says `replace`: then it gets the value in the place where it stands.",
      "Of two pairs for one place the first counts. With `fill` they are a conflict, and so are "
        + "two scopes that fill one place.",
      "Missing parents are made where the path is all plain names, unless `if-missing` is `fail`. "
        + "Elements of a list are not made.",
      "A parent that is there and is no object is a wrong type.",
      "With `fill` nothing happens for a member whose fields are not all there, and `if-missing` "
        + "asks about them too. `{{` is a brace; keys stay as they are written.",
      "With `generate` each place gets a value of its own.",
      "`position` counts the elements of the innermost array around the member, from 0 or from "
        + "`first`; in no element is a wrong type.",
    ],
    limits: [
      "if": ["required": ["generate"]],
      "then": [
        "properties": ["add-default": ["type": "array"], "fill": false],
        "if": ["required": ["first"]],
        "then": ["properties": ["generate": ["const": "position"], "as": false]],
        "else": [
          "if": ["required": ["as"]], "then": ["properties": ["generate": ["const": "now"]]],
        ],
      ],
      "else": ["properties": ["add-default": ["type": "object"]]],
    ],
    example: #"{ "add-default": { "isRecurring": false } }"#,
    before: #"{ "title": "Run" }"#,
    after: #"{ "title": "Run", "isRecurring": false }"#)

  /// Where a value comes from; one word, as a slot is.
  indirect enum Source: Sendable {
    case constant(Constant)
    case filled(Filling)
    case newID
    case time(DateForm)
    /// The number of the element that the member is in, counted from this one.
    case position(first: Int)
  }

  let pairs: [(slot: Slot, source: Source)]
  /// What counts as missing besides what is.
  let replaced: Effects.Occupant

  package init?(_ fields: inout Fields) {
    let reader = fields.reader
    let replacesNull = fields.word("if-null", ["keep": false, "replace": true]) ?? false
    let replacesEmpty = fields.word("if-empty", ["keep": false, "replace": true]) ?? false
    guard let generated = Self.generated(&fields) else { return nil }
    if let generated {
      let mistakes = reader.diagnostics.count
      defer {
        reader.help(
          #"write it as in `{ "add-default": ["id"], "generate": "uuid" }`"#, since: mistakes)
      }
      guard let value = fields.take("add-default") else { return nil }
      guard case .array(let elements) = value.value else {
        reader.reportType(
          value, expected: "a list of members, since `generate` gives the values")
        return nil
      }
      guard let slots = reader.whole(elements, { Self.slot($0, reader) }) else { return nil }
      if elements.isEmpty { reader.report("the list of members is empty", at: value.range) }
      reader.warnOfPlacesTwice(
        zip(slots, elements).map { ($0.jsonPath, $1.json.string ?? "", $1.range) })
      pairs = slots.map { ($0, generated) }
    } else {
      let isFilled = fields.flag("fill")
      guard let members = fields.pairs("add-default", "an object of members, each with a value")
      else { return nil }
      let slots = reader.whole(members) { reader.memberSlot($0.key, at: $0.keyRange) }
      let fillings = reader.fillings(members, if: isFilled)
      guard let slots, let fillings else { return nil }
      reader.warnOfPlacesTwice(
        zip(slots, members).map { ($0.jsonPath, $1.key, $1.keyRange) })
      let sources: [Source] =
        isFilled
        ? fillings.map { .filled($0) } : members.map { .constant(reader.constant($0.value)) }
      if !isFilled { members.forEach { reader.check(constant: $0.value, for: $0.key) } }
      pairs = zip(slots, sources).map { ($0, $1) }
    }
    replaced = replacesEmpty ? .nothingOrEmpty : replacesNull ? .nothingOrNull : .nothing
  }

  private static func slot(_ value: LocatedJSON, _ reader: RuleReader) -> Slot? {
    guard let text = reader.text(value) else { return nil }
    return reader.memberSlot(text, at: value.range)
  }

  private enum Generated { case id, time, position }

  /// What `generate` says, with `as` or `first`: `.some(nil)` where there is no `generate`, nil for
  /// a mistake.
  private static func generated(_ fields: inout Fields) -> Source?? {
    let reader = fields.reader
    guard let value = fields.take("generate") else { return .some(nil) }
    switch reader.word(value, ["uuid": .id, "now": .time, "position": Generated.position]) {
    case .id: return .some(.newID)
    case .time:
      guard let value = fields.take("as") else { return .some(.time(.iso8601)) }
      return reader.dateForm(value).map { .some(.time($0)) }
    case .position:
      guard let value = fields.take("first") else { return .some(.position(first: 0)) }
      return reader.integer(value).map { .some(.position(first: $0)) }
    case nil: return nil
    }
  }

  package var effects: Effects {
    var effects = Effects()
    for pair in pairs {
      if case .filled(let filling) = pair.source {
        effects.add(filling, to: pair.slot, .replacing(replaced))
      } else if let value = pair.source.value {
        effects.acts.append(.put(value, at: .slot(pair.slot), over: replaced))
      }
    }
    return effects
  }

  package func find(in scope: NodeID, _ engine: inout Engine) throws {
    for item in pairs.indices {
      guard case .filled(let filling) = pairs[item].source else {
        try engine.find(pairs[item].slot, in: scope, item: item)
        continue
      }
      let start = engine.matches.count
      do {
        try engine.find(pairs[item].slot, in: scope, item: item)
      } catch {
        // Where a field is missing nothing happens, whatever stands in the way of the member.
        guard engine.ifMissing == .skip, try engine.hasFields(filling, in: scope) == false else {
          throw error
        }
        engine.matches.removeLast(engine.matches.count - start)
        continue
      }
      try fill(filling, from: start, in: scope, &engine)
    }
  }

  /// Reads the fields, if any of the places that were found needs them.
  private func fill(
    _ filling: Filling, from start: Int, in scope: NodeID, _ engine: inout Engine
  ) throws {
    var missing: [Match] = []
    for match in engine.matches[start...]
    where match.changesMembers || isReplaced(match.node, &engine) {
      missing.append(match)
    }
    engine.matches.removeLast(engine.matches.count - start)
    guard !missing.isEmpty, let value = try engine.fill(filling, in: scope) else { return }
    for var match in missing {
      match.value = value
      // So that another scope that writes to the same place is noticed.
      match.other = scope
      engine.matches.append(match)
    }
  }

  package func change(_ match: Match, _ engine: inout Engine) throws {
    if !match.changesMembers, !isReplaced(match.node, &engine) { return }
    let value: ValueText
    switch pairs[match.item].source {
    case .constant(let constant): value = engine.value(constant)
    case .filled:
      guard let filled = match.value else { return }
      value = filled
    case .newID: value = engine.document.make(string: Array(engine.generator.nextID().utf8))
    case .time(let form): value = try engine.time(as: form)
    case .position(let first): value = try engine.position(of: match.node, first: first)
    }
    let slot = pairs[match.item].slot
    // Only a value that was filled in has the scope beside it.
    if let scope = match.other, match.changesMembers,
      let (parent, key) = try engine.makeRoom(for: slot, match),
      try engine.member(key, of: parent) != nil
    {
      throw engine.secondValue(for: slot.jsonPath, in: scope)
    }
    try engine.write(value, to: slot, match, firstCounts: true)
  }

  private func isReplaced(_ node: NodeID, _ engine: inout Engine) -> Bool {
    switch replaced {
    case .nothing: false
    case .nothingOrNull: engine.document.kind(node) == .null
    case .nothingOrEmpty, .anything: engine.document.isEmpty(node)
    }
  }
}

extension AddDefault.Source {
  /// What is put into the slot; nil where it is made of fields.
  fileprivate var value: Effects.Value? {
    switch self {
    case .constant(let value): .constant(value)
    case .filled: nil
    case .newID: .generated(like: "00000000-0000-4000-8000-000000000001", isSure: true)
    case .time(let form): .generated(like: form.example, isSure: true)
    case .position(let first): .generated(like: .number(JSONNumber(first)), isSure: false)
    }
  }
}
