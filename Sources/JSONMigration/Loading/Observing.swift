public import JSONMigrationCore

extension Migrator {
  /// A migrator by the same rules that tells of each document that it migrates, for logs and
  /// metrics.
  ///
  ///     let migrator = try Migrator(rulesAt: url).observing { event in
  ///       print("\(event.from) to \(event.to): \(event.bytes) bytes in \(event.duration)")
  ///     }
  ///
  /// It is called on the thread that migrates, after the work. Documents that are current, and
  /// those that can't be migrated, are not told.
  public func observing(_ observer: @escaping @Sendable (MigrationEvent) -> Void) -> Migrator {
    let clock = ContinuousClock()
    let start = clock.now
    return observed(by: Observer(now: { start.duration(to: clock.now) }, tell: observer))
  }
}
