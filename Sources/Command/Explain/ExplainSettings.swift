import JSONMigrationCore
import JSONText

/// What is the same for all documents of a run.
struct ExplainSettings: Sendable {
  let request: Invocation.Explain
  let migrator: Migrator
  /// Where the rules are.
  let rules: RulesRead
  let limits: Document.Limits
  /// The version that documents come to.
  let target: Version
  /// The place whose history is wanted, if that is all.
  let path: JSONPath?
  private let source: Version?
  private let generator: GeneratedValues

  /// Reads the rules and the flags; everything that keeps the run from starting is in the error.
  init(_ request: Invocation.Explain, _ console: Console) throws(MigrationError) {
    self.request = request
    do throws(UsageError) {
      generator = try request.generate.generator(clock: secondsSince1970)
      path = try request.at.map { text throws(UsageError) in try Self.path(text) }
    } catch {
      throw MigrationError(error.diagnostic(in: .explain))
    }
    limits = request.documents.limits(console.calls)
    let folder = RulesFolder(
      request.rules, before: request.input, of: .explain, calls: console.calls)
    migrator = try folder.migrator(documentsAt: request.documents.each)
    rules = folder.read
    target = try request.documents.target(migrator) ?? migrator.newest
    source = try request.documents.source(migrator)
  }

  /// Notices when documents are nowhere.
  var eachSearch: EachSearch? { EachSearch(request.documents, migrator, .warning) }

  func worker() throws(MigrationError) -> Worker {
    try Worker(migrator, to: target, from: source, generator: generator, limits: limits)
  }

  private static func path(_ text: String) throws(UsageError) -> JSONPath {
    let path: JSONPath
    do throws(PathError) {
      path = try JSONPath(rule: text)
    } catch {
      throw UsageError(
        "`--at` takes a path: expected \(error.expected), found \(error.found)",
        help: "write it as in `--at author.name` or `--at \"items[0].id\"`")
    }
    guard path.isSingular else {
      throw UsageError(
        "`--at` takes the path of one value, and `\(Printable.quote(text))` may lead to many",
        help: "write names and numbers only, as in `--at \"items[0].id\"`")
    }
    return path
  }
}
