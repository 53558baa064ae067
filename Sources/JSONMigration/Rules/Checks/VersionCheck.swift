internal import JSONText

/// Rules that take away what holds the version.
extension RuleReader {
  func checkVersions(in formats: [Format]) {
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
