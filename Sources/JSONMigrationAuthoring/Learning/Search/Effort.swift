internal import JSONText

/// A budget for a search.
///
/// It counts tries, so that the same samples give the same rules on every machine. The clock, which
/// `isOver` looks at, ends a search that takes too long anyway.
final class Effort {
  private(set) var spent = 0
  private let most: Int
  private let hasEnded: () -> Bool
  private var looked = 0
  private var ended = false

  /// The number of tries, unless another one is given.
  static let usual = 60_000
  /// The number of tries for large samples, each of which takes longer.
  private static let ofLarge = 18_000
  /// Samples are large that hold more values, or whose texts are longer.
  private static let mostValues = 2_000
  private static let mostBytes = 30_000

  /// The number of tries for samples.
  static func tries(for pairs: [TermPair]) -> Int {
    let terms = pairs.flatMap { [$0.before, $0.after] }
    let isSmall =
      terms.reduce(0) { $0 + $1.size } <= mostValues
      && terms.reduce(0) { $0 + $1.json.description.utf8.count } <= mostBytes
    return isSmall ? usual : ofLarge
  }

  init(most: Int = Effort.usual, isOver: @escaping () -> Bool) {
    self.most = most
    hasEnded = isOver
  }

  func spend(_ count: Int = 1) { spent += count }

  var isOver: Bool {
    if ended || spent > most { return true }
    // The clock is checked now and then.
    guard spent >= looked + 16 || looked == 0 else { return false }
    looked = max(spent, 1)
    ended = hasEnded()
    return ended
  }

  /// Whether the caller ended the search, and not the count of tries.
  var wasEnded: Bool { ended }

  /// Whether the count of tries did.
  var isSpent: Bool { spent > most }
}
