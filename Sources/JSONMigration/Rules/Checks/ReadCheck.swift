internal import JSONText

/// Warnings of rules that read what an earlier rule of the chain has taken away.
///
/// It is certain where the earlier rule acts always and on all that is at a place, and no rule
/// between the two could put something there again.
extension RuleReader {
  /// A rule in the order in which rules run, with what it reads and what it may change.
  private struct Visit {
    let rule: Rule
    let sources: [Reach.Source]
    let changes: [Place]
    /// Whether it acts, whatever the document.
    let isCertain: Bool
  }

  func checkReads(in chains: [Chain]) {
    // Folders may be hostile, and this is quadratic.
    var work = 1_000_000
    for chain in chains {
      let visits = chain.steps.map { self.visits($0.rules, isCertain: true) }
      for number in chain.steps.indices {
        var rest = visits[number][...]
        while let visit = rest.popFirst() {
          work -= visit.sources.count * visit.changes.count
          if work < 0 { return }
          for gone in gone(by: visit) {
            follow(gone, takenBy: visit.rule, rest, chain, from: number, visits, &work)
            if work < 0 { return }
          }
        }
      }
    }
  }

  private func visits(_ rules: [Rule], isCertain: Bool) -> [Visit] {
    rules.flatMap { rule in
      let isCertain = isCertain && rule.when == nil
      let scopes = Visit(rule: rule, sources: rule.reach.scopes, changes: [], isCertain: false)
      if let block = rule.verb as? Block {
        return [scopes] + visits(block.rules, isCertain: isCertain)
      }
      if let choose = rule.verb as? Choose {
        return [scopes] + choose.options.flatMap { visits($0.rules, isCertain: false) }
      }
      var changes = rule.reach.places
      // What comes out of it are members of the object around.
      if rule.verb is Unnest { changes += changes.map { $0.parent } }
      return [
        Visit(
          rule: rule, sources: rule.reach.scopes + rule.reach.sources, changes: changes,
          isCertain: isCertain)
      ]
    }
  }

  /// What is not there any more when a rule has run.
  private func gone(by visit: Visit) -> [Reach.Source] {
    guard visit.isCertain,
      visit.rule.verb is Drop || visit.rule.verb is Rename || visit.rule.verb is Move
    else { return [] }
    return visit.rule.reach.sources.filter { source in
      // Named twice: something else may come there.
      source.isWhole && !source.place.isEmpty
        && visit.changes.count { $0.meets(source.place) } == 1
    }
  }

  /// Goes on from a rule, along the chain, to the first that reads what is gone, or that may put
  /// something there.
  private func follow(
    _ gone: Reach.Source, takenBy rule: Rule, _ rest: ArraySlice<Visit>, _ chain: Chain,
    from start: Int, _ visits: [[Visit]], _ work: inout Int
  ) {
    var rest = rest
    var step = start
    while true {
      for visit in rest {
        work -= 1 + visit.sources.count + visit.changes.count
        if work < 0 { return }
        if let source = visit.sources.first(where: { $0.place.isInside(gone.place) }) {
          return warn(of: source, in: visit.rule, takenBy: rule, gone)
        }
        if visit.changes.contains(where: { $0.meets(gone.place) }) { return }
      }
      guard let next = chain.step(from: chain.steps[step].to) else { return }
      step = next
      rest = visits[step][...]
    }
  }

  private func warn(
    of source: Reach.Source, in rule: Rule, takenBy earlier: Rule, _ gone: Reach.Source
  ) {
    let place = files[earlier.file].place(gone.range, label: "it goes here")
    file = rule.file
    allowed = rule.allowed
    defer { allowed = [] }
    warn(
      .takenAway,
      "`\(rule.name)` finds nothing here: an earlier `\(earlier.name)` has taken it away",
      at: source.range,
      help: earlier.verb is Drop
        ? "put this rule before the other one" : "name the place where it is now",
      further: [place])
  }
}
