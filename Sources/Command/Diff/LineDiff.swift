import JSONText

/// What has to change to make one list of lines of another, change by change.
///
/// Myers' algorithm in rounds: each looks for the shortest way, but only so far. Where the end is
/// farther, what the round has reached is taken and the next starts there. So texts that have much
/// in common get the shortest difference, and others get one in linear time. So that this holds for
/// lines of any length, a round ends early where it has looked at too much for what it has reached.
///
///     old: a b c    new: a x c    changes: (1..<2, 1..<2)
struct LineDiff {
  /// Lines that go, and those that come in their place; one of both may be empty.
  struct Change: Equatable {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// How many lines there are.
  private let (old, new): (Int, Int)
  /// How many of them are behind.
  private var (x, y) = (0, 0)
  /// What is still to be done of the round.
  private var steps: ArraySlice<Round.Step> = []

  /// Compares two lists of lines of these lengths.
  init(old: Int, new: Int) {
    (self.old, self.new) = (old, new)
  }

  /// The next change; between two of them there is at least one line that stays.
  mutating func next(in texts: inout some LinePair) -> Change? {
    var start = (x, y)
    while x < old || y < new {
      if steps.isEmpty {
        steps = Round(x..<old, y..<new, in: &texts).steps[...]
      }
      switch steps.first {
      case .keep(let count):
        // The next call steps over the lines that stay.
        if (x, y) != start { return Change(old: start.0..<x, new: start.1..<y) }
        (x, y) = (x + count, y + count)
        start = (x, y)
      case .remove: x += 1
      case .insert: y += 1
      case nil: return nil
      }
      steps.removeFirst()
    }
    return (x, y) == start ? nil : Change(old: start.0..<x, new: start.1..<y)
  }
}

/// Two lists of lines.
protocol LinePair {
  /// How many lines are the same from an old line and a new one on, which are there; adds to `work`
  /// how many bytes had to be looked at.
  mutating func same(from old: Int, and new: Int, work: inout Int) -> Int
}

/// The shortest way through two lists, or as far as a number of changes leads.
private struct Round {
  enum Step {
    case keep(Int), remove, insert
  }

  /// How many lines it may take away or add.
  private static let reach = 200
  /// How many bytes it may look at again, where it has looked at the old lines already.
  private static let patience = 8 << 20

  private(set) var steps: [Step] = []

  init(_ old: Range<Int>, _ new: Range<Int>, in texts: inout some LinePair) {
    // How far each diagonal (x - y) was reached, after 0 changes, after 1, and so on.
    var history: [[Int]] = []
    var reached = Array(repeating: 0, count: 2 * Self.reach + 3)
    let middle = Self.reach + 1
    var (best, bestDiagonal) = (-1, 0)
    // How many old lines were looked at, and how many bytes again.
    var (seen, work) = (0, 0)
    var isDone: Bool { best == old.count + new.count || work > Self.patience }
    rounds: for number in 0...Self.reach {
      for diagonal in stride(from: -number, through: number, by: 2) {
        let isDown =
          diagonal == -number
          || diagonal != number
            && reached[middle + diagonal - 1] < reached[middle + diagonal + 1]
        var x =
          number == 0
          ? 0 : isDown ? reached[middle + diagonal + 1] : reached[middle + diagonal - 1] + 1
        var y = x - diagonal
        // A way that leaves one of the lists leads nowhere.
        if x < old.count, y < new.count, y >= 0 {
          var bytes = 0
          let count = texts.same(
            from: old.lowerBound + x, and: new.lowerBound + y, work: &bytes)
          if x < seen { work += bytes }
          (x, y) = (x + count, y + count)
          seen = max(seen, x + 1)
        }
        reached[middle + diagonal] = x
        if x <= old.count, y <= new.count, y >= 0, x + y > best {
          (best, bestDiagonal) = (x + y, diagonal)
        }
        if isDone { break }
      }
      history.append(Array(reached[(middle - number)...(middle + number)]))
      if isDone { break rounds }
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
      if x > start { steps.append(.keep(x - start)) }
      steps.append(isDown ? .insert : .remove)
      x = isDown ? start : start - 1
      diagonal += isDown ? 1 : -1
      number -= 1
    }
    if x > 0 { steps.append(.keep(x)) }
    return steps.reversed()
  }
}
