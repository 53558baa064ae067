internal import JSONText

/// Where a value of the result came from.
extension Engine {
  /// How the value came to be what it is that a path of names and indices leads to in the result;
  /// nil if there is none.
  mutating func history(of path: JSONPath, in trace: Trace) throws -> Trace.History? {
    guard let node = try node(at: path) else { return nil }
    let spot = Trace.Spot(try document.spot(of: node))
    var told = Told(edits: trace.editsInTime)
    return try history(of: node, spot, before: nil, in: trace, &told)
  }

  /// The history of a value up to a run of a rule, which it is told with if it goes with that; to
  /// the end where that is nil.
  private mutating func history(
    of node: NodeID, _ spot: Trace.Spot, before last: Int?, in trace: Trace, _ told: inout Told
  ) throws -> Trace.History {
    var road = Road(node)
    var made: MadeOf?
    try document.charge(told.edits.count)
    for (step, edit) in told.edits.reversed() {
      if let last, edit.run >= last {
        if edit.run == last, edit.change.item == node, edit.after == nil {
          road.edits.append((step, edit))
        }
        road.pass(edit.change)
        continue
      }
      let part = road.take(edit.change, document)
      if part == .elsewhere { continue }
      road.edits.append((step, edit))
      if part == .onIt, made == nil, edit.makes(node, by: trace.runs[edit.run]) {
        made = try whatWasMade(of: node, by: edit.run, in: trace)
      }
    }
    var history = Trace.History(
      spot: spot, edits: road.edits.reversed(),
      origin: road.isMade(document) ? nil : document.firstOrigin(of: node))
    guard let made, told.values.insert([Int(node.number), last ?? .max]).inserted,
      told.depth < Told.limit
    else { return history }
    told.depth += 1
    defer { told.depth -= 1 }
    for source in made.sources {
      let spot = try document.spot(of: source, at: trace.runs[made.run].before)
      guard let spot = spot.map({ Trace.Spot($0) }) else { continue }
      history.sources.append(
        try self.history(of: source, spot, before: made.run, in: trace, &told))
    }
    if made.isCopy, history.sources.count == 1 {
      history = Trace.History(
        spot: spot, edits: history.edits, origin: history.sources[0].origin, isCopy: true,
        sources: history.sources)
    }
    return history
  }

  /// Of which values a run of a rule made a value; nil where it made another one of the value
  /// itself.
  private mutating func whatWasMade(
    of node: NodeID, by number: Int, in trace: Trace
  ) throws -> MadeOf? {
    let run = trace.runs[number]
    var made = MadeOf(run: number)
    if run.derivations.isEmpty { return made }
    let bases = run.derivations.map(\.base)
    let top = (document.root, "$")
    let before = try document.paths(of: bases, in: top, at: run.before)
    let after = try document.paths(of: bases + [node], in: top, at: run.after)
    guard let path = after[node].map({ Array($0.utf8) }) else { return made }
    var around: [(derivation: Derivation, place: [UInt8])] = []
    var inside: [[UInt8]: Derivation] = [:]
    var places: [[UInt8]] = []
    for derivation in run.derivations {
      guard let base = after[derivation.base] ?? before[derivation.base] else { continue }
      let place = Array((base + derivation.way).utf8)
      if path.rest(behind: place) != nil {
        around.append((derivation, place))
      } else if place.rest(behind: path) != nil {
        if inside[place] == nil { places.append(place) }
        if inside[place] == nil || run.takesLast { inside[place] = derivation }
      }
    }
    // What stands nearest around the value says what it is.
    let depth = around.reduce(0) { max($0, $1.place.count) }
    around = around.filter { $0.place.count == depth }
    if around.first?.derivation.kind == .element {
      let new = try around.map(\.derivation).added(around[0].place, around: node, run, &document)
      made.sources = new.flatMap(\.sources)
    } else if let (nearest, place) = run.takesLast ? around.last : around.first {
      if nearest.kind == .change, nearest.base == node, !nearest.sources.isEmpty { return nil }
      made.sources = nearest.sources
      made.isCopy = nearest.kind == .copy
      if made.isCopy, let source = nearest.sources.first {
        let way = Array(path.dropFirst(place.count))
        made.sources = [try document.item(at: way, in: source, at: run.before) ?? source]
      }
    }
    if around.isEmpty || depth == path.count {
      made.sources += places.compactMap { inside[$0] }.flatMap(\.sources)
    }
    var known: Set<NodeID> = []
    made.sources = made.sources.filter { known.insert($0).inserted }
    return made
  }

  private mutating func node(at path: JSONPath) throws -> NodeID? {
    var node = document.root
    for segment in path.query.segments {
      if let name = segment.name {
        guard let member = try document.member(named: name, of: node).first else { return nil }
        node = member
      } else if let index = segment.index {
        guard let element = try document.element(at: index, of: node) else { return nil }
        node = element
      } else {
        return nil
      }
    }
    return node
  }
}

/// The road of a value, followed from its end.
private struct Road {
  let node: NodeID
  var edits: [(step: Int, edit: Trace.Edit)] = []
  /// What values were in, where that is not what they are in at the end; nil for what was not
  /// there.
  private var containers: [NodeID: NodeID?] = [:]
  /// What the document was, where it is another value at the end.
  private var firstRoot: NodeID?
  private var wasReplaced = false

  init(_ node: NodeID) { self.node = node }

  /// What an edit has to do with the value.
  enum Part {
    case elsewhere
    /// It is one of something in the value.
    case inside
    /// It is one of the value, or of something that it was in then.
    case onIt
  }

  /// Notes an edit that came before those that were noted, and tells what it has to do with the
  /// value.
  mutating func take(_ change: Document.Change, _ document: borrowing Document) -> Part {
    if wasReplaced { return .elsewhere }
    let isOnRoad = line(node, document).contains(change.item)
    let isInside =
      !isOnRoad
      && [change.before, change.after].contains { spot in
        line(spot?.container, document).contains(node)
      }
    // What is in a new value is as new.
    wasReplaced = isOnRoad && change.isReplaced && change.item != node
    pass(change)
    return isOnRoad ? .onIt : isInside ? .inside : .elsewhere
  }

  /// Notes an edit that came after the value was gone.
  mutating func pass(_ change: Document.Change) {
    if let before = change.before, before.container == nil { firstRoot = change.item }
    containers.updateValue(change.before?.container, forKey: change.item)
  }

  /// Whether the value was made by one of the edits.
  func isMade(_ document: borrowing Document) -> Bool {
    wasReplaced || line(node, document).last != firstRoot ?? document.root
  }

  /// A value and what it was in, up to the root or to what was made.
  private func line(_ start: NodeID?, _ document: borrowing Document) -> [NodeID] {
    var line: [NodeID] = []
    var next = start
    while let node = next {
      line.append(node)
      next = containers[node] ?? document.parent(of: node)
    }
    return line
  }
}

/// What is known while a history is told.
private struct Told {
  /// All edits, in the order in which they were made, with the numbers of their steps.
  let edits: [(step: Int, edit: Trace.Edit)]
  /// The values whose sources were told, each up to a run.
  var values: Set<[Int]> = []
  var depth = 0

  /// How far sources are followed.
  static let limit = 100

  init(edits: [(step: Int, edit: Trace.Edit)]) { self.edits = edits }
}

/// What a run of a rule made a value of.
private struct MadeOf {
  let run: Int
  var sources: [NodeID] = []
  var isCopy = false
}

extension Trace {
  /// A nested document has its steps in the middle of one of the document around it.
  fileprivate var editsInTime: [(step: Int, edit: Edit)] {
    let edits = steps.indices.flatMap { step in steps[step].edits.map { (step: step, edit: $0) } }
    return edits.sorted { $0.edit.run < $1.edit.run }
  }
}

extension Trace.Edit {
  /// Whether a value is another one since, and not only elsewhere.
  fileprivate func makes(_ node: NodeID, by run: Trace.Run) -> Bool {
    !run.before.knows(node) || change.item == node && change.isReplaced
  }
}

extension [Derivation] {
  /// Those that an element of an array, or what is in it, was made by; all of them for the array.
  fileprivate func added(
    _ array: [UInt8], around node: NodeID, _ run: Trace.Run, _ document: inout Document
  ) throws -> [Derivation] {
    let line = try document.line(of: node, at: run.after)
    let paths = try document.paths(of: line, in: (document.root, "$"), at: run.after)
    guard let level = line.firstIndex(where: { paths[$0]?.utf8.elementsEqual(array) == true })
    else {
      return []
    }
    if level == 0 { return self }
    let elements = try document.elements(of: line[level], at: run.after)
    let new = elements.filter { !run.before.knows($0) }
    // Of those that were there already nothing is added.
    guard new.count == count, let index = new.firstIndex(of: line[level - 1]) else { return [] }
    return [self[index]]
  }
}
