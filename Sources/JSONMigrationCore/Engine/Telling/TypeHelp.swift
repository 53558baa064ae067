internal import JSONText

/// What to write so that a rule passes over values of another type than it takes.
struct TypeHelp {
  let rule: Rule
  /// The type, as conditions call it.
  let type: String
  /// The way to the value of another type, from what the rule starts from.
  private let way: PathQuery?
  /// How to come to the elements where a rule was given a list of what it takes.
  private let elements: String?

  init(_ failure: RuleFailure, of rule: Rule, type: String, in engine: borrowing Engine) {
    self.rule = rule
    self.type = type
    let way = Self.way(to: failure, of: rule, in: engine)
    // Where the rule named it from the document, so does a condition.
    let whole = rule.scopes == nil ? nil : Self.way(to: failure, from: engine.root, in: engine)
    let isWhole = rule.effects.queries.contains { query in
      !query.path.isRelative && whole.map { query.path.query.mayEnd(as: $0) } == true
    }
    self.way = isWhole ? whole : way
    elements = Self.elements(failure, of: rule, type, at: self.way, in: engine)
  }

  private static func way(
    to failure: RuleFailure, of rule: Rule, in engine: borrowing Engine
  ) -> PathQuery? {
    way(to: failure, from: failure.scope ?? engine.root, in: engine)?.inside(rule.scopes)
  }

  private static func way(
    to failure: RuleFailure, from base: NodeID, in engine: borrowing Engine
  ) -> PathQuery? {
    guard let node = failure.node, let place = engine.segments(of: node),
      let start = engine.segments(of: base), place.starts(with: start)
    else { return nil }
    let root: PathQuery.Root = base == engine.root ? .document : .scope
    return PathQuery(root: root, segments: Array(place.dropFirst(start.count)))
  }

  private static func elements(
    _ failure: RuleFailure, of rule: Rule, _ type: String, at way: PathQuery?,
    in engine: borrowing Engine
  ) -> String? {
    guard let node = failure.node, let way, engine.document.kind(node) == .array,
      engine.mayHold(type, in: node)
    else { return nil }
    let queries = rule.effects.queries
    var path: JSONPath?
    let isScope = way.segments.isEmpty && queries.allSatisfy { !$0.path.query.segments.isEmpty }
    if isScope {
      path = rule.scopes?[0].path ?? JSONPath(query: PathQuery(root: .scope, segments: []))
    } else if rule.effects.acts.count == 1, !rule.effects.makesMembers,
      queries.contains(where: { $0.path.query.mayEnd(as: way) })
    {
      path = queries.first?.path
    }
    guard let path, path.isSingular else { return nil }
    let query = PathQuery(
      root: path.query.root, segments: path.query.segments + [PathSegment([.wildcard])])
    let text = Printable.path(Query.short(query.description))
    return engine.listHelp(node)
      + (isScope ? "`\"in\": \"\(text)\"`" : "`\(text)` as the path") + " is each of its elements"
  }

  var text: String {
    if let wrapped { return wrapped }
    if let elements { return elements + "; to pass over lists ask first: " + condition }
    return "to pass over other values ask first: " + condition
  }

  private var condition: String {
    let reads = rule.effects.reads.compactMap { $0.source.query?.path }
    let all = reads.isEmpty ? rule.effects.acts.compactMap { $0.query?.path } : reads
    let fitting = all.filter { path in way.map { path.query.mayEnd(as: $0) } ?? true }
    if fitting.count == 1, let filtered = fitting[0].filtering(type, behind: nameBehind) {
      return "`\(filtered)` as the path"
    }
    if all.count == 1, rule.scopes == nil, let deep = all[0].askingDeep(type) { return deep }
    let isRead = !fitting.isEmpty
    if all.count == 1, isRead, all[0].isRelative, !all[0].query.segments.isEmpty {
      return asking(all[0])
    }
    guard let way else {
      return "`\"when\": \"type(@.a) == '\(type)'\"`, with the path to the value"
    }
    guard let index = way.segments.lastIndex(where: { $0.name == nil }) else {
      // What is missing is made.
      let orMissing = isRead || way.segments.isEmpty ? "" : " || type(\(way)) == 'missing'"
      return "`\"when\": \"type(\(way)) == '\(type)'\(orMissing)\"`"
    }
    let lists = way.segments[..<index].map { $0.name == nil ? PathSegment([.wildcard]) : $0 }
    let list = PathQuery(root: way.root, segments: lists)
    let rest = PathQuery(root: .scope, segments: Array(way.segments[(index + 1)...]))
    return "`\"when\": \"!\(list)[?type(\(rest)) != '\(type)']\"`"
  }

  /// What to write where a value was to come into an object in its own place.
  private var wrapped: String? {
    for act in rule.effects.acts {
      guard case .put(.read(let read), .slot(.target(let target)), _) = act,
        rule.effects.reads[read].leaves, let path = rule.effects.reads[read].source.query?.path,
        let names = path.plainNames, path.isRelative != target.isFromDocument,
        names.count < target.names.count, target.names.map(\.text).starts(with: names)
      else { continue }
      let under = PathQuery(
        root: .scope,
        segments: target.names.dropFirst(names.count).map { PathSegment([.name($0.text)]) })
      return
        "`{ \"wrap\": \"\(Query.short(path.description))\", \"under\": \"\(under.shortForm)\" }` "
        + "puts a value into an object in its place"
    }
    return nil
  }

  /// The member that the rule writes in what its path leads to.
  private var nameBehind: [PathSegment] {
    guard rule.effects.reads.isEmpty, rule.effects.acts.count == 1,
      case .put(_, .slot(.member(let name, _)), _) = rule.effects.acts[0]
    else { return [] }
    return [PathSegment([.name(name.text)])]
  }

  /// The condition for the values that a path of the rule leads to.
  private func asking(_ path: JSONPath) -> String {
    if path.isSingular { return "`\"when\": \"type(\(path)) == '\(type)'\"`" }
    let segments = path.query.segments
    let names = segments.reversed().prefix { $0.name != nil || $0.index != nil }.reversed()
    let outer = PathQuery(root: .scope, segments: Array(segments.dropLast(names.count)))
    let inner = PathQuery(root: .scope, segments: Array(names))
    // A filter asks the elements themselves; nothing else can.
    guard !names.isEmpty, rule.scopes == nil else {
      return "with a filter, `[?type(@) == '\(type)']` or `[?type(@.a) == '\(type)']`"
    }
    return "`\"in\": \"\(outer.shortForm)\", \"when\": \"type(\(inner)) == '\(type)'\"`, and "
      + "`\(inner.shortForm)` as the path"
  }
}

extension Effects {
  /// Whether members come to stand beside a value, or in its place, where elements have none.
  fileprivate var makesMembers: Bool {
    acts.contains {
      switch $0 {
      case .spread: true
      case .make(_, let spots, _): spots.contains { if case .beside = $0 { true } else { false } }
      default: false
      }
    }
  }
}

extension Engine {
  fileprivate func segments(of node: NodeID) -> [PathSegment]? {
    (try? JSONPath(rule: document.path(of: node)))?.query.segments
  }

  /// The path to the elements of a list, and to those of all lists beside it.
  func pathToElements(of list: NodeID) -> String {
    let way = (segments(of: list) ?? []).map { $0.name == nil ? PathSegment([.wildcard]) : $0 }
    let query = PathQuery(root: .scope, segments: way + [PathSegment([.wildcard])])
    return Printable.path(query.shortForm)
  }
}

extension JSONPath {
  /// The path with a filter in the place of the wildcard at its end, and what comes behind it; nil
  /// where it has none there.
  fileprivate func filtering(_ type: String, behind rest: [PathSegment]) -> String? {
    guard var last = query.segments.last, last.selectors == [.wildcard] else { return nil }
    let element = PathQuery(root: .scope, segments: [])
    last.selectors = [
      .filter(.comparison(.type(.query(element)), .equal, .literal(.text(Array(type.utf8)))))
    ]
    return Query.short(
      PathQuery(root: query.root, segments: query.segments.dropLast() + [last] + rest).description)
  }

  /// What asks each object around a name at any depth; nil where the path doesn't end in one.
  fileprivate func askingDeep(_ type: String) -> String? {
    guard let last = query.segments.last, last.isDescendant, last.selectors.count == 1,
      case .name(let name) = last.selectors[0]
    else { return nil }
    var scope = PathQuery(root: query.root, segments: query.segments.dropLast())
    let own = Query.short(scope.description)
    scope.segments.append(PathSegment(isDescendant: true, [.wildcard]))
    let inner = PathQuery(root: .scope, segments: [PathSegment([.name(name)])])
    return "`\"in\": [\"\(own)\", \"\(Query.short(scope.description))\"], \"when\": "
      + "\"type(\(inner)) == '\(type)'\"`, and `\(inner.shortForm)` as the path"
  }
}

extension PathQuery {
  /// The way from where the scopes of a rule are; nil where that can't be told.
  fileprivate func inside(_ scopes: [Query]?) -> PathQuery? {
    guard let scopes else { return self }
    let path = scopes[0].path
    let outer = path.query.segments
    guard scopes.count == 1, path.isRelative || root == .document,
      outer.allSatisfy({ !$0.isDescendant }), outer.count <= segments.count
    else { return nil }
    return PathQuery(root: .scope, segments: Array(segments.dropFirst(outer.count)))
  }

  /// Whether what it leads to may be at the end of a way.
  fileprivate func mayEnd(as way: PathQuery) -> Bool {
    // The document is where its own scope is.
    if root == way.root || way.root == .document, segments.allSatisfy({ !$0.isDescendant }) {
      return segments.count == way.segments.count
        && zip(segments, way.segments).allSatisfy { own, other in
          own.name.map { $0 == other.name } ?? (own.index == nil || other.name == nil)
        }
    }
    guard let last = segments.last else { return way.segments.isEmpty }
    guard let name = last.name else { return !way.segments.isEmpty }
    return way.segments.last?.name == name
  }

  /// As rules have it, without the start.
  fileprivate var shortForm: String { Query.short(description) }
}
