import JSONText
import TestSupport
import Testing

@testable import JSONMigrationCore

/// At which step a version begins.
@Suite(.timeLimit(.patience)) struct ChainStartsTests {
  /// The step by its definition: a version before all patterns, and of those the longest that fits.
  private static func step(_ version: String, _ starts: [(String, Int)], _ ends: [String]) -> Int? {
    if let named = starts.first(where: { $0.0 == version }) { return named.1 }
    let fitting = starts.filter { start, step in
      start.hasSuffix("*") && version.hasPrefix(start.dropLast()) && ends[step] != version
    }
    return fitting.max { $0.0.utf8.count < $1.0.utf8.count }?.1
  }

  @Test(arguments: [1, 3, 12])
  func `of the patterns that fit the longest counts, and none that ends where it starts`(
    _ count: Int
  ) {
    var random = Seeded()
    func text(_ most: Int) -> String {
      String(
        (0..<Int.random(in: 0...most, using: &random)).map { _ in
          "ab".randomElement(using: &random) ?? "a"
        })
    }
    for _ in 0..<300 {
      let starts = Set((0..<count).map { _ in text(4) + (Bool.random(using: &random) ? "*" : "") })
        .sorted().enumerated().map { ($1, $0) }
      let ends = starts.map { _ in text(5) }
      let chain = ChainStarts(
        Dictionary(uniqueKeysWithValues: starts.map { (Version.text($0.0), $0.1) }),
        ends: ends.map { .text($0) })
      for _ in 0..<20 {
        let version = text(6)
        #expect(chain.step(from: .text(version)) == Self.step(version, starts, ends), "\(version)")
      }
      for (start, step) in starts { #expect(chain.step(at: .text(start)) == step) }
    }
  }

  @Test func `many patterns are not looked through for each document`() {
    let count = Amount.of(8_000, thorough: 32_000)
    let starts = (0..<count).map { (Version.text("r\($0).*"), $0) }
    let chain = ChainStarts(
      Dictionary(uniqueKeysWithValues: starts), ends: starts.map { _ in "n" })
    for number in 0..<count {
      #expect(chain.step(from: .text("r\(number).7")) == number)
    }
  }
}
