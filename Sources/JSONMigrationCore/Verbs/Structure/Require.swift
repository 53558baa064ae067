internal import JSONText

/// Refuses documents: `{ "require": "@.poem != null" }`.
struct Require: Verb {
  static let name = "require"
  static let spec = VerbSpec(
    name, "refuses documents for which a condition doesn't hold",
    takes: .condition, "what has to hold at each scope", hasSource: false,
    edges: ["A document for which it doesn't hold is refused as `invalid-value`."],
    example: #"{ "require": "@.poem && @.poem != null", "message": "a poem is not optional" }"#,
    before: #"{ "poem": "Dust" }"#, after: #"{ "poem": "Dust" }"#)

  let condition: Condition

  init?(_ fields: inout Fields) {
    guard let value = fields.take("require"), let condition = fields.reader.condition(value)
    else { return nil }
    self.condition = condition
  }

  var effects: Effects { Effects(acts: [.ask(condition)]) }

  func find(in scope: NodeID, _ engine: inout Engine) throws {
    guard try engine.holds(condition, at: scope) else {
      throw engine.invalidValue(
        scope, "asks for `\(condition.shown)`, which does not hold",
        help: "correct the document, or let a rule before this one do it")
    }
    // Where it was asked nowhere that is told.
    engine.matches.append(Match(node: scope, changesMembers: true))
  }

  func change(_ match: Match, _ engine: inout Engine) throws {}
}
