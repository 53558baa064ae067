package import JSONText

/// Keys and indices on the way to a value.
package typealias JSONPlace = [JSON]

/// Places that are asked about often.
package struct PlaceSet {
  private let places: Set<JSONPlace>
  private let around: Set<JSONPlace>

  package init(_ places: Set<JSONPlace>) {
    self.places = places
    around = Set(places.flatMap { place in place.indices.map { Array(place[..<$0]) } })
  }

  package func contains(_ place: JSONPlace) -> Bool { places.contains(place) }

  /// Whether one of them is in what stands here.
  package func areIn(_ place: JSONPlace) -> Bool { around.contains(place) }

  /// Whether one of them is here, or in what stands here.
  package func areAtOrIn(_ place: JSONPlace) -> Bool { contains(place) || areIn(place) }

  /// Whether this place is one of them, or in one.
  package func cover(_ place: JSONPlace) -> Bool {
    (0...place.count).contains { contains(Array(place[..<$0])) }
  }
}

extension JSON {
  /// Where this differs from another value, in places that both have or this one lacks.
  ///
  /// What has no order is one value, and so is a list that has other elements.
  package func differences(from other: JSON, marks: Marks) -> Set<JSONPlace> {
    var found: Set<JSONPlace> = []
    var pending: [(place: JSONPlace, own: JSON, other: JSON)] = [([], self, other)]
    while let (place, own, other) = pending.popLast() {
      if own == other { continue }
      switch (marks.meaning(of: own), marks.meaning(of: other), own, other) {
      case (.leaf(_, let inner)?, .leaf(_, let otherInner)?, _, _):
        pending.append((place, inner, otherInner))
      case (nil, nil, .array(let items), .array(let others)) where items.count == others.count:
        for (index, item) in items.enumerated() {
          pending.append((place + [JSON(index)], item, others[index]))
        }
      case (nil, nil, .object(let members), .object(let others))
      where members.allSatisfy { others[$0.key] != nil }:
        for (key, value) in others {
          let step = JSON.string(key)
          if let member = members[key] {
            pending.append((place + [step], member, value))
          } else {
            found.insert(place + [step])
          }
        }
      default: found.insert(place)
      }
    }
    return found
  }
}
