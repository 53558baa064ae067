/// Positions in the paths of a guide.
///
/// Mostly there are one or two; below `descendants` there may be as many as there are paths.
struct PositionSet: Hashable {
  /// Each once, in order.
  private(set) var all: [Int]

  init(_ positions: [Int]) {
    all = positions
    if all.count < 2 { return }
    all.sort()
    var count = 1
    for position in all where position != all[count - 1] {
      all[count] = position
      count += 1
    }
    all.removeLast(all.count - count)
  }

  /// One word of all of them: a guide looks sets up by the thousand, some of a hundred positions.
  func hash(into hasher: inout Hasher) {
    var word = UInt64(all.count)
    for position in all { word = (word ^ UInt64(position)) &* 0x9E37_79B9_7F4A_7C15 }
    hasher.combine(word)
  }

  var isEmpty: Bool { all.isEmpty }
  var count: Int { all.count }

  func union(_ others: PositionSet) -> PositionSet { PositionSet(all + others.all) }

  func subtracting(_ others: PositionSet) -> PositionSet {
    var rest = self
    rest.all.removeAll { others.contains($0) }
    return rest
  }

  private func contains(_ position: Int) -> Bool {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle] < position { low = middle + 1 } else { high = middle }
    }
    return low < all.count && all[low] == position
  }
}
