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
    Self.check(options, at: elements.map(\.range), reader)
    self.options = options
  }

  /// Warns of choices that come to nothing, since an earlier one takes all that they would.
  private static func check(
    _ options: [(when: Condition?, rules: [Rule])], at ranges: [Range<Int>], _ reader: RuleReader
  ) {
    var seen: [PathCondition: Range<Int>] = [:]
    for (option, range) in zip(options, ranges) {
      guard let condition = option.when?.condition.expression else {
        for later in ranges.drop(while: { $0 != range }).dropFirst() {
          reader.warn(
            .unreachableCase, "this choice is never taken, for an earlier one has no `when`",
            at: later, further: [reader.files[reader.file].place(range, label: "the earlier one")])
        }
        return
      }
      if let first = seen[condition] {
        reader.warn(
          .unreachableCase, "this choice is never taken, for an earlier one asks the same",
          at: range, further: [reader.files[reader.file].place(first, label: "the earlier one")])
      } else {
        seen[condition] = range
      }
    }
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
      engine.matches.append(Match(node: scope, item: index, changesMembers: true))
      return
    }
  }

  func change(_ match: Match, _ engine: inout Engine) throws {
    try engine.runBlock(options[match.item].rules, in: match.node)
  }

  var inverse: Inverse { .lossy("which of them was chosen is not known") }
}
