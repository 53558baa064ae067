internal import JSONText

/// A rule of a step: what every rule may say, and its verb.
package final class Rule: Sendable {
  /// What happens where the source is not there.
  package enum Missing: Sendable { case skip, fail }
  /// What happens where the target is there already.
  package enum Exists: Sendable { case fail, keep, overwrite }

  package let verb: any Verb
  package let name: String
  /// Its number among the rules of its folder; -1 for a rule that stands in no file.
  let number: Int
  /// The numbers of its paths among those of its folder; none where it has one, or looks for all of
  /// them together.
  let paths: Range<Int>
  /// The scopes; nil for the enclosing one.
  package let scopes: [Query]?
  package let when: Condition?
  package let ifMissing: Missing
  package let ifExists: Exists
  let message: String?
  package let undo: [Rule]?
  /// The warnings that are not told of it.
  package let allowed: Set<Warning>
  /// What its verb does, rules in it aside.
  package let effects: Effects
  /// Where it acts, as far as that can be told; nil for a rule that stands in no file.
  let grounds: Scopes?
  /// Whether matches may come out of order, inside each other or twice.
  package let needsOrder: Bool
  /// Whether scopes that come out of order bring something to one place.
  let needsScopesInOrder: Bool
  /// Whether a rule in it, or one that it undoes, asks the document what may be the same in all
  /// scopes.
  let asksWithin: Bool
  /// The file and the bytes of the verb's key in it.
  package let file: Int
  package let range: Range<Int>
  /// The bytes of the whole rule; nil for a rule that stands in no file.
  package let whole: Range<Int>?

  init(
    verb: any Verb, name: String, number: Int = -1, paths: Range<Int> = 0..<0, common: CommonKeys,
    allowed: Set<Warning> = [],
    effects: Effects, grounds: Scopes?, needsOrder: Bool, file: Int, range: Range<Int>,
    whole: Range<Int>? = nil
  ) {
    self.verb = verb
    self.name = name
    self.number = number
    self.paths = paths
    scopes = common.scopes
    when = common.when
    ifMissing = common.ifMissing
    ifExists = common.ifExists
    message = common.message
    undo = common.undo
    self.allowed = allowed
    self.effects = effects
    self.grounds = grounds
    self.needsOrder = needsOrder
    needsScopesInOrder = common.scopes?.leadStraightDown == false && effects.writesFromDocument
    let within = verb.inner.rules + [verb.undone?.rule].compactMap { $0 }
    asksWithin = within.contains { $0.asksWithin || $0.asksDocument }
    self.file = file
    self.range = range
    self.whole = whole
  }
}

extension Rule {
  /// The conditions that it asks, not those of rules in it.
  package var conditions: [Condition] {
    var conditions = [when].compactMap { $0 }
    for case .ask(let condition) in effects.acts { conditions.append(condition) }
    if case .firstOf(let options) = verb.inner { conditions += options.compactMap(\.when) }
    return conditions
  }

  /// Whether it asks the document for several places, or for all that is in an array, wherever it
  /// acts.
  private var asksDocument: Bool {
    verb.catalogue.map { !$0.query.path.isRelative } == true
      || verb.addsOnce.contains(where: \.isFromDocument)
      || conditions.contains { !$0.condition.expression.wideQueries.isEmpty }
  }

  /// The rules in it.
  package var inner: [Rule] { verb.inner.rules }

  /// How its verb goes back.
  package var inverse: Inverse { verb.inverse }
}

/// What the keys say that every rule may have.
package struct CommonKeys {
  var scopes: [Query]?
  var when: Condition?
  var ifMissing = Rule.Missing.skip
  var ifExists = Rule.Exists.fail
  var message: String?
  var undo: [Rule]?

  package static let parameters = [
    Parameter("in", .paths, "where the rule acts: the scopes; no match is no error"),
    Parameter("when", .condition, "asked at each scope; the rule acts where it holds"),
    Parameter(
      "if-missing", .word(["skip", "fail"]), unsaid: "skip",
      "when the source is not there; `skip` if nothing is said"),
    Parameter(
      "if-exists", .word(["fail", "keep", "overwrite"]), unsaid: "fail",
      "when the target is there already; `fail` if nothing is said"),
    Parameter(
      "undo", .rules,
      "the rules that go back, in place of the automatic inverse; `[]` if there is nothing to do"),
    Parameter("message", .text, "said in the error when the rule fails"),
    Parameter(
      "allow", .list(of: .word(Warning.allCases.map(\.rawValue))), limits: ["minItems": 0],
      "warnings that are not meant for this rule, by the words in them"),
    Parameter("note", .text, "for people"),
  ]

  /// A rule with one of the keys that each verb takes; nil for those that need none to be told.
  static func example(of key: String) -> String? {
    switch key {
    case "in": #"{ "in": "items[*]", "drop": "a" }"#
    case "when": #"{ "drop": "a", "when": "@.b == 1" }"#
    case "undo": #"{ "drop": "a", "undo": [{ "add-default": { "a": 1 } }] }"#
    case "allow": #"{ "rename": { "a": "b.c" }, "allow": ["dotted-name"] }"#
    case "if-missing": #"{ "rename": { "a": "b" }, "if-missing": "fail" }"#
    case "if-exists": #"{ "rename": { "a": "b" }, "if-exists": "keep" }"#
    case "message": #"{ "require": "@.a", "message": "…" }"#
    case "note": #"{ "drop": "a", "note": "…" }"#
    default: nil
    }
  }

  /// Those that say something in the rules of a verb.
  package static func parameters(of spec: VerbSpec) -> [Parameter] {
    parameters.filter {
      switch $0.name {
      case "if-missing": spec.hasSource
      case "if-exists": spec.hasTarget
      default: true
      }
    }
  }
}
