package import JSONText

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
///
/// Both have `marks` on what has no order and on what has rules of its own.
package struct DocumentUpdate {
  package let before: JSON
  package let after: JSON
  package let marks: Marks
  let fleeting: FleetingParts
  let takesComments: Bool

  package init(
    before: JSON, after: JSON, marks: Marks, fleeting: FleetingParts, takesComments: Bool
  ) {
    self.before = before
    self.after = after
    self.marks = marks
    self.fleeting = fleeting
    self.takesComments = takesComments
  }

  /// The text with the changes; what stands at one of the places `whole` is written anew, with
  /// nothing in it that the type doesn't know, and members `leftOut` of those go.
  package func text(
    _ text: [UInt8], whole places: Set<JSONPlace> = [], without leftOut: Set<JSONPlace> = []
  ) throws(JSONError) -> [UInt8] {
    var update = Update(
      marks: marks, fleeting: fleeting, whole: PlaceSet(places), leftOut: leftOut)
    return try make(&update, of: text)
  }

  /// The members that the type doesn't know, in objects that change.
  package func unknown(in text: [UInt8]) throws(JSONError) -> [JSONPlace] {
    var update = Update(
      marks: marks, fleeting: fleeting, whole: PlaceSet([]), leftOut: [], unknown: [])
    _ = try make(&update, of: text)
    return update.unknown ?? []
  }

  private func make(
    _ update: inout Update, of text: [UInt8]
  ) throws(JSONError) -> [UInt8] {
    // How much an app saves is its own business, whatever the size of the file was.
    var document = Document(
      guide: .everything, limits: Document.Limits(work: .max, output: .max))
    var out = ByteBuffer(capacity: text.count + 256)
    let change = Change(before: before, after: after, place: [])
    if takesComments, let commented = try CommentedText(text) {
      document.load(commented.strict)
      try document.read()
      let owners = document.noteOwners(of: commented)
      try update.make(change, in: &document)
      try document.write(into: &out, with: commented, owners)
    } else {
      document.load(text)
      try document.read()
      try update.make(change, in: &document)
      try document.write(into: &out)
    }
    return out.view[0..<out.count].array
  }
}

/// What the type made of something, and what it is to become.
private struct Change {
  let before: JSON?
  let after: JSON
  let place: JSONPlace

  func inside(_ step: JSON, _ before: JSON?, _ after: JSON) -> Change {
    Change(before: before, after: after, place: place + [step])
  }
}

private struct Update {
  let marks: Marks
  let fleeting: FleetingParts
  let whole: PlaceSet
  /// Members to take out, though the type doesn't know them.
  let leftOut: Set<JSONPlace>
  /// The members that the type doesn't know, if they are to be found.
  var unknown: [JSONPlace]?
  typealias Pending = [(node: NodeID, change: Change)]

  mutating func make(_ change: Change, in document: inout Document) throws(JSONError) {
    var pending: Pending = [(document.root, change)]
    while let (node, change) = pending.popLast() {
      try document.charge(1)
      if whole.contains(change.place) {
        replace(node, with: change.after, in: &document)
      } else if change.before != change.after || whole.areIn(change.place) {
        let isMade = try makeInside(node, change, in: &document, &pending)
        if !isMade { replace(node, with: change.after, in: &document) }
      }
    }
  }

  /// Changes what is in a value; false where it has to be written anew.
  private mutating func makeInside(
    _ node: NodeID, _ change: Change, in document: inout Document, _ pending: inout Pending
  ) throws(JSONError) -> Bool {
    guard let before = change.before else { return false }
    let kind = document.kind(node)
    switch (marks.meaning(of: before), marks.meaning(of: change.after)) {
    case (.leaf(let rules, let old)?, .leaf(_, let new)?):
      let inner = Change(before: old, after: new, place: change.place)
      return try makeInLeaf(node, inner, by: rules, in: &document)
    case (.set(let old)?, .set(let new)?) where kind == .array:
      return try updateSet(node, change, old, new, in: &document, &pending)
    case (.pairs(let old)?, .pairs(let new)?) where kind == .array:
      return try updatePairs(node, change, old.pairs, new.pairs, in: &document, &pending)
    case (nil, nil): break
    default: return false
    }
    switch (before, change.after, kind) {
    case (.object(let old), .object(let new), .object):
      if isOther(old, new, at: change.place) { return false }
      try updateMembers(node, change, old, new, in: &document, &pending)
      return true
    case (.array(let old), .array(let new), .array):
      return try updateElements(node, change, old, new, in: &document, &pending)
    default: return false
    }
  }

  private func replace(_ node: NodeID, with value: JSON, in document: inout Document) {
    document.replaceValue(of: node, with: text(of: value, in: &document))
  }

  private func text(of value: JSON, in document: inout Document) -> ValueText {
    document.make(json: marks.plain(value).utf8())
  }

  // MARK: - Objects

  /// Whether an object is another one, for it has another id than one that stays.
  ///
  /// What the type doesn't know of an object isn't for another. The document is the one in the
  /// file, whatever its id is.
  private func isOther(_ old: JSONObject, _ new: JSONObject, at place: JSONPlace) -> Bool {
    if place.isEmpty { return false }
    return ElementPairs.ids.contains { key in
      guard let id = old[key], let other = new[key], id != other,
        id.string != nil || id.number != nil
      else { return false }
      return fleeting.lasting(.object([key: id]), at: place)[key] != nil
    }
  }

  private mutating func updateMembers(
    _ object: NodeID, _ change: Change, _ before: JSONObject, _ after: JSONObject,
    in document: inout Document, _ pending: inout Pending
  ) throws(JSONError) {
    for (key, _) in before where after[key] == nil {
      let name = Array(key.utf8)
      while let member = try document.member(named: name, of: object).first {
        document.remove(member)
      }
    }
    if unknown != nil || !leftOut.isEmpty {
      try findUnknown(in: object, at: change.place, known: after, in: &document)
    }
    for (key, value) in after {
      let name = Array(key.utf8)
      if let member = try document.member(named: name, of: object).first {
        pending.append((member, change.inside(.string(key), before[key], value)))
      } else if before[key] != value || whole.areIn(change.place) {
        _ = document.append(
          text(of: value, in: &document), key: document.make(key: name), to: object)
      }
    }
  }

  private mutating func findUnknown(
    in object: NodeID, at place: JSONPlace, known: JSONObject, in document: inout Document
  ) throws(JSONError) {
    for member in try elements(of: object, in: &document) {
      let key = String(decoding: document.key(of: member), as: UTF8.self)
      let place = place + [.string(key)]
      if known[key] != nil { continue }
      if leftOut.contains(place) { document.remove(member) }
      unknown?.append(place)
    }
  }

  // MARK: - Lists

  private func updateElements(
    _ array: NodeID, _ change: Change, _ before: [JSON], _ after: [JSON],
    in document: inout Document, _ pending: inout Pending
  ) throws(JSONError) -> Bool {
    let found = try elements(of: array, in: &document)
    let values = try json(of: found, in: &document)
    guard let places = ElementPlaces(of: before, among: values, marks: marks).ordered() else {
      return false
    }
    let nodes = places.map { found[$0] }
    // Elements that the type doesn't know stay where they are.
    let foreign = Set(found).subtracting(nodes)
    let pairs = pairs(before, after, in: change, haveOrder: true)
    let kept = Set(pairs.compactMap { $0 })
    for (index, node) in nodes.enumerated() where !kept.contains(index) { document.remove(node) }
    var previous: NodeID?
    for (index, value) in after.enumerated() {
      guard let old = pairs[index] else {
        previous = document.insert(
          text(of: value, in: &document), key: nil, in: array, after: previous)
        continue
      }
      var following =
        previous.map { document.nextItem(after: $0) } ?? document.firstItem(of: array)
      while let next = following, foreign.contains(next) {
        following = document.nextItem(after: next)
      }
      if following != nodes[old] {
        document.move(nodes[old], key: nil, to: array, after: previous)
      }
      previous = nodes[old]
      pending.append((nodes[old], change.inside(JSON(index), before[old], value)))
    }
    return true
  }

  private func pairs(
    _ before: [JSON], _ after: [JSON], in change: Change, haveOrder: Bool
  ) -> [Int?] {
    // All elements are at one place.
    let place = change.place + [0]
    return ElementPairs(before, after, marks: marks, haveOrder: haveOrder) {
      fleeting.lasting($0, at: place)
    }.old
  }

  /// What stays in a set keeps its place, and what is new comes last.
  private func updateSet(
    _ array: NodeID, _ change: Change, _ before: [JSON], _ after: [JSON],
    in document: inout Document, _ pending: inout Pending
  ) throws(JSONError) -> Bool {
    let found = try elements(of: array, in: &document)
    let values = try json(of: found, in: &document)
    guard let places = ElementPlaces(of: before, among: values, marks: marks).unordered() else {
      return false
    }
    let pairs = pairs(before, after, in: change, haveOrder: false)
    let kept = Set(pairs.compactMap { $0 })
    for (index, place) in places.enumerated() where !kept.contains(index) {
      document.remove(found[place])
    }
    for (index, value) in after.enumerated() {
      if let old = pairs[index] {
        let inner = change.inside(JSON(index), before[old], value)
        pending.append((found[places[old]], inner))
      } else {
        _ = document.append(text(of: value, in: &document), key: nil, to: array)
      }
    }
    return true
  }

  /// Keys and values in turn, as if they were members.
  private func updatePairs(
    _ array: NodeID, _ change: Change, _ before: [(key: JSON, value: JSON)],
    _ after: [(key: JSON, value: JSON)], in document: inout Document, _ pending: inout Pending
  ) throws(JSONError) -> Bool {
    let found = try elements(of: array, in: &document)
    guard found.count == before.count * 2 else { return false }
    let keys = stride(from: 0, to: found.count, by: 2).map { found[$0] }
    let names = try json(of: keys, in: &document)
    let places = ElementPlaces(of: before.map(\.key), among: names, marks: marks).unordered()
    guard let places else { return false }
    let old = Dictionary(
      before.indices.map { (before[$0].key, $0) }, uniquingKeysWith: { first, _ in first })
    var kept: Set<Int> = []
    for (key, value) in after {
      if let index = old[key] {
        kept.insert(index)
        let node = found[places[index] * 2 + 1]
        pending.append((node, change.inside(key, before[index].value, value)))
      } else {
        _ = document.append(text(of: key, in: &document), key: nil, to: array)
        _ = document.append(text(of: value, in: &document), key: nil, to: array)
      }
    }
    for (index, place) in places.enumerated() where !kept.contains(index) {
      document.remove(found[place * 2])
      document.remove(found[place * 2 + 1])
    }
    return true
  }

  private func elements(
    of container: NodeID, in document: inout Document
  ) throws(JSONError) -> [NodeID] {
    try document.openItems(of: container)
    var nodes: [NodeID] = []
    var items = document.items(of: container)
    while let item = items.next(in: document) { nodes.append(item) }
    return nodes
  }

  private func json(
    of nodes: [NodeID], in document: inout Document
  ) throws(JSONError) -> [JSON?] {
    var values: [JSON?] = []
    for node in nodes { values.append(try? JSON(parsing: bytes(of: node, in: &document))) }
    return values
  }

  private func bytes(of node: NodeID, in document: inout Document) throws(JSONError) -> [UInt8] {
    let text = try document.text(of: node)
    return document.bytes(of: text).array
  }

  // MARK: - Values with rules of their own

  /// Migrates such a value and changes what is in it; false where it has to be written anew.
  private mutating func makeInLeaf(
    _ node: NodeID, _ change: Change, by rules: OwnRules, in document: inout Document
  ) throws(JSONError) -> Bool {
    let text = try bytes(of: node, in: &document)
    guard let before = change.before, let current = current(text, before, by: rules) else {
      return false
    }
    var inner = Document(guide: .everything, limits: document.limits)
    inner.load(current)
    try inner.read()
    try make(change, in: &inner)
    var out = ByteBuffer(capacity: current.count + 256)
    try inner.write(into: &out)
    document.replaceValue(of: node, with: document.make(json: out.view[0..<out.count].array))
    return true
  }

  /// The text in its newest version; nil where it has none.
  private func current(_ text: [UInt8], _ known: JSON, by rules: OwnRules) -> [UInt8]? {
    // What says all that is known is current already, also where its version has a key that the
    // rules don't know, for a strategy of the encoder has made it.
    let comparison = ElementComparison(marks: marks, isStrict: true)
    if let value = try? JSON(parsing: text), comparison.says(value, known) { return text }
    return rules.migrateText(text)
  }
}
