internal import JSONText

/// A case of `map-values`, as a stretch of the numbers.
private struct Stretch {
  /// The ends; nil where it has none.
  var low: JSONNumber?
  var high: JSONNumber?
  var hasLow = true
  var hasHigh = true
  let isRange: Bool
  let range: Range<Int>

  init?(_ test: ValueTest, at range: Range<Int>) {
    self.range = range
    switch test {
    case .bounds(let bounds):
      isRange = true
      (low, hasLow) = Self.inner(bounds.atLeast, bounds.above) { $0 < $1 }
      (high, hasHigh) = Self.inner(bounds.atMost, bounds.below) { $1 < $0 }
    case .number(let text):
      guard let number = JSONNumber(String(decoding: text, as: UTF8.self)) else { return nil }
      isRange = false
      (low, high) = (number, number)
    default: return nil
    }
  }

  /// The narrower of two bounds, and whether it is in the stretch itself.
  private static func inner(
    _ closed: JSONNumber?, _ open: JSONNumber?, _ isWider: (JSONNumber, JSONNumber) -> Bool
  ) -> (JSONNumber?, Bool) {
    guard let closed else { return (open, false) }
    guard let open else { return (closed, true) }
    return isWider(open, closed) ? (closed, true) : (open, false)
  }

  var isEmpty: Bool {
    guard let low, let high else { return false }
    return high < low || high == low && !(hasLow && hasHigh)
  }

  /// Whether all of it is before all of another one.
  func isBefore(_ other: Stretch) -> Bool {
    guard let high, let low = other.low else { return false }
    return high < low || high == low && !(hasHigh && other.hasLow)
  }

  func startsBefore(_ other: Stretch) -> Bool {
    guard let start = other.low else { return false }
    guard let low else { return true }
    return low < start || low == start && hasLow && !other.hasLow
  }

  func endsBehind(_ other: Stretch) -> Bool {
    guard let end = other.high else { return false }
    guard let high else { return true }
    return end < high || high == end && hasHigh && !other.hasHigh
  }

  func contains(_ other: Stretch) -> Bool {
    !other.startsBefore(self) && !other.endsBehind(self)
  }
}

extension RuleReader {
  /// Warns of cases that can't be reached, of ranges that overlap, and of numbers between ranges
  /// that no case takes.
  ///
  /// The first case that fits counts, so a case inside a later one is an exception to it, and an
  /// author means that. `isOpen` tells that there is an `otherwise`.
  func check(
    _ cases: [(test: ValueTest, range: Range<Int>)], isOpen: Bool, ignoringCase: Bool
  ) {
    // What stands in more cases than people write is not looked through.
    guard cases.count <= 1_000 else { return }
    warnOfRepeats(cases, ignoringCase)
    let stretches = cases.compactMap { Stretch($0.test, at: $0.range) }
    for (index, later) in stretches.enumerated() {
      if later.isEmpty {
        warn(.emptyRange, "no number is in this range", at: later.range)
        continue
      }
      for earlier in stretches[..<index] where earlier.isRange && !earlier.isEmpty {
        if earlier.isBefore(later) || later.isBefore(earlier) { continue }
        if earlier.contains(later) {
          warn(
            .unreachableCase, "this case is never reached, for an earlier one takes all of it",
            later,
            earlier)
        } else if later.isRange, !later.contains(earlier) {
          warn(
            .overlap, "this range overlaps an earlier one, which takes what is in both", later,
            earlier)
        } else {
          continue
        }
        break
      }
    }
    if !isOpen { warnOfGap(in: stretches.filter { !$0.isEmpty }) }
  }

  private func warn(
    _ warning: Warning, _ message: String, _ later: Stretch, _ earlier: Stretch
  ) {
    warn(
      warning, message, at: later.range,
      further: [files[file].place(earlier.range, label: "the earlier one")])
  }

  private func warnOfRepeats(
    _ cases: [(test: ValueTest, range: Range<Int>)], _ ignoringCase: Bool
  ) {
    var seen: [JSON: Range<Int>] = [:]
    for (test, range) in cases {
      guard var value = test.json else { continue }
      if ignoringCase, case .text(let text) = test {
        value = .string(String(decoding: FoldedText(text).bytes, as: UTF8.self))
      }
      if let first = seen[value] {
        warn(
          .unreachableCase, "this case is never reached, for an earlier one takes the same value",
          at: range, further: [files[file].place(first, label: "the earlier one")])
      } else {
        seen[value] = range
      }
    }
  }

  /// Looks for a gap with a range on either side of it: of whole numbers, where its ends are whole.
  private func warnOfGap(in stretches: [Stretch]) {
    let sorted = stretches.ordered { $0.startsBefore($1) }
    guard let first = sorted.firstIndex(where: \.isRange),
      let last = sorted.lastIndex(where: \.isRange), first < last
    else { return }
    // The stretch that reaches farthest so far.
    var reach = sorted[first]
    for next in sorted[(first + 1)...last] {
      if reach.isBefore(next), let gap = gap(between: reach, next) {
        warn(
          .gap, "no case takes \(gap)", at: next.range,
          help: "add a case for it, or say what happens with `otherwise`",
          further: [files[file].place(reach.range, label: "the range before it")])
      }
      if next.endsBehind(reach) { reach = next }
    }
  }

  /// What lies between two stretches, in words; nil where that is nothing, or no whole number.
  private func gap(between left: Stretch, _ right: Stretch) -> String? {
    guard let low = left.high, let high = right.low else { return nil }
    if low == high, left.hasHigh || right.hasLow { return nil }
    guard let start = Int(exactly: low), let end = Int(exactly: high) else {
      // Beyond all integers that are known here nothing is certain.
      let isWhole = Int(exactly: low) == nil && low.text.contains { "eE".contains($0) }
      return isWhole ? nil : "the numbers between \(low.text) and \(high.text)"
    }
    let (first, isFar) = start.addingReportingOverflow(left.hasHigh ? 1 : 0)
    let (last, isLow) = end.subtractingReportingOverflow(right.hasLow ? 1 : 0)
    guard !isFar, !isLow, first <= last else { return nil }
    return first == last ? "\(first)" : "the numbers from \(first) to \(last)"
  }
}
