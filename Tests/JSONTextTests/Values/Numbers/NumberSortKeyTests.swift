import JSONText
import TestSupport
import Testing

@Suite struct NumberSortKeyTests {
  private static func compare(_ left: String, _ right: String) -> Int {
    let (left, right) = (NumberText.sortKey(left.utf8), NumberText.sortKey(right.utf8))
    return left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
  }

  @Test func `keys are in the order of the ladder`() {
    let rungs = NumberTests.ladder.enumerated().flatMap { rung, texts in
      texts.map { (rung: rung, text: $0) }
    }
    for left in rungs {
      for right in rungs {
        let expected = (left.rung - right.rung).signum()
        let found = Self.compare(left.text, right.text)
        #expect(found == expected, "\(left.text) and \(right.text)")
      }
    }
  }

  @Test func `keys are in the order of the numbers`() {
    var random = Seeded()
    var counts = [0, 0, 0]
    for _ in 0..<3_000 {
      let (left, right) = (number(using: &random), number(using: &random))
      let expected = NumberText.compare(left.utf8, right.utf8).signum()
      let found = Self.compare(left, right)
      #expect(found == expected, "\(left) and \(right), \(random)")
      counts[expected + 1] += 1
    }
    #expect(counts.allSatisfy { $0 > 10 }, "\(counts), \(random)")
  }

  /// A number of few digits, so that many are near each other or equal.
  private func number(using random: inout Seeded) -> String {
    let sign = Bool.random(using: &random) ? "-" : ""
    let whole = Int.random(in: 0...3, using: &random)
    let fraction = ["", ".0", ".1", ".10", ".09", ".5"].randomElement(using: &random) ?? ""
    let power = ["", "e0", "e1", "E-1", "e+2", "e99999999999999999999"]
    return "\(sign)\(whole)\(fraction)\(power.randomElement(using: &random) ?? "")"
  }
}
