internal import JSONMigrationCore
internal import JSONText

/// Conditions that compare numbers in text as if they were numbers.
extension RuleReader {
  /// Warns of `@.version < '9.0.0'`, which `10.0.0` is too.
  func checkTextOrder(by rules: RuleSet) {
    forEachCondition(of: rules) { condition, range in
      guard let comparison = condition.terms.first(where: \.ordersNumbersInText) else { return }
      warn(
        .condition, "`\(comparison)` compares letter by letter, and `10` comes before `9`",
        at: range,
        help: "a pattern says which numbers are meant, such as `match(@.a, '[0-8][.].*')`")
    }
  }
}

extension PathCondition {
  fileprivate var ordersNumbersInText: Bool {
    guard case .comparison(let left, let comparison, let right) = self,
      comparison != .equal, comparison != .notEqual
    else { return false }
    return left.isNumberInText || right.isNumberInText
  }
}

extension PathOperand {
  /// Whether it is a text such as `9`, `v9` or `9.0.12`.
  ///
  /// Years, dates and what has zeros in front are in order as they are.
  fileprivate var isNumberInText: Bool {
    guard case .literal(.text(let text)) = self else { return false }
    let rest =
      text.first.map { $0 | 0x20 == UInt8(ascii: "v") } == true ? text.dropFirst() : text[...]
    let parts = rest.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let areNumbers = parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { $0 &- 0x30 < 10 }
    }
    guard areNumbers, let first = parts.first else { return false }
    if parts.contains(where: { $0.first == UInt8(ascii: "0") && $0.count > 1 }) { return false }
    if text.elementsEqual("0".utf8) { return false }
    return first.count < 4 || parts.dropFirst().contains { $0.count == 1 }
  }
}
