package import JSONText

/// How a rule goes back, as its verb sees it.
///
/// The inverse is written in the rule language itself, for the same scope, and is read like
/// any other rule. What `in`, `when`, `if-exists` and `undo` make of it is not the verb's concern.
package enum Inverse: Sendable {
  /// The rules bring the same JSON back, whatever the document.
  case exact([JSON])
  /// They do for some documents: afterwards the rule is run forward again, and the result compared.
  case conditional([JSON])
  /// They bring back what the rule has kept, wherever it has kept something: its condition is not
  /// asked.
  case kept([JSON])
  /// These rules go back, each by itself, the last one first.
  case each([Rule])
  /// There is nothing to go back; the words say why: "what is dropped is gone".
  case lossy(String)
}

extension Query {
  /// The path as messages show it.
  var shown: String { Printable.path(path.description) }

  /// The path as it is written in a rule.
  var json: JSON { .string(path.description) }

  /// The path as an author writes it, without the scope in front.
  var short: String { Self.short(path.description) }

  package static func short(_ path: String) -> String {
    // By bytes: a mark that combines with a dot makes another character of it. What is at any depth
    // keeps both dots.
    let text = path.utf8
    let keepsDots = text.starts(with: "@..".utf8) || text.starts(with: "@[".utf8)
    let start = keepsDots ? 1 : text.starts(with: "@.".utf8) ? 2 : 0
    return String(Substring(text.dropFirst(start)))
  }

  /// The path to take to a member of what it leads to where that is a list.
  func path(throughListTo name: Name) -> String {
    let inner = [PathSegment([.wildcard]), PathSegment([.name(name.text)])]
    let query = PathQuery(root: path.query.root, segments: path.query.segments + inner)
    return Self.short(query.description)
  }

  /// The path to another member of the same object, if it ends in a name.
  func sibling(_ name: Name) -> JSONPath? {
    path.slot.map { slot in
      var query = slot.parent.query
      query.segments.append(PathSegment([.name(name.text)]))
      return JSONPath(query: query)
    }
  }
}

extension [Query] {
  /// Whether two of them may lead to one place; of many that isn't asked.
  var mayCoincide: Bool {
    guard count > 1, count < 64 else { return false }
    let isMixed = contains { $0.path.isRelative != self[0].path.isRelative }
    let scope: Place = isMixed ? [.descendants] : .root
    var known: [Place] = []
    for query in self {
      let places = query.path.places(root: .root, scope: scope)
      if places.contains(where: { place in known.contains { $0.coincides(with: place) } }) {
        return true
      }
      known += places
    }
    return false
  }
}

extension JSONPath {
  /// Whether it leads into what another path leads to, as far as can be told.
  func isInside(oneOf others: Set<JSONPath>) -> Bool {
    var outer = query
    while outer.segments.popLast() != nil {
      if others.contains(JSONPath(query: outer)) { return true }
    }
    return false
  }

  /// Whether it may lead into what another path leads to, where one of the two begins at the
  /// document and one in the scope.
  func mayBeInside(oneOf others: Set<JSONPath>) -> Bool {
    let others = others.filter { $0.isRelative != isRelative }
    if others.isEmpty { return false }
    guard !isRelative, let names = plainNames, others.count < 64 else { return true }
    return others.contains { other in
      guard let inner = other.plainNames else { return true }
      return names.indices.contains { start in
        names.count - start > inner.count && names[start...].starts(with: inner)
      }
    }
  }
}

extension Condition {
  /// The condition as messages show it.
  package var shown: String { Printable.path("\(condition)") }
}

extension Name {
  /// The name as it is written in a rule.
  var json: JSON { .string(string) }

  var string: String { String(decoding: text, as: UTF8.self) }

  /// The path to the member of the scope that has this name.
  var pathJSON: JSON { .string(Self.path(text)) }

  static func path(_ name: [UInt8]) -> String { path([name]) }

  /// The path that some names make, one inside the other.
  static func path(_ names: [[UInt8]]) -> String {
    let segments = names.map { PathSegment([.name($0)]) }
    return JSONPath(query: PathQuery(root: .scope, segments: segments)).description
  }
}

extension Target {
  /// The path as it is written in a rule.
  var path: String { query().description }

  /// The path to take where one of the names on it leads into a list.
  func path(throughListAt index: Int) -> String {
    var query = query()
    query.segments.insert(PathSegment([.wildcard]), at: index)
    return Query.short(query.description)
  }

  /// The path to a member of what is there.
  func path(to name: Name) -> String {
    query(ending: [PathSegment([.name(name.text)])]).description
  }

  /// The query for it, or for what is in it.
  func query(ending segments: [PathSegment] = []) -> PathQuery {
    PathQuery(
      root: isFromDocument ? .document : .scope,
      segments: names.map { PathSegment([.name($0.text)]) } + segments)
  }
}

extension Slot {
  /// The path as it is written in a rule.
  var path: String {
    switch self {
    case .target(let target): return target.path
    case .places(let query): return query.path.description
    case .member(let name, let parent):
      var query = parent.path.query
      query.segments.append(PathSegment([.name(name.text)]))
      return JSONPath(query: query).description
    }
  }
}
