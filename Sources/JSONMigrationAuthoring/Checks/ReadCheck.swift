internal import JSONMigrationCore
internal import JSONText

/// Warnings of rules that read or ask for what an earlier rule of the chain has taken away.
///
/// It is certain where the earlier rule acts always and on all that is at a place, and no rule
/// between the two could put something there again.
extension RuleReader {
  func checkReads(along roads: [RuleRoad]) {
    // Folders may be hostile, and this is quadratic.
    var work = 1_000_000
    for (visit, rest) in roads.lazy.flatMap(\.visits) {
      work -= visit.looks.count * visit.changes.count
      for gone in visit.gone where work >= 0 {
        follow(gone, takenBy: visit.rule, rest, &work)
      }
      if work < 0 { return }
    }
  }

  /// Goes on from a rule to the first that looks for what is gone, or that may put something there.
  private func follow(
    _ gone: Gone, takenBy rule: Rule, _ rest: RuleRoad.Rest, _ work: inout Int
  ) {
    var changed: [Place] = []
    for visit in rest {
      work -= 1 + visit.looks.count + visit.changes.count
      if work < 0 { return }
      for look in visit.looks {
        guard let place = gone.place(around: look.place),
          !changed.contains(where: { $0.meets(place) })
        else { continue }
        return warn(of: look, in: visit.rule, takenBy: rule, gone)
      }
      changed += visit.changes.filter { $0.meets(gone.place) }
      if gone.isAll, !changed.isEmpty { return }
    }
  }

  private func warn(of look: Look, in rule: Rule, takenBy earlier: Rule, _ gone: Gone) {
    let place = files[earlier.file].place(gone.range, label: "it goes here")
    let finding =
      look.isAsked ? "this asks for what is not there" : "`\(rule.name)` finds nothing here"
    self.look(at: rule) {
      warn(
        .takenAway, "\(finding): an earlier `\(earlier.name)` has taken it away", at: look.range,
        help: earlier.effects.acts.contains(where: \.isRemoval) || !gone.isAll
          ? "put this rule before the other one" : "name the place where it is now",
        further: [place])
    }
  }
}
