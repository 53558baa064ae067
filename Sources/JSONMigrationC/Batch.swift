internal import CJSONMigration
internal import JSONMigrationCore
internal import JSONText

/// What becomes of many documents.
struct Batch: ~Copyable {
  /// About how much of the input is taken in at a time.
  static let pieceSize = 256 << 10
  /// As the command has it: a line that never ends would take all memory.
  static let longestLine = 64 << 20

  fileprivate var data: Memory
  fileprivate var offsets: Memory?
  fileprivate var states: Memory
  fileprivate var rejected = Memory(capacity: 0)
  fileprivate var errors = Memory(capacity: 0)
  private var documents = 0
  private var changed = 0
  private var left = 0
  private var failed = 0

  fileprivate enum End {
    case same, changed, left
    case failed(MigrationError)
  }

  /// A batch of strings whose offsets have so many bytes each; of lines where that is nil.
  fileprivate init(size: Int, rows: Int, offsetWidth: Int? = nil) {
    data = Memory(capacity: size + size / 16 + 64)
    offsets = offsetWidth.map { Memory(capacity: (rows + 1) * $0) }
    states = Memory(capacity: rows)
  }

  /// Hands everything over.
  consuming func give() throws(MigrationError) -> jsonmigration_batch {
    let isWhole =
      data.isWhole && states.isWhole && rejected.isWhole && errors.isWhole && hasWholeOffsets
    guard isWhole else { throw noMemory }
    var batch = jsonmigration_batch()
    (batch.documents, batch.changed, batch.left, batch.failed) = (documents, changed, left, failed)
    batch.data = data.give()
    switch consume offsets {
    case .some(let offsets): batch.offsets = offsets.give()
    case .none: break
    }
    batch.states = states.give()
    batch.rejected = rejected.give()
    batch.errors = errors.give()
    return batch
  }

  private var hasWholeOffsets: Bool {
    switch offsets {
    case .some(let offsets): offsets.isWhole
    case .none: true
    }
  }

  /// Migrates the document in a range of the worker's text, and counts what comes of it.
  ///
  /// `out` gets something only where it is another text.
  fileprivate mutating func migrate(
    _ range: Range<Int>, in text: ByteView, _ worker: inout Worker, into out: inout ByteBuffer,
    named name: String, line: Int, by handle: Handle
  ) -> End {
    let before = out.count
    documents += 1
    do throws(MigrationError) {
      guard try worker.migrate(range, into: &out, named: name, firstLine: line) else {
        return .same
      }
    } catch {
      switch error.kind {
      case .newerVersion where handle.skipsNewer, .wrongFormat:
        left += 1
        return .left
      default:
        failed += 1
        return .failed(error)
      }
    }
    let result = out.view[before..<out.count]
    if result.count == range.count, result.elementsEqual(text[range]) {
      out.truncate(to: before)
      return .same
    }
    changed += 1
    return .changed
  }

  fileprivate mutating func tell(_ error: MigrationError, row: Int) {
    for diagnostic in error.diagnostics {
      errors.append(JSONReporter.line(of: diagnostic, row: row).utf8)
      errors.append(UInt8(ascii: "\n"))
    }
  }
}

// MARK: - Strings

extension Handle {
  /// Migrates the strings of a column.
  func migrate(_ column: Column) throws(MigrationError) -> jsonmigration_batch {
    var batch = Batch(
      size: column.likelySize, rows: column.count, offsetWidth: column.isWide ? 8 : 4)
    try batch.end(row: 0, out: 0, column)
    var ends: [Int] = []
    try withWorker { worker, out throws(MigrationError) in
      var row = 0
      while row < column.count {
        let first = row
        ends.removeAll(keepingCapacity: true)
        row = try worker.withText { text throws(MigrationError) in
          try text.take(column, from: first, ends: &ends, limits: limits)
        }
        let text = worker.withText { $0.view }
        var start = 0
        for (index, end) in ends.enumerated() {
          let row = first + index
          let state =
            column.isNull(row)
            ? JSONMIGRATION_CURRENT
            : batch.migrateString(start..<end, row: row, in: text, &worker, &out, by: self)
          batch.states.append(Int8(truncatingIfNeeded: state))
          try batch.end(row: row + 1, out: out.count, column)
          start = end + 1
        }
        batch.data.append(out.view[0..<out.count])
        out.truncate(to: 0)
      }
    }
    return try batch.give()
  }
}

extension ByteBuffer {
  /// Takes in rows from one on, as many as make a piece, and gives the row behind them.
  ///
  /// There is a zero behind each row, and where it ends is in `ends`.
  fileprivate mutating func take(
    _ column: Column, from first: Int, ends: inout [Int], limits: Document.Limits
  ) throws(MigrationError) -> Int {
    truncate(to: 0)
    var row = first
    // Each offset is read once, so that what was checked is what is used.
    var start = column.offset(first)
    while row < column.count, count < Batch.pieceSize {
      let end = column.offset(row + 1)
      let string = try column.string(row, from: start, to: end)
      if !column.isNull(row) {
        try limits.check(string.count)
        append(contentsOf: string)
      }
      ends.append(count)
      append(0)
      (start, row) = (end, row + 1)
    }
    seal()
    return row
  }
}

extension Batch {
  fileprivate mutating func migrateString(
    _ range: Range<Int>, row: Int, in text: ByteView, _ worker: inout Worker,
    _ out: inout ByteBuffer, by handle: Handle
  ) -> Int {
    let end = migrate(range, in: text, &worker, into: &out, named: "document", line: 1, by: handle)
    switch end {
    case .changed: return JSONMIGRATION_CHANGED
    case .same: out.append(range, of: text)
    case .left:
      out.append(range, of: text)
      return JSONMIGRATION_LEFT
    case .failed(let error):
      out.append(range, of: text)
      tell(error, row: row)
      return JSONMIGRATION_FAILED
    }
    return JSONMIGRATION_CURRENT
  }

  /// Notes where a row begins, which is where the one before it ends.
  fileprivate mutating func end(row: Int, out: Int, _ column: Column) throws(MigrationError) {
    let place = data.count + out
    if column.isWide {
      offsets?.append(Int64(place))
    } else if let place = Int32(exactly: place) {
      offsets?.append(place)
    } else {
      throw MigrationError(
        Diagnostic(
          .tooBig, "row \(row) comes to lie behind 2 GiB, which offsets of 32 bits can't say",
          help: "give fewer rows at a time, or offsets of 64 bits"))
    }
  }
}

// MARK: - Lines

extension Handle {
  /// Migrates a document in each line.
  func migrateLines(_ bytes: UnsafeRawBufferPointer) throws(MigrationError) -> jsonmigration_batch {
    var batch = Batch(size: bytes.count, rows: bytes.count >> 8)
    try withWorker { worker, out throws(MigrationError) in
      var rest = bytes
      var number = 1
      while !rest.isEmpty {
        // The part is inside of what is left, which is inside of what the caller gave.
        let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Batch.length(ofPiece: rest)))
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
        if piece.count > Batch.longestLine {
          batch.refuse(piece, row: number - 1)
          number += 1
          continue
        }
        worker.withText { text in
          text.truncate(to: 0)
          text.append(contentsOf: piece)
          text.seal()
        }
        let text = worker.withText { $0.view }
        var start = 0
        while start < text.count {
          let newline = text[start..<text.count].place(of: UInt8(ascii: "\n"))
          let line = start..<(newline.map { $0 + 1 } ?? text.count)
          let state = batch.migrateLine(
            line, hasEnd: newline != nil, in: text, &worker, &out, number: number, by: self)
          batch.states.append(Int8(truncatingIfNeeded: state))
          (start, number) = (line.upperBound, number + 1)
        }
        batch.data.append(out.view[0..<out.count])
        out.truncate(to: 0)
      }
    }
    return try batch.give()
  }
}

extension Batch {
  /// How many bytes to take at a time: whole lines, and of a long line all of it.
  fileprivate static func length(ofPiece bytes: UnsafeRawBufferPointer) -> Int {
    guard bytes.count > pieceSize else { return bytes.count }
    let newline = UInt8(ascii: "\n")
    if let last = bytes[..<pieceSize].lastIndex(of: newline) { return last + 1 }
    return bytes[pieceSize...].firstIndex(of: newline).map { $0 + 1 } ?? bytes.count
  }

  fileprivate mutating func migrateLine(
    _ line: Range<Int>, hasEnd: Bool, in text: ByteView, _ worker: inout Worker,
    _ out: inout ByteBuffer, number: Int, by handle: Handle
  ) -> Int {
    let document = line.lowerBound..<line.upperBound - (hasEnd ? 1 : 0)
    if text[document].allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
      out.append(line, of: text)
      return JSONMIGRATION_CURRENT
    }
    switch migrate(
      document, in: text, &worker, into: &out, named: "lines", line: number, by: handle)
    {
    case .changed:
      if hasEnd { out.append(UInt8(ascii: "\n")) }
      return JSONMIGRATION_CHANGED
    case .same: out.append(line, of: text)
    case .left:
      out.append(line, of: text)
      return JSONMIGRATION_LEFT
    case .failed(let error):
      tell(error, row: number - 1)
      rejected.append(text[line])
      if !hasEnd { rejected.append(UInt8(ascii: "\n")) }
      return JSONMIGRATION_FAILED
    }
    return JSONMIGRATION_CURRENT
  }

  /// Puts a line aside that is too long to be looked at.
  fileprivate mutating func refuse(_ line: UnsafeRawBufferPointer, row: Int) {
    documents += 1
    failed += 1
    tell(
      MigrationError(
        Diagnostic(
          .tooBig, "the line has more than \(Self.longestLine) bytes",
          at: Diagnostic.Place("lines", span: Diagnostic.Span(0..<1, in: line, firstLine: row + 1)))
      ), row: row)
    rejected.append(line)
    if line.last != UInt8(ascii: "\n") { rejected.append(UInt8(ascii: "\n")) }
    states.append(Int8(truncatingIfNeeded: JSONMIGRATION_FAILED))
  }
}
