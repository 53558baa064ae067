package import JSONText

/// What may stand behind a key of a rule.
///
/// The reader of rule files goes by these, and the JSON Schema and the reference are made from
/// them.
package indirect enum ParameterType: Sendable {
  /// A query.
  case path
  /// A query or a list of them.
  case paths
  /// A condition.
  case condition
  /// Names of members of the scope.
  case names
  /// The name of a member.
  case name
  /// A path of plain names, which need not be there.
  case target
  /// A path that ends in a name; the member need not be there.
  case slot
  /// Text.
  case text
  /// A pattern: I-Regexp with anchors and groups.
  case pattern
  /// One of these words.
  case word([String])
  /// Only `true`.
  case flag
  /// A number.
  case number
  /// `true` or `false`.
  case boolean
  /// A version: an integer or text.
  case version
  /// Any JSON.
  case value
  /// Rules.
  case rules
  /// An object with queries, slots or texts as keys.
  case map(of: ParameterType, by: MapKey)
  case list(of: ParameterType)
  /// An object with these keys.
  case record([Parameter])
  case either([ParameterType])

  /// What the keys of a map are.
  package enum MapKey: Sendable {
    case path, slot, text

    package var isPath: Bool { self != .text }
  }
}

extension ParameterType {
  /// The keys of the objects that may stand there.
  package var keys: [Parameter] {
    switch self {
    case .record(let parameters): parameters
    case .list(let element): element.keys
    case .map(let value, _): value.keys
    case .either(let types): types.flatMap(\.keys)
    default: []
    }
  }
}

/// A key of a rule, of an object in one, or of a rule file.
package struct Parameter: Sendable {
  package let name: String
  package let type: ParameterType
  package let isRequired: Bool
  /// Whether it is one of several, of which exactly one has to be there.
  package let isAlternative: Bool
  /// The value that means the same as nothing said, where there is one.
  package let unsaid: JSON?
  /// The keys that have to be there where it is.
  package let needs: [String]
  /// What the schema says of its value besides the type, in the words of JSON Schema; made when
  /// somebody asks, since reading rules never does.
  package var limits: JSONObject { makeLimits() }
  private let makeLimits: @Sendable () -> JSONObject
  /// What it means, in a sentence without a full stop.
  package let about: String

  @inline(never)
  package init(
    _ name: String, _ type: ParameterType, isRequired: Bool = false, isAlternative: Bool = false,
    unsaid: JSON? = nil, needs: [String] = [],
    limits: @autoclosure @escaping @Sendable () -> JSONObject = [:], _ about: String
  ) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
    self.isAlternative = isAlternative
    self.unsaid = unsaid
    self.needs = needs
    makeLimits = limits
    self.about = about
  }

  static let ignoreCase = Parameter(
    "ignore-case", .flag, "whether texts fit that differ only in capital and small letters")
}

/// What a verb is for, and what may stand in its rules.
package struct VerbSpec: Sendable {
  package let name: String
  /// What it does, in a sentence without a full stop.
  package let purpose: String
  /// The verb's own key first.
  package let parameters: [Parameter]
  /// Whether it has a place that can be taken, so that `if-exists` says something.
  package let hasTarget: Bool
  /// Whether it has a source that can be missing, so that `if-missing` says something.
  package let hasSource: Bool
  /// What `if-missing` and `if-exists` ask about.
  package let source: String
  package let target: String
  /// What happens where an author would wonder, each in whole sentences.
  package let edges: [String]
  /// What the schema says of its rules besides their keys, in the words of JSON Schema.
  package var limits: JSONObject { makeLimits() }
  private let makeLimits: @Sendable () -> JSONObject
  package let example: Example

  /// A rule, and a document before and after it.
  package struct Example: Sendable {
    package let rule: String
    package let before: String
    package let after: String
    /// Files that the rule needs beside it, by name.
    let files: KeyValuePairs<String, String>
  }

  @inline(never)
  init(
    _ name: String, _ purpose: String, takes type: ParameterType, _ about: String,
    _ parameters: [Parameter] = [], hasSource: Bool = true, hasTarget: Bool = false,
    source: String = "what the path leads to", target: String = "the target",
    edges: [String] = [], limits: @autoclosure @escaping @Sendable () -> JSONObject = [:],
    example: String, before: String, after: String, files: KeyValuePairs<String, String> = [:]
  ) {
    self.name = name
    self.purpose = purpose
    self.parameters = [Parameter(name, type, isRequired: true, about)] + parameters
    self.hasSource = hasSource
    self.hasTarget = hasTarget
    self.source = source
    self.target = target
    self.edges = edges
    makeLimits = limits
    self.example = Example(rule: example, before: before, after: after, files: files)
  }
}
