internal import JSONMigrationCore
internal import JSONText

/// Rules whose paths lead to the same values, or into each other's: then an act may see what
/// another act of the same rule did.
extension Acting {
  private var acts: [Effects.Act] { rule.effects.acts }

  private var taken: [[PathSegment]] {
    rule.effects.reads.filter(\.leaves).map(\.source.segments)
  }

  /// Acts that change values in their places, each place once; nil for other rules.
  func perform(inPlace scope: Shape) throws(UnknownShape) -> Carried? {
    let queries = acts.compactMap(\.ownQuery)
    guard queries.count > 1, queries.count == acts.count, !acts.contains(where: \.isSpread) else {
      return nil
    }
    let paths = queries.map(\.path.query.segments)
    // What is dropped is gone, in whatever order, unless that changes what a filter says.
    let isRemoval = acts.allSatisfy { if case .remove = $0 { true } else { false } }
    if isRemoval, paths.contains(where: \.isEmpty) || !paths.hasPair({ $1.asksInside($0) }) {
      return nil
    }
    return try flow.change(queries, in: scope, isRoot: isRoot) { value, path in
      self.changed(value, by: self.acts[paths.firstIndex(of: path) ?? 0])
    }
  }

  /// The scope with anything where the rule leads to, if its paths overlap; nil if they don't.
  func widened(_ scope: Shape) throws(UnknownShape) -> Shape? {
    guard acts.count + rule.effects.reads.count > 1, isOverlapping else { return nil }
    flow.noteFailure("find that its paths lead to the same place")
    flow.noteUnknown("may make anything: its paths lead to the same place")
    var names: Set<[UInt8]> = []
    for place in places {
      guard place.isFromDocument != true || isRoot, let name = place.segments.first?.name else {
        throw UnknownShape(reason: "its paths lead to the same place")
      }
      names.insert(name)
    }
    return scope.with(
      objects: scope.spelled.objects.map { object in
        names.inByteOrder.reduce(into: object) { object, name in
          object[name] = .init(.any)
        }
      })
  }

  /// All places that the rule takes something from, or puts something at.
  private var places: [(segments: [PathSegment], isFromDocument: Bool)] {
    var places: [(segments: [PathSegment], isFromDocument: Bool)] = []
    for read in rule.effects.reads where read.leaves {
      places.append((read.source.segments, read.source.isFromDocument))
    }
    for act in acts {
      for spot in act.spots {
        switch spot {
        case .slot(let slot): places.append((slot.segments, slot.isFromDocument))
        case .beside(let read, let name):
          let source = rule.effects.reads[read].source
          places.append((source.segments.dropLast() + [.init(name)], source.isFromDocument))
        case .inside(let target, let name):
          places.append((Slot.target(target).segments + [.init(name)], target.isFromDocument))
        }
      }
      if case .spread(let query) = act {
        // Its members come beside it.
        let parent = Array(query.path.query.segments.dropLast())
        places.append((parent, query.path.query.root == .document))
      }
    }
    return places
  }

  private var isOverlapping: Bool {
    if acts.contains(where: \.isSpread) { return isSpreadingTwice }
    if acts.contains(where: { $0.spots.contains(where: \.isInside) }) { return false }
    if acts.contains(where: { $0.spots.contains(where: \.isBeside) }) { return isCrowded }
    let isMove = acts.allSatisfy { if case .put(.read, _, _) = $0 { true } else { false } }
    if taken.hasPair({ $1.asks(about: $0) || $0.overlaps($1) && (isMove || $0 != $1) }) {
      return true
    }
    let slots = acts.flatMap { act in
      act.spots.compactMap(\.slot).map { (slot: $0, act: act) }
    }
    return slots.hasPair { earlier, later in
      let (one, two) = (earlier.slot.segments, later.slot.segments)
      if two.asks(about: one) { return true }
      if earlier.act.makesNothing(at: one, for: two) || later.act.makesNothing(at: two, for: one) {
        return false
      }
      if later.slot.mayFind(parentsOf: earlier.slot) { return true }
      if !one.overlaps(two) { return false }
      let isPlain = one.isPlain && two.isPlain
      // Of one object's members the first that the rule names comes first.
      if isMove {
        let parent = parent(of: earlier.act)
        return !isPlain || one != two || parent == nil || parent != self.parent(of: later.act)
      }
      // A member of an object that was just written, unless both would be whatever is there.
      let isMember = isPlain && earlier.act.isConstant && one.count < two.count
      return !isMember || earlier.act.isWritten && later.act.isWritten
    } || slots.contains { slot in taken.contains { slot.slot.segments.asks(about: $0) } }
  }

  /// The path to the object that an act takes a member from; nil where that may be several.
  private func parent(of act: Effects.Act) -> [PathSegment]? {
    guard case .put(.read(let read), _, _) = act else { return nil }
    let source = rule.effects.reads[read].source.segments
    return source.isPlain ? source.dropLast() : nil
  }

  /// Whether several values come to stand beside what they are made of, in objects that may be the
  /// same.
  private var isCrowded: Bool {
    let isRename = acts.allSatisfy { if case .put = $0 { true } else { false } }
    return taken.hasPair { one, two in
      if one == two || one.last?.isDescendant == true || two.last?.isDescendant == true {
        return true
      }
      let (parent, other) = (Array(one.dropLast()), Array(two.dropLast()))
      let mayBeSame = parent.count == other.count && parent.overlaps(other)
      if isRename { return mayBeSame && parent != other }
      return mayBeSame || one.overlaps(two) || two.asks(about: one)
    }
  }

  /// Whether what came out of an object may be what another path leads to.
  private var isSpreadingTwice: Bool {
    let paths = acts.compactMap(\.ownQuery).map(\.path.query.segments)
    return paths.enumerated().contains { index, path in
      let parent = Array(path.dropLast())
      return paths.enumerated().contains { other, way in
        if other == index { return false }
        if path.overlaps(way) || way.asks(about: path) { return true }
        guard way.count > parent.count, parent.overlaps(Array(way.prefix(parent.count))) else {
          return false
        }
        guard let name = way[parent.count].name, path.isPlain else { return true }
        return !before.look(path.compactMap(\.name) + [name]).shape.isNever
      }
    }
  }
}

// MARK: - What acts say of places

extension Effects.Act {
  /// What it changes in its place.
  fileprivate var ownQuery: Query? {
    switch self {
    case .change(let query, _), .remove(let query), .respell(let query, _, _),
      .spread(let query), .unknown(let query):
      query
    default: nil
    }
  }

  fileprivate var spots: [Effects.Spot] {
    switch self {
    case .put(_, let spot, _): [spot]
    case .append(_, let slot, _): [.slot(slot)]
    case .make(_, let spots, _): spots
    default: []
    }
  }

  fileprivate var isConstant: Bool {
    if case .put(.constant, _, _) = self { true } else { false }
  }

  /// Whether it writes a value whatever is there.
  fileprivate var isWritten: Bool {
    if case .put(.constant, _, .anything) = self { true } else { false }
  }

  /// Whether nothing is in what it makes where a value is missing that another path could lead to.
  fileprivate func makesNothing(at path: [PathSegment], for other: [PathSegment]) -> Bool {
    guard case .put(.constant(let value), _, .nothing) = self, path.isPlain, !other.isPlain,
      path.count < other.count, other.starts(with: path)
    else { return false }
    return value.json == [] || value.json == [:]
  }

  fileprivate var isSpread: Bool { if case .spread = self { true } else { false } }
}

extension Effects.Spot {
  fileprivate var slot: Slot? { if case .slot(let slot) = self { slot } else { nil } }
  fileprivate var isBeside: Bool { if case .beside = self { true } else { false } }
  fileprivate var isInside: Bool { if case .inside = self { true } else { false } }
}

extension Effects.Source {
  fileprivate var segments: [PathSegment] {
    switch self {
    case .query(let query): query.path.query.segments
    case .member(let name): [.init(name)]
    }
  }

  fileprivate var isFromDocument: Bool {
    if case .query(let query) = self { query.path.query.root == .document } else { false }
  }
}

extension Slot {
  fileprivate var segments: [PathSegment] {
    switch self {
    case .target(let target): target.names.map { .init($0) }
    case .member(let name, let parents): parents.path.query.segments + [.init(name)]
    case .places(let query): query.path.query.segments
    }
  }

  fileprivate var isFromDocument: Bool {
    switch self {
    case .target(let target): target.isFromDocument
    case .member(_, let query), .places(let query): query.path.query.root == .document
    }
  }

  /// Whether its query may lead to an object that was made for the place of another one.
  fileprivate func mayFind(parentsOf other: Slot) -> Bool {
    guard case .target = other else { return false }
    switch self {
    case .target: return false
    case .member(_, let query), .places(let query):
      return query.path.query.segments.overlaps(other.segments)
    }
  }
}

extension PathSegment {
  fileprivate init(_ name: Name) { self.init([.name(name.text)]) }
}

extension [PathSegment] {
  /// Whether a match of this path may be a match of another one, or one is inside the other.
  fileprivate func overlaps(_ other: [PathSegment]) -> Bool { !isApart(from: other) }

  private var path: JSONPath { JSONPath(query: PathQuery(root: .scope, segments: self)) }

  /// Whether a filter asks about what is at another path.
  fileprivate func asks(about other: [PathSegment]) -> Bool {
    let asked = path.placesOfFilters()
    return !asked.isEmpty
      && other.path.places().contains { place in
        asked.contains { $0.meets(place) }
      }
  }

  /// Whether a filter asks about what is at another path, not only whether that is there itself.
  fileprivate func asksInside(_ other: [PathSegment]) -> Bool {
    guard asks(about: other) else { return false }
    if other.contains(where: \.isDescendant) { return true }
    return enumerated().contains { index, segment in
      segment.selectors.contains { selector in
        guard case .filter(let condition) = selector else { return false }
        return other.count > index + 1 || condition.queries.contains { $0.root == .document }
      }
    }
  }
}

extension Array {
  /// Whether something holds for an element and a later one.
  fileprivate func hasPair(_ holds: (Element, Element) -> Bool) -> Bool {
    indices.contains { index in self[(index + 1)...].contains { holds(self[index], $0) } }
  }
}
