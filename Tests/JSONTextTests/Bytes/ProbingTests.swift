import TestSupport
import Testing

@testable import JSONText

@Suite struct ProbingTests {
  /// The longest row of places that are taken, once all have gone to the next that is free.
  private func longestRun(_ places: [Int], in size: Int) -> Int {
    var isTaken = Array(repeating: false, count: size)
    for place in places {
      var place = place & (size - 1)
      while isTaken[place] { place = (place + 1) & (size - 1) }
      isTaken[place] = true
    }
    var longest = 0
    var run = 0
    for place in 0..<2 * size {
      run = isTaken[place & (size - 1)] ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }

  @Test func `tables are sound where nothing stands far from its place`() {
    var random = Seeded()
    var counts = (sound: 0, other: 0)
    for _ in 0..<200 {
      let size = 1_024
      // All in a part of the table, which may go over its end.
      let start = Int.random(in: 0..<size, using: &random)
      let width = Int.random(in: 1...size, using: &random)
      let places = (0..<Int.random(in: 150...500, using: &random)).map { _ in
        start + Int.random(in: 0..<width, using: &random)
      }
      let expected = longestRun(places, in: size) <= 256
      #expect(Probing.isSound(places, in: size) == expected, "\(random)")
      if expected { counts.sound += 1 } else { counts.other += 1 }
    }
    #expect(counts.sound > 20 && counts.other > 20, "\(counts), \(random)")
  }

  @Test func `the longest run that is sound`() {
    #expect(Probing.isSound(Array(repeating: 7, count: 256), in: 1_024))
    #expect(!Probing.isSound(Array(repeating: 7, count: 257), in: 1_024))
    #expect(!Probing.isSound(Array(repeating: 1_000, count: 257), in: 1_024))
    #expect(Probing.isSound([Int](), in: 4))
  }
}
