internal import JSONMigrationCore

/// How much a search may still do.
///
/// Tries are counted, so that the same samples give the same rules on every machine; the clock, which
/// `isOver` looks at, is for what takes long all the same.
final class Effort {
  private(set) var spent = 0
  private let most: Int
  private let hasEnded: () -> Bool
  private var looked = 0
  private var ended = false

  /// The tries that a search has, where nothing else is said.
  static let usual = 60_000

  init(most: Int = Effort.usual, isOver: @escaping () -> Bool) {
    self.most = most
    hasEnded = isOver
  }

  func spend(_ count: Int = 1) { spent += count }

  var isOver: Bool {
    if ended || spent > most { return true }
    // The clock is looked at now and then.
    guard spent >= looked + 16 || looked == 0 else { return false }
    looked = max(spent, 1)
    ended = hasEnded()
    return ended
  }

  /// Whether the caller has ended it, and not the count of tries.
  var wasEnded: Bool { ended }
}
