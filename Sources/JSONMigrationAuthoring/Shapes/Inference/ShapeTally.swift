internal import JSONMigrationCore
internal import JSONText

/// Gathers what documents have in common, in one pass and in the memory of their shape.
struct ShapeTally: Sendable {
  /// A place in documents.
  struct Spot: Sendable {
    /// The number of values of each type, by `Kind`.
    var counts = [Int](repeating: 0, count: 6)
    var isWhole = true
    /// Whether the place is too deep for its contents to be looked at.
    var isDeep = false
    var texts = TextTally()
    /// The spot of the elements and the tally of the objects, as indexes; -1 if there are none.
    var elements = -1
    var objects = -1
  }

  var spots = [Spot()]
  var objects: [ObjectTally] = []
  private(set) var documents = 0
  /// The containers around the value that is looked at.
  private var open: [Open] = []

  private struct Open {
    /// The number of the container in the outline, and the number after its contents.
    let entry: Int
    let end: Int
    /// The tally of objects and the spot of elements, as indexes; -1 if there is none.
    var object = -1
    var elements = -1
    /// The last key, and the number of keys so far.
    var key = -1
    var keyCount = 0
  }

  init() {}

  mutating func addDocuments(_ count: Int) { documents += count }

  /// Adds a document.
  mutating func add(_ view: OutlineView, _ order: TallyOrder) {
    documents += 1
    var number = Outline.root
    let end = view.next(number)
    while number < end {
      while let last = open.last, last.end <= number { close(last) }
      number = add(number, view, order)
    }
    while let last = open.last { close(last) }
  }

  /// Adds a value; returns the number of the next one.
  private mutating func add(_ number: Int, _ view: OutlineView, _ order: TallyOrder) -> Int {
    let spot = place(of: number, view, order)
    let kind = view.kind(number)
    spots[spot].counts[Int(kind.rawValue)] &+= 1
    switch kind {
    case .null, .boolean: break
    case .number:
      if spots[spot].isWhole, !view.isInteger(number) { spots[spot].isWhole = false }
    case .string: add(string: number, view, at: spot)
    case .array, .object:
      if open.count >= Shape.depthLimit {
        spots[spot].isDeep = true
        return view.next(number)
      }
      var item = Open(entry: number, end: view.next(number))
      if kind == .array {
        if spots[spot].elements < 0 { spots[spot].elements = newSpot() }
        item.elements = spots[spot].elements
      } else {
        if spots[spot].objects < 0 {
          spots[spot].objects = objects.count
          objects.append(ObjectTally())
        }
        item.object = spots[spot].objects
        objects[item.object].count &+= 1
      }
      open.append(item)
    }
    return number + 1
  }

  private mutating func newSpot() -> Int {
    spots.append(Spot())
    return spots.count - 1
  }

  /// The place that a value belongs to.
  @inline(__always)
  private mutating func place(
    of number: Int, _ view: OutlineView, _ order: TallyOrder
  ) -> Int {
    guard let last = open.indices.last else { return 0 }
    let object = open[last].object
    if object < 0 { return open[last].elements }
    if let map = objects[object].mapPlace { return map }
    let guess = objects[object].guess(after: open[last].key)
    let key: Int
    if guess >= 0, view.hasKey(number, objects[object].keys[guess].name) {
      key = guess
    } else {
      let name = view.keyBytes(number)
      if let known = objects[object].number(of: name, after: open[last].key) {
        key = known
      } else {
        var first = order
        first.value = number
        key = objects[object].add(name, place: newSpot(), first: first)
        if objects[object].isTooLarge { return mapPlace(of: object) }
      }
    }
    open[last].key = key
    if objects[object].keys[key].last != objects[object].count {
      objects[object].keys[key].last = objects[object].count
      objects[object].keys[key].count &+= 1
      open[last].keyCount &+= 1
    }
    return objects[object].keys[key].place
  }

  private mutating func add(string number: Int, _ view: OutlineView, at spot: Int) {
    if spots[spot].texts.isDone { return spots[spot].texts.pass() }
    if !spots[spot].texts.isFree {
      let values = spots[spot].texts.values.count
      var index = 0
      // The text was met before, and its formats were looked at then.
      while index < values {
        if view.isString(number, spots[spot].texts.values[index].text) {
          return spots[spot].texts.note(value: index)
        }
        index &+= 1
      }
    }
    spots[spot].texts.add(view.stringBytes(number))
  }

  // MARK: - The end of a container

  private mutating func close(_ item: Open) {
    open.removeLast()
    guard item.object >= 0, objects[item.object].mapPlace == nil else { return }
    let object = item.object
    if objects[object].count == 1 {
      objects[object].watch(
        objects[object].keys.indices.filter { mayBeTag(objects[object].keys[$0]) })
    }
    let hasAll = item.keyCount == objects[object].keys.count
    // Iterating over the tags would copy all of them at the first change.
    var index = 0
    while index < objects[object].watched.count {
      let tag = objects[object].watched[index]
      let key = objects[object].keys[tag]
      guard key.last == objects[object].count, mayBeTag(key) else {
        objects[object].forget(tag)
        continue
      }
      objects[object].note(tag, spots[key.place].texts.last, hasAll: hasAll)
      index += 1
    }
  }

  /// Whether the values of a key were few texts so far.
  private func mayBeTag(_ key: ObjectTally.Key) -> Bool {
    let spot = spots[key.place]
    return !spot.texts.isFree && spot.texts.count == key.count
      && spot.counts[Int(Kind.string.rawValue)] == key.count
  }

  /// Turns objects with too many keys into a map.
  @discardableResult
  mutating func mapPlace(of object: Int) -> Int {
    let places = objects[object].keys.map(\.place)
    guard let first = places.first else {
      let place = newSpot()
      objects[object].becomeMap(at: place)
      return place
    }
    for place in places.dropFirst() { merge(place, into: first) }
    objects[object].becomeMap(at: first)
    return first
  }
}
