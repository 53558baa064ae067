internal import JSONText

/// Why a rule finds nothing in a document.
package struct NothingReason {
  var words: String
  /// What is warned of where tests show this, if anything.
  var warning: Warning?
  /// Whether they say what to write.
  var isAdvice = false
  /// Whether the rule is most likely wrong, and not only for other documents.
  var isMistake = false
}

extension NothingReason? {
  /// Whether this is the better answer of two.
  func saysMore(than other: NothingReason?) -> Bool { rank > other.rank }

  private var rank: Int {
    guard let self else { return 0 }
    return self.isMistake ? 4 : self.isAdvice ? 3 : self.warning != nil ? 2 : 1
  }
}

extension Engine {
  /// How many of many scopes or values are looked at for what is wrong with a way.
  private static let mostLooked = 8
  /// How many names of one document are compared to tell which was meant: all members for each of
  /// many rules.
  private static let mostCompared = 200_000

  /// The reason, where the document shows one, or why one path of the rule leads nowhere; what
  /// can't be read is none.
  ///
  /// To look for it is no work of the document's, and keys that stand twice are no failure of it.
  mutating func reasonForNothing(
    _ rule: Rule, path: Int? = nil, in scope: NodeID
  ) -> NothingReason? {
    let work = document.work
    defer {
      document.work = work
      forgetDuplicate()
    }
    guard let queries = rule.scopes else {
      return reasonForNothing(rule, path, at: scope, from: scope)
    }
    var reached: [NodeID] = []
    for query in queries { reached += (try? places(query, from: scope)) ?? [] }
    if reached.isEmpty { return reason(queries.map { LookedFor($0) }, from: scope) }
    var (best, looked): (NothingReason?, Int) = (nil, 0)
    for inner in reached where looked < Self.mostLooked && best?.isMistake != true {
      // Where the rule does nothing at all, none of its paths is wrong.
      if path != nil, let when = rule.when, (try? holds(when, at: inner)) != true { continue }
      looked += 1
      let reason = reasonForNothing(rule, path, at: inner, from: scope)
      if reason.saysMore(than: best) { best = reason }
    }
    return best
  }

  /// The reason at one place that `in` leads to.
  private mutating func reasonForNothing(
    _ rule: Rule, _ path: Int?, at inner: NodeID, from scope: NodeID
  ) -> NothingReason? {
    if let path { return reason([rule.effects.separateWays[path]], from: inner) }
    if let when = rule.when, (try? holds(when, at: inner)) == false {
      if let scopes = rule.scopes, scopes.count == 1, document.kind(inner) == .array,
        when.asksMembers
      {
        let path = Printable.path(Query.short(scopes[0].path.description))
        return NothingReason(
          words: "`\(path)` is a list here: `\(path)[*]`", warning: .listPath, isMistake: true)
      }
      if rule.scopes != nil, holds(when, at: scope, andNothingOfItAt: inner) {
        return NothingReason(
          words: "`\(when.shown)` is asked where `in` leads, and holds outside: `rules` around the "
            + "rule, with that `when`, asks there", isMistake: true)
      }
      let words = "`\(when.shown)` \(rule.scopes == nil ? "does not hold" : "holds nowhere")"
      for query in when.condition.expression.queries {
        if let slip = try? slip(in: query, from: inner) {
          return NothingReason(words: "\(words): \(slip.words)", isMistake: true)
        }
      }
      return NothingReason(words: words)
    }
    if let reason = try? rule.verb.reasonForNothing(in: inner, &self) { return reason }
    if let reason = fieldsInElements(rule, from: inner) { return reason }
    let reason = reason(rule.effects.ways, from: inner)
    // Where the keys are there, they are names as any others.
    guard rule.patchKeys != nil, var reason else { return reason }
    reason.words += "; `\(rule.name)` takes pairs of an old place and a new: { \"a\": \"b\" }"
    return reason
  }

  /// Why names lead nowhere from a value, which is called `called`; nil where they lead somewhere.
  mutating func reason(
    _ names: [Name], from start: NodeID, named called: String
  ) throws -> NothingReason? {
    guard let asked = names.first, document.kind(start) == .object else { return nil }
    if let member = try document.member(named: asked.text, of: start).first {
      let called = "`\(Printable.quote(asked.text))`"
      return try reason(Array(names.dropFirst()), from: member, named: called)
    }
    return try reasonForNoMember(String(decoding: asked.text, as: UTF8.self), of: start, called)
  }

  /// What is most likely wrong with the names that a condition asks for.
  private mutating func slip(in query: PathQuery, from scope: NodeID) throws -> NothingReason? {
    var value = query.root == .scope ? scope : root
    for (index, segment) in query.segments.enumerated() {
      guard let name = segment.name else { return nil }
      if document.kind(value) == .object,
        let member = try document.member(named: name, of: value).first
      {
        value = member
        continue
      }
      let before = PathQuery(root: query.root, segments: Array(query.segments[..<index]))
      let reason = try reason(
        value, nameOfStart(before, start: value), segment, Array(query.segments[index...]), before)
      guard reason.isMistake else { return nil }
      if document.kind(value) != .array { return reason }
      let rest = PathQuery(root: .scope, segments: Array(query.segments[index...]))
      let shown = "`\(Printable.path(before.description))`"
      let filter = "\(before.description)[?\(rest.description)]"
      return NothingReason(
        words: "\(shown) is a list here: `\(Printable.path(filter))` asks its elements",
        isMistake: true)
    }
    return nil
  }

  /// What the value is called that a query leads to.
  private func nameOfStart(_ query: PathQuery, start: NodeID) -> String {
    if !query.segments.isEmpty { return "`\(Query.short(query.description))`" }
    return start == root ? "the document" : "the scope"
  }

  /// Whether a condition was most likely meant for an object around the one where it is asked.
  private mutating func holds(
    _ when: Condition, at scope: NodeID, andNothingOfItAt inner: NodeID
  ) -> Bool {
    let queries = when.condition.expression.queries.filter { $0.root == .scope }
    guard !queries.isEmpty, (try? holds(when, at: scope)) == true else { return false }
    for query in queries {
      guard let name = query.segments.first?.name,
        (try? document.member(named: name, of: scope).first) != nil,
        (try? document.member(named: name, of: inner).first) == nil
      else { return false }
    }
    return true
  }

  /// Fields of a template that aren't in the scope, but in the elements that get what it makes.
  private mutating func fieldsInElements(_ rule: Rule, from scope: NodeID) -> NothingReason? {
    for case .member(_, let parent) in rule.effects.slots {
      guard let element = (try? places(parent, from: scope))?.first else { continue }
      for case .query(let field) in rule.effects.reads.map(\.source) where field.path.isRelative {
        guard (try? places(field, from: scope))?.isEmpty == true,
          (try? places(field, from: element))?.isEmpty == false
        else { continue }
        let path = Printable.path(Query.short(parent.path.description))
        return NothingReason(
          words: "fields are read from the scope, and `\(Printable.path(field.short))` is in "
            + "`\(path)`: write `\"in\": \"\(path)\"`", warning: .listPath, isMistake: true)
      }
    }
    return nil
  }

  /// What a query leads to, or why to nothing.
  mutating func placesOrReason(
    _ query: Query, from scope: NodeID
  ) throws -> (places: [NodeID], reason: NothingReason?) {
    let places = try places(query, from: scope)
    return (places, places.isEmpty ? try reason(LookedFor(query), from: scope) : nil)
  }

  /// Says of something that has to be there where the way to it is lost.
  mutating func explainMissing(_ failure: inout RuleFailure) {
    guard let way = failure.lookedFor, let node = failure.node else { return }
    defer { forgetDuplicate() }
    guard let reason = try? reason(way, from: node) else { return }
    if reason.isAdvice || reason.warning != nil {
      failure.help = reason.words
    } else if way.path.query.segments.count > 1 {
      failure.help = reason.words + (failure.help.map { "; " + $0 } ?? "")
    }
  }

  /// Why one of some ways leads nowhere: one that is most likely wrong, or else the first.
  private mutating func reason(_ ways: [LookedFor], from scope: NodeID) -> NothingReason? {
    var first: NothingReason?
    for way in ways {
      guard let reason = try? reason(way, from: scope) else { continue }
      if reason.isMistake { return reason }
      first = first ?? reason
    }
    return first
  }

  /// Where a way is lost; nil if it isn't.
  private mutating func reason(_ way: LookedFor, from scope: NodeID) throws -> NothingReason? {
    let start = way.path.isRelative ? scope : root
    let segments = way.path.query.segments
    let queried = segments.count - way.names.count
    var found = [start]
    for index in segments.indices {
      let last = found
      if index < queried, let query = way.query {
        found = try places(of: query, upTo: index + 1, from: scope)
      } else {
        found = try found.compactMap { try member(key(way.names[index - queried]), of: $0) }
      }
      if !found.isEmpty { continue }
      let before = PathQuery(root: way.path.query.root, segments: Array(segments[..<index]))
      let name = nameOfStart(before, start: start)
      var best: NothingReason?
      for value in last.prefix(Self.mostLooked) where best?.isMistake != true {
        let reason = try reason(value, name, segments[index], Array(segments[index...]), before)
        if Optional(reason).saysMore(than: best) { best = reason }
      }
      return best
    }
    return nil
  }

  /// Why a segment of a path leads nowhere from a value, which is called `name`.
  private mutating func reason(
    _ value: NodeID, _ name: String, _ segment: PathSegment, _ rest: [PathSegment],
    _ before: PathQuery
  ) throws -> NothingReason {
    let kind = document.kind(value)
    if let wanted = segment.name {
      if kind == .object {
        let asked = String(decoding: wanted, as: UTF8.self)
        if let dotted = try dottedName(in: value, rest) {
          let path = PathQuery(root: before.root, segments: before.segments + dotted)
          return NothingReason(
            words: "\(name) has no `\(Printable.quote(asked))`, but a name with a dot in it: "
              + "`\(Printable.path(Query.short(path.description)))`", warning: .dottedName,
            isMistake: true)
        }
        return try reasonForNoMember(asked, of: value, name, behind: before.segments)
      }
      if kind == .array, rest.count == 1, Self.lengths.contains(wanted),
        try hasElement(with: wanted, in: value) == false
      {
        let path = Printable.path(before.description)
        return NothingReason(
          words: "\(name) is a list here, and its length is no member; only conditions can ask it: "
            + "`length(\(path)) > 1`", warning: .listPath)
      }
      if kind == .array {
        let (way, isThere) = try wayThroughLists(of: value, rest)
        let path = PathQuery(root: before.root, segments: before.segments + way)
        let shown = Printable.path(Query.short(path.description))
        // Where another rule goes that way or asks what is there, lists are not all that may be.
        let symbols = plan.rules.symbols
        return NothingReason(
          words: "\(name) is a list here: `\(shown)`", warning: .listPath,
          isMistake: isThere && !symbols.know(way: path.segments)
            && !symbols.ask(way: before.segments))
      }
      return NothingReason(words: "\(name) is \(kind.brief) here")
    }
    guard kind == .array || kind == .object else {
      return reasonForNoContainer(kind, name, segment, before)
    }
    let count = document.count(of: value)
    if count == 0 { return NothingReason(words: "\(name) is an empty \(kind.noun)") }
    if case .index = segment.selectors.first {
      if kind == .array {
        return NothingReason(words: "\(name) has \(count == 1 ? "1 element" : "\(count) elements")")
      }
      return NothingReason(words: "\(name) is an object here, and no list", warning: .listPath)
    }
    return NothingReason(
      words: "no \(kind == .array ? "element" : "member") of \(name) fits")
  }

  /// What a segment that leads into a container finds in place of one.
  private func reasonForNoContainer(
    _ kind: Kind, _ name: String, _ segment: PathSegment, _ before: PathQuery
  ) -> NothingReason {
    var reason = NothingReason(words: "\(name) is \(kind.brief) here")
    guard case .filter? = segment.selectors.first, let asked = before.segments.last?.name
    else { return reason }
    let outer = PathQuery(root: before.root, segments: before.segments.dropLast())
    let member = PathQuery(root: .scope, segments: [PathSegment([.name(asked)])])
    let scope =
      outer.segments.isEmpty
      ? "" : "`\"in\": \"\(Printable.path(Query.short(outer.description)))\"` with "
    reason.words +=
      ", and a filter asks for what is in a value: \(scope)a `when` on "
      + "`\(Printable.path(member.description))` asks for the value itself"
    reason.isAdvice = true
    // A text may be a list in other documents.
    reason.isMistake = kind == .boolean || kind == .number
    return reason
  }

  /// What an object, which is called `name`, has in place of a member.
  mutating func reasonForNoMember(
    _ asked: String, of object: NodeID, _ name: String, behind way: [PathSegment] = []
  ) throws -> NothingReason {
    let nearest =
      mayCompare(document.count(of: object))
      ? NearestName.of(asked, among: try names(in: object)) : nil
    // A word that only begins so, and one that rules know, may be another member.
    let isSlip =
      asked.utf8.count > 3
      && nearest.map { name in
        abs(name.utf8.count - asked.utf8.count) < 2
          && NearestName.isSlip(asked, for: name)
          && mayCompare(plan.rules.symbols.paths.count)
          && !plan.rules.symbols.know(name: Array(name.utf8))
      } == true
    let advice =
      try nearest.map { "; a similar name is there: `\(Printable.quote($0))`" }
      ?? place(of: Array(asked.utf8), inside: object, way).map { "; there is `\($0)`" }
    return NothingReason(
      words: "\(name) has no `\(Printable.quote(asked))`" + (advice ?? ""),
      isAdvice: advice != nil, isMistake: isSlip)
  }

  /// Whether so many more names are little enough.
  private mutating func mayCompare(_ count: Int) -> Bool {
    comparedNames += count
    return comparedNames <= Self.mostCompared
  }

  /// Where a member is that stands one level further in, such as in an envelope, or in elements.
  private mutating func place(
    of name: [UInt8], inside object: NodeID, _ way: [PathSegment]
  ) throws -> String? {
    for member in try elements(of: object) {
      let isList = document.kind(member) == .array
      let inner = isList ? try elements(of: member).first : member
      guard let inner, document.kind(inner) == .object,
        try document.member(named: name, of: inner).first != nil
      else { continue }
      let way =
        way + [PathSegment([.name(Array(document.key(of: member)))])]
        + (isList ? [PathSegment([.wildcard])] : []) + [PathSegment([.name(name)])]
      return Printable.path(Query.short(PathQuery(root: .scope, segments: way).description))
    }
    return nil
  }

  /// What other languages call the number of elements.
  private static let lengths = ["length", "size", "count"].map { Array($0.utf8) }

  /// The way on from a list, with `[*]` wherever there is one, and whether something may be there.
  private mutating func wayThroughLists(
    of list: NodeID, _ segments: [PathSegment]
  ) throws -> (way: [PathSegment], isThere: Bool) {
    var (way, found): ([PathSegment], [NodeID]) = ([], [list])
    for (index, segment) in segments.enumerated() {
      if found.allSatisfy({ document.kind($0) == .array }) {
        way.append(PathSegment([.wildcard]))
        found = try found.flatMap { try elements(of: $0) }
        if found.isEmpty { return (way + segments[index...], true) }
      }
      guard let name = segment.name else { return (way + segments[index...], true) }
      way.append(segment)
      found = try found.compactMap { value in
        document.kind(value) == .object ? try document.member(named: name, of: value).first : nil
      }
      if found.isEmpty { return (way + segments[(index + 1)...], false) }
    }
    return (way, true)
  }

  /// The first of them.
  private mutating func elements(of list: NodeID) throws -> [NodeID] {
    try document.openItems(of: list)
    var items = document.items(of: list)
    var elements: [NodeID] = []
    while elements.count < Self.mostLooked, let item = items.next(in: document) {
      elements.append(item)
    }
    return elements
  }

  private mutating func hasElement(with name: [UInt8], in list: NodeID) throws -> Bool {
    guard let first = try elements(of: list).first, document.kind(first) == .object else {
      return false
    }
    return try names(in: first).contains { $0.utf8.elementsEqual(name) }
  }

  /// The way on by a member whose name is that of several, with dots between; nil if there is none.
  private mutating func dottedName(
    in object: NodeID, _ segments: [PathSegment]
  ) throws -> [PathSegment]? {
    let names = segments.prefix { $0.name != nil }.compactMap(\.name)
    guard names.count > 1, mayCompare(document.count(of: object)) else { return nil }
    let known = try self.names(in: object).map { Array($0.utf8) }
    for count in (2...names.count).reversed() {
      let name = Array(names[..<count].joined(separator: ".".utf8))
      if known.contains(name) { return [PathSegment([.name(name)])] + segments[count...] }
    }
    return nil
  }

  private mutating func names(in object: NodeID) throws -> [String] {
    try document.openItems(of: object)
    var names: [String] = []
    var items = document.items(of: object)
    while let item = items.next(in: document) {
      names.append(String(decoding: document.key(of: item), as: UTF8.self))
    }
    return names
  }
}

extension Kind {
  fileprivate var brief: String {
    switch self {
    case .null: "null"
    case .boolean: "true or false"
    case .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  fileprivate var noun: String { self == .array ? "list" : "object" }
}

extension Condition {
  /// Whether it asks a member of its scope.
  fileprivate var asksMembers: Bool {
    condition.expression.queries.contains { $0.root == .scope && $0.segments.first?.name != nil }
  }
}
