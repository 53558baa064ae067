internal import JSONMigrationCore
internal import JSONText

/// Warnings of rules that read what an earlier rule of the chain has taken away.
///
/// It is certain where the earlier rule acts always and on all that is at a place, and no rule
/// between the two could put something there again.
extension RuleReader {
  func checkReads(in formats: [Format]) {
    // Folders may be hostile, and this is quadratic.
    var work = 1_000_000
    for format in formats {
      let chain = format.chain
      let steps = chain.steps.map { EffectReader(format).effects($0.rules).map { Visit($0) } }
      for number in chain.steps.indices {
        var rest = steps[number][...]
        while let visit = rest.popFirst() {
          work -= visit.effects.reads.count * visit.changes.count
          if work < 0 { return }
          for gone in visit.gone {
            follow(gone, takenBy: visit.effects.rule, rest, chain, from: number, steps, &work)
            if work < 0 { return }
          }
        }
      }
    }
  }

  /// Goes on from a rule, along the chain, to the first that reads what is gone, or that may put
  /// something there.
  private func follow(
    _ gone: RuleEffects.Read, takenBy rule: Rule, _ rest: ArraySlice<Visit>, _ chain: Chain,
    from start: Int, _ steps: [[Visit]], _ work: inout Int
  ) {
    var rest = rest
    var step = start
    while true {
      for visit in rest {
        work -= 1 + visit.effects.reads.count + visit.changes.count
        if work < 0 { return }
        let gonePlace = gone.site.place
        if let read = visit.effects.reads.first(where: { $0.site.place.isInside(gonePlace) }) {
          return warn(of: read, in: visit.effects.rule, takenBy: rule, gone)
        }
        if visit.changes.contains(where: { $0.meets(gonePlace) }) { return }
      }
      guard let next = chain.step(from: chain.steps[step].to) else { return }
      step = next
      rest = steps[step][...]
    }
  }

  private func warn(
    of read: RuleEffects.Read, in rule: Rule, takenBy earlier: Rule, _ gone: RuleEffects.Read
  ) {
    let place = files[earlier.file].place(gone.range, label: "it goes here")
    file = rule.file
    allowed = rule.allowed
    defer { allowed = [] }
    warn(
      .takenAway,
      "`\(rule.name)` finds nothing here: an earlier `\(earlier.name)` has taken it away",
      at: read.range,
      help: earlier.effects.acts.contains(where: \.isRemoval)
        ? "put this rule before the other one" : "name the place where it is now",
      further: [place])
  }
}

/// What a rule reads and changes, in the order in which rules run.
private struct Visit {
  let effects: RuleEffects
  let changes: [Place]

  init(_ effects: RuleEffects) {
    self.effects = effects
    changes = effects.everyChange
  }

  /// What is certainly not there any more when the rule has run.
  var gone: [RuleEffects.Read] {
    guard effects.isCertain else { return [] }
    let taken = effects.taken.map(\.from) + effects.drops
    return effects.reads.filter { read in
      // What is named twice may come there again.
      read.site.isWhole && !read.site.place.isEmpty
        && taken.contains { $0.isWhole && $0.place == read.site.place }
        && changes.count { $0.meets(read.site.place) } == 1
    }
  }
}
