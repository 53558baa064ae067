internal import JSONMigrationCore
internal import JSONText

/// Gathers what documents have in common, in one pass and in the memory of their shape.
struct ShapeTally: Sendable {
  /// A place in documents.
  struct Spot: Sendable {
    var counts = KindCounts()
    var isWhole = true
    /// Whether the place is too deep for its contents to be looked at.
    var isDeep = false
    var texts = TextTally()
    /// The spot of the elements and the tally of the objects, as indexes; -1 if there are none.
    var elements = -1
    var objects = -1

    /// Counts the scalar that a walk stands at, and passes it.
    mutating func pass(_ kind: Kind, _ walk: inout ValueWalk) {
      switch kind {
      case .number:
        counts[.number] &+= 1
        isWhole = walk.passNumber(asksForInteger: isWhole)
      case .string:
        counts[.string] &+= 1
        texts.pass(&walk)
      default:
        counts[kind] &+= 1
        walk.passLiteral()
      }
    }
  }

  var spots = [Spot()]
  var objects: [ObjectTally] = []
  private(set) var documents = 0
  /// The levels around the one that is looked at, the document first.
  private var outer: [TallyLevel] = []

  /// The container that values are in.
  private struct TallyLevel {
    /// The tally of objects and the spot of elements, as indexes; -1 if there is none.
    var object = -1
    var elements = -1
    /// The last key, and the number of keys so far.
    var key = -1
    var keyCount = 0
  }

  init() {}

  mutating func addDocuments(_ count: Int) { documents += count }

  /// Adds the document that a walk stands at.
  mutating func add(_ document: ValueWalk, _ order: TallyOrder) {
    documents += 1
    var walk = document
    var order = order
    var level = TallyLevel()
    var spot = 0
    while true {
      order.value &+= 1
      if !enter(spot, &walk, &level) {
        while !outer.isEmpty, !walk.advance() { leave(&level) }
        if outer.isEmpty { return }
      }
      spot = place(&walk, &level, order)
    }
  }

  /// Adds a value, which is passed then; true where that has items and the walk stands at the first
  /// of them.
  @inline(__always)
  private mutating func enter(
    _ spot: Int, _ walk: inout ValueWalk, _ level: inout TallyLevel
  ) -> Bool {
    let kind = walk.kind
    guard kind == .array || kind == .object else {
      spots[spot].pass(kind, &walk)
      return false
    }
    spots[spot].counts[kind] &+= 1
    if outer.count >= Shape.depthLimit {
      spots[spot].isDeep = true
      walk.pass()
      return false
    }
    outer.append(level)
    level = TallyLevel()
    if kind == .array {
      if spots[spot].elements < 0 { spots[spot].elements = newSpot() }
      level.elements = spots[spot].elements
    } else {
      if spots[spot].objects < 0 {
        spots[spot].objects = objects.count
        objects.append(ObjectTally())
      }
      level.object = spots[spot].objects
      objects[level.object].count &+= 1
    }
    if walk.enter() { return true }
    leave(&level)
    return false
  }

  private mutating func newSpot() -> Int {
    spots.append(Spot())
    return spots.count - 1
  }

  /// The place of the item that a walk stands at; the walk stands at its value then.
  @inline(__always)
  private mutating func place(
    _ walk: inout ValueWalk, _ level: inout TallyLevel, _ order: TallyOrder
  ) -> Int {
    let object = level.object
    if object < 0 { return level.elements }
    if let map = objects[object].mapPlace {
      _ = walk.passKey()
      return map
    }
    let last = level.key
    level.key = objects[object].pass(&walk, after: last)
    if level.key < 0 {
      guard let key = key(walk.text(of: walk.passKey()), in: object, after: last, order) else {
        return mapPlace(of: object)
      }
      level.key = key
    }
    if objects[object].note(level.key) { level.keyCount &+= 1 }
    return objects[object].keys[level.key].place
  }

  /// The number of a key; nil if there are too many.
  @inline(never)
  private mutating func key(
    _ name: [UInt8], in object: Int, after last: Int, _ order: TallyOrder
  ) -> Int? {
    if let known = objects[object].number(of: name, after: last) { return known }
    let key = objects[object].add(name, place: newSpot(), first: order)
    return objects[object].isTooLarge ? nil : key
  }

  // MARK: - The end of a container

  private mutating func leave(_ level: inout TallyLevel) {
    if level.object >= 0, objects[level.object].mapPlace == nil { close(level) }
    level = outer.removeLast()
  }

  private mutating func close(_ level: TallyLevel) {
    let object = level.object
    if objects[object].count == 1 {
      objects[object].watch(objects[object].keys.indices.filter { mayBeTag($0, of: object) })
    }
    let hasAll = level.keyCount == objects[object].keys.count
    // Iterating over the tags would copy all of them at the first change.
    var index = 0
    while index < objects[object].tags.count {
      let key = objects[object].tags[index].key
      guard objects[object].keys[key].last == objects[object].count, mayBeTag(key, of: object)
      else {
        objects[object].forget(key)
        continue
      }
      let value = spots[objects[object].keys[key].place].texts.last
      objects[object].note(index, value, hasAll: hasAll)
      index += 1
    }
  }

  /// Whether the values of a key were few texts so far.
  private func mayBeTag(_ key: Int, of object: Int) -> Bool {
    let count = objects[object].keys[key].count
    let place = objects[object].keys[key].place
    return !spots[place].texts.isFree && spots[place].texts.count == count
      && spots[place].counts[.string] == count
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

// MARK: - What there is

extension ShapeTally {
  /// Whether something was seen at a place below a spot; what is too deep may be there.
  func has(_ place: ArraySlice<Place.Segment>, from spot: Int) -> Bool {
    guard let first = place.first else { return true }
    return spots[spot].isDeep
      || items(of: spot).contains { item in
        let isMeant =
          switch first {
          case .key(let key): item.key == .some(key) || item.isOfMap
          case .every, .some: true
          case .descendants: false
          }
        return isMeant && has(place.dropFirst(), from: item.spot)
      }
  }

  /// The places of all members below a spot.
  func places(from spot: Int, at place: Place) -> [Place] {
    items(of: spot).flatMap { item in
      let inner = item.key.map { place.member($0) } ?? place.children
      return (item.key == nil ? [] : [inner]) + places(from: item.spot, at: inner)
    }
  }

  /// The members and the elements of the containers at a spot.
  private func items(of spot: Int) -> [(key: [UInt8]?, isOfMap: Bool, spot: Int)] {
    var items: [(key: [UInt8]?, isOfMap: Bool, spot: Int)] = []
    let (elements, object) = (spots[spot].elements, spots[spot].objects)
    // Where all arrays are empty there is a spot, and nothing in it.
    if elements >= 0, !spots[elements].counts.isEmpty { items.append((nil, false, elements)) }
    guard object >= 0 else { return items }
    if let map = objects[object].mapPlace { items.append((nil, true, map)) }
    for key in objects[object].keys { items.append((key.name, false, key.place)) }
    return items
  }
}

/// How many values of each type there are.
struct KindCounts: Sendable {
  static let kinds: [Kind] = [.null, .boolean, .number, .string, .array, .object]

  private var scalars = (null: 0, boolean: 0, number: 0, string: 0)
  private var containers = (array: 0, object: 0)

  var isEmpty: Bool { Self.kinds.allSatisfy { self[$0] == 0 } }

  subscript(kind: Kind) -> Int {
    @inline(__always) get {
      switch kind {
      case .null: scalars.null
      case .boolean: scalars.boolean
      case .number: scalars.number
      case .string: scalars.string
      case .array: containers.array
      case .object: containers.object
      }
    }
    @inline(__always) set {
      switch kind {
      case .null: scalars.null = newValue
      case .boolean: scalars.boolean = newValue
      case .number: scalars.number = newValue
      case .string: scalars.string = newValue
      case .array: containers.array = newValue
      case .object: containers.object = newValue
      }
    }
  }
}
