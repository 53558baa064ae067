package import JSONText

/// What a rule does: it finds, then it changes.
///
/// A verb is one file: its spec, how it is read, its effects, what it finds, how it changes that.
/// The rest is done for every verb in one place, by the reader of rules and by the engine: `in`,
/// `when`, `if-missing`, `if-exists`, `undo`, `message`, the order of matches, and that all of them
/// are found before the first is changed.
package protocol Verb: Sendable {
  /// Its key in a rule.
  ///
  /// It is kept apart from the spec: verbs are looked up by name, and specs take time to make.
  static var name: String { get }

  /// What it is for, and what may stand in its rules.
  static var spec: VerbSpec { get }

  /// Reads a rule of this verb; nil if something is wrong with it, which was reported then.
  init?(_ fields: inout Fields)

  /// What it does in a scope, as far as that can be told without a document.
  var effects: Effects { get }

  /// The rules in it.
  var inner: InnerRules { get }

  /// The rule that it undoes, if it does.
  var undone: Undone? { get }

  /// Why it finds nothing in a scope, where that is no matter of its paths alone.
  func reasonForNothing(in scope: NodeID, _ engine: inout Engine) throws -> NothingReason?

  /// The value that it copies in a scope, where its effects can't tell which it is.
  func copied(in scope: NodeID, _ engine: inout Engine) throws -> NodeID?

  /// What it looks things up in, if it does.
  var catalogue: (query: Query, by: [Name])? { get }

  /// The arrays in which it looks for what each scope adds, if it does.
  var addsOnce: [Slot] { get }

  /// The format of documents in the document that it migrates, if it does.
  var nested: NestedFormat? { get }

  /// How it goes back; derived from its effects where a verb doesn't say it.
  var inverse: Inverse { get }

  /// In which order what it finds is changed.
  var changeOrder: ChangeOrder { get }

  /// What a match takes the place of, which goes with all that is in it; asked for `innerFirst`.
  func replaced(by match: Match, _ engine: inout Engine) throws -> NodeID?

  /// Finds what has to be changed in a scope. It changes nothing.
  func find(in scope: NodeID, _ engine: inout Engine) throws

  /// Changes one of the things it has found.
  func change(_ match: Match, _ engine: inout Engine) throws
}

extension Verb {
  package var inner: InnerRules { .none }
  package var changeOrder: ChangeOrder { .deepestFirst }
  package func replaced(by match: Match, _ engine: inout Engine) throws -> NodeID? { nil }
  package var undone: Undone? { nil }

  package func reasonForNothing(
    in scope: NodeID, _ engine: inout Engine
  ) throws -> NothingReason? { nil }

  package func copied(in scope: NodeID, _ engine: inout Engine) throws -> NodeID? { nil }

  package var catalogue: (query: Query, by: [Name])? { nil }
  package var addsOnce: [Slot] { [] }
  package var nested: NestedFormat? { nil }
  package var inverse: Inverse { effects.inverse }
}

/// To which format and version documents in a document are brought.
package struct NestedFormat: Sendable {
  package let format: FormatRequest.Number
  /// Whether it is the format of the rule itself.
  package let isSame: Bool
  /// Nil where that is the newest, or the version of the document around it.
  package let target: Version?
}

/// The rules in a rule.
package enum InnerRules: Sendable {
  case none
  /// All of them, one after the other.
  case all([Rule])
  /// The first list whose condition holds.
  case firstOf([(when: Condition?, rules: [Rule])])

  /// Every rule that may run.
  package var rules: [Rule] { lists.flatMap { $0 } }

  /// Those that run one after the other.
  var lists: [[Rule]] {
    switch self {
    case .none: []
    case .all(let rules): [rules]
    case .firstOf(let options): options.map(\.rules)
    }
  }
}

/// Something that a verb has found.
package struct Match: BitwiseCopyable {
  /// What is to be changed, or the object in which something is.
  var node: NodeID
  /// Which of the rule's pairs or paths it belongs to.
  var item: Int = 0
  /// Which group of gathered values comes together here.
  var group: Int = 0
  /// A second node that the verb has to know, such as the object that something comes into.
  var other: NodeID?
  /// A value that was read before the first change.
  var value: ValueText?
  /// Whether members of the node are changed, or come to be, and not the node itself.
  var changesMembers = false
  /// Whether the node stays where it is, with what the verb makes of it.
  var stays = false
  /// A number that the verb remembers: which name of a target is the first that isn't there.
  var index: Int = 0
  /// Set where matches of one node in several scopes, or for several items, are not the same match.
  var scope: NodeID?
}

/// The verbs of the language.
package enum Verbs {
  /// All of them, in the order of the reference.
  package static let all: [any Verb.Type] = [
    // Keys
    Rename.self, Move.self, Copy.self, LookUp.self, Drop.self, KeepOnly.self, Nest.self,
    Unnest.self,
    RenameKeys.self,
    // Values
    AddDefault.self, SetValue.self, MapValues.self, Scale.self, Convert.self, Split.self, Join.self,
    Compose.self, Text.self,
    // Lists and objects
    Wrap.self, Unwrap.self, Append.self, Concat.self, List.self, ToList.self, ToObject.self,
    // Guards and structure
    Require.self, Block.self, Choose.self, Migrate.self, Call.self,
  ]

  package static let names = all.map { $0.name }

  /// What those are for that can be asked about them, in the same order.
  package static var specs: [VerbSpec] { all.map { $0.spec } }

  /// The same of the verb of this name.
  package static func spec(of name: String) -> VerbSpec? { named(name)?.spec }

  /// All keys that stand anywhere in rule files.
  static let keys: Set<String> = {
    var names: Set<String> = []
    var rest = specs.flatMap(\.parameters) + CommonKeys.parameters + FileKeys.step + FileKeys.format
    while let key = rest.popLast() {
      names.insert(key.name)
      rest += key.type.keys
    }
    return names
  }()

  /// Whether there is a verb of this name.
  package static func has(_ name: String) -> Bool { named(name) != nil }

  /// Those that have rules in them.
  package static let block = Block.name
  package static let choice = Choose.name

  /// The verb of this name.
  static func named(_ name: String) -> (any Verb.Type)? {
    all.first { $0.name.utf8.elementsEqual(name.utf8) }
  }
}

/// In which order matches are changed.
package enum ChangeOrder: Sendable {
  /// Those in the deepest objects first, as the document has them.
  case deepestFirst
  /// As they were found, since none takes away what another one is in.
  case asFound
  /// As they were found, but for those inside of what another one takes away.
  case innerFirst
}
