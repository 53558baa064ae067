internal import JSONText

/// From a version back to an older one.
extension Engine {
  /// Undoes the steps from an older version to the one that the document has, the last one first.
  ///
  /// Rules that can't be undone are all named before anything runs.
  mutating func goBack(from version: Version, to target: Version, _ format: Format) throws {
    guard let steps = format.chain.steps(from: target, to: version) else {
      throw RuleFailure(
        .noWayBack, "no steps lead from version \(version) to \(target), or back", at: root,
        help: "from \(version) they lead to " + Printable.list(format.chain.ends(from: version)))
    }
    let back = plan.back[format.folder] ?? [:]
    let lost = steps.flatMap { back[$0]?.lost ?? [] }
    if !lost.isEmpty { throw noWayBack(from: version, to: target, over: lost) }
    var version = version
    for (index, number) in steps.enumerated().reversed() {
      guard let step = back[number] else { continue }
      let next = index == 0 ? target : format.chain.steps[steps[index - 1]].to
      try beginStep(from: version, to: next, about: nil)
      version = next
      if step.bringsVersion, format.isStamped {
        for place in format.at { try dropVersion(at: place) }
      }
      try run(step.rules, in: nil)
    }
  }

  /// Takes the version away, with the objects that hold nothing else: a stamp makes them.
  private mutating func dropVersion(at place: VersionPlace) throws {
    guard var node = try find(place) else { return }
    while let parent = document.parent(of: node), parent != root, document.isMember(parent),
      document.kind(parent) == .object, document.count(of: parent) == 1
    {
      node = parent
    }
    try drop(node)
  }

  private func noWayBack(
    from version: Version, to target: Version, over lost: [LostRule]
  ) -> RuleFailure {
    var failure = RuleFailure(
      .noWayBack,
      "can't go back from version \(version) to \(target): "
        + (lost.count == 1 ? "a rule has no way back" : "\(lost.count) rules have no way back"),
      at: root, help: lost.help)
    failure.places = plan.rules.places(of: lost)
    return failure
  }

  /// Undoes a rule in a scope; where that has to be seen, runs it forward again to see it.
  mutating func undo(_ undone: Undone, by rules: [Rule], in scope: NodeID) throws {
    let mark = undone.isChecked ? document.mark() : nil
    do {
      if undone.needsOneScope, try countOfScopes(of: undone.rule, in: scope) > 1 {
        throw RuleFailure(
          .noWayBack, "it acts outside of its scopes, and which of them has done what is not known",
          at: scope)
      }
      let scopes = undone.isChecked ? try ownScopes(of: undone.rule, in: scope) : nil
      try quietly { engine in
        let outer = engine.bringsHome
        defer { engine.bringsHome = outer }
        // What somebody has written as `undo` says itself what is in its way.
        engine.bringsHome = undone.rule.verb.inner.rules.isEmpty
        try engine.runBlock(rules, in: scope)
      }
      if let scopes {
        let found = try ownScopes(of: undone.rule, in: scope)
        if found != scopes.filter({ document.isPresent($0) }) {
          throw RuleFailure(
            .noWayBack, "in the document that comes of it, it would act in other places", at: scope)
        }
      }
    } catch let failure as RuleFailure {
      throw cantUndo(undone, failure)
    }
    if tracer != nil { try noteEdits(of: undone.rule) }
    activity?.note(undone.rule)
    guard let mark else { return }
    let (outerRoot, outerScopes) = (root, scopes)
    let undoneMark = document.mark()
    do {
      try withoutTrace { engine in try engine.runBlock([undone.rule], in: scope) }
    } catch let failure as RuleFailure {
      throw cantUndo(undone, failure)
    }
    let isSame = try document.isSame(asAt: mark)
    document.rollBack(to: undoneMark)
    elements.forget()
    document.forget(mark)
    if root != outerRoot { root = outerRoot }
    scopes = outerScopes
    if !isSame {
      throw cantUndo(
        undone,
        RuleFailure(.noWayBack, "run again it would not give this document", at: root))
    }
  }

  /// In how many scopes a rule acts.
  private mutating func countOfScopes(of rule: Rule, in scope: NodeID) throws -> Int {
    var nodes: [NodeID] = []
    for query in rule.scopes ?? [] { try add(placesOf: query, from: scope, to: &nodes) }
    guard let when = rule.when else { return nodes.count }
    var count = 0
    for node in nodes where try holds(when, at: node) { count += 1 }
    return count
  }

  /// The scopes of a rule, where some may be inside others.
  ///
  /// What was undone in these has to be what the rule finds in the document that comes of it: where
  /// it would find more, it has acted there too, and the result doesn't show that.
  private mutating func ownScopes(of rule: Rule, in scope: NodeID) throws -> Set<NodeID>? {
    guard rule.needsOrder, let queries = rule.scopes else { return nil }
    var nodes: [NodeID] = []
    for query in queries { try add(placesOf: query, from: scope, to: &nodes) }
    return Set(nodes)
  }

  private func cantUndo(_ undone: Undone, _ failure: RuleFailure) -> RuleFailure {
    // A limit that was reached, or a document with a key twice, says nothing about the rule.
    if failure.error != nil || failure.kind == .duplicateKey { return failure }
    var failure = failure
    // A value that the rule can't have made.
    if undone.isChecked || failure.kind == .invalidValue { failure.kind = .noWayBack }
    // Of rules in rules it is said of the innermost.
    let words = "can't be undone here: "
    if failure.message.hasPrefix(words) { return failure }
    failure.message = words + failure.message
    failure.help = "`undo` gives a rule the rules that go back"
    failure.rule = undone.rule
    return failure
  }
}

extension RuleSet {
  /// Where rules stand that can't be undone, and why.
  func places(of lost: [LostRule]) -> [Diagnostic.Place] {
    lost.map { lost in
      files[lost.rule.file].place(lost.rule.range, label: "`\(lost.rule.name)`: \(lost.why)")
    }
  }

  /// The rules that can't be undone, of each of some steps.
  package func lostRules(of steps: [Step]) -> [[LostRule]] {
    // What is found of the steps behind one is kept in it.
    let way = WayBack(self)
    return steps.map { way.back(over: $0).lost }
  }

  /// The rules of a step that can't be undone, with the reason as label.
  package func lostRules(of step: Step, _ format: Format) -> [Diagnostic.Place] {
    places(of: WayBack(self, format).back(over: step).lost)
  }
}
