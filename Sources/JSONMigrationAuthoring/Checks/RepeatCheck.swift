internal import JSONMigrationCore
internal import JSONText

/// Documents into which no version is written, and which are taken for old ones again.
extension RuleReader {
  /// Warns where a whole run changes the result of a test once more.
  func checkRepeats(by rules: RuleSet) {
    guard rules.formats.contains(where: { !$0.isStamped }) else { return }
    var engine = Engine(Planner(rules: rules).planForEngine())
    for format in rules.formats where !format.isStamped {
      for step in format.chain.steps where step.to == format.chain.newest {
        let repeated = step.tests.first { !$0.isStable(by: format, in: &engine) }
        guard let repeated else { continue }
        file = step.file
        report(
          "what comes of this test is taken for an older version, and changed again by the next run",
          at: repeated.range, help: format.helpForRepeats(of: step.to), severity: .warning)
      }
    }
  }
}

extension Format {
  /// How its documents could tell that they are of the newest version.
  fileprivate func helpForRepeats(of newest: Version) -> String {
    let (version, literal) = (newest.description, newest.spelling)
    if let place = at.first {
      return "with `\"stamp\": false`, a rule has to write version \(version) where `at` reads it: "
        + "`{ \"set\": { \"\(place.text)\": \(literal) } }`"
    }
    return "with `\"stamp\": false`, probes in `missing` of format.json have to tell what is of "
      + "version \(version): `\"missing\": [{ \"when\": \"…\", \"version\": \(literal) }, …]`"
  }
}

extension StepTest {
  /// Whether a whole run leaves what comes of it as it is, or refuses it.
  fileprivate func isStable(by format: Format, in engine: inout Engine) -> Bool {
    guard case .after(let after) = outcome else { return true }
    let again = try? engine.result(for: Array(after.description.utf8)) { engine in
      try engine.migrateAlone(by: format)
    }
    return again.map { $0 == after } ?? true
  }
}
