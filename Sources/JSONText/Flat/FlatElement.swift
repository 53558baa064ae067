/// What a program for the elements of an array sees: each of them as a document.
///
/// It is an object because a document can't hold others of its kind.
final class FlatElement {
  private(set) var document: FlatDocument

  init(_ program: FlatProgram, limits: Document.Limits, outer: Int) {
    document = FlatDocument(program, limits: limits, outer: outer)
  }

  /// As `FlatDocument.tellNotes`.
  func tellNotes(found: (Int) -> Void) {
    document.tellNotes(found: found, started: { _ in })
  }

  /// As `FlatDocument.change`.
  func change(
    elementsOf range: Range<Int>, _ text: ByteView, from entry: Int,
    into out: inout ByteBuffer
  ) -> Bool {
    document.change(elementsOf: range, text, from: entry, into: &out)
  }
}

extension FlatDocument {
  /// Adds the value of an item whose elements have a program.
  @inline(never)
  func change(
    elementsOf item: FlatItem, _ text: ByteView, into out: inout ByteBuffer
  ) -> Bool {
    inner[Int(item.text)].change(
      elementsOf: Int(item.value)..<Int(item.end), text, from: Int(item.textEnd), into: &out)
  }
}
