internal import JSONText

/// Adds an element to arrays: `{ "append": { "tags": "new" } }`.
struct Append: Verb {
  static let name = "append"
  static let spec = VerbSpec(
    name, "adds an element to arrays; a missing array is made",
    takes: .map(of: .value, by: .slot), "the arrays, each with one element, whatever it is",
    [
      Parameter("unless-present", .flag, "whether an array stays that has an equal element"),
      Filling.parameter,
    ],
    source: "the parent of the array",
    edges: [
      "A parent that is there and is no object is a wrong type; so is what is there and is no array.",
      "With `fill` nothing happens for a member whose fields are not all there, and `if-missing` "
        + "asks about them too. `{{` is a brace; keys stay as they are written.",
      "With `fill` each scope adds an element of its own, without it all scopes together one.",
      "With `unless-present` numbers are equal by value, objects in any order of keys.",
    ],
    example: #"{ "append": { "shelves": "favourites" } }"#,
    before: #"{ "shelves": ["unread"] }"#,
    after: #"{ "shelves": ["unread", "favourites"] }"#)

  let pairs: [(slot: Slot, value: Constant, test: ValueTest)]
  let looksFirst: Bool
  /// The elements with their fields, if the rule fills them.
  let fillings: [Filling]

  init?(_ fields: inout Fields) {
    let reader = fields.reader
    let isFilled = fields.flag("fill")
    guard let members = fields.pairs("append", "an object of arrays, each with an element"),
      let pairs = reader.whole(
        members,
        { member in
          reader.slot(member.key, at: member.keyRange).map { slot in
            (slot: slot, value: reader.constant(member.value), test: ValueTest(member.value.json))
          }
        }), let fillings = reader.fillings(members, if: isFilled)
    else { return nil }
    if !isFilled { members.forEach { reader.check(constant: $0.value) } }
    self.pairs = pairs
    self.fillings = fillings
    looksFirst = fields.flag("unless-present")
  }

  var effects: Effects {
    Effects(pairs.map { ($0.slot, $0.value) }, fillings) {
      .append($0, to: $1, isOnce: looksFirst)
    }
  }

  var addsOnce: [Slot] { looksFirst && !fillings.isEmpty ? pairs.map(\.slot) : [] }

  func find(in scope: NodeID, _ engine: inout Engine) throws {
    if !fillings.isEmpty { return try findFilled(in: scope, &engine) }
    let start = engine.matches.count
    for item in pairs.indices {
      try engine.find(pairs[item].slot, in: scope, item: item)
    }
    // Two elements for one array are two matches.
    for index in start..<engine.matches.count {
      engine.matches[index].scope = engine.matches[index].node
    }
  }

  private func findFilled(in scope: NodeID, _ engine: inout Engine) throws {
    for item in pairs.indices {
      guard let value = try engine.fill(fillings[item], for: pairs[item].slot, in: scope) else {
        continue
      }
      let start = engine.matches.count
      try engine.find(pairs[item].slot, in: scope, item: item)
      for index in start..<engine.matches.count {
        engine.matches[index].value = value
        // An element of each scope for one array is a match of its own.
        engine.matches[index].scope = scope
      }
    }
  }

  func change(_ match: Match, _ engine: inout Engine) throws {
    var array = match.node
    if match.changesMembers,
      let (parent, key) = try engine.makeRoom(for: pairs[match.item].slot, match)
    {
      array =
        try engine.member(key, of: parent)
        ?? engine.document.append(.array, key: key, to: parent)
    }
    guard engine.document.kind(array) == .array else {
      throw engine.wrongType(array, needs: "an array")
    }
    if looksFirst {
      let filled = try match.value.map { try engine.json($0, at: array) }
      if let filled, let isNew = try engine.isNew(filled, in: array) {
        if !isNew { return }
      } else if try contains(filled.map { ValueTest($0) } ?? pairs[match.item].test, array, &engine)
      {
        return
      }
    }
    _ = engine.document.append(
      match.value ?? engine.value(pairs[match.item].value), key: nil, to: array)
  }

  private func contains(
    _ test: ValueTest, _ array: NodeID, _ engine: inout Engine
  ) throws -> Bool {
    try engine.document.openItems(of: array)
    var items = engine.document.items(of: array)
    while let element = items.next(in: engine.document) {
      try engine.document.charge(1)
      if try engine.fits(element, test) { return true }
    }
    return false
  }

  var inverse: Inverse {
    if !fillings.isEmpty { return .lossy("whether an element was added is not known") }
    if looksFirst { return .lossy("whether the element was there before is not known") }
    // Whether an array of one element was there before, without it, can't be known.
    let paths = pairs.compactMap { pair -> JSON? in
      if case .places = pair.slot { nil } else { .string(pair.slot.path) }
    }
    let require: [JSON] = paths.isEmpty ? [] : [["in": .array(paths), "require": "length(@) != 1"]]
    return .conditional(
      require + [["drop": .array(pairs.map { .string($0.slot.path + "[-1]") })]])
  }
}
