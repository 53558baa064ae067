import TestSupport
import Testing

@testable import JSONMigrationCore

@Suite struct LetterCaseTests {
  /// Letters in ASCII are mapped by their bytes, and no text may show that.
  @Test func `letters are mapped as Unicode says, in ASCII and beyond`() {
    var random = Seeded()
    let scalars =
      (0..<0x80).map { Unicode.Scalar(UInt8($0)) }
      + "éÉßǆŉΣςſİıĳ½\u{2003}\u{85}日"
      .unicodeScalars
    for _ in 0..<Amount.of(3_000, thorough: 50_000) {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        text.append(scalars.randomElement(using: &random) ?? " ")
      }
      let bytes = Array(String(text).utf8)
      let (small, capital) = (
        text.map(\.properties.lowercaseMapping).joined(),
        text.map(\.properties.uppercaseMapping).joined()
      )
      #expect(bytes.lowercased == Array(small.utf8), "\(String(text)), \(random)")
      #expect(bytes.uppercased == Array(capital.utf8), "\(String(text)), \(random)")
      #expect(bytes.capitalized == Array(Self.capitalized(text).utf8), "\(String(text)), \(random)")
    }
  }

  private static func capitalized(_ text: String.UnicodeScalarView) -> String {
    var isStart = true
    return text.map { scalar in
      let properties = scalar.properties
      if properties.isWhitespace { isStart = true }
      guard isStart, properties.isAlphabetic || properties.numericType != nil else {
        return properties.lowercaseMapping
      }
      isStart = false
      return properties.titlecaseMapping
    }.joined()
  }
}
