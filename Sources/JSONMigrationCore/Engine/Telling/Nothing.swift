internal import JSONText

/// Why a rule finds nothing in a document.
struct NothingReason {
  let words: String
  /// Whether a path asks a list for a member, or an object for an element.
  var asksOther = false
}

extension Engine {
  /// The reason, where the document shows one; what can't be read is none.
  ///
  /// To look for it is no work of the document's.
  mutating func reasonForNothing(_ rule: Rule, in scope: NodeID) -> NothingReason? {
    let work = document.work
    defer { document.work = work }
    var inner = scope
    if let queries = rule.scopes {
      var reached: [NodeID] = []
      for query in queries { reached += (try? places(query, from: scope)) ?? [] }
      guard let first = reached.first else { return reason(queries.map(\.path), from: scope) }
      inner = first
    }
    if let when = rule.when, (try? holds(when, at: inner)) == false {
      if let scopes = rule.scopes, scopes.count == 1, document.kind(inner) == .array,
        when.asksMembers
      {
        let path = Printable.path(Query.short(scopes[0].path.description))
        return NothingReason(
          words: "`\(path)` is a list here: `\(path)[*]`", asksOther: true)
      }
      return NothingReason(
        words: "`\(when.shown)` \(rule.scopes == nil ? "does not hold" : "holds nowhere")")
    }
    var paths: [JSONPath] = []
    for read in rule.effects.reads {
      guard case .member(let name) = read.source else { continue }
      let segments = [PathSegment([.name(name.text)])]
      paths.append(JSONPath(query: PathQuery(root: .scope, segments: segments)))
    }
    return reason(paths + rule.effects.paths, from: inner)
  }

  /// Why the first of some paths that leads nowhere does.
  private mutating func reason(_ paths: [JSONPath], from scope: NodeID) -> NothingReason? {
    for path in paths {
      if let reason = reason(path, from: scope) { return reason }
    }
    return nil
  }

  /// Where a path loses its way; nil if it doesn't.
  private mutating func reason(_ path: JSONPath, from scope: NodeID) -> NothingReason? {
    let start = path.isRelative ? scope : root
    guard let text = try? document.text(of: start),
      let value = try? JSON(parsing: document.bytes(of: text))
    else { return nil }
    var last = value
    let segments = path.query.segments
    for (index, segment) in segments.enumerated() {
      let way = PathQuery(root: .document, segments: Array(segments[...index]))
      guard let found = try? value.values(at: JSONPath(query: way)) else { return nil }
      if let first = found.first {
        last = first
        continue
      }
      let before = PathQuery(root: path.query.root, segments: Array(segments[..<index]))
      let name =
        index > 0
        ? "`\(Query.short(before.description))`" : start == root ? "the document" : "the scope"
      return last.reason(name, segment, Array(segments[index...]), before)
    }
    return nil
  }
}

extension JSON {
  /// Why a segment of a path leads nowhere from this value, which is called `name`.
  fileprivate func reason(
    _ name: String, _ segment: PathSegment, _ rest: [PathSegment], _ before: PathQuery
  ) -> NothingReason {
    if let wanted = segment.name {
      if let members = object {
        let asked = String(decoding: wanted, as: UTF8.self)
        let nearest = NearestName.of(asked, among: members.map(\.key))
        return NothingReason(
          words: "\(name) has no `\(Printable.quote(asked))`"
            + (nearest.map { "; a similar name is there: `\(Printable.quote($0))`" } ?? ""))
      }
      if array != nil {
        var elements = before
        elements.segments += [PathSegment([.wildcard])] + rest
        let path = Printable.path(Query.short(elements.description))
        return NothingReason(words: "\(name) is a list here: `\(path)`", asksOther: true)
      }
      return NothingReason(words: "\(name) is \(kindWords) here")
    }
    if let array {
      if array.isEmpty { return NothingReason(words: "\(name) is an empty list") }
      if case .index = segment.selectors.first {
        return NothingReason(words: "\(name) has \(array.count) elements")
      }
      return NothingReason(words: "no element of \(name) fits")
    }
    if let members = object {
      if members.isEmpty { return NothingReason(words: "\(name) is an empty object") }
      if case .index = segment.selectors.first {
        return NothingReason(words: "\(name) is an object here, and no list", asksOther: true)
      }
      return NothingReason(words: "no member of \(name) fits")
    }
    return NothingReason(words: "\(name) is \(kindWords) here")
  }

  private var kindWords: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension Condition {
  /// Whether it asks a member of its scope.
  fileprivate var asksMembers: Bool {
    condition.expression.queries.contains { $0.root == .scope && $0.segments.first?.name != nil }
  }
}
