internal import JSONText

/// Reads the files of a rules folder: gathers what they name and everything that is wrong with them.
///
/// Nothing is thrown, for one mistake must not hide the others. Who can't go on returns nil, and has
/// reported why.
final class RuleReader {
  private(set) var diagnostics: [Diagnostic] = []
  private var mistakes = (errors: 0, warnings: 0)
  private(set) var symbols = Symbols()
  private(set) var files: [RuleText] = []
  /// The step or nested format that what is read belongs to.
  var owner = 0
  /// Where the rule at hand acts: the places of `$` and of `@`, as a guide knows them.
  var root: Place = []
  var scopes: [Place] = [[]] {
    didSet {
      // Scopes in scopes are as many as all that is above multiplied; a guide is a hint.
      if scopes.count > Self.mostScopes { scopes = [[.descendants]] }
    }
  }
  /// Whether those are all the places that it can be.
  var knowsScopes = true
  /// How many rules were read, and what the verb of the rule at hand reaches.
  private(set) var ruleCount = 0
  private var reach = Reach()
  /// The text that was asked last for its first escape: many fields may be in one.
  private var lastText = (file: -1, text: 0..<0, escape: 0)
  /// Whether the rule at hand acts at all that is at the place of its scopes.
  var isScopeWhole = true
  /// The warnings that the rule at hand, or one around it, does without.
  var allowed: Set<Warning> = []

  /// The folder that is being read, and the nested formats that rules have asked for.
  private var folder = ""
  private(set) var requests: [FormatRequest] = []
  private let functions: [(name: String, function: Migrator.Function)]

  static let ruleLimit = 100_000
  /// More places than this that one rule acts in are told roughly.
  private static let mostScopes = 16
  /// More places than this no guide leads to.
  private static let mostPlaces = 500_000
  /// More mistakes than this nobody reads.
  private static let mostMistakes = 1_000

  /// A reader for rules that may call these functions.
  init(functions: [String: Migrator.Function] = [:]) {
    self.functions = functions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// A reader for more rules that belong to these, in no file of their own.
  init(continuing rules: RuleSet) {
    symbols = rules.symbols
    files = rules.files
    functions = []
  }

  /// The number of the file that is being read.
  var file = 0

  /// Parses a file; what is read from now on belongs to it.
  func open(_ source: RuleSource, name: String) -> LocatedJSON? {
    file = files.count
    guard source.bytes.count <= 1 << 20 else {
      files.append(RuleText(name: name, bytes: []))
      report("a rule file has at most 1 MiB, and this one has \(source.bytes.count) bytes", at: nil)
      return nil
    }
    files.append(RuleText(name: name, bytes: source.bytes))
    do {
      let (root, duplicates) = try LocatedJSON.parse(source.bytes)
      for duplicate in duplicates where !isFull {
        report(
          "`\(Printable.quote(duplicate.key))` stands twice in one object", at: duplicate.second,
          further: [files[file].place(duplicate.first, label: "it stands here already")])
      }
      return root
    } catch {
      var diagnostic = Diagnostic(error, in: source.bytes, file: name)
      diagnostic.kind = .badRules
      report(diagnostic)
      return nil
    }
  }

  /// Notes a mistake.
  func report(
    _ message: String, at range: Range<Int>?, label: String? = nil, help: String? = nil,
    further: [Diagnostic.Place] = [], notes: [String] = [],
    severity: Diagnostic.Severity = .error
  ) {
    // Where it is takes time to find out.
    let isTold = severity == .error ? !isFull : mistakes.warnings < Self.mostMistakes
    guard isTold else { return }
    report(
      Diagnostic(
        .badRules, message, severity: severity, at: files[file].place(range, label: label),
        furtherPlaces: further, help: help, notes: notes))
  }

  /// Notes a mistake that is in no single file.
  func report(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error {
      if isFull { return }
      mistakes.errors += 1
      diagnostics.append(diagnostic)
      if isFull {
        diagnostics.append(
          Diagnostic(.badRules, "only the first \(mistakes.errors) mistakes are told"))
      }
    } else if mistakes.warnings < Self.mostMistakes {
      mistakes.warnings += 1
      diagnostics.append(diagnostic)
    }
  }

  /// Whether no more mistakes are noted: so many already keep the rules from being used.
  var isFull: Bool { mistakes.errors == Self.mostMistakes }

  /// Counts a rule; nil if there are too many.
  func beginRule(at range: Range<Int>) -> Void? {
    ruleCount += 1
    if ruleCount <= Self.ruleLimit { return () }
    if ruleCount == Self.ruleLimit + 1 {
      report("a rules folder has at most \(Self.ruleLimit) rules", at: range)
    }
    return nil
  }

  /// What `body` reads, and what it reads by queries, which is no reach of the rule around.
  func gatheringScopes<Result>(_ body: () -> Result) -> (Result, [Reach.Source]) {
    let count = reach.sources.count
    defer { reach.sources.removeLast(reach.sources.count - count) }
    let result = body()
    return (result, Array(reach.sources[count...]))
  }

  /// What `body` reads, and what that reaches, inner rules aside.
  func gatheringReach<Result>(_ body: () -> Result) -> (Result, Reach) {
    let outer = reach
    reach = Reach()
    defer { reach = outer }
    return (body(), reach)
  }
}

// MARK: - What rules name

extension RuleReader {
  /// Notes a query; nil if the text is no path.
  func query(_ text: String, at range: Range<Int>) -> Query? {
    path(text, at: range).map { query($0, at: range) }
  }

  /// Notes a query whose path is known.
  func query(_ path: JSONPath, at range: Range<Int>) -> Query {
    let around = Symbols.Surroundings(root: root, scope: scopes[0])
    symbols.paths.append((path, around))
    var places: [Place] = []
    for scope in scopes {
      touch(path.guidePaths(root: root, scope: scope))
      places += path.places(root: root, scope: scope)
    }
    reach.places += places
    if scopes.count == 1, places.count == 1 {
      reach.sources.append(Reach.Source(place: places[0], isWhole: isWhole(path), range: range))
    }
    return Query(number: symbols.paths.count - 1, path: path, range: range)
  }

  /// Whether a path leads to all that is at a place, whatever the document.
  func isWhole(_ path: JSONPath) -> Bool {
    guard isScopeWhole || !path.isRelative else { return false }
    return path.query.segments.allSatisfy { segment in
      segment.name != nil || !segment.isDescendant && segment.selectors == [.wildcard]
    }
  }

  /// Notes a condition; nil if the text is none.
  func condition(_ text: String, at range: Range<Int>) -> Condition? {
    do {
      let condition = try JSONCondition(text)
      check(condition.expression, at: range)
      let around = Symbols.Surroundings(root: root, scope: scopes[0])
      symbols.conditions.append((condition, around))
      for scope in scopes { touch(condition.guidePaths(root: root, scope: scope)) }
      return Condition(
        number: symbols.conditions.count - 1, condition: condition, range: range)
    } catch {
      report(error, at: range)
      return nil
    }
  }

  /// Notes a key of the objects that `parents` lead to.
  func name(
    _ text: [UInt8], at range: Range<Int>, of parents: [Place]
  ) -> Name {
    reach.places += parents.map { $0.member(text) }
    return step(text, at: range, of: parents)
  }

  /// Notes a key on the way.
  private func step(
    _ text: [UInt8], at range: Range<Int>, of parents: [Place]
  ) -> Name {
    symbols.keys.append((text, parents.first ?? []))
    touch(parents.map { $0.member(text) })
    return Name(number: symbols.keys.count - 1, text: text, range: range)
  }

  /// Notes a value.
  func constant(_ located: LocatedJSON) -> Constant {
    constant(located.json, at: located.range)
  }

  /// Notes a value that a rule implies.
  func constant(_ json: JSON, at range: Range<Int>) -> Constant {
    var bytes: [UInt8] = []
    json.write(into: &bytes)
    symbols.values.append(bytes)
    return Constant(number: symbols.values.count - 1, json: json, range: range)
  }

  /// Notes a place that need not be there yet.
  func target(_ names: [[UInt8]], isFromDocument: Bool, at range: Range<Int>) -> Target {
    var parents = isFromDocument ? [root] : scopes
    var result: [Name] = []
    for text in names {
      result.append(step(text, at: range, of: parents))
      parents = parents.map { $0.member(text) }
    }
    reach.places += parents
    return Target(isFromDocument: isFromDocument, names: result, range: range)
  }

  /// The places that a query leads to, for a guide.
  func places(of query: Query) -> [Place] {
    // Last is where the query leads to, before it what its filters ask.
    scopes.compactMap { query.path.guidePaths(root: root, scope: $0).last }
  }

  /// Notes that the rule at hand takes what is at some places to others, scope by scope.
  func move(from old: [Place], to new: [Place]) {
    if old.count == new.count { reach.moves += zip(old, new).map { ($0, $1) } }
  }

  /// The places of a target, for a guide.
  func places(of target: Target) -> [Place] {
    let names = target.names.map { Place.Segment.key($0.text) }
    return scopes.map { (target.isFromDocument ? root : $0) + names }
  }

  /// Tells the guide that a rule reaches these places.
  func touch(_ places: [Place]) {
    // All places, where there are too many to tell them apart.
    let isOpen = symbols.touched.count < Self.mostPlaces
    for place in isOpen ? places : [[.descendants, .every]] {
      symbols.touched.append((place, owner))
    }
  }

  /// Parses a path; nil, and a report, if the text is none.
  func path(_ text: String, at range: Range<Int>) -> JSONPath? {
    guard let path = innerPath(text, at: range) else { return nil }
    reach.paths.append(path)
    return path
  }

  /// Parses a path into something that the rule makes, so that it leads to no place of the document.
  func innerPath(_ text: String, at range: Range<Int>) -> JSONPath? {
    do {
      let path = try JSONPath(rule: text)
      check(path, at: range)
      check(path: path, text, at: range)
      checkFilters(of: path, at: range)
      return path
    } catch {
      report(error, at: range)
      return nil
    }
  }

  /// Reports what is wrong with a text in quotes, at the byte where it is wrong.
  private func report(_ error: PathError, at range: Range<Int>) {
    report(
      "expected \(error.expected), found \(error.found)",
      at: inside(range, offset: error.offset))
  }

  /// Where the first escape of a text stands, or its end.
  private func firstEscape(in text: Range<Int>) -> Int {
    if lastText.file != file || lastText.text != text {
      let escape = files[file].bytes[text].firstIndex(of: UInt8(ascii: "\\"))
      lastText = (file, text, escape ?? text.upperBound)
    }
    return lastText.escape
  }

  /// Where a byte of a text stands in the file: exactly, if the text has no escapes before it.
  func inside(_ range: Range<Int>, offset: Int) -> Range<Int> {
    let start = range.lowerBound + 1
    let end = range.upperBound - 1
    guard start + offset <= end, end > start, start + offset <= firstEscape(in: start..<end) else {
      return range
    }
    return start + offset..<min(start + offset + 1, end)
  }
}

// MARK: - What lies outside the folder

extension RuleReader {
  /// Goes on to the files of a nested format, whose documents are at these places.
  func enter(_ folder: String, at places: [Place]) {
    self.folder = folder
    scopes = places.isEmpty ? [[]] : places
    root = scopes[0]
    knowsScopes = false
  }

  /// Notes that a rule migrates nested documents at these places.
  func request(
    format name: String, for places: [Place], at range: Range<Int>,
    to target: (version: Version, range: Range<Int>)?
  ) -> FormatRequest.Number {
    requests.append(
      FormatRequest(
        name: name, folder: folder, place: files[file].place(range), places: places,
        target: target.map { ($0.version, files[file].place($0.range)) }))
    return requests.count - 1
  }

  /// Makes sure that nested documents are brought to versions that their formats have.
  func checkTargets(of formats: [Format], _ nested: [Int]) {
    for (request, number) in zip(requests, nested) {
      guard formats.indices.contains(number), let (version, place) = request.target else {
        continue
      }
      let chain = formats[number].chain
      if chain.versions.contains(version) { continue }
      report(
        Diagnostic(
          .badRules, "version \(version) is none of the nested documents", at: place,
          help: "their steps name " + Printable.list(chain.versions.map(\.description))))
    }
  }

  func reportMissing(_ request: FormatRequest) {
    let name = Printable.quote(request.name)
    report(
      Diagnostic(
        .badRules, "there is no folder `\(name)` with the rules of a nested format",
        at: request.place,
        help: "make it in the folder of this file, with the steps of that format in it"))
  }

  func reportTooMany(_ limit: Int, at request: FormatRequest) {
    report(
      Diagnostic(
        .badRules, "a rules folder has at most \(limit) formats, nested ones too",
        at: request.place, help: "a folder may be a link to one that it is in"))
  }

  /// The function of the app that has a name; nil, and a report, if there is none.
  func function(_ name: String, at range: Range<Int>) -> Migrator.Function? {
    if let found = functions.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
      return found.function
    }
    report(
      "no function `\(Printable.quote(name))` is registered", at: range,
      help: functions.isEmpty
        ? "`call` runs Swift code of an app, which gives it to the migrator; the command has none"
        : NearestName.help(
          for: name, among: functions.map(\.name), one: "function", many: "functions"))
    return nil
  }
}
