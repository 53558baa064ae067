import JSONMigrationAuthoring
import JSONMigrationCore
import JSONText

/// `jsonmigrate shape`: tells what documents look like, as a JSON Schema.
enum ShapeCommand {
  static func run(
    _ request: Invocation.Shape, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    let settings: ShapeSettings
    let files: InputFiles
    do throws(MigrationError) {
      settings = try ShapeSettings(request, calls: console.calls)
      files = InputFiles(
        request.paths, choosing: settings.choice, leavingOut: [request.rules].compactMap(\.self),
        calls: console.calls)
      try files.check(in: .shape, console.calls)
    } catch {
      console.report(error.diagnostics, general)
      return .notStarted
    }
    let entries = files.entries.map { WorkSource.Entry($0, request.documents) }
    console.report(files.notes(settings.choice, severity: .warning), general)
    let found = gather(entries, settings, general, &console)
    let problems = found.firstProblems
    console.report(problems, general)
    if let note = found.foreignNote, general.quiet == 0 { console.say(note, .summary, general) }
    let inference = found.inference
    let versions: [Version?]
    do throws(MigrationError) {
      versions = try settings.chosen(of: found)
    } catch {
      console.report(error.diagnostics, general)
      return .found
    }
    let schema = inference.schema(of: versions, isOpen: request.isOpen)
    try console.output.write(
      general.format == .json ? "\(schema)\n" : "\(schema.debugDescription)\n")
    return problems.isEmpty ? .done : .found
  }

  /// Looks at everything, on as many threads as it is worth.
  private static func gather(
    _ entries: [WorkSource.Entry], _ settings: ShapeSettings, _ general: GeneralOptions,
    _ console: inout Console
  ) -> ShapeFindings {
    let whole = Monitor(ShapeFindings())
    WorkRun(entries, jobs: settings.request.jobs, calls: settings.calls).look(general, &console) {
      ShapeWorker(settings)
    } at: { worker, work in
      worker.look(at: work)
    } done: { worker in
      let findings = worker.findings
      whole.withLock { $0.add(findings) }
    }
    return whole.withLock { $0 }
  }
}

/// What was found in documents.
struct ShapeFindings: Sendable {
  struct Problem: Sendable {
    struct Order: Comparable, Sendable {
      let piece: Int
      let line: Int

      static func < (left: Self, right: Self) -> Bool {
        (left.piece, left.line) < (right.piece, right.line)
      }
    }

    let error: MigrationError
    let order: Order
  }

  /// More problems are not told.
  static let mostProblems = 20

  var inference = ShapeInference()
  /// How many are of another format, and left out.
  var foreign = 0
  var problems: [Problem] = []

  mutating func add(_ other: ShapeFindings) {
    inference.add(other.inference)
    foreign += other.foreign
    problems += other.problems
  }

  var firstProblems: [Diagnostic] {
    problems.ordered { $0.order < $1.order }.prefix(Self.mostProblems).flatMap(\.error.diagnostics)
  }

  var foreignNote: String? {
    if foreign == 0 { return nil }
    let counted = foreign == 1 ? "1 document" : "\(foreign.grouped) documents"
    return "\(counted) of another format \(foreign == 1 ? "is" : "are") left out"
  }
}

/// What is the same for all documents of a run.
struct ShapeSettings: Sendable {
  let request: Invocation.Shape
  let migrator: Migrator?
  let calls: SystemCalls
  let limits: Document.Limits

  init(_ request: Invocation.Shape, calls: SystemCalls) throws(MigrationError) {
    self.request = request
    self.calls = calls
    limits = request.documents.limits(calls)
    guard let rules = request.rules else {
      migrator = nil
      return
    }
    migrator = try RulesFolder(rules, calls: calls).migrator()
  }

  /// Which files of folders are documents.
  var choice: FileChoice {
    var choice = FileChoice(request.documents, migrator)
    choice.mayTakePropertyLists = false
    return choice
  }

  /// The versions that are asked for.
  func chosen(of found: ShapeFindings) throws(MigrationError) -> [Version?] {
    let all = found.inference.versions
    guard let wanted = request.version else {
      guard all.isEmpty else { return all }
      throw MigrationError(
        found.foreign > 0 && found.problems.isEmpty
          ? Diagnostic(
            .usage, "no document is of the format, so there is no shape",
            help: "`when` in format.json says which documents are")
          : Diagnostic(
            .usage, "no document could be read, so there is no shape",
            help: "name documents, or a folder with them"))
    }
    let chosen = all.filter { version in
      version.map { "\($0)".utf8.elementsEqual(wanted.utf8) } ?? false
    }
    if !chosen.isEmpty { return chosen }
    let names = all.map { $0.map { "\($0)" } ?? "none" }
    throw MigrationError(
      Diagnostic(
        .usage, "no document has version \(Printable.quote(wanted))",
        help: all.isEmpty ? nil : "the versions found are \(Printable.list(names))"))
  }
}

/// Looks at pieces of work, one after the other, and keeps the memory.
struct ShapeWorker: PieceWorker, ~Copyable {
  /// The memory of a gatherer that has had a larger piece of work is given back.
  private static let largest = 16 << 20

  private let settings: ShapeSettings
  private var gatherer: ShapeGatherer
  /// What was found, but for what the gatherer has learned.
  private var earlier = ShapeFindings()

  init(_ settings: ShapeSettings) {
    self.settings = settings
    gatherer = ShapeGatherer(settings.migrator, limits: settings.limits)
  }

  var findings: ShapeFindings {
    var findings = earlier
    findings.inference.add(gatherer.inference)
    return findings
  }

  mutating func withText<Result, Failure: Error>(
    _ body: (inout ByteBuffer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try gatherer.withText(body)
  }

  mutating func shrink(after work: Work) {
    guard work.bytes > Self.largest else { return }
    earlier.inference.add(gatherer.inference)
    gatherer = ShapeGatherer(settings.migrator, limits: settings.limits)
  }

  /// Looks at a piece of work; tells how many files and bytes are done then.
  mutating func look(at work: Work) -> (files: Int, bytes: Int) {
    do throws(MigrationError) {
      let opened = try OpenedWork(
        work, in: &gatherer, limit: settings.limits.bytes, calls: settings.calls)
      gatherer.takesComments =
        settings.migrator?.takesComments == true || opened.input.hasComments
      for document in opened {
        do throws(MigrationError) {
          try gatherer.look(
            at: document.range, named: opened.input.name,
            firstLine: document.line ?? opened.input.firstLine ?? 1, piece: work.number,
            line: document.line ?? 0)
        } catch {
          if error.kind == .wrongFormat, opened.input.isAmongMany(named: settings.request.paths) {
            earlier.foreign += 1
          } else {
            note(error.pointingAtLines, work, line: document.line ?? 0)
          }
        }
      }
      return (opened.isLast ? 1 : 0, opened.byteCount)
    } catch {
      note(error, work, line: 0)
      if case .document(let input) = work.content { return (1, input.size ?? 0) }
      return (1, 0)
    }
  }

  private mutating func note(_ error: MigrationError, _ work: Work, line: Int) {
    guard earlier.problems.count < ShapeFindings.mostProblems else { return }
    earlier.problems.append(.init(error: error, order: .init(piece: work.number, line: line)))
  }
}

extension ShapeGatherer: TextHolder {}
