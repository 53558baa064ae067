extension JSONPath {
  /// The places that the path reads, for a guide: those that it leads to, and those that its
  /// filters ask.
  ///
  /// `root` and `scope` lead, from the root of the document, to what `$` and `@` stand for. A path
  /// that branches too often is told roughly; a guide is a hint.
  package func guidePaths(
    root: Place = [], scope: Place = []
  ) -> [Place] {
    var places = GuidePlaces(root: root)
    places.add(query, at: scope)
    return places.paths
  }

  /// The places that the path leads to, whatever its filters say.
  package func places(
    root: Place = [], scope: Place = []
  ) -> [Place] {
    guard query.segments.contains(where: { $0.selectors.contains { $0.isFilter } }) else {
      return guidePaths(root: root, scope: scope)
    }
    var query = query
    for index in query.segments.indices {
      query.segments[index].selectors = query.segments[index].selectors.map {
        if case .filter = $0 { .wildcard } else { $0 }
      }
    }
    return JSONPath(query: query).guidePaths(root: root, scope: scope)
  }

  /// Whether it leads to every value that is at those places.
  package var isWhole: Bool {
    var branches = 1
    for segment in query.segments {
      branches *= segment.selectors.count
      guard branches <= GuidePlaces.branchLimit, segment.selectors.allSatisfy(\.isWhole) else {
        return false
      }
    }
    return true
  }

  /// The places that its filters look at.
  package func placesOfFilters(
    root: Place = [], scope: Place = []
  ) -> [Place] {
    filters(root: root, scope: scope).flatMap { filter in
      filter.places.flatMap {
        JSONCondition(expression: filter.condition).guidePaths(root: root, scope: $0)
      }
    }
  }

  /// Its filters, each with the places of what it is asked of.
  package func filters(
    root: Place = [], scope: Place = []
  ) -> [(condition: PathCondition, places: [Place])] {
    var parent = query
    parent.segments = []
    var filters: [(condition: PathCondition, places: [Place])] = []
    for segment in query.segments {
      parent.segments.append(segment)
      for case .filter(let condition) in segment.selectors {
        let places = JSONPath(query: parent).places(root: root, scope: scope)
        filters.append((condition, places))
      }
    }
    return filters
  }
}

extension JSONCondition {
  /// The places that the condition reads, for a guide; see `JSONPath`.
  package func guidePaths(
    root: Place = [], scope: Place = []
  ) -> [Place] {
    var places = GuidePlaces(root: root)
    for query in expression.queries { places.add(query, at: scope) }
    return places.paths
  }

  /// The same, those apart of which it doesn't matter what is in a container there.
  package func placesAsked(root: Place, scope: Place) -> (values: [Place], containers: [Place]) {
    let others = Set(expression.queriesOfContents)
    var (values, containers) = (GuidePlaces(root: root), GuidePlaces(root: root))
    for query in expression.queries {
      if query.isSingular, !others.contains(query) {
        containers.add(query, at: scope)
      } else {
        values.add(query, at: scope)
      }
    }
    return (values.paths, containers.paths)
  }
}

/// Gathers the paths of a guide, each once.
private struct GuidePlaces {
  /// The most paths, and the most branches of one query.
  private static let limit = 256
  static let branchLimit = 16
  private static let compared = 8

  private let root: Place
  private var known: Set<Place> = []
  private(set) var paths: [Place] = []

  init(root: Place) {
    self.root = root
  }

  mutating func add(_ query: PathQuery, at scope: Place) {
    guard paths.count < Self.limit else { return }
    var branches = [query.root == .document ? root : scope]
    for segment in query.segments {
      if segment.isDescendant { branches = branches.map { $0 + [.descendants] } }
      for case .filter(let condition) in segment.selectors {
        for query in condition.queries {
          for branch in branches { add(query, at: branch.children) }
        }
      }
      let steps = Self.steps(of: segment, atMost: Self.branchLimit / branches.count)
      branches = branches.flatMap { branch in steps.map { branch + [$0] } }
    }
    for branch in branches where isNew(branch) { paths.append(branch) }
  }

  /// Whether a path isn't among those that are known; few are compared, many are hashed.
  private mutating func isNew(_ path: Place) -> Bool {
    if paths.count < Self.compared { return !paths.contains(path) }
    if known.isEmpty { known = Set(paths) }
    return known.insert(path).inserted
  }

  /// Where a segment leads to, each once; `every` where that is too much to tell.
  private static func steps(
    of segment: PathSegment, atMost limit: Int
  ) -> Place {
    var steps: Place = []
    for step in segment.selectors.lazy.map(\.guideSegment) where !steps.contains(step) {
      steps.append(step)
      if step == .every || steps.count > max(limit, 1) { return [.every] }
    }
    return steps
  }
}

extension PathSelector {
  fileprivate var isFilter: Bool { if case .filter = self { true } else { false } }

  /// Whether it chooses all that is at its place.
  fileprivate var isWhole: Bool {
    switch self {
    case .name, .wildcard: true
    case .index, .slice, .filter: false
    }
  }

  /// Where it leads to, as a guide has it.
  var guideSegment: Place.Segment {
    switch self {
    case .name(let name): .key(name)
    case .index, .slice: .some
    case .wildcard, .filter: .every
    }
  }
}
