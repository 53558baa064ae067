internal import JSONText

/// Places of one rule that stand in each other.
extension RuleReader {
  /// Warns of places in the value of another one: whether they are written depends on the document.
  func warnOfPlacesInside(_ places: [(path: JSONPath, text: String, range: Range<Int>)]) {
    for isRelative in [true, false] {
      let named = places.compactMap { place in
        place.path.isRelative == isRelative
          ? place.path.plainNames.map { (names: $0, text: place.text, range: place.range) } : nil
      }
      let texts = Dictionary(named.map { ($0.names, $0.text) }, uniquingKeysWith: { $1 })
      for (names, _, range) in named {
        guard let whole = names.indices.lazy.compactMap({ texts[Array(names[..<$0])] }).first
        else { continue }
        warn(
          .insideAnother,
          "this is in the value of `\(Printable.path(whole))`, which the rule sets too", at: range,
          help: "say it in that value, or in a rule behind this one")
      }
    }
  }
}
