/// What became of all documents of a run.
struct Tally: Sendable {
  var changed = 0
  var current = 0
  var newer = 0
  var failed = 0
  /// Lines that were put elsewhere.
  var skipped = 0
  var changedFiles = 0
  var status = ExitStatus.done

  mutating func add(_ outcome: DocumentOutcome) {
    switch outcome {
    case .current: current += 1
    case .changed:
      changed += 1
      changedFiles += 1
    case .newer: newer += 1
    }
  }

  mutating func add(_ outcome: LineOutcome) {
    let failures = outcome.isFailed ? 1 : 0
    changed += outcome.changed
    newer += outcome.newer
    skipped += outcome.bad
    failed += failures
    current += outcome.documents - outcome.changed - outcome.newer - outcome.bad - failures
  }
}
