internal import JSONText

/// Rules that take away what holds the version.
extension RuleReader {
  func checkVersions(in formats: [Format]) {
    for format in formats where format.isStamped {
      let start = format.places.first ?? []
      let places = format.at.map { $0.place(from: start) }
      for step in format.chain.steps { checkVersions(at: places, in: step.rules) }
    }
  }

  private func checkVersions(at places: [Place], in rules: [Rule]) {
    for rule in rules {
      checkVersions(at: places, in: rule.inner)
      guard rule.name.utf8.elementsEqual(Drop.name.utf8) else { continue }
      for source in rule.reach.sources where source.isWhole {
        guard let place = places.first(where: { $0.isInside(source.place) }) else { continue }
        file = rule.file
        allowed = rule.allowed
        warn(
          .dropsVersion,
          place == source.place
            ? "the version is dropped here, and written anew after the last step"
            : "the version is in what is dropped here, and is written anew after the last step",
          at: source.range, help: "it is stamped by itself, and its old place would have been kept")
        allowed = []
      }
    }
  }
}
