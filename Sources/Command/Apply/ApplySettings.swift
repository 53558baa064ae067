import JSONMigration
import JSONText

/// What is the same for all documents of a run.
struct ApplySettings: Sendable {
  let request: Invocation.Apply
  let migrator: Migrator
  private let target: Version?
  private let source: Version?
  private let generator: Generator
  let limits: Document.Limits
  let calls: SystemCalls

  /// Reads the rules; everything that keeps the run from starting is in the error.
  init(_ request: Invocation.Apply, calls: SystemCalls) throws(MigrationError) {
    self.request = request
    self.calls = calls
    do throws(UsageError) {
      generator = try request.generate.generator(clock: secondsSince1970)
    } catch {
      throw MigrationError(error.diagnostic(in: .apply))
    }
    limits = request.documents.maxDepth.map { Document.Limits(depth: $0) } ?? Document.Limits()
    let migrator = try RulesFolder(request.rules, calls: calls).migrator()
    self.migrator = migrator
    func version(_ text: String?) throws(MigrationError) -> Version? {
      guard let text else { return nil }
      return try migrator.version(text)
    }
    target = try version(request.documents.to)
    source = try version(request.documents.from)
  }

  /// A worker that goes by these settings.
  func worker() throws(MigrationError) -> Worker {
    try Worker(migrator, to: target, from: source, generator: generator, limits: limits)
  }
}
