internal import JSONText

/// Rules that take away what holds the version.
extension RuleReader {
  func checkVersions(in formats: [Format]) {
    for format in formats {
      for step in format.chain.steps { checkDirection(of: step) }
    }
    for format in formats where format.isStamped {
      let start = format.places.first ?? []
      let places = format.at.map { $0.place(from: start) }
      for step in format.chain.steps {
        for effects in EffectReader(format).effects(step.rules) {
          check(effects, takeAway: places)
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

  private func check(_ effects: RuleEffects, takeAway places: [Place]) {
    for site in effects.drops where site.isWhole {
      guard let place = places.first(where: { $0.isInside(site.place) }),
        let read = effects.reads.first(where: { $0.site.place == site.place })
      else { continue }
      file = effects.rule.file
      allowed = effects.rule.allowed
      warn(
        .dropsVersion,
        place == site.place
          ? "the version is dropped here, and written anew after the last step"
          : "the version is in what is dropped here, and is written anew after the last step",
        at: read.range, help: "it is stamped by itself, and its old place would have been kept")
      allowed = []
    }
  }
}
