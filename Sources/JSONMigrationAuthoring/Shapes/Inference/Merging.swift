extension ShapeTally {
  /// Adds what another tally has gathered; the order of additions makes no difference.
  mutating func add(_ other: ShapeTally) {
    addDocuments(other.documents)
    merge(0, of: other, into: 0)
  }

  /// Adds one place of the other tally to one of this one.
  mutating func merge(_ place: Int, into target: Int) {
    // A copy, since this tally changes meanwhile.
    let before = self
    merge(place, of: before, into: target)
  }

  private mutating func merge(_ place: Int, of other: ShapeTally, into target: Int) {
    let spot = other.spots[place]
    for kind in KindCounts.kinds { spots[target].counts[kind] += spot.counts[kind] }
    spots[target].isWhole = spots[target].isWhole && spot.isWhole
    spots[target].isDeep = spots[target].isDeep || spot.isDeep
    // Objects before texts: tags are matched by the values that both have.
    if spot.elements >= 0 {
      if spots[target].elements < 0 {
        spots.append(Spot())
        spots[target].elements = spots.count - 1
      }
      merge(spot.elements, of: other, into: spots[target].elements)
    }
    if spot.objects >= 0 {
      if spots[target].objects < 0 {
        spots[target].objects = objects.count
        objects.append(ObjectTally())
      }
      merge(objects: spot.objects, of: other, into: spots[target].objects)
    }
    spots[target].texts.add(spot.texts)
  }

  private mutating func merge(objects place: Int, of other: ShapeTally, into target: Int) {
    let source = other.objects[place]
    if source.mapPlace != nil, objects[target].mapPlace == nil { mapPlace(of: target) }
    if let map = objects[target].mapPlace {
      objects[target].count += source.count
      for place in source.mapPlace.map({ [$0] }) ?? source.keys.map(\.place) {
        merge(place, of: other, into: map)
      }
      return
    }
    let isFirst = objects[target].count == 0
    var numbers: [Int] = []
    for key in source.keys {
      if let known = objects[target].number(of: key.name, after: -1) {
        numbers.append(known)
      } else {
        spots.append(Spot())
        numbers.append(
          objects[target].add(key.name, place: spots.count - 1, first: key.first))
      }
    }
    let tags = commonTags(target, source, numbers, isFirst: isFirst)
    for (key, number) in zip(source.keys, numbers) {
      objects[target].keys[number].count += key.count
      let first = objects[target].keys[number].first
      objects[target].keys[number].first = min(first, key.first)
      merge(key.place, of: other, into: objects[target].keys[number].place)
    }
    objects[target].count += source.count
    for (own, tag) in tags {
      let values = spots[objects[target].keys[own].place].texts
      let texts = other.spots[source.keys[tag].place].texts.values.map(\.text)
      guard !values.isFree, let rows = source.rows(of: tag) else {
        objects[target].forget(own)
        continue
      }
      let places = texts.map { text in values.values.firstIndex { $0.text == text } ?? 0 }
      objects[target].merge(own, rows, values: places, keys: numbers)
    }
    if objects[target].isTooLarge { mapPlace(of: target) }
  }

  /// The keys that tell objects apart in both tallies; others are dropped.
  private mutating func commonTags(
    _ target: Int, _ source: ObjectTally, _ numbers: [Int], isFirst: Bool
  ) -> [(own: Int, other: Int)] {
    let others = source.tags.map(\.key).sorted().map { (own: numbers[$0], other: $0) }
    if isFirst { objects[target].watch(others.map(\.own)) }
    for tag in objects[target].tags.map(\.key) where !others.contains(where: { $0.own == tag }) {
      objects[target].forget(tag)
    }
    return others.filter { objects[target].rows(of: $0.own) != nil }
  }
}
