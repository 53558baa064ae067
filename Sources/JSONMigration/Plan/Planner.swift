internal import JSONText

/// Makes plans from checked rules.
struct Planner: Sendable {
  let rules: RuleSet

  /// The plan for documents of any version; `target` is the newest version where it is nil.
  ///
  /// `source` is the version of documents that don't tell, where the rules aren't to say that.
  func plan(to target: Version? = nil, from source: Version? = nil) -> Plan {
    let chain = rules.format.chain
    let target = target ?? chain.newest
    let behind = chain.steps(from: target, to: chain.newest) ?? []
    var back: [Int: StepBack] = [:]
    var rules = rules
    if !behind.isEmpty {
      let way = WayBack(rules)
      for step in behind { back[step] = way.back(over: chain.steps[step]) }
      rules = rules.with(way.symbols)
    }
    let guide = guide(for: rules)
    return Plan(
      rules: rules, target: target, source: source, back: back, guide: guide,
      wakings: chain.steps.map { Waking($0.rules, guide) },
      shortcut: Shortcut.program(for: rules, to: target, from: source) ?? .nothing)
  }

  /// The guide to everything that the rules touch.
  private func guide(for rules: RuleSet) -> Guide {
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
