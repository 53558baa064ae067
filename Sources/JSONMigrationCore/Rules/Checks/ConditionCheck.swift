internal import JSONText

/// Finds conditions that can never hold, whatever the document: by the types of what they compare.
///
/// Only what is certain counts. A query may lead to any type, or to nothing, unless the condition
/// itself says more.
struct ConditionCheck {
  /// Why a condition never holds, and what was perhaps meant.
  struct Reason {
    let message: String
    var help: String?
  }

  private typealias Kinds = Set<String>

  private static let types = ["string", "number", "boolean", "null", "array", "object", "missing"]
  private static let every = Kinds(types)

  /// What terms that hold together say about what one query leads to.
  private struct Knowledge {
    var kinds = ConditionCheck.every
    var value: PathLiteral?
  }

  /// Why a condition can't hold; nil if it may.
  static func reason(_ condition: PathCondition) -> Reason? {
    switch condition {
    case .or(let parts):
      let reasons = parts.compactMap { reason($0) }
      return reasons.count == parts.count ? reasons.first : nil
    case .and(let parts):
      return parts.lazy.compactMap { reason($0) }.first ?? contradiction(in: parts)
    case .not, .exists, .empty: return nil
    case .comparison(let left, let comparison, let right):
      return reason(left, comparison, right)
    case .pattern(let operand, _, _):
      if kinds(of: operand).contains("string") { return nil }
      return Reason(message: "`\(operand)` is never text, and only text has a pattern")
    }
  }

  private static func reason(
    _ left: PathOperand, _ comparison: PathComparison, _ right: PathOperand
  ) -> Reason? {
    if comparison == .equal, let reason = unknownType(left, right) ?? unknownType(right, left) {
      return reason
    }
    if let reason = countOfOne(left, comparison, right)
      ?? countOfOne(right, comparison.turned, left)
    {
      return reason
    }
    var common = kinds(of: left).intersection(kinds(of: right))
    switch comparison {
    case .notEqual: return nil
    case .equal, .lessOrEqual, .greaterOrEqual: break
    case .less, .greater: common.formIntersection(["number", "string"])
    }
    if !common.isEmpty { return nil }
    return Reason(
      message: "\(words(for: left)) and \(words(for: right)) are never "
        + (comparison == .equal ? "equal" : "before or after each other"))
  }

  /// A path to one place leads to 0 or 1 values, however many are in that.
  private static func countOfOne(
    _ left: PathOperand, _ comparison: PathComparison, _ right: PathOperand
  ) -> Reason? {
    guard case .count(let query) = left, query.isSingular, case .literal(.number(let text)) = right,
      let number = JSONNumber(String(decoding: text, as: UTF8.self))
    else { return nil }
    let mayHold = [JSONNumber(0), JSONNumber(1)].contains { count in
      switch comparison {
      case .equal: count == number
      case .notEqual: true
      case .less: count < number
      case .lessOrEqual: count < number || count == number
      case .greater: number < count
      case .greaterOrEqual: number < count || count == number
      }
    }
    if mayHold { return nil }
    return Reason(
      message: "`\(query)` leads to one value at most",
      help: "how many are in it tells `length(\(query))`")
  }

  /// A word behind `type(…)` that it never gives, anywhere in a condition.
  static func unknownType(in condition: PathCondition) -> Reason? {
    switch condition {
    case .or(let parts), .and(let parts): parts.lazy.compactMap { unknownType(in: $0) }.first
    case .not(let part): unknownType(in: part)
    case .comparison(let left, .equal, let right), .comparison(let left, .notEqual, let right):
      unknownType(left, right) ?? unknownType(right, left)
    case .comparison, .exists, .empty, .pattern: nil
    }
  }

  /// A part of a condition that is the same for all documents, and what was perhaps meant.
  static func constant(in condition: PathCondition) -> Reason? {
    switch condition {
    case .or(let parts), .and(let parts): return parts.lazy.compactMap { constant(in: $0) }.first
    case .not(let part): return constant(in: part)
    case .comparison(let left, _, let right):
      guard isConstant(left), isConstant(right) else { return nil }
      var reason = Reason(message: "`\(condition)` asks nothing of the document")
      if case .literal = left, case .literal = right {
        reason.help = "`@` alone always holds, and `!@` never"
      }
      return reason
    case .pattern(.literal, let pattern, let isWhole):
      guard case .operand(let operand) = pattern else {
        return Reason(message: "`\(condition)` asks nothing of the document")
      }
      return Reason(
        message: "`\(condition)` takes its pattern from the document",
        help: "the text comes first, and the pattern behind it: "
          + "`\(isWhole ? "match" : "search")(\(operand), 'a.*')`")
    case .exists, .empty, .pattern: return nil
    }
  }

  /// Whether an operand is the same for all documents.
  private static func isConstant(_ operand: PathOperand) -> Bool {
    switch operand {
    case .literal, .type(.literal): true
    default: false
    }
  }

  /// `type(…)` gives one of seven words.
  private static func unknownType(_ left: PathOperand, _ right: PathOperand) -> Reason? {
    guard case .type = left, case .literal(.text(let bytes)) = right else { return nil }
    let word = String(decoding: bytes, as: UTF8.self)
    if types.contains(where: { $0.utf8.elementsEqual(bytes) }) { return nil }
    return Reason(
      message: "`\(left)` never gives `\(Printable.quote(word))`",
      help: NearestName.help(for: word, among: types, one: "type", many: "types"))
  }

  private static func kinds(of operand: PathOperand) -> Kinds {
    switch operand {
    case .literal(let literal): [kind(of: literal)]
    case .query, .value: every
    case .length: ["number", "missing"]
    case .count: ["number"]
    case .type: ["string"]
    }
  }

  private static func kind(of literal: PathLiteral) -> String {
    switch literal {
    case .null: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .text: "string"
    }
  }

  private static func words(for operand: PathOperand) -> String {
    switch operand {
    case .length, .count: "the number `\(operand)`"
    case .type: "the text `\(operand)`"
    default: "`\(operand)`"
    }
  }

  // MARK: - Terms that exclude each other

  private static func contradiction(in parts: [PathCondition]) -> Reason? {
    var known: [PathQuery: Knowledge] = [:]
    for part in parts {
      guard let (query, kinds, value) = claim(of: part), query.isSingular else { continue }
      var knowledge = known[query] ?? Knowledge()
      knowledge.kinds.formIntersection(kinds)
      if knowledge.kinds.isEmpty {
        return Reason(message: "no value of `\(query)` can be all that is asked of it at once")
      }
      if let value {
        if let other = knowledge.value, areCertainlyDifferent(value, other) {
          return Reason(message: "`\(query)` is never two values at once")
        }
        knowledge.value = value
      }
      known[query] = knowledge
    }
    return emptyRange(in: parts)
  }

  private static func emptyRange(in parts: [PathCondition]) -> Reason? {
    var ranges: [PathOperand: Bounds] = [:]
    for case (let operand, let comparison, let number)? in parts.map({ bound(of: $0) }) {
      var range = ranges[operand] ?? Bounds()
      range.narrow(comparison, number)
      if range.isEmpty {
        return Reason(message: "no number is all that is asked of `\(operand)` at once")
      }
      ranges[operand] = range
    }
    return nil
  }

  /// What a term says about the number that an operand is.
  private static func bound(
    of term: PathCondition
  ) -> (operand: PathOperand, comparison: PathComparison, number: JSONNumber)? {
    switch term {
    case .comparison(.literal, _, .literal): return nil
    case .comparison(let operand, let comparison, .literal(.number(let text))):
      return JSONNumber(String(decoding: text, as: UTF8.self)).map { (operand, comparison, $0) }
    case .comparison(.literal(.number(let text)), let comparison, let operand):
      return JSONNumber(String(decoding: text, as: UTF8.self))
        .map { (operand, comparison.turned, $0) }
    default: return nil
    }
  }

  /// What a term says about what a query leads to: its types, and the value where that is told.
  private static func claim(
    of term: PathCondition
  ) -> (query: PathQuery, kinds: Kinds, value: PathLiteral?)? {
    switch term {
    case .exists(let query): return (query, every.subtracting(["missing"]), nil)
    case .not(.exists(let query)): return (query, ["missing"], nil)
    case .empty(let query): return (query, every.subtracting(["number", "boolean"]), nil)
    case .not(.empty(let query)): return (query, every.subtracting(["missing", "null"]), nil)
    case .pattern(.query(let query), _, _): return (query, ["string"], nil)
    case .comparison(let operand, let comparison, .literal(let literal)),
      .comparison(.literal(let literal), let comparison, let operand):
      return claim(of: operand, comparison, literal)
    default: return nil
    }
  }

  private static func claim(
    of operand: PathOperand, _ comparison: PathComparison, _ literal: PathLiteral
  ) -> (query: PathQuery, kinds: Kinds, value: PathLiteral?)? {
    let isEqual = comparison == .equal
    let isDifferent = comparison == .notEqual
    switch (operand, literal) {
    case (.type(.query(let query)), .text(let word)) where isEqual || isDifferent:
      let named: Kinds = [String(decoding: word, as: UTF8.self)]
      return (query, isEqual ? named : every.subtracting(named), nil)
    case (.length(.query(let query)), .number) where !isDifferent:
      return (query, ["string", "array", "object"], nil)
    case (.query(let query), .null) where isDifferent:
      return (query, every.subtracting(["null"]), nil)
    case (.query(let query), _) where !isDifferent:
      return (query, [kind(of: literal)], isEqual ? literal : nil)
    default: return nil
    }
  }

  private static func areCertainlyDifferent(_ left: PathLiteral, _ right: PathLiteral) -> Bool {
    guard case .number(let left) = left, case .number(let right) = right else {
      return left != right
    }
    return JSONNumber(String(decoding: left, as: UTF8.self))
      != JSONNumber(String(decoding: right, as: UTF8.self))
  }
}

extension Bounds {
  fileprivate mutating func narrow(_ comparison: PathComparison, _ number: JSONNumber) {
    func upper(_ old: JSONNumber?) -> JSONNumber { old.map { min($0, number) } ?? number }
    func lower(_ old: JSONNumber?) -> JSONNumber { old.map { max($0, number) } ?? number }
    switch comparison {
    case .equal: (atLeast, atMost) = (lower(atLeast), upper(atMost))
    case .notEqual: break
    case .less: below = upper(below)
    case .lessOrEqual: atMost = upper(atMost)
    case .greater: above = lower(above)
    case .greaterOrEqual: atLeast = lower(atLeast)
    }
  }

  fileprivate var isEmpty: Bool {
    func isCrossed(_ low: JSONNumber?, _ high: JSONNumber?, isClosed: Bool) -> Bool {
      guard let low, let high else { return false }
      return high < low || high == low && !isClosed
    }
    return isCrossed(atLeast, atMost, isClosed: true) || isCrossed(atLeast, below, isClosed: false)
      || isCrossed(above, atMost, isClosed: false) || isCrossed(above, below, isClosed: false)
  }
}

extension RuleReader {
  /// Reports a condition that can never hold, and tells of parts that ask nothing.
  func check(_ condition: PathCondition, at range: Range<Int>) {
    if let reason = ConditionCheck.reason(condition) {
      report("this never holds: \(reason.message)", at: range, help: reason.help)
    } else if let reason = ConditionCheck.unknownType(in: condition) {
      report(reason.message, at: range, help: reason.help)
    } else if let reason = ConditionCheck.constant(in: condition) {
      warn(.condition, reason.message, at: range, help: reason.help)
    }
  }

  /// Reports filters and slices of a path that can never choose anything.
  func check(_ path: JSONPath, at range: Range<Int>) {
    for selector in path.query.segments.flatMap(\.selectors) {
      switch selector {
      case .filter(let condition): check(condition, at: range)
      case .slice(let start, let end, let step):
        guard Self.isEmptySlice(start, end, step) else { continue }
        report(
          "this slice never chooses anything", at: range,
          help: step == 0
            ? "the third number is the step, and 1 or more; -1 goes backwards"
            : "a slice goes from its start to the element before its end: `[1:3]` are two elements")
      default: break
      }
    }
  }

  private static func isEmptySlice(_ start: Int?, _ end: Int?, _ step: Int) -> Bool {
    if step == 0 || step > 0 && end == 0 { return true }
    // From different ends of the list, its length decides.
    guard let start, let end, (start < 0) == (end < 0) else { return false }
    return step > 0 ? start >= end : start <= end
  }
}
