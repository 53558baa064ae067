internal import JSONText

/// The way back of effects that say enough for it.
extension Effects {
  var inverse: Inverse {
    var made: [JSON] = []
    for act in acts {
      switch act {
      case .ask: break
      case .put(.constant, .slot(let slot), .nothing): made.append(.string(slot.path))
      case .put(.read(let read), .slot(let slot), _) where !reads[read].leaves:
        made.append(.string(slot.path))
      case .put(.read, _, _): return takenBack
      case .put(.generated, _, .nothing): return .lossy("what was generated is not known")
      case .put(_, _, .nothingOrNull): return .lossy("where null was is not known")
      case .put(_, _, .nothingOrEmpty):
        return .lossy("where null was, or something empty, is not known")
      case .put: return .lossy("what was there before is gone")
      case .remove, .keep: return .lossy("what is dropped is gone")
      case .spread: return .lossy("which members came out of the object is not known")
      default: return .lossy("what was there before is not known")
      }
    }
    return made.isEmpty ? .exact([]) : .conditional([["drop": .array(made)]])
  }

  /// The way back of values that were taken elsewhere: all of them beside where they were, or all
  /// to targets.
  private var takenBack: Inverse {
    var back = JSONObject()
    var isRename = false
    var newNames: Set<JSONPath> = []
    var ends: [JSONPath] = []
    let paths = Set(queries.map(\.path))
    let isWithin = paths.contains { $0.isInside(oneOf: paths) }
    // What came out of another value comes back into it.
    var taken = Array(acts.reversed())
    if isWithin { taken = taken.ordered { depth(of: $0) < depth(of: $1) } }
    for act in taken {
      guard case .put(.read(let read), let spot, _) = act, let query = reads[read].source.query
      else { return .lossy("what was there before is not known") }
      switch spot {
      case .beside(_, let name):
        guard let old = query.path.slot?.name, let path = query.sibling(name) else {
          return .lossy("the old names are not known")
        }
        isRename = true
        newNames.insert(path)
        back[path.description] = .string(String(decoding: old, as: UTF8.self))
      case .slot(let slot):
        guard query.path.plainNames != nil else { return .lossy("the old place is not known") }
        back[slot.path] = query.json
        if case .target(let target) = slot { ends.append(JSONPath(query: target.query())) }
      case .inside: return .lossy("the old place is not known")
      }
    }
    if isRename, isWithin {
      return .lossy("an object and a member of it get new names at once")
    }
    if ends.contains(where: { $0.isInside(oneOf: paths) }) {
      return .lossy("a value comes into what goes elsewhere at once")
    }
    let all = paths.union(ends)
    if acts.count > 1, all.contains(where: { $0.mayBeInside(oneOf: paths) }) {
      return .lossy("a path from the document and one from the scope may lead into each other")
    }
    if back.count < acts.count {
      return .lossy(isRename ? "two members come to one name" : "two values come to one place")
    }
    let rules: [JSON] = [[isRename ? "rename" : "move": .object(back)]]
    // What a member is renamed in may be what it was before, or what came in its place.
    return paths.contains { $0.isInside(oneOf: newNames) } ? .conditional(rules) : .exact(rules)
  }

  private func depth(of act: Act) -> Int {
    guard case .put(.read(let read), _, _) = act else { return 0 }
    return reads[read].source.query?.path.query.segments.count ?? 0
  }
}
