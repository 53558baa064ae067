import TestSupport
import Testing

@testable import JSONText

@Suite struct SequencingTests {
  @Test func `elements come in order, equal ones as they stood`() {
    var random = Seeded()
    for _ in 0..<300 {
      let count = Int.random(in: 0...40, using: &random)
      let values = (0..<count).map { (key: Int.random(in: 0...6, using: &random), place: $0) }
      let ordered = values.ordered { $0.key < $1.key }
      let expected = values.sorted { ($0.key, $0.place) < ($1.key, $1.place) }
      #expect(ordered.map(\.place) == expected.map(\.place), "\(random)")
    }
  }

  @Test func `what is in order, and what is the other way round, comes in order`() {
    for count in [0, 1, 2, 3, 7, 8, 9, 1_000] {
      let upwards = Array(0..<count)
      let downwards = Array(upwards.reversed())
      #expect(upwards.ordered(by: <) == upwards)
      #expect(downwards.ordered(by: <) == upwards)
      #expect(positionsInOrder(count) { $1 < $0 } == downwards)
    }
  }

  @Test func `nothing is asked of elements that stand apart already`() {
    var asked = 0
    let count = 1 << 10
    _ = positionsInOrder(count) {
      asked += 1
      return $0 < $1
    }
    #expect(asked < count)
  }
}
