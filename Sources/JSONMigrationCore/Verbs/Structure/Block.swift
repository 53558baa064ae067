internal import JSONText

/// Runs several rules in each scope: `{ "in": "panels[*]", "rules": [ … ] }`.
struct Block: Verb {
  static let name = "rules"
  static let spec = VerbSpec(
    name, "runs several rules, one after the other, in each scope",
    takes: .rules, "the rules", hasSource: false,
    edges: [
      "The scopes and `when` of the block are found once, before its first rule.",
      "Each rule in it finds its own matches and asks its own `when` at its turn.",
      "A scope inside another one comes first, and the others in document order.",
      "Where a rule has taken the scope away, those behind it have nothing to do there.",
    ],
    example: #"{ "in": "items[*]", "rules": [{ "rename": { "a": "b" } }, { "set": { "c": 1 } }] }"#,
    before: #"{ "items": [{ "a": 0 }] }"#, after: #"{ "items": [{ "b": 0, "c": 1 }] }"#)

  let rules: [Rule]
  /// The rule that these undo, where they are a way back.
  let undone: Undone?

  init?(_ fields: inout Fields) {
    guard let value = fields.take("rules"), let rules = fields.reader.rules(value) else {
      return nil
    }
    self.rules = rules
    undone = nil
  }

  /// Rules that no file has in a block.
  init(_ rules: [Rule], undoing undone: Undone? = nil) {
    self.rules = rules
    self.undone = undone
  }

  var effects: Effects { Effects() }

  var inner: InnerRules { .all(rules) }

  func find(in scope: NodeID, _ engine: inout Engine) throws {
    engine.matches.append(Match(node: scope, changesMembers: true))
  }

  func change(_ match: Match, _ engine: inout Engine) throws {
    if let undone {
      try engine.undo(undone, by: rules, in: match.node)
    } else {
      try engine.runBlock(rules, in: match.node)
    }
  }

  var inverse: Inverse { .each(rules) }
}
