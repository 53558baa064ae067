/// The positions of elements, of the arrays that were counted.
///
/// They stay right while elements go, and while others come at the end or in the places of those.
package struct Positions {
  /// A value whose path is known.
  private let top: (node: NodeID, path: String)?
  private var arrays: [NodeID: Counted] = [:]

  /// An array, and which of the elements that were counted have gone.
  private struct Counted {
    /// What number each element got when it was counted.
    var numbers: [NodeID: Int] = [:]
    var count = 0
    /// How many have gone, as sums of powers of two; empty while none has.
    var gone: [Int] = []

    /// How many of the first `count` have gone.
    func gone(before count: Int) -> Int {
      if gone.isEmpty { return 0 }
      var (sum, index) = (0, count)
      while index > 0 {
        sum += gone[index - 1]
        index &= index - 1
      }
      return sum
    }

    mutating func remove(_ element: NodeID) {
      guard let number = numbers.removeValue(forKey: element) else { return }
      if gone.isEmpty { gone = [Int](repeating: 0, count: count) }
      add(1, at: number)
    }

    private mutating func add(_ change: Int, at number: Int) {
      var index = number + 1
      while index <= gone.count {
        gone[index - 1] += change
        index += index & -index
      }
    }

    /// Counts an element under a number that has gone, or behind all others.
    mutating func take(_ element: NodeID, as number: Int) {
      numbers[element] = number
      if number < count { return add(-1, at: number) }
      count += 1
      if !gone.isEmpty {
        gone.append(gone(before: count - 1) - gone(before: count & (count - 1)))
      }
    }
  }

  package init(below top: (node: NodeID, path: String)? = nil) { self.top = top }

  fileprivate var isEmpty: Bool { arrays.isEmpty }

  fileprivate func path(of node: NodeID) -> String? { node == top?.node ? top?.path : nil }

  fileprivate func isCounted(_ array: NodeID) -> Bool { arrays[array] != nil }

  fileprivate func number(of element: NodeID, in array: NodeID) -> Int? {
    arrays[array]?.numbers[element]
  }

  fileprivate func position(of element: NodeID, in array: NodeID) -> Int {
    guard let array = arrays[array], let number = array.numbers[element] else { return 0 }
    return number - array.gone(before: number)
  }

  fileprivate mutating func beginCounting(_ array: NodeID) { arrays[array] = Counted() }

  fileprivate mutating func append(_ element: NodeID, to array: NodeID) {
    if let count = arrays[array]?.count { arrays[array]?.take(element, as: count) }
  }

  /// Counts elements that are new, behind the one with a number; false where there are more of them
  /// than have gone from there.
  fileprivate mutating func take(
    _ elements: [NodeID], of array: NodeID, behind last: Int, before next: Int?
  ) -> Bool {
    if let next, next - last <= elements.count { return false }
    for (offset, element) in elements.enumerated() {
      arrays[array]?.take(element, as: last + 1 + offset)
    }
    return true
  }

  fileprivate mutating func remove(_ element: NodeID, from array: NodeID) {
    arrays[array]?.remove(element)
  }

  fileprivate mutating func forget(_ array: NodeID) { arrays[array] = nil }
}

extension Document {
  /// The path, with the elements of each array counted only once.
  package mutating func path(
    of node: NodeID, _ positions: inout Positions
  ) throws(JSONError) -> String {
    var steps: [String] = []
    var node = node
    var start = "$"
    while let parent = parent(of: node) {
      if let known = positions.path(of: node) {
        start = known
        break
      }
      try charge(1)
      if isMember(node) {
        steps.append(PathText.step(key(of: node)))
      } else {
        if positions.number(of: node, in: parent) == nil {
          try charge(count(of: parent))
          positions.beginCounting(parent)
          var items = items(of: parent)
          while let item = items.next(in: self) { positions.append(item, to: parent) }
        }
        steps.append("[\(positions.position(of: node, in: parent))]")
      }
      node = parent
    }
    try tell(steps.reduce(start.utf8.count) { $0 + $1.utf8.count })
    return start + steps.reversed().joined()
  }

  /// Brings positions to what they are now, from what they were when old records were those;
  /// `known` is how many records there were.
  ///
  /// Those in arrays whose elements came to have another order are forgotten.
  func adapt(_ positions: inout Positions, since old: [UInt32: Node], _ known: UInt32) {
    if positions.isEmpty { return }
    var others: [NodeID] = []
    for (number, then) in old where number < known {
      let node = NodeID(number)
      let now = nodes[Int(number)]
      let (before, after) = (NodeID(then.parent), NodeID(now.parent))
      // What was in it went with another value.
      if now.frame != then.frame { positions.forget(node) }
      let isThere = !now.isRemoved && !then.isRemoved && before == after
      if isThere, now.next == then.next, now.previous == then.previous { continue }
      if !isThere { positions.remove(node, from: before) }
      if !now.isRemoved, positions.isCounted(after) { others.append(node) }
    }
    for number in known..<max(UInt32(nodes.count), known) {
      let now = nodes[Int(number)]
      if !now.isRemoved, positions.isCounted(NodeID(now.parent)) { others.append(NodeID(number)) }
    }
    for element in others { settle(element, &positions) }
  }

  /// Numbers elements that are new; where the order is another one, the array is forgotten.
  private func settle(_ element: NodeID, _ positions: inout Positions) {
    let array = NodeID(nodes[element.index].parent)
    let previous = previousItem(before: element)
    let last = previous.map { positions.number(of: $0, in: array) } ?? -1
    if let number = positions.number(of: element, in: array) {
      if let last, last > number { positions.forget(array) }
      return
    }
    // Those behind another new one get their numbers with that.
    guard let last else { return }
    var new: [NodeID] = []
    var next: NodeID? = element
    while let item = next, positions.number(of: item, in: array) == nil {
      new.append(item)
      next = nextItem(after: item)
    }
    let end = next.flatMap { positions.number(of: $0, in: array) }
    if !positions.take(new, of: array, behind: last, before: end) { positions.forget(array) }
  }
}
