import JSONMigrationCore
import JSONText

/// A piece of work: a document, or some lines.
struct Work: Sendable {
  enum Content: Sendable {
    /// A file that holds one document; it is still to be read.
    case document(Input)
    /// Lines that were read, and what file they are from.
    case lines(LineReader.Piece, Input, FileOrigin?)
    /// What can't be read; nothing more follows of that input.
    case problem(FileError)
  }

  /// Counts from 0.
  let number: Int
  /// The number of the input that it belongs to.
  let index: Int
  let content: Content
  /// What it has of the memory budget, to be given back when it is done.
  let bytes: Int
}

/// Hands out the work, piece by piece, in order.
struct WorkSource: Sendable {
  enum Entry: Sendable {
    case input(Input)
    case problem(FileError)
  }

  private let entries: [Entry]
  private let calls: SystemCalls
  private let budget: MemoryBudget
  /// About how many bytes of lines a piece has.
  private let size: Int
  /// Whether a line that is too long is handed out in parts.
  private let cutsLines: Bool
  /// The input that comes next, and the number of the piece that does.
  private var index = 0
  private var number = 0
  /// The lines that are being read: those of the input before.
  private var lines: (input: Input, reader: LineReader)?
  /// Whether an input is not wanted any more; asked while there is nothing to read.
  private let isLeft: @Sendable (_ index: Int) -> Bool

  init(
    _ entries: [Entry], size: Int, budget: MemoryBudget = MemoryBudget(),
    cuttingLines cutsLines: Bool = false,
    calls: SystemCalls,
    isLeft: @escaping @Sendable (_ index: Int) -> Bool = { _ in false }
  ) {
    self.isLeft = isLeft
    self.entries = entries
    self.size = size
    self.budget = budget
    self.cutsLines = cutsLines
    self.calls = calls
  }

  /// The next piece, when there is room for it; lines are read into the text.
  mutating func next(into text: inout ByteBuffer) -> Work? {
    if let lines { return next(of: lines, into: &text) }
    guard index < entries.count else { return nil }
    index += 1
    switch entries[index - 1] {
    case .problem(let error): return work(.problem(error))
    case .input(let input):
      // The length of a stream is unknown.
      guard input.isLines else {
        return work(.document(input), bytes: input.size ?? MemoryBudget.standard)
      }
      do throws(FileError) {
        let reader = try LineReader(input, cuttingLines: cutsLines, calls: calls)
        return next(of: (input, reader), into: &text)
      } catch {
        return work(.problem(error))
      }
    }
  }

  private mutating func next(
    of lines: (input: Input, reader: LineReader), into text: inout ByteBuffer
  ) -> Work {
    let input = lines.input
    var reader = lines.reader
    do throws(FileError) {
      let piece = try reader.next(into: &text, about: size) { isLeft(index - 1) }
      self.lines = (input, reader)
      if piece.isLast { closeReader() }
      return work(.lines(piece, input, reader.origin), bytes: text.count)
    } catch {
      self.lines = (input, reader)
      closeReader()
      return work(.problem(error))
    }
  }

  /// Reads no more of an input, which has failed.
  mutating func leave(_ index: Int) {
    if self.index == index + 1 { closeReader() }
  }

  /// Hands out nothing more.
  mutating func stop() {
    closeReader()
    index = entries.count
  }

  private mutating func closeReader() {
    lines?.reader.close()
    lines = nil
  }

  private mutating func work(_ content: Work.Content, bytes: Int = 0) -> Work {
    budget.take(bytes)
    number += 1
    return Work(number: number - 1, index: index - 1, content: content, bytes: bytes)
  }
}
