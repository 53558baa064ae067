internal import JSONText

/// Places of documents, by what they begin with.
struct PlaceTree {
  private struct Node {
    var children: [Place.Segment: Int] = [:]
    /// The keys of `children` in the order in which they came.
    var order: Place = []
    var isPlace = false
  }

  private var nodes = [Node()]

  /// How many places may still be followed elsewhere; a guide is a hint.
  private var room = 20_000

  init(_ places: [Place]) {
    for place in places { add([[]], in: place) }
  }

  /// All places, each once.
  var all: [Place] { places(below: 0) }

  /// The ways from a place to those that are in it.
  mutating func inner(of place: Place) -> [Place] {
    var number = 0
    for segment in place {
      guard let next = nodes[number].children[segment] else { return [] }
      number = next
    }
    let inner = places(below: number, atMost: room)
    room -= inner.count
    return inner
  }

  mutating func add(_ inner: [Place], in place: Place) {
    for way in inner {
      var number = 0
      for segment in place.segments + way.segments {
        if let next = nodes[number].children[segment] {
          number = next
        } else {
          nodes[number].children[segment] = nodes.count
          nodes[number].order.append(segment)
          number = nodes.count
          nodes.append(Node())
        }
      }
      nodes[number].isPlace = true
    }
  }

  private func places(below number: Int, atMost most: Int = .max) -> [Place] {
    var result: [Place] = []
    var pending: [(way: Place, number: Int)] = [([], number)]
    while result.count < most, let (way, number) = pending.popLast() {
      if nodes[number].isPlace { result.append(way) }
      for segment in nodes[number].order.reversed() {
        if let child = nodes[number].children[segment] { pending.append((way + [segment], child)) }
      }
    }
    return result
  }
}
