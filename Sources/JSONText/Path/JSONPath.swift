/// A query for places of a JSON document, as RFC 9535 has it, or in the short form of rules.
///
///     let path = try JSONPath("$.panels[?@.type == 'graph'].title")
///     let same = try JSONPath("panels[?@.type == 'graph'].title")
public struct JSONPath: Hashable, Sendable {
  package let query: PathQuery

  package init(query: PathQuery) {
    self.query = query
  }

  /// Reads a path: a query of RFC 9535, to the letter, where it starts with `$`, else the short
  /// form that rules have, from the root on.
  public init(_ text: String) throws(PathError) {
    if text.utf8.first == UInt8(ascii: "$") {
      try self.init(standard: text)
    } else {
      try self.init(rule: text)
    }
  }

  /// Reads a query of RFC 9535, to the letter; it starts with `$`.
  package init(standard text: String) throws(PathError) {
    var parser = PathParser(text, dialect: .standard)
    query = try parser.query()
  }

  /// Reads a path of a rule: a query that starts with `$` or `@`, or the short form.
  ///
  /// It is a query where `$` or `@` stands alone or before `.`, `[` or white space; so `$ref` and
  /// `@id` are names. Conditions may use `type()`, and their patterns have to be valid.
  package init(rule text: String) throws(PathError) {
    var parser = PathParser(text, dialect: .rules)
    query = try parser.rulePath()
  }

  /// Whether it starts from the scope and not from the document.
  package var isRelative: Bool { query.root == .scope }

  /// Whether it matches one place at most, whatever the document: names and indices only.
  package var isSingular: Bool { query.isSingular }

  /// The names, if the path is nothing but names.
  package var plainNames: [[UInt8]]? {
    var names: [[UInt8]] = []
    for segment in query.segments {
      guard let name = segment.name else { return nil }
      names.append(name)
    }
    return names
  }

  /// The query for the parent, and the name of the member, if the path ends in a name.
  package var slot: (parent: JSONPath, name: [UInt8])? {
    guard let name = query.segments.last?.name else { return nil }
    let parent = PathQuery(root: query.root, segments: Array(query.segments.dropLast()))
    return (JSONPath(query: parent), name)
  }

  /// Whether its last segment is names alone, at whatever depth.
  package var endsInNames: Bool {
    guard let last = query.segments.last else { return false }
    return last.selectors.allSatisfy { if case .name = $0 { true } else { false } }
  }

  /// A step from an object to one that is a member of it, or to those in an array that is.
  package struct Step: Hashable, Sendable {
    package let key: [UInt8]
    package let isArray: Bool
    /// Whether the children are taken as they are, and may be no objects.
    package let areValues: Bool

    package init(key: [UInt8], isArray: Bool, areValues: Bool = false) {
      (self.key, self.isArray, self.areValues) = (key, isArray, areValues)
    }
  }

  /// A way by members alone, each of them an object or all children of an array.
  package struct Way: Sendable {
    package var steps: [Step]
    /// What is asked of what so many steps lead to.
    package var conditions: [Int: PathCondition] = [:]

    package init(steps: [Step]) { self.steps = steps }

    /// The same behind other steps.
    package func behind(_ others: [Step]) -> Way {
      var way = Way(steps: others + steps)
      for (count, condition) in conditions { way.conditions[others.count + count] = condition }
      return way
    }

    /// The same for children as they are, whatever their type.
    package var children: Way? {
      guard let last = steps.last else { return nil }
      var way = self
      way.steps[steps.count - 1] = Step(key: last.key, isArray: true, areValues: true)
      return way
    }
  }

  /// The way, if it is one; of an array only those elements may be meant that a condition holds
  /// for.
  package var way: Way? {
    var way = Way(steps: [])
    var isOpen = false
    for segment in query.segments {
      if let name = segment.name {
        way.steps.append(Step(key: name, isArray: false))
        isOpen = true
        continue
      }
      guard isOpen, !segment.isDescendant, segment.selectors.count == 1, let last = way.steps.last
      else { return nil }
      switch segment.selectors[0] {
      case .wildcard: break
      case .filter(let condition): way.conditions[way.steps.count] = condition
      case .name, .index, .slice: return nil
      }
      way.steps[way.steps.count - 1] = Step(key: last.key, isArray: true)
      isOpen = false
    }
    return way
  }

  /// As `way`, from the elements of the array on at which it starts; a condition may ask these.
  package var wayInElements: Way? {
    guard let first = query.segments.first, !first.isDescendant, first.selectors.count == 1 else {
      return nil
    }
    let rest = PathQuery(root: query.root, segments: Array(query.segments.dropFirst()))
    guard var way = JSONPath(query: rest).way else { return nil }
    switch first.selectors[0] {
    case .wildcard: break
    case .filter(let condition): way.conditions[0] = condition
    case .name, .index, .slice: return nil
    }
    return way
  }

  /// The name, if it is `..name` from the document on.
  package var nameBelow: [UInt8]? {
    guard query.segments.count == 1, query.segments[0].isDescendant,
      query.segments[0].selectors.count == 1,
      case .name(let name) = query.segments[0].selectors[0]
    else { return nil }
    return name
  }

  /// Whether it is `*`: all children of where it starts.
  package var isWildcard: Bool { query.segments == [PathSegment([.wildcard])] }
}

/// A condition of a rule: a logical expression of RFC 9535, with `@` the scope and `type()`.
package struct JSONCondition: Hashable, Sendable {
  /// The names of the functions that conditions of rules may call.
  package static var functions: [String] { PathParser.functions }

  package let expression: PathCondition

  /// Reads a condition.
  package init(_ text: String) throws(PathError) {
    var parser = PathParser(text, dialect: .rules, kind: "condition")
    expression = try parser.wholeCondition()
  }

  package init(expression: PathCondition) {
    self.expression = expression
  }
}
