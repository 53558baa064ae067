/// Finds the places of a document that paths lead to.
///
/// The result is the nodelist of RFC 9535: in its order, and with its repeats. Where a key stands
/// twice in an object, a name means the first member with it, and `*` and `..` all of them.
///
/// Containers are opened as far as the path needs it, and every visit is charged to the document:
/// what takes too much is `too-big`. Nothing here recurses but filters inside filters, and those
/// the parser limits.
package struct PathEvaluator: ~Copyable {
  /// What `$` stands for.
  package private(set) var root: NodeID
  /// The first member so far that was asked for by its name and has a namesake in its object.
  package private(set) var duplicate: NodeID?
  /// The pattern that was compiled last, of those that stand in the document.
  var lastPattern: (text: [UInt8], pattern: Pattern?)?
  /// Places that were found, those of the innermost query last: one list for all queries, whose
  /// memory is kept.
  private var found = Slab<NodeID>()
  /// What the paths and conditions are made of.
  private(set) var table = BoundTable()
  /// What queries from the document came to, by their first segment with several places.
  var answers: [UInt32: Answer] = [:]
  /// How often the document may have changed; what is known of another time is not known.
  package private(set) var moment = 0
  /// When the rule began whose steady conditions are asked; nil outside of such rules.
  package var steadyMoment: Int?

  /// An evaluator without any paths.
  package init(root: NodeID) {
    self.root = root
  }

  /// An evaluator of what was bound to these constants.
  package init(_ constants: borrowing Constants, root: NodeID) {
    self.root = root
    adopt(constants)
  }

  /// Goes over to what was bound to these constants.
  package mutating func adopt(_ constants: borrowing Constants) {
    table = BoundTable(copying: constants.paths)
    answers.removeAll()
  }

  /// Goes on with a document that may have changed.
  @inline(__always)
  package mutating func beginMoment() { moment += 1 }

  /// Goes on as if no key had been met that stands twice.
  package mutating func forgetDuplicate() { duplicate = nil }

  /// Goes on with another value for `$`.
  package mutating func begin(at root: NodeID) {
    self.root = root
    duplicate = nil
    steadyMoment = nil
    beginMoment()
    // Each document pays for its own.
    lastPattern = nil
  }

  /// All places that a path leads to; `scope` is what `@` stands for.
  package mutating func places(
    of path: BoundPath, from scope: NodeID, in document: inout Document
  ) throws(JSONError) -> [NodeID] {
    let range = try find(path, from: scope, in: &document)
    let nodes = range.map { found[$0] }
    forget(range)
    return nodes
  }

  /// Finds all places that a path leads to, as numbers to ask for them by; they are to be forgotten
  /// before those are that were found before.
  package mutating func find(
    _ path: BoundPath, from scope: NodeID, in document: inout Document
  ) throws(JSONError) -> Range<Int> {
    try find(path.query, from: scope, in: &document)
  }

  /// The place with a number.
  package subscript(place: Int) -> NodeID { found[place] }

  /// Forgets what was found last.
  package mutating func forget(_ places: Range<Int>) { found.truncate(to: places.lowerBound) }

  /// Forgets all but the first of what was found last and is the same place.
  package mutating func forgetRepeats(in places: Range<Int>) -> Range<Int> {
    var seen: Set<NodeID> = []
    var count = places.lowerBound
    for index in places where seen.insert(found[index]).inserted {
      found[count] = found[index]
      count += 1
    }
    found.truncate(to: count)
    return places.lowerBound..<count
  }

  /// Brings what was found last into an order.
  package mutating func sort(_ places: Range<Int>, by rank: (NodeID) -> UInt32?) {
    let nodes = places.map { found[$0] }
    let ranks = nodes.map { rank($0) ?? .max }
    let sorted = positionsInOrder(nodes.count) { ranks[$0] < ranks[$1] }
    for (place, position) in zip(places, sorted) { found[place] = nodes[position] }
  }

  /// Forgets what was found before something failed.
  package mutating func forgetAll() {
    found.truncate(to: 0)
    if !answers.isEmpty { answers.removeAll(keepingCapacity: true) }
  }

  /// The first place that a path leads to.
  ///
  /// For a singular path this is all there is to know, and no list is made.
  package mutating func place(
    of path: BoundPath, from scope: NodeID, in document: inout Document
  ) throws(JSONError) -> NodeID? {
    if path.isSingular { return try place(of: path.query, from: scope, in: &document) }
    let range = try find(path.query, from: scope, in: &document)
    defer { forget(range) }
    return range.isEmpty ? nil : found[range.lowerBound]
  }

  /// Whether a condition holds where `@` stands for `scope`.
  package mutating func holds(
    _ condition: BoundCondition, at scope: NodeID, in document: inout Document
  ) throws(JSONError) -> Bool {
    guard condition.isSteady, let steadyMoment else {
      return try holds(condition.test, at: scope, in: &document)
    }
    let now = moment
    moment = steadyMoment
    defer { moment = now }
    return try holds(condition.test, at: scope, in: &document)
  }
}

// MARK: - Queries

extension PathEvaluator {
  /// Follows the single steps of a query.
  mutating func place(
    of query: BoundQuery, from scope: NodeID, in document: inout Document
  ) throws(JSONError) -> NodeID? {
    var node = query.isFromDocument ? root : scope
    for index in query.steps.range {
      guard let next = try child(table.steps[index], of: node, in: &document) else { return nil }
      node = next
    }
    return node
  }

  /// As that of a path.
  mutating func find(
    _ query: BoundQuery, from scope: NodeID, in document: inout Document
  ) throws(JSONError) -> Range<Int> {
    let first = found.count
    guard let start = try place(of: query, from: scope, in: &document) else { return first..<first }
    found.append(start)
    for index in query.rest.range {
      let segment = table.segments[index]
      let end = found.count
      if end == first { break }
      if let step = segment.step {
        try replace(first..<end, by: step, in: &document)
      } else {
        for index in first..<end { try select(segment, from: found[index], in: &document) }
        // What was found comes to where it was found from.
        var count = first
        for index in end..<found.count {
          found[count] = found[index]
          count += 1
        }
        found.truncate(to: count)
      }
    }
    return first..<found.count
  }

  /// The member or element that a step leads to.
  private mutating func child(
    _ step: BoundStep, of node: NodeID, in document: inout Document
  ) throws(JSONError) -> NodeID? {
    try document.charge(1)
    switch step {
    case .name(let key):
      switch try document.member(key, of: node) {
      case .none: return nil
      case .one(let member): return member
      case .several(let member):
        if duplicate == nil { duplicate = member }
        return member
      }
    case .index(let index):
      return try document.element(at: index, of: node)
    }
  }

  /// Puts children in the places of their parents, which were found last.
  private mutating func replace(
    _ places: Range<Int>, by step: BoundStep, in document: inout Document
  ) throws(JSONError) {
    var count = places.lowerBound
    for index in places {
      if let child = try child(step, of: found[index], in: &document) {
        found[count] = child
        count += 1
      }
    }
    found.truncate(to: count)
  }

  private mutating func select(
    _ segment: BoundSegment, from node: NodeID, in document: inout Document
  ) throws(JSONError) {
    if segment.isDescendant {
      try selectBelow(node, segment.selectors, in: &document)
    } else {
      try select(segment.selectors, of: node, in: &document)
    }
  }

  /// Goes through all that is in a value, itself first, along the links between the nodes: there is
  /// no stack, however deep it is.
  private mutating func selectBelow(
    _ top: NodeID, _ selectors: BoundRange, in document: inout Document
  ) throws(JSONError) {
    if document.showsContainers(in: top), selectors.range.allSatisfy({ table.selectors[$0].isName })
    {
      return try selectMembersBelow(top, selectors, in: &document)
    }
    var node = top
    while true {
      try document.charge(1)
      if document.isContainer(node) {
        try document.openAll(of: node)
        try select(selectors, of: node, in: &document)
        if let first = document.firstItem(of: node) {
          node = first
          continue
        }
      }
      // On to what follows it, or else to what follows its parent.
      while node != top, document.nextItem(after: node) == nil {
        guard let parent = document.parent(of: node) else { return }
        node = parent
      }
      guard node != top, let next = document.nextItem(after: node) else { return }
      node = next
    }
  }

  /// As `selectBelow`, for members by their names: it goes from container to container, and what
  /// the guide has left out as holding none stays as it is.
  private mutating func selectMembersBelow(
    _ top: NodeID, _ selectors: BoundRange, in document: inout Document
  ) throws(JSONError) {
    var node = top
    while true {
      try document.charge(1)
      if !document.showsContainers(in: node) { try document.openAll(of: node) }
      try select(selectors, of: node, in: &document)
      if let inner = document.container(from: document.firstItem(of: node)) {
        node = inner
        continue
      }
      while node != top {
        if let next = document.container(from: document.nextItem(after: node)) {
          node = next
          break
        }
        guard let parent = document.parent(of: node) else { return }
        node = parent
      }
      if node == top { return }
    }
  }
}

extension BoundSelector {
  fileprivate var isName: Bool { if case .step(.name) = self { true } else { false } }
}

// MARK: - Selectors

extension PathEvaluator {
  /// A place in a list takes memory, so it is charged as several visits: repeats could make the
  /// list many times as large as the document.
  private mutating func add(_ node: NodeID, in document: inout Document) throws(JSONError) {
    try document.charge(8)
    found.append(node)
  }

  private mutating func select(
    _ selectors: BoundRange, of node: NodeID, in document: inout Document
  ) throws(JSONError) {
    try document.charge(Int(selectors.count))
    for index in selectors.range {
      switch table.selectors[index] {
      case .step(let step):
        if let child = try child(step, of: node, in: &document) {
          try add(child, in: &document)
        }
      case .wildcard:
        try selectAll(of: node, in: &document)
      case .slice(let slice):
        try select(slice, of: node, in: &document)
      case .filter(let test):
        try select(where: table.tests[Int(test)], of: node, in: &document)
      }
    }
  }

  /// All children, each of them an item then.
  private func children(
    of node: NodeID, in document: inout Document
  ) throws(JSONError) -> Document.Items {
    guard document.isContainer(node) else { return Document.Items() }
    try document.openItems(of: node)
    return document.items(of: node)
  }

  private mutating func selectAll(
    of node: NodeID, in document: inout Document
  ) throws(JSONError) {
    var items = try children(of: node, in: &document)
    while let child = items.next(in: document) {
      try add(child, in: &document)
    }
  }

  private mutating func select(
    where test: BoundTest, of node: NodeID, in document: inout Document
  ) throws(JSONError) {
    var items = try children(of: node, in: &document)
    while let child = items.next(in: document) {
      try document.charge(1)
      if try holds(test, at: child, in: &document) { try add(child, in: &document) }
    }
  }

  private mutating func select(
    _ slice: BoundSlice, of node: NodeID, in document: inout Document
  ) throws(JSONError) {
    guard document.kind(node) == .array else { return }
    let indices = slice.indices(in: document.count(of: node))
    // A few are fetched one by one, and the rest of the array may stay closed.
    if Array(indices.prefix(5)).count < 5 {
      for index in indices {
        if let element = try document.element(at: index, of: node) {
          try add(element, in: &document)
        }
      }
      return
    }
    try document.openItems(of: node)
    var position = slice.step > 0 ? 0 : document.count(of: node) - 1
    var element = slice.step > 0 ? document.firstItem(of: node) : document.lastItem(of: node)
    for index in indices {
      while let other = element, position != index {
        try document.charge(1)
        let isBefore = position < index
        element = isBefore ? document.nextItem(after: other) : document.previousItem(before: other)
        position += isBefore ? 1 : -1
      }
      if let element { try add(element, in: &document) }
    }
  }
}
