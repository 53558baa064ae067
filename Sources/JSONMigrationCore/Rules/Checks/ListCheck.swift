internal import JSONText

/// Warnings of rules that most likely lead elsewhere than was meant: paths that ask a list for a
/// member, or start again where `in` leads, and pairs with the keys of other tools.
///
/// A rule that finds something in one of the tests of its step is right there.
extension RuleReader {
  package func checkLists(by rules: RuleSet) {
    let steps = rules.formats.flatMap(\.chain.steps)
    let found = checkTests(of: steps.filter { !$0.tests.isEmpty }, by: rules)
    for step in steps {
      for rule in step.allRules where !found.contains(ObjectIdentifier(rule)) {
        file = rule.file
        allowed = rule.allowed
        checkKeys(of: rule)
        checkPaths(of: rule)
        allowed = []
      }
    }
  }

  /// Runs the tests; gives the rules that found something, or of which something was told.
  private func checkTests(of steps: [Step], by rules: RuleSet) -> Set<ObjectIdentifier> {
    if steps.isEmpty { return [] }
    var engine = Engine(Planner(rules: rules).planForEngine())
    var found: Set<ObjectIdentifier> = []
    for step in steps {
      var idle: [(rule: Rule, words: String, warning: Warning)] = []
      for test in step.tests {
        guard let tracer = engine.traceAlone(step, on: test.before.bytes) else { continue }
        found.formUnion(tracer.finds.foundRules)
        for (rule, path, reason) in tracer.finds.nothings where path == nil {
          if let reason, let warning = reason.warning { idle.append((rule, reason.words, warning)) }
        }
      }
      for (rule, words, warning) in idle where found.insert(ObjectIdentifier(rule)).inserted {
        file = rule.file
        allowed = rule.allowed
        warn(warning, "`\(rule.name)` finds nothing in the tests: \(words)", at: rule.range)
        allowed = []
      }
    }
    return found
  }

  /// Warns of `{ "rename": { "from": "a", "to": "b" } }`.
  private func checkKeys(of rule: Rule) {
    guard let keys = rule.patchKeys else { return }
    warn(
      .pairKeys, "`\(keys.first)` and `\(keys.second)` are members of documents here",
      at: rule.range,
      help: "`\(rule.name)` takes pairs of an old place and a new: "
        + "{ \"\(rule.name)\": { \"a\": \"b\" } }")
  }

  /// Warns of paths that begin with what `in` leads to already.
  private func checkPaths(of rule: Rule) {
    guard let grounds = rule.grounds, let scope = grounds.places.first else { return }
    let own = Place(scope.segments.dropFirst(grounds.root.count))
    guard !own.isEmpty, !own.contains(.descendants) else { return }
    for way in rule.effects.ways where way.path.isRelative && !way.range.isEmpty {
      let places = Scopes().places(of: way.path)
      guard places.count == 1, places[0].count > own.count, places[0].isNamedBelow(own) else {
        continue
      }
      let segments = way.path.query.segments
      func shown(_ segments: ArraySlice<PathSegment>) -> String {
        let query = PathQuery(root: .scope, segments: Array(segments))
        return Printable.path(Query.short(query.description))
      }
      return warn(
        .scopeTwice,
        "`\(shown(segments[...]))` starts inside `\(shown(segments[..<own.count]))`, where `in` leads",
        at: way.range,
        help: "`@` is the scope: `\(shown(segments[own.count...]))`; the document is `$`")
    }
  }
}

extension Rule {
  /// The places that it takes values from, where they are called as the keys of other tools.
  var patchKeys: (first: String, second: String)? {
    let names = effects.reads.compactMap { $0.source.query?.path.plainNames }
    guard names.count == 2, effects.reads.count == 2, effects.acts.count == 2,
      effects.acts.allSatisfy({ if case .put(.read, _, _) = $0 { true } else { false } }),
      names.allSatisfy({ $0.count == 1 })
    else { return nil }
    let keys = names.map { String(decoding: $0[0], as: UTF8.self) }
    let known = [["from", "to"], ["from", "path"], ["source", "destination"]]
    return known.contains(keys) ? (keys[0], keys[1]) : nil
  }
}
