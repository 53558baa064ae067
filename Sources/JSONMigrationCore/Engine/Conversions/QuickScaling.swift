internal import JSONText

/// A scaling of numbers that fit a machine word, as nearly all do: the result is that of `Scaling`.
struct QuickScaling: Sendable {
  private let factor: Short
  private let divisor: Short
  private let summand: Short
  private let places: Int?

  /// Nil where a part of it has more digits.
  init?(_ scaling: Scaling) {
    guard let factor = Short(scaling.factor?.text ?? Fixed.one),
      let divisor = Short(scaling.divisor?.text ?? Fixed.one),
      let summand = Short(scaling.summand?.text ?? Fixed.zero), (scaling.places ?? 0) <= 15
    else { return nil }
    (self.factor, self.divisor, self.summand) = (factor, divisor, summand)
    places = scaling.places
  }

  private enum Fixed {
    static let zero = [UInt8(ascii: "0")]
    static let one = [UInt8(ascii: "1")]
  }

  /// What becomes of a number; nil where that takes more digits than a word has, or has no end.
  ///
  /// The fraction is the one that `Scaling` makes, with the sign of the divisor in both parts.
  func apply(to text: [UInt8]) -> [UInt8]? {
    guard let number = Short(text) else { return nil }
    let shift = number.places + factor.places - divisor.places
    guard let product = number.value.times(factor.value),
      let left = product.shifted(by: max(0, -shift) + summand.places),
      let right = summand.value.times(divisor.value)?.shifted(by: max(0, shift)),
      let bottom = divisor.value.shifted(by: max(0, shift) + summand.places),
      // What is left of a division times ten fits too.
      bottom.magnitude <= UInt.max / 10
    else { return nil }
    let (top, isTooLarge) = left.addingReportingOverflow(right)
    if isTooLarge { return nil }
    return quotient(
      top.magnitude, bottom.magnitude, isNegative: (top < 0) != (bottom < 0))
  }

  private func quotient(_ top: UInt, _ bottom: UInt, isNegative: Bool) -> [UInt8]? {
    var (whole, rest) = top.quotientAndRemainder(dividingBy: bottom)
    var fraction: [UInt8] = []
    while rest != 0, fraction.count < places ?? Short.mostDigits {
      let (digit, next) = (rest * 10).quotientAndRemainder(dividingBy: bottom)
      fraction.append(UInt8(truncatingIfNeeded: digit))
      rest = next
    }
    if rest != 0 {
      if places == nil { return nil }
      // Half of the divisor or less is left out; exactly half goes to the even digit.
      let last = fraction.last.map { UInt($0) } ?? whole
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
  private func increase(_ whole: inout UInt, _ fraction: inout [UInt8]) {
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

/// An integer with its point moved to the left by some places.
private struct Short {
  var value = 0
  var places = 0

  static let mostDigits = 15

  /// Nil where a number has more digits, or an exponent.
  init?(_ text: [UInt8]) {
    let isNegative = text.first == UInt8(ascii: "-")
    var isBehindPoint = false
    var index = isNegative ? 1 : 0
    guard text.count - index <= Self.mostDigits + 1 else { return nil }
    while index < text.count {
      let digit = text[index] &- UInt8(ascii: "0")
      if digit < 10 {
        value = value * 10 + Int(digit)
        if isBehindPoint { places += 1 }
      } else if text[index] == UInt8(ascii: ".") {
        isBehindPoint = true
      } else {
        return nil
      }
      index += 1
    }
    if isNegative { value = -value }
  }
}

extension Int {
  fileprivate func times(_ other: Int) -> Int? {
    let (product, isTooLarge) = multipliedReportingOverflow(by: other)
    return isTooLarge ? nil : product
  }

  /// With this many zeros behind it.
  fileprivate func shifted(by count: Int) -> Int? {
    var shifted = self
    for _ in 0..<count {
      guard let next = shifted.times(10) else { return nil }
      shifted = next
    }
    return shifted
  }
}
