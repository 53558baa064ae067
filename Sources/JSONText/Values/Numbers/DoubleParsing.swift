/// Decimal digits to the nearest `Double`, in two multiplications.
///
/// The value is `digits` times ten to `power`. Ten is two times five, so what has to be multiplied
/// is a power of five, of which a table has the first 128 bits; the power of two only moves the
/// point.
///
///     1234567.891 = 1234567891 * 10^-3
///     1234567891 * (5^-3, cut to 128 bits) = the mantissa in 192 bits, of which 53 are needed
///
/// The product is a little too small, by less than one in its 64th bit and almost always without
/// consequence; Daniel Lemire ("Number Parsing at a Gigabyte per Second", 2021) and Noble Mushtak
/// ("Fast Number Parsing Without Fallback", 2023) show that with 128 bits of the power the 55 bits
/// that rounding looks at are always right for at most 19 digits. The idea is Michael Eisel's.
package enum DoubleParsing {
  /// The nearest `Double`; nil if it would be infinite, or zero for other digits than 0.
  package static func double(_ digits: UInt64, power: Int) -> Double? {
    if digits == 0 { return 0 }
    return bits(digits, power, mantissa: 52, bias: 1023, halfway: -4...23).map(
      Double.init(bitPattern:))
  }

  /// The nearest `Float`; nil if it would be infinite, or zero for other digits than 0.
  package static func float(_ digits: UInt64, power: Int) -> Float? {
    if digits == 0 { return 0 }
    return bits(digits, power, mantissa: 23, bias: 127, halfway: -17...10).map {
      Float(bitPattern: UInt32(truncatingIfNeeded: $0))
    }
  }

  /// The bits of a floating-point number with a mantissa of this many bits, the first not counted.
  ///
  /// `halfway` are the powers with which digits can stand exactly between two numbers.
  @inline(__always)
  private static func bits(
    _ digits: UInt64, _ power: Int, mantissa size: Int, bias: Int, halfway: ClosedRange<Int>
  ) -> UInt64? {
    guard power >= FivePower.least, power <= FivePower.greatest else { return nil }
    let leading = digits.leadingZeroBitCount
    // Behind the bits of the mantissa one more is needed for rounding, and two may be zeros in
    // front.
    let (high, low) = product(
      digits &<< UInt64(leading), FivePower[power], rest: UInt64.max &>> UInt64(size + 3))
    let upper = Int(high &>> 63)
    let shift = UInt64(upper + 64 - size - 3)
    var mantissa = high &>> shift
    // The power of two of the highest bit, as the exponent's field counts it.
    var exponent = (power * 217_706) &>> 16 + 63 + upper - leading + bias
    let first = UInt64(1) &<< UInt64(size)
    if exponent <= 0 {
      // Subnormal: fewer bits are left.
      if exponent <= -63 { return nil }
      mantissa &>>= UInt64(1 - exponent)
      mantissa = (mantissa + mantissa & 1) &>> 1
      // Rounding may have made it the least normal one, whose field is 1.
      return mantissa == 0 ? nil : mantissa
    }
    // Exactly halfway: to the even one. Only powers of five that fit in a word get there.
    if low <= 1, halfway ~= power, mantissa & 3 == 1, mantissa &<< shift == high {
      mantissa &= ~1
    }
    mantissa = (mantissa + mantissa & 1) &>> 1
    if mantissa >= first &<< 1 {
      mantissa = first
      exponent += 1
    }
    if exponent > 2 * bias { return nil }
    return UInt64(exponent) &<< UInt64(size) | mantissa & (first - 1)
  }

  /// The upper two words of a product of one word and two.
  @inline(__always)
  private static func product(
    _ digits: UInt64, _ power: FivePower, rest: UInt64
  ) -> (high: UInt64, low: UInt64) {
    var (high, low) = digits.multipliedFullWidth(by: power.high)
    // Only where all bits behind those needed are set can the lower word make a difference.
    if high & rest == rest {
      let (sum, overflow) = low.addingReportingOverflow(
        digits.multipliedFullWidth(by: power.low).high)
      low = sum
      if overflow { high &+= 1 }
    }
    return (high, low)
  }
}

/// A power of five, the highest bit of its 128 being set: 5^power = bits * 2^n.
package struct FivePower: BitwiseCopyable, Sendable {
  package let high: UInt64
  package let low: UInt64

  /// Powers of ten beyond which all numbers of up to 19 digits are zero or infinite.
  package static var least: Int { -342 }
  package static var greatest: Int { 308 }

  package static subscript(power: Int) -> FivePower { table[power - least] }

  /// All of them, computed when the first is needed: that takes less than reading them from a file.
  ///
  /// It goes up and down from one in 256 bits, by multiplying and dividing by five. Each step loses
  /// less than one in the last bit, so that after all of them more than 240 are right; no power has
  /// so many equal bits behind its 128th that this could change one (a test computes each exactly).
  private static let table: [FivePower] = {
    var table = [FivePower](repeating: FivePower(high: 0, low: 0), count: greatest - least + 1)
    var wide = Wide()
    for power in 0...greatest {
      table[power - least] = FivePower(high: wide.words.0, low: wide.words.1)
      wide.multiplyByFive()
    }
    wide = Wide()
    for power in (least..<0).reversed() {
      wide.divideByFive()
      // The small ones are rounded up, so that a product that is exact doesn't seem less.
      let (low, carry) = wide.words.1.addingReportingOverflow(power >= -27 ? 1 : 0)
      table[power - least] = FivePower(
        high: wide.words.0 &+ (carry ? 1 : 0), low: low)
    }
    return table
  }()

  /// 256 bits, the highest of which is set.
  private struct Wide {
    /// The highest word first.
    var words: (UInt64, UInt64, UInt64, UInt64) = (1 &<< 63, 0, 0, 0)

    mutating func multiplyByFive() {
      var carry: UInt64 = 0
      func times(_ word: UInt64, _ carry: inout UInt64) -> UInt64 {
        let (high, low) = word.multipliedFullWidth(by: 5)
        let (sum, overflow) = low.addingReportingOverflow(carry)
        carry = high + (overflow ? 1 : 0)
        return sum
      }
      words.3 = times(words.3, &carry)
      words.2 = times(words.2, &carry)
      words.1 = times(words.1, &carry)
      words.0 = times(words.0, &carry)
      shiftDown(carry, by: UInt64(64 - carry.leadingZeroBitCount))
    }

    private mutating func shiftDown(_ carry: UInt64, by count: UInt64) {
      let rest = 64 - count
      words = (
        carry << rest | words.0 >> count, words.0 << rest | words.1 >> count,
        words.1 << rest | words.2 >> count, words.2 << rest | words.3 >> count
      )
    }

    mutating func divideByFive() {
      // The quotient of the highest word has two or three leading zeros, so a fifth word follows.
      var remainder: UInt64 = 0
      func divide(_ word: UInt64, _ remainder: inout UInt64) -> UInt64 {
        let (quotient, rest) = UInt64(5).dividingFullWidth((remainder, word))
        remainder = rest
        return quotient
      }
      let first = divide(words.0, &remainder)
      let second = divide(words.1, &remainder)
      let third = divide(words.2, &remainder)
      let fourth = divide(words.3, &remainder)
      let fifth = divide(0, &remainder)
      let count = UInt64(first.leadingZeroBitCount)
      let rest = 64 - count
      words = (
        first << count | second >> rest, second << count | third >> rest,
        third << count | fourth >> rest, fourth << count | fifth >> rest
      )
    }
  }
}
