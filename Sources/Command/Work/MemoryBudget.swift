/// How many bytes of documents may be in memory at the same time, on all threads together.
///
/// Room is taken in the order of the work, so a thread waits only for work that comes before
/// its own, and that never waits for what comes after.
final class MemoryBudget: Sendable {
  /// Twice to three times as much is what a document takes while it is migrated.
  static let standard = 256 << 20

  private let limit: Int
  private let taken = Monitor(0)

  init(_ limit: Int = MemoryBudget.standard) {
    self.limit = limit
  }

  /// Waits until there is room for this many bytes; for more than there is at all, until no other
  /// work has any.
  func take(_ bytes: Int) {
    taken.withLock(when: { hasRoom(for: bytes, besides: $0) }) { $0 += bytes }
  }

  /// Whether `take` doesn't have to wait now.
  func hasRoom(for bytes: Int) -> Bool { taken.withLock { hasRoom(for: bytes, besides: $0) } }

  private func hasRoom(for bytes: Int, besides taken: Int) -> Bool {
    taken == 0 || bytes <= limit - taken
  }

  /// Gives room back.
  func give(_ bytes: Int) {
    taken.withLock { $0 -= bytes }
  }
}
