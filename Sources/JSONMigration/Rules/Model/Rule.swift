internal import JSONText

/// A rule of a step: what every rule may say, and its verb.
final class Rule: Sendable {
  /// What happens where the source is not there.
  enum Missing: Sendable { case skip, fail }
  /// What happens where the target is there already.
  enum Exists: Sendable { case fail, keep, overwrite }

  let verb: any Verb
  let name: String
  /// The scopes; nil for the enclosing one.
  let scopes: [Query]?
  let when: Condition?
  let ifMissing: Missing
  let ifExists: Exists
  let message: String?
  let undo: [Rule]?
  /// What its verb does, rules in it aside.
  let effects: Effects
  let needs: Needs
  /// Whether matches may come out of order, inside each other or twice.
  let needsOrder: Bool
  /// The file and the bytes of the verb's key in it.
  let file: Int
  let range: Range<Int>

  init(
    verb: any Verb, name: String, common: CommonKeys, effects: Effects, needs: Needs,
    needsOrder: Bool, file: Int, range: Range<Int>
  ) {
    self.verb = verb
    self.name = name
    scopes = common.scopes
    when = common.when
    ifMissing = common.ifMissing
    ifExists = common.ifExists
    message = common.message
    undo = common.undo
    self.effects = effects
    self.needs = needs
    self.needsOrder = needsOrder
    self.file = file
    self.range = range
  }
}

/// The keys that a document has to have, or a rule finds nothing in it.
struct Needs: Sendable {
  /// Of each of these lists a document has to have one key; empty where that can't be told.
  var keys: [[[UInt8]]] = []
  /// What it asks for on its way; nil where it goes by more than names and wildcards.
  var way: Way?

  /// Names that may stand once in an object: in the root, and below it.
  struct Way: Sendable {
    var root: Set<[UInt8]> = []
    var inner: Set<[UInt8]> = []
  }
}

/// What the keys say that every rule may have.
struct CommonKeys {
  var scopes: [Query]?
  var when: Condition?
  var ifMissing = Rule.Missing.skip
  var ifExists = Rule.Exists.fail
  var message: String?
  var undo: [Rule]?

  static let parameters = [
    Parameter("in", .paths, "where the rule acts: the scopes; no match is no error"),
    Parameter("when", .condition, "asked at each scope; the rule acts where it holds"),
    Parameter(
      "if-missing", .word(["skip", "fail"]),
      "when the source is not there; `skip` if nothing is said"),
    Parameter(
      "if-exists", .word(["fail", "keep", "overwrite"]),
      "when the target is there already; `fail` if nothing is said"),
    Parameter("undo", .rules, "the rules that go back, in place of the automatic inverse"),
    Parameter("message", .text, "said in the error when the rule fails"),
    Parameter("note", .text, "for people"),
  ]

  /// Those that say something in the rules of a verb.
  static func parameters(of spec: VerbSpec) -> [Parameter] {
    parameters.filter {
      switch $0.name {
      case "if-missing": spec.hasSource
      case "if-exists": spec.hasTarget
      default: true
      }
    }
  }
}
