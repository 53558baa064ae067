package import JSONText

/// Migrates one document after the other, and keeps its memory between them.
package struct Worker: ~Copyable {
  var engine: Engine

  /// A worker that brings documents to `target`, or to the newest version where that is nil.
  ///
  /// `source` is the version of documents that don't tell theirs; where it is nil, the rules say that.
  package init(
    _ migrator: Migrator, to target: Version? = nil, from source: Version? = nil,
    generator: Generator = .fixed, limits: Document.Limits = Document.Limits()
  ) throws(MigrationError) {
    engine = Engine(
      try migrator.plan(to: target, from: source), limits: limits, generator: generator)
  }

  /// Lets `body` change the text that holds the documents.
  package mutating func withText<Result, Failure: Error>(
    _ body: (inout ByteBuffer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try engine.document.withSource(body)
  }

  /// Migrates the document in a range of the text, and adds the result to `out`.
  ///
  /// False if it was current; then its bytes are added as they are. Nothing is added where an error
  /// is thrown.
  package mutating func migrate(
    _ range: Range<Int>, into out: inout ByteBuffer, named name: String, firstLine: Int = 1
  ) throws(MigrationError) -> Bool {
    do {
      try engine.read(range)
      let isChanged = try engine.migrate()
      engine.document.write(into: &out)
      return isChanged
    } catch {
      throw MigrationError(engine.diagnostic(for: error, name: name, firstLine: firstLine))
    }
  }

  /// Migrates a document.
  package mutating func migrate(
    _ document: [UInt8], named name: String
  ) throws(MigrationError) -> [UInt8] {
    engine.document.load(document)
    var out = ByteBuffer(capacity: document.count + 256)
    _ = try migrate(0..<document.count, into: &out, named: name)
    return out.view[0..<out.count].array
  }
}
