import JSONMigrationCore
import JSONText

/// What is the same for all documents of a run; in one place, since all that works on them has it.
final class ApplySettings: Sendable {
  let request: Invocation.Apply
  let migrator: Migrator
  /// The formats that documents are told apart by, if there are several.
  let formats: FormatSet?
  let limits: Document.Limits
  let calls: SystemCalls
  /// Where the rules are.
  let rules: RulesRead
  /// How differences are written, if they are to be shown.
  let diff: DiffText?
  private let target: Version?
  private let source: Version?
  private let generator: GeneratedValues

  /// Refuses `--backup .bak`, which names a file that isn't there, before anything is migrated.
  private static func checkBackup(
    _ request: Invocation.Apply, _ calls: SystemCalls
  ) throws(UsageError) {
    guard request.backupSuffix != nil else { return }
    for input in request.inputs where input.bytes.first == UInt8(ascii: ".") {
      if input.bytes.contains(UInt8(ascii: "/")) || (try? calls.status(of: input)) != nil {
        continue
      }
      throw UsageError(
        "there is no file \(input.quoted); if it is the suffix of `--backup`, it needs a `=`",
        help: "write `--backup=\(Printable.text(of: input.bytes))`")
    }
  }

  /// Reads the rules; everything that keeps the run from starting is in the error.
  init(
    _ request: Invocation.Apply, diff: DiffText?, calls: SystemCalls
  ) throws(MigrationError) {
    self.request = request
    self.diff = diff
    self.calls = calls
    do throws(UsageError) {
      try Self.checkBackup(request, calls)
      generator = try request.generate.generator(clock: secondsSince1970)
    } catch {
      throw MigrationError(error.diagnostic(in: request.command))
    }
    limits = request.documents.limits(calls)
    let migrator: Migrator
    if request.hasFormats {
      let formats = try FormatSet(
        request.rules, documentsAt: request.documents.each, calls: calls)
      self.formats = formats
      migrator = formats.migrators[0]
      rules = formats.read
    } else {
      let folder = RulesFolder(request.rules, before: request.inputs.first, calls: calls)
      formats = nil
      migrator = try folder.migrator(documentsAt: request.documents.each)
      rules = folder.read
    }
    self.migrator = migrator
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

  /// Workers for documents of several formats, if there are.
  func formatWorkers() throws(MigrationError) -> FormatWorkers? {
    guard let formats else { return nil }
    return try FormatWorkers(
      formats, depth: limits.depth, refusesOthers: request.refusesOthers
    ) { number throws(MigrationError) in
      try worker(ofFormat: number)
    }
  }

  /// A worker for one of several formats, if there are.
  func worker(ofFormat number: Int) throws(MigrationError) -> Worker {
    guard let formats else { return try worker() }
    return try Worker(
      formats.migrators[number], generator: try values(forFormat: number), limits: limits)
  }

  /// What `generate` gives in documents of a format: with a seed each has ids of its own.
  private func values(forFormat number: Int) throws(MigrationError) -> GeneratedValues {
    guard let seed = request.generate.seed, number > 0 else { return generator }
    var options = request.generate
    options.seed = seed &+ UInt64(number) &* 0x9E37_79B9
    do throws(UsageError) {
      return try options.generator(clock: secondsSince1970)
    } catch {
      throw MigrationError(error.diagnostic(in: request.command))
    }
  }

  /// The rules that found nothing; `finds` has what each format's have found.
  ///
  /// Of several formats, those of formats that had several documents, with the number of these; for
  /// `all` one is enough.
  func idleRules(_ finds: [RuleFinds], all: Bool) -> (rules: [IdleRule], documents: Int?) {
    guard let formats else { return (finds.first.map { migrator.idleRules($0) } ?? [], nil) }
    var (rules, documents): ([IdleRule], Int) = ([], 0)
    for (migrator, finds) in zip(formats.migrators, finds) where all || finds.documents > 1 {
      let idle = migrator.idleRules(finds)
      if !idle.isEmpty { documents += finds.documents }
      rules += idle
    }
    return (rules, documents)
  }

  /// Whether documents that are as they were may have been migrated: nothing is written into them
  /// that would show it.
  var migratesUnseen: Bool {
    (formats?.migrators ?? [migrator]).contains { !$0.rules.format.isStamped }
  }

  /// Notices when documents are nowhere; what format.json says of that may be so in some files.
  var eachSearch: EachSearch? {
    let isOnlyLook = destination == .nowhere && !request.isCheck && !request.isDiff
    return EachSearch(
      request.documents, migrator,
      formats != nil ? nil : request.isStrict ? .error : isOnlyLook ? .warning : nil)
  }

  var destination: Destination { request.destination }

  /// Which files of folders are documents; what a format says of that is for it alone.
  var choice: FileChoice {
    var choice = FileChoice(request.documents, migrator)
    if formats != nil { choice.selection = FileSelection(request.documents.files) }
    return choice
  }

  /// Whether something is written to standard output as the work goes on.
  var showsResults: Bool { destination == .standardOutput || destination == .nowhere }

  /// Whether a run writes nothing but what comes of this input, and not into it.
  func isAllThatIsWritten(_ input: Input) -> Bool {
    switch destination {
    case .inPlace, .nowhere: false
    case .standardOutput, .file, .folder: request.inputs.count < 2 && input.source?.walk == nil
    }
  }

  /// Whether each result waits until the disk has it.
  var waitsForDisk: Bool { !showsResults && request.synchronizes }

  /// How files are written: new ones so that nobody may do more with them than with the input.
  func writing(from input: FileOrigin?) -> FileReplacement.Options {
    .init(
      breaksHardLinks: request.breaksHardLinks, synchronizes: request.synchronizes,
      backupSuffix: request.backupSuffix,
      newMode: input?.modeOfCopies ?? .forAll)
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

  /// Why a document is to stay as it is, if this error is no failure.
  ///
  /// One of another format is left alone among many, and refused where it was named itself.
  func leavesAlone(
    _ error: MigrationError, namedAs input: Input? = nil
  ) -> DocumentOutcome.Why? {
    switch error.kind {
    case .newerVersion where request.skipsNewer: return .newerThanRules
    case .wrongFormat where request.refusesOthers: return nil
    case .wrongFormat:
      guard let input else { return .foreign }
      guard let file = input.file else { return nil }
      return request.inputs.contains(file) ? nil : .foreign
    default: return nil
    }
  }

  /// Whether a document has gone to a file.
  func hasWritten(_ outcome: ApplyWorker.Outcome) -> Bool {
    switch (destination, outcome) {
    case (.folder, .document), (.inPlace, .document(.changed, _, _, _)): true
    default: false
    }
  }

  /// What a failure has left as it was.
  func leftAlone(_ input: Input) -> String? {
    switch destination {
    case .inPlace: input.file.map { "\($0.quoted) was not changed" }
    case .standardOutput, .file: "nothing was written"
    case .folder: "nothing was written for it"
    case .nowhere: nil
    }
  }
}
