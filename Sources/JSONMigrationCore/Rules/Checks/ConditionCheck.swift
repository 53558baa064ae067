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
    return nil
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

extension RuleReader {
  /// Reports a condition that can never hold.
  func check(_ condition: PathCondition, at range: Range<Int>) {
    guard let reason = ConditionCheck.reason(condition) else { return }
    report("this never holds: \(reason.message)", at: range, help: reason.help)
  }

  /// Reports filters of a path that can never hold.
  func check(_ path: JSONPath, at range: Range<Int>) {
    for segment in path.query.segments {
      for case .filter(let condition) in segment.selectors { check(condition, at: range) }
    }
  }
}
