import JSONMigrationCore
import JSONText
import PropertyLists

/// Does pieces of work, one after the other, and keeps the memory.
struct ApplyWorker: PieceWorker, ~Copyable {
  /// The memory of a worker that has had a larger piece of work is given back.
  static let largest = 16 << 20

  let settings: ApplySettings
  /// Shows how far the work is; nil without a terminal.
  let showStage: (@Sendable (Progress.Stage) -> Void)?
  var worker: Worker
  /// The workers of several formats, if there are; the other one has the text then.
  private let formats: FormatWorkers?
  /// What rules of each format have found with workers that are gone.
  private var earlierFinds: [RuleFinds] = []
  /// What is to be written: results, or differences.
  var out = ByteBuffer()
  /// What is needed only for a moment.
  var scratch = ByteBuffer()
  /// Lines that failed and are to be kept.
  var bad = ByteBuffer()
  /// What is wrong with them, a line of JSON each.
  var reasons = ByteBuffer()
  /// Where lines of the piece go on, if it was left because of all that is wrong with them; nil at
  /// its beginning.
  var rest: LinesRest?
  /// The property list whose JSON the text is, if it is one's.
  var list: PropertyList?
  /// What a large document was, where its difference from the result is still to be written.
  var before: ByteSlice?
  /// Of each format some documents that were migrated.
  private(set) var samples: [SampleDocuments]
  /// Whether one more of the piece at hand may be kept: of most pieces none is.
  private(set) var wantsSamples = false
  /// As of the settings, which would ask all formats for each document.
  private let migratesUnseen: Bool
  /// Whether `each` has led to documents; nil where that isn't asked.
  private(set) var search: EachSearch?
  /// A warning about the first document whose version may stand where it isn't read.
  private(set) var unreadVersion: [Diagnostic] = []
  /// How many documents were looked at for that.
  private var looks = 0
  private static let (mostLooks, largestLook) = (16, 1 << 20)
  /// The number of the work at hand.
  private var piece = 0 {
    didSet { askForSamples() }
  }
  /// What else there is to say of the file that was written last.
  var remarks: [Diagnostic] = []

  /// What came of a piece of work.
  enum Outcome: Sendable {
    /// With what else there is to say of a file that was replaced.
    case document(DocumentOutcome, Input, [Diagnostic], isNew: Bool = false)
    case lines(LineOutcome, LineReader.Piece, Input, FileOrigin?)
    case failed(MigrationError)
  }

  /// What is to be written in order.
  var result: ByteParts { out.parts }
  /// The lines to be kept, in order too.
  var badLines: ByteSlice { bad.view[0..<bad.count] }
  /// What is wrong with those lines.
  var badReasons: ByteSlice { reasons.view[0..<reasons.count] }

  init(
    _ settings: ApplySettings, showStage: (@Sendable (Progress.Stage) -> Void)? = nil
  ) throws(MigrationError) {
    // What may throw comes before anything of it is there.
    let formats = try settings.formatWorkers()
    let worker = try settings.worker()
    self.settings = settings
    self.showStage = showStage
    self.formats = formats
    self.worker = worker
    migratesUnseen = settings.migratesUnseen
    search = settings.eachSearch
    samples = Array(repeating: SampleDocuments(), count: settings.formats?.migrators.count ?? 1)
  }

  /// Gives memory back that was needed for a large piece of work.
  mutating func shrink(after work: Work) {
    guard work.bytes > Self.largest,
      let fresh = try? ApplyWorker(settings, showStage: showStage)
    else { return }
    let (finds, samples, search) = (finds, samples, search)
    let (unread, looks) = (unreadVersion, looks)
    self = fresh
    (earlierFinds, self.samples, self.search) = (finds, samples, search)
    (unreadVersion, self.looks) = (unread, looks)
  }

  /// Which rules have found something, of each format.
  var finds: [RuleFinds] {
    if let formats { return formats.finds.adding(earlierFinds) }
    return [worker.finds].adding(earlierFinds)
  }

  /// Whether `--each` has led to any document so far.
  private var hasFoundEach: Bool {
    if let formats { return formats.hasFoundEach }
    return worker.hasFoundEach
  }

  /// Whether the document that came out as it was has documents in it, and none is of the format.
  var hadOnlyOthers: Bool { formats == nil && worker.hadOnlyOthers }

  /// Migrates the document in a range of the text; see `Worker.migrate`.
  mutating func migrate(
    _ range: Range<Int>, of text: ByteView, named name: String, firstLine: Int?
  ) throws(MigrationError) -> Bool {
    if let isChanged = try formats?.migrate(
      range, of: text, into: &out, named: name, firstLine: firstLine)
    {
      return isChanged
    }
    let before = out.mark
    let isChanged = try worker.migrate(range, into: &out, named: name, firstLine: firstLine)
    if settings.request.refusesOthers,
      let error = worker.wrongPart(named: name, firstLine: firstLine)
    {
      out.takeBack(to: before)
      throw error
    }
    return isChanged
  }

  /// Keeps the document that was migrated last, if it is one of those that are wanted.
  mutating func keepSample(_ document: ByteSlice, isChanged: Bool) {
    guard let formats else {
      if isChanged || migratesUnseen { keepSample(document, of: 0) }
      return
    }
    for format in formats.lastMigrating { keepSample(document, of: format) }
  }

  /// Looks whether the version of a document that was changed may stand where it isn't read: only
  /// some of the first that say none.
  mutating func lookForVersion(_ range: Range<Int>, named name: String, firstLine: Int?) {
    guard looks < Self.mostLooks, unreadVersion.isEmpty, formats == nil,
      range.count <= Self.largestLook
    else { return }
    looks += 1
    worker.unreadVersion(range, named: name, firstLine: firstLine).map { unreadVersion = [$0] }
  }

  private mutating func keepSample(_ document: ByteSlice, of format: Int) {
    guard samples[format].wants(piece, size: document.count) else { return }
    samples[format].add(
      .init(piece: piece, hasComments: worker.takesComments, bytes: document.array))
    askForSamples()
  }

  private mutating func askForSamples() {
    wantsSamples = samples.contains { $0.wants(piece) }
  }

  /// Lets `body` change the text that holds the documents.
  mutating func withText<Result, Failure: Error>(
    _ body: (inout ByteBuffer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try worker.withText(body)
  }

  /// Whether a piece was left before its end: then the same piece is to be run again.
  var hasMore: Bool { rest != nil }

  /// The rest of a piece is not wanted.
  mutating func dropRest() { rest = nil }

  /// Does a piece of work, or what is left of it; what is to be written in order is in `result` and
  /// `badLines` then.
  mutating func run(_ work: Work) -> Outcome {
    let outcome = migrate(work)
    noteEach(of: work)
    return outcome
  }

  private mutating func noteEach(of work: Work) {
    if search == nil { return }
    let (text, hasFound) = (worker.withText { $0.view }, hasFoundEach)
    search?.note(work, text, hasFound: hasFound)
  }

  /// Refuses the only document of a run where `each` leads nowhere: it would be written as it is.
  mutating func checkEach(_ input: Input, of work: Work) throws(MigrationError) {
    guard settings.isAllThatIsWritten(input) else { return }
    noteEach(of: work)
    guard let problem = search?.error else { return }
    search = nil
    throw problem
  }

  private mutating func migrate(_ work: Work) -> Outcome {
    out.truncate(to: 0)
    out.lend(from: nil)
    bad.truncate(to: 0)
    reasons.truncate(to: 0)
    before = nil
    remarks = []
    piece = work.number
    switch work.content {
    case .problem(let error): return .failed(MigrationError(error.diagnostic))
    case .lines(let piece, let input, let origin):
      takeComments(of: input)
      let outcome =
        piece.part.map { putAside($0, piece.firstLine, of: input) }
        ?? migrateLines(piece, of: input)
      let isLast = piece.isLast && !hasMore
      return .lines(
        outcome, LineReader.Piece(firstLine: piece.firstLine, isLast: isLast), input, origin)
    case .document(let input):
      takeComments(of: input)
      do throws(MigrationError) {
        let outcome = try migrateDocument(input, of: work)
        guard case .changed = outcome else { return .document(outcome, input, remarks) }
        let isNew = list == nil && isNew(0..<worker.withText { $0.count }, of: input)
        return .document(outcome, input, remarks, isNew: isNew)
      } catch {
        // Workers of several formats have the text themselves.
        let isEmpty = formats == nil && worker.withText { $0.count } == 0
        guard input.isStandardInput, isEmpty, error.kind == .badJSON else { return .failed(error) }
        return .failed(MigrationError(error.diagnostics[0].ofNoInput(input)))
      }
    }
  }
}

extension ApplyWorker {
  private mutating func takeComments(of input: Input) {
    worker.takesComments = settings.migrator.takesComments || input.hasComments
    formats?.takeComments(input.hasComments)
  }

  /// Whether a document in a file that nobody named got a version for the first time, in a format
  /// that may not be its own.
  mutating func isNew(_ document: Range<Int>, of input: Input) -> Bool {
    guard input.source?.walk != nil, settings.migrator.stampsAnything else { return false }
    return worker.saysVersion(document) == false
  }
}

extension [RuleFinds] {
  /// The finds of each format, with those of others, if there are.
  func adding(_ others: [RuleFinds]) -> [RuleFinds] {
    if others.isEmpty { return self }
    return zip(self, others).map { finds, others in
      var finds = finds
      finds.add(others)
      return finds
    }
  }
}

extension Diagnostic {
  /// What is said of no bytes at all, where standard input has no more.
  func ofNoInput(_ input: Input) -> Diagnostic {
    Diagnostic(
      .badJSON, "\(Printable.text(of: input.name)) is empty", at: place,
      help: "name a file, or let the command before `|` write a document", notes: notes)
  }
}

extension FileError {
  /// Does something with files; an error becomes one of a migration, to be reported like the
  /// others.
  static func reported<Result>(
    _ body: () throws(FileError) -> Result
  ) throws(MigrationError) -> Result {
    do throws(FileError) {
      return try body()
    } catch {
      throw MigrationError(error.diagnostic)
    }
  }
}
