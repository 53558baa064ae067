import JSONText
import TestSupport
import Testing

@testable import JSONMigrationCore

@Suite struct CaseTableTests {
  private static let values = [
    "null", "true", "false", "0", "-0.0", "1", "1.0", "10e-1", "2", "2.5", "1e400", "-3",
    #""""#, #""1""#, #""a""#, #""\u0061""#, #""é""#, #""e\u0301""#,
    "[]", "[1]", "[1.0]", "{}", #"{"a":1,"b":2}"#, #"{"b":2,"a":1.0}"#, #"{"a":[null]}"#,
  ]

  /// What a case asks for: a value, or bounds.
  private enum Test {
    case value(String)
    case bounds([(key: String, number: String)])

    var text: String {
      switch self {
      case .value(let text): #""is":\#(text)"#
      case .bounds(let bounds):
        bounds.map { "\"\($0.key)\":\($0.number)" }.joined(separator: ",")
      }
    }

    func fits(_ value: JSON) throws -> Bool {
      switch self {
      case .value(let text): return try JSON(parsing: text.utf8) == value
      case .bounds(let bounds):
        guard case .number(let number) = value else { return false }
        return try bounds.allSatisfy { bound in
          let limit = try #require(JSONNumber(bound.number))
          switch bound.key {
          case "at-least": return number >= limit
          case "above": return number > limit
          case "at-most": return number <= limit
          default: return number < limit
          }
        }
      }
    }

    static func random(using random: inout Seeded) -> Test {
      guard Int.random(in: 0..<3, using: &random) == 0 else {
        return .value(values.randomElement(using: &random) ?? "null")
      }
      let numbers = ["-3", "0", "1.0", "1", "2", "25e-1", "1e399", "1e400"]
      let pairs = [["at-least"], ["above"], ["at-most"], ["below"], ["above", "at-most"]]
      let keys = pairs.randomElement(using: &random) ?? []
      return .bounds(keys.map { ($0, numbers.randomElement(using: &random) ?? "0") })
    }
  }

  @Test func `many cases are those that asking one by one finds`() throws {
    var random = Seeded()
    var found = 0
    for _ in 0..<40 {
      let tests = (0..<20).map { _ in Test.random(using: &random) }
      let cases = tests.enumerated().map { #"{\#($1.text),"becomes":"case \#($0)"}"# }
      let list = cases.joined(separator: ",")
      let rule = #"{"map-values":"a[*]","cases":[\#(list)],"otherwise":"keep"}"#
      let result = try Trial(rules: rule).run(
        #"{"a":[\#(Self.values.joined(separator: ","))]}"#)
      let expected = try Self.values.map { text in
        let value = try JSON(parsing: text.utf8)
        // Where no case asks for null, it stays, and no bounds fit it.
        return try tests.firstIndex { try $0.fits(value) }.map { JSON.string("case \($0)") }
          ?? value
      }
      #expect(
        try JSON(parsing: result.utf8) == ["a": .array(expected)], "\(rule): \(result), \(random)")
      found += expected.count { $0.string?.hasPrefix("case") ?? false }
    }
    #expect(found > 300, "\(random)")
  }

  @Test func `few cases have no table`() {
    #expect(CaseTable(Array(repeating: .null, count: 15)) == nil)
    #expect(CaseTable(Array(repeating: .null, count: 16)) != nil)
  }
}
