import JSONMigrationCore
import JSONText

/// Reads a stream of lines in pieces that end where a line ends.
struct LineReader: Sendable {
  /// A longer line is refused: one that never ends would take all memory.
  static let longestLine = 64 << 20

  /// Which lines a piece has.
  struct Piece: Sendable {
    /// The number of its first line, from 1.
    let firstLine: Int
    let isLast: Bool
    /// What part of a longer line it is, if it is no whole lines.
    var part: Part?

    enum Part: Sendable { case begins, goesOn, ends }
  }

  /// What file it is; nil for standard input.
  let origin: FileOrigin?
  private let descriptor: Int32
  private let name: String
  private let calls: SystemCalls
  /// The beginning of a line that was not read to its end.
  private var rest: [UInt8] = []
  private var line = 1
  /// Whether a longer line is handed out in parts.
  private let cutsLines: Bool
  private var isInLine = false

  init(_ input: Input, cuttingLines cutsLines: Bool, calls: SystemCalls) throws(FileError) {
    name = input.name
    self.cutsLines = cutsLines
    self.calls = calls
    guard let source = input.source else {
      (origin, descriptor) = (nil, 0)
      return
    }
    let opened = try FileOrigin.open(source, calls: calls)
    (origin, descriptor) = (opened.origin, opened.descriptor)
  }

  /// Replaces the text by the next lines: about this many bytes, and more only for a longer line.
  ///
  /// Where a stream has nothing to read and nobody wants that any more, that is its end.
  mutating func next(
    into text: inout ByteBuffer, about size: Int, isLeft: () -> Bool
  ) throws(FileError) -> Piece {
    text.truncate(to: 0)
    text.append(contentsOf: rest)
    rest.removeAll(keepingCapacity: true)
    var isLast = false
    var part: Piece.Part? = isInLine ? .goesOn : nil
    var known = 0
    while true {
      let unknown = text.view[known..<text.count]
      if let newline = unknown.place(of: UInt8(ascii: "\n")) {
        var end = newline + 1
        if isInLine {
          (isInLine, part) = (false, .ends)
        } else {
          end = text.count
          while text.view[end - 1] != UInt8(ascii: "\n") { end -= 1 }
        }
        rest.append(contentsOf: text.view[end..<text.count])
        text.truncate(to: end)
        break
      }
      if isInLine, text.count > 0 { break }
      if text.count > Self.longestLine {
        guard cutsLines else {
          throw FileError(Self.tooLong(text.view[0..<256], name, number: line, endsWork: true))
        }
        (isInLine, part) = (true, .begins)
        break
      }
      known = text.count
      while origin?.status.kind != .regular, !calls.awaitInput(descriptor) {
        guard isLeft() else { continue }
        text.truncate(to: 0)
        return Piece(firstLine: line, isLast: true, part: isInLine ? .ends : nil)
      }
      do throws(Errno) {
        isLast =
          try text.append(
            from: descriptor, atMost: max(size - known, 65_536), calls: calls) == 0
      } catch {
        throw failure(.cannotRead, "can't be read: \(error.words)")
      }
      if isLast {
        try checkOrigin()
        if isInLine { part = .ends }
        break
      }
    }
    let piece = Piece(firstLine: line, isLast: isLast, part: part)
    line += text.view[0..<text.count].count(of: UInt8(ascii: "\n"))
    return piece
  }

  /// Finds out whether what was read is what the file ever was, now that all of it was read.
  private func checkOrigin() throws(FileError) {
    guard let origin, origin.status.kind == .regular else { return }
    let now: FileStatus
    do throws(Errno) {
      now = try uninterrupted { () throws(Errno) in try calls.openStatus(descriptor) }
    } catch {
      throw failure(.cannotRead, "can't be read: \(error.words)")
    }
    guard now.isUnchanged(since: origin.status) else {
      throw FileError.changedWhileRead(origin.name)
    }
  }

  /// A line that is refused, by how it begins.
  static func tooLong(
    _ beginning: ByteSlice, _ file: String, number: Int, endsWork: Bool
  ) -> Diagnostic {
    Diagnostic(
      .tooBig, "the line has more than \(longestLine) bytes",
      at: .init(file, span: .init(0..<1, in: beginning, firstLine: number)),
      help: endsWork
        ? "the lines behind it were not read; `--json` takes a document of this size, alone in a file"
        : "`--json` takes a document of this size, alone in a file")
  }

  func close() {
    if origin != nil { try? calls.close(descriptor) }
  }

  private func failure(_ kind: Diagnostic.Kind, _ message: String) -> FileError {
    origin.map { FileError(kind, $0.name, message) } ?? FileError(kind, "\(name) \(message)")
  }
}
