internal import JSONMigrationCore
internal import JSONText

/// Documents into which no version is written, and which are taken for old ones again.
extension RuleReader {
  /// Warns where a whole run changes the result of a test once more.
  func checkRepeats(by rules: RuleSet) {
    let format = rules.format
    guard !format.isStamped else { return }
    var engine = Engine(Planner(rules: rules).planForEngine())
    for step in format.chain.steps where step.to == format.chain.newest {
      guard let test = step.tests.first(where: { !$0.isStable(in: &engine) }) else { continue }
      file = step.file
      let version = step.to.description
      report(
        "what comes of this test is taken for an older version, and changed again by the next run",
        at: test.range,
        help:
          "with `\"stamp\": false`, probes in `missing` of format.json have to tell what is of version "
          + "\(version): `\"missing\": [{ \"when\": \"…\", \"version\": \(step.to.spelling) }, …]`",
        severity: .warning)
    }
  }
}

extension StepTest {
  /// Whether a whole run leaves what comes of it as it is, or refuses it.
  fileprivate func isStable(in engine: inout Engine) -> Bool {
    guard case .after(let after) = outcome else { return true }
    let again = try? engine.result(for: Array(after.description.utf8)) { engine in
      try engine.migrateAlone()
    }
    return again.map { $0 == after } ?? true
  }
}
