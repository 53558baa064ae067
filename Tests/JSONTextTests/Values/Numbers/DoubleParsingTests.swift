import JSONText
import TestSupport
import Testing

/// Digits and a power of ten to the nearest floating-point value, as the standard library has it.
@Suite struct DoubleParsingTests {
  private static func isSame(_ digits: UInt64, _ power: Int) -> Bool {
    let text = "\(digits)e\(power)"
    let double = Double(text).flatMap { $0.isFinite && ($0 != 0 || digits == 0) ? $0 : nil }
    let float = Float(text).flatMap { $0.isFinite && ($0 != 0 || digits == 0) ? $0 : nil }
    return DoubleParsing.double(digits, power: power)?.bitPattern == double?.bitPattern
      && DoubleParsing.float(digits, power: power)?.bitPattern == float?.bitPattern
  }

  @Test func `random digits and powers`() {
    var random = Seeded(26)
    for _ in 0..<100_000 {
      let digits = random.next() >> UInt64(Int.random(in: 0..<64, using: &random))
      let power = Int.random(in: -360...320, using: &random)
      if !Self.isSame(digits, power) { Issue.record("\(digits)e\(power)") }
    }
  }

  @Test func `what programs write`() {
    var random = Seeded(27)
    for _ in 0..<100_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite, value != 0 else { continue }
      let text = "\(value.magnitude)"
      let parts = text.split(separator: "e")
      let digits = parts[0].split(separator: ".")
      guard let whole = UInt64(digits.joined()) else { continue }
      let power =
        (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - (digits.count > 1 ? digits[1].count : 0)
      let found = DoubleParsing.double(whole, power: power)
      if found != value.magnitude { Issue.record("\(value)") }
    }
  }

  /// Just at, above and below the middle of two neighbours, where rounding is decided.
  @Test func `halfway`() {
    var random = Seeded(28)
    for _ in 0..<20_000 {
      let mantissa = (1 << 53 | random.next() >> 11) << 1 | 1
      let shift = UInt64(Int.random(in: 0..<10, using: &random))
      for digits in [mantissa << shift, mantissa << shift + 1, mantissa << shift - 1] {
        for power in [-4, -1, 0, 1, 4, 22, 23] where !Self.isSame(digits, power) {
          Issue.record("\(digits)e\(power)")
        }
      }
    }
    for power in -30...30 {
      for digits: UInt64 in [1, 3, 5, 9_007_199_254_740_993, 9_007_199_254_740_995, .max] {
        if !Self.isSame(digits, power) { Issue.record("\(digits)e\(power)") }
      }
    }
  }

  @Test(
    arguments: [
      (22_250_738_585_072_011, -324), (22_250_738_585_072_014, -324),
      (49_406_564_584_124_654, -340),
      (24_703_282_292_062_327, -340), (24_703_282_292_062_328, -340), (17_976_931_348_623_157, 292),
      (17_976_931_348_623_158, 292), (17_976_931_348_623_159, 292), (1, 308), (1, 309), (1, -323),
      (1, -324), (5, -324), (2, -324), (8_988_465_674_311_580, 293), (9_007_199_254_740_993, 0),
      (45_035_996_273_704_985, -1), (1_448_997_445_238_699, 0), (30_078_505_129_381_147, 307),
      (7_205_759_403_792_793_199, -1), (9_355_950_000_000_000_000, 0), (6_631_236_846_766_476, -16),
      (3_237_883_913_302_901, 10), (2_109_808_898_695_963, -4), (34_028_235_677_973_366, 22),
      (16_777_217, 0), (16_777_219, 0), (7_006_492_321_624_085, -61), (14_012_984_643_248_171, -61),
      (70_064_923_216_240_853, -62), (70_064_923_216_240_854, -62), (11_754_943_508_222_875, -54),
      (0, 400), (0, -400), (0, 0), (12_345_678_901_234_567_890, 291),
      (10_000_000_000_000_000_000, -342),
    ] as [(UInt64, Int)])
  func `hard cases`(_ digits: UInt64, power: Int) {
    #expect(Self.isSame(digits, power))
  }

  /// Each power of five, computed with all its digits.
  @Test func `the table is exact`() {
    var power = [UInt32](repeating: 0, count: 1)
    power[0] = 1
    for exponent in 0...FivePower.greatest {
      let found = FivePower[exponent]
      let expected = Self.firstBits(of: power)
      if (found.high, found.low) != expected { Issue.record("5^\(exponent)") }
      Self.multiplyByFive(&power)
    }
    power = [1]
    for exponent in (FivePower.least..<0).reversed() {
      Self.multiplyByFive(&power)
      var (high, low) = Self.firstBits(ofOneOver: power)
      // Those that make a product exact are rounded up.
      if exponent >= -27 {
        low &+= 1
        if low == 0 { high += 1 }
      }
      let found = FivePower[exponent]
      if (found.high, found.low) != (high, low) { Issue.record("5^\(exponent)") }
    }
  }

  /// The words of a number, the lowest first, times five.
  private static func multiplyByFive(_ words: inout [UInt32]) {
    var carry: UInt64 = 0
    for index in words.indices {
      carry += UInt64(words[index]) * 5
      words[index] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
    if carry > 0 { words.append(UInt32(carry)) }
  }

  private static func bit(_ index: Int, of words: [UInt32]) -> UInt64 {
    index < 0 ? 0 : UInt64(words[index / 32] >> UInt32(index % 32) & 1)
  }

  private static func length(_ words: [UInt32]) -> Int {
    guard let last = words.lastIndex(where: { $0 != 0 }) else { return 0 }
    return last * 32 + 32 - words[last].leadingZeroBitCount
  }

  private static func firstBits(of words: [UInt32]) -> (UInt64, UInt64) {
    let top = length(words) - 1
    var bits: (UInt64, UInt64) = (0, 0)
    for place in 0..<64 { bits.0 = bits.0 << 1 | bit(top - place, of: words) }
    for place in 64..<128 { bits.1 = bits.1 << 1 | bit(top - place, of: words) }
    return bits
  }

  /// Long division, bit by bit: a remainder that doubles, less the divisor where it is not less.
  private static func firstBits(ofOneOver words: [UInt32]) -> (UInt64, UInt64) {
    var remainder = [UInt32](repeating: 0, count: words.count + 1)
    remainder[0] = 1
    let divisor = words + [0]
    var bits: (UInt64, UInt64) = (0, 0)
    var count = 0
    while count < 128 {
      var carry: UInt32 = 0
      for index in remainder.indices {
        let word = remainder[index]
        remainder[index] = word << 1 | carry
        carry = word >> 31
      }
      let isNotLess = !remainder.reversed().lexicographicallyPrecedes(divisor.reversed())
      if isNotLess {
        var borrow: Int64 = 0
        for index in remainder.indices {
          let difference = Int64(remainder[index]) - Int64(divisor[index]) + borrow
          remainder[index] = UInt32(truncatingIfNeeded: difference)
          borrow = difference < 0 ? -1 : 0
        }
      }
      if isNotLess || count > 0 {
        bits = (bits.0 << 1 | bits.1 >> 63, bits.1 << 1 | (isNotLess ? 1 : 0))
        count += 1
      }
    }
    return bits
  }
}
