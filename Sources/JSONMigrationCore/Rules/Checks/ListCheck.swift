internal import JSONText

/// Warnings of paths that ask a list for a member, or an object for an element, in the tests of
/// their step.
///
/// A rule that finds something in one of the tests is right there.
extension RuleReader {
  func checkLists(by rules: RuleSet) {
    let steps = rules.formats.flatMap(\.chain.steps).filter { !$0.tests.isEmpty }
    guard !steps.isEmpty else { return }
    var engine = Engine(Planner(rules: rules).plan())
    for step in steps {
      var found: Set<ObjectIdentifier> = []
      var idle: [(rule: Rule, words: String)] = []
      for test in step.tests {
        guard let tracer = engine.traceAlone(step, on: test.before.bytes) else { continue }
        found.formUnion(tracer.found)
        for (rule, reason) in tracer.idleRules {
          if let reason, reason.asksOther { idle.append((rule, reason.words)) }
        }
      }
      for (rule, words) in idle where found.insert(ObjectIdentifier(rule)).inserted {
        file = rule.file
        allowed = rule.allowed
        warn(.listPath, "`\(rule.name)` finds nothing in the tests: \(words)", at: rule.range)
        allowed = []
      }
    }
  }
}
