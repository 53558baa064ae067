internal import JSONMigrationCore
internal import JSONText

/// Warnings of rules that bring something to where it can't stand: to where an earlier rule has
/// put a value in any case, or into itself.
extension RuleReader {
  func checkOccupied(along roads: [RuleRoad]) {
    // As for reads, for folders that are hostile.
    var work = 1_000_000
    for (visit, rest) in roads.lazy.flatMap(\.visits) {
      checkNesting(visit.effects)
      for write in visit.effects.certainWrites where work >= 0 {
        follow(write, by: visit.rule, rest, &work)
      }
    }
  }

  /// Warns of a value that is to come to where it is, or into itself.
  private func checkNesting(_ effects: RuleEffects) {
    let name = effects.rule.name
    guard ["rename", "move", "copy"].contains(name) else { return }
    for move in effects.moves where move.from.isWhole && !move.isOfMembers && !move.isShell {
      guard let rest = move.from.place.rest(to: move.to), rest.isEmpty || name == "move" else {
        continue
      }
      return look(at: effects.rule) {
        warn(
          .insideAnother,
          rest.isEmpty
            ? "`\(name)` changes nothing: the value is there already"
            : "`move` fails where it finds something: no value can come into itself",
          at: effects.range(of: move.from.place),
          help: rest.isEmpty
            ? "write where it shall come to, or leave it out"
            : "`wrap` with `under` puts a value into an object in its place")
      }
    }
  }

  /// Goes on from a rule to the first that brings something to the same place, or may change what
  /// is there.
  private func follow(
    _ write: RuleEffects.Write, by earlier: Rule, _ rest: RuleRoad.Rest, _ work: inout Int
  ) {
    for visit in rest {
      work -= 1 + visit.effects.moves.count + visit.changes.count
      if work < 0 { return }
      if let range = visit.effects.range(bringingTo: write.site.place) {
        return warn(visit.rule, at: range, findsWhat: earlier, wrote: write)
      }
      if visit.changes.contains(where: { $0.meets(write.site.place) }) { return }
    }
  }

  private func warn(
    _ rule: Rule, at range: Range<Int>, findsWhat earlier: Rule, wrote write: RuleEffects.Write
  ) {
    let place = files[earlier.file].place(write.range, label: "it is written here")
    let written = "an earlier `\(earlier.name)` has put a value in its place already"
    look(at: rule) {
      warn(
        .occupied,
        rule.ifExists == .keep
          ? "`\(rule.name)` loses what it finds here: \(written), which is kept"
          : "`\(rule.name)` fails where it finds something: \(written)",
        at: range, help: "put this rule before the other one", further: [place])
    }
  }
}

extension RuleEffects {
  /// What is certainly there when the rule has run.
  fileprivate var certainWrites: [Write] {
    isCertain ? writes.filter { $0.mode != .inPlace && $0.site.isWhole } : []
  }

  /// Where the rule names what it brings to a place, if it does so and makes no room for it.
  fileprivate func range(bringingTo place: Place) -> Range<Int>? {
    if rule.ifExists == .overwrite { return nil }
    let arriving = moves.filter { $0.rest != .container && !$0.isShell && !$0.isOfMembers }
    guard let move = arriving.first(where: { $0.to == place }),
      !moves.contains(where: { $0.from.place.meets(place) }),
      !drops.contains(where: { $0.place.meets(place) })
    else { return nil }
    return range(of: move.from.place)
  }
}
