/// A value inside of a document, which the program for it reads as a document.
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

  /// As `FlatDocument.patch`; what it notes comes behind other patches.
  ///
  /// `given` is how members are laid out in an object that has none.
  func patch(
    _ text: ByteView, at start: Int, from entry: Int, laidOut given: FlatLaying?,
    adding patches: inout FlatPatches
  ) -> Int {
    document.given = given
    let store = document.store
    store.patches.empty()
    store.patches.most = patches.most
    let end = document.patch(text, at: start, from: entry, &store.patches)
    if end >= 0 { patches.take(&store.patches) }
    return end
  }
}
