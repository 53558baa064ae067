package import JSONText

/// Puts the only element or member in the place of what holds it: `{ "unwrap": "tags" }`.
package struct Unwrap: Verb {
  package static let name = "unwrap"
  package static let spec = VerbSpec(
    name, "puts the only element of an array, or the only member, in its place",
    takes: .paths, "the arrays, or with `under` the objects",
    [
      Parameter("under", .target, "the only member of an object"),
      Parameter(
        "take", .word(["only", "first", "last"]), unsaid: "only", "which element of several"),
      Parameter(
        "if-empty", .word(["fail", "null"]), unsaid: "fail", "what becomes of an empty array"),
    ],
    limits: [
      "anyOf": [
        ["not": ["required": ["under"]]],
        ["not": ["anyOf": [["required": ["take"]], ["required": ["if-empty"]]]]],
      ]
    ],
    example: #"{ "unwrap": "tags" }"#,
    before: #"{ "tags": ["a"], "n": 1 }"#, after: #"{ "tags": "a", "n": 1 }"#)

  package enum Choice: Sendable { case only, first, last }

  let queries: [Query]
  /// The names from the outermost on.
  package let under: [Name]
  package let choice: Choice
  package let makesNull: Bool

  package init?(_ fields: inout Fields) {
    let queries = fields.queries("unwrap")
    let isObject = fields.has("under")
    let under = fields.inner("under", of: queries ?? [])
    choice =
      isObject
      ? .only : fields.word("take", ["only": .only, "first": .first, "last": .last]) ?? .only
    makesNull = isObject ? false : fields.word("if-empty", ["fail": false, "null": true]) ?? false
    guard let queries, let under else { return nil }
    self.queries = queries
    self.under = under
  }

  package var effects: Effects { Effects(changing: queries, by: self) }

  package func find(in scope: NodeID, _ engine: inout Engine) throws {
    try engine.find(queries, in: scope)
  }

  package func change(_ match: Match, _ engine: inout Engine) throws {
    guard
      let value = try under.isEmpty
        ? element(of: match.node, &engine) : member(of: match.node, &engine)
    else { return engine.document.replaceValue(of: match.node, with: .null) }
    for _ in 0..<max(under.count, 1) { engine.document.unwrap(value) }
    engine.settle(value, inPlaceOf: match.node)
  }

  /// The element that is left; nil where there is none.
  private func element(of array: NodeID, _ engine: inout Engine) throws -> NodeID? {
    guard engine.document.kind(array) == .array else {
      throw engine.wrongType(array, needs: "an array")
    }
    let count = engine.document.count(of: array)
    if count == 0 {
      if makesNull { return nil }
      throw engine.invalidValue(
        array, "found an empty array", help: "`\"if-empty\": \"null\"` makes it null")
    }
    if count > 1, choice == .only {
      throw engine.invalidValue(
        array, "found \(count) elements",
        help: "`\"take\": \"first\"` or `\"last\"` drops the others")
    }
    return try engine.document.element(at: choice == .last ? -1 : 0, of: array)
  }

  private func member(of object: NodeID, _ engine: inout Engine) throws -> NodeID {
    var node = object
    for name in under {
      try engine.requireObject(node)
      guard let member = try engine.member(engine.key(name), of: node) else {
        throw RuleFailure(
          .missingValue,
          "found no `\(Printable.quote(name.text))` in "
            + engine.place(of: node), at: node,
          help: "`under` names the only member of what is unwrapped")
      }
      let others = engine.document.count(of: node) - 1
      if others > 0 {
        throw engine.invalidValue(
          node, "found \(others) more than `\(Printable.quote(name.text))`",
          help: "take away first what isn't needed, with `keep-only`")
      }
      node = member
    }
    return node
  }

  package var inverse: Inverse {
    if choice != .only { return .lossy("the other elements are gone") }
    if makesNull { return .lossy("whether null was an empty array is not known") }
    return .exact(Self.rules(for: "wrap", queries, under: under))
  }
}

extension Unwrap {
  /// A rule that wraps or unwraps for each of the queries; what is outside comes first when it is
  /// taken off, and last when it is put on.
  ///
  /// Where two may find the same value that is one rule.
  static func rules(for verb: String, _ queries: [Query], under: [Name]) -> [JSON] {
    let outerFirst = queries.ordered {
      $0.path.query.segments.count < $1.path.query.segments.count
    }
    let rules = outerFirst.groupedWhereSame.map { group -> JSON in
      var rule = JSONObject()
      rule[verb] = group.count == 1 ? group[0].json : .array(group.map(\.json))
      if !under.isEmpty { rule["under"] = .string(Name.path(under.map(\.text))) }
      return .object(rule)
    }
    return verb == "wrap" ? rules.reversed() : rules
  }
}

extension [Query] {
  /// Those that may lead to one place together, what is outside before what is inside of it.
  fileprivate var groupedWhereSame: [[Query]] {
    guard mayCoincide else { return map { [$0] } }
    // From one start, and without `..`, what is equally long is equally deep.
    let areTold = allSatisfy { query in
      query.path.isRelative == self[0].path.isRelative
        && query.path.query.segments.allSatisfy { !$0.isDescendant }
    }
    guard areTold else { return [self] }
    var groups: [[Query]] = []
    for query in self {
      if groups.last?[0].path.query.segments.count == query.path.query.segments.count {
        groups[groups.count - 1].append(query)
      } else {
        groups.append([query])
      }
    }
    return groups
  }
}

extension Unwrap: ValueFunction {
  package var results: [ValueResult]? { nil }

  package func flat(_ symbols: Symbols) -> FlatFunction? {
    let element: FlatUnwrapping.Element =
      switch choice {
      case .only: .only
      case .first: .first
      case .last: .last
      }
    return .unwrapping(FlatUnwrapping(under.map(\.text), element, makesNull: makesNull))
  }

  package var nesting: Nesting { .outOf(under.isEmpty ? [.every] : under.map { .key($0.text) }) }
}
