package import JSONText

/// The shape of numbers: a few values, or intervals of all numbers or of whole ones.
package struct NumberShape: Hashable, Sendable {
  /// An end of an interval; an open one is not part of it.
  package struct Bound: Hashable, Sendable {
    package var number: JSONNumber
    package var isOpen: Bool

    package init(_ number: JSONNumber, isOpen: Bool = false) {
      (self.number, self.isOpen) = (number, isOpen)
    }
  }

  /// A stretch of numbers; a bound that is nil means without end.
  package struct Interval: Hashable, Sendable {
    package var low: Bound?
    package var high: Bound?

    package init(low: Bound? = nil, high: Bound? = nil) { (self.low, self.high) = (low, high) }
  }

  /// More values become intervals, and more intervals become one.
  package static let mostValues = 48
  package static let mostIntervals = 4

  /// Nil if the numbers are given by intervals.
  package private(set) var values: Set<JSONNumber>?
  package private(set) var intervals: [Interval]
  package private(set) var isWhole: Bool

  package static let any = NumberShape(intervals: [Interval()], isWhole: false)
  package static let whole = NumberShape(intervals: [Interval()], isWhole: true)

  package init(values: Set<JSONNumber>) {
    self.values = values
    intervals = []
    isWhole = values.allSatisfy { NumberText.isInteger($0.text) }
  }

  package init(intervals: [Interval], isWhole: Bool) {
    values = nil
    self.isWhole = isWhole
    let intervals = isWhole ? intervals.map(\.toWhole) : intervals
    self.intervals = Interval.merged(intervals, whole: isWhole)
  }

  package func contains(_ number: JSONNumber) -> Bool {
    if let values { return values.contains(number) }
    if isWhole, !NumberText.isInteger(number.text) { return false }
    return intervals.contains { $0.contains(number) }
  }

  /// The values, each as an interval of its own.
  private var asIntervals: [Interval] {
    values.map { $0.map { Interval(low: Bound($0), high: Bound($0)) } } ?? intervals
  }

  package func joined(_ other: NumberShape) -> NumberShape {
    if let values, let others = other.values, values.union(others).count <= Self.mostValues {
      return NumberShape(values: values.union(others))
    }
    let joined = NumberShape(
      intervals: asIntervals + other.asIntervals, isWhole: isWhole && other.isWhole)
    if joined.intervals.count <= Self.mostIntervals { return joined }
    let hull = Interval(low: joined.intervals.first?.low, high: joined.intervals.last?.high)
    return NumberShape(intervals: [hull], isWhole: joined.isWhole)
  }

  /// The numbers that are in an interval; nil where there are none.
  package func cut(to interval: Interval) -> NumberShape? {
    if let values {
      let kept = values.filter { interval.contains($0) }
      return kept.isEmpty ? nil : NumberShape(values: kept)
    }
    let cut = NumberShape(
      intervals: intervals.compactMap { $0.intersection(interval) }, isWhole: isWhole)
    return cut.intervals.isEmpty ? nil : cut
  }

  /// The numbers that are in none of these intervals.
  package func cut(outside interval: Interval) -> NumberShape? {
    var parts: [NumberShape] = []
    if let low = interval.low {
      let below = Interval(high: Bound(low.number, isOpen: !low.isOpen))
      parts += [cut(to: below)].compactMap { $0 }
    }
    if let high = interval.high {
      let above = Interval(low: Bound(high.number, isOpen: !high.isOpen))
      parts += [cut(to: above)].compactMap { $0 }
    }
    guard let first = parts.first else { return nil }
    return parts.dropFirst().reduce(first) { $0.joined($1) }
  }

  package func without(_ number: JSONNumber) -> NumberShape? {
    cut(outside: Interval(low: Bound(number), high: Bound(number)))
  }

  package func intersection(_ other: NumberShape) -> NumberShape? {
    if let values {
      let kept = values.filter { other.contains($0) }
      return kept.isEmpty ? nil : NumberShape(values: kept)
    }
    if other.values != nil { return other.intersection(self) }
    let both = intervals.flatMap { one in other.intervals.compactMap { one.intersection($0) } }
    let shape = NumberShape(intervals: both, isWhole: isWhole || other.isWhole)
    return shape.intervals.isEmpty ? nil : shape
  }

  /// Whether some number is missing in another shape, and which one, if that can be told.
  package func stranger(to other: NumberShape) -> JSONNumber?? {
    if let values { return values.sorted().first { !other.contains($0) }.map { .some($0) } }
    if other.values != nil || other.isWhole && !isWhole { return .some(nil) }
    let isPart = intervals.allSatisfy { interval in
      // Among whole numbers there is no gap between 2 and 3.
      let others = isWhole ? other.intervals.map(\.toWhole) : other.intervals
      return Interval.merged(others, whole: isWhole)
        == Interval.merged(others + [interval], whole: isWhole)
    }
    return isPart ? nil : .some(nil)
  }
}

extension NumberShape.Interval {
  package func contains(_ number: JSONNumber) -> Bool {
    if let low, number < low.number || low.isOpen && number == low.number { return false }
    if let high, number > high.number || high.isOpen && number == high.number { return false }
    return true
  }

  private var isEmpty: Bool {
    guard let low, let high else { return false }
    return low.number > high.number || low.number == high.number && (low.isOpen || high.isOpen)
  }

  package func intersection(_ other: Self) -> Self? {
    let both = Self(
      low: Self.later(low, other.low), high: Self.earlier(high, other.high))
    return both.isEmpty ? nil : both
  }

  private static func later(_ one: NumberShape.Bound?, _ two: NumberShape.Bound?) -> NumberShape
    .Bound?
  {
    guard let one, let two else { return one ?? two }
    if one.number == two.number { return one.isOpen ? one : two }
    return one.number > two.number ? one : two
  }

  private static func earlier(_ one: NumberShape.Bound?, _ two: NumberShape.Bound?) -> NumberShape
    .Bound?
  {
    guard let one, let two else { return one ?? two }
    if one.number == two.number { return one.isOpen ? one : two }
    return one.number < two.number ? one : two
  }

  /// The same whole numbers, with closed bounds where these can be worked out.
  package var toWhole: Self {
    var whole = self
    if let low, let bound = low.whole(up: true) { whole.low = bound }
    if let high, let bound = high.whole(up: false) { whole.high = bound }
    return whole
  }

  /// The intervals sorted, and joined where they touch.
  package static func merged(_ intervals: [Self], whole: Bool) -> [Self] {
    let sorted = intervals.filter { !$0.isEmpty }.ordered { one, two in
      guard let low = one.low else { return two.low != nil }
      guard let other = two.low else { return false }
      if low.number == other.number { return !low.isOpen && other.isOpen }
      return low.number < other.number
    }
    var merged: [Self] = []
    for interval in sorted {
      guard let last = merged.last, last.touches(interval, whole: whole) else {
        merged.append(interval)
        continue
      }
      merged[merged.count - 1].high = last.farther(than: interval)
    }
    return merged
  }

  /// Whether no number lies between this interval and the next one.
  private func touches(_ next: Self, whole: Bool) -> Bool {
    guard let high, let low = next.low else { return true }
    if low.number < high.number { return true }
    if low.number == high.number { return !(low.isOpen && high.isOpen) }
    guard whole, let last = Int(exactly: high.number), let first = Int(exactly: low.number)
    else { return false }
    return last < Int.max && last + 1 == first
  }

  private func farther(than next: Self) -> NumberShape.Bound? {
    guard let high, let other = next.high else { return nil }
    if high.number == other.number { return high.isOpen ? other : high }
    return high.number > other.number ? high : other
  }
}

extension NumberShape.Bound {
  /// The first integer inside; nil if it can't be worked out.
  fileprivate func whole(up: Bool) -> Self? {
    if let integer = Int(exactly: number) {
      if !isOpen { return self }
      let (next, overflow) =
        up ? integer.addingReportingOverflow(1) : integer.subtractingReportingOverflow(1)
      return overflow ? nil : Self(JSONNumber(next))
    }
    guard let decimal = Decimal(number.text.utf8), decimal.whole.count < 18 else { return nil }
    let size = decimal.whole.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    // The number has a fraction, or it would be an integer.
    let integer = decimal.isNegative ? (up ? -size : -size - 1) : (up ? size + 1 : size)
    return Self(JSONNumber(integer))
  }
}
