import TestSupport
import Testing

@testable import JSONText

@Suite struct NaturalNumberTests {
  @Test func `arithmetic is that of machine integers, as far as those go`() {
    var random = Seeded()
    func draw() -> UInt64 { UInt64.random(in: 0...UInt64.max >> 33, using: &random) }
    func number(_ value: UInt64) -> NaturalNumber { NaturalNumber(digits: Array("\(value)".utf8)) }
    for _ in 0..<500 {
      let (left, right) = (draw() >> UInt64.random(in: 0...31, using: &random), draw())
      #expect(number(left) + number(right) == number(left + right))
      #expect(number(left) * number(right) == number(left * right))
      #expect(number(left + right) - number(right) == number(left))
      #expect((number(left) < number(right)) == (left < right))
      guard right > 0 else { continue }
      let result = number(left * 1_000_000).divided(by: number(right), places: 0)
      #expect(NaturalNumber(digits: result.whole) == number(left * 1_000_000 / right))
      #expect(result.rest == number(left * 1_000_000 % right))
    }
  }

  @Test func `a quotient has as many places as are asked for, or as there are`() {
    func divide(_ left: String, _ right: String, places: Int) -> String {
      let result = NaturalNumber(digits: Array(left.utf8))
        .divided(by: NaturalNumber(digits: Array(right.utf8)), places: places)
      return String(decoding: result.whole + Array(".".utf8) + result.fraction, as: UTF8.self)
    }
    #expect(divide("1", "8", places: 10) == "0.125")
    #expect(divide("10", "3", places: 4) == "03.3333")
    #expect(divide("1000000000000000000000", "1000000000", places: 1) == "0000000001000000000000.")
    #expect(divide("", "7", places: 3) == ".")
  }

  @Test func `digits are read and written, with zeros inside`() {
    let digits = Array("12300000000000000000045600000000000000000789".utf8)
    #expect(NaturalNumber(digits: Array("000".utf8) + digits).digits == digits)
    #expect(NaturalNumber(digits: Array("000".utf8)).isZero)
  }
}
