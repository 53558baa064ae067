/// That a document was migrated; see ``Migrator/observing(_:)``.
public struct MigrationEvent: Sendable {
  /// The version that the document had; of many documents in one, the oldest.
  public let from: Version
  /// The version that it has now.
  public let to: Version
  /// How long reading and migrating took; what is decoded or written afterwards doesn't count.
  public let duration: Duration
  /// How many bytes the document had.
  public let bytes: Int

  /// An event with all its parts, such as tests want one.
  public init(from: Version, to: Version, duration: Duration, bytes: Int) {
    (self.from, self.to, self.duration, self.bytes) = (from, to, duration, bytes)
  }
}

/// What is told of each document that was migrated, and the clock for it.
///
/// The clock comes from outside: Swift's own brings tasks and queues with it, a thirtieth of the
/// command, which observes nothing.
package struct Observer: Sendable {
  let now: @Sendable () -> Duration
  let tell: @Sendable (MigrationEvent) -> Void

  /// `now` is how long ago any one moment was.
  package init(
    now: @escaping @Sendable () -> Duration, tell: @escaping @Sendable (MigrationEvent) -> Void
  ) {
    self.now = now
    self.tell = tell
  }
}

extension Migrator {
  /// Migrates the document in a station, and calls the observer if there is one; false if it was
  /// current.
  @inline(__always)
  package func open(
    in station: Station, named name: String, keepingComments: Bool
  ) throws(MigrationError) -> Bool {
    guard let observer else {
      return try station.open(named: name, keepingComments: keepingComments)
    }
    return try open(
      in: station, named: name, keepingComments: keepingComments, telling: observer)
  }

  @inline(never)
  private func open(
    in station: Station, named name: String, keepingComments: Bool,
    telling observer: Observer
  ) throws(MigrationError) -> Bool {
    let document = station.document
    let start = observer.now()
    let isChanged = try station.open(named: name, keepingComments: keepingComments)
    let duration = observer.now() - start
    if isChanged {
      observer.tell(
        MigrationEvent(
          from: try version(of: document, named: name), to: target, duration: duration,
          bytes: document.count))
    }
    return isChanged
  }
}
