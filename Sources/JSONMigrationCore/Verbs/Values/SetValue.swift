package import JSONText

/// Writes values: `{ "set": { "kind": "habit" } }`.
package struct SetValue: Verb {
  package static let name = "set"
  package static let spec = VerbSpec(
    name, "writes values, whatever was there before",
    takes: .map(of: .value, by: .slot),
    "members, each with its value; a path that doesn't end in a name replaces what it matches",
    [Filling.parameter, Stash.parameter],
    source: "the parent of the member",
    edges: [
      "Missing parents are made where the path is all plain names, unless `if-missing` is `fail`. "
        + "Elements of a list are not made.",
      "A parent that is there and is no object is a wrong type.",
      "With `fill` nothing happens for a member whose fields are not all there, and `if-missing` "
        + "asks about them too. `{{` is a brace; keys stay as they are written.",
      "Of two pairs for one place the first counts. With `fill` they are a conflict, and so are "
        + "two scopes that fill one place.",
      "`stash` takes paths of plain names, and no `fill`. It keeps what was there (`was`) and what is "
        + "written (`now`); on the way back `was` comes home if the place still holds `now`.",
    ],
    limits: ["not": ["required": ["fill", "stash"]]],
    example: #"{ "set": { "kind": "habit" } }"#,
    before: #"{ "kind": "task", "title": "Run" }"#,
    after: #"{ "kind": "habit", "title": "Run" }"#)

  let pairs: [(slot: Slot, value: Constant)]
  /// The values with their fields, if the rule fills them.
  let fillings: [Filling]
  /// Where what was there is kept, if it is.
  let stash: Stash?
  private let keeping: [Keeping]
  /// Whether another pair may write into what a pair writes.
  private let isAround: [Bool]

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
    if !isFilled { members.forEach { reader.check(constant: $0.value, for: $0.key) } }
    let places = zip(pairs, members).map { ($0.slot.jsonPath, $1.key, $1.keyRange) }
    reader.warnOfPlacesTwice(places)
    reader.warnOfPlacesInside(places)
    let range = fields.keyRange(Stash.parameter.name)
    let stash = fields.stash(
      of: zip(pairs, members).map { ($0.slot.jsonPath, $1.keyRange) })
    if stash != nil, isFilled {
      reader.report(
        "`stash` and `fill` don't go together: what `fill` has written is not known on the way back",
        at: range)
    }
    keeping = zip(stash?.items ?? [], pairs).map { item, pair in
      Keeping(item, pair.slot, pair.value, reader, at: range)
    }
    self.pairs = pairs
    self.fillings = fillings
    self.stash = stash
    let written = pairs.map { reader.scopes.places(of: $0.slot.jsonPath) }
    let around = Set(written.joined().flatMap(\.around))
    isAround = written.map { $0.contains { around.contains($0) } }
  }

  package var effects: Effects {
    guard stash != nil else {
      return Effects(pairs, fillings) { .put(.constant($0), at: .slot($1), over: .anything) }
    }
    var effects = Effects()
    for (number, (pair, keeping)) in zip(pairs, keeping).enumerated() {
      effects.reads.append(.init(source: .query(keeping.source), leaves: false))
      let kept = keeping.acts(number)
      effects.unasked.formUnion(effects.acts.count..<effects.acts.count + kept.count)
      effects.acts += kept
      effects.acts.append(.put(.constant(pair.value), at: .slot(pair.slot), over: .anything))
    }
    return effects
  }

  package func find(in scope: NodeID, _ engine: inout Engine) throws {
    for item in pairs.indices {
      if !keeping.isEmpty {
        try engine.find(pairs[item].slot, in: scope, item: item)
        engine.matches[engine.matches.count - 1].other = scope
      } else if fillings.isEmpty {
        try engine.find(pairs[item].slot, in: scope, item: item)
      } else if let value = try engine.fill(fillings[item], for: pairs[item].slot, in: scope) {
        try engine.find(pairs[item].slot, filling: value, in: scope, item: item)
      }
    }
  }

  package func change(_ match: Match, _ engine: inout Engine) throws {
    let pair = pairs[match.item]
    if !keeping.isEmpty, let scope = match.other {
      let keeping = keeping[match.item]
      if !match.changesMembers {
        try engine.write(engine.document.text(of: match.node), keeping.was, from: scope)
      }
      try engine.write(engine.value(pair.value), keeping.now, from: scope)
    }
    let value = match.value ?? engine.value(pair.value)
    // As of members that are there, which are matched once: only what is around a member that the
    // rule has made is another place than that.
    if isAround[match.item] || !match.changesMembers {
      return try engine.write(value, to: pair.slot, match, firstCounts: false)
    }
    guard let (parent, key) = try engine.makeRoom(for: pair.slot, match) else { return }
    if try engine.member(key, of: parent) == nil {
      _ = engine.document.append(value, key: key, to: parent)
    } else if let scope = match.value == nil ? nil : match.other {
      throw engine.secondValue(for: pair.slot.jsonPath, in: scope)
    }
  }
}

extension SetValue {
  /// Where one of the values is kept: what was there, if anything was, and what is written.
  private struct Keeping {
    let source: Query
    private let all: Target
    let was: Target
    let now: Target
    private let entry: Constant

    init(
      _ item: Stash.Item, _ slot: Slot, _ value: Constant, _ reader: RuleReader,
      at range: Range<Int>
    ) {
      func target(_ name: String) -> Target {
        reader.target(
          item.target.names.map(\.text) + [Array(name.utf8)], isFromDocument: false, at: range)
      }
      source = reader.query(slot.jsonPath, at: range)
      all = item.target
      (was, now) = (target("was"), target("now"))
      entry = reader.constant(["now": value.json], at: range)
    }

    func acts(_ read: Int) -> [Effects.Act] {
      [
        .put(.constant(entry), at: .slot(.target(all)), over: .anything),
        .make(from: [read], into: [.slot(.target(was))], by: Copied()),
      ]
    }
  }

  /// A value as it was.
  package struct Copied: ValueFunction {
    package var results: [ValueResult]? { nil }
  }

  /// What was there comes home where it still is what was written; what was kept goes either way.
  package var inverse: Inverse {
    guard let stash else { return effects.inverse }
    let passing = Name.path(Array(stash.passingName.utf8))
    return .kept(
      stash.items.flatMap { item -> [JSON] in
        let (there, kept) = (Name.path(item.path), stash.path(item.path))
        func inside(_ name: String) -> String { stash.path(item.path + [Array(name.utf8)]) }
        let (was, now) = (inside("was"), inside("now"))
        return [
          [
            "when": .string("\(kept) && \(there) == \(now)"),
            "rules": [
              ["copy": [was: .string(there)], "if-exists": "overwrite"],
              ["drop": .string(there), "when": .string("!\(was)")],
            ],
          ],
          ["move": [kept: .string(passing)], "drop-empty-parents": true],
          ["drop": .string(passing)],
        ]
      })
  }
}

extension Engine {
  /// Writes a value to a target, as it can be followed now.
  fileprivate mutating func write(
    _ value: ValueText, _ target: Target, from scope: NodeID
  ) throws {
    try write(value, to: target, follow(target, from: scope))
  }
}
