import Testing

@testable import JSONText

@Suite struct DecimalTests {
  @Test(arguments: [
    ("0", "0"), ("-0.0", "0"), ("0e9", "0"), ("4.0", "4"), ("4e0", "4"), ("-25e-1", "-2.5"),
    ("1.2345e2", "123.45"), ("0.00120", "0.0012"), ("120e1", "1200"), ("1e-3", "0.001"),
  ])
  func `numbers are written out`(_ number: String, _ text: String) throws {
    #expect(try #require(Decimal(number.utf8)).text == Array(text.utf8))
  }

  @Test(arguments: ["1e1000", "1e-1001", "1e99999999999999999999"])
  func `what takes too many digits is none`(_ number: String) {
    #expect(Decimal(number.utf8) == nil)
  }

  @Test(arguments: [
    ("1.5", 3, "1500"), ("1.5", -3, "0.0015"), ("-12345", -3, "-12.345"), ("0", 3, "0"),
    ("0.0001", 3, "0.1"), ("12", 0, "12"),
  ])
  func `the point moves`(_ number: String, _ places: Int, _ text: String) throws {
    let decimal = try #require(Decimal(number.utf8))
    #expect(decimal.shifted(by: places).text == Array(text.utf8))
    #expect(decimal.shifted(by: places).shifted(by: -places) == decimal)
  }

  @Test(arguments: ["0", "-0.00", "4", "4.0", "40e-1", "-1.20e1", "1e99999999999999999999"])
  func `integers are found, however they are written`(_ number: String) {
    #expect(NumberText.isInteger(number.utf8) && NumberText.isInteger(number))
  }

  @Test(arguments: ["4.5", "45e-1", "1e-1", "1.23e1", "1e-99999999999999999999"])
  func `what is no integer is none`(_ number: String) {
    #expect(!NumberText.isInteger(number.utf8) && !NumberText.isInteger(number))
  }
}
