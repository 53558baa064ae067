internal import JSONMigrationCore
internal import JSONText

/// Rules that take away what holds the version, or put something else there.
extension RuleReader {
  func checkVersions(in formats: [Format]) {
    for format in formats {
      for step in format.chain.steps { checkDirection(of: step) }
    }
    for format in formats where format.isStamped {
      let start = format.places.first ?? []
      let places = format.at.map { $0.place(from: start) }
      let listed = format.at.filter(\.isByIndex).map { $0.place(from: start) }
      let versions = format.chain.versions.compactMap { try? JSON(parsing: $0.json) }
      for step in format.chain.steps {
        for effects in EffectReader(format).effects(step.rules) {
          look(at: effects.rule) {
            check(effects, takeAway: places, ofDocumentsAt: format.places)
            check(effects, rearrange: listed)
            if let site = changed(by: effects, among: places, otherThan: versions) {
              warn(ofChange: effects, at: site, isNamed: places.contains(site))
            } else {
              check(effects, writeAt: places, insteadOf: versions)
            }
          }
        }
      }
    }
  }

  /// Warns of a step that leads to a smaller number.
  private func checkDirection(of step: Step) {
    guard case .integer(let end) = step.to else { return }
    for case .integer(let start) in step.from where start > end {
      file = step.file
      report(
        "this step leads from version \(start) down to \(end)", at: step.range,
        help: "a step leads to the newer version; the way back is made by itself",
        severity: .warning)
    }
  }

  private func check(
    _ effects: RuleEffects, takeAway places: [Place], ofDocumentsAt documents: [Place]
  ) {
    let anew = "written anew after the last step"
    let kept = "it is stamped by itself, and its old place would have been kept"
    let twice =
      "what comes of it here stays as it is: for another place of the version, name that "
      + "first in `at` of format.json"
    func warn(_ act: String, _ place: Place, at range: Range<Int>, help: String) {
      guard let version = places.first(where: { $0.isInside(place) }) else { return }
      self.warn(
        .dropsVersion,
        version == place
          ? "the version is \(act) here, and \(anew)"
          : "the version is in what is \(act) here, and is \(anew)", at: range,
        help: help)
    }
    for site in effects.drops where site.isWhole && effects.reads.contains(site) {
      if documents.contains(site.place) {
        self.warn(
          .dropsVersion, "the whole document can't be taken away: this rule fails",
          at: effects.range(of: site.place), help: "name what is to go in it")
        continue
      }
      warn("dropped", site.place, at: effects.range(of: site.place), help: kept)
    }
    for move in effects.taken where move.from.isWhole && !documents.contains(move.from.place) {
      let arrives = places.contains { place in
        move.from.place.rest(to: place).map { places.contains(move.to + $0) } == true
      }
      if !arrives {
        warn("moved", move.from.place, at: effects.range(of: move.from.place), help: twice)
      }
    }
    for spelling in effects.spellings {
      for place in places where place.parent == spelling.object {
        guard let key = place.key, spelling.new.spelling(of: key, from: spelling.old) != nil else {
          continue
        }
        warn("renamed", place, at: effects.rule.range, help: twice)
      }
    }
    for write in effects.writes where write.mode == .always && !places.contains(write.site.place) {
      warn("replaced", write.site.place, at: write.range, help: kept)
    }
  }

  /// Warns of a rule that brings another element to the number which the version has in an array.
  private func check(_ effects: RuleEffects, rearrange listed: [Place]) {
    let dropped = effects.drops.filter { !$0.isWhole }.map(\.place)
    for place in listed {
      let array =
        dropped.first { $0.key == nil && place.isInside($0) }
        ?? effects.remade.first { place.isInside($0 + [.every]) }
      guard let array else { continue }
      warn(
        .dropsVersion, "the version is an element here, and is found by its number afterwards too",
        at: effects.range(of: array),
        help:
          "let what is before it stay, or give the version a place of names: `at` in format.json")
    }
  }

  /// Warns of a value that is lost where the version is written.
  private func check(
    _ effects: RuleEffects, writeAt places: [Place], insteadOf versions: [JSON]
  ) {
    let brought = effects.moves.filter { move in
      !move.isShell && !move.isOfMembers && places.contains(move.to)
        && !places.contains(move.from.place)
    }.map { effects.range(of: $0.from.place) }
    let written = effects.writes.filter { write in
      !write.isExample && places.contains(write.site.place) && !versions.contains(write.value)
    }.map(\.range)
    guard let first = brought.first ?? written.first else { return }
    warn(
      .writesVersion, "what comes here is lost, for the version is written over it",
      at: first, help: "give it another name, or the version another place: `at` in format.json")
  }
}

extension RuleReader {
  /// Where a rule makes something else of the version, though not another version.
  fileprivate func changed(
    by effects: RuleEffects, among places: [Place], otherThan versions: [JSON]
  ) -> Place? {
    let remade = effects.remade
    for site in effects.reads.map(\.site) where site.isWhole && remade.contains(site.place) {
      let written = effects.writes.filter { $0.site.place == site.place }.map(\.value)
      if places.contains(where: { site.place.rest(to: $0)?.isEmpty == true }),
        written.isEmpty || written.contains(where: { !versions.contains($0) })
      {
        return site.place
      }
    }
    return nil
  }

  fileprivate func warn(ofChange effects: RuleEffects, at site: Place, isNamed: Bool) {
    warn(
      .writesVersion,
      isNamed
        ? "what comes of the version here is lost, for the version is written over it"
        : "the version is one of these; what comes of it is lost, for it is written anew",
      at: effects.range(of: site),
      help: isNamed
        ? "write it into another member: `copy` it first"
        : "name the members, or ask for what they hold: `$[?…]` in place of `*`")
  }
}

extension [RuleEffects.Read] {
  fileprivate func contains(_ site: RuleEffects.Site) -> Bool {
    contains { $0.site.place == site.place }
  }
}
