internal import JSONText

/// What is in arrays that a rule adds elements to, where many ask whether theirs is there.
struct AddedElements {
  /// The arrays that were asked once, which is done by looking through them.
  private var asked: Set<NodeID> = []
  /// The elements of those that were asked again; nil where one can't be read.
  private var known: [NodeID: Set<JSON>?] = [:]

  /// Whether something is known of any.
  var isAsked: Bool { !asked.isEmpty }

  mutating func forget() {
    if !asked.isEmpty { asked.removeAll() }
    if !known.isEmpty { known.removeAll() }
  }

  /// Whether an array is asked for the first time.
  fileprivate mutating func isFirst(_ array: NodeID) -> Bool { asked.insert(array).inserted }

  fileprivate func hasElements(of array: NodeID) -> Bool { known[array] != nil }

  fileprivate mutating func set(_ elements: Set<JSON>?, of array: NodeID) {
    known.updateValue(elements, forKey: array)
  }

  /// Whether an element is new to an array, which has it then; nil where that isn't known.
  fileprivate mutating func add(_ value: JSON, to array: NodeID) -> Bool? {
    known[array]??.insert(value).inserted
  }
}

extension Engine {
  /// Whether no element of an array is this one, which is about to be added if so; nil where the
  /// array is to be looked through.
  mutating func isNew(_ value: JSON, in array: NodeID) throws -> Bool? {
    try document.charge(1)
    if elements.isFirst(array) { return nil }
    if !elements.hasElements(of: array) {
      let items = try items(of: array)
      try document.charge(items.count)
      elements.set(try? Set(items.map { try json(of: $0) }), of: array)
    }
    return elements.add(value, to: array)
  }
}
