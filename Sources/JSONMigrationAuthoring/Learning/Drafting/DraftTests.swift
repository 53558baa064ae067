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
    let others = OtherRules.all(rules)
    var tests: [JSON] = []
    var covered: Set<[Bool]> = []
    var told: Set<Int> = []
    var seen: Set<JSON> = []
    for sample in samples where tests.count < mostTests {
      guard let (result, acting) = trial.activity(on: sample.before) else { continue }
      let isShrunk = sample.before.countIsAtMost(mostValues) && !isOver()
      // The rules that do something to the sample do so to what is left of it.
      let telling =
        isShrunk ? others.indices.filter { others[$0].result(for: sample.before) != result } : []
      let isNew = covered.insert(acting).inserted
      guard isNew || !told.isSuperset(of: telling) else { continue }
      let isObject = sample.before.object != nil
      let least =
        isShrunk
        ? sample.before.shrunk(atMost: mostRuns) { document in
          guard !isObject || document.object != nil else { return false }
          guard let activity = trial.activity(on: document), activity.acting == acting else {
            return false
          }
          return telling.allSatisfy { others[$0].result(for: document) != activity.result }
        } : sample.before
      guard let after = trial.result(for: least), seen.insert(least).inserted,
        least.description.utf8.count + after.description.utf8.count <= mostBytes
      else { continue }
      told.formUnion(telling)
      tests.append([
        "name": .string("as in \(sample.name)"), "before": least, "after": after,
      ])
    }
    return tests
  }
}

/// Rules with one change.
private final class OtherRules {
  private static let most = 40
  private var trial: RuleTrial

  private init?(_ rules: JSON) {
    guard let trial = RuleTrial(rules) else { return nil }
    self.trial = trial
  }

  /// All that `test --mutants` tries, those without a rule first; of many not all.
  static func all(_ rules: [JSON]) -> [OtherRules] {
    let file = Array(JSON.array(rules).description.utf8)
    let mutants = (try? LocatedJSON.parse(file)).map { Mutant.all(of: $0.root) } ?? []
    return mutants.ordered { $0.lacksRule && !$1.lacksRule }.prefix(most).compactMap {
      OtherRules($0.rules)
    }
  }

  func result(for document: JSON) -> JSON? { trial.result(for: document) }
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
