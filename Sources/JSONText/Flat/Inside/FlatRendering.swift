/// The patches of a document, in an object of their own, so that they can be handed to its
/// functions, and to a buffer that writes the patched text later.
final class FlatPatchStore {
  // Who writes has it alone: the document while it runs, then the buffer that took it over. The
  // check at run time that no two do took longer than reading a small document.
  @exclusivity(unchecked) var patches = FlatPatches()
  /// The piece of a patched text that was asked for last.
  fileprivate var piece = ByteBuffer()
}

/// A patched text, piece by piece: there is never a second copy of all of it.
struct FlatRendering {
  /// About how many bytes a piece has.
  private static let length = 1 &<< 17

  private let store: FlatPatchStore
  private let text: ByteView
  private let bytes: ByteView
  /// The parts of the text and of the row that are still to be written.
  private var rest: Range<Int>
  private var row: Range<Int>
  private var unpacking: FlatUnpacking?
  private var pending: (range: Range<Int>, text: Range<Int>)?
  private var isDone = false

  init(_ range: Range<Int>, of text: ByteView, _ store: FlatPatchStore, _ row: Range<Int>) {
    (self.text, self.store, self.row) = (text, store, row)
    rest = range
    // It is finished, and nobody writes to it.
    bytes = unsafe store.patches.bytes.view
  }

  /// The next piece, which is valid until the one after it is asked for; nil behind the last.
  mutating func next() -> ByteSlice? {
    if isDone { return nil }
    // In a local variable: each access to a field of a class is checked for overlaps.
    var piece = ByteBuffer()
    swap(&piece, &store.piece)
    defer { swap(&piece, &store.piece) }
    piece.truncate(to: 0)
    while piece.count < Self.length {
      if pending == nil { pending = nextPatch() }
      let gap = rest.lowerBound..<(pending?.range.lowerBound ?? rest.upperBound)
      if gap.count >= Lending.long {
        // A long stretch is a piece of its own, lent from the text.
        if piece.count > 0 { break }
        rest = gap.upperBound..<rest.upperBound
        isDone = pending == nil
        return text[gap]
      }
      piece.append(gap, of: text)
      guard let patch = pending else {
        isDone = true
        break
      }
      piece.append(patch.text, of: bytes)
      rest = patch.range.upperBound..<rest.upperBound
      pending = nil
    }
    return piece.count > 0 ? piece.view[0..<piece.count] : nil
  }

  private mutating func nextPatch() -> (range: Range<Int>, text: Range<Int>)? {
    if let patch = unpacking?.next() { return patch }
    while !row.isEmpty {
      // As above.
      let patch = unsafe store.patches.row[row.lowerBound]
      row = (row.lowerBound + 1)..<row.upperBound
      // A patch inside a stretch that an earlier patch took away is gone with it.
      if Int(patch.from) < rest.lowerBound { continue }
      if !patch.isPacked {
        return (Int(patch.from)..<patch.textEnd, Int(patch.start)..<Int(patch.end))
      }
      unpacking = FlatUnpacking(patch, bytes)
      if let patch = unpacking?.next() { return patch }
    }
    return nil
  }
}
