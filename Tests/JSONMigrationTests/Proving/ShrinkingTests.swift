import JSONText
import TestSupport
import Testing

@testable import JSONMigrationAuthoring

/// Values with as little in them as a question allows.
@Suite struct ShrinkingTests {
  @Test func `what the question doesn't need goes, and the rest is plain`() {
    let value: JSON = ["a": [1, ["b": "word", "c": true]], "d": "text", "e": 7]
    let least = value.shrunk { $0["a"]?[1]?["b"] != nil && $0["d"]?.string?.isEmpty == false }
    #expect(least == ["a": [0, ["b": ""]], "d": "t"])
  }

  @Test func `it ends after so many tries, with the best so far`() {
    let value: JSON = ["a": [1, 2, 3], "b": ["c": 1]]
    for limit in 0..<8 {
      var tries = 0
      let least = value.shrunk(atMost: limit) { candidate in
        tries += 1
        return candidate["a"] != nil
      }
      #expect(tries <= limit)
      #expect(least["a"] != nil)
    }
  }

  @Test func `a value that nothing smaller can stand for stays`() {
    for value: JSON in [nil, false, true, 0, 5, "", "a", [], [:], [1], ["a": true]] {
      #expect(value.shrunk { _ in false } == value)
    }
    #expect((true as JSON).shrunk { _ in true } == false)
    #expect((["a": true] as JSON).shrunk { $0["a"] != nil } == ["a": false])
  }

  @Test(.timeLimit(.patience))
  func `a long list isn't made smaller in all ways at once`() {
    let count = Amount.of(20_000, thorough: 200_000)
    var tries = 0
    let least = JSON.array((0..<count).map { .number(JSONNumber($0)) }).shrunk(atMost: 20) { _ in
      tries += 1
      return true
    }
    #expect(tries == 20)
    #expect(least.array?.count == count - 20)
  }
}
