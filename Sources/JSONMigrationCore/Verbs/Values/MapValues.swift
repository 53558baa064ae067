package import JSONText

/// Puts other values in the place of known ones: `{ "map-values": "status", "table": { "open":
/// "active" } }`.
package struct MapValues: Verb {
  package static let name = "map-values"
  package static let spec = VerbSpec(
    name, "puts other values in the place of known ones",
    takes: .paths, "the values; null stays as it is unless a case says otherwise",
    [
      Parameter(
        "table", .map(of: .value, by: .text), isAlternative: true,
        "texts, each with what it becomes"),
      Parameter(
        "cases", .list(of: .record(caseKeys)), isAlternative: true, limits: caseLimits,
        "in place of `table`, in order: the first case that fits counts"),
      Parameter(
        "otherwise", .either([.word(["fail", "keep"]), .record(resultKeys)]), unsaid: "fail",
        "where no case fits; `fail` if nothing is said"),
      .ignoreCase,
    ],
    edges: [
      "Nothing is taken for something else: the text `\"4\"` and the number `4` are two values.",
      "Null stays as it is, unless a case says `{ \"is\": null }`.",
      "Bounds fit numbers only. Two of them in a case make a range.",
      "Where no case fits the document is refused as `invalid-value`, also when the type is another.",
    ],
    limits: [
      "anyOf": [["required": ["otherwise"]], ["properties": ["cases": ["minItems": 1]]]],
      "if": ["required": ["ignore-case"]],
      "then": [
        "properties": [
          "cases": [
            "contains": [
              "type": "object", "required": ["is"], "properties": ["is": ["type": "string"]],
            ]
          ]
        ]
      ],
    ],
    example: #"{ "map-values": "status", "table": { "open": "active", "shut": "closed" } }"#,
    before: #"{ "status": "open" }"#, after: #"{ "status": "active" }"#)

  private static let resultKeys = [
    Parameter("becomes", .value, isAlternative: true, "the new value"),
    Parameter("drop", .flag, isAlternative: true, "the member or element goes"),
  ]

  private static let caseKeys =
    [
      Parameter("is", .value, "the value itself; 1 and 1.0 are the same number"),
      Parameter("at-least", .number, "numbers from here on"),
      Parameter("above", .number, "numbers beyond this"),
      Parameter("at-most", .number, "numbers up to this"),
      Parameter("below", .number, "numbers before this"),
    ] + resultKeys

  /// A case has `is`, or at least one bound.
  private static let caseLimits: JSONObject = [
    "minItems": 0,
    "allOf": [
      [
        "items": [
          "oneOf": [
            ["required": ["is"]],
            [
              "anyOf": [
                ["required": ["at-least"]], ["required": ["above"]], ["required": ["at-most"]],
                ["required": ["below"]],
              ]
            ],
          ]
        ]
      ]
    ],
  ]

  package enum Result: Sendable {
    case becomes(Constant)
    case drop
    case keep
    case fail
  }

  let queries: [Query]
  package let cases: [(test: ValueTest, result: Result)]
  /// The tests of the cases.
  private let tests: [ValueTest]
  package let otherwise: Result
  /// Whether some case takes null.
  private let takesNull: Bool
  /// Where the cases stand, if there are many.
  private let table: CaseTable?
  /// The first case for each text with its letters folded, if their case doesn't count.
  package let folded: [[UInt8]: Int]?

  package init?(_ fields: inout Fields) {
    let reader = fields.reader
    let queries = fields.queries("map-values")
    let ignoresCase = fields.flag("ignore-case")
    let cases = Self.cases(&fields, of: queries, ignoringCase: ignoresCase)
    let otherwise = fields.take("otherwise").map { Self.otherwise($0, reader) } ?? .fail
    guard let queries, let cases, let otherwise else { return nil }
    if ignoresCase, !cases.contains(where: \.test.hasCases) {
      reader.report(
        "`ignore-case` says nothing here", at: fields.keyRange("ignore-case"),
        help: "it is for texts with letters, and no case of this rule is one")
    }
    self.queries = queries
    self.cases = cases
    self.otherwise = otherwise
    takesNull = cases.contains {
      if case .null = $0.test { true } else { false }
    }
    tests = cases.map(\.test)
    table = CaseTable(tests)
    folded = ignoresCase ? Self.folded(tests) : nil
  }

  private static func folded(_ tests: [ValueTest]) -> [[UInt8]: Int] {
    var folded: [[UInt8]: Int] = [:]
    for (index, test) in tests.enumerated().reversed() {
      if case .text(let text) = test { folded[FoldedText(text).bytes] = index }
    }
    return folded
  }

  /// Reports keys of a table that differ only in their case.
  private static func checkFolding(_ members: [LocatedJSON.Member], _ reader: RuleReader) {
    var seen: [[UInt8]: LocatedJSON.Member] = [:]
    for member in members {
      guard let other = seen.updateValue(member, forKey: FoldedText(Array(member.key.utf8)).bytes),
        !other.key.utf8.elementsEqual(member.key.utf8)
      else { continue }
      reader.report(
        "with `ignore-case` this key is the same as `\(Printable.quote(other.key))`",
        at: member.keyRange, help: "write one of them",
        further: [reader.files[reader.file].place(other.keyRange, label: "the other one")])
    }
  }

  private static func cases(
    _ fields: inout Fields, of queries: [Query]?, ignoringCase: Bool
  ) -> [(test: ValueTest, result: Result)]? {
    let reader = fields.reader
    if fields.has("table"), fields.has("cases") {
      reader.report("a rule has either `table` or `cases`", at: fields.keyRange("cases"))
    }
    if let value = fields.take("table") {
      let what = "an object of texts, each with what it becomes"
      if case .array = value.value {
        reader.reportType(value, expected: what, help: "write `cases`, which takes a list")
        return nil
      }
      let members = fields.pairs("table", what)
      if ignoringCase { checkFolding(members ?? [], reader) }
      reader.note(table: members ?? [], of: queries ?? [], at: fields.keyRange("map-values"))
      return members?.map {
        (.text(Array($0.key.utf8)), .becomes(reader.constant($0.value)))
      }
    }
    if !fields.has("cases"), case .object? = fields.misspelled("table")?.value,
      fields.reportsMisspelling(of: "table", "texts, each with what it becomes")
    {
      return nil
    }
    guard let value = fields.require("cases", "what becomes of which value, or a `table` of texts")
    else { return nil }
    if case .object = value.value {
      let help = "write `table`, which takes an object of texts"
      reader.reportType(value, expected: "a list of cases", help: help)
      return nil
    }
    guard let elements = reader.list(value, "a list of cases") else { return nil }
    if elements.isEmpty, !fields.has("otherwise") {
      reader.report("the list of cases is empty", at: value.range)
    }
    let cases: [(test: ValueTest, result: Result)]? = reader.whole(elements) { element in
      guard var fields = Fields(element, "a case, which is an object", reader, caseKeys)
      else { return nil }
      let test = reader.valueTest(&fields)
      let result = result(&fields)
      fields.finish(caseKeys.map(\.name), of: "a case")
      guard let test, let result else { return nil }
      return (test, result)
    }
    guard let cases else { return nil }
    reader.check(
      zip(cases, elements).map { ($0.test, $1.range) }, isOpen: fields.has("otherwise"),
      ignoringCase: ignoringCase)
    return cases
  }

  private static func result(_ fields: inout Fields) -> Result? {
    let value = fields.constant("becomes")
    let isDropped = fields.flag("drop")
    switch (value, isDropped) {
    case (let value?, false): return .becomes(value)
    case (nil, true): return .drop
    default:
      if !fields.misspells(["becomes", "drop"]) {
        fields.reader.report("this has to have either `becomes` or `drop`", at: fields.range)
      }
      return nil
    }
  }

  private static func otherwise(_ value: LocatedJSON, _ reader: RuleReader) -> Result? {
    if case .object = value.value {
      guard var fields = Fields(value, "an object", reader, resultKeys) else { return nil }
      let result = result(&fields)
      fields.finish(resultKeys.map(\.name), of: "`otherwise`")
      return result
    }
    return reader.word(
      value, ["fail": .fail, "keep": .keep], or: #"{ "becomes": … }"#, #"{ "drop": true }"#)
  }

  package var effects: Effects { Effects(changing: queries, by: self) }

  package func find(in scope: NodeID, _ engine: inout Engine) throws {
    let start = engine.matches.count
    try engine.find(queries, in: scope)
    var kept = start
    var uncovered: NodeID?
    for index in start..<engine.matches.count {
      var match = engine.matches[index]
      if !takesNull, engine.document.kind(match.node) == .null { continue }
      match.index = try self.index(for: match.node, &engine) ?? cases.count
      if match.index == cases.count {
        try engine.noteUncovered(match.node)
        switch otherwise {
        case .keep: continue
        case .fail:
          // A survey counts all values that no case fits; a migration stops at the first.
          if engine.activity == nil { throw noCase(for: match.node, engine) }
          uncovered = uncovered ?? match.node
          continue
        case .becomes, .drop: break
        }
      }
      engine.matches[kept] = match
      kept += 1
    }
    if let uncovered { throw noCase(for: uncovered, engine) }
    engine.matches.removeLast(engine.matches.count - kept)
  }

  package func reasonForNothing(
    in scope: NodeID, _ engine: inout Engine
  ) throws -> NothingReason? {
    for query in queries {
      var places: [NodeID] = []
      try engine.add(placesOfQuery: query.number, from: scope, to: &places)
      if !places.isEmpty { return NothingReason(words: "no value has a case") }
    }
    return nil
  }

  private func noCase(for node: NodeID, _ engine: borrowing Engine) -> RuleFailure {
    engine.invalidValue(
      node, "has no case for \(engine.words(for: node))", help: help(forNoCase: node, engine))
  }

  private func help(forNoCase node: NodeID, _ engine: borrowing Engine) -> String {
    let text = engine.document.scalarText(of: node).array
    switch engine.document.kind(node) {
    case .array where queries.count == 1 && !cases.contains { $0.test.json?.array != nil }:
      return "`\(queries[0].short)[*]` is each of its elements; for the list itself add a case"
    case .string where folded == nil:
      if hasOtherLetters(engine.document.string(of: node)) {
        return "there is a case for it in other letters: `\"ignore-case\": true` takes both"
      }
    case .string, .array: break
    // A table is for text: `true` in it is the text `"true"`.
    default:
      guard cases.contains(where: { if case .text(text) = $0.test { true } else { false } }) else {
        break
      }
      return "`table` is for text, and so is this key of it; for the value itself write "
        + "`\"cases\": [{ \"is\": \(Printable.quote(text)), \"becomes\": … }]`"
    }
    return "add a case for it, or say what happens with `otherwise`"
  }

  /// Whether a case differs from a text in its letters' case alone; asked for each value without
  /// one, of which there may be many.
  private func hasOtherLetters(_ text: [UInt8]) -> Bool {
    func mayFold(_ one: UInt8?, _ other: UInt8?) -> Bool {
      guard let one, let other, one < 0x80, other < 0x80 else { return true }
      return one | 0x20 == other | 0x20
    }
    let folded = FoldedText(text).bytes
    return tests.contains { test in
      guard case .text(let own) = test, mayFold(own.first, text.first),
        mayFold(own.last, text.last)
      else { return false }
      return FoldedText(own).bytes == folded
    }
  }

  /// The number of the first case that fits a value.
  private func index(for node: NodeID, _ engine: inout Engine) throws -> Int? {
    if let folded, engine.document.kind(node) == .string {
      let text = engine.document.string(of: node)
      try engine.document.charge(text.count)
      return folded[FoldedText(text).bytes]
    }
    if let table { return try table.index(for: node, &engine) }
    // Not the cases themselves: a pair is copied by looking up what is in it.
    for index in tests.indices where try engine.fits(node, tests[index]) { return index }
    return nil
  }

  package func change(_ match: Match, _ engine: inout Engine) throws {
    switch match.index < cases.count ? cases[match.index].result : otherwise {
    case .becomes(let value):
      engine.document.replaceValue(of: match.node, with: engine.value(value))
    case .drop: try engine.drop(match.node)
    case .keep, .fail: break
    }
  }

  /// One value for one, and nothing else: then each comes back.
  package var inverse: Inverse {
    if folded != nil { return .lossy("which letters were capital is not known") }
    guard case .fail = otherwise else { return .lossy("`otherwise` takes other values too") }
    var back: [JSON] = []
    var results: Set<JSON> = []
    for (test, result) in cases {
      guard case .becomes(let value) = result else { return .lossy("what is dropped is gone") }
      guard let old = test.json else { return .lossy("a range of numbers becomes one value") }
      guard results.insert(value.json).inserted else {
        return .lossy("two values become \(value.json)")
      }
      if value.json.isNull, !old.isNull { return .lossy("a value becomes null") }
      back.append(["is": value.json, "becomes": old])
    }
    let paths = JSON.array(queries.map(\.json))
    return .exact([["map-values": paths, "cases": .array(back)]])
  }
}

extension MapValues: ValueFunction {
  package var results: [ValueResult]? {
    (cases.map(\.result) + [otherwise]).compactMap {
      switch $0 {
      case .becomes(let value): .constant(value)
      case .drop: .removed
      case .keep, .fail: nil
      }
    }
  }

  package var wordsForNull: String? {
    if cases.contains(where: { $0.test.json?.isNull == true }) { return nil }
    return "{ \"is\": null, \"becomes\": … }"
  }

  package func flat(_ symbols: Symbols) -> FlatFunction? {
    if folded != nil { return nil }
    var known: [(value: [UInt8], result: [UInt8])] = []
    var ranges: [FlatRange] = []
    for (test, result) in cases {
      let becomes: [UInt8]
      switch result {
      case .becomes(let constant): becomes = symbols.text(of: constant)
      case .drop: becomes = []
      case .keep, .fail: return nil
      }
      if case .bounds(let bounds) = test {
        ranges.append(FlatRange(bounds.comparisons, becomes: FlatValue(becomes)))
        continue
      }
      guard let value = test.json else { return nil }
      var text: [UInt8] = []
      value.write(into: &text)
      known.append((text, becomes))
    }
    let others: FlatTable.Otherwise
    switch otherwise {
    case .keep: others = .keep
    case .fail: others = .notMine
    case .becomes(let constant): others = .becomes(FlatValue(symbols.text(of: constant)))
    case .drop: others = .becomes(FlatValue([]))
    }
    return FlatTable(known, ranges: ranges, otherwise: others).map { .table($0) }
  }
}

extension Bounds {
  /// How a number has to be to others to be between these.
  fileprivate var comparisons: [(comparison: PathComparison, number: [UInt8])] {
    let all: [(PathComparison, JSONNumber?)] = [
      (.greaterOrEqual, atLeast), (.greater, above), (.lessOrEqual, atMost), (.less, below),
    ]
    return all.compactMap { comparison, number in
      number.map { (comparison, Array($0.text.utf8)) }
    }
  }
}
