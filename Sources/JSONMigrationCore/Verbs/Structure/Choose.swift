internal import JSONText

/// Runs the first list of rules that fits: `{ "choose": [ { "when": "@.a", "rules": [ … ] }, … ]
/// }`.
struct Choose: Verb {
  static let name = "choose"
  static let spec = VerbSpec(
    name, "runs for each scope the first list of rules whose condition holds, or nothing",
    takes: .list(of: .record(optionKeys)),
    "the lists of rules, asked in order and before anything changes", hasSource: false,
    example: """
      { "in": "items[*]", "choose": [
        { "when": "@.done == true", "rules": [{ "drop": "due" }] },
        { "rules": [{ "set": { "state": "open" } }] }
      ] }
      """,
    before: #"{ "items": [{ "done": true, "due": 7 }, { "done": false, "due": 9 }] }"#,
    after: #"{ "items": [{ "done": true }, { "done": false, "due": 9, "state": "open" }] }"#)

  private static let optionKeys = [
    Parameter("when", .condition, "what has to hold at the scope; always, if nothing is said"),
    Parameter("rules", .rules, isRequired: true, "the rules to run then"),
  ]

  let options: [(when: Condition?, rules: [Rule])]

  init?(_ fields: inout Fields) {
    let reader = fields.reader
    guard let value = fields.take("choose"),
      let elements = reader.list(value, "a list of objects with `when` and `rules`")
    else { return nil }
    if elements.isEmpty { reader.report("the list is empty", at: value.range) }
    guard let options = reader.whole(elements, { Self.option($0, reader) }) else { return nil }
    self.options = options
  }

  private static func option(
    _ value: LocatedJSON, _ reader: RuleReader
  ) -> (when: Condition?, rules: [Rule])? {
    guard var fields = Fields(value, "an object with `when` and `rules`", reader) else {
      return nil
    }
    let when = fields.take("when").map { reader.condition($0) }
    let rules = fields.require("rules", "what to do then").flatMap { reader.rules($0) }
    fields.finish(optionKeys.map(\.name), of: "a choice")
    guard let rules else { return nil }
    if case .some(nil) = when { return nil }
    return (when.flatMap { $0 }, rules)
  }

  var effects: Effects { Effects() }

  var inner: InnerRules { .firstOf(options) }

  func find(in scope: NodeID, _ engine: inout Engine) throws {
    for index in options.indices {
      if let when = options[index].when {
        guard try engine.holds(when, at: scope) else { continue }
      }
      engine.matches.append(Match(node: scope, item: index))
      return
    }
  }

  func change(_ match: Match, _ engine: inout Engine) throws {
    try engine.runBlock(options[match.item].rules, in: match.node)
  }

  var inverse: Inverse { .lossy("which of them was chosen is not known") }
}
