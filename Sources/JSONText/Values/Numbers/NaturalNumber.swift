/// A natural number of any size, for exact decimals.
///
/// What is done with it costs the product of the lengths at most, and callers see to it that those
/// are small.
package struct NaturalNumber: Equatable, Sendable {
  /// Nine digits each, the lowest first, without zeros at the end.
  private var limbs: [UInt32] = []

  private static let base: UInt64 = 1_000_000_000
  private static let digitsPerLimb = 9

  /// The number of ASCII digits.
  package init(digits: [UInt8]) {
    var end = digits.count
    while end > 0 {
      let start = max(0, end - Self.digitsPerLimb)
      limbs.append(digits[start..<end].reduce(0) { $0 * 10 + UInt32($1 - UInt8(ascii: "0")) })
      end = start
    }
    trim()
  }

  package var isZero: Bool { limbs.isEmpty }

  /// Its ASCII digits, without zeros in front; none for zero.
  package var digits: [UInt8] {
    var digits: [UInt8] = []
    for limb in limbs.reversed() {
      let text = Array(String(limb).utf8)
      digits += repeatElement(UInt8(ascii: "0"), count: Self.digitsPerLimb - text.count)
      digits += text
    }
    return Array(digits.drop { $0 == UInt8(ascii: "0") })
  }

  private mutating func trim() {
    while limbs.last == 0 { limbs.removeLast() }
  }
}

extension NaturalNumber: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    if left.limbs.count != right.limbs.count { return left.limbs.count < right.limbs.count }
    return left.limbs.reversed().lexicographicallyPrecedes(right.limbs.reversed())
  }
}

extension NaturalNumber {
  package static func + (left: Self, right: Self) -> Self {
    var sum = left
    var carry: UInt64 = 0
    for index in 0..<max(left.limbs.count, right.limbs.count) {
      if index == sum.limbs.count { sum.limbs.append(0) }
      carry += UInt64(sum.limbs[index])
      if index < right.limbs.count { carry += UInt64(right.limbs[index]) }
      sum.limbs[index] = UInt32(carry % base)
      carry /= base
    }
    if carry > 0 { sum.limbs.append(UInt32(carry)) }
    return sum
  }

  /// The right one must not be larger.
  package static func - (left: Self, right: Self) -> Self {
    var difference = left
    var borrow: UInt64 = 0
    for index in left.limbs.indices {
      let taken = borrow + (index < right.limbs.count ? UInt64(right.limbs[index]) : 0)
      let own = UInt64(left.limbs[index])
      borrow = own < taken ? 1 : 0
      difference.limbs[index] = UInt32(own + borrow * base - taken)
    }
    difference.trim()
    return difference
  }

  package static func * (left: Self, right: Self) -> Self {
    var product = left
    product.limbs = Array(repeating: 0, count: left.limbs.count + right.limbs.count)
    for (index, limb) in left.limbs.enumerated() {
      var carry: UInt64 = 0
      for (offset, other) in right.limbs.enumerated() {
        carry += UInt64(product.limbs[index + offset]) + UInt64(limb) * UInt64(other)
        product.limbs[index + offset] = UInt32(carry % base)
        carry /= base
      }
      product.limbs[index + right.limbs.count] = UInt32(carry)
    }
    product.trim()
    return product
  }

  /// Long division, as it is learned at school: the digits of the quotient in front of the point,
  /// up to `places` digits behind it, and the remainder.
  ///
  /// The divisor must not be zero.
  package func divided(
    by divisor: Self, places: Int
  ) -> (whole: [UInt8], fraction: [UInt8], rest: Self) {
    var rest = NaturalNumber(digits: [])
    var whole: [UInt8] = []
    for digit in digits { whole.append(rest.takeDigit(digit - UInt8(ascii: "0"), divisor)) }
    var fraction: [UInt8] = []
    while fraction.count < places, !rest.isZero { fraction.append(rest.takeDigit(0, divisor)) }
    return (whole, fraction, rest)
  }

  /// Puts a digit behind the rest, and takes the divisor away as often as it goes.
  private mutating func takeDigit(_ digit: UInt8, _ divisor: Self) -> UInt8 {
    var carry = UInt64(digit)
    for index in limbs.indices {
      carry += UInt64(limbs[index]) * 10
      limbs[index] = UInt32(carry % Self.base)
      carry /= Self.base
    }
    if carry > 0 { limbs.append(UInt32(carry)) }
    var result = UInt8(ascii: "0")
    while !(self < divisor) {
      self = self - divisor
      result += 1
    }
    return result
  }
}
