/// What has changed in a document since a mark.
extension Document {
  /// Whether the document means the same JSON as it did at a mark.
  ///
  /// Only what was touched since is compared: of an object the members that were, of an array all
  /// elements, for their order counts.
  package mutating func isSame(asAt mark: Mark) throws(JSONError) -> Bool {
    let touched = touched(since: mark)
    let marks = Set(touched)
    let now = try outermost(of: touched, marks)
    let then = try asAt(mark) { (document) throws(JSONError) in
      try document.outermost(of: touched.filter { $0 < mark.records.nodes }, marks)
    }
    let containers = Set(now.keys).union(then.keys).sorted()
    let text = try self.text(of: now, in: containers)
    let old = try asAt(mark) { (document) throws(JSONError) in
      try document.text(of: then, in: containers)
    }
    return try areEqual(text, old)
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
    return result.mapValues { $0.sorted() }
  }

  /// An array with an object or an array for each of the containers, with what of them counts.
  private mutating func text(
    of items: [UInt32: [UInt32]], in containers: [UInt32]
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
    try pair.read()
    guard let left = try pair.element(at: 0, of: pair.root),
      let right = try pair.element(at: 1, of: pair.root)
    else { return false }
    return try pair.areEqual(left, right)
  }
}
