internal import JSONMigrationCore
internal import JSONText

/// Rules that were opened, with the options of whoever opened them.
final class Handle: Sendable {
  struct Options: Sendable {
    var target: String?
    var source: String?
    var now: String?
    var seed: UInt64?
    var name: String?
    var depth: Int?
    var skipsNewer = false
    var each: JSONPath?
  }

  let migrator: Migrator
  let skipsNewer: Bool
  private let target: Version?
  private let source: Version?
  private let generator: GeneratedValues
  let limits: Document.Limits
  private let stations = Stations()

  init(_ migrator: Migrator, _ options: Options) throws(MigrationError) {
    self.migrator = migrator
    skipsNewer = options.skipsNewer
    func version(_ text: String?) throws(MigrationError) -> Version? {
      guard let text else { return nil }
      return try migrator.version(text)
    }
    target = try version(options.target)
    source = try version(options.source)
    generator = GeneratedValues(
      now: try Self.clock(options.now), id: GeneratedValues.ids(seed: options.seed))
    limits = options.depth.map { Document.Limits(depth: $0) } ?? Document.Limits()
    // What keeps a worker from being made is known before any document comes.
    stations.give(try station())
  }

  /// The time that was given, or that of the system.
  private static func clock(_ text: String?) throws(MigrationError) -> @Sendable () -> String {
    guard let text else {
      return { GeneratedValues.time(secondsSince1970: secondsSince1970()) ?? "" }
    }
    guard let time = GeneratedValues.time(text) else {
      throw MigrationError(
        Diagnostic(
          .usage, "`now` takes a date, a time and a zone, found `\(Printable.quote(text))`",
          help: "write it as 2026-01-31T12:00:00Z"))
    }
    return { time }
  }

  private func station() throws(MigrationError) -> Station {
    if let station = stations.take() { return station }
    return Station(
      try Worker(migrator, to: target, from: source, generator: generator, limits: limits))
  }

  /// Runs `body` with a worker that has begun a call, and the memory for what comes out.
  ///
  /// The worker of a large document is thrown away, and its memory with it.
  @inline(__always)
  func withWorker<Result>(
    _ body: (inout Worker, inout ByteBuffer) throws(MigrationError) -> Result
  ) throws(MigrationError) -> Result {
    let station = try station()
    defer { if !station.isLarge { stations.give(station) } }
    return try station.use { worker, out throws(MigrationError) in
      worker.begin()
      out.truncate(to: 0)
      return try body(&worker, &out)
    }
  }
}

// MARK: - One document

extension Handle {
  /// What became of a document.
  enum Outcome {
    case current, changed, left
  }

  /// Migrates a document, and gives `body` what came of it where it is another text.
  func migrate(
    _ bytes: UnsafeRawBufferPointer, _ body: (ByteSlice) -> Void
  ) throws(MigrationError) -> Outcome {
    try limits.check(bytes.count)
    return try withWorker { worker, out throws(MigrationError) in
      worker.withText { text in
        text.truncate(to: 0)
        text.append(contentsOf: bytes)
        text.seal()
      }
      do throws(MigrationError) {
        let isChanged = try worker.migrate(0..<bytes.count, into: &out, named: "document")
        guard isChanged else { return .current }
      } catch {
        guard skipsNewer, error.kind == .newerVersion else { throw error }
        return .left
      }
      let result = out.view[0..<out.count]
      if result.count == bytes.count, result.elementsEqual(bytes) { return .current }
      body(result)
      return .changed
    }
  }
}

extension Document.Limits {
  /// Refuses a document that no document can be as large as.
  func check(_ count: Int) throws(MigrationError) {
    guard count <= bytes else {
      throw MigrationError(
        Diagnostic(.tooBig, "the document has \(count) bytes, more than \(bytes)"))
    }
  }
}
