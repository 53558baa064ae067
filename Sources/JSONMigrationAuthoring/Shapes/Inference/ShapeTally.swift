internal import JSONMigrationCore
internal import JSONText

/// What documents have in common, gathered in one pass, in the memory of their shape.
struct ShapeTally: Sendable {
  /// A place in documents.
  struct Spot: Sendable {
    /// By `Kind`: how many values of each type are there; the rest is not used.
    var counts = SIMD8<Int>(repeating: 0)
    var isWhole = true
    /// Whether it is so deep that nothing is known of what is in it.
    var isDeep = false
    var texts = TextTally()
    /// The place of elements, and what objects are; -1 where there are none.
    var elements = -1
    var objects = -1

    /// Counts a value, and looks at it unless it is a container.
    @inline(__always)
    mutating func add(_ kind: Kind, _ number: Int, _ view: OutlineView) {
      counts[Int(kind.rawValue)] &+= 1
      switch kind {
      case .null, .boolean, .array, .object: break
      case .number: if isWhole, !view.isInteger(number) { isWhole = false }
      case .string: texts.add(string: number, view)
      }
    }
  }

  var spots = [Spot()]
  var objects: [ObjectTally] = []
  private(set) var documents = 0
  /// The containers around the value that is looked at.
  private var open: [Open] = []

  private struct Open {
    /// Its number in the outline, and the number behind it.
    let entry: Int
    let end: Int
    /// The object, or -1; and the place of elements.
    var object = -1
    var elements = -1
    /// The key that came last, and how many there were.
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

  /// Adds a value; the number of the one that comes next.
  private mutating func add(_ number: Int, _ view: OutlineView, _ order: TallyOrder) -> Int {
    let spot = place(of: number, view, order)
    let kind = view.kind(number)
    spots[spot].add(kind, number, view)
    if kind == .array || kind == .object { return enter(number, kind, view, at: spot) }
    return number + 1
  }

  /// Goes into a container, unless it is too deep; the number of the value that comes next.
  private mutating func enter(_ number: Int, _ kind: Kind, _ view: OutlineView, at spot: Int) -> Int
  {
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
    let guess = objects[object].note(number, view, after: open[last].key)
    if guess.key >= 0 {
      open[last].key = guess.key
      if guess.isFirst { open[last].keyCount &+= 1 }
      return guess.place
    }
    return otherPlace(of: number, view, order)
  }

  /// The place of a value whose key is not the one that mostly comes here.
  private mutating func otherPlace(
    of number: Int, _ view: OutlineView, _ order: TallyOrder
  ) -> Int {
    let last = open.count - 1
    let object = open[last].object
    let name = view.keyBytes(number)
    let key: Int
    if let known = objects[object].number(of: name, after: open[last].key) {
      key = known
    } else {
      var first = order
      first.value = number
      key = objects[object].add(name, place: newSpot(), first: first)
      if objects[object].isTooLarge { return mapPlace(of: object) }
    }
    open[last].key = key
    if objects[object].note(key) { open[last].keyCount &+= 1 }
    return objects[object].keys[key].place
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
    // To go along the tags themselves would copy them all as soon as one changes.
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

  /// Whether a key was a text of few values so far.
  private func mayBeTag(_ key: ObjectTally.Key) -> Bool {
    let spot = spots[key.place]
    return !spot.texts.isFree && spot.texts.count == key.count
      && spot.counts[Int(Kind.string.rawValue)] == key.count
  }

  /// Makes a map of objects that have too many keys.
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
