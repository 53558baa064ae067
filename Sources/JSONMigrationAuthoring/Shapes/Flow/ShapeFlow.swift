internal import JSONMigrationCore
internal import JSONText

/// A side effect that a rule may have on documents of a shape.
struct FlowFinding: Hashable, Sendable {
  /// The rule; nil if it happens between rules.
  let rule: ObjectIdentifier?
  let name: String
  let message: String
  let place: Diagnostic.Place?
}

/// Carries shapes through rules: every result of a document of the shape is one of the new shape.
///
/// What may fail is noted; the documents for which it surely fails are no part of the new shape.
final class ShapeFlow {
  let rules: RuleSet
  /// The failures that may happen, each once.
  private(set) var failures: [FlowFinding] = []
  /// The rules after which nothing is known of a place.
  private(set) var unknowns: [FlowFinding] = []
  /// Whether documents may be refused that say no version, or something else in its place.
  private(set) var mayLackVersion = false
  private(set) var mayMisreadVersion = false
  private var trials: [ObjectIdentifier: ValueTrial?] = [:]
  /// The document as it was before the rule at work; nil in blocks, where it may have changed
  /// since.
  private var document: Shape?
  /// The values that the rule at work puts into the document from scopes inside it.
  private var pending: [(names: [[UInt8]], value: Shape, how: Occupancy)] = []
  var rule: Rule?
  private var levels = 0

  /// The number of documents around the one that is carried.
  let nestedLevel: Int

  init(_ rules: RuleSet, level: Int = 0) {
    self.rules = rules
    nestedLevel = level
  }

  /// Adds the findings about nested documents.
  func take(_ inner: ShapeFlow) {
    failures += inner.failures.filter { !failures.contains($0) }
    unknowns += inner.unknowns.filter { !unknowns.contains($0) }
  }

  // MARK: - What is noted

  func noteFailure(_ message: String) { note("may " + message, in: \.failures) }

  func noteUnknown(_ message: String) { note(message, in: \.unknowns) }

  func note(_ parts: VersionParts) {
    if !parts.unsaid.isNever { mayLackVersion = true }
    if !parts.misread.isNever { mayMisreadVersion = true }
  }

  private func note(_ message: String, in list: ReferenceWritableKeyPath<ShapeFlow, [FlowFinding]>)
  {
    guard self[keyPath: list].count < 64 else { return }
    let finding = FlowFinding(
      rule: rule.map { ObjectIdentifier($0) }, name: rule?.name ?? "version", message: message,
      place: rule.map { rules.files[$0.file].place($0.range) })
    if !self[keyPath: list].contains(finding) { self[keyPath: list].append(finding) }
  }

  // MARK: - Rules

  /// The shape of a document after the rules of a step.
  func carry(_ shape: Shape, over rules: [Rule]) -> Shape {
    rules.reduce(shape) { shape, rule in
      if shape.isNever { return shape }
      document = shape
      pending = []
      self.rule = rule
      do throws(UnknownShape) {
        let carried = try carry(shape, over: rule, isRoot: true)
        self.rule = rule
        if carried.mayGo { noteFailure("take away the whole document") }
        var result = carried.shape
        for put in pending {
          result = result.joined(self.put(put.value, at: put.names, in: result, put.how))
        }
        return result
      } catch {
        self.rule = rule
        noteUnknown("may make anything: \(error.reason)")
        noteFailure("fail")
        return .any
      }
    }
  }

  /// The rules of a block in a scope.
  private func carry(
    _ shape: Shape, over rules: [Rule], inBlockAt isRoot: Bool
  ) throws(UnknownShape) -> Carried {
    let outer = (rule, document)
    defer { (rule, document) = outer }
    levels += 1
    defer { levels -= 1 }
    if levels > 24 { throw UnknownShape(reason: "rules in rules are too deep") }
    // The block may have changed other scopes already.
    document = nil
    var result = Carried(shape)
    for rule in rules where !result.shape.isNever {
      self.rule = rule
      let next = try carry(result.shape, over: rule, isRoot: isRoot)
      result = Carried(next.shape, mayGo: result.mayGo || next.mayGo)
    }
    return result
  }

  private func carry(
    _ shape: Shape, over rule: Rule, isRoot: Bool
  ) throws(UnknownShape) -> Carried {
    guard let scopes = rule.scopes else { return try act(rule, shape, shape, isRoot: isRoot) }
    let update = ShapeUpdate(isRoot: isRoot)
    return try inOrder(scopes, update, shape) {
      update, path, isApart, shape throws(UnknownShape) in
      try update.update(shape, path[...]) { scope, before throws(UnknownShape) in
        let asked = isApart ? before : nil
        if path.contains(where: \.isDescendant) { self.noteNested(rule) }
        var result = try self.act(rule, scope, asked, isRoot: isRoot && path.isEmpty)
        if !isApart { result.shape = result.shape.joined(scope) }
        return result
      }
    }
  }

  /// Calls `body` for one query after the other; a query that may lead inside another goes first.
  ///
  /// Queries follow the document as it was: where an earlier one may have changed what a later one
  /// asks, filters and conditions tell nothing, and what is there may have stayed as it was.
  private func inOrder(
    _ queries: [Query], _ update: ShapeUpdate, _ shape: Shape,
    _ body: (
      _ update: ShapeUpdate, _ path: [PathSegment], _ isApart: Bool, _ shape: Shape
    ) throws(UnknownShape) -> Carried
  ) throws(UnknownShape) -> Carried {
    var paths: [[PathSegment]] = []
    for query in queries {
      if query.path.query.root == .document, !update.isRoot {
        throw UnknownShape(reason: "it acts at `\(query.path)` from a scope inside the document")
      }
      if !paths.contains(query.path.query.segments) { paths.append(query.path.query.segments) }
    }
    if paths.count > 1, let merged = Self.merged(paths) { paths = [merged] }
    paths = paths.ordered { $0.count > $1.count }
    var result = Carried(shape)
    for (index, path) in paths.enumerated() {
      let earlier = paths[..<index]
      var update = update
      update.trustsFilters = earlier.allSatisfy { path.isUntouched(by: $0) }
      let isApart = earlier.allSatisfy { path.isApart(from: $0) }
      if index > 0, !isApart, path.contains(where: \.isDescendant) {
        throw UnknownShape(reason: "several of its paths lead anywhere")
      }
      let next = try body(update, path, isApart, result.shape)
      result = Carried(next.shape, mayGo: result.mayGo || next.mayGo)
    }
    return result
  }

  /// Several paths as one, if they differ in a single segment.
  private static func merged(_ paths: [[PathSegment]]) -> [PathSegment]? {
    guard var merged = paths.first, paths.contains(where: { $0.contains(where: \.isDescendant) }),
      paths.allSatisfy({ $0.count == merged.count })
    else { return nil }
    let differing = merged.indices.filter { index in
      paths.contains { $0[index] != merged[index] }
    }
    guard differing.count == 1, let index = differing.first,
      paths.allSatisfy({ $0[index].isDescendant == merged[index].isDescendant })
    else { return nil }
    merged[index].selectors = paths.flatMap { $0[index].selectors }
    return merged
  }

  /// Notes that scopes inside scopes may take from each other.
  private func noteNested(_ rule: Rule) {
    let isTaking = rule.effects.reads.contains { $0.leaves }
    if isTaking { noteFailure("find scopes inside scopes that take from each other") }
  }

  /// What a rule does in a scope; `asked` is the scope as it was when it was found, nil where that
  /// isn't known.
  private func act(
    _ rule: Rule, _ scope: Shape, _ asked: Shape?, isRoot: Bool
  ) throws(UnknownShape) -> Carried {
    if scope.isNever { return Carried(scope) }
    let isSame = asked == scope
    guard let when = rule.when?.condition.expression else {
      return try perform(rule, scope, isSame ? scope : asked ?? .any, isRoot)
    }
    guard isSame else {
      let before = (asked ?? .any).refined(by: when, isRoot: isRoot)
      if before.isNever { return Carried(scope) }
      var result = try perform(rule, scope, before, isRoot)
      result.shape = result.shape.joined(scope)
      return result
    }
    let part = scope.refined(by: when, isRoot: isRoot)
    let rest = scope.refined(by: when, false, isRoot: isRoot)
    if part.isNever { return Carried(rest) }
    var result = try perform(rule, part, part, isRoot)
    result.shape = result.shape.joined(rest)
    return result
  }

  private func perform(
    _ rule: Rule, _ scope: Shape, _ asked: Shape, _ isRoot: Bool
  ) throws(UnknownShape) -> Carried {
    switch rule.verb.inner {
    case .none: break
    case .all(let rules): return try carry(scope, over: rules, inBlockAt: isRoot)
    case .firstOf(let options):
      var result = Carried(.never)
      var left = scope
      for option in options {
        let condition = option.when?.condition.expression
        let part = condition.map { left.refined(by: $0, isRoot: isRoot) } ?? left
        left = condition.map { left.refined(by: $0, false, isRoot: isRoot) } ?? .never
        if part.isNever { continue }
        let next = try carry(part, over: option.rules, inBlockAt: isRoot)
        result = Carried(result.shape.joined(next.shape), mayGo: result.mayGo || next.mayGo)
      }
      return Carried(result.shape.joined(left), mayGo: result.mayGo)
    }
    var acting = Acting(flow: self, rule: rule, before: asked, isRoot: isRoot)
    return try acting.perform(in: scope)
  }

  // MARK: - What acts ask

  /// The values that a query finds, whether there always is one, and whether there may be several.
  func look(_ query: Query, in scope: Shape, isRoot: Bool) throws(UnknownShape) -> Shape.Finding {
    let path = query.path.query
    var start = scope
    if path.root == .document, !isRoot {
      guard let document else {
        return Shape.Finding(shape: .any, isAlways: false, maySeveral: !path.isSingular)
      }
      start = document
    }
    if path.segments.isPlain { return start.look(path.segments.compactMap(\.name)) }
    var found = Shape.never
    _ = try ShapeUpdate(isRoot: isRoot).update(start, path.segments[...]) { shape, _ in
      found = found.joined(shape)
      return Carried(shape)
    }
    return Shape.Finding(shape: found, isAlways: false, maySeveral: !path.isSingular)
  }

  func change(
    _ queries: [Query], in scope: Shape, isRoot: Bool,
    _ change: (_ shape: Shape, _ path: [PathSegment]) throws(UnknownShape) -> Carried
  ) throws(UnknownShape) -> Carried {
    try inOrder(queries, ShapeUpdate(isRoot: isRoot), scope) {
      update, path, isApart, shape throws(UnknownShape) in
      try update.update(shape, path[...]) { value, _ throws(UnknownShape) in
        var result = try change(value, path)
        if !isApart { result.shape = result.shape.joined(value) }
        return result
      }
    }
  }

  /// Puts a value into the document from a scope inside it, once the rule is done.
  func putLater(
    _ value: Shape, at names: [[UInt8]], _ how: Occupancy
  ) throws(UnknownShape) {
    if document == nil { throw UnknownShape(reason: "it writes to `$` from a block") }
    pending.append((names, value, how))
    noteFailure("find that another scope has put something there")
  }

  /// Runs the rule on each value of a shape that has few of them.
  func trial(_ rule: Rule, of shape: Shape) -> Carried? {
    guard let values = shape.scalars(atMost: ValueTrial.mostValues), !values.isEmpty else {
      return nil
    }
    let key = ObjectIdentifier(rule)
    if trials[key] == nil { trials[key] = .some(ValueTrial(rule, rules)) }
    return trials[key]??.carried(values)
  }
}

/// What happens to a value that is already there.
enum Occupancy: Sendable {
  case fail, keep, overwrite
  /// It stays unless it is null, or unless it is null or has nothing in it.
  case replaceNull, replaceEmpty

  init(_ exists: Rule.Exists) {
    switch exists {
    case .fail: self = .fail
    case .keep: self = .keep
    case .overwrite: self = .overwrite
    }
  }

  init(_ occupant: Effects.Occupant) {
    switch occupant {
    case .nothing: self = .keep
    case .nothingOrNull: self = .replaceNull
    case .nothingOrEmpty: self = .replaceEmpty
    case .anything: self = .overwrite
    }
  }
}
