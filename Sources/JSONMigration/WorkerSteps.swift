internal import JSONText

/// What a worker does with one document of its own, step by step.
extension Worker {
  /// Reads a document and migrates it; it stays open.
  ///
  /// False if it was current.
  mutating func open(
    _ bytes: some Sequence<UInt8>, named name: String
  ) throws(MigrationError) -> Bool {
    try run(bytes, named: name) { engine in try engine.migrate() }
  }

  /// The version of a document.
  mutating func version(
    of bytes: some Sequence<UInt8>, named name: String
  ) throws(MigrationError) -> Version {
    try run(bytes, named: name) { engine in try engine.version() }
  }

  private mutating func run<Result>(
    _ bytes: some Sequence<UInt8>, named name: String,
    _ body: (inout Engine) throws -> Result
  ) throws(MigrationError) -> Result {
    do {
      engine.document.load(bytes)
      try engine.read(0..<engine.document.text.count)
      return try body(&engine)
    } catch {
      throw MigrationError(engine.diagnostic(for: error, name: name))
    }
  }

  /// Writes the open document, and gives its bytes to `body`.
  mutating func withOutput<Result>(_ body: (ByteSlice) -> Result) -> Result {
    var out = ByteBuffer(capacity: engine.document.text.count + 256)
    engine.document.write(into: &out)
    return body(out.view[0..<out.count])
  }
}
