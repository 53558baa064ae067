package import JSONText

/// Takes text apart: `{ "split": "name", "by": " ", "into": ["firstName", "lastName"] }`.
package struct Split: Verb {
  package static let name = "split"
  package static let spec = VerbSpec(
    name, "takes text apart: into members beside it, or into an array in its place",
    takes: .paths, "the texts",
    [
      Parameter(
        "by", .text, isAlternative: true, limits: ["minLength": 1], "what stands between the parts"),
      Parameter(
        "pattern", .pattern, isAlternative: true,
        "in place of `by`: has to fit the whole text; its groups count"),
      Parameter("into", .names, "the names of the parts; without it they become an array"),
      Parameter(
        "rest", .word(["keep", "fail"]), unsaid: "keep", needs: ["into"],
        "whether the last part may hold what is too many"),
      Parameter(
        "if-short",
        .either([
          .word(["fail", "leave-out"]),
          .record([Parameter("becomes", .value, isRequired: true, "the value of a missing part")]),
        ]), unsaid: "fail",
        "where there are too few parts; where the pattern doesn't fit, all of them are missing"),
      Parameter("trim", .flag, "whether white space around the parts goes"),
      .ignoreCase,
    ],
    hasTarget: true, target: "a new name, unless it is the source itself",
    edges: [
      "The parts stand where the text stood.",
      "All texts are read first: what is written to the place of another one is not taken apart.",
      "What is too many stays in the last part, unless `rest` says `fail`.",
      "With `leave-out` the parts that are there are made, and where the pattern doesn't fit, none is: "
        + "the text goes all the same, unless a filter or `when` with `match` passes over it.",
      "An empty text has one part, which is empty.",
      "Null stays as it is; anything else that is no text is a wrong type.",
    ],
    limits: [
      "if": ["required": ["into"]], "then": true,
      "else": [
        "properties": ["if-exists": false],
        "anyOf": [["required": ["pattern"]], ["properties": ["if-short": false]]],
      ],
    ],
    example: #"{ "split": "name", "by": " ", "into": ["firstName", "lastName"] }"#,
    before: #"{ "name": "Ada Lovelace" }"#,
    after: #"{ "firstName": "Ada", "lastName": "Lovelace" }"#)

  package enum Separator: Sendable {
    case text([UInt8])
    case anyCase(TextFinder)
    case pattern(Pattern)
  }

  package enum Short: Sendable {
    case fail
    case leaveOut
    case becomes(Constant)
  }

  let queries: [Query]
  package let separator: Separator
  package let names: [Name]?
  package let takesRest: Bool
  package let short: Short
  let isTrimmed: Bool

  package init?(_ fields: inout Fields) {
    let reader = fields.reader
    let queries = fields.queries("split")
    let separator = Self.separator(&fields)
    let parents = queries?.flatMap { reader.scopes.places(of: $0.path) }.map(\.parent)
    let isNamed = fields.has("into")
    let names = fields.take("into").flatMap {
      reader.names($0, "a list of names for the parts", of: parents ?? [])
    }
    // An array takes all parts that there are, and only a pattern may fit none of them.
    takesRest = isNamed ? fields.word("rest", ["keep": true, "fail": false]) ?? true : true
    let mayBeShort = isNamed || fields.has("pattern")
    let short =
      mayBeShort ? fields.take("if-short").map { Self.short($0, reader) } ?? .fail : .fail
    if !isNamed, fields.has("if-exists") {
      reader.report(
        "`if-exists` says nothing here", at: fields.keyRange("if-exists"),
        help: "leave it out: without `into` the parts stay where the text is, as a list")
    }
    isTrimmed = fields.flag("trim")
    guard let queries, let separator, let short, isNamed == (names != nil) else { return nil }
    if case .pattern(let pattern) = separator {
      Self.check(pattern.groupCount, for: names?.count, at: fields.keyRange("pattern"), reader)
    }
    self.queries = queries
    self.separator = separator
    self.names = names
    self.short = short
  }

  /// A part is what a group fits.
  private static func check(
    _ groups: Int, for names: Int?, at range: Range<Int>, _ reader: RuleReader
  ) {
    if let names, names != groups {
      let (group, name) = (groups == 1 ? "group" : "groups", names == 1 ? "name" : "names")
      reader.report(
        "the pattern has \(groups) \(group) for \(names) \(name)", at: range,
        help: "each name of `into` takes what one pair of parentheses fits, in their order")
    } else if groups == 0 {
      reader.report(
        "the pattern has no group, so nothing would be left of the text", at: range,
        help: "put what becomes a part into parentheses, such as `([0-9]+)-([0-9]+)`")
    }
  }

  private static func separator(_ fields: inout Fields) -> Separator? {
    let reader = fields.reader
    if fields.has("by"), fields.has("pattern") {
      reader.report("a rule has either `by` or `pattern`", at: fields.keyRange("pattern"))
    }
    let ignoresCase = fields.flag("ignore-case")
    if let value = fields.take("pattern") {
      return reader.pattern(value, ignoringCase: ignoresCase).map { .pattern($0) }
    }
    let pattern = "what the text looks like, with a group for each part"
    if !fields.has("by"), fields.reportsMisspelling(of: "pattern", pattern) { return nil }
    guard let value = fields.require("by", "what stands between the parts, or a `pattern`"),
      let text = reader.text(value)
    else { return nil }
    if text.isEmpty { reader.report("no text can be split by nothing", at: value.range) }
    if text.isEmpty { return nil }
    let bytes = Array(text.utf8)
    return ignoresCase ? .anyCase(TextFinder(bytes, ignoresCase: true)) : .text(bytes)
  }

  private static func short(_ value: LocatedJSON, _ reader: RuleReader) -> Short? {
    guard case .object = value.value else {
      return reader.word(
        value, ["fail": .fail, "leave-out": .leaveOut], or: #"{ "becomes": … }"#)
    }
    guard var fields = Fields(value, "an object", reader) else { return nil }
    let constant = fields.require("becomes", "the value of a missing part")
      .map { reader.constant($0) }
    fields.finish(["becomes"], of: "`if-short`")
    return constant.map { .becomes($0) }
  }

  package var inverse: Inverse {
    guard case .text(let separator) = separator else {
      return .lossy("what stood between the parts is not known")
    }
    guard case .fail = short else { return .lossy("what was missing is not known") }
    if isTrimmed { return .lossy("the white space is gone") }
    let with = JSON.string(String(decoding: separator, as: UTF8.self))
    guard let names else {
      if queries.mayCoincide {
        return .conditional([["in": .array(queries.map(\.json)), "join": "@", "with": with]])
      }
      return .conditional(queries.map { ["join": $0.json, "with": with] })
    }
    var rules: [JSON] = []
    for query in queries.reversed() {
      guard let slot = query.path.slot else { return .lossy("the old names are not known") }
      rules.append([
        "in": .string(slot.parent.description), "join": .array(names.map(\.pathJSON)),
        "with": with, "into": .string(Name.path(slot.name)),
      ])
    }
    return .conditional(rules)
  }

  package var effects: Effects {
    guard let names else { return Effects(changing: queries, by: self) }
    var effects = Effects()
    for (number, query) in queries.enumerated() {
      effects.reads.append(.init(source: .query(query), leaves: true))
      effects.acts.append(
        .make(from: [number], into: names.map { .beside(number, $0) }, by: self))
    }
    return effects
  }

  package func find(in scope: NodeID, _ engine: inout Engine) throws {
    let start = engine.matches.count
    try engine.find(queries, in: scope)
    guard let names else { return }
    for index in start..<engine.matches.count {
      let node = engine.matches[index].node
      guard engine.isMember(node) else { continue }
      let key = engine.document.key(of: node)
      guard let own = names.firstIndex(where: { $0.text == key }) else { continue }
      // A part of another source may come here before it is the turn of this one.
      if engine.document.kind(node) == .null {
        engine.matches[index].stays = true
        continue
      }
      let text = try engine.text(of: node)
      engine.matches[index].value = engine.document.make(string: text)
      engine.matches[index].stays = try parts(of: text, at: node, &engine)[own] != nil
    }
  }

  package func change(_ match: Match, _ engine: inout Engine) throws {
    let isNull = engine.document.kind(match.node) == .null
    if match.value == nil, match.stays || isNull { return }
    let text: [UInt8]
    if let value = match.value, case .string(let read) = try engine.json(value, at: match.node) {
      text = Array(read.utf8)
    } else {
      text = try engine.text(of: match.node)
    }
    let parts = try parts(of: text, at: match.node, &engine)
    if let names {
      try write(parts, names, besides: match.node, &engine)
    } else {
      let array = engine.document.make(arrayOf: parts.compactMap { $0 })
      engine.document.replaceValue(of: match.node, with: array)
    }
  }

  /// The parts as values; nil for one that is left out.
  private func parts(
    of text: [UInt8], at node: NodeID, _ engine: inout Engine
  ) throws -> [ValueText?] {
    let places = try places(in: text, &engine)
    let count = names?.count ?? places.count
    if places.count > count {
      throw engine.invalidValue(
        node, "found \(places.count) parts for \(count) names",
        help: "without `\"rest\": \"fail\"` what is too many stays in the last part")
    }
    return try (0..<count).map { index in
      if index < places.count, let place = places[index] {
        let part = Array(text[place])
        return engine.document.make(string: isTrimmed ? part.trimmed : part)
      }
      switch short {
      case .leaveOut: return nil
      case .becomes(let value): return engine.value(value)
      case .fail:
        let found = places.count { $0 != nil }
        throw engine.invalidValue(
          node,
          found == 0
            ? "found text that the pattern doesn't fit" : "found \(found) of \(count) parts",
          help: "`if-short` says what becomes of the parts that are missing")
      }
    }
  }

  /// Where the parts are; nil for one that a pattern doesn't find.
  private func places(in text: [UInt8], _ engine: inout Engine) throws -> [Range<Int>?] {
    // One more than may be tells that there are too many, and takes no memory for all.
    let left = min(max(engine.document.work, 0), .max - 2)
    let most = min(takesRest ? names?.count ?? .max : .max, left + 2)
    let parts: [Range<Int>]
    switch separator {
    case .text(let separator): parts = text.parts(splitBy: separator, atMost: most)
    case .anyCase(let separator):
      try engine.document.charge(text.count)
      parts = separator.parts(of: text, atMost: most)
    case .pattern(let pattern):
      try engine.document.charge(pattern.work(forTextOf: text.count))
      return pattern.wholeMatch(of: text)?.groups
        ?? Array(repeating: nil, count: pattern.groupCount)
    }
    try engine.document.charge(parts.count)
    // Mapped, since the compiler would have each one cast at run time.
    return parts.map(Optional.some)
  }

  /// Writes the parts where the source stands, which goes unless a part has its name.
  private func write(
    _ parts: [ValueText?], _ names: [Name], besides node: NodeID, _ engine: inout Engine
  ) throws {
    guard engine.isMember(node), let parent = engine.document.parent(of: node) else {
      throw engine.wrongType(
        node, needs: "the member of an object",
        help: "without `into` each text becomes a list of its parts, where it stands")
    }
    let own = engine.document.key(of: node)
    // The source, once it is one of the parts, and what came behind it.
    var last: NodeID?
    for (name, part) in zip(names, parts) {
      guard let part else { continue }
      if name.text == own {
        engine.document.replaceValue(of: node, with: part)
        last = node
        continue
      }
      switch try engine.room(under: engine.key(name), in: parent, for: node) {
      case .free:
        let member = engine.document.insert(
          part, key: engine.key(name), in: parent,
          after: last ?? engine.document.previousItem(before: node))
        engine.document.leave(node, to: member)
        if last != nil { last = member }
      case .taken(let there):
        engine.document.replaceValue(of: there, with: part)
        engine.document.leave(node, to: there)
      case .none: break
      }
    }
    if last == nil { engine.document.remove(node) }
  }
}

extension Split: ValueFunction {
  package var results: [ValueResult]? {
    if names == nil { return [.like([""], isAny: true)] }
    if case .becomes(let value) = short { return [.like("", isAny: true), .constant(value)] }
    return [.like("", isAny: true)]
  }

  package func flat(_ symbols: Symbols) -> FlatFunction? {
    guard case .fail = short else { return nil }
    if names == nil { return .list(FlatDivision { parts(of: $0) }) }
    if isTrimmed { return nil }
    switch separator {
    case .text(let separator):
      return FlatSeparator(separator, takesRest: takesRest).map { .separator($0) }
    case .anyCase: return nil
    case .pattern(let pattern): return .division(FlatDivision { pattern.parts(of: $0) })
    }
  }
}

extension Split {
  /// All parts that there are; nil where that would take much, or is for the tree to say.
  private func parts(of text: [UInt8]) -> [[UInt8]]? {
    let parts: [[UInt8]]
    switch separator {
    case .text(let separator): parts = text.parts(splitBy: separator).map { Array(text[$0]) }
    case .anyCase: return nil
    case .pattern(let pattern):
      guard let found = pattern.parts(of: text) else { return nil }
      parts = found
    }
    return isTrimmed ? parts.map(\.trimmed) : parts
  }
}

extension Pattern {
  /// What its groups fit; nil where one takes no part, or that would take much.
  fileprivate func parts(of text: [UInt8]) -> [[UInt8]]? {
    if work(forTextOf: text.count) > ShortTextBudget().work { return nil }
    guard let match = wholeMatch(of: text) else { return nil }
    var parts: [[UInt8]] = []
    for group in match.groups {
      guard let group else { return nil }
      parts.append(Array(text[group]))
    }
    return parts
  }
}
