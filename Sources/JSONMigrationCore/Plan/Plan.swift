internal import JSONText

/// What is to be done with documents: the way from their version to the target.
///
/// It is made once and shared; nothing in it changes. Only the planner makes one, from rules that
/// were checked, so a plan can't be wrong.
package final class Plan: Sendable {
  package let rules: RuleSet
  /// The version that documents come to.
  let target: Version
  /// The version of documents that don't tell, if it isn't the one that the rules say.
  let source: Version?
  /// How the steps behind the target are gone back over, by their numbers, for each format by its
  /// folder.
  package let back: [String: [Int: StepBack]]
  let longWay: LongWay
  /// The short way, for documents that are as most are.
  let shortcut: FlatProgram
  /// The same where elements of arrays are touched too.
  let deepShortcut: FlatProgram
  /// Asked for each document, and asking the program itself would copy it.
  let hasDeepShortcut: Bool

  /// Made by the planner.
  init(
    rules: RuleSet, target: Version, source: Version?, back: [String: [Int: StepBack]],
    longWay: LongWay,
    shortcut: FlatProgram, deepShortcut: FlatProgram
  ) {
    self.rules = rules
    self.target = target
    self.source = source
    self.back = back
    self.longWay = longWay
    self.shortcut = shortcut
    self.deepShortcut = deepShortcut
    hasDeepShortcut = !deepShortcut.isEmpty
  }

  /// The same plan with another guide.
  func guided(by guide: Guide) -> Plan {
    Plan(
      rules: rules, target: target, source: source, back: back,
      // Wakings go by the keys that their guide tells of, so there are none.
      longWay: LongWay { LongWay.Means(guide: guide, wakings: Wakings()) },
      shortcut: shortcut, deepShortcut: deepShortcut)
  }

  /// Whether its guide makes a node of every value.
  var opensAll: Bool { longWay.means.guide === Guide.everything }
}
