package import JSONText

/// Makes one text of several: `{ "join": ["firstName", "lastName"], "with": " ", "into": "name" }`.
package struct Join: Verb {
  package static let name = "join"
  package static let spec = VerbSpec(
    name, "makes one text of several, or of an array of texts in its place",
    takes: .paths, "the parts, which go; or without `into` the array",
    [
      Parameter("with", .text, isRequired: true, "what stands between the parts"),
      Parameter("into", .target, "the member that the text becomes"),
    ],
    hasTarget: true,
    source: "any of the parts", target: "`into`, unless it is one of the parts",
    edges: [
      "If one of the parts is missing nothing happens.",
      "Parts and elements have to be text; anything else, null too, is a wrong type.",
      "Without `into` null stays as it is, and an empty array becomes empty text.",
      "The text stands where the first of the parts stood, if that was in the same object; if `into` is "
        + "one of the parts, where that stood.",
    ],
    limits: [
      "if": ["properties": ["join": ["type": "array"]]], "then": ["required": ["into"]],
    ],
    example: #"{ "join": ["firstName", "lastName"], "with": " ", "into": "name" }"#,
    before: #"{ "firstName": "Ada", "lastName": "Lovelace" }"#,
    after: #"{ "name": "Ada Lovelace" }"#)

  let queries: [Query]
  let separator: [UInt8]
  /// Nil for arrays in their place.
  let target: Target?
  /// Whether several scopes may take the same text to different places.
  private let sharesSources: Bool

  package init?(_ fields: inout Fields) {
    let reader = fields.reader
    let source = fields.take("join")
    let queries = source.flatMap { reader.queries($0) }
    let with = fields.require("with", "what stands between the parts").flatMap { reader.text($0) }
    let into = fields.take("into")
    target = into.flatMap { reader.target($0) }
    guard let source, let queries, let with, (into == nil) == (target == nil) else { return nil }
    if case .array = source.value, target == nil {
      if fields.reportsMisspelling(of: "into", "what the parts become") { return nil }
      reader.report(
        "parts need a name for what they become: `into`", at: source.range,
        help: "to join an array of texts in its place, write its path alone")
    }
    self.queries = queries
    separator = Array(with.utf8)
    let areOwn = queries.map(\.path.isRelative)
    let isShared =
      areOwn.contains(false) && (areOwn.contains(true) || target?.isFromDocument == false)
    // Where all parts are as deep as each other, scopes inside each other have other ones.
    let segments = queries.map(\.path.query.segments)
    sharesSources =
      isShared || Set(segments.map(\.count)).count > 1
      || segments.joined().contains(where: \.isDescendant)
  }

  package var effects: Effects {
    guard let target else { return Effects(changing: queries, by: self) }
    return Effects(making: target, of: queries, by: self)
  }

  package func find(in scope: NodeID, _ engine: inout Engine) throws {
    guard let target else { return try engine.find(queries, in: scope) }
    var sources: [NodeID] = []
    for query in queries {
      guard let source = try findPart(query, in: scope, &engine) else { return }
      sources.append(source)
    }
    let landing = try engine.follow(target, from: scope)
    if sharesSources { _ = try engine.gather(sources) }
    let text = try joined(sources, &engine)
    // First the text, where the sources still tell its place; then they go.
    let heir: NodeID
    if let member = landing.member, sources.contains(member) {
      engine.matches.append(Match(node: member, value: text))
      heir = member
    } else {
      var match = Match(writing: text, to: landing, item: 0)
      heir = try engine.first(of: sources, in: landing.parent) ?? sources[0]
      match.other = heir
      // Texts of several scopes are several matches, and `if-exists` says what becomes of them.
      match.scope = queries.contains { $0.path.isRelative } ? scope : sources[0]
      engine.matches.append(match)
    }
    for source in sources where source != landing.member {
      engine.matches.append(Match(node: source, item: 1))
      if source != heir { engine.document.leave(source, to: heir) }
    }
  }

  private func findPart(
    _ query: Query, in scope: NodeID, _ engine: inout Engine
  ) throws -> NodeID? {
    do {
      return try engine.findOne(query, in: scope)
    } catch var failure as RuleFailure where failure.kind == .conflict {
      if query.path.query.segments.last?.name == nil { failure.help = Self.listHelp }
      throw failure
    }
  }

  private static let listHelp =
    "the elements of a list are joined without `into`, by the path of the list alone: they become "
    + "text where it stands; `rename` gives it another name"

  private func joined(_ sources: [NodeID], _ engine: inout Engine) throws -> ValueText {
    try engine.document.charge(bytes: sources.count * separator.count)
    let parts = try sources.map { try part($0, &engine) }
    try engine.document.limitText(
      to: parts.reduce(0) { $0 + $1.count } + sources.count * separator.count)
    var text: [UInt8] = []
    text.reserveCapacity(parts.reduce(separator.count * parts.count) { $0 + $1.count })
    for (index, part) in parts.enumerated() {
      if index > 0 { text += separator }
      text += part
    }
    return engine.document.make(string: text)
  }

  /// A part, which has to be text; what is as good as text can be made so.
  private func part(_ source: NodeID, _ engine: inout Engine) throws -> [UInt8] {
    let help: String
    switch engine.document.kind(source) {
    case .number, .boolean:
      help =
        "`convert` with `\"to\": \"string\"` makes text of it first"
        + (target == nil ? "" : "; `compose` takes it as it is")
    case .array where target != nil: help = Self.listHelp
    default: return try engine.text(of: source)
    }
    throw engine.wrongType(source, needs: "text", help: help)
  }

  package func change(_ match: Match, _ engine: inout Engine) throws {
    guard let target else { return try joinArray(match.node, &engine) }
    guard let text = match.value else { return try engine.drop(match.node) }
    guard match.changesMembers else {
      return engine.document.replaceValue(of: match.node, with: text)
    }
    let landing = Landing(parent: match.node, first: match.index)
    guard let source = match.other, engine.document.parent(of: source) == match.node,
      match.index >= target.names.count - 1, let name = target.names.last
    else {
      let member = try engine.write(text, to: target, landing)
      if let source = match.other, let member { engine.document.leave(source, to: member) }
      return
    }
    switch try engine.room(under: engine.key(name), in: match.node) {
    case .free:
      let member = engine.document.insert(
        text, key: engine.key(name), in: match.node,
        after: engine.document.previousItem(before: source))
      engine.document.leave(source, to: member)
    case .taken(let there):
      engine.document.replaceValue(of: there, with: text)
      engine.document.leave(source, to: there)
    case .none: break
    }
  }

  private func joinArray(_ node: NodeID, _ engine: inout Engine) throws {
    switch engine.document.kind(node) {
    case .null: return
    case .array: break
    default: throw engine.wrongType(node, needs: "an array of texts")
    }
    try engine.document.openItems(of: node)
    var parts: [NodeID] = []
    var items = engine.document.items(of: node)
    while let item = items.next(in: engine.document) {
      parts.append(item)
    }
    do {
      engine.document.replaceValue(of: node, with: try joined(parts, &engine))
      for part in parts { engine.document.leave(part, to: node) }
      engine.document.leave(node, to: node)
    } catch var failure as RuleFailure {
      // The scope can't be asked for the types of the elements.
      failure.neededType = nil
      throw failure
    }
  }

  package var inverse: Inverse {
    if separator.isEmpty { return .lossy("where one part ends is not known") }
    let by = JSON.string(String(decoding: separator, as: UTF8.self))
    guard let target else {
      // The empty text may come of no part, or of one that is empty.
      return .conditional(
        queries.flatMap { query -> [JSON] in
          let isClear = (["@ != ''"] + clear("@")).joined(separator: " && ")
          return [
            ["in": query.json, "require": .string(isClear)], ["split": query.json, "by": by],
          ]
        })
    }
    var names: [JSON] = []
    var parents: Set<JSONPath> = []
    for query in queries {
      guard let slot = query.path.slot else { return .lossy("the old places are not known") }
      names.append(.string(String(decoding: slot.name, as: UTF8.self)))
      parents.insert(slot.parent)
    }
    guard parents.count == 1, let parent = parents.first, parent.description == target.parentPath
    else { return .lossy("the parts were in other objects") }
    return .conditional(
      clear(target.path).map { ["require": .string($0)] }
        + [["split": .string(target.path), "by": by, "into": .array(names), "rest": "fail"]])
  }

  /// What has to hold of a joined text, so that it can be told where the separator stands: two that
  /// lie over each other, as in `a---b`, are one behind a part or one in front of it.
  private func clear(_ path: String) -> [String] {
    let text = Array(String(decoding: separator, as: UTF8.self).unicodeScalars)
    let overlaps = (1..<max(1, text.count)).compactMap { length -> String? in
      guard text.suffix(length).elementsEqual(text.prefix(length)) else { return nil }
      return (text + text.dropFirst(length))
        .map { "()*+.?[\\]{|}^$".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }
    if overlaps.isEmpty { return [] }
    let pattern = Array(overlaps.joined(separator: "|").utf8)
    return ["!search(\(path), \(PathText.quoted(pattern)))"]
  }
}

extension Target {
  /// The path to the object that it is a member of.
  fileprivate var parentPath: String {
    let segments = names.dropLast().map { PathSegment([.name($0.text)]) }
    let query = PathQuery(root: isFromDocument ? .document : .scope, segments: Array(segments))
    return JSONPath(query: query).description
  }
}

extension Join: ValueFunction {
  package var results: [ValueResult]? { [.like("", isAny: true)] }

  package func flat(_ symbols: Symbols) -> FlatFunction? {
    FlatGlue(separator).map { .glue($0) }
  }
}
