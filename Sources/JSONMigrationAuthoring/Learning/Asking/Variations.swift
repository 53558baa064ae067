internal import JSONMigrationCore
internal import JSONText

/// Makes documents like samples: with values from elsewhere, without members, without elements.
///
/// Half of the changes are made where rules act, since others tell little.
struct Variations {
  private let terms: Terms
  private let documents: [Term]
  /// The names that rules mention.
  private let touched: Set<ByteString>
  private var random = FixedRandom(seed: 17)
  private var byKey: [ByteString: [JSON]] = [:]
  private var all: [JSON] = []

  private static let mostPlaces = 400

  init(of documents: [Term], touching rules: [[JSON]], _ terms: Terms) {
    self.terms = terms
    self.documents = documents
    touched = Self.names(in: rules)
    for document in documents.prefix(40) { gather(document, ByteString("")) }
    if all.isEmpty { all = [.null] }
    all += [true, false, 0, 1, "", "other", .null]
  }

  private static func names(in rules: [[JSON]]) -> Set<ByteString> {
    var names: Set<ByteString> = []
    var pending = rules.flatMap { $0 }
    while let value = pending.popLast() {
      switch value {
      case .string(let text) where text.utf8.count < 200:
        let parts = PathParts(text)
        names.formUnion(parts.names.map { ByteString($0) })
        names.formUnion(
          parts.filters.flatMap { filter in
            PathParts.atoms(of: filter).flatMap { PathParts($0).names.map { ByteString($0) } }
          })
      case .array(let elements): pending += elements
      case .object(let members):
        pending += members.flatMap { [.string($0.key), $0.value] }
      default: break
      }
    }
    return names
  }

  private mutating func gather(_ term: Term, _ key: ByteString) {
    guard all.count < 2_000 else { return }
    switch term.kind {
    case .array: for element in term.elements.prefix(40) { gather(element, key) }
    case .object: for (key, value) in term.members.prefix(80) { gather(value, key) }
    default:
      byKey[key, default: []].append(term.json)
      all.append(term.json)
    }
  }

  /// A document with one change or with several: a single answer can settle more than one thing.
  mutating func next() -> Term {
    guard var document = random.one(of: documents) else { return terms.null }
    let most = random.once(in: 2) ? 2 : 5
    for _ in 0..<Int.random(in: 1...most, using: &random) {
      if random.once(in: 2), let json = changedWhereRulesAct(document) {
        document = terms.term(json)
      } else {
        document = terms.term(changed(document, key: ByteString(""), depth: 0) ?? document.json)
      }
    }
    return document
  }

  /// A document with a member that no sample has, beside one of its own.
  mutating func nextWithOther() -> Term {
    guard let document = random.one(of: documents) else { return terms.null }
    var places: [(way: [Segment], key: ByteString)] = []
    collect(document, [], &places)
    guard let place = random.one(of: places),
      let json = adding(to: document, place.way[...], place.key)
    else { return document }
    return terms.term(json)
  }

  private func adding(
    to term: Term, _ way: ArraySlice<Segment>, _ key: ByteString
  ) -> JSON? {
    guard let segment = way.first, let inner = term.at(way.prefix(1)) else { return nil }
    guard way.count > 1 else {
      // Spelled as its neighbour is: `other_key`, `otherKey`.
      let cut = key.text.lastIndex { $0 == "_" || $0 == "-" || ("A"..."Z").contains($0) }
      let name = "other" + (cut.map { key.text[$0...] } ?? "")
      guard var object = term.json.object, object[name] == nil else { return nil }
      object[name] = inner.json
      return .object(object)
    }
    guard let changed = adding(to: inner, way.dropFirst(), key) else { return nil }
    switch segment {
    case .index(let index):
      var elements = term.elements.map(\.json)
      elements[index] = changed
      return .array(elements)
    case .name(let name):
      var object = term.json.object
      object?[name.text] = changed
      return object.map { .object($0) }
    case .every: return nil
    }
  }

  /// A document with a change at a name that rules mention; nil where there is none.
  private mutating func changedWhereRulesAct(_ document: Term) -> JSON? {
    var places: [(way: [Segment], key: ByteString)] = []
    collect(document, [], &places)
    guard let place = random.one(of: places) else { return nil }
    return changed(document, place.way[...], place.key)
  }

  private func collect(
    _ term: Term, _ way: [Segment], _ places: inout [(way: [Segment], key: ByteString)]
  ) {
    guard places.count < Self.mostPlaces, way.count < 30 else { return }
    for (index, element) in term.elements.prefix(40).enumerated() {
      collect(element, way + [.index(index)], &places)
    }
    for (key, value) in term.members.prefix(80) {
      if touched.contains(key) { places.append((way + [.name(key)], key)) }
      collect(value, way + [.name(key)], &places)
    }
  }

  private mutating func changed(
    _ term: Term, _ way: ArraySlice<Segment>, _ key: ByteString
  ) -> JSON? {
    guard let segment = way.first else {
      if random.once(in: 3) { return nil }
      return otherValue(of: term, key)
    }
    switch segment {
    case .index(let index):
      var elements = term.elements.map(\.json)
      if let new = changed(term.elements[index], way.dropFirst(), key) {
        elements[index] = new
      } else {
        elements.remove(at: index)
      }
      return .array(elements)
    case .name(let name):
      guard var object = term.json.object, let inner = term[name] else { return term.json }
      object[name.text] = changed(inner, way.dropFirst(), key)
      return .object(object)
    case .every: return term.json
    }
  }

  private mutating func otherValue(of term: Term, _ key: ByteString) -> JSON {
    // The opposite is what samples leave out most often.
    if case .bool(let value) = term.json, !random.once(in: 4) { return .bool(!value) }
    let values = random.once(in: 4) ? nil : byKey[key]
    return random.one(of: values ?? all) ?? .null
  }

  /// A value with a random change somewhere inside; nil if the value itself is removed.
  private mutating func changed(_ term: Term, key: ByteString, depth: Int) -> JSON? {
    let stays = depth < 30 && !random.once(in: 4)
    switch term.kind {
    case .array where !term.elements.isEmpty && (stays || depth == 0):
      let index = Int.random(in: 0..<term.elements.count, using: &random)
      var elements = term.elements.map(\.json)
      if let new = changed(term.elements[index], key: key, depth: depth + 1) {
        elements[index] = new
      } else {
        elements.remove(at: index)
      }
      return .array(elements)
    case .object where !term.members.isEmpty && (stays || depth == 0):
      let index = Int.random(in: 0..<term.members.count, using: &random)
      let (key, value) = term.members[index]
      guard var object = term.json.object else { return term.json }
      object[key.text] = changed(value, key: key, depth: depth + 1)
      return .object(object)
    default:
      if random.once(in: 3) { return nil }
      return otherValue(of: term, key)
    }
  }
}
