package import JSONText

/// Workers that wait for the next document, with the memory that they have already.
///
/// Making a worker costs more than migrating a small document with it.
package final class Pool: Sendable {
  private let idle = Locked<[Station]>([])
  /// More threads than this migrate with workers that are thrown away.
  private static let limit = 16
  /// A worker that waits, if one does.
  func take() -> Station? {
    idle.withLock { $0.popLast() }
  }

  /// Takes a worker back; the caller keeps no reference to it.
  package func give(_ station: Station) {
    if station.isLarge { return }
    idle.withLock { stations in
      if stations.count < Self.limit { stations.append(station) }
    }
  }
}

/// A worker, and what belongs to the document that it has at the time.
///
/// A station has one owner, which took it out of the pool, until it is given back; therefore it may
/// go from one thread to another.
package final class Station: @unchecked Sendable {
  // One owner at a time: the check at run time that no two use them at once isn't needed.
  @exclusivity(unchecked) fileprivate(set) var worker: Worker
  @exclusivity(unchecked) private var buffer = ByteBuffer(capacity: 4_096)
  @exclusivity(unchecked) private var place = Worker.Whereabouts.text
  /// What the owner keeps here from one document to the next.
  @exclusivity(unchecked) package var memory: AnyObject?

  init(_ migrator: Migrator) throws(MigrationError) {
    worker = try Worker(
      migrator, to: migrator.target, from: nil, generator: migrator.generator)
  }

  /// A station for a worker that goes by settings of its own.
  package init(_ worker: consuming Worker) {
    self.worker = worker
  }

  /// Whether it holds so much memory that it is better given back than kept for the next document.
  package var isLarge: Bool {
    max(buffer.capacity, worker.withText { $0.capacity }) > 8 << 20
  }

  /// Gives `body` the worker and the memory for what comes out, to use them as it likes.
  @inline(__always)
  package func use<Result, Failure: Error>(
    _ body: (inout Worker, inout ByteBuffer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(&worker, &buffer)
  }

  /// Takes a document in, for all that follows.
  package func load(_ document: UnsafeBufferPointer<UInt8>) {
    worker.load { $0.append(contentsOf: document) }
  }

  /// Takes a document in, for all that follows.
  package func load(_ document: some Sequence<UInt8>) {
    let isLoaded: Void? = document.withContiguousStorageIfAvailable { load($0) }
    if isLoaded == nil { worker.load { $0.append(contentsOf: document) } }
  }

  /// The document that was taken in, before it is opened.
  var document: [UInt8] {
    let text = worker.engine.document.text
    return text[0..<text.count].array
  }

  /// Migrates the document; false if it was current.
  ///
  /// Comments are of no use to who decodes it.
  package func open(
    named name: String, keepingComments: Bool = false
  ) throws(MigrationError) -> Bool {
    place = try worker.open(named: name, buffer: &buffer, keepingComments: keepingComments)
    switch place {
    case .text: return false
    case .buffer: return true
    case .engine(let isChanged): return isChanged
    }
  }

  /// Reads the document, and leaves it as it is.
  package func read(named name: String) throws(MigrationError) {
    try worker.read(named: name)
    place = .engine(isChanged: false)
  }

  /// Writes the target's version into the document.
  ///
  /// A value that `isPart` of a document may be without the place of the version.
  package func stamp(named name: String, isPart: Bool = false) throws(MigrationError) {
    try worker.stamp(named: name, isPart: isPart)
    place = .engine(isChanged: true)
  }

  /// The version of the document.
  package func version(
    named name: String, firstLine: Int = 1
  ) throws(MigrationError) -> Version {
    try worker.version(named: name, firstLine: firstLine)
  }

  /// Gives `body` the bytes of the document that was migrated.
  package func withOutput<Result>(
    named name: String, _ body: (ByteSlice) -> Result
  ) throws(MigrationError) -> Result {
    switch place {
    case .text: return body(worker.engine.document.text[0..<worker.engine.document.text.count])
    case .buffer: break
    case .engine:
      buffer.truncate(to: 0)
      try worker.write(into: &buffer, named: name)
    }
    return body(buffer.view[0..<buffer.count])
  }

  /// Lays out the document that was migrated; false if it nests deeper than `depth` levels.
  package func lay(out outline: inout Outline, depth: Int) -> Bool {
    switch place {
    case .text: outline.lay(out: worker.engine.document.text, depth: depth)
    case .buffer: outline.lay(out: buffer.view, depth: depth)
    case .engine: outline.lay(out: worker.engine.document, depth: depth)
    }
  }

  /// What was laid out; it looks at the memory of this station.
  package func view(of outline: borrowing Outline) -> OutlineView {
    switch place {
    case .text: OutlineView(outline, of: worker.engine.document.text)
    case .buffer: OutlineView(outline, of: buffer.view)
    case .engine: OutlineView(outline, of: worker.engine.document)
    }
  }
}

extension Migrator {
  /// Runs `body` with a station of its own.
  package func withStation<Result>(
    _ body: (Station) throws(MigrationError) -> Result
  ) throws(MigrationError) -> Result {
    let station = try station()
    defer { pool.give(station) }
    return try body(station)
  }

  /// A station that waited, or a new one.
  package func station() throws(MigrationError) -> Station {
    if let waiting = pool.take() { return waiting }
    return try Station(self)
  }
}
