import JSONText
import TestSupport
import Testing

@Suite struct NumberConversionTests {
  @Test func `integers of every width come out where they are exact`() throws {
    func number(_ text: String) throws -> JSONNumber { try NumberTests.number(text) }
    for text in ["4", "4.0", "4e0", "40e-1", "0.4e1", "4.000"] {
      #expect(Int(exactly: try number(text)) == 4)
      #expect(UInt8(exactly: try number(text)) == 4)
    }
    #expect(Int(exactly: try number("4.5")) == nil)
    #expect(Int(exactly: try number("1e-1")) == nil)
    #expect(Int(exactly: try number("-0")) == 0)
    #expect(UInt(exactly: try number("-0.0")) == 0)
    #expect(UInt(exactly: try number("-1")) == nil)
    #expect(Int8(exactly: try number("127")) == 127)
    #expect(Int8(exactly: try number("128")) == nil)
    #expect(Int8(exactly: try number("-128")) == -128)
    #expect(Int8(exactly: try number("-129")) == nil)
    #expect(Int8(exactly: try number("1e2")) == 100)
    #expect(Int8(exactly: try number("1e3")) == nil)
    #expect(UInt8(exactly: try number("255")) == 255)
    #expect(UInt8(exactly: try number("256")) == nil)
    #expect(UInt8(exactly: try number("2560")) == nil)
    #expect(UInt16(exactly: try number("65535")) == 65535)
    #expect(Int32(exactly: try number("-2147483648")) == .min)
    #expect(Int64(exactly: try number("9223372036854775807")) == .max)
    #expect(Int64(exactly: try number("9223372036854775808")) == nil)
    #expect(Int64(exactly: try number("-9223372036854775808")) == .min)
    #expect(Int64(exactly: try number("-9223372036854775809")) == nil)
    #expect(UInt64(exactly: try number("1844674407370955161.5e1")) == .max)
    #expect(UInt64(exactly: try number("18446744073709551616")) == nil)
    #expect(Int64(exactly: try number("1e18")) == 1_000_000_000_000_000_000)
    #expect(Int64(exactly: try number("1e99999999999999999999")) == nil)
    #expect(Int64(exactly: try number("1e-99999999999999999999")) == nil)
    #expect(Int64(exactly: try number("0e99999999999999999999")) == 0)
  }

  @Test(arguments: [
    ("0", 0), ("1.5", 1.5), ("-1.5e3", -1500), ("0.1", 0.1), ("1e308", 1e308), ("1e23", 1e23),
    ("9007199254740993", 9_007_199_254_740_992), ("1e-400", 0),
    ("4.9e-324", .leastNonzeroMagnitude),
    ("1.7976931348623158e308", .greatestFiniteMagnitude),
  ])
  func `a Double is the nearest`(_ text: String, value: Double) throws {
    #expect(Double(try NumberTests.number(text)) == value)
  }

  @Test func `a Double that would be infinite is nil`() throws {
    for text in ["1e309", "-1e309", "1.8e308", "1e400", "1e99999999999999999999"] {
      #expect(Double(try NumberTests.number(text)) == nil)
    }
  }

  @Test func `a zero keeps its sign in a Double`() throws {
    #expect(Double(try NumberTests.number("-0.0"))?.sign == .minus)
    #expect(Double(try NumberTests.number("-1e-999"))?.sign == .minus)
    #expect(Double(try NumberTests.number("0"))?.sign == .plus)
  }

  @Test func `a digit far behind decides between two doubles`() throws {
    // The middle of 1 and the next double, exactly, has 53 digits behind the point.
    let middle = "1.00000000000000011102230246251565404236316680908203125"
    let zeros = String(repeating: "0", count: 2000)
    #expect(Double(try NumberTests.number(middle)) == 1)
    #expect(Double(try NumberTests.number("\(middle)\(zeros)")) == 1)
    #expect(Double(try NumberTests.number("\(middle)\(zeros)1")) == 1.0.nextUp)
  }

  @Test func `numbers are made from Swift's`() throws {
    #expect(JSONNumber(Int64.min).text == "-9223372036854775808")
    #expect(JSONNumber(UInt64.max).text == "18446744073709551615")
    #expect(JSONNumber(UInt8(7)).text == "7")
    let values: [(Double, String)] = [
      (0.1, "0.1"), (1, "1.0"), (-0.0, "-0.0"), (1e16, "1e+16"), (1e300, "1e+300"), (0.5, "0.5"),
    ]
    for (value, text) in values { #expect(JSONNumber(value)?.text == text) }
    #expect(JSONNumber(Float(0.1))?.text == "0.1")
    for value in [Double.nan, .infinity, -.infinity] { #expect(JSONNumber(value) == nil) }
    let literals: [JSONNumber] = [1, -2, 1.5, 1e20]
    #expect(literals.map(\.text) == ["1", "-2", "1.5", "1e+20"])
  }

  @Test func `every Double comes back from its text`() throws {
    var random = Seeded()
    for _ in 0..<2000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let number = try #require(JSONNumber(value), "\(random)")
      #expect(Double(number)?.bitPattern == value.bitPattern, "\(number) \(random)")
    }
  }
}
