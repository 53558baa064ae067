internal import JSONText

/// What is legal in a rule and most likely meant otherwise, by the word that silences it.
///
/// `"allow": ["dotted-name"]` in a rule says that it is meant so, there and in the rules inside it.
package enum Warning: String, CaseIterable, Sendable {
  /// A name that looks like a path.
  case dottedName = "dotted-name"
  /// A name with a sign in it that most likely means something else.
  case oddName = "odd-name"
  /// A value that looks as if it had fields, in a rule that doesn't fill.
  case field
  /// Letters in a form of dates that are no field of it.
  case dateForm = "date-form"
  /// A pattern with slashes around it, or a group in a rule that replaces plain text.
  case pattern
  /// A part of a condition that asks nothing of the document.
  case condition
  /// A number as a name on a path.
  case numberName = "number-name"
  /// A JSON Pointer in the place of a path.
  case pointer
  /// A condition or a path that names again what the scope is in.
  case scopeTwice = "scope-twice"
  /// A filter that compares its element with itself.
  case filterScope = "filter-scope"
  /// Pairs with the keys of other tools, `from` and `to`.
  case pairKeys = "pair-keys"
  /// A key of a table that is written like another type, where the source is of that.
  case tableKey = "table-key"
  case unreachableCase = "unreachable-case"
  case overlap
  case emptyRange = "empty-range"
  case gap
  /// A place in the value of another one that the same rule writes.
  case insideAnother = "inside-another"
  /// Something that an earlier rule has taken away.
  case takenAway = "taken-away"
  /// A place that an earlier rule has filled.
  case occupied
  /// A path that takes a list for an object, or an object for a list.
  case listPath = "list-path"
  /// The version goes.
  case dropsVersion = "drops-version"
  /// A value comes to where the version is written.
  case writesVersion = "writes-version"

  static let words = KeyValuePairs<String, Warning>.all
}

extension KeyValuePairs<String, Warning> {
  /// Spelled out, since these pairs can't be made of a list.
  fileprivate static let all: Self = [
    "dotted-name": .dottedName, "odd-name": .oddName, "field": .field, "date-form": .dateForm,
    "pattern": .pattern, "condition": .condition,
    "number-name": .numberName, "pointer": .pointer,
    "scope-twice": .scopeTwice, "filter-scope": .filterScope,
    "pair-keys": .pairKeys, "table-key": .tableKey,
    "unreachable-case": .unreachableCase, "overlap": .overlap, "empty-range": .emptyRange,
    "gap": .gap, "inside-another": .insideAnother, "taken-away": .takenAway,
    "occupied": .occupied,
    "list-path": .listPath, "drops-version": .dropsVersion,
    "writes-version": .writesVersion,
  ]
}

extension RuleReader {
  /// Tells of something, unless the rule at hand or one around it allows it.
  @inline(never)
  package func warn(
    _ warning: Warning, _ message: String, at range: Range<Int>, help: String? = nil,
    further: [Diagnostic.Place] = []
  ) {
    if allowed.contains(warning) { return }
    report(
      "\(message) (\(warning.rawValue))", at: range, help: help, further: further,
      severity: .warning, word: warning.rawValue)
  }

  /// What `allow` says: a list of the words of warnings.
  func warnings(_ value: LocatedJSON) -> [Warning] {
    (list(value, "a list of the words of warnings") ?? []).compactMap { word($0, Warning.words) }
  }
}
