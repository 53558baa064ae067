package import JSONText

/// Makes one array of several: `{ "concat": ["a", "b"], "into": "all" }`.
package struct Concat: Verb {
  package static let name = "concat"
  package static let spec = VerbSpec(
    name, "makes one array of several, which go",
    takes: .paths, "the arrays, in the order of their elements; what is missing counts as empty",
    [
      Parameter(
        "into", .target, isRequired: true,
        "the array: one of them, or a new one where the first of them stood")
    ],
    hasTarget: true,
    source: "all of the arrays together", target: "`into`, unless it is one of the arrays",
    edges: [
      "A missing list counts as empty; null is a wrong type.",
      "The array stands where the first of them stood, if that was in the same object.",
    ],
    example: #"{ "concat": ["pinned", "notes"], "into": "notes" }"#,
    before: #"{ "pinned": ["a"], "title": "Desk", "notes": ["b", "c"] }"#,
    after: #"{ "title": "Desk", "notes": ["a", "b", "c"] }"#)

  let queries: [Query]
  let into: Target

  package init?(_ fields: inout Fields) {
    let reader = fields.reader
    let queries = fields.queries("concat")
    let into = fields.require("into", "the array that they become").flatMap { reader.target($0) }
    guard let queries, let into else { return nil }
    self.queries = queries
    self.into = into
  }

  package var effects: Effects { Effects(making: into, of: queries, by: self) }

  package func find(in scope: NodeID, _ engine: inout Engine) throws {
    var sources: [NodeID] = []
    for item in queries.indices {
      let first = sources.count
      try engine.add(placesOfQuery: queries[item].number, from: scope, to: &sources)
      for index in first..<sources.count {
        let node = sources[index]
        guard engine.document.kind(node) == .array else {
          let path = JSON.string(queries[item].short)
          throw engine.wrongType(
            node, needs: "an array",
            help: engine.document.kind(node) == .null
              ? null(at: queries[item])
              : "a rule before makes lists of them: `{ \"wrap\": \(path), \"if-array\": \"keep\" }`"
          )
        }
        if !queries[item].endsInName { try engine.requireOneKey(node) }
      }
    }
    if sources.isEmpty { return try engine.miss(queries[0], in: scope) }
    let landing = try engine.follow(into, from: scope)
    var match = Match(node: scope, other: landing.parent)
    match.index = landing.first
    match.group = try engine.gather(sources)
    engine.gathered.hold(match.group)
    match.changesMembers = true
    engine.matches.append(match)
  }

  /// What to do about null, which is no empty list.
  private func null(at query: Query) -> String? {
    guard query.path.isSingular else { return nil }
    let path = JSON.string(query.short)
    return "a rule before takes null for missing: `{ \"when\": \"\(query.path) == null\", "
      + "\"drop\": \(path) }`"
  }

  package func change(_ match: Match, _ engine: inout Engine) throws {
    let sources = engine.gathered.take(match.group)
    let parent = try engine.makeParents(into, from: match.landing.parent, first: match.index)
    try requirePlace(parent, besides: sources, engine)
    guard let array = try place(sources, in: parent, &engine) else { return }
    var last: NodeID?
    for source in sources {
      if source == array {
        if engine.document.count(of: array) > 0 { last = engine.document.lastItem(of: array) }
        continue
      }
      try engine.document.openItems(of: source)
      if engine.document.count(of: source) == 0 { engine.document.leave(source, to: array) }
      var items = engine.document.items(of: source)
      while let element = items.next(in: engine.document) {
        engine.document.move(element, key: nil, to: array, after: last)
        engine.document.leave(source, to: element)
        last = element
      }
      engine.document.remove(source)
    }
  }

  private func requirePlace(
    _ parent: NodeID, besides sources: [NodeID], _ engine: borrowing Engine
  ) throws {
    if sources.count < 8 { return try engine.requirePlace(parent) { sources.contains($0) } }
    let all = Set(sources)
    try engine.requirePlace(parent) { all.contains($0) }
  }

  /// Brings one of the arrays to the target, for the elements of the others to come into; nil if
  /// what is there stays, and all of them go.
  private func place(
    _ sources: [NodeID], in parent: NodeID, _ engine: inout Engine
  ) throws -> NodeID? {
    let name = into.names[into.names.count - 1]
    let key = engine.key(name)
    switch try engine.document.member(key, of: parent) {
    case .one(let there) where sources.contains(there): return there
    case .several:
      // One of another scope may have come beside one of these.
      let own = sources.first {
        engine.document.parent(of: $0) == parent && engine.document.key(of: $0) == name.text
      }
      if let own { return own }
    default: break
    }
    let first = try engine.first(of: sources, in: parent)
    let array = first ?? sources[0]
    switch try engine.room(under: key, in: parent) {
    case .free where first != nil: engine.document.rename(array, to: key)
    case .free:
      engine.document.move(array, key: key, to: parent, after: engine.document.lastItem(of: parent))
    case .taken(let there): try engine.replace(there, with: array, key: key)
    case .none:
      for source in sources { try engine.drop(source) }
      return nil
    }
    return array
  }

  package var inverse: Inverse { .lossy("which element was in which array is not known") }
}

extension Concat: ValueFunction {
  package var results: [ValueResult]? { nil }

  package func flat(_ symbols: Symbols) -> FlatFunction? { .elements }
}
