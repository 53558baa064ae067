package import JSONText

/// Brings a value from elsewhere that is found by a key: `{ "look-up": "customerId", "among":
/// "$.customers[*]", "by": "id", "take": "name", "into": "customer" }`.
package struct LookUp: Verb {
  package static let name = "look-up"
  package static let spec = VerbSpec(
    name, "copies what is found elsewhere by the value at the path",
    takes: .path, "the value that is looked for; it stays",
    [
      Parameter(
        "among", .path, isRequired: true,
        "the elements to look through; without `by` an object, in which the value is a name"),
      Parameter("by", .target, "what equals the value in the element that is found"),
      Parameter("take", .target, "what is copied of that; without it the whole"),
      Parameter("into", .target, isRequired: true, "the member that it comes to"),
    ],
    hasTarget: true, source: "the value, and about what is found by it",
    edges: [
      "Numbers are equal by value; nothing is taken for something else: `\"4\"` finds no `4`.",
      "Null looks nothing up, and nothing is missing then. An element without the member to take is "
        + "not found.",
      "Found by several elements is a conflict.",
      "With `keep` what is there stays, and nothing happens.",
      "In a block whose rules change `among`, each scope looks through all of it again, and thousands "
        + "are `too-big`: a rule of its own behind the block, with the same `in`, does so once.",
    ],
    example:
      #"{ "look-up": "owner", "among": "people[*]", "by": "id", "take": "name", "into": "ownerName" }"#,
    before: #"{ "owner": 2, "people": [{ "id": 1, "name": "Ada" }, { "id": 2, "name": "Bo" }] }"#,
    after:
      #"{ "owner": 2, "people": [{ "id": 1, "name": "Ada" }, { "id": 2, "name": "Bo" }], "ownerName": "Bo" }"#
  )

  let query: Query
  let among: Query
  /// The names that lead from an element to what equals the value; none where it is a name itself.
  package let by: [Name]
  /// The names that lead to what is copied.
  let taken: [Name]
  let into: Target

  package init?(_ fields: inout Fields) {
    let reader = fields.reader
    let query = fields.take("look-up").flatMap { reader.query($0) }
    let among = fields.require("among", "the elements to look through").flatMap { reader.query($0) }
    let isKeyed = fields.has("by")
    let by = fields.inner("by", of: among.map { [$0] } ?? [])
    let taken = fields.inner("take", of: among.map { [$0] } ?? [])
    let into = fields.require("into", "the member that the value comes to")
      .flatMap { reader.target($0) }
    guard let query, let among, let by, let taken, let into else { return nil }
    if !isKeyed {
      // The members of the object are looked at under any name.
      reader.touch(reader.scopes.places(of: among.path).map(\.children))
    }
    self.query = query
    self.among = among
    self.by = by
    self.taken = taken
    self.into = into
  }

  package var effects: Effects {
    Effects(
      reads: [query, among].map { .init(source: .query($0), leaves: false) },
      acts: [.make(from: [0], into: [.slot(.target(into))], by: self)])
  }

  package var catalogue: (query: Query, by: [Name])? { by.isEmpty ? nil : (among, by) }

  package func find(in scope: NodeID, _ engine: inout Engine) throws {
    guard let source = try engine.findOne(query, in: scope),
      engine.document.kind(source) != .null
    else { return }
    let found = try found(for: source, in: scope, &engine)
    guard let found, let value = try engine.inner(taken, of: found) else {
      if engine.ifMissing == .fail { throw try missing(source, in: scope, found: found, &engine) }
      return
    }
    let landing = try engine.follow(into, from: scope)
    var match = Match(writing: try engine.document.text(of: value), to: landing, item: 0)
    // Values of several scopes for one place are several matches.
    match.scope = scope
    engine.matches.append(match)
  }

  private func found(
    for source: NodeID, in scope: NodeID, _ engine: inout Engine
  ) throws -> NodeID? {
    by.isEmpty
      ? try member(named: source, in: scope, &engine)
      : try element(equalTo: source, in: scope, &engine)
  }

  package func copied(in scope: NodeID, _ engine: inout Engine) throws -> NodeID? {
    guard let source = try engine.place(query, from: scope),
      let found = try found(for: source, in: scope, &engine)
    else { return nil }
    return try engine.inner(taken, of: found)
  }

  /// No element was found for a value, or one that lacks what is to be taken.
  private func missing(
    _ source: NodeID, in scope: NodeID, found element: NodeID?, _ engine: inout Engine
  ) throws -> RuleFailure {
    let words = engine.words(for: source)
    guard let element else {
      var failure = engine.missingValue("element of `\(among.short)` for \(words)", in: source)
      failure.message = "found no element of `\(among.short)` for \(words)\(engine.at(source))"
      let reason = try reason(source, in: scope, &engine)
      if let reason, reason.isAdvice || reason.warning != nil { failure.help = reason.words }
      return failure
    }
    let path = Query.short(Name.path(taken.map(\.text)))
    var failure = engine.missingValue("`\(Printable.path(path))`", in: element)
    failure.message += ", the element for \(words)"
    return failure
  }

  package func reasonForNothing(
    in scope: NodeID, _ engine: inout Engine
  ) throws -> NothingReason? {
    guard let source = try engine.place(query, from: scope), engine.document.kind(source) != .null
    else { return nil }
    return try reason(source, in: scope, &engine)
  }

  /// Why nothing is found for a value.
  private func reason(
    _ source: NodeID, in scope: NodeID, _ engine: inout Engine
  ) throws -> NothingReason? {
    let (places, reason) = try engine.placesOrReason(among, from: scope)
    guard let first = places.first else { return reason }
    let shown = among.short
    if by.isEmpty {
      guard engine.document.kind(first) == .object else { return nil }
      let name = try engine.text(of: source)
      if let member = try engine.document.member(named: name, of: first).first {
        return try engine.reason(taken, from: member, named: "`\(shown)`")
      }
      return try engine.reasonForNoMember(
        String(decoding: name, as: UTF8.self), of: first, "`\(shown)`")
    }
    if places.count == 1, engine.document.kind(first) == .array {
      return NothingReason(
        words: "`\(shown)` is a list here: `\(shown)[*]`", warning: .listPath, isMistake: true)
    }
    let key = Printable.path(Query.short(Name.path(by.map(\.text))))
    let (value, letters) = (try engine.json(of: source), engine.letters(of: source))
    var (isThere, alike): (Bool, NodeID?) = (false, nil)
    for element in places {
      guard let node = try engine.inner(by, of: element) else { continue }
      if try engine.json(of: node) == value {
        return try engine.reason(taken, from: element, named: "`\(shown)`")
      }
      isThere = true
      if engine.letters(of: node) == letters { alike = node }
    }
    let words = "no `\(shown)` has \(isThere ? "" : "a member ")`\(key)`"
    guard isThere else {
      let slip = try engine.reason(by, from: first, named: "`\(shown)`")
      return slip?.isMistake == true ? slip : NothingReason(words: words)
    }
    let other = alike.map { "; one has \(engine.words(for: $0))" } ?? ""
    return NothingReason(
      words: words + " equal to \(engine.words(for: source))" + other, isAdvice: alike != nil)
  }

  private func element(
    equalTo source: NodeID, in scope: NodeID, _ engine: inout Engine
  ) throws -> NodeID? {
    switch try engine.element(of: among, by: by, equalTo: source, in: scope) {
    case nil: return nil
    case .one(let element): return element
    case .several(let second):
      throw RuleFailure(
        .conflict, "found several elements of `\(among.short)` for \(engine.words(for: source))",
        at: second, label: "the second", help: "a filter in `among` can leave others out")
    }
  }

  private func member(
    named source: NodeID, in scope: NodeID, _ engine: inout Engine
  ) throws -> NodeID? {
    if engine.document.kind(source) == .number {
      throw engine.wrongType(source, needs: "text", help: ToObject.help(for: query.short))
    }
    let name = try engine.text(of: source)
    guard let object = try engine.findOne(among, in: scope) else { return nil }
    guard engine.document.kind(object) == .object else {
      throw engine.wrongType(
        object, needs: "an object",
        help: engine.document.kind(object) == .array
          ? "`\(among.short)[*]`, and `by`, look through the elements of a list"
          : "without `by` the value is the name of a member of what `among` leads to")
    }
    return try engine.member(engine.document.make(key: name), of: object)
  }

  package func change(_ match: Match, _ engine: inout Engine) throws {
    guard let value = match.value else { return }
    try engine.write(value, to: into, match.landing)
  }

  package var inverse: Inverse { .conditional([["drop": .string(into.path)]]) }
}

extension Engine {
  /// What is the same where a number and a text are spelled alike.
  fileprivate func letters(of node: NodeID) -> [UInt8] {
    switch document.kind(node) {
    case .string: document.string(of: node)
    case .array, .object: []
    default: document.scalarText(of: node).array
    }
  }
}

extension LookUp: ValueFunction {
  package var results: [ValueResult]? { nil }
}
