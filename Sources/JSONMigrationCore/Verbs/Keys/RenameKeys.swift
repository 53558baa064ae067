package import JSONText

/// Spells keys in another way: `{ "rename-keys": "settings", "case": "snake-to-camel" }`, or by a
/// pattern.
package struct RenameKeys: Verb {
  package static let name = "rename-keys"
  package static let spec = VerbSpec(
    name, "spells the keys of an object in another way",
    takes: .paths, "the objects; what is in their members stays as it is",
    [
      Parameter(
        "case", .word(KeyCase.words), isAlternative: true,
        "how keys are spelled, and how they will be"),
      Parameter(
        "pattern", .pattern, isAlternative: true, needs: ["with"],
        "in place of `case`: has to fit the whole key, or that stays as it is"),
      Parameter(
        "with", .text, needs: ["pattern"],
        "what the key becomes; `$1` to `$9` are groups of the pattern"),
    ],
    hasTarget: true,
    target: "each key that is taken",
    edges: [
      "Null stays as it is.",
      "With `case` a key changes where it has what the first way puts between words: `_`, `-`, or a "
        + "capital. One without stays as it is.",
      "With a pattern all keys of an object change at once; two that come out equal are a conflict.",
    ],
    example: #"{ "rename-keys": "settings", "case": "snake-to-camel" }"#,
    before: #"{ "settings": { "tab_size": 2, "font": { "line_height": 1.4 } } }"#,
    after: #"{ "settings": { "tabSize": 2, "font": { "line_height": 1.4 } } }"#)

  let queries: [Query]
  package let spelling: Spelling

  package enum Spelling: Sendable {
    case change(from: KeyCase, to: KeyCase)
    case pattern(Pattern, PatternTemplate)
  }

  package init?(_ fields: inout Fields) {
    let reader = fields.reader
    let queries = fields.queries("rename-keys")
    guard let spelling = Self.spelling(&fields), let queries else { return nil }
    self.queries = queries
    self.spelling = spelling
    // Those of `case` are opened by their effects.
    reader.touch(queries.flatMap { reader.scopes.places(of: $0.path) }.map(\.children))
  }

  package var effects: Effects {
    Effects(queries) { query in
      switch spelling {
      case .change(let old, let new): .respell(query, from: old, to: new)
      case .pattern: .unknown(query)
      }
    }
  }

  private static func spelling(_ fields: inout Fields) -> Spelling? {
    let reader = fields.reader
    guard let value = fields.take("pattern") else {
      if !fields.has("case"), fields.reportsMisspelling(of: "pattern", "what keys look like") {
        _ = fields.take("with")
        return nil
      }
      return fields.require(
        "case", "how keys are spelled, such as `snake-to-camel`, or a `pattern`"
      )
      .flatMap { reader.word($0, KeyCase.changes) }.map { .change(from: $0, to: $1) }
    }
    if fields.take("case") != nil {
      reader.report("a rule has either `case` or `pattern`", at: fields.keyRange("pattern"))
    }
    let mistakes = reader.diagnostics.count
    let with = fields.require("with", "what the keys become")
    if with == nil {
      reader.help(
        #"write it as in `{ "rename-keys": "s", "pattern": "^(.+)_id$", "with": "$1Id" }`"#,
        since: mistakes)
    }
    guard let pattern = reader.pattern(value), let with, let text = reader.text(with),
      let template = reader.template(text, for: pattern, at: with.range)
    else { return nil }
    return .pattern(pattern, template)
  }

  package func find(in scope: NodeID, _ engine: inout Engine) throws {
    let start = engine.matches.count
    try engine.find(queries, in: scope)
    for index in start..<engine.matches.count { engine.matches[index].changesMembers = true }
  }

  package func change(_ match: Match, _ engine: inout Engine) throws {
    if engine.document.kind(match.node) == .null { return }
    try engine.requireObject(match.node)
    switch spelling {
    case .change(let old, let new): try respell(match.node, from: old, to: new, &engine)
    case .pattern(let pattern, let template):
      try engine.renameKeys(of: match.node, pattern, template)
    }
  }

  private func respell(
    _ object: NodeID, from old: KeyCase, to new: KeyCase, _ engine: inout Engine
  ) throws {
    try engine.document.openItems(of: object)
    var items = engine.document.items(of: object)
    while let member = items.next(in: engine.document) {
      let key = engine.document.key(of: member)
      try engine.document.charge(bytes: key.count)
      guard let spelled = new.spelling(of: key, from: old) else { continue }
      try engine.requireOneKey(member)
      try engine.rename(member, to: engine.document.make(key: spelled))
    }
  }

  /// Not exact: `line1_2` would come back as `line12`.
  package var inverse: Inverse {
    guard case .change(let old, let new) = spelling else {
      return .lossy("which keys fitted the pattern is not known")
    }
    let paths = JSON.array(queries.map(\.json))
    return .conditional([["rename-keys": paths, "case": .string("\(new)-to-\(old)")]])
  }
}
