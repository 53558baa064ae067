internal import JSONMigrationCore

/// What a warning is about, for people; the word that silences it is its name.
package struct WarningHelp: Sendable {
  package let word: String
  /// What there is, in a phrase.
  package let about: String

  /// The warnings, in the order in which they may be listed.
  package static let all = Warning.allCases.map { WarningHelp(word: $0.rawValue, about: $0.about) }
}

extension Warning {
  fileprivate var about: String {
    switch self {
    case .dottedName:
      "a name such as `ui.theme` where a name is taken as it is; a path that names in the tests what is "
        + "one member with a dot in its name, or makes objects where a step knows such members"
    case .oddName:
      "a name that is empty, or has a quote or white space at an end; in a path also one with a sign in it "
        + "that most likely means something else, `items*`"
    case .field:
      "`{name}`, `${name}` or `$.a.b` in a value, in a rule without `fill`; `{{name}}`, `${name}` or no "
        + "field at all in one with it, and in `compose`"
    case .dateForm: "letters in a form of dates that are no field of it, such as `MMM d, yyyy`"
    case .pattern:
      "slashes around a pattern, with flags or an anchor: `/a/i`, `/^a/`; `$1` in the `with` of a plain "
        + "`replace`, and `\\1` in that of a pattern"
    case .condition:
      "two values of the rule that are compared, `match` with the pattern in front, `@.a.length > 1`, or "
        + "numbers in text, `@.a < '9.0'`"
    case .numberName: "a number as a name, `items.0`: an element is `items[0]`"
    case .pointer: "a JSON Pointer, `/items/0`, or a way up, `../a`, in the place of a path"
    case .scopeTwice: "a path or a condition that starts again inside of what `in` leads to"
    case .filterScope: "`@` on both sides in a filter, which is the element both times"
    case .pairKeys: "`from` and `to`, or `path`, as the keys of `rename`, `move` or `copy`"
    case .tableKey: "`\"true\"` in a `table`, where a test has `true`"
    case .unreachableCase:
      "a case of `map-values`, or a choice of `choose`, that an earlier one leaves nothing"
    case .overlap: "cases of `map-values` with bounds that overlap"
    case .emptyRange: "a case of `map-values` whose bounds no number meets"
    case .gap:
      "numbers between the bounds of two cases of `map-values` that no case takes; between bounds that are "
        + "whole, whole numbers"
    case .insideAnother:
      "a place in the value of another one that the same `set` writes, `a` and `$.a` in one rule, or a "
        + "value that is brought to where it is, or into itself"
    case .takenAway: "a rule that reads or asks for what an earlier one has taken away"
    case .occupied:
      "a rule that brings something to where an earlier one has put a value already, such as a default"
    case .listPath:
      "a path that asks a list for a member, or an object for an element, and finds nothing in the tests; "
        + "fields that only the elements have which get the result"
    case .dropsVersion: "a rule that drops, moves or renames what holds the version"
    case .writesVersion: "a rule that puts something else where the version is written"
    }
  }
}
