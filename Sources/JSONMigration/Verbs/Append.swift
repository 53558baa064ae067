internal import JSONText

/// Adds an element to arrays: `{ "append": { "tags": "new" } }`.
struct Append: Verb {
  static let name = "append"
  static let spec = VerbSpec(
    name, "adds an element to arrays; a missing array is made",
    takes: .map(of: .value, by: .slot), "the arrays, each with one element, whatever it is",
    [Parameter("unless-present", .flag, "whether an array stays that has an equal element")],
    source: "the parent of the array",
    edges: [
      "A parent that is there and is no object is a wrong type; so is what is there and is no array.",
      "With `unless-present` numbers are equal by value, objects in any order of keys.",
    ],
    example: #"{ "append": { "shelves": "favourites" } }"#,
    before: #"{ "shelves": ["unread"] }"#,
    after: #"{ "shelves": ["unread", "favourites"] }"#)

  let pairs: [(slot: Slot, value: Constant, test: ValueTest)]
  let looksFirst: Bool

  init?(_ fields: inout Fields) {
    let reader = fields.reader
    guard let members = fields.pairs("append", "an object of arrays, each with an element"),
      let pairs = reader.whole(
        members,
        { member in
          reader.slot(member.key, at: member.keyRange).map { slot in
            (slot: slot, value: reader.constant(member.value), test: ValueTest(member.value.json))
          }
        })
    else { return nil }
    self.pairs = pairs
    looksFirst = fields.flag("unless-present")
  }

  var effects: Effects { Effects(acts: pairs.map { .append($0.value, to: $0.slot) }) }

  func find(in scope: NodeID, _ engine: inout Engine) throws {
    let start = engine.matches.count
    for (item, pair) in pairs.enumerated() {
      try engine.find(pair.slot, in: scope, item: item)
    }
    // Two elements for one array are two matches.
    for index in start..<engine.matches.count {
      engine.matches[index].scope = engine.matches[index].node
    }
  }

  func change(_ match: Match, _ engine: inout Engine) throws {
    let pair = pairs[match.item]
    var array = match.node
    if match.changesMembers, let (parent, key) = try engine.makeRoom(for: pair.slot, match) {
      array =
        try engine.member(key, of: parent)
        ?? engine.document.append(.array, key: key, to: parent)
    }
    guard engine.document.kind(array) == .array else {
      throw engine.wrongType(array, needs: "an array")
    }
    if looksFirst, try contains(pair.test, array, &engine) { return }
    _ = engine.document.append(engine.value(pair.value), key: nil, to: array)
  }

  private func contains(
    _ test: ValueTest, _ array: NodeID, _ engine: inout Engine
  ) throws -> Bool {
    try engine.document.openItems(of: array)
    var next = engine.document.firstItem(of: array)
    while let element = next {
      try engine.document.charge(1)
      if try engine.fits(element, test) { return true }
      next = engine.document.nextItem(after: element)
    }
    return false
  }

  var inverse: Inverse {
    if looksFirst { return .lossy("whether the element was there before is not known") }
    return .conditional([["drop": .array(pairs.map { .string($0.slot.path + "[-1]") })]])
  }
}
