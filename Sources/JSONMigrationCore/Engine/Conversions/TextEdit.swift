internal import JSONText

/// One of the things that `text` does; one word, as it is handed on for each text.
indirect enum TextEdit: Sendable {
  case trim, lowercase, uppercase, capitalize
  case prefix([UInt8])
  case suffix([UInt8])
  case replace(TextFinder, with: [UInt8], times: Int)
  case pattern(Pattern, with: PatternTemplate, times: Int)

  static let words: KeyValuePairs<String, TextEdit> = [
    "trim": .trim, "lowercase": .lowercase, "uppercase": .uppercase, "capitalize": .capitalize,
  ]

  static let keys = [
    Parameter("prefix", .text, isAlternative: true, "text to put in front"),
    Parameter("suffix", .text, isAlternative: true, "text to put behind"),
    Parameter(
      "replace", .text, isAlternative: true, needs: ["with"], limits: ["minLength": 1],
      "text to replace wherever it stands"),
    Parameter(
      "pattern", .pattern, isAlternative: true, needs: ["with"],
      "a pattern to replace wherever it is found"),
    Parameter("with", .text, "what comes in its place; `$1` to `$9` are groups of the pattern"),
    Parameter(
      "times", .number, limits: ["type": "integer", "minimum": 1],
      "how many are replaced, from the left; all if nothing is said"),
  ]

  /// What is put in front or behind comes in the place of nothing.
  static let limits: JSONObject = [
    "allOf": [
      [
        "items": [
          "if": [
            "type": "object", "anyOf": [["required": ["prefix"]], ["required": ["suffix"]]],
          ],
          "then": ["properties": ["with": false, "times": false]],
        ]
      ]
    ]
  ]
}

/// What changes of text may take: a document's own limits, or the little that is no document's to
/// count.
protocol TextBudget: ~Copyable {
  /// Node visits that are left.
  var work: Int { get set }
  /// How long a text may be.
  var outputLimit: Int { get }

  mutating func charge(_ visits: Int) throws
  mutating func charge(bytes count: Int) throws
  func limitText(to count: Int) throws
  func limitParts(to count: Int) throws
}

extension Document: TextBudget {
  func limitParts(to count: Int) throws {}
}

/// For short texts, where nothing is counted; what takes more has to be charged for.
struct ShortTextBudget: TextBudget {
  private struct Exceeded: Error {}

  var work = 10_000
  let outputLimit = 1 << 14
  private static let mostParts = 64

  func charge(_ visits: Int) throws { if work < 0 { throw Exceeded() } }
  func charge(bytes count: Int) throws {}
  func limitText(to count: Int) throws { if count > outputLimit { throw Exceeded() } }
  func limitParts(to count: Int) throws { if count > Self.mostParts { throw Exceeded() } }
}

extension TextEdit {
  /// Whether it looks for something in a text.
  var isSearch: Bool {
    switch self {
    case .replace, .pattern: true
    default: false
    }
  }

  /// A text after the edit.
  ///
  /// What it costs is charged before anything is copied; a pattern is charged for while it works,
  /// and stops where that is too much.
  func applied(
    to text: [UInt8], within budget: inout some TextBudget & ~Copyable
  ) throws -> [UInt8] {
    try budget.charge(bytes: text.count)
    switch self {
    case .trim: return text.trimmed
    case .lowercase, .uppercase, .capitalize:
      // Each letter is looked up.
      try budget.charge(text.count)
      return changingLetters(of: text)
    case .prefix(let prefix):
      try budget.charge(bytes: prefix.count)
      return prefix + text
    case .suffix(let suffix):
      try budget.charge(bytes: suffix.count)
      return text + suffix
    case .replace(let old, let new, let times):
      if old.ignoresCase { try budget.charge(text.count) }
      // One more than may be tells that there are too many, and takes no memory for all.
      let most = min(times == .max ? .max : times + 1, min(max(budget.work, 0), .max - 2) + 2)
      let parts = old.parts(of: text, atMost: most)
      try budget.limitParts(to: parts.count)
      try budget.charge(parts.count)
      let added = Int(capped: Int64(parts.count - 1) * Int64(new.count))
      try budget.charge(bytes: added)
      let count = parts.reduce(added) { $0 + $1.count }
      try budget.limitText(to: count)
      return parts.count == 1 ? text : text.joining(parts, with: new, count)
    case .pattern(let pattern, let template, let times):
      try budget.charge(bytes: template.mostBytes(forTextOf: text.count))
      let most = budget.outputLimit
      let result =
        pattern.replacingMatches(
          in: text, with: template, times: times, atMost: most, work: &budget.work) ?? text
      try budget.charge(0)
      try budget.limitText(to: result.count)
      return result
    }
  }

  fileprivate func changingLetters(of text: [UInt8]) -> [UInt8] {
    switch self {
    case .lowercase: text.lowercased
    case .uppercase: text.uppercased
    case .capitalize: text.capitalized
    default: text
    }
  }
}

extension RuleReader {
  /// A word, or an object that says what is to be done with text.
  func textEdit(_ value: LocatedJSON, ignoringCase: Bool) -> TextEdit? {
    guard case .object = value.value else {
      return word(value, TextEdit.words, or: #"{ "replace": "x", "with": "y" }"#)
    }
    guard var fields = Fields(value, "an object", self, TextEdit.keys) else { return nil }
    let edit = textEdit(&fields, ignoringCase: ignoringCase)
    fields.finish(TextEdit.keys.map(\.name), of: "a change of text")
    return edit
  }

  private func textEdit(_ fields: inout Fields, ignoringCase: Bool) -> TextEdit? {
    let named = ["prefix", "suffix", "replace", "pattern"].filter { fields.has($0) }
    if named.isEmpty, fields.reportsMisspelling(of: "pattern", "what is found in the text") {
      _ = fields.take("with")
      return nil
    }
    guard let key = named.first, named.count == 1, let value = fields.take(key) else {
      report(
        "a change of text has one of `prefix`, `suffix`, `replace` and `pattern`",
        at: fields.range)
      return nil
    }
    if key == "prefix" { return text(value).map { .prefix(Array($0.utf8)) } }
    if key == "suffix" { return text(value).map { .suffix(Array($0.utf8)) } }
    let with = fields.require("with", "what comes in the place of what is found")
    let new = with.flatMap { text($0) }
    guard let times = times(&fields) else { return nil }
    if key == "replace" {
      guard let old = text(value), let new else { return nil }
      if old.isEmpty { report("nothing can't be replaced", at: value.range) }
      if let with { check(replacement: new, at: with.range) }
      let finder = TextFinder(Array(old.utf8), ignoresCase: ignoringCase)
      return old.isEmpty ? nil : .replace(finder, with: Array(new.utf8), times: times)
    }
    guard let pattern = pattern(value, ignoringCase: ignoringCase), let with, let new,
      let template = template(new, for: pattern, at: with.range)
    else { return nil }
    return .pattern(pattern, with: template, times: times)
  }

  /// How many places are changed; nil for a mistake.
  private func times(_ fields: inout Fields) -> Int? {
    guard let value = fields.take("times") else { return .max }
    guard let times = integer(value) else { return nil }
    if times > 0 { return times }
    report("`times` is at least 1", at: value.range, help: "without it all places are changed")
    return nil
  }

  func template(
    _ text: String, for pattern: Pattern, at range: Range<Int>
  ) -> PatternTemplate? {
    do {
      let template = try PatternTemplate(text, for: pattern)
      check(template: text, at: range)
      return template
    } catch {
      report(
        "expected \(error.expected), found \(error.found)",
        at: inside(range, offset: error.offset),
        help: pattern.groupCount == 0
          ? "parentheses in the pattern make a group, and `$$` is a dollar sign" : nil)
      return nil
    }
  }
}
