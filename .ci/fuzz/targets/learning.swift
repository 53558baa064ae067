@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore
@testable import JSONText

/// A document before and after rules, on two lines: rules that are learned of them, and are said to
/// be all of it, do that.
func check(_ input: [UInt8]) {
  let lines = input.split(separator: 0x0A, maxSplits: 1)
  guard lines.count == 2, let before = try? JSON(parsing: lines[0]),
    let after = try? JSON(parsing: lines[1])
  else { return }
  var looks = 0
  let learner = RuleLearner([StepSample(name: "a", before: before, after: after)]) {
    looks += 1
    return looks > 15
  }
  let learned = learner.learned()
  guard learned.isComplete, !learned.rules.isEmpty else { return }
  guard var trial = RuleTrial(.array(learned.rules)) else {
    preconditionFailure("no rules: \(learned.rules)")
  }
  let result = trial.result(for: before)
  precondition(learned.newIDs > 0 || result == after, "\(learned.rules) gives \(result ?? nil)")
}
