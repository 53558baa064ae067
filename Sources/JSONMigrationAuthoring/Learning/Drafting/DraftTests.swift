internal import JSONMigrationCore
internal import JSONText

/// Turns samples into tests, as small as possible while the same rules act.
enum DraftTests {
  private static let mostTests = 6
  /// Samples with more values are not made smaller, since that would take long.
  private static let mostValues = 3_000
  private static let mostRuns = 300
  /// Longer tests are left out: they tell a reader nothing.
  private static let mostBytes = 4_000

  static func tests(_ rules: [JSON], _ samples: [StepSample], isOver: () -> Bool) -> [JSON] {
    guard var trial = RuleTrial(.array(rules)) else { return [] }
    var tests: [JSON] = []
    var covered: Set<[Bool]> = []
    var seen: Set<JSON> = []
    for sample in samples where tests.count < mostTests {
      guard let (_, acting) = trial.activity(on: sample.before), covered.insert(acting).inserted
      else { continue }
      let isObject = sample.before.object != nil
      let isSmall = sample.before.countIsAtMost(mostValues)
      let others = isSmall && !isOver() ? OtherRules(rules, changing: sample.before) : nil
      let least =
        isSmall && !isOver()
        ? sample.before.shrunk(atMost: mostRuns) { document in
          guard !isObject || document.object != nil else { return false }
          guard let activity = trial.activity(on: document), activity.acting == acting else {
            return false
          }
          return others?.differ(from: activity.result, for: document) != false
        } : sample.before
      guard let after = trial.result(for: least), seen.insert(least).inserted,
        least.description.utf8.count + after.description.utf8.count <= mostBytes
      else { continue }
      tests.append([
        "name": .string("as in \(sample.name)"), "before": least, "after": after,
      ])
    }
    return tests
  }
}

/// The same rules without one of them each, for those whose absence a sample shows.
private final class OtherRules {
  private static let most = 12
  private var trials: [Trial] = []

  private final class Trial {
    private var trial: RuleTrial

    init?(_ rules: [JSON]) {
      guard let trial = RuleTrial(.array(rules)) else { return nil }
      self.trial = trial
    }

    func result(for document: JSON) -> JSON? { trial.result(for: document) }
  }

  /// Nil for so many rules that it would take long.
  init?(_ rules: [JSON], changing sample: JSON) {
    guard rules.count <= Self.most else { return nil }
    let result = Trial(rules)?.result(for: sample)
    for index in rules.indices {
      var others = rules
      others.remove(at: index)
      guard let trial = Trial(others), trial.result(for: sample) != result else { continue }
      trials.append(trial)
    }
  }

  /// Whether each of them makes something else of a document.
  func differ(from result: JSON, for document: JSON) -> Bool {
    trials.allSatisfy { $0.result(for: document) != result }
  }
}

extension JSON {
  /// Whether no more than so many values are in it.
  fileprivate func countIsAtMost(_ most: Int) -> Bool {
    var count = 0
    var pending = [self]
    while let value = pending.popLast() {
      count += 1
      if count > most { return false }
      switch value {
      case .array(let elements): pending += elements
      case .object(let members): pending += members.map(\.value)
      default: break
      }
    }
    return true
  }
}
