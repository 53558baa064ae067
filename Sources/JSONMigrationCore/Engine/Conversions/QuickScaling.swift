internal import JSONText

/// A scaling of numbers that fit 64 bits, as nearly all do: the result is that of `Scaling`.
struct QuickScaling: Sendable {
  private let factor: ShortDecimal
  private let divisor: ShortDecimal
  private let summand: ShortDecimal
  private let places: Int?

  /// What takes more of them is for `Scaling`.
  private static let mostPlaces = 15

  /// Nil where a part of it has more digits.
  init?(_ scaling: Scaling) {
    guard let factor = ShortDecimal(scaling.factor?.text ?? Fixed.one),
      let divisor = ShortDecimal(scaling.divisor?.text ?? Fixed.one),
      let summand = ShortDecimal(scaling.summand?.text ?? Fixed.zero),
      (scaling.places ?? 0) <= Self.mostPlaces
    else { return nil }
    (self.factor, self.divisor, self.summand) = (factor, divisor, summand)
    places = scaling.places
  }

  private enum Fixed {
    static let zero = [UInt8(ascii: "0")]
    static let one = [UInt8(ascii: "1")]
  }

  /// What becomes of a number; nil where that takes more digits than those have, or has no end.
  ///
  /// The fraction is the one that `Scaling` makes, with the sign of the divisor in both parts.
  func apply(to text: [UInt8]) -> [UInt8]? {
    guard let number = ShortDecimal(text) else { return nil }
    let shift = number.fractionCount + factor.fractionCount - divisor.fractionCount
    guard let product = number.digits.times(factor.digits),
      let left = product.shifted(by: max(0, -shift) + summand.fractionCount),
      let right = summand.digits.times(divisor.digits)?.shifted(by: max(0, shift)),
      let bottom = divisor.digits.shifted(by: max(0, shift) + summand.fractionCount),
      // What is left of a division times ten fits too.
      bottom.magnitude <= UInt64.max / 10
    else { return nil }
    let (top, isTooLarge) = left.addingReportingOverflow(right)
    if isTooLarge { return nil }
    return quotient(
      top.magnitude, bottom.magnitude, isNegative: (top < 0) != (bottom < 0))
  }

  private func quotient(_ top: UInt64, _ bottom: UInt64, isNegative: Bool) -> [UInt8]? {
    var (whole, rest) = top.quotientAndRemainder(dividingBy: bottom)
    var fraction: [UInt8] = []
    while rest != 0, fraction.count < places ?? Self.mostPlaces {
      let (digit, next) = (rest * 10).quotientAndRemainder(dividingBy: bottom)
      fraction.append(UInt8(truncatingIfNeeded: digit))
      rest = next
    }
    if rest != 0 {
      if places == nil { return nil }
      // Half of the divisor or less is left out; exactly half goes to the even digit.
      let last = fraction.last.map { UInt64($0) } ?? whole
      if rest * 2 > bottom || rest * 2 == bottom && last % 2 == 1 {
        increase(&whole, &fraction)
      }
    }
    while fraction.last == 0 { fraction.removeLast() }
    var text: [UInt8] = []
    if isNegative, whole != 0 || !fraction.isEmpty { text.append(UInt8(ascii: "-")) }
    text += String(whole).utf8
    if fraction.isEmpty { return text }
    text.append(UInt8(ascii: "."))
    text += fraction.map { $0 + UInt8(ascii: "0") }
    return text
  }

  /// Adds one to the last digit.
  private func increase(_ whole: inout UInt64, _ fraction: inout [UInt8]) {
    var index = fraction.count
    while index > 0 {
      index -= 1
      if fraction[index] < 9 {
        fraction[index] += 1
        return
      }
      fraction[index] = 0
    }
    whole += 1
  }
}

extension Int64 {
  fileprivate func times(_ other: Int64) -> Int64? {
    let (product, isTooLarge) = multipliedReportingOverflow(by: other)
    return isTooLarge ? nil : product
  }

  /// With this many zeros behind it.
  fileprivate func shifted(by count: Int) -> Int64? {
    count < ShortDecimal.powersOfTen.count ? times(ShortDecimal.powersOfTen[count]) : nil
  }
}
