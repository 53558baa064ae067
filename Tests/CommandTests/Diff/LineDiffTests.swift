import TestSupport
import Testing

@testable import jsonmigrate

@Suite struct LineDiffTests {
  @Test func `changes are found where they are`() {
    #expect(Changes([], []).changes == [])
    #expect(Changes([1, 2, 3], [1, 2, 3]).changes == [])
    #expect(Changes([1, 2, 3], [1, 9, 3]).changes == [.init(old: 1..<2, new: 1..<2)])
    #expect(Changes([], [1, 2]).changes == [.init(old: 0..<0, new: 0..<2)])
    #expect(Changes([1, 2], []).changes == [.init(old: 0..<2, new: 0..<0)])
    #expect(
      Changes([1, 2, 3, 4], [2, 3, 5, 4, 6]).changes == [
        .init(old: 0..<1, new: 0..<0), .init(old: 3..<3, new: 2..<3),
        .init(old: 4..<4, new: 4..<5),
      ])
  }

  @Test func `what the changes say makes the new lines of the old ones`() {
    for seed in 0..<Amount.of(600, thorough: 2_000) as Range<UInt64> {
      var random = Seeded(seed)
      let old = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        Int.random(in: 0...6, using: &random)
      }
      var new = old
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        if Bool.random(using: &random), !new.isEmpty {
          new.remove(at: Int.random(in: new.indices, using: &random))
        } else {
          new.insert(
            Int.random(in: 0...9, using: &random), at: Int.random(in: 0...new.count, using: &random)
          )
        }
      }
      let diff = Changes(old, new)
      #expect(applied(diff, old, new) == new, "seed \(seed)")
      let size = diff.changes.reduce(0) { $0 + $1.old.count + $1.new.count }
      #expect(
        size == old.count + new.count - 2 * common(old, new), "seed \(seed): not the shortest")
    }
  }

  @Test func `texts with nothing in common take linear time, and with much in common too`() {
    let count = Amount.of(5_000, thorough: 20_000)
    let old = Array(0..<count)
    #expect(applied(Changes(old, old.map { $0 + count }), old, old.map { $0 + count }) != old)
    let every = old.map { $0.isMultiple(of: 3) ? -$0 - 1 : $0 }
    let diff = Changes(old, every)
    #expect(applied(diff, old, every) == every)
    #expect(diff.changes.count == (count + 2) / 3)
  }

  @Test func `long lines are compared a few times each, however many changes there are`() {
    let old = Array(0..<1_000)
    let other = old.map { $0 + 1_000 }
    let diff = Changes(old, other, cost: 400_000)
    #expect(diff.changes == [.init(old: 0..<1_000, new: 0..<1_000)])
    #expect(diff.looked < 10_000)
    #expect(Changes(old, other).looked > 50_000)
    // Where one line is all lines, each can be compared with each.
    let few = old.map { $0.isMultiple(of: 50) ? $0 : 0 }
    let same = Changes(few, other.map { $0.isMultiple(of: 70) ? $0 : 0 }, cost: 400_000)
    #expect(same.looked < 10_000)
  }

  @Test func `what the changes say is right, where lines are long too`() {
    for seed in 0..<200 as Range<UInt64> {
      var random = Seeded(seed)
      func lines() -> [Int] {
        (0..<Int.random(in: 0...60, using: &random)).map { _ in
          Int.random(in: 0...4, using: &random)
        }
      }
      let (old, new) = (lines(), lines())
      #expect(applied(Changes(old, new, cost: 1 << 22), old, new) == new, "seed \(seed)")
    }
  }

  /// Makes the new lines, and makes sure that what is between two changes is the same.
  private func applied(_ diff: Changes, _ old: [Int], _ new: [Int]) -> [Int] {
    var (result, next): ([Int], Int) = ([], 0)
    for change in diff.changes {
      result += old[next..<change.old.lowerBound]
      if change.new.lowerBound != result.count || change.old.isEmpty && change.new.isEmpty {
        return [-1]
      }
      result += new[change.new]
      next = change.old.upperBound
    }
    return result + old[next...]
  }

  /// The length of the longest common row, the slow way.
  private func common(_ old: [Int], _ new: [Int]) -> Int {
    var row = Array(repeating: 0, count: new.count + 1)
    for line in old {
      var next = row
      for index in new.indices {
        next[index + 1] = new[index] == line ? row[index] + 1 : max(row[index + 1], next[index])
      }
      row = next
    }
    return row.last ?? 0
  }
}

/// All changes between two lists, in which equal lines have equal numbers.
private struct Changes {
  let changes: [LineDiff.Change]
  /// How many lines were looked at.
  let looked: Int

  /// `cost` is how many bytes each line has.
  init(_ old: [Int], _ new: [Int], cost: Int = 1) {
    var lists = Lists(old: old, new: new, cost: cost)
    var diff = LineDiff(old: old.count, new: new.count)
    changes = Array(sequence(state: ()) { _ in diff.next(in: &lists) })
    looked = lists.looked
  }

  private struct Lists: LinePair {
    let old: [Int]
    let new: [Int]
    let cost: Int
    var looked = 0

    mutating func same(from first: Int, and other: Int, work: inout Int) -> Int {
      var count = 0
      while first + count < old.count, other + count < new.count,
        old[first + count] == new[other + count]
      {
        count += 1
      }
      work += (count + 1) * cost
      looked += count + 1
      return count
    }
  }
}
