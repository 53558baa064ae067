import Foundation
import JSONText

/// `doubles MILLIONS [SEED]`: compares what becomes of digits with what the standard library makes
/// of them, for millions of values: any bits as programs write them, and any digits with any power.
struct DoubleCheck {
  let millions: Int
  let seed: UInt64

  func run() throws {
    var state = seed
    func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ value &>> 30) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ value &>> 27) &* 0x94D0_49BB_1331_11EB
      return value ^ value &>> 31
    }
    var wrong = 0
    for _ in 0..<millions {
      for _ in 0..<500_000 {
        let bits = next()
        let digits = bits >> (next() & 63)
        let power = Int(next() % 680) - 350
        if !isSame(digits, power) { wrong += 1 }
        let value = Double(bitPattern: bits).magnitude
        if value.isFinite, value != 0, !isRestored(value) { wrong += 1 }
      }
    }
    print(
      "\(millions) million values, seed \(seed): \(wrong) are not those of the standard library")
    if wrong > 0 { throw BenchmarkError("doubles: wrong values") }
  }

  private func isSame(_ digits: UInt64, _ power: Int) -> Bool {
    let expected = Double("\(digits)e\(power)") ?? 0
    let found = DoubleParsing.double(digits, power: power)
    if expected == found { return true }
    // What is out of range is left to others.
    let isOut = !expected.isFinite || expected == 0
    if !(found == nil && isOut) { print("\(digits)e\(power)") }
    return found == nil && isOut
  }

  private func isRestored(_ value: Double) -> Bool {
    var digits: UInt64 = 0
    var (power, exponent, isNegative) = (0, 0, false)
    var part = 0
    for byte in "\(value)".utf8 {
      switch byte {
      case UInt8(ascii: "."): part = 1
      case UInt8(ascii: "e"): part = 2
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "+"): break
      default:
        let digit = UInt64(byte & 0x0F)
        if part == 2 {
          exponent = exponent * 10 + Int(digit)
        } else {
          digits = digits * 10 + digit
          power -= part
        }
      }
    }
    power += isNegative ? -exponent : exponent
    if DoubleParsing.double(digits, power: power) == value { return true }
    print(value)
    return false
  }
}
