internal import JSONText

/// Spells keys in another way: `{ "rename-keys": "settings", "case": "snake-to-camel" }`.
struct RenameKeys: Verb {
  static let name = "rename-keys"
  static let spec = VerbSpec(
    name, "spells the keys of an object in another way",
    takes: .paths, "the objects; what is in their members stays as it is",
    [
      Parameter(
        "case", .word(KeyCase.words), isRequired: true, "how keys are spelled, and how they will be"
      )
    ],
    hasTarget: true,
    target: "each key that is taken",
    edges: [
      "Null stays as it is.",
      "A key that isn't spelled in the first way stays as it is.",
    ],
    example: #"{ "rename-keys": "settings", "case": "snake-to-camel" }"#,
    before: #"{ "settings": { "tab_size": 2, "font": { "line_height": 1.4 } } }"#,
    after: #"{ "settings": { "tabSize": 2, "font": { "line_height": 1.4 } } }"#)

  let queries: [Query]
  let old: KeyCase
  let new: KeyCase

  init?(_ fields: inout Fields) {
    let reader = fields.reader
    let queries = fields.queries("rename-keys")
    let cases = fields.require("case", "how keys are spelled, such as `snake-to-camel`")
      .flatMap { reader.word($0, KeyCase.changes) }
    guard let queries, let cases else { return nil }
    self.queries = queries
    (old, new) = cases
  }

  var effects: Effects { Effects(queries) { .respell($0, from: old, to: new) } }

  func find(in scope: NodeID, _ engine: inout Engine) throws {
    let start = engine.matches.count
    try engine.find(queries, in: scope)
    for index in start..<engine.matches.count { engine.matches[index].changesMembers = true }
  }

  func change(_ match: Match, _ engine: inout Engine) throws {
    if engine.document.kind(match.node) == .null { return }
    try engine.requireObject(match.node)
    try engine.document.openItems(of: match.node)
    var next = engine.document.firstItem(of: match.node)
    while let member = next {
      next = engine.document.nextItem(after: member)
      let key = engine.document.key(of: member)
      try engine.document.charge(bytes: key.count)
      guard let spelled = new.spelling(of: key, from: old) else { continue }
      try engine.requireOneKey(member)
      try engine.rename(member, to: engine.document.make(key: spelled))
    }
  }

  /// Not exact: `line1_2` would come back as `line12`.
  var inverse: Inverse {
    let paths = JSON.array(queries.map(\.json))
    return .conditional([["rename-keys": paths, "case": .string("\(new)-to-\(old)")]])
  }
}
