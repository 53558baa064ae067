internal import JSONText

/// Makes plans from checked rules.
struct Planner: Sendable {
  let rules: RuleSet

  /// The plan for documents of any version; `target` is the newest version where it is nil.
  func plan(to target: Version? = nil, from source: Version? = nil) -> Plan {
    let format = rules.format
    let target = target ?? format.chain.newest
    let steps = format.chain.steps
    return Plan(
      rules: rules, target: target, source: source, steps: steps, guide: guide(),
      shortcut: Shortcut.program(for: rules, to: target, from: source) ?? .nothing)
  }

  /// The guide to everything that the rules touch.
  private func guide() -> Guide {
    Guide(paths: rules.symbols.touched.map(\.place).uniqued())
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, in order.
  fileprivate func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
