import JSONText

/// What has to change to make one list of lines of another.
///
/// Myers' algorithm in rounds: each looks for the shortest way, but only so far. Where the end is
/// farther, what the round has reached is taken and the next starts there. So texts that have much
/// in common get the shortest difference, and others get one in linear time.
///
///     old: a b c    new: a x c    changes: (1..<2, 1..<2)
struct LineDiff {
  /// Lines that go, and those that come in their place; one of both may be empty.
  struct Change: Equatable {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// In order; between two of them there is at least one line that stays.
  private(set) var changes: [Change] = []
  /// How many lines a round may take away or add.
  private static let reach = 200

  /// Compares two lists, in which equal lines have equal numbers.
  init(_ old: [Int], _ new: [Int]) {
    var (x, y) = (0, 0)
    while x < old.count || y < new.count {
      let round = Round(old[x...], new[y...], reach: Self.reach)
      for step in round.steps {
        switch step {
        case .keep: (x, y) = (x + 1, y + 1)
        case .remove:
          add(Change(old: x..<x + 1, new: y..<y))
          x += 1
        case .insert:
          add(Change(old: x..<x, new: y..<y + 1))
          y += 1
        }
      }
    }
  }

  private mutating func add(_ change: Change) {
    if let last = changes.last, last.old.upperBound == change.old.lowerBound,
      last.new.upperBound == change.new.lowerBound
    {
      changes[changes.count - 1].old = last.old.lowerBound..<change.old.upperBound
      changes[changes.count - 1].new = last.new.lowerBound..<change.new.upperBound
    } else {
      changes.append(change)
    }
  }
}

/// The shortest way through two lists, or as far as a number of changes leads.
private struct Round {
  enum Step {
    case keep, remove, insert
  }

  private(set) var steps: [Step] = []

  init(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>, reach: Int) {
    // How far each diagonal (x - y) was reached, after 0 changes, after 1, and so on.
    var history: [[Int]] = []
    var reached = Array(repeating: 0, count: 2 * reach + 3)
    let middle = reach + 1
    var (best, bestDiagonal) = (-1, 0)
    rounds: for number in 0...reach {
      for diagonal in stride(from: -number, through: number, by: 2) {
        let isDown =
          diagonal == -number
          || diagonal != number
            && reached[middle + diagonal - 1] < reached[middle + diagonal + 1]
        var x =
          number == 0
          ? 0 : isDown ? reached[middle + diagonal + 1] : reached[middle + diagonal - 1] + 1
        // A way that leaves one of the lists leads nowhere.
        var y = x - diagonal
        while x < old.count, y < new.count, y >= 0,
          old[old.startIndex + x] == new[new.startIndex + y]
        {
          (x, y) = (x + 1, y + 1)
        }
        reached[middle + diagonal] = x
        if x <= old.count, y <= new.count, y >= 0, x + y > best {
          (best, bestDiagonal) = (x + y, diagonal)
        }
        if best == old.count + new.count { break }
      }
      history.append(Array(reached[(middle - number)...(middle + number)]))
      if best == old.count + new.count { break rounds }
    }
    self.steps = Self.steps(back: history, to: best, on: bestDiagonal)
  }

  /// The steps of the way that has reached a place.
  private static func steps(back history: [[Int]], to best: Int, on diagonal: Int) -> [Step] {
    var steps: [Step] = []
    var diagonal = diagonal
    var x = (best + diagonal) / 2
    // The number of changes after which the place was reached first.
    var number =
      history.indices.first { number in
        abs(diagonal) <= number && (number - diagonal).isMultiple(of: 2)
          && history[number][number + diagonal] == x
      } ?? 0
    while number > 0 {
      let before = history[number - 1]
      func reached(_ diagonal: Int) -> Int {
        let index = number - 1 + diagonal
        return before.indices.contains(index) ? before[index] : -1
      }
      let isDown =
        diagonal == -number || diagonal != number && reached(diagonal - 1) < reached(diagonal + 1)
      let start = isDown ? reached(diagonal + 1) : reached(diagonal - 1) + 1
      steps += repeatElement(.keep, count: x - start)
      steps.append(isDown ? .insert : .remove)
      x = isDown ? start : start - 1
      diagonal += isDown ? 1 : -1
      number -= 1
    }
    steps += repeatElement(.keep, count: x)
    return steps.reversed()
  }
}
