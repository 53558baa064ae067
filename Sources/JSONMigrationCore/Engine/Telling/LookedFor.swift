internal import JSONText

/// Where a rule looks for something: a query, or names from there or from the beginning.
struct LookedFor {
  let path: JSONPath
  let query: Query?
  var names: [Name] = []
  /// Where the path stands; empty for a name that is none.
  let range: Range<Int>

  init(_ query: Query) { (path, self.query, range) = (query.path, query, query.range) }

  init(_ name: Name, at range: Range<Int> = 0..<0) {
    self.init(.target(Target(isFromDocument: false, names: [name], range: range)))
  }

  init(_ slot: Slot) {
    path = slot.jsonPath
    switch slot {
    case .target(let target): (query, names, range) = (nil, target.names, target.range)
    case .member(let name, let parent): (query, names, range) = (parent, [name], parent.range)
    case .places(let places): (query, range) = (places, places.range)
    }
  }
}

extension Effects {
  /// The ways to what it finds and to what it makes of nothing, members of the scope first.
  var ways: [LookedFor] {
    var ways: [LookedFor] = []
    for case .member(let name) in reads.map(\.source) {
      ways.append(LookedFor(name))
    }
    ways += reads.compactMap(\.source.query).map { LookedFor($0) }
    for act in acts {
      switch act {
      case .put(.read, _, _): break
      case .put(_, let spot, _): ways += spot.slot.map { [LookedFor($0)] } ?? []
      case .make(let from, let spots, _):
        if from.isEmpty { ways += spots.compactMap(\.slot).map { LookedFor($0) } }
      case .append(_, let slot, _): ways.append(LookedFor(slot))
      default: ways += act.query.map { [LookedFor($0)] } ?? []
      }
    }
    return ways
  }
}

extension Effects {
  /// What is looked for one by one, where there are several of which each may be missing: by the
  /// numbers of acts, which are those of the verb's paths too.
  var separateWays: [LookedFor] {
    // Where all of them are made wherever they are missing, none can lead astray.
    guard acts.count > 1, acts.contains(where: { !$0.isMade }) else { return [] }
    let ways = acts.compactMap { way(of: $0) }
    return ways.count == acts.count ? ways : []
  }

  private func way(of act: Act) -> LookedFor? {
    switch act {
    case .put(.read(let read), .beside, _), .put(.read(let read), .slot(.target), _):
      reads[read].source.query.map { LookedFor($0) }
    case .put(.read(let read), .inside, _):
      reads[read].source.member.map { LookedFor($0, at: $0.range) }
    case .put(.constant, .slot(let slot), _), .put(.generated, .slot(let slot), _),
      .append(_, let slot, _):
      LookedFor(slot)
    case .change(let query, _), .remove(let query), .spread(let query), .respell(let query, _, _),
      .unknown(let query):
      LookedFor(query)
    default: nil
    }
  }
}

extension Effects.Act {
  /// Whether it makes what it acts at, with all that leads there.
  fileprivate var isMade: Bool {
    switch self {
    case .put(.constant, .slot(.target), _), .put(.generated, .slot(.target), _),
      .append(_, .target, _):
      true
    default: false
    }
  }
}

extension Effects {
  /// Where it puts values.
  var slots: [Slot] {
    acts.flatMap { act -> [Slot] in
      switch act {
      case .put(_, let spot, _): [spot.slot].compactMap(\.self)
      case .make(_, let spots, _): spots.compactMap(\.slot)
      default: []
      }
    }
  }
}

extension Effects.Spot {
  fileprivate var slot: Slot? {
    switch self {
    case .slot(let slot): slot
    case .inside(let target, _): .target(target)
    case .beside: nil
    }
  }
}
