internal import JSONText

/// Brings a document's text to a new value, by edits where the two differ.
///
/// A type knows some of what a document holds. `before` is the document as the type has it, encoded
/// again, and `after` is the value that is to be saved. What they differ in is changed in the text.
/// All else stays as it is spelled there: members that the type doesn't know, digits that it
/// rounds, layout, comments.
///
///     text    { "name": "Ada", "colour": "#1E90ff", "stars": 4.0 }
///     before  { "name": "Ada", "stars": 4 }
///     after   { "name": "Ada", "stars": 5, "isDone": false }
///     result  { "name": "Ada", "colour": "#1E90ff", "stars": 5, "isDone": false }
enum DocumentUpdate {
  /// The text with the changes.
  static func text(
    _ text: [UInt8], from before: JSON, to after: JSON, takesComments: Bool, named name: String
  ) throws(MigrationError) -> [UInt8] {
    do throws(JSONError) {
      var document = Document(guide: .everything)
      var out = ByteBuffer(capacity: text.count + 256)
      if takesComments, let commented = try CommentedText(text) {
        document.load(commented.strict)
        try document.read()
        let owners = document.noteOwners()
        try document.update(from: before, to: after)
        try document.write(into: &out, with: commented, owners)
      } else {
        document.load(text)
        try document.read()
        try document.update(from: before, to: after)
        try document.write(into: &out)
      }
      return out.view[0..<out.count].array
    } catch {
      throw MigrationError(Diagnostic(error, in: text, file: name))
    }
  }
}

extension Document {
  /// A node, the value that the type made of it, and the new value.
  private typealias Pending = [(node: NodeID, before: JSON?, after: JSON)]

  fileprivate mutating func update(from before: JSON, to after: JSON) throws(JSONError) {
    var pending: Pending = [(root, before, after)]
    while let (node, before, after) = pending.popLast() {
      try charge(1)
      switch (before, after, kind(node)) {
      case (.object(let before)?, .object(let after), .object):
        try updateMembers(of: node, from: before, to: after, &pending)
      case (.array(let before)?, .array(let after), .array) where count(of: node) == before.count:
        try updateElements(of: node, from: before, to: after, &pending)
      default:
        if before != after { replaceValue(of: node, with: make(json: after.bytes)) }
      }
    }
  }

  private mutating func updateMembers(
    of object: NodeID, from before: JSONObject, to after: JSONObject, _ pending: inout Pending
  ) throws(JSONError) {
    for (key, _) in before where after[key] == nil {
      while let member = try member(named: Array(key.utf8), of: object).first { remove(member) }
    }
    for (key, value) in after {
      let name = Array(key.utf8)
      if let member = try member(named: name, of: object).first {
        pending.append((member, before[key], value))
      } else {
        _ = append(make(json: value.bytes), key: make(key: name), to: object)
      }
    }
  }

  private mutating func updateElements(
    of array: NodeID, from before: [JSON], to after: [JSON], _ pending: inout Pending
  ) throws(JSONError) {
    try openItems(of: array)
    var nodes: [NodeID] = []
    var items = items(of: array)
    while let item = items.next(in: self) { nodes.append(item) }
    let pairs = ElementPairs(before, after).old
    let kept = Set(pairs.compactMap { $0 })
    for (index, node) in nodes.enumerated() where !kept.contains(index) { remove(node) }
    var previous: NodeID?
    for (index, value) in after.enumerated() {
      guard let old = pairs[index] else {
        previous = insert(make(json: value.bytes), key: nil, in: array, after: previous)
        continue
      }
      let following = previous.map { nextItem(after: $0) } ?? firstItem(of: array)
      if following != nodes[old] { move(nodes[old], key: nil, to: array, after: previous) }
      previous = nodes[old]
      pending.append((nodes[old], before[old], value))
    }
  }
}

/// Finds for each element of a list the same element in the old list.
///
/// Equal elements at both ends are the same. In between, elements are matched by their `id` if all
/// have one of their own; otherwise equal ones are the same, and the others in order if there are
/// as many as before.
struct ElementPairs {
  /// For each element its index before; nil where it is new.
  private(set) var old: [Int?]

  private static let identities = ["id", "uuid", "identifier", "key"]

  init(_ before: [JSON], _ after: [JSON]) {
    old = Array(repeating: nil, count: after.count)
    let start = zip(before, after).prefix { $0 == $1 }.count
    let end = zip(before.dropFirst(start).reversed(), after.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    for index in 0..<start { old[index] = index }
    for distance in 0..<end {
      old[after.count - 1 - distance] = before.count - 1 - distance
    }
    let (last, next) = (start..<(before.count - end), start..<(after.count - end))
    let identity = Self.identities.first { key in
      Self.tells(before[last], by: key) && Self.tells(after[next], by: key)
    }
    if let identity {
      let places = Dictionary(
        last.map { (before[$0][identity], $0) }, uniquingKeysWith: { first, _ in first })
      for index in next { old[index] = places[after[index][identity]] }
    } else {
      pair(before, last, after, next)
    }
  }

  /// Whether each element has a member with a text or a number that no other element has.
  private static func tells(_ elements: ArraySlice<JSON>, by key: String) -> Bool {
    var known: Set<JSON> = []
    return elements.allSatisfy { element in
      guard let value = element[key], value.string != nil || value.number != nil else {
        return false
      }
      return known.insert(value).inserted
    }
  }

  private mutating func pair(
    _ before: [JSON], _ last: Range<Int>, _ after: [JSON], _ next: Range<Int>
  ) {
    var free: [JSON: [Int]] = [:]
    for index in last.reversed() { free[before[index], default: []].append(index) }
    for index in next { old[index] = free[after[index]]?.popLast() }
    let rest = free.values.flatMap { $0 }.sorted()
    let new = next.filter { old[$0] == nil }
    guard rest.count == new.count else { return }
    for (index, before) in zip(new, rest) { old[index] = before }
  }
}
