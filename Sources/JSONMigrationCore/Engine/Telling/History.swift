internal import JSONText

/// Where a value of the result came from.
extension Engine {
  /// How the value came to be what it is that a path of names and indices leads to in the result;
  /// nil if there is none.
  mutating func history(of path: JSONPath, in trace: Trace) throws -> Trace.History? {
    guard let node = try node(at: path) else { return nil }
    let spot = Trace.Spot(try document.spot(of: node))
    return history(of: node, spot, until: nil, in: trace)
  }

  /// The history of a value up to an edit; to the end where that is nil.
  private func history(
    of node: NodeID, _ spot: Trace.Spot, until last: (step: Int, index: Int)?, in trace: Trace
  ) -> Trace.History {
    var road = Road(node)
    var first: (step: Int, index: Int)?
    for step in trace.steps.indices.reversed() {
      for index in trace.steps[step].edits.indices.reversed() {
        let edit = trace.steps[step].edits[index]
        if let last, (step, index) > last {
          road.pass(edit.change)
        } else {
          switch road.take(edit.change, document) {
          case .elsewhere: break
          case .inside: road.edits.append((step, edit))
          case .onIt:
            road.edits.append((step, edit))
            first = (step, index)
          }
        }
      }
    }
    let isMade = road.isMade(document)
    let sources = isMade ? first.map { self.sources(of: $0, in: trace) } ?? [] : []
    return Trace.History(
      spot: spot, edits: road.edits.reversed(),
      origin: isMade ? nil : document.firstOrigin(of: node), sources: sources)
  }

  /// The values that the rule of an edit took away where it made something: those that stood
  /// nearest.
  private func sources(
    of maker: (step: Int, index: Int), in trace: Trace
  ) -> [Trace.History] {
    let edits = trace.steps[maker.step].edits
    guard let made = edits[maker.index].after, let rule = edits[maker.index].rule else { return [] }
    // What one run of the rule did stands together.
    let start = edits[..<maker.index].lastIndex { $0.rule != rule }.map { $0 + 1 } ?? 0
    let end = edits[maker.index...].firstIndex { $0.rule != rule } ?? edits.endIndex
    let gone = (start..<end).filter { edits[$0].after == nil }
    let near = gone.map { made.path.sharedSteps(with: edits[$0].before?.path ?? "") }
    guard let nearest = near.max() else { return [] }
    return zip(gone, near).filter { $0.1 == nearest }.compactMap { index, _ in
      edits[index].before.map {
        history(of: edits[index].change.item, $0, until: (maker.step, index), in: trace)
      }
    }
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
    containers.updateValue(change.before?.container, forKey: change.item)
    return isOnRoad ? .onIt : isInside ? .inside : .elsewhere
  }

  /// Notes an edit that came after the value was gone.
  mutating func pass(_ change: Document.Change) {
    containers.updateValue(change.before?.container, forKey: change.item)
  }

  /// Whether the value was made by one of the edits.
  func isMade(_ document: borrowing Document) -> Bool {
    wasReplaced || line(node, document).last != document.root
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

extension String {
  /// How many steps from the root two paths have in common.
  fileprivate func sharedSteps(with other: String) -> Int {
    guard let first = try? JSONPath(rule: self), let second = try? JSONPath(rule: other) else {
      return 0
    }
    return zip(first.query.segments, second.query.segments).prefix { $0 == $1 }.count
  }
}
