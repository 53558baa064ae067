internal import JSONText

/// Reads the files of a rules folder: gathers what they name and everything that is wrong with
/// them.
///
/// Nothing is thrown, for one mistake must not hide the others. A function that can't go on reports
/// why, and returns nil.
package final class RuleReader {
  package private(set) var diagnostics: [Diagnostic] = []
  private var mistakes = (errors: 0, warnings: 0)
  var symbols = Symbols()
  package private(set) var files: [RuleText] = []
  /// The step or nested format that what is read belongs to.
  var owner = 0
  /// Where the rule at hand acts.
  var scopes = Scopes()
  private(set) var ruleCount = 0
  /// How many paths there are of which a rule has several.
  private(set) var pathCount = 0
  /// Whether what is read stands in no file of its own.
  let isContinuing: Bool
  /// How many rules are being read, each inside the one before.
  var level = 0
  /// The text that was asked last for its first escape: many fields may be in one.
  private var lastText = (file: -1, text: 0..<0, escape: 0)
  /// The warnings that the rule at hand, or one around it, does without.
  package var allowed: Set<Warning> = []
  /// Where rules of the step at hand keep what goes.
  var stashing = Stashing()
  /// Tables that tests may show to be for the wrong type.
  var tables: [TableNote] = []

  /// The folder that is being read, and the nested formats that rules have asked for.
  private var folder = ""
  private(set) var requests: [FormatRequest] = []
  private let functions: [(name: String, function: Migrator.Function)]
  /// The verbs that rules may name.
  let verbs: [any Verb.Type]

  static let ruleLimit = 100_000
  /// The number of places from which on the guide leads everywhere.
  private static let mostPlaces = 500_000
  /// The number of mistakes after which no more are reported.
  private static let mostMistakes = 1_000

  /// A reader for rules that may call these functions.
  package init(
    functions: [String: Migrator.Function] = [:], verbs: [any Verb.Type] = Verbs.all
  ) {
    isContinuing = false
    self.verbs = verbs
    self.functions = functions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// A reader for more rules that belong to these, in no file of their own.
  package init(continuing rules: RuleSet) {
    symbols = rules.symbols
    files = rules.files
    isContinuing = true
    verbs = Verbs.all
    functions = []
  }

  /// The number of the file that is being read.
  package var file = 0

  /// The rules that a source lists, if it can be read by itself.
  package func rules(in source: RuleSource) -> [Rule]? {
    open(source, name: source.name).flatMap { rules($0) }
  }

  /// Parses a file; what is read from now on belongs to it.
  func open(_ source: RuleSource, name: String) -> LocatedJSON? {
    file = files.count
    guard source.bytes.count <= 1 << 20 else {
      files.append(RuleText(name: name, file: source.name, bytes: []))
      report("a rule file has at most 1 MiB, and this one has \(source.bytes.count) bytes", at: nil)
      return nil
    }
    files.append(RuleText(name: name, file: source.name, bytes: source.bytes))
    do {
      let (root, duplicates) = try LocatedJSON.parse(source.bytes)
      for duplicate in duplicates where !isFull {
        report(
          "expected \(Expected.keyOnce), found \(Found.again(duplicate.key.utf8))",
          at: duplicate.second,
          further: [files[file].place(duplicate.first, label: "it stands here already")])
      }
      return root
    } catch {
      var diagnostic = Diagnostic(error, in: source.bytes, file: name)
      diagnostic.kind = .badRules
      // No flag lets rules nest deeper than documents may by themselves.
      diagnostic.help =
        error.kind == .tooDeep
        ? nil : diagnostic.help ?? Self.help(for: error, in: source.bytes)
      if error.found == Found.end || error.found == "`]`" || error.found == "`}`" {
        if let open = error.opened {
          diagnostic.relatedPlaces = [files[file].place(open..<open + 1, label: "opened here")]
        } else if error.found == Found.end {
          diagnostic.help = "a step is { \"to\": 2, \"rules\": [ … ] }"
        }
      }
      report(diagnostic)
      return nil
    }
  }

  /// What to write in a rule file in place of what is no JSON.
  private static func help(for error: JSONError, in bytes: [UInt8]) -> String? {
    if error.found.hasPrefix("a single quote") {
      return "keys and texts stand in double quotes: `\"to\"`"
    }
    if error.found == Found.end { return "what was opened has to be closed" }
    if error.found == "`#`" { return "comments begin with `//`, or stand between `/*` and `*/`" }
    if ["`“`", "`”`", "`„`"].contains(error.found) {
      return "keys and texts stand in straight double quotes: `\"to\"`"
    }
    if error.found == "`<`", bytes[error.offset...].starts(with: "<<<<<<<".utf8) {
      return "a merge has left both sides here: put what counts of both in place of them"
    }
    // So files in YAML begin.
    if let first = bytes.first(where: { $0 > 0x20 }), first == 0x2D || first | 0x20 > 0x60,
      first | 0x20 < 0x7B
    {
      return "a rule file is JSON, and begins with `{`"
    }
    if error.found.hasSuffix("without quotes") { return "keys and texts stand in double quotes" }
    if error.expected.hasPrefix("an escape") {
      return "a backslash stands twice in JSON, as in `\"\\\\d+\"`"
    }
    return nil
  }

  /// Notes a mistake.
  @inline(never)
  package func report(
    _ message: String, at range: Range<Int>?, label: String? = nil, help: String? = nil,
    further: [Diagnostic.Place] = [], notes: [String] = [],
    severity: Diagnostic.Severity = .error, word: String? = nil
  ) {
    // Where it is takes time to find out.
    let isTold = severity == .error ? !isFull : mistakes.warnings < Self.mostMistakes
    guard isTold else { return }
    var diagnostic = Diagnostic(
      .badRules, message, severity: severity, at: files[file].place(range, label: label),
      relatedPlaces: further, help: help, notes: notes)
    diagnostic.word = word
    report(diagnostic)
  }

  /// Notes a mistake that is in no single file.
  package func report(_ diagnostic: Diagnostic) {
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

  /// Says what to write to all mistakes since some number of them that have no help of their own.
  func help(_ text: @autoclosure () -> String, since first: Int) {
    for number in diagnostics.indices.dropFirst(first) { help(at: number, text) }
  }

  /// Says what to write to a mistake that has no help of its own.
  func help(at number: Int, _ text: () -> String) {
    if diagnostics[number].severity == .error, diagnostics[number].help == nil {
      diagnostics[number].help = text()
    }
  }

  /// Whether the limit of mistakes is reached, and no more are noted.
  var isFull: Bool { mistakes.errors == Self.mostMistakes }

  /// Numbers for the paths of a rule.
  func countPaths(_ count: Int) -> Range<Int> {
    pathCount += count
    return pathCount - count..<pathCount
  }

  /// Counts a rule; nil if there are too many.
  func beginRule(at range: Range<Int>) -> Void? {
    ruleCount += 1
    if ruleCount <= Self.ruleLimit { return () }
    if ruleCount == Self.ruleLimit + 1 {
      report("a rules folder has at most \(Self.ruleLimit) rules", at: range)
    }
    return nil
  }
}

// MARK: - What rules name

extension RuleReader {
  /// Notes a query; nil if the text is no path.
  ///
  /// `around` is what stands in front of it and behind it in the text that it is a part of.
  func query(
    _ text: String, at range: Range<Int>, in around: (front: String, back: String) = ("", "")
  ) -> Query? {
    path(text, at: range, in: around).map { query($0, at: range) }
  }

  /// Notes a query whose path is known.
  func query(_ path: JSONPath, at range: Range<Int>) -> Query {
    symbols.paths.append((path, around))
    for scope in scopes.places { touch(path.guidePaths(root: scopes.root, scope: scope)) }
    return Query(number: symbols.paths.count - 1, path: path, range: range)
  }

  /// Where the rule at hand asks.
  private var around: Symbols.Surroundings {
    Symbols.Surroundings(root: scopes.root, scope: scopes.places[0])
  }

  /// Notes a condition; nil if the text is none.
  func condition(_ text: String, at range: Range<Int>) -> Condition? {
    do {
      let condition = try JSONCondition(text)
      check(condition.expression, at: range)
      symbols.conditions.append((condition, around))
      touch(scopes.places(of: condition))
      return Condition(
        number: symbols.conditions.count - 1, condition: condition, range: range)
    } catch {
      let meant = Mending.condition(text)
      let ofList = meant.flatMap { Mending.ofList(text, meant: $0) }
      let asNumber = meant.flatMap { Mending.asNumber(text, error, meant: $0) }
      report(
        error, at: range, meant: meant, advice: Mending.advice(for: text, error),
        more: ofList.map { ", or of a list `\(JSON.string($0))`" }
          ?? asNumber.map { ", or as a number `\(JSON.string($0))`" } ?? "")
      return nil
    }
  }

  /// Notes a key of the objects that `parents` lead to.
  func name(
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
    var parents = isFromDocument ? [scopes.root] : scopes.places
    var result: [Name] = []
    for text in names {
      result.append(name(text, at: range, of: parents))
      parents = parents.map { $0.member(text) }
    }
    return Target(isFromDocument: isFromDocument, names: result, range: range)
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
  func path(
    _ text: String, at range: Range<Int>, in around: (front: String, back: String) = ("", "")
  ) -> JSONPath? {
    do {
      let path = try JSONPath(rule: text)
      check(path, at: range)
      check(path: path, text, at: range)
      checkFilters(of: path, at: range)
      return path
    } catch {
      report(
        error, at: range, meant: Mending.path(text).map { "\(around.front)\($0)\(around.back)" })
      return nil
    }
  }

  /// Reports what is wrong with a text in quotes, at the byte where it is wrong.
  private func report(
    _ error: PathError, at range: Range<Int>, meant: String?, advice: String? = nil,
    more: String = ""
  ) {
    report(
      "expected \(error.expected), found \(error.found)",
      at: inside(range, offset: error.offset),
      help: meant.map { "write `\(JSON.string($0))`\(more)" } ?? advice)
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
    scopes = Scopes(documentsAt: places, areKnown: false)
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
      if chain.has(version) { continue }
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
