import JSONMigrationCore
import JSONText
import PropertyLists

/// What became of a document.
enum DocumentOutcome: Sendable {
  /// It is what it should be.
  case current
  case changed
  /// It was left alone.
  case left(Why)

  /// Why a document is left alone.
  enum Why: Sendable {
    case newerThanRules
    /// It is not of this format.
    case foreign
  }
}

extension ApplyWorker {
  /// Reads a document, migrates it and writes the result, if that is for a file.
  mutating func migrateDocument(
    _ input: Input, of work: Work
  ) throws(MigrationError) -> DocumentOutcome {
    let origin = try read(input)
    let outcome: DocumentOutcome
    do throws(MigrationError) {
      list = try worker.withText { text throws(MigrationError) in
        try text.openPropertyList(of: input)
      }
      outcome = try migrate(input)
      try checkEach(input, of: work)
      let document = worker.withText { $0.view[0..<$0.count] }
      switch outcome {
      case .changed:
        keepSample(document, isChanged: true)
        lookForVersion(0..<document.count, named: input.name, firstLine: input.firstLine)
      case .current: keepSample(document, isChanged: false)
      case .left: break
      }
      if let list { try restore(list, outcome, input) }
      if out.size >= ByteBuffer.stretch { showStage?(.writing(out.size)) }
      try write(outcome, of: input, origin)
    } catch {
      // The writer itself reports a file that can't be written.
      throw error.kind == .cannotWrite ? error : error.noting(settings.leftAlone(input))
    }
    return outcome
  }

  private mutating func read(_ input: Input) throws(MigrationError) -> FileOrigin? {
    let (limit, calls, showStage) = (settings.limits.bytes, settings.calls, showStage)
    return try worker.withText { text throws(MigrationError) in
      try FileError.reported { () throws(FileError) in
        try input.read(into: &text, limit: limit, calls: calls) { showStage?(.reading($0)) }
      }
    }
  }

  private mutating func migrate(_ input: Input) throws(MigrationError) -> DocumentOutcome {
    let text = worker.withText { $0.view }
    if text.count >= ByteBuffer.stretch { showStage?(.migrating(text.count)) }
    // Most of a document is written from where it is. What has to be looked at once more is not.
    if list == nil, settings.diff == nil { out.lend(from: text, patched: true) }
    // Room for what will probably come out: growing would take more memory than the result.
    out.reserve(text.count + text.count / 16 + 256)
    do throws(MigrationError) {
      guard
        try migrate(0..<text.count, of: text, named: input.name, firstLine: input.firstLine)
      else {
        out.append(0..<text.count, of: text)
        return hadOnlyOthers ? .left(.foreign) : .current
      }
    } catch {
      guard let why = settings.leavesAlone(error, namedAs: input) else {
        throw error.pointingAtLines
      }
      out.append(0..<text.count, of: text)
      return .left(why)
    }
    if out.isSame(as: text[0..<text.count]) { return .current }
    let isRules =
      list == nil && isNew(0..<text.count, of: input)
      && RuleSource.isStep(text[0..<text.count])
    if !isRules { return .changed }
    // Other rules that lie in the folder would be none any more.
    out.takeBack(to: ByteBuffer.empty)
    out.append(0..<text.count, of: text)
    return .left(.foreign)
  }

  /// The result, where all of it is in `out`.
  private var whole: ByteSlice { out.view[0..<out.count] }

  /// Makes a property list of the result again; one that has not changed is what it was.
  private mutating func restore(
    _ list: PropertyList, _ outcome: DocumentOutcome, _ input: Input
  ) throws(MigrationError) {
    var bytes = list.bytes
    if case .changed = outcome {
      bytes = try MigrationError.reported(of: input.name) { () throws(TextProblem) in
        // A result that can't be written is an error of `--check` too.
        let bytes = try list.bytes(whole)
        return settings.diff == nil ? bytes : try list.shown(whole)
      }
    }
    out.truncate(to: 0)
    out.append(contentsOf: bytes)
  }

  private mutating func write(
    _ outcome: DocumentOutcome, of input: Input, _ origin: FileOrigin?
  ) throws(MigrationError) {
    switch (settings.destination, outcome) {
    case (.standardOutput, _), (.inPlace, .current), (.inPlace, .left): return
    case (.nowhere, _): return try difference(outcome, of: input)
    case (.inPlace, .changed), (.file, _), (.folder, _): break
    }
    let source = original
    remarks = try FileError.reported { () throws(FileError) in
      guard let target = try settings.target(of: input, origin) else { return [] }
      var writing = FileWriting(
        target: target, origin: origin, originalBytes: source,
        options: settings.writing(from: origin), calls: settings.calls)
      _ = try writing.write(result, size: out.size)
      return writing.remarks
    }
  }

  /// What was read, where it is to be kept.
  private var original: ByteSlice? {
    mutating get {
      guard settings.request.backupSuffix != nil else { return nil }
      guard let list else { return worker.withText { $0.view[0..<$0.count] } }
      scratch.truncate(to: 0)
      scratch.append(contentsOf: list.bytes)
      return scratch.view[0..<scratch.count]
    }
  }

  /// Leaves in `out` how the result differs, if that is asked for.
  private mutating func difference(
    _ outcome: DocumentOutcome, of input: Input
  ) throws(MigrationError) {
    guard let diff = settings.diff else { return }
    scratch.truncate(to: 0)
    if case .changed = outcome {
      if let list { try showXML(of: list, input) }
      let text = worker.withText { $0.view }
      let old = text[0..<text.count]
      if text.count > Self.largest {
        // The difference may be larger than both, so it is made while it is written.
        before = old
        return
      }
      diff.head(ofFile: input.name, into: &scratch)
      diff.body(old, whole, into: &scratch)
    }
    swap(&out, &scratch)
  }

  /// Puts XML in place of the text: what stands in the file, or what would if it were in XML.
  private mutating func showXML(of list: PropertyList, _ input: Input) throws(MigrationError) {
    let old = try MigrationError.reported(of: input.name) { () throws(TextProblem) in
      list.form == .xml ? list.bytes : try list.shown(list.json)
    }
    worker.withText { text in
      text.truncate(to: 0)
      text.append(contentsOf: old)
    }
  }
}

extension MigrationError {
  /// The same, with what to do where a document seems to be one of several, each in a line.
  var pointingAtLines: MigrationError {
    MigrationError(diagnostics.map(\.pointingAtLines)) ?? self
  }

  /// The same, with what can be done about the first problem.
  func helping(_ help: String) -> MigrationError {
    guard var first = diagnostics.first, first.help == nil else { return self }
    first.help = help
    return MigrationError([first] + diagnostics.dropFirst()) ?? self
  }

  /// The same, with a further note.
  func noting(_ note: String?) -> MigrationError {
    guard let note, var first = diagnostics.first else { return self }
    first.notes.append(note)
    return MigrationError([first] + diagnostics.dropFirst()) ?? self
  }
}

extension Diagnostic {
  /// Whether it is about what begins in a line of its own behind a document, as another one does.
  var isAtNextDocument: Bool {
    guard followsDocument, let span = place?.span, span.column == 1 else { return false }
    let sign = span.excerpt.text[span.excerpt.marked].first
    return sign.map("{[\"-0123456789".utf8.contains) == true
  }

  /// The same, with what to do where a document seems to be one of several, each in a line.
  var pointingAtLines: Diagnostic {
    guard help == nil, isAtNextDocument else { return self }
    var diagnostic = self
    diagnostic.help = "`--ndjson` takes each line for a document"
    return diagnostic
  }
}
