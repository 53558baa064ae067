import JSONText
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

@Suite struct ScaleTests {
  static let cases = [
    RuleCase(
      "by and divide-by at once, exactly",
      #"{ "scale": "c[*]", "by": 9, "divide-by": 5, "add": 32 }"#,
      #"{"c":[100,-40.0,36.6,null]}"#, #"{"c":[212,-40,97.88,null]}"#),
    RuleCase(
      "more digits than any machine number", #"{ "scale": "n", "by": 3 }"#,
      #"{"n":123456789012345678901234567890.123456789}"#,
      #"{"n":3.70370367037037036703703703670370370367e29}"#),
    RuleCase(
      "an exponent from 1e21 on", #"{ "scale": "n[*]", "by": -10 }"#,
      #"{"n":[99999999999999999999.9,1e20,123e18]}"#,
      #"{"n":[-999999999999999999999,-1e21,-1.23e21]}"#),
    RuleCase(
      "zero has no sign", #"{ "scale": "n[*]", "by": -1, "round": 1 }"#,
      #"{"n":[0,-0.0,0.01,0.05,-0.05]}"#,
      #"{"n":[0,0,0,0,0]}"#),
    RuleCase(
      "a half goes to the even digit, over all nines", #"{ "scale": "n[*]", "by": 1, "round": 0 }"#,
      #"{"n":[99.5,98.5,-0.5,-1.5,0.50000001]}"#, #"{"n":[100,98,0,-2,1]}"#),
    RuleCase(
      "places that the number doesn't have", #"{ "scale": "n[*]", "add": 0.001, "round": 3 }"#,
      #"{"n":[0,0.0005,-0.001]}"#, #"{"n":[0.001,0.002,0]}"#),
    RuleCase(
      "a negative divisor and a negative summand",
      #"{ "scale": "n", "divide-by": -0.25, "add": -1.5 }"#, #"{"n":1}"#, #"{"n":-5.5}"#),
    RuleCase(
      "what comes out as it was stays as it is", #"{ "scale": "n", "by": 1 }"#, #"{"n" : 12.5 }"#,
      #"{"n" : 12.5 }"#),
    RuleCase(
      "a place that is named twice is changed once", #"{ "scale": ["n", "$..n"], "by": 2 }"#,
      #"{"n":1}"#, #"{"n":2}"#),
    RuleCase(
      "in some scopes", #"{ "in": "p[?@.on]", "scale": "n", "by": 2 }"#,
      #"{"p":[{"n":1,"on":0},{"n":1}]}"#, #"{"p":[{"n":2,"on":0},{"n":1}]}"#),
    RuleCase(
      "a small number has all its zeros", #"{ "scale": "n", "divide-by": 1000 }"#, #"{"n":1e-990}"#,
      "{\"n\":0.\(String(repeating: "0", count: 992))1}"),
    RuleCase(
      "more than 1,000 digits behind the point", #"{ "scale": "n", "divide-by": 1e12 }"#,
      #"{"n":1e-990}"#, fails: .invalidValue),
    RuleCase(
      "more than 1,000 digits in front of it", #"{ "scale": "n", "by": 1e12 }"#, #"{"n":1e990}"#,
      fails: .invalidValue),
    RuleCase(
      "a key that stands twice", #"{ "scale": "n", "by": 2 }"#, #"{"n":1,"n":2}"#,
      fails: .duplicateKey),
    RuleCase("text in place of a number", #"{ "scale": "n", "by": "2" }"#, "{}", fails: .badRules),
    RuleCase("by 0", #"{ "scale": "n", "by": 0.0 }"#, "{}", fails: .badRules),
    RuleCase(
      "places that are none", #"{ "scale": "n", "by": 2, "round": -1 }"#, "{}", fails: .badRules),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }

  @Test func `what is scaled comes back, digit for digit`() throws {
    var random = Seeded()
    func number(_ digits: ClosedRange<Int>) -> String {
      let whole = (0..<Int.random(in: digits, using: &random)).map { _ in
        String(Int.random(in: 0...9, using: &random))
      }.joined()
      let fraction = Int.random(in: 0...99_999, using: &random)
      let sign = Bool.random(using: &random) ? "-" : ""
      return "\(sign)\(Int.random(in: 1...9, using: &random))\(whole).\(fraction)"
    }
    for _ in 0..<60 {
      let step =
        #"{ "to": 2, "rules": [{ "scale": "n", "by": \#(number(0...30)), "add": \#(number(0...40)) }] }"#
      let migrator = try Migrator(rules: [RuleSource(name: "v2.json", text: step)])
      let before = #"{"n":\#(number(0...60)),"version":1}"#
      let after = try migrator.migrate(before.utf8)
      var worker = try Worker(migrator, to: 1)
      let back = try worker.migrate(after, named: "a")
      #expect(try JSON(parsing: back) == JSON(parsing: Array(before.utf8)), "\(step) \(before)")
    }
  }
  @Test func `numbers of a machine word are scaled as those of any size`() throws {
    var random = Seeded()
    func number() -> String {
      let sign = Int.random(in: 0..<3, using: &random) == 0 ? "-" : ""
      let top = [2, 10, 1_000, 1_000_000, 1_000_000_000_000][Int.random(in: 0..<5, using: &random)]
      let whole = Int.random(in: 0..<top, using: &random)
      let zeros = String(repeating: "0", count: Int.random(in: 0...4, using: &random))
      let fraction = ["", ".0", ".5", ".25", ".\(zeros)\(Int.random(in: 0...99, using: &random))"]
      return sign + "\(whole)" + fraction[Int.random(in: 0..<5, using: &random)]
    }
    func decimal(isZero: Bool) -> Decimal? {
      guard Bool.random(using: &random) else { return nil }
      let decimal = Decimal(Array(number().utf8))
      return decimal.flatMap { $0.whole.isEmpty && $0.fraction.isEmpty && !isZero ? nil : $0 }
    }
    var quickly = 0
    let rounds = Amount.of(2_000, thorough: 40_000)
    for _ in 0..<rounds {
      var scaling = Scaling()
      scaling.factor = decimal(isZero: false)
      scaling.divisor = decimal(isZero: false)
      scaling.summand = decimal(isZero: true)
      scaling.places = Bool.random(using: &random) ? Int.random(in: 0...6, using: &random) : nil
      let text = number()
      guard let result = QuickScaling(scaling)?.apply(to: Array(text.utf8)) else { continue }
      quickly += 1
      let expected = try Decimal(Array(text.utf8)).map { try scaling.apply(to: $0).spelling }
      #expect(result == expected, "\(text) \(scaling) \(random)")
    }
    #expect(quickly > rounds / 2)
  }
}
