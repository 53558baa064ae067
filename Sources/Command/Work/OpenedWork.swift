import JSONMigrationCore
import JSONText
import PropertyLists

/// The documents of a piece of work, now that they are in the text.
struct OpenedWork: Sequence {
  /// A document in a range of the text.
  struct Document {
    let range: Range<Int>
    /// The number of its line, where there is one document a line.
    let line: Int?
  }

  let input: Input
  let byteCount: Int
  /// Whether nothing more follows of the input.
  let isLast: Bool
  /// Why the document can't be written anew, if it can't.
  let loss: MigrationError?
  private let lines: DocumentLines?

  /// Reads the piece into the text, where that isn't done yet.
  init(
    _ work: Work, in holder: inout some TextHolder & ~Copyable, limit: Int, calls: SystemCalls
  ) throws(MigrationError) {
    switch work.content {
    case .problem(let error): throw MigrationError(error.diagnostic)
    case .document(let input):
      self.input = input
      (byteCount, loss) = try holder.withText { text throws(MigrationError) in
        let list = try input.open(into: &text, limit: limit, calls: calls)
        let loss = list?.loss.map { MigrationError(Diagnostic($0, named: input.name)) }
        return (text.count, loss)
      }
      isLast = true
      lines = nil
    case .lines(let piece, let input, _):
      self.input = input
      let text = holder.withText { $0.view }
      byteCount = text.count
      isLast = piece.isLast
      loss = nil
      lines = DocumentLines(text, firstLine: piece.firstLine)
    }
  }

  func makeIterator() -> AnyIterator<Document> {
    guard var lines else {
      return AnyIterator(CollectionOfOne(Document(range: 0..<byteCount, line: nil)).makeIterator())
    }
    return AnyIterator { lines.next().map { Document(range: $0.range, line: $0.number) } }
  }
}
