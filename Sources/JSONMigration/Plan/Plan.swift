internal import JSONText

/// What is to be done with documents: the way from their version to the target.
///
/// It is made once and shared; nothing in it changes. Only the planner makes one, from rules that
/// were checked, so a plan can't be wrong.
package struct Plan: Sendable {
  let rules: RuleSet
  /// The version that documents come to.
  let target: Version
  /// The version of documents that don't tell, if it isn't the one that the rules say.
  let source: Version?
  /// The steps from each version that the plan starts from.
  let steps: [Step]
  private let starts: [Version: Int]
  let guide: Guide
  /// The short way, for documents that are as most are.
  let shortcut: FlatProgram

  /// Made by the planner.
  init(
    rules: RuleSet, target: Version, source: Version?, steps: [Step], guide: Guide,
    shortcut: FlatProgram
  ) {
    self.rules = rules
    self.target = target
    self.source = source
    self.steps = steps
    self.guide = guide
    self.shortcut = shortcut
    starts = Dictionary(
      steps.enumerated().flatMap { index, step in step.from.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The number of the step that starts at a version; nil where the plan has none.
  func step(from version: Version) -> Int? { starts[version] }
}
