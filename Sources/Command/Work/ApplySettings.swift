import JSONMigration
import JSONText

/// What is the same for all documents of a run.
struct ApplySettings: Sendable {
  let request: Invocation.Apply
  let migrator: Migrator
  let limits: Document.Limits
  let calls: SystemCalls
  /// The files that the rules are in.
  let rules: Set<FileStatus.Identity>
  /// How differences are written, if they are to be shown.
  let diff: DiffText?
  private let target: Version?
  private let source: Version?
  private let generator: Generator

  /// Reads the rules; everything that keeps the run from starting is in the error.
  init(
    _ request: Invocation.Apply, diff: DiffText?, calls: SystemCalls
  ) throws(MigrationError) {
    self.request = request
    self.diff = diff
    self.calls = calls
    do throws(UsageError) {
      generator = try request.generate.generator(clock: secondsSince1970)
    } catch {
      throw MigrationError(error.diagnostic(in: .apply))
    }
    limits = request.documents.maxDepth.map { Document.Limits(depth: $0) } ?? Document.Limits()
    let folder = RulesFolder(request.rules, calls: calls)
    let migrator = try folder.migrator()
    self.migrator = migrator
    rules = folder.filesRead
    func version(_ text: String?) throws(MigrationError) -> Version? {
      guard let text else { return nil }
      return try migrator.version(text)
    }
    target = try version(request.documents.to)
    source = try version(request.documents.from)
    // What keeps a worker from being made is known before any document is opened.
    if target != nil || source != nil { _ = try worker() }
  }

  /// A worker that goes by these settings.
  func worker() throws(MigrationError) -> Worker {
    try Worker(migrator, to: target, from: source, generator: generator, limits: limits)
  }

  var destination: Destination { request.destination }

  /// Whether something is written to standard output as the work goes on.
  var showsResults: Bool { destination == .standardOutput || destination == .nowhere }

  /// How files are written.
  var writing: FileReplacement.Options {
    .init(
      breaksHardLinks: request.breaksHardLinks, synchronizes: request.synchronizes,
      backupSuffix: request.backupSuffix)
  }

  /// Where the result for an input goes; nil where it goes to no file.
  func target(of input: Input, _ origin: FileOrigin?) throws(FileError) -> FileTarget? {
    switch destination {
    case .standardOutput, .nowhere: nil
    case .inPlace:
      try origin.map { origin throws(FileError) in try FileTarget(origin, calls: calls) }
    case .file(let file): try FileTarget(file, calls: calls)
    case .folder(let folder):
      try FileTarget(resultLocation(of: input.relative, in: folder, calls: calls))
    }
  }

  /// Whether a document is to stay as it is because of this error.
  func leavesAlone(_ error: MigrationError) -> Bool {
    request.skipsNewer && error.kind == .newerVersion
  }

  /// What a failure has left as it was.
  func leftAlone(_ input: Input) -> String? {
    switch destination {
    case .inPlace: input.file.map { "\($0.quoted) was not changed" }
    case .standardOutput, .file, .folder: "nothing was written"
    case .nowhere: nil
    }
  }
}
