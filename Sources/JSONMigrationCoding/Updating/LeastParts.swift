/// Some of several members without which a text is right, and none of which may stay.
package struct LeastParts {
  package private(set) var parts: [JSONPlace] = []
  private let isRight: ([JSONPlace]) -> Bool
  /// Each try reads the whole document once more; after these what is not yet certain goes too.
  private var triesLeft = 100

  /// Nil where it isn't right without all of them.
  package init?(of members: [JSONPlace], where isRight: @escaping ([JSONPlace]) -> Bool) {
    self.isRight = isRight
    guard !members.isEmpty, isRight(members) else { return nil }
    // In most documents all that have to go have one key.
    let groups = Dictionary(grouping: members) { $0.last }.values.sorted {
      $0[0].lexicographicallyPrecedes($1[0]) { "\($0)" < "\($1)" }
    }
    let keys = least(groups, besides: []).flatMap { $0 }
    let least = least(keys.map { [$0] }, besides: []).flatMap { $0 }
    parts = isRight(least) ? least : members
  }

  /// The fewest groups that have to go besides some that do; together with all of them it is right.
  private mutating func least(
    _ groups: [[JSONPlace]], besides others: [JSONPlace]
  ) -> [[JSONPlace]] {
    if groups.isEmpty || triesLeft > 0 && tries(others) { return [] }
    if groups.count == 1 { return groups }
    let (front, behind) = (groups[..<(groups.count / 2)], groups[(groups.count / 2)...])
    let second = least(Array(behind), besides: others + front.flatMap { $0 })
    let first = least(Array(front), besides: others + second.flatMap { $0 })
    return first + second
  }

  private mutating func tries(_ members: [JSONPlace]) -> Bool {
    triesLeft -= 1
    return isRight(members)
  }
}
