import JSONMigrationCore
import JSONText

/// What became of some lines.
struct LineOutcome: Sendable {
  /// Lines that hold a document and were dealt with.
  var documents = 0
  /// The bytes of all lines.
  var bytes = 0
  var changed = 0
  /// Those among them that had no version, where that is counted.
  var new = 0
  /// Documents that are newer than the rules and were left alone.
  var newer = 0
  /// Documents that are not of this format and were left alone.
  var foreign = 0
  /// Lines that failed and are kept elsewhere.
  var bad = 0
  /// How many problems were told of lines before these in their piece.
  var earlierProblems = 0
  /// Lines that failed and whose problems are not among these.
  var untold = 0
  /// What was wrong, as far as anybody will read it.
  var problems: [Diagnostic] = []
  /// Whether the last problem ended the work on the input.
  var isFailed = false
}

/// Lines of a piece that are still to be migrated.
struct LinesRest: Sendable {
  /// Where the first of them begins, and its number.
  let start: Int
  let number: Int
  /// How many problems of the piece were told.
  let problems: Int
}

extension ApplyWorker {
  /// The most problems that a piece tells of; the others are only counted.
  private static let mostProblems = 20
  /// A piece is left when so many bytes say what is wrong with its lines: a line may have two
  /// bytes, and the reason for it hundreds.
  private static let mostReasons = 1 << 18

  /// Migrates the lines of the text, from where the rest of them is.
  ///
  /// What comes out is in `out`, and lines that failed, if they are to be kept, in `bad`.
  mutating func migrateLines(_ piece: LineReader.Piece, of input: Input) -> LineOutcome {
    let text = worker.withText { $0.view }
    let begun = rest ?? LinesRest(start: 0, number: piece.firstLine, problems: 0)
    rest = nil
    var outcome = LineOutcome(earlierProblems: begun.problems)
    var hunk = Hunk(start: begun.start, firstLine: begun.number - 1)
    scratch.truncate(to: 0)
    // Lines that come out as they are go together, in long stretches from where they are.
    let isWritten = settings.destination != .nowhere
    if isWritten { out.lend(from: text) }
    var from = begun.start
    var start = begun.start
    var number = begun.number
    while start < text.count, !outcome.isFailed {
      let newline = text[start..<text.count].place(of: UInt8(ascii: "\n")) ?? text.count
      let line = start..<min(newline + 1, text.count)
      let before = out.mark
      let end = migrateLine(line, in: text, of: input, number: number, before, &outcome)
      if isWritten {
        if end != .same {
          if from < start { out.insert(from..<start, of: text, at: before) }
          from = line.upperBound
        }
      } else if let diff = settings.diff {
        if end == .changed {
          hunk.lines += 1
        } else {
          close(&hunk, at: line, in: text, diff)
        }
      } else {
        out.takeBack(to: before)
      }
      start = line.upperBound
      number += 1
      if end == .gone, reasons.count > Self.mostReasons, start < text.count {
        let problems = outcome.earlierProblems + outcome.problems.count
        rest = LinesRest(start: start, number: number, problems: problems)
        break
      }
    }
    outcome.bytes = start - begun.start
    if isWritten { out.append(from..<start, of: text) }
    if let diff = settings.diff {
      close(&hunk, at: start..<start, in: text, diff)
      swap(&out, &scratch)
    }
    return outcome
  }

  /// What becomes of a line.
  private enum LineEnd {
    case same
    case changed
    /// It failed: nothing comes out.
    case gone
  }

  /// Adds what becomes of a line, which may have an end, to `out`, if that is another; so far `out`
  /// is filled up to `before`.
  private mutating func migrateLine(
    _ line: Range<Int>, in text: ByteView, of input: Input, number: Int, _ before: ByteBuffer.Mark,
    _ outcome: inout LineOutcome
  ) -> LineEnd {
    let hasEnd = text[line.upperBound - 1] == UInt8(ascii: "\n")
    let document = line.lowerBound..<line.upperBound - (hasEnd ? 1 : 0)
    if text[document].isBlank { return .same }
    outcome.documents += 1
    do throws(MigrationError) {
      if document.count > LineReader.longestLine {
        throw MigrationError(
          LineReader.tooLong(text[line], input.name, number: number, endsWork: false))
      }
      let isChanged = try migrate(document, of: text, named: input.name, firstLine: number)
      if !isChanged {
        if hadOnlyOthers { outcome.foreign += 1 }
        if wantsSamples { keepSample(text[document], isChanged: false) }
        return .same
      }
    } catch {
      switch settings.leavesAlone(error) {
      case .newerThanRules:
        outcome.newer += 1
        return .same
      case .foreign:
        outcome.foreign += 1
        return .same
      case nil: break
      }
      fail(error, line, at: number, of: input, &outcome)
      if !hasEnd { endBadLine() }
      return .gone
    }
    if out.size(since: before) == document.count, out.isSame(as: text[document], since: before) {
      out.takeBack(to: before)
      if wantsSamples { keepSample(text[document], isChanged: false) }
      return .same
    }
    outcome.changed += 1
    if wantsSamples { keepSample(text[document], isChanged: true) }
    lookForVersion(document, named: input.name, firstLine: number)
    if isNew(document, of: input) { outcome.new += 1 }
    if hasEnd { out.append(UInt8(ascii: "\n")) }
    return .changed
  }
}

extension ApplyWorker {
  /// Tells that a line has failed, or counts that, and keeps it as it is where that is wanted.
  private mutating func fail(
    _ error: MigrationError, _ line: Range<Int>, at number: Int, of input: Input,
    _ outcome: inout LineOutcome
  ) {
    if outcome.earlierProblems + outcome.problems.count < Self.mostProblems {
      // A first line that is the beginning of a document is probably not all of it.
      let isBeginning = number == 1 && error.diagnostics.first?.endsEarly == true
      // What only looks stops there, and takes no such flag.
      let skipBad = settings.destination == .nowhere ? "apply --skip-bad" : "--skip-bad"
      let help =
        isBeginning
        ? "`--json` takes the whole input for one document"
        : settings.request.skipBad == nil
          ? "`\(skipBad)=FILE` puts lines that fail there, and goes on with the others" : nil
      outcome.problems += (help.map { error.helping($0) } ?? error).diagnostics
    } else {
      outcome.untold += 1
    }
    if settings.request.skipBad == nil {
      outcome.isFailed = true
    } else {
      outcome.bad += 1
      bad.append(line, of: worker.withText { $0.view })
      if settings.request.reasons != nil {
        reasons.append(contentsOf: JSONReporter.line(of: error.diagnostics[0], at: number).utf8)
        reasons.append(UInt8(ascii: "\n"))
      }
    }
  }

  /// Keeps a part of a line that is too long to be read; it is one bad line.
  mutating func putAside(
    _ part: LineReader.Piece.Part, _ number: Int, of input: Input
  ) -> LineOutcome {
    let text = worker.withText { $0.view }
    var outcome = LineOutcome(bytes: text.count)
    if case .begins = part {
      outcome.documents = 1
      fail(
        MigrationError(
          LineReader.tooLong(text[0..<256], input.name, number: number, endsWork: false)),
        0..<text.count, at: number, of: input, &outcome)
    } else {
      bad.append(0..<text.count, of: text)
      if case .ends = part, badLines.last != UInt8(ascii: "\n") { endBadLine() }
    }
    return outcome
  }

  private mutating func endBadLine() {
    if settings.request.skipBad != nil { bad.append(UInt8(ascii: "\n")) }
  }
}

// MARK: - Differences

/// Lines that stand together and change, each into one other line.
private struct Hunk {
  /// Where the first of them begins, and its number from 0.
  var start: Int
  var firstLine: Int
  /// How many there are.
  var lines = 0
}

extension ApplyWorker {
  /// Adds the hunk to `scratch`, now that a line follows that stays; begins a new one behind that.
  ///
  /// Without lines around it, so that nothing has to be remembered from piece to piece. The new
  /// lines are all that is in `out`.
  private mutating func close(
    _ hunk: inout Hunk, at line: Range<Int>, in text: ByteView, _ diff: DiffText
  ) {
    if hunk.lines > 0 {
      let range = hunk.firstLine..<hunk.firstLine + hunk.lines
      diff.range(range, range, into: &scratch)
      diff.lines("-", text[hunk.start..<line.lowerBound], into: &scratch)
      diff.lines("+", out.view[0..<out.count], into: &scratch)
      out.truncate(to: 0)
    }
    hunk = Hunk(start: line.upperBound, firstLine: hunk.firstLine + hunk.lines + 1)
  }
}
