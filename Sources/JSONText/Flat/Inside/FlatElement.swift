/// A value inside of a document, which the program for it reads as a document.
///
/// It is an object because a document can't hold others of its kind.
final class FlatElement {
  // The document that holds this one has one owner, and reads one value at a time: no two can write
  // to these at once, and the check at run time took as long as reading a small value.
  @exclusivity(unchecked) private(set) var document: FlatDocument
  @exclusivity(unchecked) private var patches = FlatPatches()
  /// Whether members are put into the object that the value has to be.
  let needsObject: Bool
  /// Whether something may come to be in it.
  let addsAny: Bool

  init(_ program: FlatProgram, limits: Document.Limits, outer: Int) {
    needsObject = program.needsObject
    addsAny = program.addsAny
    // Nobody else has it yet.
    unsafe document = FlatDocument(program, limits: limits, outer: outer)
  }

  /// Whether nothing is done with a scalar from an operation on.
  func leavesOthers(from entry: Int) -> Bool {
    // As above.
    unsafe document.program.isForElements || document.program.leavesOthers(from: entry)
  }

  /// As `FlatDocument.tellNotes`.
  func tellNotes(found: (Int) -> Void) {
    // As above.
    unsafe document.tellNotes(found: found, started: { _ in })
  }

  /// As `FlatDocument.patch`; what it notes comes behind other patches.
  ///
  /// `given` is how members are laid out in an object that has none, `around` what is around the
  /// value.
  func patch(
    _ text: ByteView, at start: Int, from entry: Int, laidOut given: FlatLaying?,
    in around: FlatAround, adding others: inout FlatPatches
  ) -> Int {
    // As above; a value inside of this one has a document of its own.
    unsafe Self.patch(
      &document, text, at: start, from: entry, laidOut: given, in: around, &patches, &others)
  }

  private static func patch(
    _ document: inout FlatDocument, _ text: ByteView, at start: Int, from entry: Int,
    laidOut given: FlatLaying?, in around: FlatAround, _ patches: inout FlatPatches,
    _ others: inout FlatPatches
  ) -> Int {
    document.given = given
    document.around = around
    patches.empty()
    patches.most = others.most
    let end = document.patch(text, at: start, from: entry, &patches)
    if end >= 0 { others.take(&patches) }
    return end
  }
}
