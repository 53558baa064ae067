internal import JSONText

extension Engine {
  /// The number of the innermost element that something is in, or that it is itself.
  ///
  /// `first` is the number of the first element of an array.
  mutating func position(of node: NodeID, first: Int) throws -> ValueText {
    var item = node
    while let parent = document.parent(of: item) {
      if document.kind(parent) == .array {
        let (number, isTooBig) = first.addingReportingOverflow(try index(of: item, in: parent))
        if isTooBig { throw invalidValue(node, "can't count so far") }
        return document.make(json: Array(String(number).utf8))
      }
      item = parent
    }
    throw RuleFailure(
      .wrongType, "needs an element of an array to count\(at(node)), and is in none", at: node,
      help: "`position` is for members of elements: `items[*].order`")
  }

  /// How many elements are before one in its array.
  ///
  /// It goes back to the one that was asked last, so that asking all of them is linear.
  private mutating func index(of element: NodeID, in array: NodeID) throws -> Int {
    if countedAt != document.elementMoves {
      counted.removeAll(keepingCapacity: true)
      countedAt = document.elementMoves
    }
    for loss in document.takeElementLosses() {
      guard let last = counted[loss.array] else { continue }
      if loss.first == last.element {
        // All before it is still there.
        counted[loss.array] = document.previousItem(before: last.element).flatMap { previous in
          document.isRun(previous) ? nil : (previous, last.index - 1)
        }
      } else if !document.isInTextOrder || document.textEnd(of: last.element) ?? .max >= loss.end {
        counted[loss.array] = nil
      }
    }
    let last = counted[array]
    var index = 0
    var item = element
    while item != last?.element, let previous = document.previousItem(before: item) {
      try document.charge(1)
      // A path that names one element leaves those before it in the text.
      index += document.itemCount(previous)
      item = previous
    }
    if let last, item == last.element { index += last.index }
    // A scope that a rule took away is no place to go on from.
    if document.isPresent(element) { counted[array] = (element, index) }
    return index
  }
}
