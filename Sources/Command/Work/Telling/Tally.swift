import JSONMigrationAuthoring

/// What became of documents.
struct Tally: Hashable, Sendable {
  var changed = 0
  var current = 0
  /// Newer than the rules, and left alone.
  var newer = 0
  /// Not of this format, and left alone.
  var foreign = 0
  var failed = 0
  /// Lines that were put elsewhere.
  var skipped = 0
  /// Those among the changed that had no version, and may be of no format that the rules know.
  var new = 0

  var all: Int { changed + current + newer + foreign + failed + skipped }

  /// Those that the rules were for, and didn't fail.
  var done: Int { changed + current }

  mutating func add(_ outcome: DocumentOutcome) {
    switch outcome {
    case .current: current += 1
    case .changed: changed += 1
    case .left(.newerThanRules): newer += 1
    case .left(.foreign): foreign += 1
    }
  }

  mutating func add(_ outcome: LineOutcome) {
    let failures = outcome.isFailed ? 1 : 0
    changed += outcome.changed
    new += outcome.new
    newer += outcome.newer
    foreign += outcome.foreign
    skipped += outcome.bad
    failed += failures
    let others = outcome.changed + outcome.newer + outcome.foreign + outcome.bad + failures
    current += outcome.documents - others
  }

  mutating func add(_ other: Tally) {
    changed += other.changed
    new += other.new
    current += other.current
    newer += other.newer
    foreign += other.foreign
    failed += other.failed
    skipped += other.skipped
  }

  /// `12 documents: 3 migrated, 8 current, 1 failed`; `change` is the word for those that changed.
  func sentence(_ change: String) -> String {
    let counts = [
      (changed, change), (current, "current"), (newer, "newer than the rules"),
      (foreign, "of another format"),
      (skipped, "put aside"), (failed, "failed"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
    let documents = all == 1 ? "1 document" : "\(all.grouped) documents"
    return parts.isEmpty ? documents : documents + ": " + parts.joined(separator: ", ")
  }
}
