internal import JSONText

/// Places of one rule that stand in each other.
extension RuleReader {
  /// Warns of a place that stands twice in other words, such as `a` and `$.a`.
  func warnOfPlacesTwice(_ places: [(path: JSONPath, text: String, range: Range<Int>)]) {
    let isInDocument = scopes.areKnown && scopes.places == [scopes.root]
    var seen: [PathQuery: (text: String, range: Range<Int>)] = [:]
    for place in places {
      var query = place.path.query
      if isInDocument { query.root = .document }
      guard let first = seen[query] else {
        seen[query] = (place.text, place.range)
        continue
      }
      warn(
        .insideAnother, "this is the place of `\(Printable.quote(first.text))` again",
        at: place.range, help: "write one of them",
        further: [files[file].place(first.range, label: "the other one")])
    }
  }

  /// Warns of places in the value of another one: whether they are written depends on the document.
  func warnOfPlacesInside(_ places: [(path: JSONPath, text: String, range: Range<Int>)]) {
    let texts = Dictionary(
      places.map { ($0.path.query, $0.text) }, uniquingKeysWith: { $1 })
    for place in places where place.path.plainNames != nil {
      let query = place.path.query
      let outer = query.segments.indices.lazy.compactMap { count in
        texts[PathQuery(root: query.root, segments: Array(query.segments[..<count]))]
      }
      guard let whole = outer.first else { continue }
      warn(
        .insideAnother,
        "this is in the value of `\(Printable.path(whole))`, which the rule sets too",
        at: place.range, help: "say it in that value, or in a rule behind this one")
    }
  }
}
