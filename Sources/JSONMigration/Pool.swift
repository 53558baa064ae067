internal import JSONText

/// Workers that wait for the next document, with the memory that they have already.
///
/// Making a worker costs more than migrating a small document with it.
final class Pool: Sendable {
  private let idle = Locked<[Station]>([])
  /// More threads than this migrate with workers that are thrown away.
  private static let limit = 16
  /// The memory of a worker that has had a larger document is given back.
  private static let largest = 4 << 20

  /// A worker that waits, if one does.
  func take() -> Station? {
    idle.withLock { $0.popLast() }
  }

  /// Takes a worker back; whoever gives it keeps no reference to it.
  func give(_ station: Station) {
    if station.worker.engine.document.text.count > Self.largest { return }
    idle.withLock { stations in
      if stations.count < Self.limit { stations.append(station) }
    }
  }
}

/// A worker, and the outline of the document that it has open.
///
/// A station belongs to whoever took it out of the pool, and is used by nobody else until it is given
/// back: that is why it may go from one thread to another.
final class Station: @unchecked Sendable {
  var worker: Worker
  private var outline = Outline()

  init(_ migrator: Migrator) throws(MigrationError) {
    worker = try Worker(migrator, generator: migrator.generator)
  }

  /// Lays out the open document for reading; false if it nests deeper than `depth` levels.
  func layOut(depth: Int) -> Bool {
    outline.lay(out: worker.engine.document, depth: depth)
  }

  /// What was laid out; it looks at the memory of this station.
  var view: OutlineView { OutlineView(outline, of: worker.engine.document) }
}

extension Migrator {
  /// Runs `body` with a worker that nobody else uses meanwhile.
  func withWorker<Result>(
    _ body: (inout Worker) throws(MigrationError) -> Result
  ) throws(MigrationError) -> Result {
    let station: Station
    if let waiting = pool.take() { station = waiting } else { station = try Station(self) }
    defer { pool.give(station) }
    return try body(&station.worker)
  }
}
