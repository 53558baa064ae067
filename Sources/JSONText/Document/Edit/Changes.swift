/// What has changed in a document since a mark.
extension Document {
  /// What has become of one item.
  package struct Change: Sendable {
    package let item: NodeID
    /// As it was, and as it is; nil where it was not there, or is not.
    package let before: Spot?
    package let after: Spot?
    /// Whether it has another value, and is not only elsewhere.
    package let isReplaced: Bool
  }

  /// A value at a place.
  package struct Spot: Sendable {
    package let container: NodeID?
    /// The path.
    package let path: String
    /// The value, without white space.
    package let text: [UInt8]
  }

  /// The items that have been edited since a mark, in the order of their first edits.
  ///
  /// All of the document has to be open. What came into the document in something else is told with
  /// that. `positions` are those at the mark, and then those that are.
  package mutating func changes(
    since mark: Mark, _ positions: inout Positions
  ) throws(JSONError) -> [Change] {
    var old: [UInt32: Node] = [:]
    for index in (mark.entries.nodes..<journal.nodes.count).reversed() {
      old[journal.nodes[index].index] = journal.nodes[index].old
    }
    let known = UInt32(mark.records.nodes)
    var items = touched(since: mark).filter { number in
      let now = nodes[Int(number)]
      guard number < known, let then = old[number] else { return now.parent < known }
      return then.value != now.value || then.head != now.head || then.parent != now.parent
        || then.isRemoved != now.isRemoved || now.isEmptied(since: then)
    }
    let turned = turnedArrays(since: old, known).subtracting(items)
    items += turned.sorted()
    let before = try asAt(mark) { [items] (document) throws(JSONError) in
      try document.spots(of: items.filter { $0 < known }, &positions)
    }
    adapt(&positions, since: old, known)
    let after = try spots(of: items, &positions)
    return items.compactMap { number in
      let (before, after) = (before[number], after[number])
      if before == nil, after == nil || turned.contains(number) { return nil }
      let now = nodes[Int(number)]
      let isEmptied = old[number].map { now.isEmptied(since: $0) } ?? false
      if !isEmptied, let before, let after, before.path == after.path, before.text == after.text {
        return nil
      }
      return Change(
        item: NodeID(number), before: before, after: after,
        isReplaced: before != nil
          && (isEmptied || old[number].map { $0.value != now.value } == true))
    }
  }

  /// The arrays whose elements stand in another order than at a mark, those aside that came and
  /// went.
  ///
  /// Only elements are looked at that stand behind another one than they did.
  private func turnedArrays(since old: [UInt32: Node], _ known: UInt32) -> Set<UInt32> {
    var arrays: Set<UInt32> = []
    for (number, then) in old where number < known {
      let now = nodes[Int(number)]
      if then.previous == now.previous || then.parent != now.parent || now.parent == 0 { continue }
      if then.isMember || now.isMember || then.isRemoved || now.isRemoved { continue }
      // The nearest before it, then and now, that was there and is.
      var before = then.previous
      while before != 0, !nodes[Int(before)].isItem(of: now.parent) {
        before = (old[before] ?? nodes[Int(before)]).previous
      }
      var after = now.previous
      while after != 0,
        after >= known || !(old[after] ?? nodes[Int(after)]).isItem(of: now.parent)
      { after = nodes[Int(after)].previous }
      if before != after { arrays.insert(now.parent) }
    }
    return arrays.filter { isPresent(NodeID($0)) }
  }

  private mutating func elements(of array: NodeID) throws(JSONError) -> [NodeID] {
    var found: [NodeID] = []
    var items = items(of: array)
    while let item = items.next(in: self) { found.append(item) }
    try charge(found.count)
    return found
  }

  /// The place and the value of a node.
  package mutating func spot(of node: NodeID) throws(JSONError) -> Spot {
    var positions = Positions()
    return try spot(of: node, &positions)
  }

  /// The paths of items, of those that are there; now, or at a mark.
  ///
  /// All of them are in one value, or are it, whose own path is known.
  package mutating func paths(
    of items: [NodeID], in top: (node: NodeID, path: String), at mark: Mark? = nil
  ) throws(JSONError) -> [NodeID: String] {
    if let mark {
      let known = items.filter { $0.number < mark.records.nodes }
      return try asAt(mark) { (document) throws(JSONError) in
        try document.paths(of: known, in: top)
      }
    }
    var positions = Positions(below: top)
    var paths: [NodeID: String] = [:]
    for item in items where isPresent(item) { paths[item] = try path(of: item, &positions) }
    return paths
  }

  /// The place and the value of a node at a mark; nil where it was not there.
  package mutating func spot(of node: NodeID, at mark: Mark) throws(JSONError) -> Spot? {
    guard mark.knows(node) else { return nil }
    return try asAt(mark) { (document) throws(JSONError) in
      document.isPresent(node) ? try document.spot(of: node) : nil
    }
  }

  /// A value at a mark, and what it was in then, up to the root.
  package mutating func line(of node: NodeID, at mark: Mark) throws(JSONError) -> [NodeID] {
    try asAt(mark) { (document) throws(JSONError) in
      var line = [node]
      while let next = document.parent(of: line[line.count - 1]) { line.append(next) }
      return line
    }
  }

  /// What was in an array at a mark.
  package mutating func elements(of array: NodeID, at mark: Mark) throws(JSONError) -> [NodeID] {
    try asAt(mark) { (document) throws(JSONError) in try document.elements(of: array) }
  }

  /// What was in a value at a mark, by the end of its path; nil where nothing was.
  package mutating func item(
    at way: [UInt8], in node: NodeID, at mark: Mark
  ) throws(JSONError) -> NodeID? {
    try asAt(mark) { (document) throws(JSONError) in
      var (node, way) = (node, way[...])
      while !way.isEmpty {
        var found: NodeID?
        for (index, item) in try document.elements(of: node).enumerated() {
          let step =
            document.isMember(item) ? PathText.step(document.key(of: item)) : "[\(index)]"
          guard let rest = way.rest(behind: step.utf8) else { continue }
          (found, way) = (item, rest)
          break
        }
        guard let found else { return nil }
        node = found
      }
      return node
    }
  }

  private mutating func spots(
    of items: [UInt32], _ positions: inout Positions
  ) throws(JSONError) -> [UInt32: Spot] {
    var spots: [UInt32: Spot] = [:]
    for item in items where isPresent(NodeID(item)) {
      spots[item] = try spot(of: NodeID(item), &positions)
    }
    return spots
  }

  private mutating func spot(
    of node: NodeID, _ positions: inout Positions
  ) throws(JSONError) -> Spot {
    let start = made.count
    try appendCompact(node)
    defer { made.truncate(to: start) }
    try tell(made.count - start)
    let text = made.view[start..<made.count].array
    return Spot(container: parent(of: node), path: try path(of: node, &positions), text: text)
  }

  /// Makes nodes of everything in a value.
  package mutating func openEverything(in node: NodeID) throws(JSONError) {
    var pending = [node]
    while let container = pending.popLast() {
      guard isContainer(container) else { continue }
      try openItems(of: container)
      var items = items(of: container)
      while let item = items.next(in: self) {
        pending.append(item)
      }
    }
  }

  /// Whether the document means the same JSON as it did at a mark.
  ///
  /// Only what was touched since is compared: of an object the members that were, and so of an
  /// array whose elements stand as they did; of another one all elements, for their order counts.
  package mutating func isSame(asAt mark: Mark) throws(JSONError) -> Bool {
    let touched = touched(since: mark)
    let marks = Set(touched)
    let now = try outermost(of: touched, marks)
    let then = try asAt(mark) { (document) throws(JSONError) in
      try document.outermost(of: touched.filter { $0 < mark.records.nodes }, marks)
    }
    let containers = Set(now.keys).union(then.keys).sorted()
    let turned = try arraysTurned(since: mark, touched)
    let text = try self.text(of: now, in: containers, turned)
    let old = try asAt(mark) { (document) throws(JSONError) in
      try document.text(of: then, in: containers, turned)
    }
    return try areEqual(text, old)
  }

  /// The containers with items, among some, that have come, gone or changed their neighbours.
  private mutating func arraysTurned(
    since mark: Mark, _ touched: [UInt32]
  ) throws(JSONError) -> Set<UInt32> {
    var turned: Set<UInt32> = []
    var old: [UInt32: Node] = [:]
    for number in touched {
      let node = nodes[Int(number)]
      if number < mark.records.nodes { old[number] = node } else { turned.insert(node.parent) }
    }
    return try asAt(mark) { (document) throws(JSONError) in
      for (number, now) in old {
        let then = document.nodes[Int(number)]
        if then.isAmong(asIn: now) { continue }
        turned.insert(then.parent)
        turned.insert(now.parent)
      }
      return turned
    }
  }

  /// Those of some items that are there and in no other one of them, by the container they are in.
  private mutating func outermost(
    of items: [UInt32], _ marks: Set<UInt32>
  ) throws(JSONError) -> [UInt32: [UInt32]] {
    var result: [UInt32: Set<UInt32>] = [:]
    for item in items {
      var outermost = item
      var number = item
      while number != 0, !nodes[Int(number)].isRemoved {
        try charge(1)
        if marks.contains(number) { outermost = number }
        number = nodes[Int(number)].parent
      }
      if number == 0, item != 0 {
        result[nodes[Int(outermost)].parent, default: []].insert(outermost)
      }
    }
    // Members with one key are compared in the order in which they stand.
    return result.mapValues { items in
      items.sorted { nodes[Int($0)].start.raw < nodes[Int($1)].start.raw }
    }
  }

  /// An array with an object or an array for each of the containers, with what of them counts.
  private mutating func text(
    of items: [UInt32: [UInt32]], in containers: [UInt32], _ turned: Set<UInt32>
  ) throws(JSONError) -> [UInt8] {
    let start = made.count
    made.append(0x5B)
    for (index, container) in containers.enumerated() {
      if index > 0 { made.append(0x2C) }
      if container != 0, isObject(container) {
        made.append(0x7B)
        for (index, item) in (items[container] ?? []).enumerated() {
          if index > 0 { made.append(0x2C) }
          if nodes[Int(item)].isMember { appendKey(of: nodes[Int(item)]) }
          try appendCompact(NodeID(item))
        }
        made.append(0x7D)
      } else if container != 0, !turned.contains(container) {
        made.append(0x5B)
        for (index, item) in (items[container] ?? []).sorted().enumerated() {
          if index > 0 { made.append(0x2C) }
          try appendCompact(NodeID(item))
        }
        made.append(0x5D)
      } else {
        try appendCompact(container == 0 ? root : NodeID(container))
      }
    }
    made.append(0x5D)
    let text = made.view[start..<made.count].array
    made.truncate(to: start)
    return text
  }

  /// Whether two texts are the same JSON.
  private mutating func areEqual(
    _ left: [UInt8], _ right: [UInt8]
  ) throws(JSONError) -> Bool {
    if left == right { return true }
    try charge(bytes: left.count + right.count)
    var limits = limits
    limits.depth += 3
    var pair = Document(limits: limits)
    pair.load([0x5B] + left + [0x2C] + right + [0x5D])
    return try pair.hasEqualElements()
  }

  // Apart from what makes a document and ends it, as in `JSON.values(at:)`.
  /// Whether the text is an array of two equal values.
  @inline(never)
  private mutating func hasEqualElements() throws(JSONError) -> Bool {
    try read()
    guard let left = try element(at: 0, of: root), let right = try element(at: 1, of: root)
    else { return false }
    return try areEqual(left, right)
  }
}

extension Node {
  fileprivate var start: Address { isMember ? head : value }

  /// Whether it is among the same items of the same container as in another record of it.
  fileprivate func isAmong(asIn other: Node) -> Bool {
    parent == other.parent && previous == other.previous && next == other.next
      && isRemoved == other.isRemoved && !isRun && !other.isRun
  }

  fileprivate func isItem(of container: UInt32) -> Bool { !isRemoved && parent == container }

  /// Whether what was in it went with another value, which may be the text that it had at first.
  fileprivate func isEmptied(since then: Node) -> Bool { then.frame != 0 && frame != then.frame }
}

extension Collection<UInt8> {
  /// The rest of a path behind its start; nil where it leads elsewhere.
  package func rest(behind start: some Collection<UInt8>) -> SubSequence? {
    guard starts(with: start) else { return nil }
    let rest = dropFirst(start.count)
    return rest.isEmpty || rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: "[")
      ? rest : nil
  }
}
