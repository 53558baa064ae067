import TestSupport
import Testing

@testable import JSONText

@Suite struct NumberTests {
  static func number(_ text: String) throws -> JSONNumber {
    try #require(JSONNumber(text), "\(text.prefix(80))")
  }

  @Test(arguments: [
    "0", "-0", "7", "-12", "0.0", "10.50", "1e5", "1E+5", "1e-05", "-0.0e-0", "1e400",
    "123456789012345678901234567890",
  ])
  func `a number is kept as written`(_ text: String) throws {
    #expect(try Self.number(text).text == text)
    #expect(try Self.number(text).description == text)
  }

  @Test(arguments: [
    "", "-", "+1", "01", "-01", "00", ".5", "1.", "1.e5", "1e", "1e+", "1e5.0", "1e5e5", "0x10",
    "NaN", "inf", "-inf", " 1", "1 ", "1\n", "1,0", "1_000", "--1", "٣", "1\u{301}", "1\0",
  ])
  func `what is no number is refused`(_ text: String) {
    #expect(JSONNumber(text) == nil)
  }

  /// Each row is one value, and each row is less than the next.
  static let ladder: [[String]] = [
    ["-1e1000000000000000000001"], ["-1e1000000000000000000000", "-0.1e1000000000000000000001"],
    ["-1e999999999999999999", "-10e999999999999999998"], ["-1e400"],
    ["-12", "-1.2e1", "-120e-1"], ["-1.25"], ["-1.2"], ["-1", "-1.0", "-0.1e1"], ["-0.5"],
    ["-1e-400"], ["-1e-1000000000000000000000"],
    ["0", "-0", "0.0", "-0.000", "0e5", "0e-99999999999999999999999", "-0E+99999999999999999999"],
    ["1e-1000000000000000000000", "10e-1000000000000000000001", "0.1e-999999999999999999999"],
    ["1e-999999999999999999999"], ["1e-999999999999999999"], ["1e-400"],
    ["0.1", "1e-1", "0.10", "10e-2", "0.0001e3"], ["0.10000000000000000000000000000001"], ["0.5"],
    ["0.999999999999999999999999999"],
    [
      "1", "1.0", "10e-1", "100e-2", "1e0", "1E+0", "1e-0", "0.001e3", "1e000000000000000000000000",
    ],
    ["1.0000000000000000000000000001"], ["9007199254740992"], ["9007199254740993"],
    ["18446744073709551615", "18446744073709551615.0", "1844674407370955161.5e1"],
    ["18446744073709551616"], ["123456789e300", "1.23456789e308"],
    ["1e400", "0.1e401", "1000e397"], ["1.5e400", "15e399"], ["9e999999999999999998"],
    ["1e999999999999999999", "0.0001e1000000000000000003", "100000e999999999999999994"],
    ["1e1000000000000000000", "10e999999999999999999"], ["1e1000000000000000001"],
    ["1e1000000000000000000000000000000"], ["1.1e1000000000000000000000000000000"],
    ["2e1000000000000000000000000000000", "0.2e1000000000000000000000000000001"],
  ]

  @Test func `equality, order and hash go by the exact value`() throws {
    for (left, leftTexts) in Self.ladder.enumerated() {
      for (right, rightTexts) in Self.ladder.enumerated() {
        for leftText in leftTexts {
          for rightText in rightTexts {
            let (a, b) = (try Self.number(leftText), try Self.number(rightText))
            #expect((a == b) == (left == right), "\(leftText) \(rightText)")
            #expect((a < b) == (left < right), "\(leftText) \(rightText)")
            if left == right { #expect(a.hashValue == b.hashValue, "\(leftText) \(rightText)") }
          }
        }
      }
    }
    let all = try Self.ladder.joined().map(Self.number)
    #expect(Set(all).count == Self.ladder.count)
  }

  @Test func `numbers of few digits are compared as others are`() {
    var random = Seeded()
    let seed = random.description
    func digits(_ count: Int) -> String {
      (0..<count).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
    }
    // Mostly near each other, some with zeros behind, and some too long for an integer.
    func number() -> String {
      let sign = Bool.random(using: &random) ? "-" : ""
      let whole =
        Bool.random(using: &random) ? "0" : "1" + digits(.random(in: 0...2, using: &random))
      let fraction = digits(.random(in: 0...3, using: &random) * .random(in: 0...6, using: &random))
      let zeros = String(repeating: "0", count: .random(in: 0...2, using: &random))
      return sign + whole + (fraction + zeros == "" ? "" : "." + fraction + zeros)
    }
    for _ in 0..<3_000 {
      let left = number()
      let right = Bool.random(using: &random) ? number() : left + (left.contains(".") ? "0" : ".0")
      let order = NumberText.compare(left.utf8, right.utf8)
      let expected = NumberText.compareForms(left.utf8, right.utf8)
      #expect(order.signum() == expected.signum(), "\(left) \(right), \(seed)")
    }
  }

  @Test func `numbers are compared in any collection of bytes`() {
    let text = Array("[1.50, 15e-1, 2]".utf8)
    #expect(NumberText.areEqual(text[1..<5], text[7..<12]))
    #expect(NumberText.compare(text[7..<12], text[14..<15]) < 0)
    #expect(NumberText.compare(text[14..<15], "1.5".utf8) > 0)
  }

  @Test(.timeLimit(.patience))
  func `long digits and long exponents take linear time`() throws {
    let exponent = String(long: "9", count: 1_000_000)
    let carried = "1" + String(repeating: "0", count: 1_000_000)
    let (a, b) = (try Self.number("10e\(exponent)"), try Self.number("1e\(carried)"))
    #expect(a == b)
    #expect(a.hashValue == b.hashValue)
    #expect(a < (try Self.number("11e\(exponent)")))
    #expect(Double(a) == nil)
    #expect(Double(try Self.number("-1e-\(exponent)")) == 0)
    #expect(Int(exactly: a) == nil)

    let zeros = String(repeating: "0", count: 100_000)
    #expect(try Self.number("0.\(zeros)1") == (try Self.number("1e-100001")))
    #expect(try Self.number("1\(zeros)e-100000") == (try Self.number("1")))
    #expect(Int(exactly: try Self.number("4\(zeros).\(zeros)e-100000")) == 4)
    #expect(Double(try Self.number("4\(zeros).\(zeros)1e-100000")) == 4)
  }

  @Test func `what is written in another way is equal and hashes alike`() {
    var random = Seeded()
    for _ in 0..<2000 {
      let number = JSONNumber.random(using: &random)
      let other = number.respelled(using: &random)
      #expect(number == other, "\(number) \(other) \(random)")
      #expect(number.hashValue == other.hashValue, "\(number) \(other) \(random)")
      let third = JSONNumber.random(using: &random)
      // With so few digits, different values have different doubles.
      let (a, b) = (Double(number), Double(third))
      #expect((number < third) == ((a ?? 0) < (b ?? 0)), "\(number) \(third) \(random)")
      #expect((number == third) == (a == b), "\(number) \(third) \(random)")
    }
  }
}
