internal import JSONText

/// Finds which elements of two lists belong together.
///
/// Those of short lists are compared each with each. In long ones equal elements belong together,
/// then those with the same value of a member that tells them apart, and the rest goes by its
/// index. It counts its work: when all lists together have cost too much, short ones are treated
/// like long ones.
struct Alignment {
  /// Two elements that belong together; one is nil where the other came or went.
  struct Cell: Equatable {
    let old: Int?
    let new: Int?
  }

  /// The comparisons so far, in those of two numbers.
  private(set) var work = 0
  /// The work after which no elements are compared each with each.
  private let most: Int

  /// Lists are short if they have no more pairs of elements.
  private static let mostPairs = 3_600
  /// Values that take as long to compare as two numbers.
  private static let valuesInWork = 8
  /// The members that may tell elements apart.
  private static let mostKeys = 12

  /// What elements between others are found by, the surest first.
  private enum Means: Int {
    case likeness, equality, key, index

    var next: Means { Means(rawValue: rawValue + 1) ?? .index }
  }

  /// A part of both lists.
  private struct Part {
    let old: Range<Int>
    let new: Range<Int>

    var hasOneEach: Bool { old.count == 1 && new.count == 1 }
    /// Each element with the one at the same place.
    var byIndex: [Cell] {
      (0..<max(old.count, new.count)).map {
        Cell(
          old: $0 < old.count ? old.lowerBound + $0 : nil,
          new: $0 < new.count ? new.lowerBound + $0 : nil)
      }
    }
  }

  init(most: Int = 3_000_000) { self.most = most }

  /// The elements of both lists, in order.
  mutating func cells(_ old: [Term], _ new: [Term]) -> [Cell] {
    let (start, end) = Likeness.commonEnds(old, new)
    let middle = Part(old: start..<(old.count - end), new: start..<(new.count - end))
    let tail = (0..<end).map { Cell(old: old.count - end + $0, new: new.count - end + $0) }
    return (0..<start).map { Cell(old: $0, new: $0) } + cells(old, new, middle, by: .likeness)
      + tail
  }

  private mutating func cells(
    _ old: [Term], _ new: [Term], _ part: Part, by means: Means
  ) -> [Cell] {
    if part.old.isEmpty || part.new.isEmpty || part.hasOneEach || means == .index {
      return part.byIndex
    }
    // What follows equal elements is compared each with each again, if it is little.
    let pairs = part.old.count.multipliedReportingOverflow(by: part.new.count)
    if !pairs.overflow, pairs.partialValue <= Self.mostPairs {
      let price = Self.price(old[part.old], new[part.new])
      if work + price <= most {
        work += price
        return LikenessTable(old[part.old], new[part.new]).cells.map {
          Cell(
            old: $0.old.map { $0 + part.old.lowerBound },
            new: $0.new.map { $0 + part.new.lowerBound })
        }
      }
    }
    let found =
      switch means {
      case .likeness, .equality: anchors(old[part.old].map(\.number), new[part.new].map(\.number))
      default: keyAnchors(old[part.old], new[part.new])
      }
    let rest: Means = means == .likeness ? .key : means.next
    guard isTelling(found, part) else { return cells(old, new, part, by: rest) }
    return between(found, old, new, part, by: rest)
  }

  /// Whether so many elements have a partner that the others stand between them, and more than if
  /// each went by its index.
  private func isTelling(_ found: [(old: Int, new: Int)], _ part: Part) -> Bool {
    guard found.count * 5 >= min(part.old.count, part.new.count) else { return false }
    return part.old.count != part.new.count
      || found.count { $0.old == $0.new } * 5 < found.count * 4
  }

  private mutating func between(
    _ anchors: [(old: Int, new: Int)], _ old: [Term], _ new: [Term], _ part: Part, by means: Means
  ) -> [Cell] {
    var cells: [Cell] = []
    var (row, column) = (part.old.lowerBound, part.new.lowerBound)
    for anchor in anchors {
      let (nextRow, nextColumn) = (
        part.old.lowerBound + anchor.old, part.new.lowerBound + anchor.new
      )
      cells += self.cells(
        old, new, Part(old: row..<nextRow, new: column..<nextColumn), by: means)
      cells.append(Cell(old: nextRow, new: nextColumn))
      (row, column) = (nextRow + 1, nextColumn + 1)
    }
    return cells
      + self.cells(
        old, new, Part(old: row..<part.old.upperBound, new: column..<part.new.upperBound), by: means
      )
  }

  /// The work of comparing each with each.
  private static func price(_ old: ArraySlice<Term>, _ new: ArraySlice<Term>) -> Int {
    let sizes =
      old.reduce(0) { $0 + $1.size } * new.count + new.reduce(0) { $0 + $1.size } * old.count
    return old.count * new.count + sizes / valuesInWork
  }
}

// MARK: - Long lists

extension Alignment {
  /// The places of equal numbers in both rows: the longest run of them that keeps the order.
  private mutating func anchors(_ old: [Int], _ new: [Int]) -> [(old: Int, new: Int)] {
    work += old.count + new.count
    var places: [Int: (all: [Int], next: Int)] = [:]
    for (place, number) in old.enumerated() where number >= 0 {
      places[number, default: ([], 0)].all.append(place)
    }
    // The second of some equal ones belongs to the second in the other list.
    var pairs: [(old: Int, new: Int)] = []
    for (place, number) in new.enumerated() {
      guard let index = places.index(forKey: number) else { continue }
      let (all, next) = places.values[index]
      guard next < all.count else { continue }
      places.values[index].next += 1
      pairs.append((all[next], place))
    }
    return Self.longestRun(pairs)
  }

  /// The longest row of pairs that rise in both.
  private static func longestRun(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    // For each length the pair with the least end of a run of it, and before each pair the one
    // that it follows.
    var ends: [Int] = []
    var befores = [Int](repeating: -1, count: pairs.count)
    for (number, pair) in pairs.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].old < pair.old { low = middle + 1 } else { high = middle }
      }
      if low > 0 { befores[number] = ends[low - 1] }
      if low == ends.count { ends.append(number) } else { ends[low] = number }
    }
    var run: [(old: Int, new: Int)] = []
    var number = ends.last ?? -1
    while number >= 0 {
      run.append(pairs[number])
      number = befores[number]
    }
    return run.reversed()
  }

  /// The places of elements with equal values of the member that tells most of them apart.
  private mutating func keyAnchors(
    _ old: ArraySlice<Term>, _ new: ArraySlice<Term>
  ) -> [(old: Int, new: Int)] {
    let keys = (old.first { $0.kind == .object }?.members ?? []).filter { $0.value.isScalar }
    var best: (key: ByteString, count: Int)?
    for (key, _) in keys.prefix(Self.mostKeys) {
      work += old.count + new.count
      let known = Set(old.compactMap { $0[key]?.number })
      guard known.count * 2 > old.count else { continue }
      let common = Set(new.compactMap { $0[key]?.number }).intersection(known).count
      if common > best?.count ?? 0 { best = (key, common) }
    }
    guard let best else { return [] }
    return anchors(old.map { $0[best.key]?.number ?? -1 }, new.map { $0[best.key]?.number ?? -1 })
  }
}

// MARK: - Short lists

/// How like each element of a list is to each of another, and which belong together by that.
private struct LikenessTable {
  private let rows: Int
  private let columns: Int
  private var likeness: [Double] = []
  /// The best sum for the elements from each place on.
  private var best: [Double]

  /// What a pair has to be like to belong together, and what is taken off for each.
  private static let least = 0.25
  private static let price = 0.15

  init(_ old: ArraySlice<Term>, _ new: ArraySlice<Term>) {
    (rows, columns) = (old.count, new.count)
    likeness.reserveCapacity(rows * columns)
    for old in old { for new in new { likeness.append(Likeness.of(old, new)) } }
    best = [Double](repeating: 0, count: (rows + 1) * (columns + 1))
    for row in (0..<rows).reversed() {
      for column in (0..<columns).reversed() {
        best[place(row, column)] = max(
          best[place(row + 1, column)], best[place(row, column + 1)], both(row, column) ?? 0)
      }
    }
  }

  private func place(_ row: Int, _ column: Int) -> Int { row * (columns + 1) + column }

  private func like(_ row: Int, _ column: Int) -> Double { likeness[row * columns + column] }

  /// The best sum if two elements belong together; nil if they are too unlike.
  private func both(_ row: Int, _ column: Int) -> Double? {
    let like = like(row, column)
    return like > Self.least ? best[place(row + 1, column + 1)] + like - Self.price : nil
  }

  var cells: [Alignment.Cell] {
    // Elements go by their index unless that is clearly worse.
    if rows == columns {
      let byIndex = (0..<rows).reduce(-Self.price * Double(rows)) { $0 + like($1, $1) }
      if byIndex >= min(0.8 * best[0], best[0] - 0.2) || best[0] <= 0.2 * Double(rows) {
        return (0..<rows).map { Alignment.Cell(old: $0, new: $0) }
      }
    }
    var (row, column) = (0, 0)
    var cells: [Alignment.Cell] = []
    while row < rows, column < columns {
      if let both = both(row, column), best[place(row, column)] == both {
        cells.append(Alignment.Cell(old: row, new: column))
        (row, column) = (row + 1, column + 1)
      } else if best[place(row, column)] == best[place(row + 1, column)] {
        cells.append(Alignment.Cell(old: row, new: nil))
        row += 1
      } else {
        cells.append(Alignment.Cell(old: nil, new: column))
        column += 1
      }
    }
    cells += (row..<rows).map { Alignment.Cell(old: $0, new: nil) }
    return cells + (column..<columns).map { Alignment.Cell(old: nil, new: $0) }
  }
}
