internal import JSONMigrationCore
internal import JSONText

/// Makes documents like samples: with values from elsewhere, without members, without elements.
struct Variations {
  private let terms: Terms
  private let documents: [Term]
  private var random = FixedRandom(seed: 17)
  private var byKey: [ByteString: [JSON]] = [:]
  private var all: [JSON] = []

  init(of documents: [Term], _ terms: Terms) {
    self.terms = terms
    self.documents = documents
    for document in documents.prefix(40) { gather(document, ByteString("")) }
    if all.isEmpty { all = [.null] }
    all += [true, false, 0, 1, "", "other", .null]
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

  mutating func next() -> Term {
    guard var document = random.one(of: documents) else { return terms.null }
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      document = terms.term(changed(document, key: ByteString(""), depth: 0) ?? document.json)
    }
    return document
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
      let values = random.once(in: 4) ? nil : byKey[key]
      return random.one(of: values ?? all) ?? .null
    }
  }
}
