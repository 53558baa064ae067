import JSONMigration
import JSONText

/// What is the same for all documents of a run.
struct ApplySettings: Sendable {
  let request: Invocation.Apply
  let migrator: Migrator
  let generator: Generator
  let limits: Document.Limits
  let calls: SystemCalls

  /// Reads the rules; everything that keeps the run from starting is in the error.
  init(_ request: Invocation.Apply, calls: SystemCalls) throws(MigrationError) {
    self.request = request
    self.calls = calls
    do throws(UsageError) {
      generator = try request.generate.generator(clock: secondsSince1970)
      if request.documents.to != nil || request.documents.from != nil {
        throw UsageError("this version can't take `--to` and `--from` yet")
      }
    } catch {
      throw MigrationError(error.diagnostic(in: .apply))
    }
    limits = request.documents.maxDepth.map { Document.Limits(depth: $0) } ?? Document.Limits()
    migrator = try RulesFolder(request.rules, calls: calls).migrator()
  }

  /// A worker that goes by these settings.
  func worker() -> Worker {
    Worker(migrator, generator: generator, limits: limits)
  }
}
