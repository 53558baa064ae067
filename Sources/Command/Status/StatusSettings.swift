import JSONMigrationAuthoring
import JSONMigrationCore
import JSONText

/// What is the same for all documents of a run.
struct StatusSettings: Sendable {
  let request: Invocation.Status
  let migrator: Migrator
  let rules: RulesRead
  let calls: SystemCalls
  let limits: Document.Limits
  private let target: Version?
  private let source: Version?
  /// The files in the folder `tests` of the rules.
  private let cases: [RuleSource]

  /// Reads the rules; everything that keeps the run from starting is in the error.
  init(_ request: Invocation.Status, calls: SystemCalls) throws(MigrationError) {
    self.request = request
    self.calls = calls
    limits = request.documents.limits(calls)
    let folder = RulesFolder(request.rules, before: request.paths.first, of: .status, calls: calls)
    migrator = try folder.migrator(documentsAt: request.documents.each)
    cases = try folder.files(in: "tests")?.get() ?? []
    rules = folder.read
    target = try request.documents.target(migrator)
    source = try request.documents.source(migrator)
  }

  /// Notices when documents are nowhere.
  var eachSearch: EachSearch? { EachSearch(request.documents, migrator, .warning) }

  /// Which files of folders are documents.
  var choice: FileChoice { FileChoice(request.documents, migrator) }

  /// The tests that reach each rule.
  var coverage: [Coverage] {
    var tests = RuleTests(migrator)
    _ = tests.run(cases: cases, in: "tests")
    return tests.coverage
  }

  func surveyor() throws(MigrationError) -> Surveyor {
    var surveyor = try Surveyor(migrator, to: target, from: source, limits: limits, cases: cases)
    surveyor.leavesNewerAlone = request.skipsNewer
    return surveyor
  }
}

extension DocumentOptions {
  /// The version that documents are to come to, if it isn't the newest.
  func target(_ migrator: Migrator) throws(MigrationError) -> Version? {
    guard let to else { return nil }
    return try migrator.version(to)
  }

  /// The version of documents that don't tell, if the rules aren't to say that.
  func source(_ migrator: Migrator) throws(MigrationError) -> Version? {
    guard let from else { return nil }
    return try migrator.version(from)
  }
}
