package import JSONText

/// What is done to a number: it is multiplied, divided, added to, and rounded, in this order and
/// exactly.
package struct Scaling: Sendable {
  package var factor: Decimal?
  package var divisor: Decimal?
  package var summand: Decimal?
  /// How many places behind the point are kept.
  package var places: Int?

  enum Failure: Error {
    /// The quotient has no end.
    case endless
    case tooManyDigits

    var message: String {
      switch self {
      case .endless: "has a quotient without an end for"
      case .tooManyDigits: "has more than \(Decimal.digitLimit) digits for"
      }
    }
  }

  /// What becomes of a number.
  ///
  /// With `f`, `d` and `s` for factor, divisor and summand, and each of them an integer with its
  /// point moved, all is one fraction: (n·f + s·d) / d with the points moved to one place.
  func apply(to number: Decimal) throws(Failure) -> Decimal {
    let product = Signed(number) * Signed(factor ?? .one)
    let divisor = Signed(divisor ?? .one)
    let summand = Signed(summand ?? .zero)
    // n·f / (d·10^shift) + s / 10^s.places, with one divisor.
    let shift = product.places - divisor.places
    let left = product.value.shifted(by: max(0, -shift) + summand.places)
    let right = summand.value * divisor.value.shifted(by: max(0, shift))
    let isNegative = product.isNegative != divisor.isNegative
    let sum = Signed.sum(
      left, isNegative: isNegative, right, isNegative: summand.isNegative)
    let bottom = divisor.value.shifted(by: max(0, shift) + summand.places)
    let result = try quotient(sum.value, bottom, isNegative: sum.isNegative)
    guard result.whole.count + result.fraction.count <= Decimal.digitLimit else {
      throw .tooManyDigits
    }
    return result
  }

  private func quotient(
    _ top: NaturalNumber, _ bottom: NaturalNumber, isNegative: Bool
  ) throws(Failure) -> Decimal {
    let quotient = top.divided(by: bottom, places: places ?? Decimal.digitLimit)
    let result = Decimal(
      isNegative: isNegative, whole: quotient.whole, fraction: quotient.fraction)
    guard let places else {
      if quotient.rest.isZero { return result }
      throw divisor == nil ? .tooManyDigits : .endless
    }
    // Half of the divisor or less is left out; exactly half goes to the even digit.
    let twice = quotient.rest + quotient.rest
    let last = (quotient.whole + quotient.fraction).last ?? UInt8(ascii: "0")
    if twice < bottom || twice == bottom && last % 2 == 0 { return result }
    let digits = NaturalNumber(digits: quotient.whole + quotient.fraction)
    let next = (digits + NaturalNumber(digits: [UInt8(ascii: "1")])).digits
    let whole = max(0, next.count - places)
    let zeros = Array(repeating: UInt8(ascii: "0"), count: max(0, places - next.count))
    return Decimal(
      isNegative: isNegative, whole: Array(next.prefix(whole)),
      fraction: zeros + next.dropFirst(whole))
  }

  /// How much work a number of this many bytes is, in node visits.
  func work(forNumberOf count: Int) -> Int {
    var digits = count
    for part in [factor, divisor, summand] {
      digits += part.map { $0.whole.count + $0.fraction.count } ?? 0
    }
    return Int(capped: 1 + Int64(digits) * Int64(digits) / 64)
  }
}

/// An integer with its point moved to the left by some places.
private struct Signed {
  var isNegative: Bool
  var value: NaturalNumber
  package var places: Int

  init(_ decimal: Decimal) {
    isNegative = decimal.isNegative
    value = NaturalNumber(digits: decimal.whole + decimal.fraction)
    places = decimal.fraction.count
  }

  static func * (left: Signed, right: Signed) -> Signed {
    var product = left
    product.isNegative = left.isNegative != right.isNegative
    product.value = left.value * right.value
    product.places += right.places
    return product
  }

  static func sum(
    _ left: NaturalNumber, isNegative: Bool, _ right: NaturalNumber,
    isNegative isOtherNegative: Bool
  ) -> (value: NaturalNumber, isNegative: Bool) {
    if isNegative == isOtherNegative { return (left + right, isNegative) }
    return left < right ? (right - left, isOtherNegative) : (left - right, isNegative)
  }
}

extension NaturalNumber {
  /// With this many zeros behind it.
  fileprivate func shifted(by count: Int) -> NaturalNumber {
    if count == 0 || isZero { return self }
    return NaturalNumber(
      digits: digits + Array(repeating: UInt8(ascii: "0"), count: count))
  }
}

extension Decimal {
  fileprivate static let zero = Decimal(isNegative: false, whole: [], fraction: [])
  fileprivate static let one = Decimal(
    isNegative: false, whole: [UInt8(ascii: "1")], fraction: [])

  /// The number as JSON: without an exponent below 1e21.
  var spelling: [UInt8] {
    guard whole.count > 21 else { return text }
    let zeros = whole.reversed().prefix { $0 == UInt8(ascii: "0") }.count
    let digits = fraction.isEmpty ? Array(whole.dropLast(zeros)) : whole + fraction
    let point = Decimal(
      isNegative: isNegative, whole: Array(digits.prefix(1)), fraction: Array(digits.dropFirst()))
    return point.text + Array("e\(whole.count - 1)".utf8)
  }
}
