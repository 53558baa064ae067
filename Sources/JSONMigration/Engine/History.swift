internal import JSONText

/// Where a value of the result came from.
extension Engine {
  /// How the value came to be what it is that a path of names and indices leads to in the result;
  /// nil if there is none.
  mutating func history(of path: JSONPath, in trace: Trace) throws -> Trace.History? {
    guard let node = try node(at: path) else { return nil }
    var road = Road(node)
    for step in trace.steps.indices.reversed() {
      for edit in trace.steps[step].edits.reversed() where road.takes(edit.change, document) {
        road.edits.append((step, edit))
      }
    }
    let isMade = road.isMade(document)
    return Trace.History(
      spot: Trace.Spot(try document.spot(of: node)), edits: road.edits.reversed(),
      origin: isMade ? nil : document.origin(of: node))
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
  /// What values were in, where that is not what they are in at the end; nil for what was not there.
  private var containers: [NodeID: NodeID?] = [:]
  private var wasReplaced = false

  init(_ node: NodeID) { self.node = node }

  /// Whether an edit is one of the value, or of something that it was in then.
  mutating func takes(_ change: Document.Change, _ document: borrowing Document) -> Bool {
    if wasReplaced { return false }
    let isOnRoad = line(document).contains(change.item)
    // What is in a new value is as new.
    wasReplaced = isOnRoad && change.isReplaced && change.item != node
    containers.updateValue(change.before?.container, forKey: change.item)
    return isOnRoad
  }

  /// Whether the value was made by one of the edits.
  func isMade(_ document: borrowing Document) -> Bool {
    wasReplaced || line(document).last != document.root
  }

  /// The value and what it was in, up to the root or to what was made.
  private func line(_ document: borrowing Document) -> [NodeID] {
    var line: [NodeID] = []
    var next: NodeID? = node
    while let node = next {
      line.append(node)
      next = containers[node] ?? document.parent(of: node)
    }
    return line
  }
}
