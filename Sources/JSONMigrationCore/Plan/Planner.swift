internal import JSONText

/// Makes plans from checked rules.
package struct Planner: Sendable {
  let rules: RuleSet

  package init(rules: RuleSet) { self.rules = rules }

  /// The plan for documents of any version; `target` is the newest version where it is nil.
  ///
  /// `source` is the version of documents that don't tell, where the rules aren't to say that.
  package func plan(to target: Version? = nil, from source: Version? = nil) -> Plan {
    plan(to: target, from: source, hasShortWay: true)
  }

  /// The plan for an engine alone, which never goes the short way.
  package func planForEngine(to target: Version? = nil, from source: Version? = nil) -> Plan {
    plan(to: target, from: source, hasShortWay: false)
  }

  private func plan(
    to target: Version?, from source: Version?, hasShortWay: Bool
  ) -> Plan {
    let chain = rules.format.chain
    let target = target ?? chain.newest
    var back: [String: [Int: StepBack]] = [:]
    var rules = rules
    for (number, format) in rules.formats.enumerated() {
      // Nested documents may be brought to an older version, too.
      let targets = rules.targets.filter { $0.format == number }.map(\.version)
      let steps = Set(
        (targets + (number == 0 ? [target] : [])).flatMap { target in
          format.chain.steps(from: target, to: format.chain.newest) ?? []
        })
      if steps.isEmpty { continue }
      let way = WayBack(rules, format)
      for step in steps.sorted() {
        back[format.folder, default: [:]][step] = way.back(over: format.chain.steps[step])
      }
      rules = rules.with(way.symbols)
    }
    let longWay = LongWay { [self, rules, back] in
      let guide = guide(rules, back)
      return LongWay.Means(guide: guide, wakings: Wakings(chain.steps, guide))
    }
    let shortWay = hasShortWay ? ShortWay(rules, to: target, from: source) : nil
    return Plan(
      rules: rules, target: target, source: source, back: back, longWay: longWay,
      shortcut: shortWay?.root ?? .nothing, deepShortcut: shortWay?.deep ?? .nothing)
  }

  /// The guide to everything that the rules touch, and to where that was before rules took it
  /// there.
  private func guide(_ rules: RuleSet, _ back: [String: [Int: StepBack]]) -> Guide {
    var places = PlaceTree(rules.symbols.touched.map(\.place))
    // What runs last comes first.
    let behind = rules.format.chain.steps.indices.reversed().compactMap { back[""]?[$0]?.rules }
    for list in behind { follow(list, rules.format, back: &places) }
    for format in rules.formats {
      for step in format.chain.fromNewest { follow(step.rules, format, back: &places) }
    }
    return Guide(paths: places.all)
  }

  private func follow(_ rules: [Rule], _ format: Format, back places: inout PlaceTree) {
    for effects in EffectReader(format).effects(rules).reversed() {
      let moved = effects.taken.map { ($0.from.place, places.inner(of: $0.to)) }
      for (place, inner) in moved { places.add(inner, in: place) }
    }
  }
}

extension Chain {
  /// The steps, those to the newest version first.
  fileprivate var fromNewest: [Step] {
    var seen: Set<Int> = []
    return versions.reversed().compactMap { step(from: $0) }.filter { seen.insert($0).inserted }
      .map { steps[$0] }
  }
}
