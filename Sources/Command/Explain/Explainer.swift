import JSONMigrationCore
import JSONText
import PropertyLists

/// Explains one document, or the lines of a stream one after the other.
struct Explainer: ~Copyable {
  private let settings: ExplainSettings
  private let general: GeneralOptions
  private var worker: Worker
  private var status = ExitStatus.done
  /// How many documents were explained.
  private var count = 0

  init(_ settings: ExplainSettings, _ general: GeneralOptions) throws(MigrationError) {
    self.settings = settings
    self.general = general
    worker = try settings.worker()
  }

  mutating func run(_ input: Input, _ console: inout Console) throws(Output.Failure) -> ExitStatus {
    if settings.request.html != nil { console.prepareToWriteFiles() }
    var search = settings.eachSearch
    var source = WorkSource([.input(input)], size: 1 << 20, calls: console.calls)
    while let work = worker.withText({ source.next(into: &$0) }) {
      let opened: OpenedWork
      do throws(MigrationError) {
        opened = try OpenedWork(
          work, in: &worker, limit: settings.limits.bytes, calls: console.calls)
      } catch {
        report(error.diagnostics, &console)
        continue
      }
      for document in opened {
        if let line = document.line, settings.request.html != nil, count > 0 {
          report([.severalDocuments(input, line: line)], &console)
          return status
        }
        try explain(document, of: input, losing: opened.loss, &console)
      }
      search?.note(work, worker.withText { $0.view }, hasFound: worker.hasFoundEach)
    }
    if let problem = search?.problem { report([problem], &console) }
    if count == 0, status == .done {
      report([Diagnostic(.usage, "there is no document in \(input.name)")], &console)
    }
    return status
  }

  private mutating func report(_ diagnostics: [Diagnostic], _ console: inout Console) {
    status.worsen(to: ExitStatus(of: diagnostics))
    console.note(status)
    console.report(diagnostics, general)
  }

  /// Explains a document of the text; if it would change, it fails with `loss`.
  private mutating func explain(
    _ document: OpenedWork.Document, of input: Input, losing loss: MigrationError?,
    _ console: inout Console
  ) throws(Output.Failure) {
    count += 1
    let (range, line) = (document.range, document.line)
    worker.takesComments = settings.migrator.takesComments || input.hasComments
    var trace = worker.trace(
      range, named: input.name, firstLine: line ?? input.firstLine,
      keepingValues: settings.request.html != nil)
    if trace.steps.contains(where: { !$0.edits.isEmpty }) { trace.failure = trace.failure ?? loss }
    if range.isEmpty, input.isStandardInput, let failure = trace.failure {
      return report(failure.diagnostics.map { $0.ofNoInput(input) }, &console)
    }
    let name = input.name + (line.map { ":\($0)" } ?? "")
    if let html = settings.request.html {
      try write(
        RoadPage(trace, name: name, to: settings.target).bytes, of: input, to: html, &console)
    } else if let path = settings.path {
      if trace.failure == nil { try tellHistory(of: path, trace, input, range, line, &console) }
    } else {
      let report = RoadReport(trace, name: name, to: settings.target)
      switch general.format {
      case .json: try console.output.write(report.json + "\n")
      case .text, .github, .xcode:
        let start = count > 1 ? "\n" : ""
        if general.quiet < 2 {
          let painter = console.painter(general)
          try console.output.write(start + report.text(painter, isWhole: general.verbose > 0))
        }
      }
    }
    if let failure = trace.failure { report(failure.pointingAtLines.diagnostics, &console) }
  }

  /// Writes a page, which nobody may read who may not read the document.
  private mutating func write(
    _ page: [UInt8], of input: Input, to file: FileName, _ console: inout Console
  ) throws(Output.Failure) {
    if file == FileName("-") { return try console.output.write(page) }
    var options = FileReplacement.Options()
    if let name = input.file,
      case .file(_, let status?)? = try? FileTarget(name, calls: console.calls)
    {
      options.newMode = NewFileMode(of: status)
    }
    Leftover.removeAll(beside: file, calls: console.calls)
    do throws(FileError) {
      _ = try writeFile(page, to: file, options: options, calls: console.calls)
    } catch {
      report([error.diagnostic], &console)
    }
  }

  private mutating func tellHistory(
    of path: JSONPath, _ trace: Trace, _ input: Input, _ range: Range<Int>, _ line: Int?,
    _ console: inout Console
  ) throws(Output.Failure) {
    let history: Trace.History?
    do {
      history = try worker.history(of: path, in: trace)
    } catch {
      return report(
        [Diagnostic(.tooBig, "the history of `\(path)` is too much work")], &console)
    }
    guard let history else {
      return report([noValue(at: path, trace, input, line)], &console)
    }
    let text = worker.original(of: range)
    let report = HistoryReport(history, trace) { bytes in
      let start = bytes.lowerBound - range.lowerBound
      guard let firstLine = line ?? input.firstLine else {
        return Diagnostic.Place(input.name, path: PropertyList.path(to: start, in: text))
      }
      return Diagnostic.Place(
        input.name,
        span: Diagnostic.Span(start..<start + bytes.count, in: text, firstLine: firstLine))
    }
    switch general.format {
    case .json: try console.output.write(report.json + "\n")
    case .text, .github, .xcode:
      guard general.quiet < 2 else { return }
      try console.output.write(
        (count > 1 ? "\n" : "")
          + report.text(console.painter(general), width: console.columns(of: console.output)))
    }
  }

  /// Says that a path leads nowhere, and which names there are where it loses its way.
  private mutating func noValue(
    at path: JSONPath, _ trace: Trace, _ input: Input, _ line: Int?
  ) -> Diagnostic {
    let whole = path.query
    var known = PathQuery(root: .document, segments: [])
    var parent = try? worker.history(of: JSONPath(query: known), in: trace)
    for segment in whole.segments {
      let next = PathQuery(root: .document, segments: known.segments + [segment])
      guard let value = try? worker.history(of: JSONPath(query: next), in: trace) else { break }
      (known, parent) = (next, value)
    }
    let missing = whole.segments[known.segments.count]
    var help: String?
    if let name = missing.name, let parent, let json = try? JSON(parsing: parent.spot.value) {
      let names = json.object?.map(\.key) ?? []
      help = NearestName.help(
        for: String(decoding: name, as: UTF8.self), among: names, one: "name", many: "names")
    }
    let target = JSONPath(query: PathQuery(root: .document, segments: whole.segments))
    return Diagnostic(
      .missingValue,
      "the document has no `\(Printable.quote("\(target)"))` in version \(settings.target)",
      at: Diagnostic.Place(input.name + (line.map { ":\($0)" } ?? "")),
      help: trace.fate(ofValueAt: target) ?? help)
  }
}

extension Diagnostic {
  fileprivate static func severalDocuments(_ input: Input, line: Int) -> Diagnostic {
    Diagnostic(
      .usage, "a page shows one document, and \(input.name) has more of them, in line \(line)",
      at: Place(input.name), help: "give it one line on standard input",
      notes: ["the page shows the first document"])
  }
}
